/// Model and request to system, table and drivers.
#include "engine/engine.h"
#include "engine/request.h"
#include "engine/run.h"
#include "engine/sights.h"
#include "integrators/trajectory.h"
#include "solve/factor/linear.h"
#include "system/diagnostics/inertia.h"

#include <float.h>
#include <stdlib.h>
#include <string.h>

/// Corrections of a load step at most: what converges slowly is not to be cut.
enum { WALK_ITERATIONS = 100 };

/// Check that PETSc is there, and that the march does not need what it lacks.
static int check_petsc(const gb_analysis *analysis, gb_error *error) {
  if (analysis->time->walk.unstable > GB_UNSTABLE_WARN)
    return gb_fail(
        error, GB_KEY_CONFLICT,
        "time.unstable: found stop, branch or fall, and solver.linear: petsc, which does not "
        "count the negative eigenvalues of a stiffness; accepted: warn, or mumps");
  return gb_linear_petsc_check(error);
}

static int check(const gb_analysis *analysis, gb_error *error) {
  gb_functional *functional = NULL;
  gb_table *table = NULL;
  gb_enforcement enforcement;
  GB_SCRATCH(scratch);
  int status = gb_request_functionals(analysis, &scratch, &functional, error);
  if (status == GB_OK) status = gb_request_table(analysis, &table, error);
  if (status == GB_OK && analysis->model->dofs->total_multipliers > 0)
    status =
        gb_request_enforcement(analysis->model->problem->constraints, table, &enforcement, error);
  const gb_relief_motions *relief = analysis->model->relief;
  if (status == GB_OK && relief && gb_table_scheme(table)->order > 0)
    status = gb_fail(error, GB_WRONG_SCHEME,
                     "%s: inertia relief, with the scheme %s; accepted: scheme static or linear",
                     relief->where, analysis->time->scheme);
  if (status == GB_OK && analysis->model->problem->solver->petsc)
    status = check_petsc(analysis, error);
  gb_table_destroy(&table);
  return status;
}

static void pairing(const gb_analysis *analysis, size_t size, char *text) {
  gb_table *table = NULL;
  gb_error ignored = {0};
  text[0] = 0;
  if (analysis->model->dofs->total_multipliers > 0 &&
      gb_request_table(analysis, &table, &ignored) == GB_OK)
    gb_request_pairing(analysis->model->problem->constraints, table, size, text);
  gb_table_destroy(&table);
}

/// The designs of a run: `given` ones (NULL: the model's), or in the complex engine the model's
/// with these as imaginary parts; and the moments of controls that follow.
static int set_designs(gb_run *r, const double given[], gb_error *error) {
  const gb_design_set *designs = r->analysis->model->designs;
  const MPI_Comm comm = r->analysis->model->comm;
  double *along;
  GB_SCRATCH(scratch);
  for (int i = 0; i < designs->width; i++) r->values.design[i] = designs->value[i];
  if (!given) return GB_OK;
  GB_TRY(gb_agree(comm, GB_TAKE(&scratch, along, (size_t)designs->width, error), error));
  memcpy(along, given, (size_t)designs->count * sizeof *along);
  GB_TRY(gb_design_set_extend(designs, comm, along, error));
  for (int i = 0; i < designs->width; i++)
#ifdef GB_COMPLEX
    r->values.design[i] += I * along[i];
#else
    r->values.design[i] = along[i];
#endif
  return GB_OK;
}

static int allocate(gb_run *r, gb_error *error) {
  const gb_analysis *analysis = r->analysis;
  const size_t values = (size_t)gb_analysis_values(analysis);
  const size_t designs = (size_t)analysis->model->designs->width;
  GB_TRY(gb_run_frame_create(r, error));
  GB_TRY(GB_TAKE(&r->memory, r->options, 1, error));
  GB_TRY(GB_TAKE(&r->memory, r->progress, 1, error));
  GB_TRY(GB_TAKE(&r->memory, r->values.value, values, error));
  GB_TRY(GB_TAKE(&r->memory, r->values.gradient, values * designs, error));
  GB_TRY(GB_TAKE(&r->memory, r->values.design, designs, error));
  return GB_OK;
}

