/// Newton's method on one solve point with a kept factor: a correction's contraction tells when the
/// factor must be renewed and how much error remains.
/// Source: Hairer & Wanner, Solving Ordinary Differential Equations II, section IV.8 (stopping);
/// Deuflhard, Newton Methods for Nonlinear Problems, section 2.1 (contraction monitor).
#include "solve/newton.h"

#include "base/exact.h"
#include "solve/krylov.h"

#include <float.h>
#include <stdio.h>
#include <string.h>

/// What converges separately: real and imaginary parts of unknowns and of multipliers.
enum { PARTS = 4, MULTIPLIERS = 2, IMAGINARY = 1 };

/// A part's corrections at this point.
typedef struct part {
  double correction, previous; ///< norms of the last two corrections; previous < 0: none
  double older;                ///< norm of the one before them; <= 0: none
  double slowest;              ///< contraction at this point since the factor was renewed; 0: none
  double kept;                 ///< contraction by the kept factor at the points before; 0: unknown
  double size;                 ///< norm of the part of w
  double scale;                ///< the same, or the least |slot i| / sigma_i: what w stands for
  double noise;                ///< what the last digits of the slots make of w
  double best;                 ///< smallest contraction rate seen
  double least;                ///< smallest correction; round-off comes back to about this
  int stagnant;                ///< corrections since one was below half of all before
} part;

typedef struct newton {
  gb_system *system;
  const double *sigma;
  const gb_scalar *base;
  gb_scalar *w, *start, *work;
  gb_scalar *low; ///< what w has beyond its digits
  gb_state *state;
  const gb_newton_options *options;
  gb_newton_report *report;
  gb_anderson *anderson;
  gb_newton_memory *memory;
  part parts[PARTS];
  double first;         ///< norm of the first correction's real part; < 0: none yet
  int rested;           ///< corrections since the real parts are accurate
  bool exact;           ///< the last correction is by the exact operator of its own state
  bool current;         ///< the factor is of the state of the next correction
  bool mixed;           ///< the last two corrections are by an old factor and its successor
  bool was_stale;       ///< the last correction is by a factor of another state
  bool renewed;         ///< the factor was made at this point
  int applications;     ///< of rough preconditioners at this point
  double renewed_rate;  ///< contraction rate at the last renewal near the solution; 0: none
  bool renewal_is_vain; ///< renewals near the solution no longer change the contraction
} newton;

/// What a new factor is worth in applications of a rough preconditioner (a
/// mass matrix, sigma 0 on q, is well conditioned and may take more).
enum { RENEWAL_APPLICATIONS = 12, RENEWAL_APPLICATIONS_OF_MASS = 60 };
/// Relative size of a correction that is round-off when it does not shrink, and how many in a row
/// may not shrink before that is taken for round-off anyway.
static const double LAST_DIGITS = 1e-13;
/// Accelerations that positions' constraints determine have the positions' round-off, divided by
/// sigma 0: so many times that is noise.
static const double NOISE = 16;
enum { PATIENCE = 4 };
/// Where low digits are wanted, error that may remain, relative to w.
static const double LOW_DIGITS = 1e-6 * DBL_EPSILON;
/// Multipliers may be so many times less accurate than unknowns: no later point depends on them,
/// and what their error does to the unknowns is in the unknowns' corrections.
static const double MULTIPLIER_TOLERANCE = 100;
/// By how much a kept factor may contract worse than at the points before.
static const double DRIFT = 2;
enum { ACCELERATION_COST = 7 }; ///< price of a renewal from which corrections are accelerated

gb_newton_options gb_newton_defaults(void) {
  return (gb_newton_options){
      .iterations = 40, .tolerance = 1e-12, .krylov_tolerance = 1e-12, .keep_rate = 0.1};
}

static part fresh_part(double correction) {
  return (part){.correction = correction, .best = 1, .least = INFINITY};
}

