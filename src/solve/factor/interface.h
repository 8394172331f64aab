/// The unknowns of a distributed matrix that no rank can eliminate alone (the interface), and their
/// factor. Sums over the ranks are made in the order of ranks, so a solution is reproducible bit by
/// bit.
/// Source: Smith, Bjorstad & Gropp, Domain Decomposition, section 4.2 (substructuring).
#ifndef GB_SOLVE_FACTOR_INTERFACE_H
#define GB_SOLVE_FACTOR_INTERFACE_H

#include "solve/factor/linear.h"

#include <stdbool.h>
#include <stdint.h>

/// The interior: owned unknowns that this rank eliminates alone. They occur only in this rank's
/// entries. Multipliers, whose diagonal entries are zero, and the unknowns that they constrain
/// belong to the interface. If it were too large with all of them, a multiplier is in the interior
/// where the unknowns that it constrains occur only in this rank's entries, and so do those that
/// other multipliers of the same unknowns constrain. Local numbers: first the interior, then the
/// faces, which are the interface's unknowns that couple with the interior (active) and other owned
/// ones.
typedef struct gb_interior {
  int32_t unknowns, active;
  int64_t entries; ///< number of entries of the pattern except those between two interface unknowns
  int *row, *column; ///< local numbers of these entries, counted from 1, [entries]
  int *order; ///< elimination order: positions from 1 with the active unknowns last, [unknowns +
              ///< active]
} gb_interior;

/// Parts of an array, one for each rank, [ranks].
typedef struct gb_slices {
  int *count, *start;
} gb_slices;

/// The interface's matrix on rank 0, gathered from all ranks, and its factor. The memory of the
/// interface owns it, and all arrays but the buffers.
typedef struct gb_interface_matrix {
  gb_slices faces, shares;
  int *face; ///< number in the interface of the faces of all ranks
  gb_linear_pattern *pattern;
  gb_linear *linear;
  int capacity; ///< number of right-hand sides that fit into the buffers
  gb_arena buffers;
  gb_scalar *gathered, *sum; ///< values on the faces of all ranks, [rank][capacity][faces of the
                             ///< rank]; their sums, [capacity][total]
} gb_interface_matrix;

/// Division of a pattern's unknowns into interiors and interface on one rank.
typedef struct gb_interface {
  MPI_Comm comm;
  int rank, ranks;
  gb_arena memory; ///< owns the arrays except the buffers of right-hand sides
  const gb_linear_pattern *pattern;
  int32_t total; ///< number of interface unknowns on all ranks
  gb_interior interior;
  int32_t faces;
  int *face;            ///< number in the interface of each face, [faces]
  int32_t *owned_index; ///< local number of each owned unknown, [owned]
  bool *across;   ///< whether an entry is between two interface unknowns, [entries of the pattern]
  int64_t direct; ///< number of such entries
  int64_t shares; ///< number of values that this rank adds to the interface's matrix: entries
                  ///< between interface unknowns, then the lower triangle of the active unknowns
  gb_interface_matrix *matrix;
} gb_interface;

/// Divide the unknowns into interiors and interface. *out is NULL if the interface is too large to
/// be factored on one rank. Collective. errors: GB_FILE
/// @param values entries of the pattern; unknowns with a zero diagonal are multipliers
int gb_interface_create(MPI_Comm comm, const gb_linear_pattern *pattern, const gb_scalar values[],
                        gb_interface **out, gb_error *error);
void gb_interface_destroy(gb_interface **interface);
/// Add the contributions of all ranks to the interface's matrix and factor it. Collective. errors:
/// GB_SINGULAR, GB_FILE
/// @param precision precision of the factor
int gb_interface_factor(gb_interface *interface, gb_precision precision, const gb_scalar share[],
                        gb_error *error);
/// Add the right-hand sides of all ranks on the interface, solve, and return to each rank the
/// solution on its faces: x[count][faces]. Collective.
int gb_interface_solve(gb_interface *interface, int count, gb_scalar x[], gb_error *error);

#endif
