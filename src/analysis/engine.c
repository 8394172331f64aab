/// Model and request to system, table and drivers; states to what a watcher is shown.
#include "analysis/engine.h"

#include "analysis/model_system.h"
#include "integrators/drivers.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/// What lives as long as one run.
typedef struct run {
  const gb_analysis *analysis;
  gb_system *system;
  gb_table *table;
  gb_functional *functional;
  gb_checkpoint *store;
  gb_timers *timers;
  gb_scalar *nodal;  ///< [size]
  double *q, *v, *a; ///< real parts of nodal values, [size]
  double *failure;   ///< [shells of this rank]
  gb_scalar *value, *gradient, *design;
} run;

static int find_function(const gb_functional_request *request, gb_functional *functional,
                         gb_error *error) {
  const gb_function *function = gb_function_find(request->type, request->form);
  if (!function) {
    char known[400] = "";
    for (const gb_function *const *f = gb_functions; *f; f++) {
      size_t used = strlen(known);
      snprintf(known + used, sizeof known - used, "%s%s%s%s", used ? ", " : "", (*f)->type,
               (*f)->form ? " " : "", (*f)->form ? (*f)->form : "");
    }
    return gb_fail(error, GB_USAGE, "%s: no functional '%s%s%s'; known: %s", request->where,
                   request->type, request->form ? " " : "", request->form ? request->form : "",
                   known);
  }
  functional->function = function;
  functional->weight = request->weight;
  functional->discrete = function->sampled && request->sum && strcmp(request->sum, "discrete") == 0;
  return GB_OK;
}

/// The scheme's own numbers in its order; a number that it has not is refused.
static int scheme_numbers(const gb_time_request *time, gb_time_settings *settings,
                          gb_error *error) {
  static const char *const name[] = {"beta", "gamma", "rho", "alpha"};
  const double value[] = {time->beta, time->gamma, time->rho, time->alpha};
  const gb_scheme *const *scheme = gb_schemes;
  while (*scheme && strcmp((*scheme)->name, time->scheme) != 0) scheme++;
  for (int k = 0; k < GB_PARAMETERS; k++) settings->parameter[k] = NAN;
  for (int i = 0; *scheme && i < 4; i++) {
    if (isnan(value[i])) continue;
    int k = 0;
    while (k < GB_PARAMETERS &&
           (!(*scheme)->parameter[k] || strcmp((*scheme)->parameter[k], name[i]) != 0))
      k++;
    if (k == GB_PARAMETERS)
      return gb_fail(error, GB_USAGE, "%s: scheme %s has no number '%s'", time->where, time->scheme,
                     name[i]);
    settings->parameter[k] = value[i];
  }
  return GB_OK;
}

static int make_table(const gb_time_request *time, gb_table **table, gb_error *error) {
  gb_time_settings settings = {.scheme = time->scheme,
                               .step = time->step,
                               .steps = time->steps,
                               .start = time->start,
                               .quadrature = time->quadrature};
  gb_error inner = {0};
  GB_TRY(scheme_numbers(time, &settings, error));
  int status = gb_table_create(&settings, table, &inner);
  return status == GB_OK ? GB_OK : gb_fail(error, status, "%s: %s", time->where, inner.message);
}

static int make_functionals(const gb_analysis *analysis, gb_functional **out, gb_error *error) {
  GB_TRY(gb_allocate((size_t)analysis->functionals, sizeof **out, out, error));
  for (int i = 0; i < analysis->functionals; i++) {
    const gb_functional_request *request = &analysis->functional[i];
    GB_TRY(find_function(request, &(*out)[i], error));
    if ((*out)[i].function->field == GB_FIELD_FAILURE && !analysis->model->yield)
      return gb_fail(error, GB_USAGE,
                     "%s: '%s' aggregates the failure index: every shell's material needs a yield "
                     "stress (materials: NAME: yield)",
                     request->where, request->type);
  }
  return GB_OK;
}

static int check(const gb_analysis *analysis, gb_error *error) {
  gb_functional *functional = NULL;
  gb_table *table = NULL;
  int status = make_functionals(analysis, &functional, error);
  if (status == GB_OK) status = make_table(&analysis->time, &table, error);
  gb_table_destroy(&table);
  free(functional);
  return status;
}

