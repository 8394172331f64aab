/// Growing by doubling.
#include "base/list.h"

#include <stdlib.h>
#include <string.h>

int gb_list_add(gb_list *list, size_t size, const void *entry, gb_error *error) {
  if (list->count == list->room) {
    int64_t room = list->room ? 2 * list->room : 64;
    void *data = realloc(list->data, (size_t)room * size);
    if (!data) return gb_fail(error, GB_FILE, "out of memory: %zu bytes", (size_t)room * size);
    list->data = data;
    list->room = room;
  }
  memcpy((char *)list->data + (size_t)list->count++ * size, entry, size);
  return GB_OK;
}
