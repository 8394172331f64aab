/// The verb `optimize`: pass the scaled problem of the case to a method, evaluate the functions by
/// marches, and report the result.
#include "verbs/optimize.h"
#include "command/report/report.h"

#include "base/platform/interrupt.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/// Constraints hold within the tolerance times 1 + SLACK. Where a method stalls, an optimality
/// error of LOOSE times the tolerance is accepted.
static const double SLACK = 1e-6, LOOSE = 1e3;

// The problem.

/// Add a function to the wanted ones unless it is among them. @return its index
static int want(gb_optimize *o, const char *name) {
  const gb_case *c = o->session->description;
  const int index = gb_name_find(GB_NAMED(c->functions, name), name);
  for (int i = 0; i < o->wanted.count; i++)
    if (o->wanted.index[i] == index) return i;
  o->wanted.index[o->wanted.count] = index;
  return o->wanted.count++;
}

/// Find the rows of the objective and the constraints; each value of a list is a row.
static int find_rows(gb_optimize *o, const int of[], gb_error *error) {
  const int entries = 1 + o->session->description->optimize.constraints.count;
  const gb_functional_settings *functional = o->analysis->functional;
  int *entry, rows = 0;
  if (functional[of[0]].values > 1)
    return gb_fail(error, GB_WRONG_FUNCTION,
                   "%s: a list of values (found %d) is no objective; accepted: one value, as form: "
                   "ks of the list",
                   functional[of[0]].where, functional[of[0]].values);
  for (int i = 0; i < entries; i++) rows += functional[of[i]].values;
  GB_TRY(GB_TAKE(&o->memory, entry, (size_t)rows, error));
  GB_TRY(GB_TAKE(&o->memory, o->wanted.row, (size_t)rows, error));
  GB_TRY(GB_TAKE(&o->memory, o->wanted.size, (size_t)rows, error));
  o->wanted.entry = entry;
  o->problem->constraints = rows - 1;
  for (int i = 0, row = 0; i < entries; i++)
    for (int k = 0; k < functional[of[i]].values; k++, row++) {
      o->wanted.row[row] = functional[of[i]].first + k;
      entry[row] = i - 1;
    }
  return GB_OK;
}

static int find_functions(gb_optimize *o, gb_error *error) {
  const gb_case *c = o->session->description;
  const gb_analysis *whole = o->session->analysis;
  const size_t entries = 1 + (size_t)c->optimize.constraints.count;
  gb_functional_settings *functional;
  int *of;
  GB_SCRATCH(scratch);
  GB_TRY(GB_TAKE(&scratch, of, entries, error));
  GB_TRY(GB_TAKE(&o->memory, o->wanted.index, entries, error));
  GB_TRY(GB_TAKE(&o->memory, functional, entries, error));
  of[0] = want(o, c->optimize.objective);
  for (size_t i = 1; i < entries; i++)
    of[i] = want(o, c->optimize.constraints.entry[i - 1].function);
  for (int i = 0; i < o->wanted.count; i++) functional[i] = whole->functional[o->wanted.index[i]];
  GB_TRY(GB_TAKE(&o->memory, o->analysis, 1, error));
  *o->analysis = *whole;
  o->analysis->functionals = o->wanted.count;
  o->analysis->functional = functional;
  gb_engine_real.count_values(functional, o->wanted.count, whole->time->steps);
  o->wanted.values = gb_analysis_values(o->analysis);
  GB_TRY(GB_TAKE(&o->memory, o->wanted.name, (size_t)o->wanted.values, error));
  GB_TRY(gb_session_name_values(o->analysis, &o->memory, o->wanted.name, error));
  return find_rows(o, of, error);
}

/// @return the entry of the case for a constraint
static const gb_constraint_entry *entry_of(const gb_optimize *o, int constraint) {
  const gb_case *c = o->session->description;
  return &c->optimize.constraints.entry[o->wanted.entry[1 + constraint]];
}

static double or_one(double size) {
  return size > 0 && isfinite(size) ? size : 1;
}