static int open_store(gb_run *r, gb_error *error) {
  const gb_analysis *analysis = r->analysis;
  const gb_checkpoint_settings settings = {.memory = analysis->checkpoint->memory,
                                           .disk = analysis->checkpoint->disk,
                                           .directory = analysis->checkpoint->directory};
  const gb_state_size size = {r->system->n, r->system->m, gb_table_components(r->table),
                              r->system->memory};
  gb_blocks blocks;
  gb_table_blocks(r->table, &blocks);
  return gb_checkpoint_create(analysis->model->comm, &blocks, &size, &settings, &r->store, error);
}

/// Keep what the table has been through.
static int record(gb_bisections *bisections, const gb_table *table, gb_error *error) {
  int64_t count;
  const int64_t *point = gb_table_bisections(table, &count);
  free(bisections->point);
  bisections->point = NULL;
  GB_TRY(gb_allocate((size_t)count, sizeof *point, &bisections->point, error));
  for (int64_t i = 0; i < count; i++) bisections->point[i] = point[i];
  bisections->count = count;
  bisections->known = true;
  return GB_OK;
}

/// Let the observer stop Newton's method within a step, where a march loses little by it: a static
/// one, which goes on from its last state, and the search for substeps.
static void obey_within_steps(gb_run *r, bool obey) {
  const gb_frame_observer *observer = r->analysis->observer;
  r->options->pause = obey && observer && observer->rest ? gb_run_pause : NULL;
  r->options->context = r;
}

/// Halve steps as an earlier run did, or as this one needs it.
static int settle_steps(gb_run *r, gb_error *error) {
  gb_bisections *bisections = r->analysis->bisections;
  int64_t first;
  if (r->analysis->time->newton.retry == 0) return GB_OK;
  if (!bisections || !bisections->known) {
    const double start = gb_timer_now();
    obey_within_steps(r, true);
    GB_TRY(gb_find_substeps(r->system, r->table, r->options, &r->progress->settling, error));
    obey_within_steps(r, false);
    r->timers->total[0] += gb_timer_now() - start;
    return bisections
               ? gb_agree(r->analysis->model->comm, record(bisections, r->table, error), error)
               : GB_OK;
  }
  int status = GB_OK;
  for (int64_t i = 0; status == GB_OK && i < bisections->count; i++)
    status = gb_table_bisect(r->table, bisections->point[i], &first, error);
  return gb_agree(r->analysis->model->comm, status, error);
}

/// Ends of steps that have no multipliers or accelerations of their own are solved for these, where
/// histories have forces or an observer looks at states.
static int open_step_end(gb_run *r, gb_error *error) {
  const gb_model *model = r->analysis->model;
  const gb_frame_observer *observer = r->analysis->observer;
  bool reactions = false;
  for (int i = 0; i < model->quantities->count; i++)
    reactions = reactions || model->quantities->entry[i].kind == GB_QUANTITY_REACTION;
  const bool joints = model->dofs->total_multipliers > 0 && observer &&
                      (observer->state || model->quantities->joints > 0);
  if (!gb_run_is_watched(r->analysis) || !(reactions || joints)) return GB_OK;
  return gb_step_end_create(r->system, r->table, reactions, &r->frame->step_end, error);
}

/// The options of Newton's method. @param walks  the march is static
static gb_newton_options newton_options(const gb_analysis *analysis, bool walks) {
  const gb_newton_settings *newton = &analysis->time->newton;
  gb_newton_options options = gb_newton_defaults();
  options.unsymmetric = analysis->model->problem->constraints->enforce == GB_ENFORCE_PENALTY;
  options.each = newton->factor == GB_FACTOR_EACH;
  options.block_memory = analysis->checkpoint->memory;
  if (walks) options.iterations = WALK_ITERATIONS;
  if (newton->iterations > 0) options.iterations = newton->iterations;
  if (newton->tolerance > 0) {
    options.tolerance = newton->tolerance;
    // Derivatives that nearly cancel want a digit more than the states.
    options.krylov_tolerance = fmin(options.krylov_tolerance, 0.1 * options.tolerance);
  }
  return options;
}

