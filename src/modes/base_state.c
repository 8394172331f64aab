/// Find the base state of the modes: an observer copies it from the march of the case.
#include "modes/base_state.h"

#include "engine/engine.h"
#include "integrators/pass.h"
#include "system/model_system.h"

#include <math.h>
#include <string.h>

/// Context of the observer, which copies each state of the march over the one before.
typedef struct keeper {
  gb_base_state *base;
  const gb_analysis *asked; ///< its observer may stop the march
  bool start;               ///< copy only the initial state
} keeper;

static gb_rest on_rest(void *context, int step) {
  const gb_frame_observer *observer = ((const keeper *)context)->asked->observer;
  return observer && observer->rest ? observer->rest(observer->context, step) : GB_REST_NONE;
}

static int copy_state(void *context, const gb_state *state, double scale, gb_error *error) {
  keeper *k = context;
  gb_state *out = k->base->state;
  const size_t n = (size_t)k->base->system->n, m = (size_t)k->base->system->m;
  (void)error;
  if (k->start && !state->first) return GB_OK;
  out->t = state->t;
  for (int i = 0; i < GB_S; i++)
    memcpy(out->component[i], state->component[i], n * sizeof(gb_scalar));
  for (size_t i = 0; i < m; i++) out->multiplier[i] = scale * state->multiplier[i];
  return GB_OK;
}

static int ignore_frame(void *context, const gb_frame *frame, gb_error *error) {
  (void)context;
  (void)frame;
  (void)error;
  return GB_OK;
}

/// @return the number of steps of the march to the requested time; 0: the initial state
static int steps_to(const gb_modes_request *request, int *steps, gb_error *error) {
  const gb_march_settings *time = request->analysis->time;
  const double count = request->settings->time / time->step, whole = round(count);
  *steps = time->steps;
  if (request->settings->at == GB_AT_EQUILIBRIUM) return GB_OK;
  if (!(whole >= 0 && whole <= time->steps) || fabs(count - whole) > 1e-6)
    return gb_fail(error, GB_WRONG_TIME,
                   "%s.at: t = %g is not the end of a step of the march (found step %g of %d); "
                   "accepted: a multiple of time.step, %g, up to %g",
                   request->settings->where, request->settings->time, count, time->steps,
                   time->step, time->step * time->steps);
  *steps = (int)whole;
  return GB_OK;
}

/// Set up the analysis that marches to the state. Its only functionals are `bars`, functions of the
/// state. @param[out] time  settings of the march, which `out` borrows
static int open_march(const gb_modes_request *request, gb_march_settings *time, gb_analysis *out,
                      gb_state_bars *bars, gb_error *error) {
  *out = *request->analysis;
  *time = *out->time;
  out->time = time;
  GB_TRY(steps_to(request, &time->steps, error));
  bars->first = time->steps == 0;
  if (bars->first) time->steps = 1;
  out->method = bars->count > 0 ? GB_ADJOINT : GB_NO_GRADIENT;
  out->functionals = 0;
  out->given = bars;
  out->observer = NULL;
  if (time->steps != request->analysis->time->steps)
    out->bisections = NULL; // those of the whole march lead to its end
  out->restart.from = NULL;
  return GB_OK;
}

static int march(const gb_modes_request *request, gb_base_state *base, gb_error *error) {
  gb_march_settings time;
  gb_analysis analysis;
  gb_state_bars none = {0};
  keeper kept = {.base = base, .asked = request->analysis};
  const gb_frame_observer observer = {
      .context = &kept, .step = ignore_frame, .state = copy_state, .rest = on_rest};
  gb_outcome outcome = {0};
  GB_TRY(open_march(request, &time, &analysis, &none, error));
  kept.start = none.first;
  analysis.observer = &observer;
  const int status =
      gb_engine_real.run(&analysis, request->design, request->timers, &outcome, error);
  gb_outcome_free(&outcome);
  return status;
}