/// @return the larger magnitude of two numbers, either of which may be missing (NAN)
static double size_of(double a, double b) {
  return fmax(isnan(a) ? 0 : fabs(a), isnan(b) ? 0 : fabs(b));
}

/// Find the scaled limits of the constraints.
static int find_constraints(gb_optimize *o, gb_error *error) {
  const int count = o->problem->constraints;
  double *least, *most;
  GB_TRY(GB_TAKE(&o->memory, least, (size_t)count, error));
  GB_TRY(GB_TAKE(&o->memory, most, (size_t)count, error));
  for (int i = 0; i < count; i++) {
    const gb_constraint_entry *entry = entry_of(o, i);
    const bool equal = !isnan(entry->equals);
    const double lower = equal ? entry->equals : entry->lower;
    const double upper = equal ? entry->equals : entry->upper;
    const double size = isnan(entry->scale) ? or_one(size_of(lower, upper)) : entry->scale;
    o->wanted.size[1 + i] = size;
    least[i] = isnan(lower) ? -INFINITY : lower / size;
    most[i] = isnan(upper) ? INFINITY : upper / size;
  }
  o->problem->c_lower = least;
  o->problem->c_upper = most;
  return GB_OK;
}

/// A start outside of the bounds would be moved by some methods and refused by others.
static int check_start(const gb_optimize *o, const gb_design *design, gb_error *error) {
  if (design->value >= design->lower && design->value <= design->upper) return GB_OK;
  return gb_fail(error, GB_WRONG_DESIGN_VALUES,
                 "%s: design '%s' begins outside of its bounds (found %g, lower %g, upper %g); "
                 "accepted: a value within them",
                 o->session->description->problem->designs.entry[design->entry].where, design->name,
                 design->value, design->lower, design->upper);
}

static int find_designs(gb_optimize *o, gb_error *error) {
  const gb_design_set *designs = o->session->model->designs;
  const gb_problem *problem = o->session->description->problem;
  const size_t n = (size_t)designs->count;
  double *start, *lower, *upper;
  GB_TRY(GB_TAKE(&o->memory, start, n, error));
  GB_TRY(GB_TAKE(&o->memory, lower, n, error));
  GB_TRY(GB_TAKE(&o->memory, upper, n, error));
  GB_TRY(GB_TAKE(&o->memory, o->scale, n, error));
  GB_TRY(GB_TAKE(&o->memory, o->unscaled, n, error));
  GB_TRY(GB_TAKE(&o->memory, o->at->previous, n, error));
  for (size_t j = 0; j < n; j++) {
    const gb_design *design = &designs->design[j];
    const double given = problem->designs.entry[design->entry].scale;
    GB_TRY(check_start(o, design, error));
    o->scale[j] = isnan(given) ? or_one(fabs(design->value)) : given;
    start[j] = design->value / o->scale[j];
    lower[j] = design->lower / o->scale[j];
    upper[j] = design->upper / o->scale[j];
  }
  o->problem->designs = designs->count;
  o->problem->start = start;
  o->problem->lower = lower;
  o->problem->upper = upper;
  return GB_OK;
}

static int describe(gb_optimize *o, gb_error *error) {
  const gb_case *c = o->session->description;
  if (!c->optimize.objective)
    return gb_fail(error, GB_NO_FUNCTIONS,
                   "%s: nothing to optimize: give optimize: {objective: FUNCTION, constraints: "
                   "[{function: ..., upper: ...}]}",
                   c->file);
  if (o->session->model->designs->count == 0)
    return gb_fail(
        error, GB_NO_DESIGNS,
        "%s: an optimisation needs designs: give design: [{name: ..., thickness: GROUP}]",
        c->optimize.where);
  if (gb_methods[c->optimize.method]->absent)
    return gb_fail(error, GB_WRONG_VALUE, "%s.method: %s cannot be used: %s", c->optimize.where,
                   gb_method_traits_of[c->optimize.method].word,
                   gb_methods[c->optimize.method]->absent);
  o->problem->tolerance = c->optimize.tolerance;
  o->problem->iterations = c->optimize.iterations;
  GB_TRY(find_functions(o, error));
  GB_TRY(find_constraints(o, error));
  return find_designs(o, error);
}

