/// Inertia relief of a model's system.
#include "system/model_relief.h"

#include "system/diagnostics/inertia.h"
#include "system/model_reports.h"

#include <string.h>

/// Whether the acceleration of inertia relief contributes to a derivative at a state. In a linear
/// system it does so at the origin only, where loads and inertia balance.
static bool is_relieved(const gb_model_data *s, const gb_state *state) {
  return s->relief && (!s->linear || state->withheld == 1);
}

/// Whether this part of a derivative contains the change of the reference by designs in the
/// acceleration of inertia relief. Derivatives of linear systems are sums of several parts, of
/// which one contains it.
static bool relief_varies(const gb_model_data *s, const gb_state *state) {
  return s->model->dofs->T.varies &&
         state->turning == (s->linear ? GB_TURNING_ALONE : GB_TURNING_KEPT);
}

int gb_model_relief_product(gb_model_data *s, const gb_state *state, int count,
                            gb_scalar gradient[], gb_error *error) {
  const bool varies = relief_varies(s, state);
  if (!is_relieved(s, state)) return GB_OK;
  memset(s->work->y, 0, (size_t)count * s->work->size * sizeof *s->work->y);
  GB_TRY(gb_relief_product(s->relief, count, s->work->x, varies ? s->work->y : NULL, error));
  if (!varies) return GB_OK;
  gb_shape_sensitivity_reference_gradient(s->shape, count, s->work->y, gradient);
  return gb_shape_sensitivity_gradient(s->shape, state->component[GB_Q], count, s->work->y,
                                       gradient, error);
}

int gb_model_relief_direction(gb_model_data *s, const gb_state *state, int count,
                              const gb_scalar dx[], const gb_scalar d[], gb_error *error) {
  const bool varies = relief_varies(s, state), moves = state->turning == GB_TURNING_KEPT;
  gb_scalar *x = s->work->x;
  if (!is_relieved(s, state)) return GB_OK;
  memset(x, 0, (size_t)count * s->work->size * sizeof *x);
  if (moves && d)
    GB_TRY(gb_nodal_gather(s->nodal, count, gb_model_data_join(s, count, d, NULL), x, error));
  if (moves) GB_TRY(gb_shape_sensitivity_gather(s->shape, state, GB_Q, count, dx, x, error));
  if (varies) gb_shape_sensitivity_reference_direction(s->shape, count, dx, x);
  return gb_relief_direction(s->relief, count, varies || moves ? x : NULL, s->work->y, error);
}

int gb_model_relief_bars(gb_model_data *s, const gb_state *state, const gb_nodal_state *nodal,
                         int count, gb_scalar bar[], gb_scalar gradient[], gb_error *error) {
  static const double sigma[3] = {1, 0, 0};
  const gb_nodal_state *at = s->linear ? nodal->origin : nodal;
  const size_t all = (size_t)count * s->work->size;
  gb_scalar *by = NULL;
  if (!s->relief) return GB_OK;
  GB_SCRATCH(scratch);
  GB_TRY(gb_agree(s->model->comm, GB_TAKE(&scratch, by, all, error), error));
  GB_TRY(gb_relief_weigh(s->relief, count, s->work->y, s->work->x, by, error));
  gb_assembly_design_product(s->assembly, at, count, s->work->x, gradient);
  const gb_scalar *const psi[2] = {NULL, s->work->x};
  GB_TRY(gb_shape_sensitivity_product(s->shape, state, at, count, psi, gradient, error));
  if (s->model->dofs->T.varies)
    gb_shape_sensitivity_reference_gradient(s->shape, count, by, gradient);
  if (s->linear) return GB_OK; // the loads at the origin do not depend on the unknowns
  GB_TRY(
      gb_shape_sensitivity_gradient(s->shape, state->component[GB_Q], count, by, gradient, error));
  GB_TRY(gb_assembly_product(s->assembly, &(gb_nodal_operator){sigma, at, true}, count, s->work->x,
                             by, error));
  GB_TRY(gb_nodal_scatter(s->nodal, count, by, s->work->owned, error));
  gb_model_data_add_owned(s, count, bar);
  return GB_OK;
}

int gb_model_system_relief(gb_system *system, const gb_state *state, gb_relief_report *report,
                           gb_error *error) {
  gb_model_data *s = gb_model_data_of(system);
  const gb_problem *problem = s->model->problem;
  const int parts = problem->shells.count + problem->bodies.count + problem->beams.count + 1;
  gb_nodal_state nodal;
  gb_inertia *part;
  *report = (gb_relief_report){.active = false};
  if (!s->relief) return GB_OK;
  GB_SCRATCH(scratch);
  GB_TRY(gb_agree(s->model->comm, GB_TAKE(&scratch, part, (size_t)parts + 1, error), error));
  GB_TRY(gb_inertia_find(s->model, part, error));
  GB_TRY(gb_model_data_gather(s, state, GB_A, &nodal, error));
  memcpy(report->about, part[parts].center, sizeof report->about);
  gb_relief_write(s->relief, part[parts].mass, report);
  return GB_OK;
}
