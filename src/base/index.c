/// Hash table with linear probing, at most half full, and multiplicative hashing (Knuth, The Art of
/// Computer Programming 3, section 6.4).
#include "base/index.h"

#include <string.h>

struct gb_index_slot {
  uint64_t key;
  int number_plus_1; ///< 0: the slot is empty
};

uint64_t gb_index_text(const char *text) {
  uint64_t key = 14695981039346656037u;
  for (; *text; text++) key = (key ^ (unsigned char)*text) * 1099511628211u;
  return key;
}

uint64_t gb_index_address(const void *address) {
  return (uint64_t)(uintptr_t)address;
}

static uint64_t first_slot(const gb_index *index, uint64_t key) {
  return ((key * 11400714819323198485u) >> 32) & (uint64_t)(index->capacity - 1);
}

static void put(gb_index *index, struct gb_index_slot slot) {
  uint64_t at = first_slot(index, slot.key);
  while (index->slot[at].number_plus_1) at = (at + 1) & (uint64_t)(index->capacity - 1);
  index->slot[at] = slot;
  index->count++;
}

int gb_index_add(gb_index *index, gb_arena *arena, uint64_t key, int value, gb_error *error) {
  if (2 * (index->count + 1) > index->capacity) {
    gb_index larger = {.capacity = index->capacity ? 2 * index->capacity : 64};
    GB_TRY(GB_TAKE(arena, larger.slot, (size_t)larger.capacity, error));
    for (int i = 0; i < index->capacity; i++)
      if (index->slot[i].number_plus_1) put(&larger, index->slot[i]);
    *index = larger;
  }
  put(index, (struct gb_index_slot){key, value + 1});
  return GB_OK;
}

int gb_index_next(const gb_index *index, uint64_t key, uint64_t *at) {
  if (index->capacity == 0) return -1;
  for (;;) {
    const uint64_t slot = (first_slot(index, key) + *at) & (uint64_t)(index->capacity - 1);
    if (!index->slot[slot].number_plus_1) return -1;
    ++*at;
    if (index->slot[slot].key == key) return index->slot[slot].number_plus_1 - 1;
  }
}

/// Return the index of a list in the cache, after adding its new names; -1 if the cache is full.
static int index_list(gb_name_cache *cache, gb_named list) {
  int l = 0;
  gb_error ignored = {0};
  while (l < cache->lists &&
         (cache->list[l].entry != list.entry || cache->list[l].offset != list.offset))
    l++;
  if (l == (int)(sizeof cache->list / sizeof *cache->list)) return -1;
  if (l == cache->lists) {
    cache->list[cache->lists++].entry = list.entry;
    cache->list[l].offset = list.offset;
  }
  for (int *i = &cache->list[l].known; *i < list.count; ++*i) {
    const char *name = gb_name_of(list, *i);
    if (name && gb_index_add(&cache->list[l].index, cache->arena, gb_index_text(name), *i,
                             &ignored) != GB_OK)
      return -1;
  }
  return l;
}

int gb_name_cache_find(gb_name_cache *cache, gb_named list, const char *name) {
  const int few = 16; // names that are compared one by one as fast as by hashing
  const int l = list.count > few ? index_list(cache, list) : -1;
  const uint64_t key = gb_index_text(name);
  uint64_t at = 0;
  int first = -1;
  if (l < 0) return gb_name_find(list, name);
  for (int i; (i = gb_index_next(&cache->list[l].index, key, &at)) >= 0;)
    if (i < list.count && (first < 0 || i < first) && !strcmp(gb_name_of(list, i), name)) first = i;
  return first;
}
