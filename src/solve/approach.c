/// Equilibrium of parts that contacts hold. Each step solves (K + s D) dw = -R, D the diagonal of
/// K. The share s makes motions regular that nothing holds yet, or never will, and is raised until
/// no pivot is negative. The step is cut where a contact would be missed or pressed through, and
/// where R . dw changes its sign: there the energy along the step is least.
#include "solve/approach.h"

#include <float.h>
#include <math.h>
#include <string.h>

enum { MOST_STEPS = 80, MOST_TRIES = 12, POLISH = 20 };
/// Shares of the diagonal: the least one, the factors after a negative pivot and after a step, and
/// the largest one.
static const double LEAST = 1e-10, RAISE = 100, LOWER = 0.1, LARGEST = 1e3;
/// Root mean square of a step, relative to the model's size, that is not exceeded.
static const double LONGEST = 0.2;
/// Newton's method takes over where the forces that are left are so small a share of those carried,
/// and the step is so short, relative to the model's size.
static const double NEAR = 1e-5, SHORT = 1e-3;
/// A search along a step ends where the slope of the energy is so small a share of the first one.
static const double FLAT = 0.5;
/// Newton's method may move so many last steps, or so far relative to the model's size.
static const double STAYS = 10, AROUND = 1e-3;

typedef struct approach {
  const gb_newton_equation *equation;
  gb_system *system;
  gb_scalar *w, *next, *step, *r; ///< [n + m] each; step and r are those of w
  gb_state *state;
  gb_newton_report *report;
  double share;   ///< of the diagonal
  double left;    ///< size of the forces that are left at w
  double carried; ///< size of those that are carried there
  double start;   ///< size of the forces at the first state
  double length;  ///< of the step
} approach;

/// Sizes over the unknowns: root mean square of x relative to the model's size.
static int measure(approach *s, const gb_scalar x[], double *size, gb_error *error) {
  gb_scalar sum[2] = {0, s->system->n};
  for (int32_t i = 0; i < s->system->n; i++)
    sum[0] += pow(gb_real(x[i]) * gb_system_weight(s->system, (size_t)i), 2);
  GB_TRY(s->system->op->sum(s->system, 2, sum, error));
  *size = sqrt(gb_real(sum[0]) / fmax(gb_real(sum[1]), 1));
  return GB_OK;
}

/// r = R at x, its size, and that of the forces carried. Forces on directors count by the model's
/// size.
static int find_residual(approach *s, const gb_scalar x[], gb_scalar r[], double *left,
                         double *carried, gb_error *error) {
  gb_residual_size size;
  gb_scalar sum[2] = {0};
  gb_equation_set_state(s->equation, x, s->state);
  GB_TRY(s->system->op->residual(s->system, s->state, r, error));
  s->system->op->residual_size(s->system, r, &size);
  for (int kind = 0; kind < GB_ROW_KINDS; kind++) {
    const double by = kind == GB_ROWS_POSITION ? 1 : 1 / (s->system->length * s->system->length);
    sum[0] += by * size.rows[kind];
    sum[1] += by * size.carried[kind];
  }
  GB_TRY(s->system->op->sum(s->system, 2, sum, error));
  *left = sqrt(gb_real(sum[0]));
  *carried = sqrt(gb_real(sum[1]));
  return GB_OK;
}

static int dot(approach *s, const gb_scalar r[], double *out, gb_error *error) {
  gb_scalar sum = 0;
  for (int32_t i = 0; i < s->system->n; i++) sum += gb_real(r[i]) * gb_real(s->step[i]);
  GB_TRY(s->system->op->sum(s->system, 1, &sum, error));
  *out = gb_real(sum);
  return GB_OK;
}

/// Factor the operator at w with the least share that leaves no negative pivot.
static int factor(approach *s, gb_error *error) {
  const gb_system_operations *op = s->system->op;
  for (;; s->share *= RAISE) {
    gb_error own = {0};
    int64_t negative = 0;
    op->stiffen(s->system, s->share);
    gb_equation_set_state(s->equation, s->w, s->state);
    const int status = op->refactor(s->system, s->equation->sigma, s->state, &own);
    s->report->factorisations++;
    if (status == GB_OK && gb_system_counts(s->system))
      GB_TRY(op->negative(s->system, s->equation->sigma, &negative, error));
    if (status == GB_OK && negative <= 0) return GB_OK;
    if ((status != GB_OK && status != GB_SINGULAR) || s->share > LARGEST)
      return gb_fail(error, gb_error_code(status ? status : GB_NO_CONVERGENCE, &own), "%s",
                     status ? own.message : "the stiffness has negative pivots");
  }
}

static void go(approach *s, double part) {
  for (size_t i = 0; i < gb_system_length(s->system); i++)
    s->next[i] = s->w[i] + part * gb_real(s->step[i]);
}

/// Find the part of the step, from `most` down, at which the energy no longer falls; next and r are
/// of the new state.
static int search(approach *s, double first, double most, double *part, double *left,
                  double *carried, gb_error *error) {
  double low = 0, high = most, slope_low = first, slope_high = 0;
  *part = most;
  for (int k = 1;; k++) {
    double slope;
    go(s, *part);
    GB_TRY(find_residual(s, s->next, s->r, left, carried, error));
    GB_TRY(dot(s, s->r, &slope, error));
    if (*left <= NEAR * fmax(*carried, s->start)) return GB_OK; // slopes may be round-off
    if (isfinite(slope) && slope <= FLAT * fabs(first) && (slope >= FLAT * first || k == 1))
      return GB_OK;
    if (k == MOST_TRIES) return GB_OK;
    if (isfinite(slope) && slope < 0) {
      low = *part;
      slope_low = slope;
    } else {
      high = *part;
      slope_high = slope;
    }
    const double between = slope_low / (slope_low - slope_high); // where the secant vanishes
    *part = low + (high - low) * (isfinite(between) ? fmin(fmax(between, 0.1), 0.9) : 0.1);
  }
}

