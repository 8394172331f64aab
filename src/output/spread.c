/// Redistribution of items by MPI_Alltoallv.
#include "output/spread.h"

#include "base/arena.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/// Number of items of a chunk. Each rank has one chunk; the last ones may be smaller or empty.
static int64_t block(const gb_spread *spread) {
  int ranks;
  MPI_Comm_size(spread->comm, &ranks);
  return spread->total > 0 ? (spread->total + ranks - 1) / ranks : 1;
}

static int allocate(gb_spread *spread, int ranks, gb_error *error) {
  GB_TRY(GB_TAKE(&spread->memory, spread->send_count, (size_t)ranks, error));
  GB_TRY(GB_TAKE(&spread->memory, spread->send_start, (size_t)ranks, error));
  GB_TRY(GB_TAKE(&spread->memory, spread->receive_count, (size_t)ranks, error));
  GB_TRY(GB_TAKE(&spread->memory, spread->receive_start, (size_t)ranks, error));
  GB_TRY(GB_TAKE(&spread->memory, spread->order, (size_t)spread->items, error));
  GB_TRY(GB_TAKE(&spread->memory, spread->index, (size_t)spread->count, error));
  GB_TRY(gb_arena_allocate(&spread->memory, (size_t)spread->items, spread->widest,
                           &spread->outgoing, error));
  return gb_arena_allocate(&spread->memory, (size_t)spread->count, spread->widest,
                           &spread->incoming, error);
}

static int check_range(const gb_spread *spread, const int64_t index[], const char *what,
                       gb_error *error) {
  for (int32_t i = 0; i < spread->items; i++)
    if (index[i] < 0 || index[i] >= spread->total)
      return gb_fail(error, GB_TOO_LARGE, "results: %s place %" PRId64 " is outside 0 ... %" PRId64,
                     what, index[i], spread->total - 1);
  return GB_OK;
}

/// Sort the owned items by the rank that writes them.
static void plan_sending(gb_spread *spread, int ranks, const int64_t index[]) {
  int64_t size = block(spread);
  for (int32_t i = 0; i < spread->items; i++) spread->send_count[index[i] / size]++;
  for (int r = 1; r < ranks; r++)
    spread->send_start[r] = spread->send_start[r - 1] + spread->send_count[r - 1];
  int *next = spread->receive_start; // used as work space until plan_receiving
  memcpy(next, spread->send_start, (size_t)ranks * sizeof *next);
  for (int32_t i = 0; i < spread->items; i++) spread->order[next[index[i] / size]++] = i;
}

static int plan_receiving(gb_spread *spread, int ranks, const char *what, gb_error *error) {
  MPI_Alltoall(spread->send_count, 1, MPI_INT, spread->receive_count, 1, MPI_INT, spread->comm);
  int64_t sum = 0;
  for (int r = 0; r < ranks; r++) {
    spread->receive_start[r] = (int)sum;
    sum += spread->receive_count[r];
  }
  if (sum == spread->count) return GB_OK;
  return gb_fail(error, GB_TOO_LARGE,
                 "results: %" PRId64 " %ss were given for places %" PRId64 " ... %" PRId64
                 ", not %" PRId32,
                 sum, what, spread->first, spread->first + spread->count - 1, spread->count);
}

/// Send and receive items of `size` bytes.
static void exchange(const gb_spread *spread, size_t size, const char *values) {
  for (int32_t i = 0; i < spread->items; i++)
    memcpy(spread->outgoing + (size_t)i * size, values + (size_t)spread->order[i] * size, size);
  int ranks;
  MPI_Comm_size(spread->comm, &ranks);
  if (ranks == 1) { // a message costs more than the values of a small model
    memcpy(spread->incoming, spread->outgoing, (size_t)spread->items * size);
    return;
  }
  MPI_Datatype item;
  MPI_Type_contiguous((int)size, MPI_BYTE, &item);
  MPI_Type_commit(&item);
  MPI_Alltoallv(spread->outgoing, spread->send_count, spread->send_start, item, spread->incoming,
                spread->receive_count, spread->receive_start, item, spread->comm);
  MPI_Type_free(&item);
}

/// Determine the position of each received item, by sending the positions themselves.
static int plan_indices(gb_spread *spread, const int64_t index[], const char *what,
                        gb_error *error) {
  exchange(spread, sizeof *index, (const char *)index);
  for (int32_t i = 0; i < spread->count; i++) {
    int64_t at;
    memcpy(&at, spread->incoming + (size_t)i * sizeof at, sizeof at);
    spread->index[i] = (int32_t)(at - spread->first);
  }
  char *seen = spread->incoming; // the buffer is free again
  memset(seen, 0, (size_t)spread->count);
  for (int32_t i = 0; i < spread->count; i++)
    if (seen[spread->index[i]]++)
      return gb_fail(error, GB_TOO_LARGE, "results: %s place %" PRId64 " was given twice", what,
                     spread->first + spread->index[i]);
  return GB_OK;
}

static int build(gb_spread *spread, const int64_t index[], const char *what, gb_error *error) {
  int rank, ranks;
  MPI_Comm_rank(spread->comm, &rank);
  MPI_Comm_size(spread->comm, &ranks);
  int64_t size = block(spread), last = (rank + 1) * size;
  spread->first = rank * size < spread->total ? rank * size : spread->total;
  spread->count = (int32_t)((last < spread->total ? last : spread->total) - spread->first);
  int status = allocate(spread, ranks, error);
  if (status == GB_OK) status = check_range(spread, index, what, error);
  GB_TRY(gb_agree(spread->comm, status, error));
  plan_sending(spread, ranks, index);
  GB_TRY(gb_agree(spread->comm, plan_receiving(spread, ranks, what, error), error));
  return gb_agree(spread->comm, plan_indices(spread, index, what, error), error);
}

int gb_spread_create(MPI_Comm comm, const gb_spread_items *items, gb_spread **out,
                     gb_error *error) {
  *out = NULL;
  gb_spread *spread = NULL;
  GB_TRY(gb_agree(comm, GB_ALLOCATE(spread, 1, error), error));
  spread->comm = comm;
  spread->total = items->total;
  spread->items = items->owned;
  spread->widest = items->widest > sizeof *items->index ? items->widest : sizeof *items->index;
  const int status = build(spread, items->index, items->what, error);
  if (status != GB_OK) gb_spread_destroy(&spread);
  *out = spread;
  return status;
}

void gb_spread_apply(const gb_spread *spread, size_t size, const void *values, void *chunk) {
  exchange(spread, size, values);
  for (int32_t i = 0; i < spread->count; i++)
    memcpy((char *)chunk + (size_t)spread->index[i] * size, spread->incoming + (size_t)i * size,
           size);
}

void gb_spread_destroy(gb_spread **spread) {
  if (!*spread) return;
  gb_arena_free(&(*spread)->memory);
  free(*spread);
  *spread = NULL;
}