// Evaluations, of rank 0.

/// Compute designs from scaled ones, within their bounds also where round-off of the scale would
/// put them outside.
static void unscale(const gb_optimize *o, const double x[], double design[]) {
  const gb_design *of = o->session->model->designs->design;
  for (int j = 0; j < o->problem->designs; j++) {
    const double value = x[j] * o->scale[j], slack = 1e-14 * fabs(value);
    design[j] = value;
    if (value < of[j].lower && value >= of[j].lower - slack) design[j] = of[j].lower;
    if (value > of[j].upper && value <= of[j].upper + slack) design[j] = of[j].upper;
  }
}

/// Whether a model may have these designs. A thickness or a relative density must be
/// larger than its natural bound 0.
static bool is_in_domain(const gb_optimize *o, const double design[]) {
  const gb_design_set *designs = o->session->model->designs;
  const gb_design_entry *entry = o->session->description->problem->designs.entry;
  gb_error ignored = {0};
  for (int j = 0; j < designs->count; j++) {
    const gb_design *of = &designs->design[j];
    const bool within = design[j] >= of->lower && design[j] <= of->upper;
    if (!within || (entry[of->entry].group && !(design[j] > 0))) return false;
  }
  return gb_design_set_check(designs, design, &ignored) == GB_OK;
}

/// Whether the march may succeed with other designs after it ended with this status.
static bool is_of_designs(int status) {
  return status == GB_DIVERGED || status == GB_SINGULAR || status == GB_MODEL || status == GB_USAGE;
}

/// Record an error that ends the optimisation.
static gb_evaluated end_all(gb_optimize *o, int status, const gb_error *error) {
  o->at->status = status;
  o->at->error = *error;
  return GB_HALT;
}

static gb_evaluation *last_of(const gb_optimize *o) {
  const int count = gb_history_count(o->at->history);
  return count ? gb_history_entry(o->at->history, count - 1) : NULL;
}

/// Find the objective and the violation of the constraints at a point.
static void judge(const gb_optimize *o, gb_evaluation *e, double value[]) {
  int worst;
  if (e->failed) return;
  for (int i = 0; i <= o->problem->constraints; i++)
    value[i] = e->value[o->wanted.row[i]] / o->wanted.size[i];
  e->objective = e->value[o->wanted.row[0]];
  e->violation = gb_optimisation_violation(o->problem, value + 1, &worst);
}

static bool are_finite(size_t count, const double number[]) {
  for (size_t i = 0; i < count; i++)
    if (!isfinite(number[i])) return false;
  return true;
}

static void report_failure(const gb_optimize *o, const gb_error *error) {
  if (gb_command_prints(o->command))
    gb_print(stdout, "  evaluation %d has no value: %.300s\n", gb_history_count(o->at->history),
             error->message[0] ? error->message : "a function is no number");
}

/// The functions at new designs: from the file, or by a march. The file of a march that failed
/// because a signal came has nothing of it.
static gb_evaluated find_values(gb_optimize *o, const double design[]) {
  gb_error error = {0};
  const double start = gb_timer_now();
  int status = gb_optimize_table_write(o, &error);
  if (status != GB_OK) return end_all(o, status, &error);
  if (gb_history_replay(o->at->history, design)) return GB_EVALUATED;
  if (gb_interrupt_asked() || start > o->deadline) return GB_HALT;
  status = gb_optimize_march(o, design, &error);
  if (status == GB_PAUSED) return GB_HALT;
  if (status != GB_OK && (!is_of_designs(status) || gb_history_count(o->at->history) == 0))
    return end_all(o, status, &error);
  const double *value = o->live->outcome->value;
  const bool good = status == GB_OK && are_finite((size_t)o->wanted.values, value);
  gb_error own = {0};
  status =
      gb_history_add(o->at->history, design, good ? value : NULL, gb_timer_now() - start, &own);
  if (status != GB_OK) return end_all(o, status, &own);
  if (!good) report_failure(o, &error);
  return GB_EVALUATED;
}

