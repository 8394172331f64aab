/// Growing arrays of entries of one size, and lists of entries that have names.
#ifndef GB_BASE_LIST_H
#define GB_BASE_LIST_H

#include "base/error.h"
#include <stdint.h>

/// A growing array of entries of any type. Initialise it with {0}; the user frees `data`.
typedef struct gb_list {
  void *data;
  int64_t count, capacity; ///< numbers of entries: present, and allocated
} gb_list;

/// A list of entries of one type. gb_array_append or GB_ARENA_ADD lengthens it; in the first case
/// the user frees `entry`.
#define GB_LIST_OF(type)                                                                           \
  struct {                                                                                         \
    type *entry;                                                                                   \
    int count;                                                                                     \
  }

/// Visit the entries of a GB_LIST_OF, which must not grow meanwhile; `item` points to each in turn.
#define GB_EACH(item, list)                                                                        \
  for (__typeof__(*(list).entry) *item = (list).entry,                                             \
                                 *item##_end = item ? item + (list).count : item;                  \
       item != item##_end; ++item)

/// Append a copy of an entry of `size` bytes; addresses of earlier entries may change. Local.
/// errors: GB_FILE (memory)
int gb_list_add(gb_list *list, size_t size, const void *entry, gb_error *error);

/// Append one zeroed entry of `size` bytes to an array and increase its count. Local.
/// @param array address of the pointer to the first entry
/// @param[out] out address of a pointer, which is set to the new entry; valid until the next call
/// errors: GB_FILE (memory)
int gb_array_append(void *array, int *count, size_t size, void *out, gb_error *error);

/// A view of a list whose entries have a member that is their name.
typedef struct gb_named {
  const char *entry;
  int count;
  size_t size, offset; ///< bytes: size of an entry; offset of the pointer to the name in an entry
} gb_named;

/// The gb_named of a GB_LIST_OF whose entries have their name in `member`.
#define GB_NAMED(list, member)                                                                     \
  (gb_named) {                                                                                     \
    (const char *)(list).entry, (list).count, sizeof *(list).entry,                                \
        offsetof(__typeof__(*(list).entry), member)                                                \
  }

/// The name of entry i; may be NULL. Local.
const char *gb_name_of(gb_named list, int i);
/// Return the index of the entry with this name, or -1. Names in the list may be NULL. Local.
int gb_name_find(gb_named list, const char *name);

#endif
