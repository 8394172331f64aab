/// Model and request to system, table and drivers; states to what a watcher is shown.
#include "analysis/engine.h"

#include "analysis/inertia.h"
#include "analysis/model_system.h"
#include "analysis/request.h"
#include "analysis/restart.h"
#include "analysis/step_end.h"
#include "integrators/drivers.h"

#include <stdlib.h>
#include <string.h>

/// What lives as long as one run.
typedef struct run {
  const gb_analysis *analysis;
  gb_system *system;
  gb_table *table;
  gb_functional *functional;
  gb_checkpoint *store; ///< NULL: no gradient
  gb_newton_options options;
  gb_trajectory *trajectory;
  gb_restart *restart; ///< NULL: neither written nor read
  gb_archive *from;    ///< what the driver at work goes on from; NULL: nothing
  int64_t phase;       ///< 0: the march, 1: the gradient
  int64_t march_factorisations;
  gb_timers *timers;
  gb_march_report settling, report;
  gb_scalar *nodal;  ///< [size]
  double *q, *v, *a; ///< real parts of nodal values, [size]
  gb_joint_report joints;
  gb_step_end *step_end; ///< NULL: ends of steps have multipliers
  double *failure;       ///< [cells of this rank], 0 of those that are no shells
  gb_scalar *value, *gradient, *design;
  gb_scalar *along; ///< a direction of designs, zero between uses
} run;

static int check(const gb_analysis *analysis, gb_error *error) {
  gb_functional *functional = NULL;
  gb_table *table = NULL;
  gb_enforcement enforcement;
  int status = gb_request_functionals(analysis, &functional, error);
  if (status == GB_OK) status = gb_request_table(&analysis->time, &table, error);
  if (status == GB_OK && analysis->model->total_multipliers > 0)
    status = gb_request_enforcement(&analysis->constraints, table, &enforcement, error);
  gb_table_destroy(&table);
  gb_request_free(analysis, &functional);
  return status;
}

static void pairing(const gb_analysis *analysis, size_t size, char *text) {
  gb_table *table = NULL;
  gb_error ignored = {0};
  text[0] = 0;
  if (analysis->model->total_multipliers > 0 &&
      gb_request_table(&analysis->time, &table, &ignored) == GB_OK)
    gb_request_pairing(&analysis->constraints, table, size, text);
  gb_table_destroy(&table);
}

static int32_t cells_here(const gb_model *model) {
  int32_t count = 0;
  for (int i = 0; i < model->blocks; i++)
    if (model->block[i].cell) count += model->block[i].elements;
  return count;
}

static int allocate(run *r, const double perturbation[], gb_error *error) {
  const gb_analysis *analysis = r->analysis;
  const gb_model *model = analysis->model;
  size_t size = (size_t)model->nodes * GB_NODE_VALUES, designs = (size_t)model->designs;
  size_t functionals = (size_t)analysis->functionals;
  GB_TRY(gb_allocate(size, sizeof *r->nodal, &r->nodal, error));
  GB_TRY(gb_allocate(size, sizeof *r->q, &r->q, error));
  GB_TRY(gb_allocate(size, sizeof *r->v, &r->v, error));
  GB_TRY(gb_allocate(size, sizeof *r->a, &r->a, error));
  GB_TRY(gb_allocate((size_t)cells_here(model), sizeof *r->failure, &r->failure, error));
  GB_TRY(
      gb_allocate((size_t)model->joints, sizeof *r->joints.reaction, &r->joints.reaction, error));
  GB_TRY(gb_allocate(functionals, sizeof *r->value, &r->value, error));
  GB_TRY(gb_allocate(functionals * designs, sizeof *r->gradient, &r->gradient, error));
  GB_TRY(gb_allocate(designs, sizeof *r->design, &r->design, error));
  GB_TRY(gb_allocate(designs, sizeof *r->along, &r->along, error));
  for (size_t i = 0; i < designs; i++) {
    r->design[i] = model->design[i].value;
#ifdef GB_COMPLEX
    if (perturbation) r->design[i] += I * perturbation[i];
#else
    (void)perturbation;
#endif
  }
  return GB_OK;
}

