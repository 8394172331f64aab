/// The method of moving asymptotes, MMA (K. Svanberg, Int. J. Numer. Methods Eng. 24, 1987, with
/// the constants of his notes of 2007). In each iteration the functions are replaced by convex
/// separable approximations between asymptotes, which move closer where designs oscillate. An
/// approximation is solved in its dual form, with one unknown per limit, by an interior point
/// method. If a new point is worse than the last few points, or has no values, the asymptotes move
/// closer, and its gradient is not computed.
#include "optimize/optimisation.h"

#include "base/arena.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/// Factors of the distance of asymptotes if a design oscillates, continues in one direction, or a
/// point is refused.
static const double CLOSER = 0.7, FARTHER = 1.2, REFUSED = 0.4;
/// Distance of asymptotes relative to the range of a design: first, smallest, largest. STEP:
/// largest step relative to the range.
static const double FIRST = 0.5, LEAST = 1e-11, MOST = 10, STEP = 0.5;
/// PRICE: cost of the violation of a limit. CURVATURE: minimum curvature, for zero gradients.
static const double PRICE = 1e3, CURVATURE = 1e-5;
/// MEMORY: a new point must be better than one of so many previous points. REFUSALS: number of
/// successive refusals that ends the method. ROUNDS: largest number of Newton steps per barrier.
enum { MEMORY = 4, REFUSALS = 40, ROUNDS = 100 };

/// A limit: sign (c - bound) <= 0.
typedef struct limit {
  int constraint;
  double sign, bound;
} limit;

/// The approximation sum_j p_j / (U_j - x_j) + q_j / (x_j - L_j) of the objective and of each
/// limit, for alpha_j <= x_j <= beta_j.
typedef struct approximation {
  double *L, *U, *alpha, *beta; ///< asymptotes, and bounds of x, [designs]
  double *p, *q;                ///< [1 + limits][designs]
  double *b;                    ///< upper bound of the sum of each limit, [limits]
} approximation;

/// The dual problem.
typedef struct dual {
  double *lambda, *mu; ///< multipliers of the limits, and of lambda >= 0, [limits]
  double *slope;       ///< gradient of the dual function, [limits]
  double *step;        ///< Newton step of lambda, [limits]
  double *matrix;      ///< Hessian of the dual function with opposite sign, [limits][limits]
} dual;

typedef struct solving {
  const gb_optimisation *problem;
  gb_arena memory;
  int limits;
  limit *limit;
  approximation near;
  double *x, *before, *earlier; ///< the current point and the two points before, [designs]
  double *next;                 ///< the next point, [designs]
  double *value, *trial; ///< values of the functions at x and at the next point, [1 + constraints]
  double *gradient;      ///< gradients of the functions at x, [1 + constraints][designs]
  double merit[MEMORY];  ///< merit of the last points
  int points;            ///< number of accepted points
} solving;

static int find_limits(solving *s, gb_error *error) {
  const gb_optimisation *p = s->problem;
  GB_TRY(GB_TAKE(&s->memory, s->limit, 2 * (size_t)p->constraints, error));
  for (int i = 0; i < p->constraints; i++) {
    if (p->c_upper[i] < INFINITY) s->limit[s->limits++] = (limit){i, 1, p->c_upper[i]};
    if (p->c_lower[i] > -INFINITY) s->limit[s->limits++] = (limit){i, -1, p->c_lower[i]};
  }
  return GB_OK;
}

