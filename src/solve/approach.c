/// Equilibrium of parts that contacts hold. Each step solves (K + s D) dw = -R, D the diagonal of
/// K. The share s makes motions regular that nothing holds yet, or never will, and is raised until
/// no pivot is negative. The step is cut where a contact would be missed or pressed through, and
/// where R . dw changes its sign: there the energy along the step is least.
#include "solve/approach.h"

#include "solve/descent.h"

#include <float.h>
#include <math.h>
#include <string.h>

enum { MOST_STEPS = 80, MOST_TRIES = 12, POLISH = 20 };
/// Shares of the diagonal: the least one, and the factors after a negative pivot and after a step.
static const double LEAST = 1e-10, RAISE = 100, LOWER = 0.1;
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
  gb_descent d;   ///< its step begins at w, where the residual is r
  double left;    ///< size of the forces that are left at w
  double carried; ///< size of those that are carried there
  double start;   ///< size of the forces at the first state
  double length;  ///< of the step
} approach;

/// r = R at x, its size, and that of the forces carried. Forces on directors count by the model's
/// size.
static int find_residual(approach *s, const gb_scalar x[], gb_scalar r[], double *left,
                         double *carried, gb_error *error) {
  gb_residual_size size;
  gb_scalar sum[2] = {0};
  gb_equation_set_state(s->d.equation, x, s->d.state);
  GB_TRY(s->d.system->op->residual(s->d.system, s->d.state, r, error));
  s->d.system->op->residual_size(s->d.system, r, &size);
  for (int kind = 0; kind < GB_ROW_KINDS; kind++) {
    const double by =
        kind == GB_ROWS_POSITION ? 1 : 1 / (s->d.system->length * s->d.system->length);
    sum[0] += by * size.rows[kind];
    sum[1] += by * size.carried[kind];
  }
  GB_TRY(s->d.system->op->sum(s->d.system, 2, sum, error));
  *left = sqrt(gb_real(sum[0]));
  *carried = sqrt(gb_real(sum[1]));
  return GB_OK;
}

static void go(approach *s, double part) {
  for (size_t i = 0; i < gb_system_length(s->d.system); i++)
    s->d.next[i] = s->d.w[i] + part * gb_real(s->d.step[i]);
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
    GB_TRY(find_residual(s, s->d.next, s->d.r, left, carried, error));
    GB_TRY(gb_descent_slope(&s->d, &slope, error));
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
  GB_TRY(find_residual(s, s->d.w, s->d.r, &s->left, &s->carried, error));
  GB_TRY(s->d.system->op->residual_report(s->d.system, s->d.state, s->d.r, sizeof where, where,
                                          error));
  return gb_fail(
      error, GB_NO_CONVERGENCE,
      "contacts: %s after %d corrections; forces of %.2g are left where %.2g are carried; "
      "largest: %s; a part that moves there is held by no support, spring or contact, "
      "or loses the contact that held it",
      why, s->d.report->iterations, s->left, s->carried, where);
}

/// Take one step. @param[out] near the state is near an equilibrium
static int advance(approach *s, bool *near, gb_error *error) {
  double most, slope, size, part, left, carried;
  GB_TRY(gb_descent_factor(&s->d, RAISE, error));
  GB_TRY(gb_descent_step(&s->d, error));
  GB_TRY(gb_descent_size(&s->d, &size, error));
  GB_TRY(gb_descent_slope(&s->d, &slope, error));
  if (!isfinite(size) || !isfinite(slope)) return give_up(s, "a step is not finite", error);
  most = size > LONGEST ? LONGEST / size : 1;
  GB_TRY(s->d.system->op->approach(s->d.system, s->d.state, s->d.step, &most, error));
  GB_TRY(search(s, slope, most, &part, &left, &carried, error));
  memcpy(s->d.w, s->d.next, gb_system_length(s->d.system) * sizeof *s->d.w);
  s->left = left;
  s->carried = carried;
  s->length = part * size;
  s->d.report->iterations++;
  s->d.share = fmax(s->d.share * LOWER, LEAST);
  *near = part == 1 && s->length < SHORT && left <= NEAR * fmax(carried, s->start);
  return GB_OK;
}

