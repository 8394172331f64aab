/// Rotations of nodes since a factor was made, by which an old factor serves the rotated structure:
/// P^-1 = T A0^-1 T^T with T = diag(R_n on each vector of node n). Strains, joints and inertia are
/// dot products of nodal vectors, so P is exact if the whole model has rotated as a rigid body.
/// Source: docs/theory.md, the section on preconditioners.
#ifndef GB_SYSTEM_PRECONDITIONER_COROTATION_H
#define GB_SYSTEM_PRECONDITIONER_COROTATION_H

#include "system/nodal_values/nodal.h"

typedef struct gb_corotation gb_corotation;

/// Model and nodal map are borrowed; the arena owns the memory. Collective. errors: GB_FILE
int gb_corotation_create(const gb_model *model, gb_nodal *nodal, gb_arena *arena,
                         gb_corotation **out, gb_error *error);
/// Use another nodal map of the same model from now on. Local.
void gb_corotation_move(gb_corotation *corotation, gb_nodal *nodal);
/// Find the rotation of each owned node from the reference to nodal displacements q, [owned nodes].
/// The rotation is the identity where the node's neighbours do not define one. Collective.
int gb_corotation_find(gb_corotation *corotation, const gb_scalar q[], double rotation[][3][3],
                       gb_error *error);
/// Replace the rotations of the owned nodes at the present state by those from the state `then` to
/// the present one. @return the largest entry of R - I on all ranks. Collective.
/// @param other whether the present state is another one; on return whether it is so on some rank
double gb_corotation_compare(const gb_corotation *corotation, const double then[][3][3],
                             double rotation[][3][3], int *other);
/// x <- T x or, if `back`, T^T x for x[count][owned unknowns], with the rotations [owned nodes].
/// Local.
void gb_corotation_apply(const gb_corotation *corotation, const double rotation[][3][3], bool back,
                         int count, gb_scalar x[]);

/// x <- R x or, if `back`, R^T x.
static inline void gb_rotate_three(const double R[3][3], bool back, gb_scalar x[]) {
  const gb_scalar old[3] = {x[0], x[1], x[2]};
  for (int r = 0; r < 3; r++)
    x[r] = back ? R[0][r] * old[0] + R[1][r] * old[1] + R[2][r] * old[2]
                : R[r][0] * old[0] + R[r][1] * old[1] + R[r][2] * old[2];
}

#endif
