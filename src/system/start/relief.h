/// Inertia relief. The acceleration a of a rigid motion of the model in its present configuration
/// balances the power of the residual R + M a in the free rigid motions r_k
/// (model/mechanisms/relief.h), so supports that are as many as these motions have no reactions.
/// With r_k . M r_l = 1 for k = l, else 0: a = -sum_k (r_k . R) r_k. Source: docs/theory.md, the
/// section on inertia relief.
#ifndef GB_SYSTEM_START_RELIEF_H
#define GB_SYSTEM_START_RELIEF_H

#include "base/arena.h"
#include "system/assembly/assembly.h"

typedef struct gb_relief gb_relief;

/// A rigid acceleration of the model.
typedef struct gb_relief_report {
  bool active;                        ///< false: there is no inertia relief
  double about[3];                    ///< mass centre of the reference
  double acceleration[3], angular[3]; ///< of the mass centre; angular acceleration [rad / time^2]
} gb_relief_report;

/// Model and assembly are borrowed; the arena owns the memory. Local. errors: GB_FILE
int gb_relief_create(const gb_model *model, gb_assembly *assembly, gb_arena *arena, gb_relief **out,
                     gb_error *error);

// The following functions are collective.

/// Find the acceleration that balances R, with all loads and temperatures, at the q and t of a
/// state. Does nothing if they are those of the last call. errors: GB_MASSLESS, GB_FILE
int gb_relief_find(gb_relief *relief, const gb_nodal_state *at, gb_error *error);
/// Compute the acceleration anew in the next gb_relief_find, because loads have changed. Local.
void gb_relief_forget(gb_relief *relief);
/// @return the acceleration, [nodal values], valid until the next gb_relief_find. Local.
const gb_scalar *gb_relief_acceleration(const gb_relief *relief);

// The derivatives of the balanced residual R + M a by R and by nodal values z, for `count` vectors
// at the state of the last gb_relief_find. errors: GB_FILE

/// y[count][nodal values], the derivative of R along a direction, becomes that of R + M a.
/// @param dz  derivative of the nodal values along it, [count][nodal values]; NULL: zero
int gb_relief_direction(gb_relief *relief, int count, const gb_scalar dz[], gb_scalar y[],
                        gb_error *error);
/// psi[count][nodal values], weights of R + M a, become those of R; bar[count][nodal values] +=
/// derivatives by nodal values apart from those of R.
/// @param bar  NULL: not wanted
int gb_relief_product(gb_relief *relief, int count, gb_scalar psi[], gb_scalar bar[],
                      gb_error *error);

/// Find the weights of R and the derivatives by nodal values of functions of a.
/// @param bar_a  derivatives by a, this rank's share, [count][nodal values]
/// @param psi    weights of R (overwrites), [count][nodal values]
/// @param bar    += derivatives by nodal values apart from those of R, [count][nodal values]
int gb_relief_weigh(gb_relief *relief, int count, const gb_scalar bar_a[], gb_scalar psi[],
                    gb_scalar bar[], gb_error *error);

/// Write the accelerations of a model with this mass, those of the last gb_relief_find.
void gb_relief_write(const gb_relief *relief, double mass, gb_relief_report *report);

#endif
