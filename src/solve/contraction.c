/// How Newton's corrections contract, part by part.
/// Source: Hairer & Wanner, Solving Ordinary Differential Equations II, section IV.8 (stopping);
/// Deuflhard, Newton Methods for Nonlinear Problems, section 2.1 (contraction monitor).
#include "solve/contraction.h"

#include <float.h>

/// Relative size of a correction that is round-off when it does not shrink, and how many in a row
/// may not shrink before that is taken for round-off anyway.
static const double LAST_DIGITS = 1e-13;
enum { PATIENCE = 4 };
/// Accelerations that positions' constraints determine have the positions' round-off, divided by
/// sigma 0: so many times that is noise.
static const double NOISE = 16;
/// Where low digits are wanted, error that may remain, relative to w.
static const double LOW_DIGITS = 1e-6 * DBL_EPSILON;
/// Multipliers may be so many times less accurate than unknowns: no later point depends on them,
/// and what their error does to the unknowns is in the unknowns' corrections.
static const double MULTIPLIER_TOLERANCE = 100;
/// By how much a kept factor may contract worse than at the points before.
static const double DRIFT = 2;

static void add_squares(size_t count, const gb_scalar *x, double *real, double *imaginary) {
  for (size_t i = 0; i < count; i++) {
    *real += gb_real(x[i]) * gb_real(x[i]);
    *imaginary += gb_imag(x[i]) * gb_imag(x[i]);
  }
}

enum { SLOTS_MEASURED = GB_S, SUMS = 2 * GB_NEWTON_PARTS + 2 * SLOTS_MEASURED };

/// The sizes that errors of w are held against. Of w = q under backward differentiation an error e
/// is one of sigma2 e in the acceleration, which may be far smaller than sigma2 q: each slot must
/// be right.
static void set_scales(gb_newton *s, const gb_scalar *slot_squares) {
  for (int i = 0; i < GB_NEWTON_PARTS; i++) {
    s->parts[i].scale = s->parts[i].size;
    s->parts[i].noise = 0;
  }
  for (int i = 0; i < SLOTS_MEASURED; i++)
    for (int k = 0; k < 2 && s->sigma[i] != 0; k++) {
      gb_newton_part *p = &s->parts[k];
      const double stands_for = sqrt(gb_real(slot_squares[2 * i + k])) / fabs(s->sigma[i]);
      p->scale = fmin(p->scale, stands_for);
      p->noise = fmax(p->noise, DBL_EPSILON * stands_for);
    }
}

/// Whether a constrained part's correction may be nothing but the round-off of the positions.
static bool is_noisy(const gb_newton *s, int index) {
  const gb_newton_part *unknowns = &s->parts[index % 2];
  const bool constrained = s->parts[GB_NEWTON_MULTIPLIERS].size > 0;
  return constrained && unknowns->correction <= NOISE * unknowns->noise;
}

int gb_newton_measure(gb_newton *s, const gb_scalar *correction, gb_error *error) {
  const size_t n = (size_t)s->system->n, m = (size_t)s->system->m;
  double local[SUMS] = {0};
  add_squares(n, correction, &local[0], &local[GB_NEWTON_IMAGINARY]);
  add_squares(m, correction + n, &local[GB_NEWTON_MULTIPLIERS],
              &local[GB_NEWTON_MULTIPLIERS + GB_NEWTON_IMAGINARY]);
  add_squares(n, s->w, &local[GB_NEWTON_PARTS], &local[GB_NEWTON_PARTS + GB_NEWTON_IMAGINARY]);
  add_squares(m, s->w + n, &local[GB_NEWTON_PARTS + GB_NEWTON_MULTIPLIERS],
              &local[GB_NEWTON_PARTS + GB_NEWTON_MULTIPLIERS + GB_NEWTON_IMAGINARY]);
  for (int i = 0; i < SLOTS_MEASURED; i++)
    add_squares(n, s->state->slot[i], &local[2 * GB_NEWTON_PARTS + 2 * i],
                &local[2 * GB_NEWTON_PARTS + 2 * i + 1]);
  gb_scalar sums[SUMS];
  for (int i = 0; i < SUMS; i++) sums[i] = local[i];
  GB_TRY(s->system->op->sum(s->system, SUMS, sums, error));
  for (int i = 0; i < GB_NEWTON_PARTS; i++) {
    gb_newton_part *p = &s->parts[i];
    p->older = p->previous;
    p->previous = p->correction;
    p->correction = sqrt(gb_real(sums[i]));
    p->size = sqrt(gb_real(sums[GB_NEWTON_PARTS + i]));
    if (p->previous > 0) {
      p->best = fmin(p->best, p->correction / p->previous);
      // an imaginary gb_newton_part follows a real one that moves: its contraction counts from when
      // that rests
      const bool follows = i % 2 == GB_NEWTON_IMAGINARY && s->rested < 2;
      const double rate = p->correction / p->previous;
      if (follows || p->slowest == 0)
        p->slowest = rate;
      else if (!is_noisy(s, i))
        p->slowest = fmax(p->slowest, rate);
    }
    p->stagnant = p->correction >= 0.5 * p->least ? p->stagnant + 1 : 0;
    p->least = fmin(p->least, p->correction);
  }
  set_scales(s, sums + 2 * GB_NEWTON_PARTS);
  return GB_OK;
}

