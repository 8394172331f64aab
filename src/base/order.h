/// Sorted arrays: sorting, and searching by bisection.
#ifndef GB_BASE_ORDER_H
#define GB_BASE_ORDER_H

#include <stddef.h>
#include <stdint.h>

/// Compare two entries for qsort: by their first member, an int64_t or an int32_t.
int gb_deck_compare_numbers(const void *a, const void *b);
int gb_deck_compare_indices(const void *a, const void *b);

/// Sort entries, unless they are sorted already, as in most decks. `entry` may be NULL where there
/// are none.
void gb_deck_sort(void *entry, int64_t count, size_t size,
                  int (*compare)(const void *, const void *));
/// Return the index of the first sorted entry that is not below the key; `count`: there is none.
int64_t gb_deck_lower(const void *key, const void *entry, int64_t count, size_t size,
                      int (*compare)(const void *, const void *));

#endif