/// The gradient at the last point. What the file had no more of begins with the march again.
static gb_evaluated find_gradient(gb_optimize *o, const double design[]) {
  gb_error error = {0};
  const double start = gb_timer_now();
  if (gb_history_replay_gradient(o->at->history)) return GB_EVALUATED;
  if (gb_interrupt_asked() || start > o->deadline) return GB_HALT;
  int status = o->live->run ? GB_OK : gb_optimize_march(o, design, &error);
  if (status == GB_OK) status = gb_optimize_turn_back(o, &error);
  if (status == GB_PAUSED) return GB_HALT;
  if (status != GB_OK && !is_of_designs(status)) return end_all(o, status, &error);
  const double *gradient = o->live->outcome->gradient;
  const size_t entries = (size_t)o->wanted.values * (size_t)o->problem->designs;
  const bool good = status == GB_OK && are_finite(entries, gradient);
  gb_error own = {0};
  status =
      gb_history_add_gradient(o->at->history, good ? gradient : NULL, gb_timer_now() - start, &own);
  if (status != GB_OK) return end_all(o, status, &own);
  if (!good) report_failure(o, &error);
  return GB_EVALUATED;
}

/// Find the scaled gradient of a point whose gradient is known.
static void scale_gradient(const gb_optimize *o, const gb_evaluation *e, double gradient[]) {
  const size_t n = (size_t)o->problem->designs;
  for (int i = 0; i <= o->problem->constraints; i++)
    for (size_t j = 0; j < n; j++)
      gradient[(size_t)i * n + j] =
          e->gradient[(size_t)o->wanted.row[i] * n + j] * o->scale[j] / o->wanted.size[i];
}

/// Mark a point whose gradient failed as one without values.
static gb_evaluated differentiate(gb_optimize *o, gb_evaluation **e, double gradient[]) {
  if (!(*e)->gradient) {
    const gb_evaluated found = find_gradient(o, (*e)->design);
    if (found != GB_EVALUATED) return found;
    *e = last_of(o);
  }
  if (!(*e)->gradient) return GB_NO_VALUE;
  scale_gradient(o, *e, gradient);
  return GB_EVALUATED;
}

static gb_evaluated evaluate(void *context, const double x[], double value[], double gradient[]) {
  gb_optimize *o = context;
  double *design = o->unscaled;
  gb_evaluation *e = last_of(o);
  unscale(o, x, design);
  const size_t bytes = (size_t)o->problem->designs * sizeof *design;
  if (o->at->status != GB_OK) return GB_HALT;
  if (!e || memcmp(e->design, design, bytes) != 0) {
    if (!is_in_domain(o, design)) return GB_NO_VALUE;
    const gb_evaluated found = find_values(o, design);
    if (found != GB_EVALUATED) return found;
    e = last_of(o);
  }
  judge(o, e, value);
  if (e->failed) return GB_NO_VALUE;
  return gradient ? differentiate(o, &e, gradient) : GB_EVALUATED;
}

/// Whether a point meets the constraints.
static bool meets(const gb_optimize *o, const gb_evaluation *e) {
  return e->violation <= o->problem->tolerance * (1 + SLACK);
}

/// The point that serves best: the least objective among those that meet the constraints, or the
/// least violation.
static const gb_evaluation *best_of(const gb_optimize *o) {
  const gb_evaluation *best = NULL;
  for (int i = 0; i < gb_history_count(o->at->history); i++) {
    const gb_evaluation *e = gb_history_entry(o->at->history, i);
    if (e->failed) continue;
    const bool good = meets(o, e), was = best && meets(o, best);
    if (!best || (good && !was) || (good && was && e->objective < best->objective) ||
        (!good && !was && e->violation < best->violation))
      best = e;
  }
  return best;
}

static int find_optimality(gb_optimize *o, gb_evaluation *e, gb_error *error) {
  const size_t n = (size_t)o->problem->designs, rows = 1 + (size_t)o->problem->constraints;
  double *x, *value, *gradient;
  GB_SCRATCH(scratch);
  if (!e->gradient) return GB_OK;
  GB_TRY(GB_TAKE(&scratch, x, n, error));
  GB_TRY(GB_TAKE(&scratch, value, rows, error));
  GB_TRY(GB_TAKE(&scratch, gradient, rows * n, error));
  for (size_t j = 0; j < n; j++) x[j] = e->design[j] / o->scale[j];
  judge(o, e, value);
  scale_gradient(o, e, gradient);
  double size = o->at->largest;
  GB_TRY(gb_optimisation_optimality(o->problem, x, value, gradient, &size, &e->optimality, error));
  if (e == best_of(o)) o->at->largest = size; // a method may try points with gradients of any size
  return GB_OK;
}

