/// Frames of states and of their derivatives for observers.
#include "engine/run.h"
#include "engine/sights.h"

#include <math.h>

bool gb_run_is_watched(const gb_analysis *analysis) {
  return analysis->observer && analysis->observer->step;
}

int gb_run_frame_create(gb_run *r, gb_error *error) {
  const gb_model *model = r->analysis->model;
  const gb_frame_observer *observer = r->analysis->observer;
  const size_t size = gb_node_values(model->nodes);
  const size_t fields = (size_t)gb_block_set_failures(model->blocks);
  const size_t cells = (size_t)gb_block_set_cells(model->blocks);
  gb_run_frame *f;
  GB_TRY(GB_TAKE(&r->memory, f, 1, error));
  GB_TRY(GB_TAKE(&r->memory, f->nodal, size, error));
  for (int k = GB_Q; k <= GB_A; k++) GB_TRY(GB_TAKE(&r->memory, f->motion[k], size, error));
  GB_TRY(GB_TAKE(&r->memory, f->failure, fields * cells, error));
  if (observer && observer->sections)
    GB_TRY(GB_TAKE(&r->memory, f->section, GB_SECTION_VALUES * cells, error));
  if (model->contact_nodes->count > 0)
    GB_TRY(GB_TAKE(&r->memory, f->touch, GB_TOUCH_VALUES * (size_t)model->contact_nodes->count,
                   error));
  GB_TRY(GB_TAKE(&r->memory, f->quantity, (size_t)model->quantities->values, error));
  GB_TRY(GB_TAKE(&r->memory, f->sights, 1, error));
  r->frame = f;
  return GB_OK;
}

static void copy_real(const gb_run *r, const gb_scalar z[], double out[]) {
  const size_t size = gb_node_values(r->analysis->model->nodes);
  for (size_t i = 0; i < size; i++) out[i] = gb_real(z[i]);
}

static void copy_motion(const gb_run *r, const gb_nodal_state *state) {
  copy_real(r, state->q, r->frame->motion[GB_Q]);
  copy_real(r, state->v, r->frame->motion[GB_V]);
  copy_real(r, state->a, r->frame->motion[GB_A]);
}

/// Compute the failure index, values of contacts and, if an observer wants them, of sections.
static int find_fields(gb_run *r, const gb_state *state, gb_error *error) {
  GB_TRY(gb_model_system_failure(r->system, state, r->frame->failure, error));
  if (r->frame->touch) GB_TRY(gb_model_system_touch(r->system, state, r->frame->touch, error));
  if (!r->frame->section) return GB_OK;
  return gb_model_system_sections(r->system, state, r->frame->section, error);
}

/// Whether a step that is not the last is shown: a multiple of `every`. A static march counts the
/// case's load steps, of which one found on the way may be a part or several.
static bool is_frame(const gb_run *r, int step, double t) {
  const int every = r->analysis->observer->every;
  gb_stage before;
  if (!gb_table_walks(r->table) || step == 0) return step % every == 0;
  gb_table_stage(r->table, step - 1, &before);
  const double between = every * r->analysis->time->step;
  return floor(t / between + 1e-9) > floor(before.t / between + 1e-9);
}

/// The balance of energy is of motions alone: in statics t is no time.
static void add_loss(gb_run *r, int step, const gb_nodal_state *state) {
  gb_run_loss *loss = &r->frame->loss;
  if (gb_table_walks(r->table)) return;
  const double power = gb_model_system_damping_power(r->system, state);
  if (step > 0) loss->energy += 0.5 * (power + loss->power) * (state->t - loss->t);
  loss->energy += gb_model_system_spent(r->system, state);
  loss->power = power;
  loss->t = state->t;
}

/// Part of the model's size by which joints may come apart, or cosine of an angle off.
static const double most_open = 0.05;

/// Ends a march whose joints came apart: what follows would be the motion of another mechanism.
static int check_joints(gb_run *r, const gb_state *state, gb_error *error) {
  const gb_analysis *analysis = r->analysis;
  char joints[500];
  if (!r->frame->opens) return GB_OK;
  const double opening = gb_drift_opening(analysis->model, r->frame->drift);
  if (opening <= most_open) return GB_OK;
  GB_TRY(gb_model_system_opened(r->system, state, sizeof joints, joints, error));
  return gb_fail(
      error, GB_JOINT_OPENED,
      "%s: at t = %g joints have come apart by %.2g of the model's size, or turned by as "
      "much, of which %g is accepted: %s. Take constraints.enforce: projected, %s",
      analysis->time->where, state->t, opening, most_open, joints,
      analysis->model->problem->constraints->enforce == GB_ENFORCE_PENALTY
          ? "or a larger factor of the penalty"
          : "or a smaller time.step");
}

/// Whether a state has rows that others are to keep, as those that were left out.
static bool is_held(const gb_run *r, int step) {
  const gb_model *model = r->analysis->model;
  // a static march begins at the reference, which need not satisfy what is given from the start
  return !r->linear && model->dofs->total_multipliers + model->checks->left_out_rows > 0 &&
         (step > 0 || !gb_table_walks(r->table));
}

