/// Marches a small system by the drivers of this build.
#include "tests/unit/twice/probe.h"

#include "integrators/drivers.h"
#include "tests/unit/twice/small_systems.h"

#include <string.h>

#define STEP 1e-30

static int see_step(void *context, int step, const gb_state *state, gb_error *error) {
  (void)error;
  gb_probe_result *result = context;
  result->steps_seen += step == result->steps_seen;
  for (int i = 0; i < result->n; i++) {
    result->end[i] = gb_real(state->component[GB_Q][i]);
    result->end_derivative[i] = gb_imag(state->component[GB_Q][i]) / STEP;
  }
  return GB_OK;
}

static int see_tangent_step(void *context, int step, int direction, const gb_state *state,
                            const gb_state *derivative, gb_error *error) {
  (void)state;
  (void)error;
  gb_probe_result *result = context;
  result->tangent_steps_seen += step * result->designs + direction == result->tangent_steps_seen;
  for (int i = 0; i < result->n; i++)
    result->end_tangent[direction][i] = gb_real(derivative->component[GB_Q][i]);
  return GB_OK;
}

static int see_reverse_step(void *context, int step, gb_error *error) {
  (void)error;
  gb_probe_result *result = context;
  result->reverse_steps_seen += step == result->steps_seen - 1 - result->reverse_steps_seen;
  return GB_OK;
}

static void add_report(const gb_march_report *report, gb_probe_result *result) {
  result->corrections += report->newton_iterations;
  result->factorisations += report->factorisations;
  result->krylov_iterations += report->krylov_iterations;
}

/// Gradients of the real build.
static int differentiate(small_system *s, gb_trajectory *trajectory, const gb_observer *observer,
                         gb_probe_result *result, gb_error *error) {
  const int designs = result->designs;
  gb_march_report report;
  gb_scalar gradient[PROBE_SIZE * PROBE_SIZE], directions[PROBE_SIZE * PROBE_SIZE] = {0};
  GB_TRY(gb_adjoint(trajectory, observer, gradient, &report, error));
  add_report(&report, result);
  result->recomputed_steps = report.recomputed_steps;
  for (int i = 0; i < result->functionals * designs; i++)
    result->adjoint[i / designs][i % designs] = gb_real(gradient[i]);
  for (int j = 0; j < designs; j++) directions[j * designs + j] = 1;
  s->factored = false;
  GB_TRY(gb_tangent(trajectory, observer, designs, directions, gradient, &report, error));
  add_report(&report, result);
  for (int i = 0; i < result->functionals * designs; i++)
    result->tangent[i / designs][i % designs] = gb_real(gradient[i]);
  return GB_OK;
}

static int run_system(small_system *s, gb_trajectory *trajectory, gb_probe_result *result,
                      gb_error *error) {
  const gb_observer observer = {.context = result,
                                .step = see_step,
                                .adjoint_step = see_reverse_step,
                                .tangent_step = see_tangent_step};
  gb_march_report report;
  gb_scalar values[PROBE_SIZE];
  GB_TRY(gb_march(trajectory, &observer, values, &report, error));
  add_report(&report, result);
  for (int f = 0; f < result->functionals; f++) {
    result->value[f] = gb_real(values[f]);
    result->derivative[f] = gb_imag(values[f]) / STEP;
  }
  if (GB_PARTS == 2) return GB_OK;
  return differentiate(s, trajectory, &observer, result, error);
}

/// March and differentiate within the budget.
static int run_table(small_system *s, const gb_table *table, const gb_probe_run *settings,
                     gb_probe_result *result, gb_error *error) {
  gb_newton_options options = gb_newton_defaults();
  options.tolerance = 1e-14; // as the program does for gradients of small models
  options.krylov_tolerance = 0.1 * options.tolerance;
  const int components = gb_table_components(table);
  const double state = (double)((components * s->system.n + s->system.m) * (int)sizeof(gb_scalar));
  const gb_checkpoint_settings budget = {.memory =
                                             settings->states ? settings->states * state : 1e9};
  gb_checkpoint *store = NULL;
  gb_trajectory *trajectory = NULL;
  gb_blocks blocks;
  gb_checkpoint_usage usage;
  gb_table_blocks(table, &blocks);
  GB_TRY(gb_checkpoint_create(MPI_COMM_SELF, &blocks,
                              &(gb_state_size){s->system.n, s->system.m, components, 0}, &budget,
                              &store, error));
  gb_checkpoint_measure(store, &usage);
  result->planned_steps = usage.planned_steps;
  int status = gb_trajectory_create(&s->system, table, &options, store, &trajectory, error);
  if (status == GB_OK) status = run_system(s, trajectory, result, error);
  gb_trajectory_destroy(&trajectory);
  gb_checkpoint_destroy(&store);
  return status;
}

static int run(const gb_probe_run *settings, gb_probe_result *result, gb_error *error) {
  small_system s;
  small_system_start(&s, settings->system);
  s.index1 = settings->index1;
  s.alpha = settings->alpha;
  s.beta = settings->beta;
  if (settings->row > 0) s.row = settings->row;
  if (settings->column > 0) s.column = settings->column;
  s.forgets = settings->forgets;
  if (GB_PARTS == 2) s.x[settings->design] += STEP * I;
  *result = (gb_probe_result){
      .n = s.system.n, .functionals = s.system.functionals, .designs = s.system.designs};
  gb_table *table = NULL;
  GB_TRY(gb_table_create(&settings->time, &table, error));
  int status = GB_OK;
  for (int i = 0; status == GB_OK && i < 4 && settings->halve[i]; i++) {
    int64_t first;
    status = gb_table_bisect(table, settings->halve[i], &first, error);
  }
  if (status == GB_OK) status = run_table(&s, table, settings, result, error);
  gb_table_destroy(&table);
  return status;
}

#ifdef GB_COMPLEX
const gb_probe gb_probe_complex = {run, gb_probe_solve, gb_probe_call_kernel};
#else
const gb_probe gb_probe_real = {run, gb_probe_solve, gb_probe_call_kernel};
#endif
