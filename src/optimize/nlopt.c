/// SLSQP (Kraft) and the limited-memory variable metric method with bounds (Luksan) of NLopt. These
/// end where steps are short or lead nowhere, which need not be at an optimum: they begin again
/// from there as long as that leads further. The first step of the latter is the scaled gradient,
/// and a later one may follow from the curvature of a short way: none goes much farther than the
/// last. Constraints are c(x) <= 0, in blocks: inequalities, then equalities. A point without
/// values is reported as an infinite objective, from which the line searches of both come back
/// towards the last point.
#include "optimize/optimisation.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifdef GB_NLOPT
#include <nlopt.h>

/// Steps by the tolerance that end a round; rounds at most.
static const double SHORT = 1e-2;
enum { ROUNDS = 50 };
/// The farthest step of a scaled design, and by the last step where that is more.
static const double FAR = 0.2, FARTHER = 2;

/// One side of a constraint: sign (c - bound) <= 0, or = 0.
typedef struct side {
  int constraint;
  double sign, bound;
} side;

typedef struct solving {
  const gb_optimisation *problem;
  nlopt_opt opt;
  int sides, equalities; ///< inequalities come first
  side *side;            ///< [sides + equalities]
  double *value;         ///< [1 + constraints], of the last point with values
  double *gradient;      ///< [1 + constraints][designs]
  double *last;          ///< x that was differentiated last, [designs]
  double reach;          ///< no x farther from the last one than this is evaluated
  int iterations;
  bool careful; ///< reach is limited
  bool halted, limited, reached, begun;
} solving;

/// From the point that was differentiated last.
static double distance_of(const solving *s, const double x[]) {
  double largest = 0;
  for (int j = 0; s->begun && j < s->problem->designs; j++)
    largest = fmax(largest, fabs(x[j] - s->last[j]));
  return largest;
}

/// Values at x, and the gradient if wanted. A gradient of a new point ends an iteration.
static bool fetch(solving *s, const double x[], bool gradient) {
  const gb_optimisation *p = s->problem;
  const size_t bytes = (size_t)p->designs * sizeof *x;
  if (s->halted || s->limited || s->reached || distance_of(s, x) > s->reach) return false;
  const gb_evaluated found = p->evaluate(p->context, x, s->value, gradient ? s->gradient : NULL);
  s->halted = found == GB_HALT;
  if (found == GB_EVALUATED && gradient && !(s->begun && memcmp(s->last, x, bytes) == 0)) {
    if (s->careful) s->reach = fmax(FAR, FARTHER * distance_of(s, x));
    memcpy(s->last, x, bytes);
    s->begun = true;
    const gb_optimisation_state next = p->iterated(p->context, s->iterations);
    s->halted = next == GB_END;
    s->reached = next == GB_REACHED;
    s->limited = s->iterations++ >= p->iterations;
  }
  if (s->halted || s->limited || s->reached) nlopt_force_stop(s->opt);
  return found == GB_EVALUATED;
}

static double objective(unsigned n, const double *x, double *gradient, void *data) {
  solving *s = data;
  const bool found = fetch(s, x, gradient != NULL);
  if (gradient && found) memcpy(gradient, s->gradient, n * sizeof *gradient);
  if (gradient && !found) memset(gradient, 0, n * sizeof *gradient);
  return found ? s->value[0] : HUGE_VAL;
}

