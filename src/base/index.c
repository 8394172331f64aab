/// Linear probing in a table of which at least half is empty; the key is mixed by a multiplication
/// (Knuth, The Art of Computer Programming 3, section 6.4).
#include "base/index.h"

#include <string.h>

struct gb_index_slot {
  uint64_t key;
  int next; ///< the number + 1; 0: the slot is empty
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
  return ((key * 11400714819323198485u) >> 32) & (uint64_t)(index->room - 1);
}

static void put(gb_index *index, struct gb_index_slot slot) {
  uint64_t at = first_slot(index, slot.key);
  while (index->slot[at].next) at = (at + 1) & (uint64_t)(index->room - 1);
  index->slot[at] = slot;
  index->count++;
}

int gb_index_add(gb_index *index, gb_arena *arena, uint64_t key, int value, gb_error *error) {
  if (2 * (index->count + 1) > index->room) {
    gb_index larger = {.room = index->room ? 2 * index->room : 64};
    GB_TRY(GB_TAKE(arena, larger.slot, (size_t)larger.room, error));
    for (int i = 0; i < index->room; i++)
      if (index->slot[i].next) put(&larger, index->slot[i]);
    *index = larger;
  }
  put(index, (struct gb_index_slot){key, value + 1});
  return GB_OK;
}

int gb_index_next(const gb_index *index, uint64_t key, uint64_t *at) {
  if (index->room == 0) return -1;
  for (;;) {
    const uint64_t slot = (first_slot(index, key) + *at) & (uint64_t)(index->room - 1);
    if (!index->slot[slot].next) return -1;
    ++*at;
    if (index->slot[slot].key == key) return index->slot[slot].next - 1;
  }
}

/// The number of a list in the cache, with all its names; -1: there is no room for it.
static int learn(gb_name_cache *cache, gb_named list) {
  int l = 0;
  gb_error ignored = {0};
  while (l < cache->lists && (cache->list[l].entry != list.entry || cache->list[l].at != list.at))
    l++;
  if (l == (int)(sizeof cache->list / sizeof *cache->list)) return -1;
  if (l == cache->lists) {
    cache->list[cache->lists++].entry = list.entry;
    cache->list[l].at = list.at;
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
  const int few = 16; // which are compared as quickly
  const int l = list.count > few ? learn(cache, list) : -1;
  const uint64_t key = gb_index_text(name);
  uint64_t at = 0;
  int first = -1;
  if (l < 0) return gb_name_find(list, name);
  for (int i; (i = gb_index_next(&cache->list[l].index, key, &at)) >= 0;)
    if (i < list.count && (first < 0 || i < first) && !strcmp(gb_name_of(list, i), name)) first = i;
  return first;
}