/// Newton's method from w, which may not go far. @param free the state keeps free motions
static int polish(approach *s, bool free, gb_error *error) {
  const size_t length = gb_system_length(s->d.system);
  gb_newton_options options = *s->d.equation->options;
  gb_newton_equation equation = *s->d.equation;
  gb_newton_report report;
  double moved;
  options.iterations = options.iterations < POLISH ? options.iterations : POLISH;
  equation.options = &options;
  if (equation.record) gb_factor_forget(equation.record);
  s->d.system->op->forget(s->d.system);
  s->d.system->op->stiffen(s->d.system, free ? GB_FREE_SHARE : 0);
  memcpy(s->d.next, s->d.w, length * sizeof *s->d.w);
  const int status = gb_newton_solve(&equation, s->d.next, s->d.state, &report, error);
  s->d.report->iterations += report.iterations;
  s->d.report->factorisations += report.factorisations;
  s->d.report->rate = fmax(s->d.report->rate, report.rate);
  GB_TRY(status);
  for (size_t i = 0; i < length; i++) s->d.step[i] = s->d.next[i] - s->d.w[i];
  GB_TRY(gb_descent_size(&s->d, &moved, error));
  if (moved > fmax(STAYS * s->length, AROUND))
    return gb_fail(error, GB_NO_CONVERGENCE, "contacts: Newton's method left the equilibrium");
  memcpy(s->d.w, s->d.next, length * sizeof *s->d.w);
  return GB_OK;
}

static int settle(approach *s, gb_error *error) {
  bool near = false;
  GB_TRY(find_residual(s, s->d.w, s->d.r, &s->left, &s->carried, error));
  s->start = s->left;
  for (int k = 0; k < MOST_STEPS && !near; k++) {
    GB_TRY(gb_equation_pause(s->d.equation, error));
    GB_TRY(advance(s, &near, error));
  }
  if (!near) return give_up(s, "no balance", error);
  gb_error own = {0};
  if (polish(s, false, &own) == GB_OK || polish(s, true, &own) == GB_OK) return GB_OK;
  return give_up(s, "Newton's method does not stay near a balanced state", error);
}

/// Newton's method alone, as far as it leads: it knows constraint equations exactly, and friction,
/// which has no energy. @return its status; w is as before where it fails
static int try_newton(const gb_newton_equation *equation, gb_scalar *w, gb_state *state,
                      gb_newton_report *report, gb_error *error) {
  const size_t size = gb_system_length(equation->system) * sizeof *w;
  gb_scalar *start;
  GB_SCRATCH(scratch);
  int status = gb_arena_allocate(&scratch, size, 1, &start, error);
  GB_TRY(gb_system_agree(equation->system, status, error));
  memcpy(start, w, size);
  status = gb_newton_solve(equation, w, state, report, error);
  if (status != GB_OK) memcpy(w, start, size);
  return status;
}

int gb_approach_solve(const gb_newton_equation *equation, gb_scalar *w, gb_state *state,
                      gb_newton_report *report, gb_error *error) {
  gb_system *system = equation->system;
  const bool is_static = memcmp(equation->sigma, gb_static_sigma, sizeof gb_static_sigma) == 0;
  if (!gb_system_is(system, GB_SYSTEM_TOUCHES) || !system->op->approach || !is_static)
    return gb_newton_solve(equation, w, state, report, error);
  if (gb_system_is(system, GB_SYSTEM_CONSTRAINED)) {
    gb_error own = {0};
    const int found = try_newton(equation, w, state, report, &own);
    // the energy leads to what holds a part; where points stick there is none
    const bool leads = gb_system_is(system, GB_SYSTEM_BALANCES) && found == GB_DIVERGED;
    if (found != GB_SINGULAR && !leads) {
      gb_error_move(error, &own);
      return found;
    }
  }
  approach s = {.d = {.equation = equation,
                      .system = system,
                      .w = w,
                      .state = state,
                      .report = report,
                      .share = LEAST}};
  *report = (gb_newton_report){0};
  GB_SCRATCH(scratch);
  GB_TRY(gb_descent_allocate(&s.d, &scratch, error));
  const int status = settle(&s, error);
  if (status != GB_OK && system->op->forget) system->op->forget(system);
  if (status != GB_OK && equation->record) gb_factor_forget(equation->record);
  return status;
}
