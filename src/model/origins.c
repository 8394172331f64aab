/// Words for nodes.
#include "model/origins.h"

#include <stdio.h>

void gb_origin_words(const gb_origin_set *origins, int64_t node_id, size_t size, char *text) {
  const int64_t place = node_id - origins->first_id;
  if (place < 0 || place >= origins->count) {
    snprintf(text, size, "node %lld", (long long)node_id);
    return;
  }
  const gb_origin *origin = &origins->origin[place];
  if (origin->name)
    snprintf(text, size, "%s '%s'", origin->kind, origin->name);
  else if (origin->number > 0)
    snprintf(text, size, "%ss[%d]", origin->kind, origin->number - 1);
  else
    snprintf(text, size, "%s", origin->kind);
}
