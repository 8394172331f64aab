/// Values of items spread over ranks in any order, sent to contiguous chunks of the file's
/// order: the plan is computed once, then serves every field.
#ifndef GB_OUTPUT_SPREAD_H
#define GB_OUTPUT_SPREAD_H

#include "base/arena.h"
#include <stdint.h>

typedef struct gb_spread {
  MPI_Comm comm;
  gb_arena memory; ///< of its arrays
  int64_t total;   ///< items of all ranks
  int64_t first;   ///< this rank's chunk of the file order is [first, first + count)
  int32_t count;
  int32_t items;                ///< that this rank owns
  size_t widest;                ///< bytes an item that apply can carry
  int *send_count, *send_start; ///< items, by rank
  int *receive_count, *receive_start;
  int32_t *order;            ///< owned items in the order of sending, [items]
  int32_t *index;            ///< in the chunk, of each item received, [count]
  char *outgoing, *incoming; ///< packed items, widest bytes each
} gb_spread;

/// What is spread.
typedef struct gb_spread_items {
  const char *what;     ///< for messages: "node" or "cell"
  int64_t total;        ///< of all ranks
  int32_t owned;        ///< by this rank
  const int64_t *index; ///< of each owned item in the file's order, 0-based, [owned]
  size_t widest;        ///< bytes an item that apply will carry
} gb_spread_items;

/// Plan the exchange. Collective.
/// errors: GB_MODEL when the indices of all ranks are not each of 0 … total-1 once; GB_FILE
/// (memory)
int gb_spread_create(MPI_Comm comm, const gb_spread_items *items, gb_spread **out, gb_error *error);

/// Exchange one value of `size` bytes (at most widest) an item. Collective, no allocation.
/// @param[in]  values [items]
/// @param[out] chunk  [count], in the file's order
void gb_spread_apply(const gb_spread *spread, size_t size, const void *values, void *chunk);

void gb_spread_destroy(gb_spread **spread);

#endif