/// @param lender run whose factors this one takes; NULL: none
int gb_run_build(gb_run *r, const double given[], gb_run *lender, gb_error *error) {
  const gb_analysis *analysis = r->analysis;
  GB_TRY(gb_agree(analysis->model->comm,
                  gb_request_functionals(analysis, &r->memory, &r->functional, error), error));
  GB_TRY(gb_agree(analysis->model->comm, gb_request_table(analysis, &r->table, error), error));
  GB_TRY(gb_agree(analysis->model->comm, allocate(r, error), error));
  GB_TRY(set_designs(r, given, error));
  gb_model_system_request request = {
      .design = r->values.design,
      .functionals = analysis->functionals,
      .functional = r->functional,
      .duration = analysis->time->step * analysis->time->steps,
      .timers = r->timers,
      .memory = analysis->checkpoint->memory,
      .whole = analysis->time->newton.factor == GB_FACTOR_EACH,
      .linear = gb_table_scheme(r->table)->linear,
      .settle = analysis->time->from == GB_FROM_EQUILIBRIUM ? analysis->time->step : 0};
  int status = gb_request_enforcement(analysis->model->problem->constraints, r->table,
                                      &request.enforcement, error);
  GB_TRY(gb_agree(analysis->model->comm, status, error));
  r->scale = request.enforcement.column;
  r->frame->opens = gb_enforcement_opens(&request.enforcement, r->table);
  status = gb_request_ask(analysis, r->functional, r->table, error);
  GB_TRY(gb_agree(analysis->model->comm, status, error));
  GB_TRY(gb_model_system_create(analysis->model, &request, &r->system, error));
  if (gb_table_scheme(r->table)->order == 0) gb_model_system_at_rest(r->system);
  if (lender) gb_model_system_take_factors(r->system, lender->system);
  if (analysis->given) gb_model_system_set_functionals(r->system, analysis->given, r->scale);
  const bool is_static = gb_table_scheme(r->table)->order == 0, walks = is_static && !r->coupling;
  *r->options = newton_options(analysis, is_static);
  GB_TRY(gb_run_open_restart(r, error));
  if (!r->from && !is_static) GB_TRY(settle_steps(r, error));
  GB_TRY(open_step_end(r, error));
  if (gb_run_is_watched(analysis)) GB_TRY(gb_kinks_create(r->system, &r->frame->kinks, error));
  if (analysis->method != GB_NO_GRADIENT && !walks) GB_TRY(open_store(r, error));
  gb_system *marched = r->system;
  if (gb_table_scheme(r->table)->linear) {
    GB_TRY(gb_linearised_create(r->system, &r->linear, error));
    marched = gb_linearised_system(r->linear);
  }
  GB_TRY(gb_trajectory_create(marched, r->table, r->options, r->store, &r->trajectory, error));
  if (analysis->method == GB_ROUND_OFF)
    r->trajectory->solver->perturbation_sample = 1 + analysis->sample;
  if (analysis->method == GB_NO_GRADIENT)
    r->trajectory->solver->perturbation_sample = analysis->sample;
  r->trajectory->whole =
      r->system->memory > 0 ||
      (analysis->method == GB_TANGENT && analysis->observer && analysis->observer->tangent_step);
  return GB_OK;
}

/// Keep where a static march has ended.
static int record_end(const gb_run *r, gb_bisections *end, gb_error *error) {
  const size_t length = gb_system_length(r->system);
  free(end->unknown);
  end->unknown = NULL;
  end->known = true;
  end->level = gb_trajectory_stage(r->trajectory)->t;
  GB_TRY(GB_ALLOCATE(end->unknown, length, error));
  for (size_t i = 0; i < length; i++) end->unknown[i] = gb_real(r->trajectory->solver->w[i]);
  return GB_OK;
}

/// The reaction of a static march to unstable states. Where the stiffness is not symmetric its
/// symmetric part is counted, which may be indefinite in stable states.
static gb_unstable find_reaction(const gb_run *r) {
  const gb_march_settings *time = r->analysis->time;
  const bool is_auto = time->walk.unstable == GB_UNSTABLE_AUTO;
  const bool warns = time->walk.arc_length || time->walk.probe >= 0 || r->linear ||
                     r->system->memory > 0 || gb_problem_turns(r->analysis->model->problem);
  return is_auto && warns ? GB_UNSTABLE_WARN : (gb_unstable)time->walk.unstable;
}

