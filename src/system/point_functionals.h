/// Functionals of points: expressions of the time, of the motion of a model's probes and of its
/// quantities and of controls, as samples of the aggregate's sums, and their derivatives as bars of
/// nodal values (docs/theory.md, eqs. 6.12 to 6.14).
#ifndef GB_SYSTEM_POINT_FUNCTIONALS_H
#define GB_SYSTEM_POINT_FUNCTIONALS_H

#include "solve/system.h"
#include "system/assembly.h"

/// What an expression knows of a probe: place, displacement, velocity, acceleration, three each.
/// Variable 0 is t, variable 1 + GB_MOTION_VALUES p + i the i-th value of probe p; the values of
/// all quantities follow, then those of controls.
enum { GB_MOTION_VALUES = 12 };

/// The component that a value of a probe is read from: GB_Q, GB_V or GB_A.
static inline int gb_motion_component(int value) {
  return value < 6 ? GB_Q : value < 9 ? GB_V : GB_A;
}

typedef struct gb_point_functionals gb_point_functionals;

/// The variable that is the first value of the first quantity.
static inline int gb_first_quantity(const gb_model *model) {
  return 1 + GB_MOTION_VALUES * model->probes->count;
}

/// The variable that is the first control.
static inline int gb_first_control(const gb_model *model) {
  return gb_first_quantity(model) + model->quantities->values;
}

/// Assembly, functionals, which are the aggregate's, and aggregate are borrowed; memory of the
/// arena. Local.
int gb_point_functionals_create(gb_assembly *assembly, const gb_functional functional[],
                                gb_aggregate *aggregate, gb_arena *arena,
                                gb_point_functionals **out, gb_error *error);
/// Whether a functional that counts this time point depends on GB_Q, GB_V or GB_A. Same on all
/// ranks.
bool gb_point_functionals_use(const gb_point_functionals *points, gb_instant instant,
                              int component);
/// Add this time point to the sums; the state has the components in use. Collective.
/// errors: GB_MODEL, on all ranks, where an expression has no finite value
int gb_point_functionals_sample(gb_point_functionals *points, const gb_nodal_state *state,
                                gb_instant instant, gb_error *error);
/// After the sums are closed: find the derivatives of this time point's contributions, for
/// gb_point_functionals_bar. Collective. errors: GB_MODEL likewise, where one is not finite
int gb_point_functionals_differentiate(gb_point_functionals *points, const gb_nodal_state *state,
                                       gb_instant instant, gb_error *error);
/// From now on find, with the derivatives, how large each functional would be were each variable as
/// large as any of its kind in the model: size[functionals], zero before. Local. errors: GB_FILE
int gb_point_functionals_measure(gb_point_functionals *points, gb_arena *arena, double **size,
                                 gb_error *error);
/// gradient[functionals][designs] += what displacements lose where designs move the places that
/// they count from: the bars of GB_Q take it for a motion; and the derivatives of quantities by
/// designs. Local.
void gb_point_functionals_gradient(const gb_point_functionals *points, const gb_nodal_state *state,
                                   gb_scalar gradient[]);
/// bar[i][functionals][nodal values] += the derivatives by a component's nodal values, bar[i] as in
/// gb_assembly_sample_product. Collective.
int gb_point_functionals_bar(const gb_point_functionals *points, const gb_nodal_state *state,
                             int component, gb_scalar *const bar[2], gb_error *error);

#endif