static int allocate(solving *s, dual *d, gb_error *error) {
  const gb_optimisation *p = s->problem;
  const size_t n = (size_t)p->designs, f = 1 + (size_t)p->constraints;
  GB_TRY(find_limits(s, error));
  const size_t m = (size_t)s->limits;
  double **const vectors[] = {&s->near.L, &s->near.U, &s->near.alpha, &s->near.beta,
                              &s->x,      &s->before, &s->earlier,    &s->next};
  for (size_t i = 0; i < sizeof vectors / sizeof *vectors; i++)
    GB_TRY(GB_TAKE(&s->memory, *vectors[i], n, error));
  double **const rows[] = {&s->near.b, &d->lambda, &d->mu, &d->slope, &d->step};
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
    GB_TRY(GB_TAKE(&s->memory, *rows[i], m, error));
  GB_TRY(GB_TAKE(&s->memory, s->near.p, (1 + m) * n, error));
  GB_TRY(GB_TAKE(&s->memory, s->near.q, (1 + m) * n, error));
  GB_TRY(GB_TAKE(&s->memory, d->matrix, m * m, error));
  GB_TRY(GB_TAKE(&s->memory, s->value, f, error));
  GB_TRY(GB_TAKE(&s->memory, s->trial, f, error));
  return GB_TAKE(&s->memory, s->gradient, f * n, error);
}

/// The range of a design: the distance of its bounds, but at most 10 times its size.
static double range_of(const gb_optimisation *p, int j) {
  return fmin(p->upper[j] - p->lower[j], 10 * fmax(1, fabs(p->start[j])));
}

/// Move the asymptotes for a new point.
static void move_asymptotes(solving *s) {
  for (int j = 0; j < s->problem->designs; j++) {
    const double range = range_of(s->problem, j), x = s->x[j], last = s->before[j];
    double below = FIRST * range, above = FIRST * range;
    if (s->points > 2) {
      const double turn = (x - last) * (last - s->earlier[j]);
      const double factor = turn < 0 ? CLOSER : turn > 0 ? FARTHER : 1;
      below = fmin(fmax(factor * (last - s->near.L[j]), LEAST * range), MOST * range);
      above = fmin(fmax(factor * (s->near.U[j] - last), LEAST * range), MOST * range);
    }
    s->near.L[j] = x - below;
    s->near.U[j] = x + above;
  }
}

static void refuse(solving *s) {
  for (int j = 0; j < s->problem->designs; j++) {
    s->near.L[j] = s->x[j] - REFUSED * (s->x[j] - s->near.L[j]);
    s->near.U[j] = s->x[j] + REFUSED * (s->near.U[j] - s->x[j]);
  }
}

/// Set the approximation of a function from its gradient. @return its value at the current point
static double approximate_row(solving *s, int row, double sign, const double gradient[]) {
  const int n = s->problem->designs;
  double *p = s->near.p + (size_t)row * (size_t)n, *q = s->near.q + (size_t)row * (size_t)n;
  double sum = 0;
  for (int j = 0; j < n; j++) {
    const double up = s->near.U[j] - s->x[j], down = s->x[j] - s->near.L[j];
    const double slope = sign * gradient[j], rise = fmax(slope, 0), fall = fmax(-slope, 0);
    const double floor = CURVATURE / range_of(s->problem, j);
    p[j] = up * up * (1.001 * rise + 0.001 * fall + floor);
    q[j] = down * down * (0.001 * rise + 1.001 * fall + floor);
    sum += p[j] / up + q[j] / down;
  }
  return sum;
}

static void approximate(solving *s) {
  const gb_optimisation *p = s->problem;
  for (int j = 0; j < p->designs; j++) {
    const double x = s->x[j], L = s->near.L[j], U = s->near.U[j], step = STEP * range_of(p, j);
    s->near.alpha[j] = fmax(p->lower[j], fmax(L + 0.1 * (x - L), x - step));
    s->near.beta[j] = fmin(p->upper[j], fmin(U - 0.1 * (U - x), x + step));
  }
  approximate_row(s, 0, 1, s->gradient);
  for (int i = 0; i < s->limits; i++) {
    const limit *l = &s->limit[i];
    const size_t row = 1 + (size_t)l->constraint;
    const double sum = approximate_row(s, 1 + i, l->sign, s->gradient + row * (size_t)p->designs);
    s->near.b[i] = sum - l->sign * (s->value[row] - l->bound);
  }
}