/// The state's low digits of base + sigma w: docs/theory.md, (9.3).
static void set_low(newton *s) {
  const double sigma = s->sigma[GB_Q];
  for (size_t j = 0; j < (size_t)s->system->n; j++) {
    gb_scalar q = s->base[j];
    const gb_scalar change = sigma * s->w[j], lost = gb_add_exactly(&q, change);
    s->state->low[j] = lost + (gb_product_loss(sigma, s->w[j], change) + sigma * s->low[j]);
  }
}

/// Slots and multipliers of the state from base + sigma w.
static void set_state(newton *s) {
  const size_t n = (size_t)s->system->n, m = (size_t)s->system->m;
  for (int i = 0; i < GB_SLOTS; i++) {
    const gb_scalar *base = s->base + (size_t)i * n;
    gb_scalar *slot = s->state->slot[i];
    for (size_t j = 0; j < n; j++) slot[j] = base[j] + s->sigma[i] * s->w[j];
  }
  if (s->state->low) set_low(s);
  if (m) memcpy(s->state->multiplier, s->w + n, m * sizeof *s->w);
}

static void add_squares(size_t count, const gb_scalar *x, double *real, double *imaginary) {
  for (size_t i = 0; i < count; i++) {
    *real += gb_real(x[i]) * gb_real(x[i]);
    *imaginary += gb_imag(x[i]) * gb_imag(x[i]);
  }
}

enum { SLOTS_MEASURED = GB_S, SUMS = 2 * PARTS + 2 * SLOTS_MEASURED };

/// The sizes that errors of w are held against. Of w = q under backward differentiation an error e
/// is one of sigma2 e in the acceleration, which may be far smaller than sigma2 q: each slot must
/// be right.
static void set_scales(newton *s, const gb_scalar *slot_squares) {
  for (int i = 0; i < PARTS; i++) {
    s->parts[i].scale = s->parts[i].size;
    s->parts[i].noise = 0;
  }
  for (int i = 0; i < SLOTS_MEASURED; i++)
    for (int k = 0; k < 2 && s->sigma[i] != 0; k++) {
      part *p = &s->parts[k];
      const double stands_for = sqrt(gb_real(slot_squares[2 * i + k])) / fabs(s->sigma[i]);
      p->scale = fmin(p->scale, stands_for);
      p->noise = fmax(p->noise, DBL_EPSILON * stands_for);
    }
}

/// Whether a constrained part's correction may be nothing but the round-off of the positions.
static bool is_noisy(const newton *s, int index) {
  const part *unknowns = &s->parts[index % 2];
  const bool constrained = s->parts[MULTIPLIERS].size > 0;
  return constrained && unknowns->correction <= NOISE * unknowns->noise;
}

/// Norms over all ranks of the parts of the correction, of w and of the slots, in one sum.
static int measure(newton *s, const gb_scalar *correction, gb_error *error) {
  const size_t n = (size_t)s->system->n, m = (size_t)s->system->m;
  double local[SUMS] = {0};
  add_squares(n, correction, &local[0], &local[IMAGINARY]);
  add_squares(m, correction + n, &local[MULTIPLIERS], &local[MULTIPLIERS + IMAGINARY]);
  add_squares(n, s->w, &local[PARTS], &local[PARTS + IMAGINARY]);
  add_squares(m, s->w + n, &local[PARTS + MULTIPLIERS], &local[PARTS + MULTIPLIERS + IMAGINARY]);
  for (int i = 0; i < SLOTS_MEASURED; i++)
    add_squares(n, s->state->slot[i], &local[2 * PARTS + 2 * i], &local[2 * PARTS + 2 * i + 1]);
  gb_scalar sums[SUMS];
  for (int i = 0; i < SUMS; i++) sums[i] = local[i];
  GB_TRY(s->system->op->sum(s->system, SUMS, sums, error));
  for (int i = 0; i < PARTS; i++) {
    part *p = &s->parts[i];
    p->older = p->previous;
    p->previous = p->correction;
    p->correction = sqrt(gb_real(sums[i]));
    p->size = sqrt(gb_real(sums[PARTS + i]));
    if (p->previous > 0) {
      p->best = fmin(p->best, p->correction / p->previous);
      // an imaginary part follows a real one that moves: its contraction counts from when that
      // rests
      const bool follows = i % 2 == IMAGINARY && s->rested < 2;
      const double rate = p->correction / p->previous;
      if (follows || p->slowest == 0)
        p->slowest = rate;
      else if (!is_noisy(s, i))
        p->slowest = fmax(p->slowest, rate);
    }
    p->stagnant = p->correction >= 0.5 * p->least ? p->stagnant + 1 : 0;
    p->least = fmin(p->least, p->correction);
  }
  set_scales(s, sums + 2 * PARTS);
  return GB_OK;
}

