/// Problems as bytes, in which they travel from rank to rank.
#ifndef GB_PROBLEM_PROBLEM_BROADCAST_H
#define GB_PROBLEM_PROBLEM_BROADCAST_H

#include "problem/problem.h"

#include <mpi.h>

/// Write a problem as bytes that do not depend on addresses. The settings that it borrows from a
/// case, the sections of its deck's elements and the knots of controls, which decks do not have,
/// are left out. Local. errors: GB_FILE (memory)
/// @param[out] size, bytes  number of bytes; the bytes, which the arena owns
int gb_problem_pack(const gb_problem *problem, gb_arena *arena, size_t *size, char **bytes,
                    gb_error *error);
/// Create a problem from its bytes. Local. errors: GB_FILE (memory)
int gb_problem_unpack(const char *bytes, gb_problem **out, gb_error *error);
/// Copy the problem of rank 0 to the other ranks, where *problem is NULL before the call.
/// Collective. errors: GB_FILE (memory)
int gb_problem_broadcast(MPI_Comm comm, gb_problem **problem, gb_error *error);

#endif