static int nodal_values(run *r, const gb_state *state, int slot, double *out, gb_error *error) {
  const gb_model *model = r->analysis->model;
  GB_TRY(gb_model_system_nodal(r->system, state, slot, r->nodal, error));
  for (int32_t i = 0; i < model->nodes * GB_NODE_VALUES; i++) out[i] = gb_real(r->nodal[i]);
  return GB_OK;
}

/// Show a step end to the watcher.
static int show(void *context, int step, const gb_state *state, gb_error *error) {
  run *r = context;
  const gb_watcher *watcher = r->analysis->watcher;
  bool framed =
      watcher->every > 0 && (step % watcher->every == 0 || step == gb_table_steps(r->table));
  gb_balance balance;
  GB_TRY(nodal_values(r, state, GB_Q, r->q, error));
  GB_TRY(nodal_values(r, state, GB_V, r->v, error));
  GB_TRY(nodal_values(r, state, GB_A, r->a, error));
  if (framed) GB_TRY(gb_model_system_failure(r->system, state, r->failure, error));
  if (framed) GB_TRY(gb_model_system_balance(r->system, state, &balance, error));
  const bool constrained = r->analysis->model->total_multipliers > 0;
  const gb_state *end = state;
  if (r->step_end && step > 0) GB_TRY(gb_step_end_solve(r->step_end, state, &end, error));
  if (constrained) GB_TRY(gb_model_system_joints(r->system, end, &r->joints, error));
  gb_frame frame = {.step = step,
                    .t = state->t,
                    .q = r->q,
                    .v = r->v,
                    .a = r->a,
                    .failure = framed ? r->failure : NULL,
                    .balance = framed ? &balance.kinetic : NULL,
                    .reaction = constrained ? (const double(*)[6])r->joints.reaction : NULL,
                    .newton_iterations = r->report.newton_iterations,
                    .krylov_iterations = r->report.krylov_iterations,
                    .factorisations = gb_model_system_factorisations(r->system)};
  return watcher->step(watcher->context, &frame, error);
}

static int show_adjoint(void *context, int step, gb_error *error) {
  const gb_watcher *watcher = ((run *)context)->analysis->watcher;
  return watcher->adjoint_step ? watcher->adjoint_step(watcher->context, step, error) : GB_OK;
}

/// Show the derivatives of a step end by a design.
static int show_tangent(void *context, int step, int design, const gb_state *state,
                        const gb_state *derivative, gb_error *error) {
  run *r = context;
  const gb_watcher *watcher = r->analysis->watcher;
  double *const out[] = {r->q, r->v, r->a};
  if (!watcher->tangent_step) return GB_OK;
  for (int slot = GB_Q; slot <= GB_A; slot++) {
    r->along[design] = 1;
    const int status = gb_model_system_nodal_derivative(r->system, state, r->along, derivative,
                                                        slot, r->nodal, error);
    r->along[design] = 0;
    GB_TRY(status);
    for (int32_t i = 0; i < r->analysis->model->nodes * GB_NODE_VALUES; i++)
      out[slot][i] = gb_real(r->nodal[i]);
  }
  const gb_frame frame = {.step = step, .t = derivative->t, .q = r->q, .v = r->v, .a = r->a};
  return watcher->tangent_step(watcher->context, design, &frame, error);
}

/// Whose the file is, and how its steps were halved.
static int archive_table(run *r, gb_archive *file, gb_error *error) {
  int64_t count, first;
  const int64_t *point = gb_table_halvings(r->table, &count);
  GB_TRY(gb_restart_identify(r->restart, file, error));
  GB_TRY(gb_archive_integers(file, 1, &count, error));
  for (int64_t i = 0; i < count; i++) {
    int64_t k = gb_archive_reads(file) ? 0 : point[i];
    GB_TRY(gb_archive_integers(file, 1, &k, error));
    int status = GB_OK;
    if (gb_archive_reads(file)) status = gb_table_halve(r->table, k, &first, error);
    GB_TRY(gb_agree(r->analysis->model->comm, status, error));
  }
  return GB_OK;
}