/// Find the x_j that minimises the Lagrangian, and its coefficients P and Q.
/// @return whether x_j is not at a bound
static bool minimise_lagrangian(const solving *s, const double lambda[], int j, double *x,
                                double *P, double *Q) {
  const approximation *a = &s->near;
  const size_t n = (size_t)s->problem->designs;
  *P = a->p[j];
  *Q = a->q[j];
  for (int i = 0; i < s->limits; i++) {
    *P += lambda[i] * a->p[(size_t)(1 + i) * n + (size_t)j];
    *Q += lambda[i] * a->q[(size_t)(1 + i) * n + (size_t)j];
  }
  const double up = sqrt(*P), down = sqrt(*Q);
  const double inside = (up * a->L[j] + down * a->U[j]) / (up + down);
  *x = fmin(fmax(inside, a->alpha[j]), a->beta[j]);
  return *x == inside;
}

/// Compute x, the gradient of the dual function, and its Hessian with opposite sign, for the
/// current multipliers. Limits may be violated at the cost PRICE.
static void evaluate_dual(solving *s, dual *d) {
  const approximation *a = &s->near;
  const int m = s->limits, n = s->problem->designs;
  memset(d->matrix, 0, (size_t)m * (size_t)m * sizeof *d->matrix);
  for (int i = 0; i < m; i++) {
    const double missed = fmax(0, d->lambda[i] - PRICE);
    d->slope[i] = -a->b[i] - missed;
    if (missed > 0) d->matrix[i * m + i] = 1;
  }
  for (int j = 0; j < n; j++) {
    double x, P, Q;
    const bool inside = minimise_lagrangian(s, d->lambda, j, &x, &P, &Q);
    const double up = 1 / (a->U[j] - x), down = 1 / (x - a->L[j]);
    const double curvature = 2 * (P * up * up * up + Q * down * down * down);
    s->next[j] = x;
    for (int i = 0; i < m; i++) {
      const size_t k = (size_t)(1 + i) * (size_t)n + (size_t)j;
      d->slope[i] += a->p[k] * up + a->q[k] * down;
      d->step[i] = a->p[k] * up * up - a->q[k] * down * down;
    }
    for (int i = 0; inside && i < m; i++)
      for (int k = 0; k < m; k++) d->matrix[i * m + k] += d->step[i] * d->step[k] / curvature;
  }
}

/// Solve a symmetric positive definite system in place by Gaussian elimination.
static void eliminate(int m, double matrix[], double x[]) {
  for (int k = 0; k < m; k++)
    for (int i = k + 1; i < m; i++) {
      const double factor = matrix[i * m + k] / matrix[k * m + k];
      for (int j = k; j < m; j++) matrix[i * m + j] -= factor * matrix[k * m + j];
      x[i] -= factor * x[k];
    }
  for (int k = m - 1; k >= 0; k--) {
    for (int j = k + 1; j < m; j++) x[k] -= matrix[k * m + j] * x[j];
    x[k] /= matrix[k * m + k];
  }
}

/// Make one Newton step of lambda and mu towards lambda mu = barrier. @return the residual before
/// it
static double step_dual(solving *s, dual *d, double barrier) {
  const int m = s->limits;
  double residual = 0, length = 1;
  evaluate_dual(s, d);
  for (int i = 0; i < m; i++) {
    residual =
        fmax(residual, fmax(fabs(d->slope[i] + d->mu[i]), fabs(d->lambda[i] * d->mu[i] - barrier)));
    d->matrix[i * m + i] += d->mu[i] / d->lambda[i] + 1e-14;
    d->step[i] = d->slope[i] + barrier / d->lambda[i];
  }
  eliminate(m, d->matrix, d->step);
  for (int i = 0; i < m; i++) {
    const double change = -d->mu[i] + (barrier - d->mu[i] * d->step[i]) / d->lambda[i];
    d->slope[i] = change;
    if (d->step[i] < 0) length = fmin(length, -0.99 * d->lambda[i] / d->step[i]);
    if (change < 0) length = fmin(length, -0.99 * d->mu[i] / change);
  }
  for (int i = 0; i < m; i++) {
    d->lambda[i] += length * d->step[i];
    d->mu[i] += length * d->slope[i];
  }
  return residual;
}

