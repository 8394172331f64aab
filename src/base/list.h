/// A growing array of entries of one size.
#ifndef GB_BASE_LIST_H
#define GB_BASE_LIST_H

#include "base/error.h"
#include <stdint.h>

/// Starts as {0}; the user frees `data`.
typedef struct gb_list {
  void *data;
  int64_t count, room;
} gb_list;

/// A list of entries of one type, which gb_array_append lengthens; the user frees `entry`.
#define GB_LIST_OF(type)                                                                           \
  struct {                                                                                         \
    type *entry;                                                                                   \
    int count;                                                                                     \
  }

/// Append a copy of an entry of `size` bytes; addresses of earlier entries may change. Local.
/// errors: GB_FILE (memory)
int gb_list_add(gb_list *list, size_t size, const void *entry, gb_error *error);

/// Add one zeroed entry of `size` bytes to an array with its count, and give the entry's address,
/// which is valid until the next call. `array` is the address of the pointer, `out` that of a
/// pointer to an entry. Local. errors: GB_FILE (memory)
int gb_array_append(void *array, int *count, size_t size, void *out, gb_error *error);

/// Entries that have names, of any type.
typedef struct gb_named {
  const char *entry;
  int count;
  size_t size, at; ///< of an entry, and the offset of its name in it
} gb_named;

#define GB_NAMED(list, member)                                                                     \
  (gb_named) {                                                                                     \
    (const char *)(list).entry, (list).count, sizeof *(list).entry,                                \
        offsetof(__typeof__(*(list).entry), member)                                                \
  }

const char *gb_name_of(gb_named list, int i);
/// The index of the entry of this name, or -1. Names may be NULL.
int gb_name_find(gb_named list, const char *name);

#endif
