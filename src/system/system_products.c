/// The products of a model as a system: with its Jacobians, and with derivatives by designs.
#include "system/model_system.h"
#include "system/system_parts.h"

#include <string.h>

static bool is_held(const gb_model_system *s, const double sigma[3], const gb_state *state) {
  return s->cached.state == state && memcmp(s->cached.sigma, sigma, sizeof s->cached.sigma) == 0;
}

/// Nodal values of what a Jacobian of this sigma depends on.
static int gather_for(gb_model_system *s, const double sigma[3], const gb_state *state,
                      gb_nodal_state *nodal, gb_error *error) {
  *nodal = (gb_nodal_state){.t = state->t, .initial = state->initial, .impulse = s->at.start};
  if (sigma[0] == 0 && (sigma[1] == 0 || !s->model->blocks->damped) &&
      s->model->dofs->total_multipliers == 0)
    return GB_OK;
  return gb_model_system_gather(s, state, gb_model_system_last_slot(s), nodal, error);
}

int gb_model_system_cache_linearisation(gb_system *system, const double sigma[3],
                                        const gb_state *state, gb_error *error) {
  gb_model_system *s = gb_model_system_of(system);
  s->cached.state = NULL;
  if (!state) return GB_OK;
  double start = gb_timer_now();
  gb_nodal_state nodal;
  GB_TRY(gather_for(s, sigma, state, &nodal, error));
  GB_TRY(gb_agree(s->model->comm, gb_assembly_hold(s->assembly, &nodal, sigma, error), error));
  s->cached.state = state;
  memcpy(s->cached.sigma, sigma, sizeof s->cached.sigma);
  gb_timer_add(s->timers, GB_PHASE_ASSEMBLY, start);
  return GB_OK;
}

int gb_model_system_product(gb_system *system, const gb_operator *A, int count, const gb_scalar *x,
                            gb_scalar *y, gb_error *error) {
  gb_model_system *s = gb_model_system_of(system);
  double start = gb_timer_now();
  gb_nodal_state nodal;
  GB_TRY(gb_model_system_make_room(s, count, error));
  GB_TRY(gather_for(s, A->sigma, A->state, &nodal, error));
  nodal.held = is_held(s, A->sigma, A->state);
  GB_TRY(gb_nodal_gather(s->nodal, count, x, s->work.x, error));
  memset(s->work.y, 0, (size_t)count * s->work.size * sizeof *s->work.y);
  const gb_nodal_operator J = {A->sigma, &nodal, A->transpose};
  GB_TRY(gb_assembly_product(s->assembly, &J, count, s->work.x, s->work.y, error));
  GB_TRY(gb_nodal_scatter(s->nodal, count, s->work.y, y, error));
  gb_timer_add(s->timers, GB_PHASE_ASSEMBLY, start);
  return GB_OK;
}

void gb_model_system_add_owned(const gb_model_system *s, int count, gb_scalar y[]) {
  const size_t n = (size_t)s->base.n, length = n + (size_t)s->base.m;
  for (int c = 0; c < count; c++)
    for (size_t i = 0; i < n; i++) y[(size_t)c * n + i] += s->work.owned[(size_t)c * length + i];
}

int gb_model_system_partial(gb_system *system, int component, const gb_state *state, int count,
                            const gb_scalar *psi, gb_scalar *y, gb_error *error) {
  gb_model_system *s = gb_model_system_of(system);
  if ((component == GB_V && !s->model->blocks->damped) || component == GB_S) return GB_OK;
  double sigma[3] = {component == GB_Q, component == GB_V, component == GB_A};
  GB_TRY(gb_model_system_make_room(s, count, error));
  GB_TRY(gb_model_system_product(system, &(gb_operator){sigma, state, true}, count, psi,
                                 s->work.owned, error));
  gb_model_system_add_owned(s, count, y);
  return GB_OK;
}

int gb_model_system_design_product(gb_system *system, const gb_state *state, int count,
                                   const gb_scalar *psi, gb_scalar *gradient, gb_error *error) {
  gb_model_system *s = gb_model_system_of(system);
  double start = gb_timer_now();
  gb_nodal_state nodal;
  GB_TRY(gb_model_system_make_room(s, count, error));
  GB_TRY(gb_model_system_gather_all(s, state, &nodal, error));
  GB_TRY(gb_nodal_gather(s->nodal, count, psi, s->work.x, error));
  gb_assembly_design_product(s->assembly, &nodal, count, s->work.x, gradient);
  GB_TRY(gb_shape_sensitivity_product(s->shape, state, &nodal, count, psi, gradient, error));
  gb_timer_add(s->timers, GB_PHASE_ASSEMBLY, start);
  return GB_OK;
}

int gb_model_system_direction(gb_system *system, const gb_state *state, int count,
                              const gb_scalar *dx, const gb_scalar *const d[3], gb_scalar *r,
                              gb_error *error) {
  gb_model_system *s = gb_model_system_of(system);
  double start = gb_timer_now();
  gb_nodal_state nodal;
  const gb_scalar *x[3] = {NULL};
  GB_TRY(gb_model_system_make_room(s, 3 * count, error));
  GB_TRY(gb_model_system_gather_all(s, state, &nodal, error));
  for (int component = GB_Q; component <= GB_A; component++) {
    if ((!d[component] && !s->model->dofs->T.varies) ||
        (component == GB_V && !s->model->blocks->damped))
      continue;
    gb_scalar *here = s->work.x + (size_t)component * (size_t)count * s->work.size;
    memset(here, 0, (size_t)count * s->work.size * sizeof *here);
    if (d[component])
      GB_TRY(gb_nodal_gather(s->nodal, count, gb_model_system_join(s, count, d[component], NULL),
                             here, error));
    GB_TRY(gb_shape_sensitivity_gather(s->shape, state, component, count, dx, here, error));
    x[component] = here;
  }
  memset(s->work.y, 0, (size_t)count * s->work.size * sizeof *s->work.y);
  GB_TRY(gb_assembly_direction(s->assembly, &nodal, count, dx, x, s->work.y, error));
  GB_TRY(gb_nodal_scatter(s->nodal, count, s->work.y, r, error));
  GB_TRY(gb_shape_sensitivity_scatter(s->shape, &nodal, count, dx, r, error));
  gb_timer_add(s->timers, GB_PHASE_ASSEMBLY, start);
  return GB_OK;
}
