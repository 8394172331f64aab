/// Communicators of two ranks.
#ifndef GB_BASE_PAIR_H
#define GB_BASE_PAIR_H

#include <mpi.h>

/// Create a communicator of rank 0 and another rank, which becomes its rank 1. The caller frees it
/// by MPI_Comm_free. Collective over these two ranks.
MPI_Comm gb_pair_create(MPI_Comm comm, int other);

#endif