static int32_t shells_here(const gb_model *model) {
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
  GB_TRY(gb_allocate((size_t)shells_here(model), sizeof *r->failure, &r->failure, error));
  GB_TRY(gb_allocate(functionals, sizeof *r->value, &r->value, error));
  GB_TRY(gb_allocate(functionals * designs, sizeof *r->gradient, &r->gradient, error));
  GB_TRY(gb_allocate(designs, sizeof *r->design, &r->design, error));
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

static int nodal_values(run *r, const gb_scalar *y, double *out, gb_error *error) {
  const gb_model *model = r->analysis->model;
  GB_TRY(gb_model_system_nodal(r->system, y, r->nodal, error));
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
  GB_TRY(nodal_values(r, state->slot[GB_Q], r->q, error));
  GB_TRY(nodal_values(r, state->slot[GB_V], r->v, error));
  GB_TRY(nodal_values(r, state->slot[GB_A], r->a, error));
  if (framed) GB_TRY(gb_model_system_failure(r->system, state, r->failure, error));
  if (framed) GB_TRY(gb_model_system_balance(r->system, state, &balance, error));
  gb_frame frame = {.step = step,
                    .t = state->t,
                    .q = r->q,
                    .v = r->v,
                    .a = r->a,
                    .failure = framed ? r->failure : NULL,
                    .balance = framed ? &balance.kinetic : NULL};
  return watcher->step(watcher->context, &frame, error);
}

static int show_adjoint(void *context, int step, gb_error *error) {
  const gb_watcher *watcher = ((run *)context)->analysis->watcher;
  return watcher->adjoint_step ? watcher->adjoint_step(watcher->context, step, error) : GB_OK;
}

static int build(run *r, const double perturbation[], gb_error *error) {
  const gb_analysis *analysis = r->analysis;
  GB_TRY(gb_agree(analysis->model->comm, make_functionals(analysis, &r->functional, error), error));
  GB_TRY(gb_agree(analysis->model->comm, make_table(&analysis->time, &r->table, error), error));
  GB_TRY(gb_agree(analysis->model->comm, allocate(r, perturbation, error), error));
  GB_TRY(gb_model_system_create(analysis->model, r->design, analysis->functionals, r->functional,
                                r->timers, analysis->factor_memory, &r->system, error));
  if (analysis->method == GB_NO_GRADIENT) return GB_OK;
  gb_checkpoint_settings settings = {.memory = analysis->checkpoint_memory,
                                     .disk = analysis->checkpoint_disk,
                                     .directory = analysis->checkpoint_directory};
  return gb_checkpoint_create(analysis->model->comm, gb_table_points(r->table), r->system->n,
                              r->system->m, gb_table_slots(r->table), &settings, &r->store, error);
}

/// Directions are the designs' unit vectors.
static int differentiate_forward(run *r, const gb_newton_options *options, gb_march_report *report,
                                 gb_error *error) {
  int designs = r->system->designs;
  gb_scalar *unit;
  GB_TRY(gb_allocate((size_t)designs * (size_t)designs, sizeof *unit, &unit, error));
  for (int i = 0; i < designs; i++) unit[(designs + 1) * i] = 1;
  int status =
      gb_tangent(r->system, r->table, options, r->store, designs, unit, r->gradient, report, error);
  free(unit);
  return status;
}

static int advance(run *r, gb_outcome *outcome, gb_error *error) {
  const gb_analysis *analysis = r->analysis;
  gb_newton_options options = gb_newton_defaults();
  if (analysis->time.iterations > 0) options.iterations = analysis->time.iterations;
  if (analysis->time.tolerance > 0) options.tolerance = analysis->time.tolerance;
  gb_observer observer = {.context = r, .step = show, .adjoint_step = show_adjoint};
  const gb_observer *seen = analysis->watcher ? &observer : NULL;
  gb_march_report report = {0}, reverse = {0};
  r->timers->stage = 0;
  double start = gb_timer_now();
  GB_TRY(gb_march(r->system, r->table, &options, r->store, seen, r->value, &report, error));
  r->timers->total[0] += gb_timer_now() - start;
  outcome->factorisations = gb_model_system_factorisations(r->system);
  r->timers->stage = 1;
  start = gb_timer_now();
  if (analysis->method == GB_ADJOINT)
    GB_TRY(gb_adjoint(r->system, r->table, &options, r->store, seen, r->gradient, &reverse, error));
  if (analysis->method == GB_TANGENT) GB_TRY(differentiate_forward(r, &options, &reverse, error));
  r->timers->total[1] += gb_timer_now() - start;
  r->timers->stage = 0;
  outcome->steps = gb_table_steps(r->table);
  outcome->newton_iterations = report.newton_iterations;
  outcome->krylov_iterations = report.krylov_iterations + reverse.krylov_iterations;
  outcome->adjoint_factorisations =
      gb_model_system_factorisations(r->system) - outcome->factorisations;
  outcome->factor_bytes = gb_model_system_factor_bytes(r->system);
  if (r->store)
    gb_checkpoint_bytes(r->store, &outcome->checkpoint_memory, &outcome->checkpoint_disk);
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
  gb_checkpoint_destroy(&r->store);
  gb_model_system_destroy(&r->system);
  gb_table_destroy(&r->table);
  free(r->functional);
  free(r->nodal);
  free(r->q);
  free(r->v);
  free(r->a);
  free(r->failure);
  free(r->value);
  free(r->gradient);
  free(r->design);
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

static void list_schemes(size_t size, char *text) {
  size_t used = 0;
  for (const gb_scheme *const *s = gb_schemes; *s && used < size; s++)
    used += (size_t)snprintf(text + used, size - used, "  %-16s %s\n", (*s)->name, (*s)->title);
}

static void list_functionals(size_t size, char *text) {
  size_t used = 0;
  for (const gb_function *const *f = gb_functions; *f && used < size; f++)
    used += (size_t)snprintf(text + used, size - used, "  %-11s %-13s %s\n", (*f)->type,
                             (*f)->form ? (*f)->form : "", (*f)->title);
}

const gb_engine GB_ENGINE = {.check = check,
                             .run = run_analysis,
                             .list_schemes = list_schemes,
                             .list_functionals = list_functionals};