/// Whether the correction's real gb_newton_part is round-off of q or v, for w itself may be near
/// zero.
static int is_small_in_state(gb_newton *s, bool *small, gb_error *error) {
  double squares[GB_A] = {0}, unused = 0;
  gb_scalar sums[GB_A];
  for (int i = 0; i < GB_A; i++) {
    add_squares((size_t)s->system->n, s->state->slot[i], &squares[i], &unused);
    sums[i] = squares[i];
  }
  GB_TRY(s->system->op->sum(s->system, GB_A, sums, error));
  *small = false;
  for (int i = 0; i < GB_A; i++) {
    const double change = s->sigma[i] * s->parts[0].correction;
    *small = *small || (change > 0 && change <= 1e-10 * sqrt(gb_real(sums[i])));
  }
  return GB_OK;
}

/// What a correction's remaining error must be below: the tolerance, or the last digit of w.
static double goal_of(const gb_newton *s, const gb_newton_part *p) {
  const double slack = p >= &s->parts[GB_NEWTON_MULTIPLIERS] ? MULTIPLIER_TOLERANCE : 1;
  return fmax(slack * s->options->tolerance * p->scale, 4 * DBL_EPSILON * p->size);
}

/// Low digits are wanted where every digit is.
static bool wants_low_digits(const gb_newton *s, const gb_newton_part *p) {
  return s->state->low && s->sigma[GB_Q] != 0 && p < &s->parts[GB_NEWTON_MULTIPLIERS] &&
         s->options->tolerance < LAST_DIGITS;
}

/// The error that remains after a correction, by the slowest contraction of this factor here or at
/// the points before, is below the tolerance: accelerated corrections now and then contract by
/// luck.
static bool is_accurate(const gb_newton *s, const gb_newton_part *p) {
  if (p->correction <= DBL_EPSILON / 2 * p->size) return true; // w would not change
  if (!(p->previous > 0) && p->kept == 0) return false;
  const double rate = p->previous > 0 ? p->slowest : DRIFT * p->kept;
  const double goal = wants_low_digits(s, p) ? LOW_DIGITS * p->size : goal_of(s, p);
  return rate < 1 && rate / (1 - rate) * p->correction <= goal;
}

/// Corrections that no longer shrink are at round-off where they are a few last digits of w, or
/// where they went on and on with the factor of this very point. An imaginary gb_newton_part may be
/// nothing but noise, as may multipliers or the unknowns of a linear point (sigma 0 on q and v):
/// both follow a converged gb_newton_part linearly.
static int is_at_round_off(gb_newton *s, int index, const bool done[GB_NEWTON_PARTS], bool *yes,
                           gb_error *error) {
  const gb_newton_part *p = &s->parts[index];
  const bool noisy = is_noisy(s, 0) && (index == 0 || done[0]);
  *yes = p->stagnant > 0 && (p->correction <= LAST_DIGITS * p->size || noisy);
  if (*yes || p->stagnant < PATIENCE) return GB_OK;
  const bool able = s->renewed || s->exact || s->parts[0].best <= 0.1;
  *yes = able && p->correction <= 1e-7 * p->size;
  if (*yes) return GB_OK;
  const bool linear = s->sigma[GB_Q] == 0 && s->sigma[GB_V] == 0;
  if (index == 0 && !linear) return is_small_in_state(s, yes, error);
  *yes = index == 0 ||
         (done[0] && (index < GB_NEWTON_MULTIPLIERS || done[index - GB_NEWTON_MULTIPLIERS]));
  return GB_OK;
}

int gb_newton_has_converged(gb_newton *s, bool *converged, gb_error *error) {
  bool done[GB_NEWTON_PARTS];
  *converged = true;
  for (int i = 0; i < GB_NEWTON_PARTS; i++) {
    done[i] = is_accurate(s, &s->parts[i]);
    if (!done[i]) GB_TRY(is_at_round_off(s, i, done, &done[i], error));
    *converged = *converged && done[i];
  }
  s->rested = done[0] && done[GB_NEWTON_MULTIPLIERS] ? s->rested + 1 : 0;
  return GB_OK;
}

/// Corrections that may be at round-off get a second look first.
bool gb_newton_wants_renewal(const gb_newton *s) {
  const gb_newton_part *p = &s->parts[0];
  const double last = gb_newton_rate(p), goal = goal_of(s, p);
  // membrane and bending correct each other in turn: near the solution two corrections tell the
  // rate
  const bool near = p->correction <= 1e-3 * p->size && p->older > 0;
  const double rate = near ? sqrt(p->correction / p->older) : last;
  if (!isfinite(last) || rate <= s->options->keep_rate || p->correction <= goal) return false;
  // Their ratio tells nothing of the new factor; but a second renewal shows a state on the move,
  // where each correction wants its own.
  if (s->mixed && s->report->renewals < 2) return false;
  if (p->correction <= 1e-7 * p->size && p->stagnant < PATIENCE && p->best <= 0.05) return false;
  if (s->renewal_is_vain && rate < 0.9) return false;
  return rate >= 1 ||
         log(goal / p->correction) / log(rate) > s->system->op->renewal_cost(s->system, s->sigma);
}

bool gb_newton_is_finite(const gb_newton *s) {
  double sum = 0;
  for (int i = 0; i < GB_NEWTON_PARTS; i++) sum += s->parts[i].correction + s->parts[i].size;
  return isfinite(sum);
}

bool gb_newton_has_rested(const gb_newton *s) {
  const double tolerance = fmax(s->options->tolerance, gb_newton_defaults().tolerance);
  bool rested = true;
  for (int i = 0; i < GB_NEWTON_PARTS; i++) {
    const gb_newton_part *p = &s->parts[i];
    rested = rested && fmax(p->previous, p->correction) <= tolerance * p->size;
  }
  return rested;
}