/// A static march, or the way to where one has ended.
static int walk(gb_run *r, const gb_observer *seen, gb_error *error) {
  const gb_march_settings *time = r->analysis->time;
  gb_bisections *end = r->analysis->bisections;
  const size_t length = gb_system_length(r->system);
  int rank;
  MPI_Comm_rank(r->analysis->model->comm, &rank);
  gb_walk_settings settings = {.step = time->step,
                               .steps = time->steps,
                               .adapt = time->walk.adapt,
                               .retry = time->newton.retry,
                               .arc_length = time->walk.arc_length || time->walk.probe >= 0,
                               .to = time->walk.to,
                               .ramps_start = !r->linear,
                               .unstable = find_reaction(r),
                               .stability = &r->progress->stability,
                               .owns = rank == 0};
  gb_scalar *known = NULL, *row = NULL;
  if (r->linear) settings.step = time->step * time->steps, settings.steps = 1;
  if (end && end->known && r->system->memory == 0) { // what elements remember needs the whole way
    const int status = GB_ALLOCATE(known, length, error);
    GB_TRY(gb_agree(r->analysis->model->comm, status, error));
    for (size_t i = 0; i < length; i++) known[i] = end->unknown[i];
    settings.known = known;
    settings.known_level = end->level;
    settings.arc_length = false;
    // what the user allows a load step is not what an imaginary part takes
    if (r->options->iterations < WALK_ITERATIONS) r->options->iterations = WALK_ITERATIONS;
  }
  int status = GB_OK;
  if (settings.arc_length && time->walk.probe >= 0)
    status = gb_model_system_displacement(r->system, time->walk.probe, time->walk.direction, &row,
                                          error);
  settings.row = row;
  obey_within_steps(r, true);
  if (status == GB_OK)
    status = gb_walk(r->trajectory, r->table, &settings, seen, r->values.value,
                     &r->progress->report, error);
  obey_within_steps(r, false);
  free(known);
  free(row);
  if (status == GB_OK && end && !end->known)
    status = gb_agree(r->analysis->model->comm, record_end(r, end, error), error);
  return status;
}

/// March, or where the restart file is of the gradient, close the functionals alone.
static int march(gb_run *r, gb_observer *observer, const gb_observer *seen, gb_error *error) {
  r->timers->part = 0;
  double start = gb_timer_now();
  if (r->progress->phase == 0) {
    observer->resume = r->from;
    gb_error failure = {0};
    if (gb_table_scheme(r->table)->order == 0) {
      const int status = walk(r, seen, &failure);
      const gb_checks *checks = r->analysis->model->checks;
      if (status != GB_OK) return gb_checks_explain(checks, status, &failure, error);
    } else {
      GB_TRY(gb_march(r->trajectory, seen, r->values.value, &r->progress->report, error));
    }
    observer->resume = NULL;
    gb_archive_destroy(&r->from);
    r->progress->march_factorisations = gb_model_system_factorisations(r->system);
  } else {
    GB_TRY(r->system->op->functionals_end(r->system, r->values.value, error));
  }
  r->timers->total[0] += gb_timer_now() - start;
  r->progress->phase = 1;
  return GB_OK;
}

/// Find how all that varies changes with each design. Collective.
static int find_directions(gb_run *r, gb_error *error) {
  const gb_design_set *designs = r->analysis->model->designs;
  const size_t width = (size_t)designs->width;
  const MPI_Comm comm = r->analysis->model->comm;
  double *along = NULL;
  GB_SCRATCH(scratch);
  int status = GB_TAKE(&scratch, along, width, error);
  if (status == GB_OK)
    status = GB_TAKE(&r->memory, r->values.unit, (size_t)designs->count * width, error);
  GB_TRY(gb_agree(comm, status, error));
  for (int design = 0; design < designs->count; design++) {
    memset(along, 0, width * sizeof *along);
    along[design] = 1;
    GB_TRY(gb_design_set_extend(designs, comm, along, error));
    for (size_t i = 0; i < width; i++) r->values.unit[(size_t)design * width + i] = along[i];
  }
  return GB_OK;
}

static int differentiate_forward(gb_run *r, const gb_observer *observer, gb_march_report *report,
                                 gb_error *error) {
  const gb_model *model = r->analysis->model;
  GB_TRY(find_directions(r, error));
  return gb_tangent(r->trajectory, observer, model->designs->count, r->values.unit,
                    r->values.gradient, report, error);
}

