/// Counts that indices of 32 bits hold, and messages with more values than an int counts.
#ifndef GB_BASE_COUNT_H
#define GB_BASE_COUNT_H

#include <mpi.h>
#include <stddef.h>
#include <stdint.h>

/// The largest number of unknowns of a model and of nodes, elements and matrix entries of a rank.
/// tests/cases/faults/largest_counts.py compiles a smaller number, in order to test how larger
/// models are refused and how long messages are sent in parts.
enum { GB_LARGEST_COUNT = INT32_MAX };

/// Broadcast `size` bytes from rank `root`, in messages whose lengths an int holds. Collective.
void gb_broadcast(MPI_Comm comm, int root, size_t size, void *bytes);
/// Add up values over all ranks and return the sums to all, in messages whose lengths an int holds.
/// Collective.
void gb_sum_over_ranks(MPI_Comm comm, size_t count, double values[]);
/// Add up values over all ranks and return the sums to rank 0 alone. Collective.
void gb_sum_on_first_rank(MPI_Comm comm, size_t count, double values[]);
/// Gather `size` bytes of each rank on rank 0, one rank after another, in messages whose lengths an
/// int holds. Collective.
/// @param all memory for the bytes of all ranks; only rank 0 uses it
void gb_gather_on_first_rank(MPI_Comm comm, size_t size, const void *bytes, void *all);

#endif