/// Pass the last step of the march to an observer that looks at it alone.
static int show_end(gb_run *r, int step, const gb_state *state, gb_error *error) {
  const gb_frame_observer *observer = r->analysis->observer;
  gb_nodal_state nodal;
  if (!observer || !observer->end || step != gb_table_steps(r->table)) return GB_OK;
  GB_TRY(find_fields(r, state, error));
  GB_TRY(gb_model_system_gather(r->system, state, &nodal, error));
  copy_motion(r, &nodal);
  const gb_frame frame = {.step = step,
                          .last = true,
                          .t = state->t,
                          .q = r->frame->motion[GB_Q],
                          .v = r->frame->motion[GB_V],
                          .a = r->frame->motion[GB_A],
                          .failure = r->frame->failure,
                          .section = r->frame->section,
                          .touch = r->frame->touch};
  return observer->end(observer->context, &frame, error);
}

/// Check the state of runs whose steps are not observed.
static int guard(void *context, int step, const gb_state *state, gb_error *error) {
  gb_run *r = context;
  gb_nodal_state nodal;
  GB_TRY(gb_run_look(r, step, state, error));
  if (is_held(r, step)) {
    GB_TRY(gb_model_system_gather(r->system, state, &nodal, error));
    GB_TRY(gb_model_system_left_out(r->system, &nodal, r->analysis->time->where, error));
    if (r->frame->opens) gb_model_system_drift(r->system, &nodal, r->frame->drift);
    GB_TRY(check_joints(r, state, error));
  }
  return show_end(r, step, state, error);
}

static int show(void *context, int step, const gb_state *state, gb_error *error) {
  gb_run *r = context;
  const gb_frame_observer *observer = r->analysis->observer;
  const bool last = step == gb_table_steps(r->table);
  const bool framed = observer->every > 0 && (last || is_frame(r, step, state->t));
  gb_balance balance;
  gb_nodal_state nodal;
  GB_TRY(gb_run_look(r, step, state, error));
  if (framed) GB_TRY(find_fields(r, state, error));
  if (!r->linear) GB_TRY(gb_model_system_excess(r->system, state, r->frame->sights->excess, error));
  if (r->frame->kinks) GB_TRY(gb_kinks_step(r->frame->kinks, state, error));
  if (framed) GB_TRY(gb_model_system_balance(r->system, state, &balance, error));
  const bool constrained = is_held(r, step);
  const gb_state *end = state;
  if (r->frame->step_end && step > 0)
    GB_TRY(gb_step_end_solve(r->frame->step_end, state, &end, error));
  if (observer->state)
    GB_TRY(observer->state(observer->context, end, end->initial ? 1 : r->scale, error));
  GB_TRY(gb_model_system_gather(r->system, state, &nodal, error));
  copy_motion(r, &nodal);
  add_loss(r, step, &nodal);
  if (framed) balance.lost = r->frame->loss.energy;
  if (end != state) GB_TRY(gb_model_system_gather(r->system, end, &nodal, error));
  if (constrained) gb_model_system_drift(r->system, &nodal, r->frame->drift);
  GB_TRY(gb_model_system_quantities(r->system, &nodal, r->frame->quantity, error));
  if (constrained)
    GB_TRY(gb_model_system_left_out(r->system, &nodal, r->analysis->time->where, error));
  if (constrained) GB_TRY(check_joints(r, end, error));
  gb_frame frame = {.step = step,
                    .last = last,
                    .t = state->t,
                    .q = r->frame->motion[GB_Q],
                    .v = r->frame->motion[GB_V],
                    .a = r->frame->motion[GB_A],
                    .failure = framed ? r->frame->failure : NULL,
                    .section = framed ? r->frame->section : NULL,
                    .touch = framed ? r->frame->touch : NULL,
                    .balance = framed ? &balance.kinetic : NULL,
                    .quantity = r->frame->quantity,
                    .newton_iterations = r->progress->report.newton_iterations,
                    .krylov_iterations = r->progress->report.krylov_iterations,
                    .factorisations = gb_model_system_factorisations(r->system)};
  GB_TRY(observer->step(observer->context, &frame, error));
  return show_end(r, step, state, error);
}

static int show_adjoint(void *context, int step, gb_error *error) {
  const gb_frame_observer *observer = ((gb_run *)context)->analysis->observer;
  return observer->adjoint_step ? observer->adjoint_step(observer->context, step, error) : GB_OK;
}

static int show_tangent(void *context, int step, int design, const gb_state *state,
                        const gb_state *derivative, gb_error *error) {
  gb_run *r = context;
  const gb_frame_observer *observer = r->analysis->observer;
  const gb_scalar *along = r->values.unit + (size_t)design * (size_t)r->system->designs;
  if (!observer->tangent_step) return GB_OK;
  for (int component = GB_Q; component <= GB_A; component++) {
    GB_TRY(gb_model_system_nodal_derivative(r->system, state, along, derivative, component,
                                            r->frame->nodal, error));
    copy_real(r, r->frame->nodal, r->frame->motion[component]);
  }
  const gb_frame frame = {.step = step,
                          .t = derivative->t,
                          .q = r->frame->motion[GB_Q],
                          .v = r->frame->motion[GB_V],
                          .a = r->frame->motion[GB_A]};
  return observer->tangent_step(observer->context, design, &frame, error);
}

gb_observer gb_run_observer(gb_run *r) {
  const gb_frame_observer *asked = r->analysis->observer;
  const bool looks =
      r->frame->opens || r->analysis->model->checks->left_out_rows > 0 || (asked && asked->end);
  gb_observer observer = {.context = r, .step = looks ? guard : NULL};
  if (gb_run_is_watched(r->analysis)) {
    observer.step = show;
    observer.adjoint_step = show_adjoint;
    observer.tangent_step = show_tangent;
  }
  if (asked && asked->rest) observer.checkpoint = gb_run_rest;
  return observer;
}
