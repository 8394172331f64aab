/// Numbers by keys of 64 bits, in a hash table with open addressing.
#ifndef GB_BASE_INDEX_H
#define GB_BASE_INDEX_H

#include "base/arena.h"
#include "base/list.h"

#include <stdint.h>

/// {0} is an empty one. Several numbers may have one key.
typedef struct gb_index {
  int count, room; ///< numbers, and slots: 0 or a power of two
  struct gb_index_slot *slot;
} gb_index;

/// Keys of a text (FNV-1a) and of an address.
uint64_t gb_index_text(const char *text);
uint64_t gb_index_address(const void *address);
/// Add a number >= 0; the table is in the arena's memory. Local. errors: GB_FILE (memory)
int gb_index_add(gb_index *index, gb_arena *arena, uint64_t key, int value, gb_error *error);
/// The next number with this key, -1: there is none. @param at where to go on; 0 at first
int gb_index_next(const gb_index *index, uint64_t key, uint64_t *at);

/// The names of several lists, each of which is read over once, and from its former end on when it
/// has become longer. Names that were found do not change.
typedef struct gb_name_cache {
  gb_arena *arena; ///< borrowed
  int lists;
  struct {
    const char *entry;
    size_t at;
    int known; ///< entries that the index has, those without a name too
    gb_index index;
  } list[24];
} gb_name_cache;

/// gb_name_find in a time that does not grow with the list. Local.
int gb_name_cache_find(gb_name_cache *cache, gb_named list, const char *name);

#endif
