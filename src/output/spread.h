/// Redistribution of items (nodes or cells) from the ranks that own them to ranks with contiguous
/// parts of the order of a file. The plan is made once and used for every field.
#ifndef GB_OUTPUT_SPREAD_H
#define GB_OUTPUT_SPREAD_H

#include "base/arena.h"
#include <stdint.h>

typedef struct gb_spread {
  MPI_Comm comm;
  gb_arena memory; ///< owns the arrays
  int64_t total;   ///< number of items of all ranks
  int64_t first;   ///< the chunk of this rank in the order of the file is [first, first + count)
  int32_t count;
  int32_t items;                ///< number of items that this rank owns
  size_t widest;                ///< largest number of bytes per item
  int *send_count, *send_start; ///< numbers of items and first items, by rank
  int *receive_count, *receive_start;
  int32_t *order;            ///< owned items in the order in which they are sent, [items]
  int32_t *index;            ///< position in the chunk of each received item, [count]
  char *outgoing, *incoming; ///< buffers, `widest` bytes per item
} gb_spread;

/// The items to redistribute.
typedef struct gb_spread_items {
  const char *what;     ///< "node" or "cell", for messages
  int64_t total;        ///< number of items of all ranks
  int32_t owned;        ///< number of items of this rank
  const int64_t *index; ///< position of each owned item in the order of the file, from 0, [owned]
  size_t widest;        ///< largest number of bytes per item
} gb_spread_items;

/// Plan the exchange. Collective. errors: GB_MODEL: the positions of all ranks are not the numbers
/// 0 to total - 1, each once; GB_FILE (memory)
int gb_spread_create(MPI_Comm comm, const gb_spread_items *items, gb_spread **out, gb_error *error);

/// Redistribute one value of `size` <= widest bytes per item. Collective; allocates nothing.
/// @param[in]  values [items]
/// @param[out] chunk  values in the order of the file, [count]
void gb_spread_apply(const gb_spread *spread, size_t size, const void *values, void *chunk);
/// Free the plan; *spread may be NULL. Local.

void gb_spread_destroy(gb_spread **spread);

#endif