/// What a restart file holds between that and the driver's share.
static int archive(run *r, gb_archive *file, gb_error *error) {
  const gb_watcher *watcher = r->analysis->watcher;
  int64_t work[7] = {r->phase,
                     r->march_factorisations,
                     r->report.newton_iterations,
                     r->report.krylov_iterations,
                     r->report.renewals,
                     r->settling.newton_iterations,
                     r->settling.krylov_iterations};
  GB_TRY(gb_archive_integers(file, 7, work, error));
  r->phase = work[0];
  r->march_factorisations = work[1];
  r->report.newton_iterations = work[2];
  r->report.krylov_iterations = work[3];
  r->report.renewals = work[4];
  r->settling.newton_iterations = work[5];
  r->settling.krylov_iterations = work[6];
  double drift[3];
  memcpy(drift, r->joints.drift, sizeof drift);
  MPI_Allreduce(MPI_IN_PLACE, drift, 3, MPI_DOUBLE, MPI_MAX, r->analysis->model->comm);
  GB_TRY(gb_archive_numbers(file, 3, drift, error));
  if (gb_archive_reads(file)) memcpy(r->joints.drift, drift, sizeof drift);
  if (r->step_end) GB_TRY(gb_step_end_archive(r->step_end, file, error));
  GB_TRY(gb_model_system_archive(r->system, file, error));
  return watcher->archive ? watcher->archive(watcher->context, file, error) : GB_OK;
}

static int write_restart(run *r, gb_archive_part *part, void *driver, gb_error *error) {
  gb_archive *file = NULL;
  int status = gb_restart_create_file(r->restart, &file, error);
  if (status == GB_OK) status = archive_table(r, file, error);
  if (status == GB_OK) status = archive(r, file, error);
  if (status == GB_OK) status = part(driver, file, error);
  if (status == GB_OK) status = gb_archive_close(file, error);
  gb_archive_destroy(&file);
  return status;
}

/// Ask the watcher of each rank; the most that one wants is done.
static int rest(void *context, int step, gb_archive_part *part, void *driver, gb_error *error) {
  run *r = context;
  const gb_analysis *analysis = r->analysis;
  int ranks, wanted = analysis->watcher->rest(analysis->watcher->context, step);
  MPI_Comm_size(analysis->model->comm, &ranks);
  if (ranks > 1) MPI_Allreduce(MPI_IN_PLACE, &wanted, 1, MPI_INT, MPI_MAX, analysis->model->comm);
  if (wanted == GB_REST_NONE) return GB_OK;
  GB_TRY(write_restart(r, part, driver, error));
  if (wanted == GB_REST_WRITE) return GB_OK;
  return gb_fail(error, GB_PAUSED, "stopped %s step %d of %d; go on with --restart %s",
                 r->phase ? "in the reverse sweep at" : "after", step, gb_table_steps(r->table),
                 analysis->restart_path);
}

static int open_store(run *r, gb_error *error) {
  const gb_analysis *analysis = r->analysis;
  const gb_checkpoint_settings settings = {.memory = analysis->checkpoint_memory,
                                           .disk = analysis->checkpoint_disk,
                                           .directory = analysis->checkpoint_directory};
  gb_blocks blocks;
  gb_table_blocks(r->table, &blocks);
  return gb_checkpoint_create(analysis->model->comm, &blocks, r->system->n, r->system->m,
                              gb_table_slots(r->table), r->system->uses_low, &settings, &r->store,
                              error);
}

/// Keep what the table has been through.
static int record(gb_halvings *halvings, const gb_table *table, gb_error *error) {
  int64_t count;
  const int64_t *point = gb_table_halvings(table, &count);
  free(halvings->point);
  halvings->point = NULL;
  GB_TRY(gb_allocate((size_t)count, sizeof *point, &halvings->point, error));
  for (int64_t i = 0; i < count; i++) halvings->point[i] = point[i];
  halvings->count = count;
  halvings->known = true;
  return GB_OK;
}

/// Halve steps as an earlier run did, or as this one needs it.
static int settle_steps(run *r, gb_error *error) {
  gb_halvings *halvings = r->analysis->halvings;
  int64_t first;
  if (r->analysis->time.retry == 0) return GB_OK;
  if (!halvings || !halvings->known) {
    const double start = gb_timer_now();
    GB_TRY(gb_settle_steps(r->system, r->table, &r->options, &r->settling, error));
    r->timers->total[0] += gb_timer_now() - start;
    return halvings ? gb_agree(r->analysis->model->comm, record(halvings, r->table, error), error)
                    : GB_OK;
  }
  int status = GB_OK;
  for (int64_t i = 0; status == GB_OK && i < halvings->count; i++)
    status = gb_table_halve(r->table, halvings->point[i], &first, error);
  return gb_agree(r->analysis->model->comm, status, error);
}

