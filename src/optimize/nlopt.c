/// SLSQP (Kraft) and the limited-memory variable metric method with bounds (Luksan) of NLopt. Both
/// may end at short or useless steps away from an optimum; therefore they are restarted from the
/// last point as long as it improves. The first step of the latter method is the scaled gradient,
/// and later steps may follow from the curvature over a short distance; therefore its step length
/// is limited by the step before. Constraints have the form c(x) <= 0 or c(x) = 0, in two blocks. A
/// point without values gets an infinite objective, so that the line searches return towards the
/// last point.
#include "optimize/optimisation.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifdef GB_NLOPT
#include <nlopt.h>

/// A run of the library ends at steps shorter than SHORT times the tolerance, relative to x.
/// ROUNDS: largest number of restarts.
static const double SHORT = 1e-2;
enum { ROUNDS = 50 };
/// Largest step of a scaled design: FAR, or FARTHER times the last step if that is more.
static const double FAR = 0.2, FARTHER = 2;

/// One side of a constraint: sign (c - bound) <= 0, or = 0.
typedef struct side {
  int constraint;
  double sign, bound;
} side;

typedef struct solving {
  const gb_optimisation *problem;
  nlopt_opt opt;
  int sides, equalities; ///< numbers of inequalities and of equalities
  side *side;            ///< inequalities, then equalities, [sides + equalities]
  double *value;         ///< values at the last point that has values, [1 + constraints]
  double *gradient;      ///< [1 + constraints][designs]
  double *last;          ///< the last x with a gradient, [designs]
  double max_distance;   ///< points farther from `last` are not evaluated; INFINITY: no limit
  int iterations;
  bool limits_distance; ///< each iteration sets max_distance
  bool halted;          ///< an evaluation requested the end
  bool limited;         ///< the limit of iterations was reached
  bool optimal;         ///< the tolerance was reached
  bool begun;           ///< `last` is set
} solving;

/// The largest change of a design from `last`.
static double distance_of(const solving *s, const double x[]) {
  double largest = 0;
  for (int j = 0; s->begun && j < s->problem->designs; j++)
    largest = fmax(largest, fabs(x[j] - s->last[j]));
  return largest;
}

/// Evaluate the functions, and the gradient if requested. A gradient at a new point ends an
/// iteration.
/// @return whether there are values
static bool fetch(solving *s, const double x[], bool gradient) {
  const gb_optimisation *p = s->problem;
  const size_t bytes = (size_t)p->designs * sizeof *x;
  if (s->halted || s->limited || s->optimal || distance_of(s, x) > s->max_distance) return false;
  const gb_evaluated found = p->evaluate(p->context, x, s->value, gradient ? s->gradient : NULL);
  s->halted = found == GB_HALT;
  if (found == GB_EVALUATED && gradient && !(s->begun && memcmp(s->last, x, bytes) == 0)) {
    if (s->limits_distance) s->max_distance = fmax(FAR, FARTHER * distance_of(s, x));
    memcpy(s->last, x, bytes);
    s->begun = true;
    const gb_after_iteration next = p->iterated(p->context, s->iterations);
    s->halted = next == GB_ITERATION_HALT;
    s->optimal = next == GB_ITERATION_OPTIMAL;
    s->limited = s->iterations++ >= p->iterations;
  }
  if (s->halted || s->limited || s->optimal) nlopt_force_stop(s->opt);
  return found == GB_EVALUATED;
}

static double objective(unsigned n, const double *x, double *gradient, void *data) {
  solving *s = data;
  const bool found = fetch(s, x, gradient != NULL);
  if (gradient && found) memcpy(gradient, s->gradient, n * sizeof *gradient);
  if (gradient && !found) memset(gradient, 0, n * sizeof *gradient);
  return found ? s->value[0] : HUGE_VAL;
}

/// Compute m constraints, beginning with `of`. If x has no values, those of the last point that has
/// values are returned together with the infinite objective.
static void constrain(solving *s, const side *of, unsigned m, double result[], const double x[],
                      double gradient[]) {
  const size_t n = (size_t)s->problem->designs;
  fetch(s, x, gradient != NULL);
  for (unsigned i = 0; i < m; i++) {
    const size_t row = 1 + (size_t)of[i].constraint;
    result[i] = of[i].sign * (s->value[row] - of[i].bound);
    for (size_t j = 0; gradient && j < n; j++)
      gradient[i * n + j] = of[i].sign * s->gradient[row * n + j];
  }
}

static void inequalities(unsigned m, double *result, unsigned n, const double *x, double *gradient,
                         void *data) {
  solving *s = data;
  (void)n;
  constrain(s, s->side, m, result, x, gradient);
}

static void equalities(unsigned m, double *result, unsigned n, const double *x, double *gradient,
                       void *data) {
  solving *s = data;
  (void)n;
  constrain(s, s->side + s->sides, m, result, x, gradient);
}

static void find_sides(solving *s) {
  const gb_optimisation *p = s->problem;
  for (int pass = 0; pass < 2; pass++)
    for (int i = 0; i < p->constraints; i++) {
      side *next = s->side + s->sides + s->equalities;
      const bool equal = p->c_lower[i] == p->c_upper[i];
      if (pass == 1 && equal) {
        *next = (side){i, 1, p->c_upper[i]};
        s->equalities++;
      }
      if (pass == 1 || equal) continue;
      if (p->c_upper[i] < INFINITY) {
        *next++ = (side){i, 1, p->c_upper[i]};
        s->sides++;
      }
      if (p->c_lower[i] > -INFINITY) {
        *next = (side){i, -1, p->c_lower[i]};
        s->sides++;
      }
    }
}

