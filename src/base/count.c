/// Messages with more values than an int counts.
#include "base/count.h"

#include <string.h>

/// @return the number of the next values, of those that are left, that one message has
static int next_part(size_t left) {
  const size_t most = GB_LARGEST_COUNT / 2;
  return (int)(left < most ? left : most);
}

void gb_broadcast(MPI_Comm comm, int root, size_t size, void *bytes) {
  for (size_t first = 0, part; first < size; first += part) {
    part = (size_t)next_part(size - first);
    MPI_Bcast((char *)bytes + first, (int)part, MPI_BYTE, root, comm);
  }
}

void gb_sum_over_ranks(MPI_Comm comm, size_t count, double values[]) {
  for (size_t first = 0, part; first < count; first += part) {
    part = (size_t)next_part(count - first);
    MPI_Allreduce(MPI_IN_PLACE, values + first, (int)part, MPI_DOUBLE, MPI_SUM, comm);
  }
}

void gb_sum_on_first_rank(MPI_Comm comm, size_t count, double values[]) {
  int rank;
  MPI_Comm_rank(comm, &rank);
  for (size_t first = 0, part; first < count; first += part) {
    part = (size_t)next_part(count - first);
    double *const here = values + first;
    MPI_Reduce(rank == 0 ? MPI_IN_PLACE : here, here, (int)part, MPI_DOUBLE, MPI_SUM, 0, comm);
  }
}

/// Rank 0: receive the bytes of a rank. @return their number
static size_t receive(MPI_Comm comm, int rank, char *bytes) {
  int64_t size;
  MPI_Recv(&size, 1, MPI_INT64_T, rank, 0, comm, MPI_STATUS_IGNORE);
  for (size_t first = 0, part; first < (size_t)size; first += part) {
    part = (size_t)next_part((size_t)size - first);
    MPI_Recv(bytes + first, (int)part, MPI_BYTE, rank, 0, comm, MPI_STATUS_IGNORE);
  }
  return (size_t)size;
}

static void send(MPI_Comm comm, size_t size, const char *bytes) {
  const int64_t count = (int64_t)size;
  MPI_Send(&count, 1, MPI_INT64_T, 0, 0, comm);
  for (size_t first = 0, part; first < size; first += part) {
    part = (size_t)next_part(size - first);
    MPI_Send(bytes + first, (int)part, MPI_BYTE, 0, 0, comm);
  }
}

void gb_gather_on_first_rank(MPI_Comm comm, size_t size, const void *bytes, void *all) {
  int rank, ranks;
  char *next = all;
  MPI_Comm_rank(comm, &rank);
  MPI_Comm_size(comm, &ranks);
  if (rank > 0) {
    send(comm, size, bytes);
    return;
  }
  if (size > 0) memcpy(next, bytes, size);
  next += size;
  for (int r = 1; r < ranks; r++) next += receive(comm, r, next);
}