/// The order of a restart file; from one that is read, the halvings of the steps.
static int prepare_restart(run *r, gb_error *error) {
  const gb_analysis *analysis = r->analysis;
  if (!analysis->restart_path) return GB_OK;
  GB_TRY(gb_restart_create(analysis, r->system, r->table, &r->restart, error));
  if (!analysis->restart_from) return GB_OK;
  GB_TRY(gb_restart_open_file(r->restart, &r->from, error));
  return archive_table(r, r->from, error);
}

static int build(run *r, const double perturbation[], gb_error *error) {
  const gb_analysis *analysis = r->analysis;
  GB_TRY(gb_agree(analysis->model->comm, gb_request_functionals(analysis, &r->functional, error),
                  error));
  GB_TRY(
      gb_agree(analysis->model->comm, gb_request_table(&analysis->time, &r->table, error), error));
  GB_TRY(gb_agree(analysis->model->comm, allocate(r, perturbation, error), error));
  gb_enforcement enforcement;
  GB_TRY(gb_agree(analysis->model->comm,
                  gb_request_enforcement(&analysis->constraints, r->table, &enforcement, error),
                  error));
  GB_TRY(gb_model_system_create(analysis->model, r->design, &enforcement, analysis->functionals,
                                r->functional, r->timers, analysis->factor_memory, &r->system,
                                error));
  if (gb_table_scheme(r->table)->order == 0) gb_model_system_at_rest(r->system);
  r->options = gb_newton_defaults();
  if (analysis->time.iterations > 0) r->options.iterations = analysis->time.iterations;
  if (analysis->time.tolerance > 0) {
    r->options.tolerance = analysis->time.tolerance;
    r->options.krylov_tolerance = fmin(r->options.krylov_tolerance, r->options.tolerance);
  }
  GB_TRY(prepare_restart(r, error));
  if (!r->from) GB_TRY(settle_steps(r, error));
  if (analysis->watcher && analysis->model->joints > 0)
    GB_TRY(gb_step_end_create(r->system, r->table, &r->step_end, error));
  if (analysis->method != GB_NO_GRADIENT) GB_TRY(open_store(r, error));
  return gb_trajectory_create(r->system, r->table, &r->options, r->store, &r->trajectory, error);
}

/// March, or where the restart file is of the gradient, close the functionals alone.
static int march(run *r, gb_observer *observer, const gb_observer *seen, gb_error *error) {
  r->timers->stage = 0;
  double start = gb_timer_now();
  if (r->phase == 0) {
    observer->resume = r->from;
    GB_TRY(gb_march(r->trajectory, seen, r->value, &r->report, error));
    observer->resume = NULL;
    gb_archive_destroy(&r->from);
    r->march_factorisations = gb_model_system_factorisations(r->system);
  } else {
    GB_TRY(r->system->op->functionals_end(r->system, r->value, error));
  }
  r->timers->total[0] += gb_timer_now() - start;
  r->phase = 1;
  return GB_OK;
}

/// Directions are the designs' unit vectors.
static int differentiate_forward(run *r, const gb_observer *observer, gb_march_report *report,
                                 gb_error *error) {
  int designs = r->system->designs;
  gb_scalar *unit;
  GB_TRY(gb_allocate((size_t)designs * (size_t)designs, sizeof *unit, &unit, error));
  for (int i = 0; i < designs; i++) unit[(designs + 1) * i] = 1;
  int status = gb_tangent(r->trajectory, observer, designs, unit, r->gradient, report, error);
  free(unit);
  return status;
}

/// The drift of all ranks; combined ends of steps have the last stage's acceleration, not theirs.
static void measure_drift(const run *r, double drift[3]) {
  const gb_model *model = r->analysis->model;
  memcpy(drift, r->joints.drift, sizeof r->joints.drift);
  MPI_Allreduce(MPI_IN_PLACE, drift, 3, MPI_DOUBLE, MPI_MAX, model->comm);
  const bool combined = gb_table_scheme(r->table)->weighted;
  for (int k = 0; k < 3; k++)
    if (model->total_multipliers == 0 || (k == 2 && combined)) drift[k] = NAN;
}