/// Sides from the first on; where there are no values those of the last point that has some stand
/// beside the infinite objective.
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
      const bool equal = p->least[i] == p->most[i];
      if (pass == 1 && equal) {
        *next = (side){i, 1, p->most[i]};
        s->equalities++;
      }
      if (pass == 1 || equal) continue;
      if (p->most[i] < INFINITY) {
        *next++ = (side){i, 1, p->most[i]};
        s->sides++;
      }
      if (p->least[i] > -INFINITY) {
        *next = (side){i, -1, p->least[i]};
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

/// Hand the problem over.
static nlopt_result describe(solving *s) {
  const gb_optimisation *p = s->problem;
  double tolerance[2 * 64], *each = tolerance;
  const size_t most = (size_t)(s->sides > s->equalities ? s->sides : s->equalities);
  if (most > sizeof tolerance / sizeof *tolerance) each = malloc(most * sizeof *each);
  if (!each) return NLOPT_OUT_OF_MEMORY;
  for (size_t i = 0; i < most; i++) each[i] = p->tolerance;
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

/// A line search that fails ends a round too.
static bool ends_round(nlopt_result result) {
  return result > 0 || result == NLOPT_ROUNDOFF_LIMITED || result == NLOPT_FAILURE;
}

static void conclude(const solving *s, nlopt_result result, gb_ended *ended) {
  ended->how = s->halted            ? GB_ENDED_HALTED
               : s->reached         ? GB_ENDED_OPTIMAL // in the last iteration too
               : s->limited         ? GB_ENDED_LIMIT
               : ends_round(result) ? GB_ENDED_OPTIMAL
                                    : GB_ENDED_INFEASIBLE;
  const char *words = nlopt_get_errmsg(s->opt);
  snprintf(ended->words, sizeof ended->words, "NLopt: %s%s%s",
           s->reached ? "solved" : nlopt_result_to_string(result), words ? ", " : "",
           words ? words : "");
}

/// Rounds from the start on, each from where the last one ended, while they get better.
static nlopt_result go(solving *s, double x[]) {
  const gb_optimisation *p = s->problem;
  double objective = INFINITY, violation = INFINITY;
  for (int round = 0;; round++) {
    double least;
    int worst;
    s->reach = INFINITY;
    const nlopt_result result = nlopt_optimize(s->opt, x, &least);
    if (s->halted || s->limited || s->reached || !ends_round(result) || round == ROUNDS)
      return result;
    if (!fetch(s, x, false)) return result;
    const double now = gb_optimisation_violation(p, s->value + 1, &worst);
    const bool closer = now < violation - p->tolerance;
    const bool less = now <= violation + p->tolerance &&
                      s->value[0] < objective - p->tolerance * fabs(s->value[0]);
    if (!closer && !less) return result;
    objective = s->value[0];
    violation = now;
  }
}

static int solve(const gb_optimisation *problem, nlopt_algorithm algorithm, double x[],
                 gb_ended *ended, gb_error *error) {
  solving s = {.problem = problem,
               .opt = nlopt_create(algorithm, (unsigned)problem->designs),
               .careful = algorithm == NLOPT_LD_LBFGS};
  int status =
      s.opt ? allocate(&s, error) : gb_fail(error, GB_OUT_OF_MEMORY, "out of memory (NLopt)");
  if (status == GB_OK) {
    find_sides(&s);
    nlopt_result result = describe(&s);
    memcpy(x, problem->start, (size_t)problem->designs * sizeof *x);
    if (result > 0) result = go(&s, x);
    conclude(&s, result, ended);
  }
  release(&s);
  return status;
}

#define ABSENT NULL
#define SOLVE(word, algorithm)                                                                     \
  static int solve_##word(const gb_optimisation *problem, double x[], gb_ended *ended,             \
                          gb_error *error) {                                                       \
    return solve(problem, algorithm, x, ended, error);                                             \
  }
#else
#define ABSENT "this program was built without NLopt: install libnlopt-dev and make it again"
#define SOLVE(word, algorithm)                                                                     \
  static int solve_##word(const gb_optimisation *problem, double x[], gb_ended *ended,             \
                          gb_error *error) {                                                       \
    (void)problem, (void)x, (void)ended;                                                           \
    return gb_fail(error, GB_MISSING_PROGRAM, ABSENT);                                             \
  }
#endif

SOLVE(slsqp, NLOPT_LD_SLSQP)
SOLVE(lbfgsb, NLOPT_LD_LBFGS)

const gb_method gb_method_slsqp = {.absent = ABSENT, .solve = solve_slsqp};
const gb_method gb_method_lbfgsb = {.absent = ABSENT, .solve = solve_lbfgsb};
