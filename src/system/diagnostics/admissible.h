/// Checks of a converged state: states that satisfy the equations but that a real shell, beam or
/// joint cannot take.
#ifndef GB_SYSTEM_DIAGNOSTICS_ADMISSIBLE_H
#define GB_SYSTEM_DIAGNOSTICS_ADMISSIBLE_H

#include "system/assembly/assembly.h"

/// Check whether a state is admissible. It is not when
/// - a director points through the surface of its shell element,
/// - a shell element is turned over or has collapsed,
/// - a shell element and one of its directors have turned by more than 45 degrees against each
/// other since the state `before` (two elements that share a node have then turned by at most 90
/// degrees against each other),
/// - a beam element bends or twists so far between two nodes that it folds up,
/// - a joint stands half a turn from its intended orientation.
/// @param q       nodal displacements, [nodal values]
/// @param before  the same at the state before, or NULL: angles are not compared
/// @param upright in: no director of this rank leaned by more than 22.5 degrees at the state before
///   (false if not known); out: the same for the present state
/// @param text    out, on all ranks: description of the first defect with the user's numbers
/// Collective. The result does not depend on the number of ranks.
bool gb_admissible(gb_assembly *assembly, double t, const gb_scalar q[], const gb_scalar before[],
                   bool *upright, size_t size, char *text);

/// Largest excess of any element so far, see gb_element.excess. `element` is the user's number; 0:
/// no element exceeded its bound.
typedef struct gb_excess {
  double ratio, t;
  int64_t element;
} gb_excess;

/// Update the largest excess for each kind of bound, worst[GB_BOUNDS], by this rank's elements at a
/// state. Local.
void gb_excess_find(gb_assembly *assembly, double t, const gb_scalar q[], gb_excess worst[]);
/// Find the largest excess of all ranks, worst[GB_BOUNDS]. Collective.
void gb_excess_gather(MPI_Comm comm, gb_excess worst[]);

/// Find the largest angle in radians by which directors of neighbouring nodes of a shell or beam
/// have turned against each other, and the user's number of that element. Collective.
/// @param q nodal displacements, [nodal values]
void gb_largest_bend(const gb_model *model, const gb_scalar q[], double *angle, int64_t *element);

#endif