static int allocate(solving *s, gb_error *error) {
  const size_t n = (size_t)s->problem->designs, m = 1 + (size_t)s->problem->constraints;
  GB_TRY(GB_ALLOCATE(s->side, 2 * m, error));
  GB_TRY(GB_ALLOCATE(s->value, m, error));
  GB_TRY(GB_ALLOCATE(s->last, n, error));
  return GB_ALLOCATE(s->gradient, m * n, error);
}

static void release(solving *s) {
  nlopt_destroy(s->opt);
  free(s->side);
  free(s->value);
  free(s->last);
  free(s->gradient);
}

/// Pass the problem to NLopt.
static nlopt_result describe(solving *s) {
  const gb_optimisation *p = s->problem;
  double tolerance[2 * 64], *each = tolerance;
  const size_t size = (size_t)(s->sides > s->equalities ? s->sides : s->equalities);
  if (size > sizeof tolerance / sizeof *tolerance) each = malloc(size * sizeof *each);
  if (!each) return NLOPT_OUT_OF_MEMORY;
  for (size_t i = 0; i < size; i++) each[i] = p->tolerance;
  nlopt_result status = nlopt_set_lower_bounds(s->opt, p->lower);
  if (status > 0) status = nlopt_set_upper_bounds(s->opt, p->upper);
  if (status > 0) status = nlopt_set_min_objective(s->opt, objective, s);
  if (status > 0 && s->sides > 0)
    status = nlopt_add_inequality_mconstraint(s->opt, (unsigned)s->sides, inequalities, s, each);
  if (status > 0 && s->equalities > 0)
    status = nlopt_add_equality_mconstraint(s->opt, (unsigned)s->equalities, equalities, s, each);
  if (status > 0) status = nlopt_set_xtol_rel(s->opt, SHORT * p->tolerance);
  if (each != tolerance) free(each);
  return status;
}

/// Whether the result ends a run without an error; a failed line search does so too.
static bool ends_round(nlopt_result result) {
  return result > 0 || result == NLOPT_ROUNDOFF_LIMITED || result == NLOPT_FAILURE;
}

static void conclude(const solving *s, nlopt_result result, gb_optimisation_end *end) {
  end->how = s->halted            ? GB_ENDED_HALTED
             : s->optimal         ? GB_ENDED_OPTIMAL // also in the last permitted iteration
             : s->limited         ? GB_ENDED_LIMIT
             : ends_round(result) ? GB_ENDED_OPTIMAL
                                  : GB_ENDED_INFEASIBLE;
  const char *words = nlopt_get_errmsg(s->opt);
  snprintf(end->message, sizeof end->message, "NLopt: %s%s%s",
           s->optimal ? "solved" : nlopt_result_to_string(result), words ? ", " : "",
           words ? words : "");
}

/// Run the library from the start, then again from each end point as long as it improves.
static nlopt_result run_repeatedly(solving *s, double x[]) {
  const gb_optimisation *p = s->problem;
  double objective = INFINITY, violation = INFINITY;
  for (int round = 0;; round++) {
    double smallest;
    int index;
    s->max_distance = INFINITY;
    const nlopt_result result = nlopt_optimize(s->opt, x, &smallest);
    if (s->halted || s->limited || s->optimal || !ends_round(result) || round == ROUNDS)
      return result;
    if (!fetch(s, x, false)) return result;
    const double now = gb_optimisation_violation(p, s->value + 1, &index);
    const bool closer = now < violation - p->tolerance;
    const bool less = now <= violation + p->tolerance &&
                      s->value[0] < objective - p->tolerance * fabs(s->value[0]);
    if (!closer && !less) return result;
    objective = s->value[0];
    violation = now;
  }
}

static int solve(const gb_optimisation *problem, nlopt_algorithm algorithm, double x[],
                 gb_optimisation_end *end, gb_error *error) {
  solving s = {.problem = problem,
               .opt = nlopt_create(algorithm, (unsigned)problem->designs),
               .limits_distance = algorithm == NLOPT_LD_LBFGS};
  int status =
      s.opt ? allocate(&s, error) : gb_fail(error, GB_OUT_OF_MEMORY, "out of memory (NLopt)");
  if (status == GB_OK) {
    find_sides(&s);
    nlopt_result result = describe(&s);
    memcpy(x, problem->start, (size_t)problem->designs * sizeof *x);
    if (result > 0) result = run_repeatedly(&s, x);
    conclude(&s, result, end);
  }
  release(&s);
  return status;
}

#define ABSENT NULL
#define SOLVE(word, algorithm)                                                                     \
  static int solve_##word(const gb_optimisation *problem, double x[], gb_optimisation_end *end,    \
                          gb_error *error) {                                                       \
    return solve(problem, algorithm, x, end, error);                                               \
  }
#else
#define ABSENT "this program was built without NLopt: install libnlopt-dev and make it again"
#define SOLVE(word, algorithm)                                                                     \
  static int solve_##word(const gb_optimisation *problem, double x[], gb_optimisation_end *end,    \
                          gb_error *error) {                                                       \
    (void)problem, (void)x, (void)end;                                                             \
    return gb_fail(error, GB_MISSING_PROGRAM, ABSENT);                                             \
  }
#endif

SOLVE(slsqp, NLOPT_LD_SLSQP)
SOLVE(lbfgsb, NLOPT_LD_LBFGS)

const gb_method gb_method_slsqp = {.absent = ABSENT, .solve = solve_slsqp};
const gb_method gb_method_lbfgsb = {.absent = ABSENT, .solve = solve_lbfgsb};
