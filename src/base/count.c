/// Messages with more values than an int counts.
#include "base/count.h"

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
