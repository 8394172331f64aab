/// Find keys in the tables of case files.
#include "case/schema/schema.h"

#include "base/nearest.h"

#include <stdio.h>
#include <string.h>

const gb_key *gb_key_find(const gb_key keys[], const char *name) {
  for (; keys->name; keys = gb_key_next(keys))
    if (!strcmp(keys->name, name)) return keys;
  return NULL;
}

int gb_key_refuse(const gb_reading *reading, const gb_node *node, const char *path,
                  const gb_key keys[], const char *name) {
  const char *names[40], *near;
  char accepted[600] = "";
  int count = 0;
  for (; keys->name && count < 39; keys = gb_key_next(keys)) {
    names[count++] = keys->name;
    size_t used = strlen(accepted);
    snprintf(accepted + used, sizeof accepted - used, "%s%s", used ? ", " : "", keys->name);
  }
  names[count] = NULL;
  near = gb_nearest(name, names);
  return gb_refuse_as(GB_UNKNOWN_KEY, reading, node, path,
                      "unknown key (found %.60s)%s%s; accepted: %s", *name ? name : "nothing",
                      near ? "; nearest: " : "", near ? near : "", accepted);
}