static void print_iteration(const gb_optimize *o, const gb_evaluation *e, double step) {
  if (!gb_command_prints(o->command)) return;
  gb_print(stdout, "%9d %11d %22.15e %10.2e %10.2e %10.2e %9.1f\n", e->iteration,
           gb_history_count(o->at->history), e->objective, e->violation, e->optimality, step,
           gb_timer_now() - o->session->timers->started);
  fflush(stdout);
}

static gb_after_iteration iterated(void *context, int iteration) {
  gb_optimize *o = context;
  gb_evaluation *e = last_of(o);
  gb_error error = {0};
  double step = 0;
  for (int j = 0; j < o->problem->designs; j++) {
    step = fmax(step, fabs(e->design[j] - o->at->previous[j]) / o->scale[j]);
    o->at->previous[j] = e->design[j];
  }
  e->iteration = o->at->iterations = iteration;
  const int status = find_optimality(o, e, &error);
  if (status != GB_OK) (void)end_all(o, status, &error);
  print_iteration(o, e, step);
  if (o->at->status != GB_OK) return GB_ITERATION_HALT;
  if (!meets(o, e) || !(e->optimality <= o->problem->tolerance)) return GB_ITERATION_CONTINUE;
  o->at->reached = gb_history_count(o->at->history) - 1;
  return GB_ITERATION_OPTIMAL;
}

// The end.

/// The point where the method ended: the optimum that was reached, or one that it has evaluated, or
/// that is evaluated now. It may be one of a line search, whose gradient is found now: without one
/// nothing tells whether it is an optimum. gradient: [1 + constraints][designs]
static const gb_evaluation *point_of(gb_optimize *o, const double x[], double value[],
                                     double gradient[], gb_error *error) {
  if (o->at->reached >= 0) return gb_history_entry(o->at->history, o->at->reached);
  unscale(o, x, o->unscaled);
  gb_evaluation *e = gb_history_find(o->at->history, o->unscaled);
  if ((!e || e->failed || !e->gradient) && evaluate(o, x, value, gradient) == GB_EVALUATED)
    e = last_of(o);
  if (!e || e->failed) return NULL;
  if (isnan(e->optimality)) (void)find_optimality(o, e, error);
  return e;
}

/// A method that ends by itself has found an optimum if the conditions of one are met loosely: by
/// the last digits of the gradient they may not be met better.
static gb_optimum_status status_of(const gb_optimize *o, const gb_evaluation *best,
                                   const gb_optimisation_end *ended) {
  if (ended->how == GB_ENDED_HALTED) return GB_OPTIMUM_STOPPED;
  if (ended->how == GB_ENDED_LIMIT) return GB_OPTIMUM_LIMIT;
  if (!best || !meets(o, best)) return GB_OPTIMUM_INFEASIBLE;
  const bool loosely = best->optimality <= LOOSE * o->problem->tolerance;
  return ended->how == GB_ENDED_OPTIMAL && loosely ? GB_OPTIMUM : GB_OPTIMUM_STALLED;
}

/// "ks = 1.7, wanted at most 1".
static void name_violation(const gb_optimize *o, const gb_evaluation *e, size_t size, char *text) {
  double value[64], *all = value;
  int worst = -1;
  GB_SCRATCH(scratch);
  gb_error ignored = {0};
  *text = 0;
  if (o->problem->constraints >= 64 &&
      GB_TAKE(&scratch, all, (size_t)o->problem->constraints + 1, &ignored) != GB_OK)
    return;
  for (int i = 0; i <= o->problem->constraints; i++)
    all[i] = e->value[o->wanted.row[i]] / o->wanted.size[i];
  gb_optimisation_violation(o->problem, all + 1, &worst);
  if (worst < 0) return;
  const double found = e->value[o->wanted.row[1 + worst]];
  const gb_constraint_entry *c = entry_of(o, worst);
  const bool equal = !isnan(c->equals), above = !isnan(c->upper) && found > c->upper;
  snprintf(text, size, "%.100s = %.10g, wanted %s %.10g", o->wanted.name[o->wanted.row[1 + worst]],
           found,
           equal   ? "equal to"
           : above ? "at most"
                   : "at least",
           equal   ? c->equals
           : above ? c->upper
                   : c->lower);
}

