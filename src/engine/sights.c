/// Looks at the states of a march for what may not have been meant.
#include "engine/sights.h"

#include "integrators/trajectory.h"
#include "system/diagnostics/inertia.h"
#include "system/diagnostics/state_report.h"

#include <float.h>
#include <math.h>

/// Steps within which a contact that is pressed in at the start lets go, if nothing holds it.
enum { FIRST_STEPS = 20 };

/// The largest force on a node of contacts, and the largest depth. Collective.
static int find_press(gb_run *r, const gb_state *state, double *force, double *depth,
                      gb_error *error) {
  const int32_t count = r->analysis->model->contact_nodes->count;
  *force = *depth = 0;
  GB_TRY(gb_model_system_touch(r->system, state, r->frame->touch, error));
  for (int32_t k = 0; k < count; k++) {
    const double *v = &r->frame->touch[k * GB_TOUCH_VALUES], *f = &v[GB_TOUCH_FORCE];
    *force = fmax(*force, hypot(hypot(f[0], f[1]), f[2]));
    if (v[GB_TOUCH_DEPTH] > *depth) *depth = v[GB_TOUCH_DEPTH]; // it may be NAN
  }
  return GB_OK;
}

int gb_run_look(gb_run *r, int step, const gb_state *state, gb_error *error) {
  gb_sights *sights = r->frame->sights;
  double force, depth;
  gb_balance balance;
  if (!r->frame->touch || r->linear || gb_table_walks(r->table)) return GB_OK;
  if (step > FIRST_STEPS || (step > 0 && sights->depth == 0)) return GB_OK;
  GB_TRY(find_press(r, state, &force, &depth, error));
  if (step > 0) {
    sights->kept = fmin(sights->kept, depth);
    return GB_OK;
  }
  if (force == 0 || depth == 0) return GB_OK;
  GB_TRY(gb_model_system_balance(r->system, state, &balance, error));
  // what moves into a surface has more energy than the surface has taken so far
  if (!(force * depth > 2 * balance.kinetic)) return GB_OK;
  sights->force = force;
  sights->depth = sights->kept = depth;
  return GB_OK;
}

static double size_of(const double force[3]) {
  return hypot(hypot(force[0], force[1]), force[2]);
}

int gb_run_sum_up(gb_run *r, gb_outcome *outcome, gb_error *error) {
  const gb_model *model = r->analysis->model;
  const double start = 0;
  gb_resultant loads = {0}, weight = {0};
  gb_nodal_state nodal;
  gb_sights *sights = outcome->sights;
  sights->extent = gb_model_extent(model);
  if (sights->depth > 0) {
    GB_TRY(gb_resultants_find(model, 1, &start, &loads, &weight, error));
    sights->acting = size_of(loads.force) + size_of(weight.force);
  }
  if (!r->linear) return GB_OK;
  GB_TRY(gb_model_system_gather(r->system, gb_trajectory_state(r->trajectory, r->trajectory->k),
                                &nodal, error));
  sights->moved = gb_largest_motion(model, nodal.q, sizeof sights->node, sights->node);
  return GB_OK;
}
