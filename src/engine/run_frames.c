/// What an observer is shown of states and their derivatives.
#include "engine/run.h"

static int nodal_values(gb_run *r, const gb_state *state, int component, double *out,
                        gb_error *error) {
  const gb_model *model = r->analysis->model;
  GB_TRY(gb_model_system_nodal(r->system, state, component, r->frame.nodal, error));
  for (size_t i = 0; i < gb_node_values(model->nodes); i++) out[i] = gb_real(r->frame.nodal[i]);
  return GB_OK;
}

/// Whether a step that is not the last is shown: a multiple of `every`. A static march counts the
/// case's load steps, of which one found on the way may be a part or several.
static bool is_frame(const gb_run *r, int step, double t) {
  const int every = r->analysis->observer->every;
  gb_stage before;
  if (!gb_table_walks(r->table) || step == 0) return step % every == 0;
  gb_table_stage(r->table, step - 1, &before);
  const double between = every * r->analysis->time.step;
  return floor(t / between + 1e-9) > floor(before.t / between + 1e-9);
}

/// The balance of energy is of motions alone: in statics t is no time.
static int add_loss(gb_run *r, int step, const gb_state *state, gb_error *error) {
  gb_run_loss *loss = &r->loss;
  double power;
  if (gb_table_walks(r->table)) return GB_OK;
  GB_TRY(gb_model_system_damping_power(r->system, state, &power, error));
  if (step > 0) loss->energy += 0.5 * (power + loss->power) * (state->t - loss->t);
  loss->power = power;
  loss->t = state->t;
  return GB_OK;
}

int gb_run_show(void *context, int step, const gb_state *state, gb_error *error) {
  gb_run *r = context;
  const gb_frame_observer *observer = r->analysis->observer;
  const bool last = step == gb_table_steps(r->table);
  const bool framed = observer->every > 0 && (last || is_frame(r, step, state->t));
  gb_balance balance;
  GB_TRY(nodal_values(r, state, GB_Q, r->frame.q, error));
  GB_TRY(nodal_values(r, state, GB_V, r->frame.v, error));
  GB_TRY(nodal_values(r, state, GB_A, r->frame.a, error));
  if (framed) GB_TRY(gb_model_system_failure(r->system, state, r->frame.failure, error));
  GB_TRY(add_loss(r, step, state, error));
  if (framed) GB_TRY(gb_model_system_balance(r->system, state, &balance, error));
  if (framed) balance.lost = r->loss.energy;
  const bool constrained = r->analysis->model->dofs->total_multipliers > 0;
  const gb_state *end = state;
  if (r->frame.step_end && step > 0)
    GB_TRY(gb_step_end_solve(r->frame.step_end, state, &end, error));
  if (constrained) GB_TRY(gb_model_system_joints(r->system, end, &r->frame.joints, error));
  gb_frame frame = {.step = step,
                    .last = last,
                    .t = state->t,
                    .q = r->frame.q,
                    .v = r->frame.v,
                    .a = r->frame.a,
                    .failure = framed ? r->frame.failure : NULL,
                    .balance = framed ? &balance.kinetic : NULL,
                    .reaction = constrained ? (const double(*)[6])r->frame.joints.reaction : NULL,
                    .newton_iterations = r->progress.report.newton_iterations,
                    .krylov_iterations = r->progress.report.krylov_iterations,
                    .factorisations = gb_model_system_factorisations(r->system)};
  return observer->step(observer->context, &frame, error);
}

int gb_run_show_adjoint(void *context, int step, gb_error *error) {
  const gb_frame_observer *observer = ((gb_run *)context)->analysis->observer;
  return observer->adjoint_step ? observer->adjoint_step(observer->context, step, error) : GB_OK;
}

int gb_run_show_tangent(void *context, int step, int design, const gb_state *state,
                        const gb_state *derivative, gb_error *error) {
  gb_run *r = context;
  const gb_frame_observer *observer = r->analysis->observer;
  double *const out[] = {r->frame.q, r->frame.v, r->frame.a};
  if (!observer->tangent_step) return GB_OK;
  for (int component = GB_Q; component <= GB_A; component++) {
    r->values.along[design] = 1;
    const int status = gb_model_system_nodal_derivative(
        r->system, state, r->values.along, derivative, component, r->frame.nodal, error);
    r->values.along[design] = 0;
    GB_TRY(status);
    for (size_t i = 0; i < gb_node_values(r->analysis->model->nodes); i++)
      out[component][i] = gb_real(r->frame.nodal[i]);
  }
  const gb_frame frame = {
      .step = step, .t = derivative->t, .q = r->frame.q, .v = r->frame.v, .a = r->frame.a};
  return observer->tangent_step(observer->context, design, &frame, error);
}