static int conclude(const gb_optimize *o, const gb_evaluation *best, gb_optimum_status status,
                    const char *words, gb_error *error) {
  const gb_session *s = o->session;
  const char *where = s->description->optimize.where;
  char violation[200] = "";
  if (status == GB_OPTIMUM) return GB_OK;
  if (status == GB_OPTIMUM_STOPPED)
    return gb_fail(error, GB_PAUSED,
                   "stopped after %d evaluations; go on with optimize --from %s.history",
                   gb_history_count(o->at->history), o->command->stem);
  if (best && !meets(o, best)) name_violation(o, best, sizeof violation, violation);
  if (status == GB_OPTIMUM_INFEASIBLE)
    return gb_fail(error, GB_INFEASIBLE,
                   "%s: no designs were found that meet the constraints: at the least violation "
                   "(%.3g by scale) %s (%s)",
                   where, best ? best->violation : NAN, violation, words);
  return gb_fail(error, GB_NO_OPTIMUM,
                 "%s: no optimum%s%s%s (%s); the best designs are in %s.optimum.yaml", where,
                 status == GB_OPTIMUM_LIMIT ? " within optimize.iterations" : "",
                 *violation ? ", and " : "", violation, words, o->command->stem);
}

static int write_all(gb_optimize *o, const gb_evaluation *best, gb_optimum_status status,
                     const char *words, gb_error *error) {
  GB_TRY(gb_optimize_table_write(o, error));
  if (best && status != GB_OPTIMUM_STOPPED) {
    GB_TRY(gb_optimize_write_case(o, best, error));
    GB_TRY(gb_report_designs(o->command, best->design, NULL, error));
  }
  GB_TRY(gb_optimize_write_history(o, error));
  GB_TRY(gb_optimize_draw(o, error));
  GB_TRY(gb_optimize_write_json(o, best, status, words, error));
  if (best && gb_command_prints(o->command))
    gb_optimize_print(o, best, status == GB_OPTIMUM_STOPPED);
  if (o->refinement && gb_command_prints(o->command)) gb_refinement_print(o->refinement);
  GB_TRY(conclude(o, best, status, words, error));
  return o->refinement ? gb_refinement_status(o->refinement, error) : GB_OK;
}

// The way there, of rank 0.

static int open_history(gb_optimize *o, gb_error *error) {
  const gb_session *s = o->session;
  const int count = s->analysis->identities + o->wanted.count;
  char *path;
  double *identity;
  GB_TRY(gb_arena_text(&o->memory, &path, error, "%s.history", o->command->stem));
  GB_TRY(GB_TAKE(&o->memory, identity, (size_t)count, error));
  for (int i = 0; i < s->analysis->identities; i++) identity[i] = s->analysis->identity[i].value;
  for (int i = 0; i < o->wanted.count; i++)
    identity[s->analysis->identities + i] = o->wanted.index[i];
  const gb_history_owner owner = {o->problem->designs, o->wanted.values, count, identity};
  GB_TRY(gb_history_open(path, gb_option_text(o->command->options, "--from"), &owner,
                         &o->at->history, error));
  return gb_optimize_table_open(o, error);
}

