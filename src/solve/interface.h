/// The unknowns of a matrix over the ranks that no rank can eliminate by itself, and their factor.
/// Sums over the ranks are made in rank order, so a solution repeats bit by bit.
/// Source: Smith, Bjorstad & Gropp, Domain Decomposition, section 4.2 (substructuring).
#ifndef GB_SOLVE_INTERFACE_H
#define GB_SOLVE_INTERFACE_H

#include "solve/linear.h"

#include <stdbool.h>
#include <stdint.h>

/// The unknowns that this rank eliminates by itself: owned ones that occur in its own entries
/// alone, have a diagonal entry and no neighbour without one, so that multipliers and the unknowns
/// that they constrain are of the interface. Local numbers: the interior, then the faces, which are
/// the interface's unknowns that couple with the interior (active) and other owned ones.
typedef struct gb_interior {
  int32_t unknowns, active;
  int64_t entries;   ///< of the pattern, but those between unknowns of the interface
  int *row, *column; ///< of these, local numbers from 1, [entries]
  int *order;        ///< elimination: positions from 1, the active ones last, [unknowns + active]
} gb_interior;

/// Slices of an array, one for each rank, [ranks].
typedef struct gb_slices {
  int *count, *start;
} gb_slices;

/// On rank 0: the interface's matrix, from the shares of all ranks, and its factor.
typedef struct gb_interface_matrix {
  gb_slices faces, shares;
  gb_slices sides; ///< of right-hand sides on the faces
  int *face;       ///< faces of all ranks: numbers in the interface
  gb_linear_pattern pattern;
  int32_t *position; ///< of each unknown of the interface in the elimination, [total]
  gb_timers timers;  ///< of the parts, which the whole counts
  gb_linear *linear;
  int capacity; ///< right-hand sides that the buffers have memory for
  gb_arena buffers;
  gb_scalar *gathered, *sum; ///< [rank][capacity][its faces], [capacity][total]
} gb_interface_matrix;

typedef struct gb_interface {
  MPI_Comm comm;
  int rank, ranks;
  gb_arena memory; ///< of the arrays, but for the buffers of right-hand sides
  const gb_linear_pattern *pattern;
  int32_t total; ///< unknowns of the interface on all ranks
  gb_interior interior;
  int32_t faces;
  int *face;            ///< number in the interface of each face, [faces]
  int32_t *owned_index; ///< local number of each owned unknown, [owned]
  bool *across;         ///< whether an entry is of the interface alone, [entries of the pattern]
  int64_t direct;       ///< entries that are
  int64_t shares;       ///< numbers that this rank adds to the interface's matrix: the direct
                        ///< entries, then the lower triangle of the active
  gb_interface_matrix matrix;
} gb_interface;

/// *out is NULL where the interface is too large to be factored on one rank. Collective.
/// @param values entries of the pattern, whose zeros on the diagonal tell multipliers
int gb_interface_create(MPI_Comm comm, const gb_linear_pattern *pattern, const gb_scalar values[],
                        gb_interface **out, gb_error *error);
void gb_interface_destroy(gb_interface **interface);
/// Add the ranks' shares and factor. Collective.
/// @param precision of the factor
int gb_interface_factor(gb_interface *interface, gb_precision precision, const gb_scalar share[],
                        gb_error *error);
/// Add the ranks' right-hand sides of their faces, solve, and give each rank the solution there:
/// x[count][faces]. Collective.
int gb_interface_solve(gb_interface *interface, int count, gb_scalar x[], gb_error *error);

#endif
