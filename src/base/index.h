/// Hash tables from keys of 64 bits to numbers.
#ifndef GB_BASE_INDEX_H
#define GB_BASE_INDEX_H

#include "base/arena.h"
#include "base/list.h"

#include <stdint.h>

/// A hash table. Initialise it with {0}. Several numbers may have the same key.
typedef struct gb_index {
  int count;    ///< numbers in the table
  int capacity; ///< slots of the table: 0 or a power of two
  struct gb_index_slot *slot;
} gb_index;

/// The key of a text (FNV-1a). Local.
uint64_t gb_index_text(const char *text);
/// The key of an address. Local.
uint64_t gb_index_address(const void *address);
/// Add a number >= 0 with a key. The arena owns the table. Local. errors: GB_FILE (memory)
int gb_index_add(gb_index *index, gb_arena *arena, uint64_t key, int value, gb_error *error);
/// Return the next number with this key, or -1. Local.
/// @param[in,out] at position of the search; 0 for the first number
int gb_index_next(const gb_index *index, uint64_t key, uint64_t *at);

/// Hash tables of the names of several lists. Lists may grow between searches; then their new names
/// are added. Names that are in a table must not change.
typedef struct gb_name_cache {
  gb_arena *arena; ///< borrowed
  int lists;
  struct {
    const char *entry; ///< first entry of the list; identifies the list together with `offset`
    size_t offset;     ///< offset of the name in an entry, bytes
    int known;         ///< entries that have been added, including those without a name
    gb_index index;
  } list[24];
} gb_name_cache;

/// Find a name as gb_name_find does, in a time that does not grow with the length of the list.
/// Local.
int gb_name_cache_find(gb_name_cache *cache, gb_named list, const char *name);

#endif
