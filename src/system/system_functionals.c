/// The functionals of a model as a system: sampled in elements and at points, and their bars.
#include "system/model_system.h"
#include "system/system_parts.h"

#include <string.h>

int gb_model_system_functionals_begin(gb_system *system, gb_error *error) {
  (void)error;
  gb_aggregate_reset(gb_model_system_of(system)->aggregate);
  return GB_OK;
}

static gb_instant instant_of(const gb_state *state, double weight) {
  return (gb_instant){.weight = weight, .first = state->initial, .last = state->last};
}

/// The last component that functionals depend on at a time point.
static int last_sampled_slot(const gb_model_system *s, gb_instant instant) {
  int component = GB_A;
  while (component > GB_Q && !gb_point_functionals_use(s->points, instant, component)) component--;
  return component;
}

int gb_model_system_functionals_add(gb_system *system, const gb_state *state, double weight,
                                    gb_error *error) {
  gb_model_system *s = gb_model_system_of(system);
  double start = gb_timer_now();
  gb_nodal_state nodal;
  gb_instant instant = instant_of(state, weight);
  GB_TRY(gb_model_system_gather(s, state, last_sampled_slot(s, instant), &nodal, error));
  gb_assembly_sample(s->assembly, &nodal, instant, s->aggregate);
  GB_TRY(gb_point_functionals_sample(s->points, &nodal, instant, error));
  gb_timer_add(s->timers, GB_PHASE_FUNCTIONALS, start);
  return GB_OK;
}

int gb_model_system_functionals_end(gb_system *system, gb_scalar *values, gb_error *error) {
  return gb_aggregate_close(gb_model_system_of(system)->aggregate, values, error);
}

int gb_model_system_functionals_derivative(gb_system *system, const gb_state *state, double weight,
                                           gb_scalar *bar[GB_COMPONENTS], gb_scalar *gradient,
                                           gb_error *error) {
  gb_model_system *s = gb_model_system_of(system);
  double start = gb_timer_now();
  int count = system->functionals;
  gb_instant instant = instant_of(state, weight);
  gb_nodal_state nodal;
  GB_TRY(gb_model_system_make_room(s, count, error));
  GB_TRY(gb_model_system_gather(s, state, last_sampled_slot(s, instant), &nodal, error));
  GB_TRY(gb_point_functionals_differentiate(s->points, &nodal, instant, error));
  for (int component = GB_Q; component <= GB_A; component++) {
    if (component != GB_Q && !gb_point_functionals_use(s->points, instant, component)) continue;
    memset(s->work.y, 0, (size_t)count * s->work.size * sizeof *s->work.y);
    if (component == GB_Q)
      GB_TRY(gb_assembly_sample_product(s->assembly, &nodal, instant, s->aggregate, s->work.y,
                                        gradient, error));
    gb_point_functionals_bar(s->points, component, s->work.y);
    if (component == GB_Q) gb_point_functionals_gradient(s->points, gradient);
    GB_TRY(gb_shape_sensitivity_gradient(s->shape, state, component, count, s->work.y, gradient,
                                         error));
    GB_TRY(gb_nodal_scatter(s->nodal, count, s->work.y, s->work.owned, error));
    gb_model_system_add_owned(s, count, bar[component]);
  }
  gb_timer_add(s->timers, GB_PHASE_FUNCTIONALS, start);
  return GB_OK;
}
