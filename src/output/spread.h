/// Values of items spread over ranks in any order, brought into contiguous chunks of the file's
/// order: the plan is computed once, then serves every field.
#ifndef GB_OUTPUT_SPREAD_H
#define GB_OUTPUT_SPREAD_H

#include "base/error.h"
#include <stdint.h>

typedef struct gb_spread {
  MPI_Comm comm;
  int64_t total; ///< items of all ranks
  int64_t first; ///< this rank's chunk of the file order is [first, first + count)
  int32_t count;
  int32_t items;                ///< that this rank owns
  size_t widest;                ///< bytes an item that apply can carry
  int *send_count, *send_start; ///< items, by rank
  int *receive_count, *receive_start;
  int32_t *order;            ///< owned items in the order of sending, [items]
  int32_t *place;            ///< place in the chunk of each item received, [count]
  char *outgoing, *incoming; ///< packed items, widest bytes each
} gb_spread;

/// Plan the exchange. Collective.
/// @param index  place of each owned item in the file's order, 0-based, [items]
/// @param what   for messages: "node" or "cell"
/// @param widest bytes an item that will be asked for
/// errors: GB_MODEL when the places of all ranks are not each of 0 … total-1 once; GB_FILE (memory)
int gb_spread_create(MPI_Comm comm, int64_t total, int32_t items, const int64_t index[],
                     const char *what, size_t widest, gb_spread **out, gb_error *error);

/// Exchange one value of `size` bytes (at most widest) an item. Collective, no allocation.
/// @param[in]  values [items]
/// @param[out] chunk  [count], in the file's order
void gb_spread_apply(const gb_spread *spread, size_t size, const void *values, void *chunk);

void gb_spread_destroy(gb_spread **spread);

#endif