/// Solve the approximation; the optimum is s->next.
static void solve_approximation(solving *s, dual *d) {
  for (int i = 0; i < s->limits; i++) d->lambda[i] = d->mu[i] = 1;
  for (double barrier = 1; s->limits > 0 && barrier > 1e-13; barrier *= 0.1)
    for (int round = 0; round < ROUNDS; round++)
      if (step_dual(s, d, barrier) < 0.9 * barrier) break;
  evaluate_dual(s, d);
}

static double merit_of(const solving *s, const double value[]) {
  double merit = value[0];
  for (int i = 0; i < s->limits; i++) {
    const limit *l = &s->limit[i];
    merit += PRICE * fmax(0, l->sign * (value[1 + l->constraint] - l->bound));
  }
  return merit;
}

/// Whether a point is not worse than the worst of the last few points.
static bool is_better(const solving *s, double merit) {
  double worst = -INFINITY;
  for (int k = 0; k < MEMORY && k < s->points; k++) worst = fmax(worst, s->merit[k]);
  return merit <= worst + 1e-12 * fabs(worst);
}

/// Whether the next point equals the current one up to round-off.
static bool is_unchanged(const solving *s) {
  for (int j = 0; j < s->problem->designs; j++)
    if (fabs(s->next[j] - s->x[j]) > 1e-15 * range_of(s->problem, j)) return false;
  return true;
}

/// Find the next point. @return GB_NO_VALUE: no better point was found
static gb_evaluated find_next(solving *s, dual *d) {
  const gb_optimisation *p = s->problem;
  move_asymptotes(s);
  for (int refusals = 0; refusals < REFUSALS; refusals++) {
    approximate(s);
    solve_approximation(s, d);
    if (is_unchanged(s)) return GB_NO_VALUE;
    const gb_evaluated found = p->evaluate(p->context, s->next, s->trial, NULL);
    if (found == GB_HALT) return found;
    if (found == GB_EVALUATED && is_better(s, merit_of(s, s->trial))) return found;
    refuse(s);
  }
  return GB_NO_VALUE;
}

static void accept(solving *s, const double x[]) {
  const size_t bytes = (size_t)s->problem->designs * sizeof *x;
  memcpy(s->earlier, s->before, bytes);
  memcpy(s->before, s->x, bytes);
  memcpy(s->x, x, bytes);
}

static void iterate(solving *s, dual *d, gb_optimisation_end *end) {
  const gb_optimisation *p = s->problem;
  accept(s, p->start);
  for (int iteration = 0;; iteration++) {
    const gb_evaluated found = p->evaluate(p->context, s->x, s->value, s->gradient);
    end->how = found == GB_HALT ? GB_ENDED_HALTED : GB_ENDED_INFEASIBLE;
    snprintf(end->message, sizeof end->message, "MMA: there is no gradient");
    if (found != GB_EVALUATED) return;
    s->merit[s->points++ % MEMORY] = merit_of(s, s->value);
    const gb_after_iteration next = p->iterated(p->context, iteration);
    end->how = next == GB_ITERATION_HALT ? GB_ENDED_HALTED : GB_ENDED_OPTIMAL;
    snprintf(end->message, sizeof end->message, "MMA: solved");
    if (next != GB_ITERATION_CONTINUE) return;
    end->how = GB_ENDED_LIMIT;
    snprintf(end->message, sizeof end->message, "MMA: maximum number of iterations");
    if (iteration == p->iterations) return;
    const gb_evaluated moved = find_next(s, d);
    end->how = moved == GB_HALT ? GB_ENDED_HALTED : GB_ENDED_OPTIMAL;
    snprintf(end->message, sizeof end->message, "MMA: no further point is better");
    if (moved != GB_EVALUATED) return;
    accept(s, s->next);
  }
}

static int solve(const gb_optimisation *problem, double x[], gb_optimisation_end *end,
                 gb_error *error) {
  solving s = {.problem = problem};
  dual d = {0};
  const int status = allocate(&s, &d, error);
  if (status == GB_OK) {
    iterate(&s, &d, end);
    memcpy(x, s.x, (size_t)problem->designs * sizeof *x);
  }
  gb_arena_free(&s.memory);
  return status;
}

const gb_method gb_method_mma = {.solve = solve};
