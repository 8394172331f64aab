/// The unknowns of a matrix over the ranks that no rank can eliminate by itself, and their factor.
/// Sums over the ranks are made in rank order, so a solution repeats bit by bit.
/// Source: Smith, Bjorstad & Gropp, Domain Decomposition, section 4.2 (substructuring).
#ifndef GB_SOLVE_INTERFACE_H
#define GB_SOLVE_INTERFACE_H

#include "solve/linear_backend.h"

#include <stdbool.h>
#include <stdint.h>

/// This rank's part. Its interior: owned unknowns that occur in its own entries alone, have a
/// diagonal entry and no neighbour without one, so that multipliers and what they hold are of the
/// interface. Local numbers: the interior, then the faces, which are the interface's unknowns that
/// couple with the interior (active) and other owned ones.
typedef struct gb_interface {
  MPI_Comm comm;
  int rank, ranks;
  const gb_linear_pattern *pattern;
  int32_t total; ///< unknowns of the interface on all ranks
  int32_t interior, active, faces;
  int32_t *owned_place; ///< local number of each owned unknown, [owned]
  int *order;           ///< elimination: places from 1, the active ones last, [interior + active]
  bool *across;         ///< whether an entry is of the interface alone, [entries]
  int64_t inner;        ///< entries that are not, and their local numbers from 1
  int *row, *column;    ///< [inner]
  int64_t direct;       ///< entries that are
  int64_t shares;       ///< numbers that this rank gives to the interface's matrix:
                        ///< the direct ones, then the lower triangle of the active
  int *face;            ///< number in the interface of each face, [faces]
  // Rank 0, of all ranks: where their faces and shares start, and the matrix.
  int *faces_count, *faces_start, *shares_count, *shares_start; ///< [ranks]
  int *sent_count, *sent_start;                                 ///< of right-hand sides, [ranks]
  int *all_faces;
  int32_t *place; ///< of each unknown of the interface in the elimination, [total]
  gb_linear_pattern matrix;
  gb_timers timers; ///< of the parts, which the whole counts
  gb_linear *linear;
  int room;
  gb_scalar *gathered, *sum; ///< [rank][room][its faces], [room][total]
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