/// The drift of all ranks; combined ends of steps have the last stage's acceleration, not theirs.
static void measure_drift(const gb_run *r, gb_outcome *outcome) {
  const gb_model *model = r->analysis->model;
  double *drift = outcome->drift;
  MPI_Allreduce(r->frame->drift, drift, 3, MPI_DOUBLE, MPI_MAX, model->comm);
  drift[3] = gb_drift_opening(model, r->frame->drift);
  const bool combined = gb_table_scheme(r->table)->weighted;
  for (int k = 0; k < 3; k++)
    if (model->dofs->total_multipliers == 0 || r->linear || (k == 2 && combined)) drift[k] = NAN;
}

/// Refuse a march whose steps do not resolve motions that the scheme does not damp either: they
/// spoil every state.
static int refuse_unresolved(const gb_run *r, const gb_outcome *outcome, gb_error *error) {
  const gb_march_settings *time = r->analysis->time;
  if (!(outcome->step_error.size > time->error_limit) ||
      !gb_step_error_undamped(r->trajectory->step_error))
    return GB_OK;
  return gb_fail(error, GB_STEP_TOO_LARGE,
                 "%s: time.step = %g is too large for this motion: its error is about %.2g of the "
                 "displacements and rotations in one step (worst at t = %g), and %s lets what a "
                 "step does not resolve ring on. Make time.step smaller, take a scheme that damps "
                 "it, as bdf2, "
                 "sdirk2 or galpha with rho: 0, or accept it by time.error_limit (%g now)",
                 time->where, time->step, outcome->step_error.size, outcome->step_error.time,
                 time->scheme, time->error_limit);
}

static int allocate_reports(gb_outcome *outcome, gb_error *error) {
  GB_TRY(GB_TAKE(&outcome->memory, outcome->moved, 1, error));
  GB_TRY(GB_TAKE(&outcome->memory, outcome->kinks, 1, error));
  if (!outcome->sights) GB_TRY(GB_TAKE(&outcome->memory, outcome->sights, 1, error));
  GB_TRY(GB_TAKE(&outcome->memory, outcome->checkpoint, 1, error));
  return GB_TAKE(&outcome->memory, outcome->stability, 1, error);
}

int gb_run_judge(gb_run *r, gb_outcome *outcome, gb_error *error) {
  GB_TRY(gb_agree(r->analysis->model->comm, allocate_reports(outcome, error), error));
  outcome->factorisations = (int)r->progress->march_factorisations;
  outcome->step_error.size = gb_step_error_largest(
      r->trajectory->step_error, 100 * DBL_EPSILON * r->system->position_norm / r->system->length,
      &outcome->step_error.time);
  GB_TRY(refuse_unresolved(r, outcome, error));
  measure_drift(r, outcome);
  gb_kinks_report(r->frame->kinks, outcome->kinks);
  outcome->kinks->stresses = gb_kinks_of_stresses(r->system);
  GB_TRY(gb_model_system_start_report(r->system, outcome->moved, error));
  if (r->linear)
    GB_TRY(gb_model_system_preload(r->system, gb_trajectory_state(r->trajectory, r->trajectory->k),
                                   &outcome->moved->preload, error));
  GB_TRY(gb_model_system_relief(r->system, gb_trajectory_state(r->trajectory, r->trajectory->k),
                                &outcome->moved->relief, error));
  GB_TRY(gb_run_sum_up(r, outcome, error));
  *outcome->stability = r->progress->stability;
  outcome->steps = gb_table_steps(r->table);
  gb_table_bisections(r->table, &outcome->bisections);
  outcome->bisections += r->progress->report.failures;
  outcome->iterations.newton =
      r->progress->settling.newton_iterations + r->progress->report.newton_iterations;
  outcome->iterations.krylov =
      r->progress->settling.krylov_iterations + r->progress->report.krylov_iterations;
  outcome->factor_bytes = gb_model_system_factor_bytes(r->system);
  return GB_OK;
}