static int advance(run *r, gb_outcome *outcome, gb_error *error) {
  const gb_analysis *analysis = r->analysis;
  gb_observer observer = {
      .context = r, .step = show, .adjoint_step = show_adjoint, .tangent_step = show_tangent};
  const gb_observer *seen = analysis->watcher ? &observer : NULL;
  gb_march_report reverse = {0};
  if (r->restart && analysis->watcher && analysis->watcher->rest) observer.rest = rest;
  if (r->from) GB_TRY(archive(r, r->from, error));
  GB_TRY(march(r, &observer, seen, error));
  outcome->factorisations = (int)r->march_factorisations;
  r->timers->stage = 1;
  double start = gb_timer_now();
  observer.resume = r->from;
  if (analysis->method == GB_ADJOINT)
    GB_TRY(gb_adjoint(r->trajectory, seen, r->gradient, &reverse, error));
  if (analysis->method == GB_TANGENT) GB_TRY(differentiate_forward(r, seen, &reverse, error));
  r->timers->total[1] += gb_timer_now() - start;
  r->timers->stage = 0;
  measure_drift(r, outcome->drift);
  GB_TRY(gb_model_system_moved(r->system, &outcome->moved, error));
  outcome->steps = gb_table_steps(r->table);
  gb_table_halvings(r->table, &outcome->halvings);
  outcome->newton_iterations = r->settling.newton_iterations + r->report.newton_iterations;
  outcome->krylov_iterations =
      r->settling.krylov_iterations + r->report.krylov_iterations + reverse.krylov_iterations;
  outcome->adjoint_factorisations =
      gb_model_system_factorisations(r->system) - outcome->factorisations;
  outcome->factor_bytes = gb_model_system_factor_bytes(r->system);
  outcome->recomputed_steps = reverse.recomputed_steps;
  if (r->store) gb_checkpoint_measure(r->store, &outcome->checkpoint);
  return GB_OK;
}

static int copy_results(const run *r, gb_outcome *outcome, gb_error *error) {
  size_t functionals = (size_t)r->analysis->functionals;
  size_t entries = functionals * (size_t)r->analysis->model->designs;
  GB_TRY(gb_allocate(functionals, sizeof(double), &outcome->value, error));
  GB_TRY(gb_allocate(functionals, sizeof(double), &outcome->imaginary, error));
  for (size_t i = 0; i < functionals; i++) {
    outcome->value[i] = gb_real(r->value[i]);
    outcome->imaginary[i] = gb_imag(r->value[i]);
  }
  if (r->analysis->method == GB_NO_GRADIENT) return GB_OK;
  GB_TRY(gb_allocate(entries, sizeof(double), &outcome->gradient, error));
  for (size_t i = 0; i < entries; i++) outcome->gradient[i] = gb_real(r->gradient[i]);
  return GB_OK;
}

static void release(run *r) {
  gb_archive_destroy(&r->from);
  gb_restart_destroy(&r->restart);
  gb_trajectory_destroy(&r->trajectory);
  gb_checkpoint_destroy(&r->store);
  gb_model_system_destroy(&r->system);
  gb_step_end_destroy(&r->step_end);
  gb_table_destroy(&r->table);
  gb_request_free(r->analysis, &r->functional);
  free(r->nodal);
  free(r->q);
  free(r->v);
  free(r->a);
  free(r->failure);
  free(r->joints.reaction);
  free(r->value);
  free(r->gradient);
  free(r->design);
  free(r->along);
}

static int run_analysis(const gb_analysis *analysis, const double perturbation[], gb_timers *timers,
                        gb_outcome *outcome, gb_error *error) {
  run r = {.analysis = analysis, .timers = timers};
  memset(outcome, 0, sizeof *outcome);
  int status = build(&r, perturbation, error);
  if (status == GB_OK) status = advance(&r, outcome, error);
  if (status == GB_OK) status = copy_results(&r, outcome, error);
  release(&r);
  return status;
}

void gb_outcome_free(gb_outcome *outcome) {
  free(outcome->value);
  free(outcome->imaginary);
  free(outcome->gradient);
  *outcome = (gb_outcome){0};
}

const gb_engine GB_ENGINE = {.check = check,
                             .pairing = pairing,
                             .run = run_analysis,
                             .list_schemes = gb_request_list_schemes,
                             .scheme = gb_request_scheme,
                             .list_functionals = gb_request_list_functionals,
                             .inertia = gb_inertia_find,
                             .adjoint_solves = gb_request_adjoint_solves};
