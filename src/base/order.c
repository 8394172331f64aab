/// Sorting and bisection.
#include "base/order.h"

#include <stdlib.h>

int gb_deck_compare_numbers(const void *a, const void *b) {
  const int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
  return (x > y) - (x < y);
}

int gb_deck_compare_indices(const void *a, const void *b) {
  const int32_t x = *(const int32_t *)a, y = *(const int32_t *)b;
  return (x > y) - (x < y);
}

void gb_deck_sort(void *entry, int64_t count, size_t size,
                  int (*compare)(const void *, const void *)) {
  for (int64_t i = 1; i < count; ++i) {
    const char *at = (const char *)entry + size * (size_t)i;
    if (compare(at - size, at) <= 0) continue;
    qsort(entry, (size_t)count, size, compare);
    return;
  }
}

int64_t gb_deck_lower(const void *key, const void *entry, int64_t count, size_t size,
                      int (*compare)(const void *, const void *)) {
  int64_t low = 0;
  while (low < count) {
    const int64_t middle = low + (count - low) / 2;
    if (compare((const char *)entry + size * (size_t)middle, key) < 0)
      low = middle + 1;
    else
      count = middle;
  }
  return low;
}
