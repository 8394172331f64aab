/// Where a residual is largest, in the user's words.
#ifndef GB_SYSTEM_WORST_H
#define GB_SYSTEM_WORST_H

#include "system/assembly.h"

/// The node value whose unknown has the largest entry of r, and the element that contributes most
/// to it at this state: "node 17 (u_z), element 30". Collective; text on every rank.
/// @param r [owned unknowns]
/// errors: GB_FILE (memory)
int gb_worst_words(const gb_model *model, gb_assembly *assembly, const gb_nodal_state *state,
                   const gb_scalar r[], size_t size, char *text, gb_error *error);

/// The largest displacement among nodal values z[nodal values] of mesh nodes, points and
/// bodies, and the words of its node.
/// Collective; text on every rank. @return its magnitude
double gb_worst_motion(const gb_model *model, const gb_scalar z[], size_t size, char *text);

#endif
