/// Arrays grow by doubling. Entries are found by comparing their names one after another.
#include "base/list.h"

#include <stdlib.h>
#include <string.h>

int gb_list_add(gb_list *list, size_t size, const void *entry, gb_error *error) {
  if (list->count == list->capacity) {
    int64_t capacity = list->capacity ? 2 * list->capacity : 64;
    void *data = realloc(list->data, (size_t)capacity * size);
    if (!data)
      return gb_fail(error, GB_OUT_OF_MEMORY, "out of memory: %zu bytes", (size_t)capacity * size);
    list->data = data;
    list->capacity = capacity;
  }
  memcpy((char *)list->data + (size_t)list->count++ * size, entry, size);
  return GB_OK;
}

int gb_array_append(void *array, int *count, size_t size, void *out, gb_error *error) {
  char *first;
  memcpy(&first, array, sizeof first);
  if ((*count & (*count - 1)) == 0) { // 0 or a power of two: the array is full
    size_t capacity = *count ? 2 * (size_t)*count : 1;
    char *larger = realloc(first, capacity * size);
    if (!larger)
      return gb_fail(error, GB_OUT_OF_MEMORY, "out of memory: %zu x %zu bytes were asked for",
                     capacity, size);
    first = larger;
    memcpy(array, &first, sizeof first);
  }
  char *entry = first + (size_t)*count * size;
  memset(entry, 0, size);
  memcpy(out, &entry, sizeof entry);
  ++*count;
  return GB_OK;
}

const char *gb_name_of(gb_named list, int i) {
  const char *name;
  memcpy(&name, list.entry + (size_t)i * list.size + list.offset, sizeof name);
  return name;
}

int gb_name_find(gb_named list, const char *name) {
  for (int i = 0; i < list.count; i++) {
    const char *own = gb_name_of(list, i);
    if (own && !strcmp(own, name)) return i;
  }
  return -1;
}