/// The march and what it is judged by.
static int advance(gb_run *r, gb_outcome *outcome, gb_error *error) {
  const gb_analysis *analysis = r->analysis;
  gb_observer observer = gb_run_observer(r);
  if (r->from) GB_TRY(gb_run_archive(r, r->from, error));
  GB_TRY(
      gb_agree(analysis->model->comm, GB_TAKE(&outcome->memory, outcome->sights, 1, error), error));
  const int status =
      march(r, &observer, analysis->observer || observer.step ? &observer : NULL, error);
  gb_excess_gather(analysis->model->comm, r->frame->sights->excess);
  *outcome->sights = *r->frame->sights; // it may be why a march fails
  GB_TRY(status);
  return gb_run_judge(r, outcome, error);
}

static bool is_adjoint(gb_gradient_method method) {
  return method == GB_ADJOINT || method == GB_CANCELLATION || method == GB_ROUND_OFF;
}

/// The gradient after the march, by the method of the analysis, and what both took.
static int turn_back(gb_run *r, gb_outcome *outcome, gb_error *error) {
  const gb_analysis *analysis = r->analysis;
  gb_observer observer = gb_run_observer(r);
  const gb_observer *seen = analysis->observer ? &observer : NULL;
  gb_march_report reverse = {0};
  const double start = gb_timer_now();
  r->timers->part = 1;
  observer.resume = r->from;
  r->trajectory->scatter_sample = analysis->method == GB_CANCELLATION ? 1 + analysis->sample : 0;
  double *size = NULL;
  if (analysis->method == GB_CANCELLATION)
    GB_TRY(gb_model_functionals_measure(r->system, &size, error));
  if (is_adjoint(analysis->method))
    GB_TRY(gb_adjoint(r->trajectory, seen, r->values.gradient, &reverse, error));
  if (analysis->method == GB_TANGENT) GB_TRY(differentiate_forward(r, seen, &reverse, error));
  for (int i = 0; size && i < analysis->functionals; i++)
    for (int k = 0; k < analysis->functional[i].values; k++)
      outcome->value[analysis->functional[i].first + k] =
          fmax(size[i], fabs(outcome->value[analysis->functional[i].first + k]));
  r->timers->total[1] += gb_timer_now() - start;
  r->timers->part = 0;
  outcome->iterations.krylov += reverse.krylov_iterations;
  outcome->adjoint_factorisations =
      gb_model_system_factorisations(r->system) - outcome->factorisations;
  outcome->factor_bytes = gb_model_system_factor_bytes(r->system);
  outcome->iterations.recomputed_steps = reverse.recomputed_steps;
  if (r->store) gb_checkpoint_measure(r->store, outcome->checkpoint);
  return GB_OK;
}

int gb_run_copy_values(const gb_run *r, gb_outcome *outcome, gb_error *error) {
  const size_t functionals = (size_t)gb_analysis_values(r->analysis);
  GB_TRY(GB_ALLOCATE(outcome->value, functionals, error));
  GB_TRY(GB_ALLOCATE(outcome->imaginary, functionals, error));
  GB_TRY(GB_TAKE(&outcome->memory, outcome->sights->peak, functionals, error));
  for (size_t i = 0; i < functionals; i++) {
    outcome->value[i] = gb_real(r->values.value[i]);
    outcome->imaginary[i] = gb_imag(r->values.value[i]);
    if (!r->analysis->given)
      outcome->sights->peak[i] = gb_model_functionals_peak(r->system, (int)i);
  }
  return GB_OK;
}

int gb_run_copy_gradient(const gb_run *r, gb_outcome *outcome, gb_error *error) {
  const size_t functionals = (size_t)gb_analysis_values(r->analysis);
  const size_t entries = functionals * (size_t)r->analysis->model->designs->count;
  if (r->analysis->method == GB_NO_GRADIENT) return GB_OK;
  // a gradient is by all that varies, derivatives along directions are by designs already
  const gb_design_set *designs = r->analysis->model->designs;
  const bool wide = is_adjoint(r->analysis->method);
  const size_t width = (size_t)(wide ? designs->width : designs->count);
  const MPI_Comm comm = r->analysis->model->comm;
  double *row = NULL;
  GB_SCRATCH(scratch);
  int status = GB_ALLOCATE(outcome->gradient, entries, error);
  if (status == GB_OK) status = GB_TAKE(&scratch, row, width, error);
  GB_TRY(gb_agree(comm, status, error));
  for (size_t i = 0; i < functionals; i++) {
    for (size_t k = 0; k < width; k++) row[k] = gb_real(r->values.gradient[i * width + k]);
    if (wide) GB_TRY(gb_design_set_fold(designs, comm, row, error));
    memcpy(outcome->gradient + i * (size_t)designs->count, row,
           (size_t)designs->count * sizeof *row);
  }
  return GB_OK;
}