int gb_base_state_gradient(const gb_modes_request *request, int count, const double bar[],
                           double gradient[], gb_error *error) {
  const size_t designs = (size_t)request->analysis->model->designs->count;
  gb_state_bars bars = {.count = count, .bar = bar};
  gb_march_settings time;
  gb_analysis analysis;
  gb_outcome outcome = {0};
  GB_TRY(open_march(request, &time, &analysis, &bars, error));
  const int status =
      gb_engine_real.run(&analysis, request->design, request->timers, &outcome, error);
  for (size_t i = 0; status == GB_OK && i < (size_t)count * designs; i++)
    gradient[i] += outcome.gradient[i];
  gb_outcome_free(&outcome);
  return status;
}

static int build(const gb_modes_request *request, gb_base_state *base, gb_error *error) {
  const gb_model *model = request->analysis->model;
  const size_t designs = (size_t)model->designs->width;
  double *design;
  const gb_constraints *c = request->analysis->model->problem->constraints;
  const bool yields = c->enforce == GB_ENFORCE_PENALTY;
  const double compliance = yields ? 1 / (c->factor * c->omega * c->omega) : 0;
  GB_TRY(gb_agree(model->comm, GB_TAKE(&base->memory, design, designs, error), error));
  for (size_t i = 0; i < designs; i++) design[i] = model->designs->value[i];
  if (request->design) {
    memcpy(design, request->design, (size_t)model->designs->count * sizeof *design);
    GB_TRY(gb_design_set_extend(model->designs, model->comm, design, error));
  }
  const gb_model_system_request wanted = {
      .design = design,
      .enforcement = {.weight = {1, 0, 0}, .compliance = compliance, .column = 1},
      .timers = request->timers,
      .whole = true,
      .apart = request->settings->at == GB_AT_REFERENCE};
  GB_TRY(gb_model_system_create(model, &wanted, &base->system, error));
  if (gb_scheme_is_static(request->analysis->time->scheme)) gb_model_system_at_rest(base->system);
  const int status = gb_state_create(base->system, &base->memory, &base->state, error);
  GB_TRY(gb_agree(model->comm, status, error));
  base->state->sigma[GB_Q] = 1;
  return GB_OK;
}

int gb_base_state_create(const gb_modes_request *request, gb_base_state *out, gb_error *error) {
  *out = (gb_base_state){0};
  int status = GB_OK;
  if (request->settings->at == GB_AT_EQUILIBRIUM &&
      !gb_scheme_is_static(request->analysis->time->scheme))
    status = gb_fail(error, GB_WRONG_SCHEME,
                     "%s.at: equilibrium is the end of a static march, and time.scheme is %s; "
                     "accepted: time.scheme: static or linear, or at: reference or a time",
                     request->settings->where, request->analysis->time->scheme);
  if (status == GB_OK && request->analysis->model->relief)
    status = gb_fail(error, GB_KEY_CONFLICT,
                     "%s: inertia relief of a static march, and modes or buckling beside it, which "
                     "these supports would hold; accepted: `gimbal modes` and `gimbal buckling`, "
                     "which leave them out",
                     request->analysis->model->relief->where);
  const gb_problem *problem = request->analysis->model->problem;
  if (status == GB_OK && request->analysis->model->blocks->memory > 0)
    status = gb_fail(error, GB_KEY_CONFLICT,
                     "%s: contacts that stick, which modes and buckling do not know; accepted: "
                     "contacts without friction",
                     request->settings->where);
  if (status == GB_OK && problem->states.count > 0)
    status = gb_fail(error, GB_KEY_CONFLICT,
                     "%s: a state, which modes and buckling do not know; accepted: neither of them",
                     problem->states.entry[0].where);
  if (status == GB_OK && request->settings->at == GB_AT_REFERENCE && problem->spin.speed)
    status = gb_fail(error, GB_KEY_CONFLICT,
                     "%s: the forces of a rotation without the gyroscopic ones; accepted: "
                     "modes.spin in its place, by which modes have both",
                     problem->spin.where);
  if (status == GB_OK) status = build(request, out, error);
  // stresses of temperatures are left out of the reference, as those of loads are
  if (status == GB_OK) out->state->unheated = request->settings->at == GB_AT_REFERENCE;
  if (status == GB_OK && request->settings->at != GB_AT_REFERENCE)
    status = march(request, out, error);
  if (status != GB_OK) gb_base_state_destroy(out);
  return status;
}

void gb_base_state_destroy(gb_base_state *base) {
  gb_model_system_destroy(&base->system);
  gb_arena_free(&base->memory);
}