static int give_up(approach *s, const char *why, gb_error *error) {
  char where[300] = "";
  GB_TRY(find_residual(s, s->w, s->r, &s->left, &s->carried, error));
  GB_TRY(s->system->op->residual_report(s->system, s->state, s->r, sizeof where, where, error));
  return gb_fail(
      error, GB_NO_CONVERGENCE,
      "contacts: %s after %d corrections; forces of %.2g are left where %.2g are carried; "
      "largest: %s; a part that moves there is held by no support, spring or contact, "
      "or loses the contact that held it",
      why, s->report->iterations, s->left, s->carried, where);
}

/// Take one step. @param[out] near the state is near an equilibrium
static int advance(approach *s, bool *near, gb_error *error) {
  double most, slope, size, part, left, carried;
  GB_TRY(factor(s, error));
  for (size_t i = 0; i < gb_system_length(s->system); i++) s->step[i] = -gb_real(s->r[i]);
  GB_TRY(s->system->op->precondition(s->system, &(gb_operator){.sigma = s->equation->sigma}, 1,
                                     s->step, error));
  GB_TRY(measure(s, s->step, &size, error));
  GB_TRY(dot(s, s->r, &slope, error));
  if (!isfinite(size) || !isfinite(slope)) return give_up(s, "a step is not finite", error);
  most = size > LONGEST ? LONGEST / size : 1;
  GB_TRY(s->system->op->approach(s->system, s->state, s->step, &most, error));
  GB_TRY(search(s, slope, most, &part, &left, &carried, error));
  memcpy(s->w, s->next, gb_system_length(s->system) * sizeof *s->w);
  s->left = left;
  s->carried = carried;
  s->length = part * size;
  s->report->iterations++;
  s->share = fmax(s->share * LOWER, LEAST);
  *near = part == 1 && s->length < SHORT && left <= NEAR * fmax(carried, s->start);
  return GB_OK;
}

/// Newton's method from w, which may not go far. @param free the state keeps free motions
static int polish(approach *s, bool free, gb_error *error) {
  const size_t length = gb_system_length(s->system);
  gb_newton_options options = *s->equation->options;
  gb_newton_equation equation = *s->equation;
  gb_newton_report report;
  double moved;
  options.iterations = options.iterations < POLISH ? options.iterations : POLISH;
  equation.options = &options;
  if (equation.record) gb_factor_forget(equation.record);
  s->system->op->forget(s->system);
  s->system->op->stiffen(s->system, free ? GB_FREE_SHARE : 0);
  memcpy(s->next, s->w, length * sizeof *s->w);
  const int status = gb_newton_solve(&equation, s->next, s->state, &report, error);
  s->report->iterations += report.iterations;
  s->report->factorisations += report.factorisations;
  s->report->rate = fmax(s->report->rate, report.rate);
  GB_TRY(status);
  for (size_t i = 0; i < length; i++) s->step[i] = s->next[i] - s->w[i];
  GB_TRY(measure(s, s->step, &moved, error));
  if (moved > fmax(STAYS * s->length, AROUND))
    return gb_fail(error, GB_NO_CONVERGENCE, "contacts: Newton's method left the equilibrium");
  memcpy(s->w, s->next, length * sizeof *s->w);
  return GB_OK;
}

static int settle(approach *s, gb_error *error) {
  bool near = false;
  GB_TRY(find_residual(s, s->w, s->r, &s->left, &s->carried, error));
  s->start = s->left;
  for (int k = 0; k < MOST_STEPS && !near; k++) GB_TRY(advance(s, &near, error));
  if (!near) return give_up(s, "no balance", error);
  gb_error own = {0};
  if (polish(s, false, &own) == GB_OK || polish(s, true, &own) == GB_OK) return GB_OK;
  return give_up(s, "Newton's method does not stay near a balanced state", error);
}

int gb_approach_solve(const gb_newton_equation *equation, gb_scalar *w, gb_state *state,
                      gb_newton_report *report, gb_error *error) {
  gb_system *system = equation->system;
  const size_t length = gb_system_length(system);
  const bool is_static = memcmp(equation->sigma, gb_static_sigma, sizeof gb_static_sigma) == 0;
  if (!gb_system_is(system, GB_SYSTEM_TOUCHES) || !system->op->approach || !is_static)
    return gb_newton_solve(equation, w, state, report, error);
  approach s = {.equation = equation,
                .system = system,
                .w = w,
                .state = state,
                .report = report,
                .share = LEAST};
  *report = (gb_newton_report){0};
  GB_SCRATCH(scratch);
  int status = GB_TAKE(&scratch, s.next, length, error);
  if (status == GB_OK) status = GB_TAKE(&scratch, s.step, length, error);
  if (status == GB_OK) status = GB_TAKE(&scratch, s.r, length, error);
  GB_TRY(gb_system_agree(system, status, error));
  status = settle(&s, error);
  if (status != GB_OK && system->op->forget) system->op->forget(system);
  if (status != GB_OK && equation->record) gb_factor_forget(equation->record);
  return status;
}