static void release(gb_run *r) {
  if (r->coupling) gb_adjoint_close(&r->coupling->pass);
  gb_archive_destroy(&r->from);
  gb_restart_destroy(&r->restart);
  gb_trajectory_destroy(&r->trajectory);
  gb_linearised_destroy(&r->linear);
  gb_checkpoint_destroy(&r->store);
  gb_model_system_destroy(&r->system);
  if (r->frame) gb_step_end_destroy(&r->frame->step_end);
  if (r->frame) gb_kinks_destroy(&r->frame->kinks);
  gb_table_destroy(&r->table);
  gb_arena_free(&r->memory);
}

static void close_run(gb_run **run) {
  if (!*run) return;
  release(*run);
  free(*run);
  *run = NULL;
}

static int differentiate(gb_run *r, gb_outcome *outcome, gb_error *error) {
  GB_TRY(turn_back(r, outcome, error));
  return gb_run_copy_gradient(r, outcome, error);
}

static int open_run(const gb_analysis *analysis, const double given[], gb_timers *timers,
                    gb_run **out, gb_outcome *outcome, gb_error *error) {
  gb_run *r = NULL, *lender = *out;
  *out = NULL;
  memset(outcome, 0, sizeof *outcome);
  int status = gb_agree(analysis->model->comm, GB_ALLOCATE(r, 1, error), error);
  if (status == GB_OK) {
    *r = (gb_run){.analysis = analysis, .timers = timers};
    status = gb_run_build(r, given, lender, error);
  }
  close_run(&lender);
  if (status == GB_OK) status = advance(r, outcome, error);
  if (status == GB_OK)
    status = gb_agree(analysis->model->comm, gb_run_copy_values(r, outcome, error), error);
  if (status != GB_OK) close_run(&r);
  *out = r;
  return status;
}

static int run_analysis(const gb_analysis *analysis, const double given[], gb_timers *timers,
                        gb_outcome *outcome, gb_error *error) {
  gb_run *r = NULL;
  GB_TRY(open_run(analysis, given, timers, &r, outcome, error));
  const int status = differentiate(r, outcome, error);
  close_run(&r);
  return status;
}

static int predict(const gb_analysis *analysis, gb_checkpoint_usage *usage, gb_error *error) {
  gb_march_settings time = *analysis->time;
  gb_analysis like = *analysis;
  gb_timers timers = {0};
  gb_run *r;
  *usage = (gb_checkpoint_usage){0};
  like.method = GB_ADJOINT;
  like.observer = NULL;
  like.bisections = NULL;
  time.newton.retry = 0;
  like.time = &time;
  GB_TRY(gb_agree(like.model->comm, GB_ALLOCATE(r, 1, error), error));
  *r = (gb_run){.analysis = &like, .timers = &timers};
  const int status = gb_run_build(r, NULL, NULL, error);
  if (status == GB_OK && r->store) gb_checkpoint_measure(r->store, usage);
  close_run(&r);
  return status;
}

void gb_outcome_free(gb_outcome *outcome) {
  free(outcome->value);
  free(outcome->imaginary);
  free(outcome->gradient);
  gb_arena_free(&outcome->memory);
  *outcome = (gb_outcome){0};
}

const gb_engine GB_ENGINE = {.check = check,
                             .coupling = &gb_coupling,
                             .pairing = pairing,
                             .run = run_analysis,
                             .open = open_run,
                             .differentiate = differentiate,
                             .close = close_run,
                             .predict = predict,
                             .uses = gb_request_uses,
                             .list_schemes = gb_request_list_schemes,
                             .scheme = gb_request_scheme,
                             .list_functionals = gb_request_list_functionals,
                             .count_values = gb_request_count,
                             .inertia = gb_inertia_find,
                             .resultants = gb_resultants_find,
                             .adjoint_columns = gb_request_adjoint_columns,
                             .measures = gb_request_measures};
