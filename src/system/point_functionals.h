/// Functionals of points: expressions of time, of the motion of probes, of quantities and of
/// controls, sampled into the aggregate's sums, with derivatives by nodal values (docs/theory.md,
/// eqs. 6.12 to 6.14).
#ifndef GB_SYSTEM_POINT_FUNCTIONALS_H
#define GB_SYSTEM_POINT_FUNCTIONALS_H

#include "solve/system.h"
#include "system/assembly.h"

/// Number of a probe's values in an expression: position, displacement, velocity and acceleration,
/// three components each. Variable 0 is t and variable 1 + GB_MOTION_VALUES p + i the i-th value of
/// probe p; the values of all quantities follow, then those of controls.
enum { GB_MOTION_VALUES = 12 };

/// @return the component from which a value of a probe is read: GB_Q, GB_V or GB_A
static inline int gb_motion_component(int value) {
  return value < 6 ? GB_Q : value < 9 ? GB_V : GB_A;
}

typedef struct gb_point_functionals gb_point_functionals;

/// @return the variable of the first value of the first quantity
static inline int gb_first_quantity(const gb_model *model) {
  return 1 + GB_MOTION_VALUES * model->probes->count;
}

/// @return the variable of the first control
static inline int gb_first_control(const gb_model *model) {
  return gb_first_quantity(model) + model->quantities->values;
}

/// Assembly, functionals (those of the aggregate) and aggregate are borrowed; the arena owns the
/// memory. Local. errors: GB_FILE
int gb_point_functionals_create(gb_assembly *assembly, const gb_functional functional[],
                                gb_aggregate *aggregate, gb_arena *arena,
                                gb_point_functionals **out, gb_error *error);
/// Whether a functional that counts this time point depends on a component GB_Q, GB_V or GB_A; the
/// same on all ranks.
bool gb_point_functionals_use(const gb_point_functionals *points, gb_instant instant,
                              int component);
/// Add the samples of this time point to the sums. The state must contain the components in use.
/// Collective.
/// errors, the same on all ranks: GB_NOT_FINITE if an expression has no finite value
int gb_point_functionals_sample(gb_point_functionals *points, const gb_nodal_state *state,
                                gb_instant instant, gb_error *error);
/// Call after the sums are closed: find the derivatives at this time point for
/// gb_point_functionals_bar. Collective. errors: GB_NOT_FINITE if a derivative is not finite
int gb_point_functionals_differentiate(gb_point_functionals *points, const gb_nodal_state *state,
                                       gb_instant instant, gb_error *error);
/// Make gb_point_functionals_differentiate also compute, for each functional, the size that it
/// would have if each variable were as large as the largest of its kind in the model:
/// size[functionals], zero at first. Local. errors: GB_FILE
int gb_point_functionals_measure(gb_point_functionals *points, gb_arena *arena, double **size,
                                 gb_error *error);
/// gradient[functionals][designs] += derivatives of displacements by designs that change the
/// reference positions (the derivatives by GB_Q treat such a change as a motion), and derivatives
/// of quantities and controls by designs. Local.
void gb_point_functionals_gradient(const gb_point_functionals *points, const gb_nodal_state *state,
                                   gb_scalar gradient[]);
/// bar[i][functionals][nodal values] += derivatives by a component's nodal values, with bar[i] as
/// in gb_assembly_sample_product. Collective.
int gb_point_functionals_bar(const gb_point_functionals *points, const gb_nodal_state *state,
                             int component, gb_scalar *const bar[2], gb_error *error);

#endif