/// Evaluate the functions at the start. The size of the objective there is its scale.
static int begin(gb_optimize *o, double value[], gb_error *error) {
  const double given = o->session->description->optimize.scale;
  o->wanted.size[0] = 1;
  const gb_evaluated found = evaluate(o, o->problem->start, value, NULL);
  if (found == GB_EVALUATED) {
    o->wanted.size[0] = isnan(given) ? or_one(fabs(value[0])) : given;
    memcpy(o->at->previous, last_of(o)->design, (size_t)o->problem->designs * sizeof(double));
    return GB_OK;
  }
  if (o->at->status != GB_OK)
    return gb_fail(error, gb_error_code(o->at->status, &o->at->error), "%s", o->at->error.message);
  if (found == GB_HALT)
    return gb_fail(error, GB_PAUSED,
                   "stopped at the first evaluation: there is nothing to go on from");
  return gb_fail(error, GB_NO_OPTIMUM, "%s: the functions have no values at the start",
                 o->session->description->optimize.where);
}

static int run_method(gb_optimize *o, gb_error *error) {
  const gb_method *method = gb_methods[o->session->description->optimize.method];
  const gb_evaluation *best = NULL;
  gb_optimisation_end ended = {GB_ENDED_HALTED, ""};
  const size_t rows = 1 + (size_t)o->problem->constraints;
  double *x, *value, *gradient;
  GB_TRY(open_history(o, error));
  GB_TRY(GB_TAKE(&o->memory, x, (size_t)o->problem->designs, error));
  GB_TRY(GB_TAKE(&o->memory, value, rows, error));
  GB_TRY(GB_TAKE(&o->memory, gradient, rows * (size_t)o->problem->designs, error));
  GB_TRY(begin(o, value, error));
  if (gb_command_prints(o->command))
    gb_print(stdout, "iteration evaluations              objective  violation optimality       "
                     "step   seconds\n");
  GB_TRY(method->solve(o->problem, x, &ended, error));
  if (o->at->status == GB_OK && ended.how == GB_ENDED_OPTIMAL)
    best = point_of(o, x, value, gradient, error);
  if (o->at->status != GB_OK)
    return gb_fail(error, gb_error_code(o->at->status, &o->at->error), "%s", o->at->error.message);
  if (!best) best = best_of(o);
  const gb_optimum_status found = status_of(o, best, &ended);
  if (o->command->options->refine && best && found != GB_OPTIMUM_STOPPED)
    GB_TRY(gb_optimize_refine(o, best, error));
  return write_all(o, best, found, ended.message, error);
}

static int optimize(gb_command *command, gb_error *error) {
  gb_session *s = command->session;
  gb_optimisation problem = {.evaluate = evaluate, .iterated = iterated};
  gb_optimize_progress at = {.reached = -1};
  gb_optimize o = {.command = command, .session = s, .problem = &problem, .at = &at};
  problem.context = &o;
  int status = gb_agree(s->comm, describe(&o, error), error);
  if (status == GB_OK) status = gb_optimize_march_open(&o, error);
  if (status == GB_OK && s->rank > 0) gb_optimize_serve(&o);
  if (status == GB_OK && s->rank == 0) {
    status = run_method(&o, error);
    gb_optimize_dismiss(&o);
  }
  status = gb_agree(s->comm, status, error);
  gb_history_close(&at.history);
  if (at.table) fclose(at.table);
  gb_evaluator_destroy(&o.live);
  gb_arena_free(&o.memory);
  return status;
}

const gb_verb gb_verb_optimize = {
    .name = "optimize",
    .meaning = "find the designs of the least objective under constraints; write CASE.optimum.yaml",
    .page = "gimbal optimize CASE.yaml [--from CASE.history] [--max-time TIME] [--json FILE]\n\n"
            "Varies the designs until the objective is least and all constraints hold. Writes\n"
            "CASE.optimum.yaml, CASE.designs.csv and the evaluations, CASE.history, .csv, .h5 and "
            ".svg.\n",
    .option = (const gb_option *const[]){&(const gb_option)GB_OPTION(
                                             "--from", "HISTORY",
                                             "go on from the evaluations of CASE.history"),
                                         &gb_option_max_time, &gb_option_refine, NULL},
    .suffix = (const char *const[]){"history", "history.old", "history.csv", "history.h5",
                                    "history.svg", "optimum.yaml", "designs.csv", NULL},
    .lock = "",
    .resumes = true,
    .run = optimize,
    .request = {.keeps_mesh = true},
};