/// Whether the correction's real part is round-off of q or v, for w itself may be near zero.
static int is_small_in_state(newton *s, bool *small, gb_error *error) {
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

static double rate_of(const part *p) {
  return p->previous > 0 ? p->correction / p->previous : INFINITY;
}

/// What a correction's remaining error must be below: the tolerance, or the last digit of w.
static double goal_of(const newton *s, const part *p) {
  const double slack = p >= &s->parts[MULTIPLIERS] ? MULTIPLIER_TOLERANCE : 1;
  return fmax(slack * s->options->tolerance * p->scale, 4 * DBL_EPSILON * p->size);
}

/// Low digits are wanted where every digit is.
static bool wants_low_digits(const newton *s, const part *p) {
  return s->state->low && s->sigma[GB_Q] != 0 && p < &s->parts[MULTIPLIERS] &&
         s->options->tolerance < LAST_DIGITS;
}

/// The error that remains after a correction, by the slowest contraction of this factor here or at
/// the points before, is below the tolerance: accelerated corrections now and then contract by
/// luck.
static bool is_accurate(const newton *s, const part *p) {
  if (p->correction <= DBL_EPSILON / 2 * p->size) return true; // w would not change
  if (!(p->previous > 0) && p->kept == 0) return false;
  const double rate = p->previous > 0 ? p->slowest : DRIFT * p->kept;
  const double goal = wants_low_digits(s, p) ? LOW_DIGITS * p->size : goal_of(s, p);
  return rate < 1 && rate / (1 - rate) * p->correction <= goal;
}

/// Corrections that no longer shrink are at round-off where they are a few last digits of w, or
/// where they went on and on with the factor of this very point. An imaginary part may be nothing
/// but noise, as may multipliers or the unknowns of a linear point (sigma 0 on q and v): both
/// follow a converged part linearly.
static int is_at_round_off(newton *s, int index, const bool done[PARTS], bool *yes,
                           gb_error *error) {
  const part *p = &s->parts[index];
  const bool noisy = is_noisy(s, 0) && (index == 0 || done[0]);
  *yes = p->stagnant > 0 && (p->correction <= LAST_DIGITS * p->size || noisy);
  if (*yes || p->stagnant < PATIENCE) return GB_OK;
  const bool able = s->renewed || s->exact || s->parts[0].best <= 0.1;
  *yes = able && p->correction <= 1e-7 * p->size;
  if (*yes) return GB_OK;
  const bool linear = s->sigma[GB_Q] == 0 && s->sigma[GB_V] == 0;
  if (index == 0 && !linear) return is_small_in_state(s, yes, error);
  *yes = index == 0 || (done[0] && (index < MULTIPLIERS || done[index - MULTIPLIERS]));
  return GB_OK;
}

static int has_converged(newton *s, bool *converged, gb_error *error) {
  bool done[PARTS];
  *converged = true;
  for (int i = 0; i < PARTS; i++) {
    done[i] = is_accurate(s, &s->parts[i]);
    if (!done[i]) GB_TRY(is_at_round_off(s, i, done, &done[i], error));
    *converged = *converged && done[i];
  }
  s->rested = done[0] && done[MULTIPLIERS] ? s->rested + 1 : 0;
  return GB_OK;
}

/// Whether the kept factor's contraction would cost more further corrections than a new one is
/// worth. Corrections that may be at round-off get a second look first.
static bool wants_renewal(newton *s) {
  const part *p = &s->parts[0];
  const double last = rate_of(p), goal = goal_of(s, p);
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

/// A new factor at the state of w.
static int renew(newton *s, gb_error *error) {
  set_state(s);
  GB_TRY(s->system->op->renew(s->system, s->sigma, s->state, error));
  if (s->anderson) gb_anderson_forget(s->anderson);
  const part *p = &s->parts[0];
  const double rate = rate_of(p);
  // The symmetric part's factor contracts no better near the solution, however new it is.
  if (s->renewed && isfinite(rate) && p->correction <= 1e-4 * p->size) {
    s->renewal_is_vain = s->renewed_rate > 0 && rate > 0.3 * s->renewed_rate;
    s->renewed_rate = rate;
  }
  s->renewed = s->current = true;
  for (int i = 0; i < PARTS; i++) s->parts[i].slowest = s->parts[i].kept = 0;
  s->report->renewals++;
  return GB_OK;
}

/// One Krylov solve with the exact operator, real and imaginary parts side by side: r <- A^-1 r.
/// Without success r keeps its value and `applications` says that a factor is due.
static int krylov_correction(newton *s, gb_scalar *r, bool *solved, gb_error *error) {
  const size_t length = (size_t)s->system->n + (size_t)s->system->m;
  gb_scalar *b = r, *x = r + GB_PARTS * length;
  for (size_t i = 0; GB_PARTS == 2 && i < length; i++) {
    b[length + i] = gb_imag(r[i]);
    b[i] = gb_real(r[i]);
  }
  // One correction need gain no more digits than this.
  const double tolerance = fmax(s->options->krylov_tolerance, 1e-9);
  gb_error stall = {0};
  int applications;
  const int status = gb_krylov_solve(s->system, s->sigma, s->state, false, GB_PARTS, b, false, x,
                                     tolerance, &applications, &stall);
  s->applications += applications;
  s->report->krylov_iterations += applications;
  *solved = s->exact = status == GB_OK;
  const gb_scalar *from = *solved ? x : b;
  for (size_t i = 0; i < length; i++)
    r[i] = GB_PARTS == 2 ? gb_join(from[i], from[length + i]) : from[i];
  if (status == GB_OK || status == GB_DIVERGED) return GB_OK;
  return gb_fail(error, status, "%s", stall.message);
}

/// r <- the correction -P^-1 R at w, by the factor or by Krylov.
static int find_correction(newton *s, gb_scalar *r, gb_error *error) {
  const gb_system_operations *op = s->system->op;
  const size_t length = (size_t)s->system->n + (size_t)s->system->m;
  if (op->preconditioner(s->system, s->sigma) == GB_PRECONDITIONER_NONE) GB_TRY(renew(s, error));
  set_state(s);
  GB_TRY(op->residual(s->system, s->state, r, error));
  for (size_t i = 0; i < length; i++) r[i] = -r[i];
  if (op->preconditioner(s->system, s->sigma) != GB_PRECONDITIONER_FACTOR) {
    const bool mass = s->sigma[GB_Q] == 0;
    bool solved = false;
    if (s->applications <= (mass ? RENEWAL_APPLICATIONS_OF_MASS : RENEWAL_APPLICATIONS) ||
        s->renewed)
      GB_TRY(krylov_correction(s, r, &solved, error));
    if (solved) return GB_OK;
    GB_TRY(renew(s, error));
  }
  s->exact = false;
  return op->precondition(s->system, s->sigma, 1, r, error);
}

/// w += sign correction, to the low digits where the state has some.
static void add(newton *s, double sign, const gb_scalar correction[]) {
  const size_t length = (size_t)s->system->n + (size_t)s->system->m;
  for (size_t i = 0; !s->state->low && i < length; i++) s->w[i] += sign * correction[i];
  for (size_t i = 0; s->state->low && i < length; i++)
    s->low[i] += gb_add_exactly(&s->w[i], sign * correction[i]);
}

/// A factor of another state led astray: undo the last correction, or all where none was by a
/// factor of this point, and renew. A soft start under a large load needs this to be as robust as a
/// factor for each correction.
static int go_back(newton *s, bool all, gb_error *error) {
  const size_t length = (size_t)s->system->n + (size_t)s->system->m;
  if (all) memcpy(s->w, s->start, length * sizeof *s->w);
  if (all) memset(s->low, 0, length * sizeof *s->low);
  if (!all) add(s, -1, s->work);
  for (int i = 0; i < PARTS; i++) s->parts[i] = fresh_part(all ? -1 : s->parts[i].previous);
  return renew(s, error);
}

/// The message of a point that did not converge.
static int give_up(newton *s, const char *reason, gb_error *error) {
  char place[300] = "";
  const part *u = &s->parts[0], *l = &s->parts[MULTIPLIERS];
  gb_scalar *r = s->work;
  if (isfinite(u->size) && isfinite(l->size)) {
    set_state(s);
    GB_TRY(s->system->op->residual(s->system, s->state, r, error));
    GB_TRY(s->system->op->worst(s->system, s->state, r, sizeof place, place, error));
  }
  char multipliers[80] = "";
  if (l->size > 0 || l->correction > 0)
    snprintf(multipliers, sizeof multipliers, ", and %.1e where the multipliers are %.1e",
             l->correction, l->size);
  return gb_fail(error, GB_DIVERGED,
                 "Newton's method %s after %d corrections; the last two were %.1e and %.1e where "
                 "the unknowns are %.1e%s%s%s",
                 reason, s->report->iterations, u->previous, u->correction, u->size, multipliers,
                 place[0] ? "; largest residual: " : "", place);
}

/// Pairs pay where a renewal is dear; small systems renew.
static bool accelerates(const newton *s) {
  return s->anderson && s->system->op->renewal_cost(s->system, s->sigma) >= ACCELERATION_COST;
}

/// One correction: w, its parts and the report.
static int advance(newton *s, gb_error *error) {
  gb_scalar *r = s->work;
  GB_TRY(find_correction(s, r, error));
  // The raw correction tells the error; the one that is applied is the better one by earlier pairs.
  GB_TRY(measure(s, r, error));
  if (!s->exact && accelerates(s)) GB_TRY(gb_anderson_correct(s->anderson, 1, r, error));
  add(s, 1, r);
  const part *p = &s->parts[0];
  s->report->iterations++;
  if (s->first < 0) s->first = p->correction;
  if (p->previous > 0 && p->correction > 1e-10 * p->size)
    s->report->rate = fmax(s->report->rate, rate_of(p));
  return GB_OK;
}

static bool is_finite(const newton *s) {
  double sum = 0;
  for (int i = 0; i < PARTS; i++) sum += s->parts[i].correction + s->parts[i].size;
  return isfinite(sum);
}

/// After a correction that has not converged: go on, renew the factor, go back or give up.
static int decide(newton *s, bool stale, gb_error *error) {
  const part *p = &s->parts[0];
  if (!is_finite(s) || (s->first > 0 && p->correction > 1e10 * s->first))
    return stale ? go_back(s, !s->renewed, error) : give_up(s, "diverged", error);
  if (s->exact || !wants_renewal(s)) return GB_OK;
  if (stale && rate_of(p) >= 1) return go_back(s, !s->renewed, error);
  return renew(s, error);
}

/// What the points before tell of the kept factor; it is renewed before the first correction where
/// the corrections that keeping it has cost are worth a new one.
static int recall(newton *s, gb_error *error) {
  const gb_newton_memory *memory = s->memory;
  const gb_system_operations *op = s->system->op;
  if (!memory || memcmp(memory->sigma, s->sigma, sizeof memory->sigma) != 0 ||
      op->preconditioner(s->system, s->sigma) != GB_PRECONDITIONER_FACTOR)
    return GB_OK;
  // an imaginary part follows the real one, and one correction does not tell how far behind it is
  for (int i = 0; i < PARTS; i += IMAGINARY + 1) s->parts[i].kept = memory->rate[i];
  return memory->lost > op->renewal_cost(s->system, s->sigma) ? renew(s, error) : GB_OK;
}

/// Leave to the next point what this one tells of the factor. A solve of one correction tells no
/// rate, and what earlier ones told grows old; a factor of this point contracts faster here than it
/// will there.
static void remember(newton *s) {
  gb_newton_memory *memory = s->memory;
  const int iterations = s->report->iterations;
  if (!memory) return;
  const bool same = memcmp(memory->sigma, s->sigma, sizeof memory->sigma) == 0;
  if (!same || s->report->renewals > 0) *memory = (gb_newton_memory){0};
  memcpy(memory->sigma, s->sigma, sizeof memory->sigma);
  for (int i = 0; i < PARTS; i++)
    memory->rate[i] = s->report->renewals > 0 ? 0 : s->parts[i].slowest;
  if (memory->least == 0 || iterations < memory->least) memory->least = iterations;
  memory->lost += iterations - memory->least;
}

/// Whether the last two corrections are errors that any point may have: what a tighter tolerance
/// asks beyond that is a wish, which the limit of corrections ends.
static bool has_rested(const newton *s) {
  const double tolerance = fmax(s->options->tolerance, gb_newton_defaults().tolerance);
  bool rested = true;
  for (int i = 0; i < PARTS; i++) {
    const part *p = &s->parts[i];
    rested = rested && fmax(p->previous, p->correction) <= tolerance * p->size;
  }
  return rested;
}

static int finish(newton *s) {
  set_state(s);
  remember(s);
  return GB_OK;
}

static int iterate(newton *s, gb_error *error) {
  bool rested = false; // before a correction is undone, which forgets sizes
  for (int iteration = 0; iteration < s->options->iterations; iteration++) {
    GB_TRY(advance(s, error));
    const bool stale = !s->current && !s->exact;
    s->mixed = s->was_stale && !stale;
    s->was_stale = stale;
    s->current = false;
    bool converged = false;
    if (is_finite(s)) GB_TRY(has_converged(s, &converged, error));
    if (converged) return finish(s);
    rested = is_finite(s) && has_rested(s);
    GB_TRY(decide(s, stale, error));
  }
  return rested ? finish(s) : give_up(s, "did not converge", error);
}

int gb_newton_solve(gb_system *system, const double sigma[GB_SLOTS], const gb_scalar *base,
                    gb_scalar *w, gb_state *state, const gb_newton_options *options,
                    gb_anderson *anderson, gb_newton_memory *memory, gb_scalar *work,
                    gb_newton_report *report, gb_error *error) {
  const size_t length = (size_t)system->n + (size_t)system->m;
  newton s = {.system = system,
              .sigma = sigma,
              .base = base,
              .w = w,
              .start = work + 2 * GB_PARTS * length,
              .low = work + (1 + 2 * GB_PARTS) * length,
              .work = work,
              .state = state,
              .options = options,
              .report = report,
              .anderson = anderson,
              .memory = memory,
              .first = -1};
  for (int i = 0; i < PARTS; i++) s.parts[i] = fresh_part(-1);
  *report = (gb_newton_report){0};
  memcpy(s.start, w, length * sizeof *w);
  memset(s.low, 0, length * sizeof *s.low);
  if (anderson) gb_anderson_forget(anderson);
  GB_TRY(recall(&s, error));
  return iterate(&s, error);
}
