/// States that the equations allow and shells and joints do not.
#ifndef GB_SYSTEM_ADMISSIBLE_H
#define GB_SYSTEM_ADMISSIBLE_H

#include "system/assembly.h"

/// Whether no shell is folded: no director turned through the surface, no element turned over in
/// itself, and no element that has turned by more than an eighth turn against one of its directors
/// since `before`, so that no two that share a node have turned by more than a quarter turn against
/// each other; no beam bends by more than a third of a turn between two nodes; and no joint stands
/// half a turn from where it is meant to.
/// @param q, before nodal displacements, [nodal values]; before NULL: not compared
/// @param upright whether no director of this rank leans by more than 22.5 degrees; in: at the
/// state
///   before (false: not known), out: now
/// @param text  out: what is wrong, by the user's numbers, on all ranks
/// Collective; the same on any number of ranks.
bool gb_admissible(gb_assembly *assembly, double t, const gb_scalar q[], const gb_scalar before[],
                   bool *upright, size_t size, char *text);

/// The largest excess of elements at states so far, see gb_element.excess; `element` by the user's
/// number, 0: none had any.
typedef struct gb_excess {
  double ratio, t;
  int64_t element;
} gb_excess;

/// Keep the largest excess of this rank's elements at a state, [GB_BOUNDS]. Local.
void gb_excess_find(gb_assembly *assembly, double t, const gb_scalar q[], gb_excess worst[]);
/// The largest of all ranks, [GB_BOUNDS]. Collective.
void gb_excess_gather(MPI_Comm comm, gb_excess worst[]);

/// The largest angle by which a director has turned between neighbouring nodes of a shell or beam,
/// and the number of that element. Collective.
/// @param q nodal displacements
void gb_largest_bend(const gb_model *model, const gb_scalar q[], double *angle, int64_t *element);

#endif
