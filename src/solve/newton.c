/// Newton's method on one solve point with a kept factor: corrections, and when to renew it.
/// Source: Deuflhard, Newton Methods for Nonlinear Problems, section 2.1.
#include "solve/newton.h"

#include "base/exact.h"
#include "solve/contraction.h"
#include "solve/krylov.h"

#include <stdio.h>
#include <string.h>

/// What a new factor is worth in applications of a rough preconditioner (a
/// mass matrix, sigma 0 on q, is well conditioned and may take more).
enum { RENEWAL_APPLICATIONS = 12, RENEWAL_APPLICATIONS_OF_MASS = 60 };
enum { ACCELERATION_COST = 7 }; ///< price of a renewal from which corrections are accelerated

gb_newton_options gb_newton_defaults(void) {
  return (gb_newton_options){
      .iterations = 40, .tolerance = 1e-12, .krylov_tolerance = 1e-12, .keep_rate = 0.1};
}

/// The state's low digits of base + sigma w: docs/theory.md, (9.3).
static void set_low(gb_newton *s) {
  const double sigma = s->sigma[GB_Q];
  for (size_t j = 0; j < (size_t)s->system->n; j++) {
    gb_scalar q = s->base[j];
    const gb_scalar change = sigma * s->w[j], lost = gb_add_exactly(&q, change);
    s->state->low[j] = lost + (gb_product_loss(sigma, s->w[j], change) + sigma * s->low[j]);
  }
}

/// Slots and multipliers of the state from base + sigma w.
static void set_state(gb_newton *s) {
  const size_t n = (size_t)s->system->n, m = (size_t)s->system->m;
  for (int i = 0; i < GB_SLOTS; i++) {
    const gb_scalar *base = s->base + (size_t)i * n;
    gb_scalar *slot = s->state->slot[i];
    for (size_t j = 0; j < n; j++) slot[j] = base[j] + s->sigma[i] * s->w[j];
  }
  if (s->state->low) set_low(s);
  if (m) memcpy(s->state->multiplier, s->w + n, m * sizeof *s->w);
}

/// A new factor at the state of w.
static int renew(gb_newton *s, gb_error *error) {
  set_state(s);
  GB_TRY(s->system->op->renew(s->system, s->sigma, s->state, error));
  if (s->anderson) gb_anderson_forget(s->anderson);
  const gb_newton_part *p = &s->parts[0];
  const double rate = gb_newton_rate(p);
  // The symmetric part's factor contracts no better near the solution, however new it is.
  if (s->renewed && isfinite(rate) && p->correction <= 1e-4 * p->size) {
    s->renewal_is_vain = s->renewed_rate > 0 && rate > 0.3 * s->renewed_rate;
    s->renewed_rate = rate;
  }
  s->renewed = s->current = true;
  for (int i = 0; i < GB_NEWTON_PARTS; i++) s->parts[i].slowest = s->parts[i].kept = 0;
  s->report->renewals++;
  return GB_OK;
}

/// One Krylov solve with the exact operator, real and imaginary parts side by side: r <- A^-1 r.
/// Without success r keeps its value and `applications` says that a factor is due.
static int krylov_correction(gb_newton *s, gb_scalar *r, bool *solved, gb_error *error) {
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
static int find_correction(gb_newton *s, gb_scalar *r, gb_error *error) {
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
static void add(gb_newton *s, double sign, const gb_scalar correction[]) {
  const size_t length = (size_t)s->system->n + (size_t)s->system->m;
  for (size_t i = 0; !s->state->low && i < length; i++) s->w[i] += sign * correction[i];
  for (size_t i = 0; s->state->low && i < length; i++)
    s->low[i] += gb_add_exactly(&s->w[i], sign * correction[i]);
}

/// A factor of another state led astray: undo the last correction, or all where none was by a
/// factor of this point, and renew. A soft start under a large load needs this to be as robust as a
/// factor for each correction.
static int go_back(gb_newton *s, bool all, gb_error *error) {
  const size_t length = (size_t)s->system->n + (size_t)s->system->m;
  if (all) memcpy(s->w, s->start, length * sizeof *s->w);
  if (all) memset(s->low, 0, length * sizeof *s->low);
  if (!all) add(s, -1, s->work);
  for (int i = 0; i < GB_NEWTON_PARTS; i++) {
    gb_newton_part fresh = gb_newton_fresh_part(all ? -1 : s->parts[i].previous);
    if (!all) { // a second factor of this point does not tell round-off anew
      fresh.least = s->parts[i].least;
      fresh.stagnant = s->parts[i].stagnant;
    }
    s->parts[i] = fresh;
  }
  return renew(s, error);
}

/// The message of a point that did not converge.
static int give_up(gb_newton *s, const char *reason, gb_error *error) {
  char place[300] = "";
  const gb_newton_part *u = &s->parts[0], *l = &s->parts[GB_NEWTON_MULTIPLIERS];
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
static bool accelerates(const gb_newton *s) {
  return s->anderson && s->system->op->renewal_cost(s->system, s->sigma) >= ACCELERATION_COST;
}

/// One correction: w, its parts and the report.
static int advance(gb_newton *s, gb_error *error) {
  gb_scalar *r = s->work;
  GB_TRY(find_correction(s, r, error));
  // The raw correction tells the error; the one that is applied is the better one by earlier pairs.
  GB_TRY(gb_newton_measure(s, r, error));
  if (!s->exact && accelerates(s)) GB_TRY(gb_anderson_correct(s->anderson, 1, r, error));
  add(s, 1, r);
  const gb_newton_part *p = &s->parts[0];
  s->report->iterations++;
  if (s->first < 0) s->first = p->correction;
  if (p->previous > 0 && p->correction > 1e-10 * p->size)
    s->report->rate = fmax(s->report->rate, gb_newton_rate(p));
  return GB_OK;
}

/// After a correction that has not converged: go on, renew the factor, go back or give up.
static int decide(gb_newton *s, bool stale, gb_error *error) {
  const gb_newton_part *p = &s->parts[0];
  if (!gb_newton_is_finite(s) || (s->first > 0 && p->correction > 1e10 * s->first))
    return stale ? go_back(s, !s->renewed, error) : give_up(s, "diverged", error);
  if (s->exact || !gb_newton_wants_renewal(s)) return GB_OK;
  if (stale && gb_newton_rate(p) >= 1) return go_back(s, !s->renewed, error);
  return renew(s, error);
}

/// What the points before tell of the kept factor; it is renewed before the first correction where
/// the corrections that keeping it has cost are worth a new one.
static int recall(gb_newton *s, gb_error *error) {
  const gb_newton_memory *memory = s->memory;
  const gb_system_operations *op = s->system->op;
  if (!memory || memcmp(memory->sigma, s->sigma, sizeof memory->sigma) != 0 ||
      op->preconditioner(s->system, s->sigma) != GB_PRECONDITIONER_FACTOR)
    return GB_OK;
  // an imaginary gb_newton_part follows the real one, and one correction does not tell how far
  // behind it is
  for (int i = 0; i < GB_NEWTON_PARTS; i += GB_NEWTON_IMAGINARY + 1)
    s->parts[i].kept = memory->rate[i];
  return memory->lost > op->renewal_cost(s->system, s->sigma) ? renew(s, error) : GB_OK;
}

/// Leave to the next point what this one tells of the factor. A solve of one correction tells no
/// rate, and what earlier ones told grows old; a factor of this point contracts faster here than it
/// will there.
static void remember(gb_newton *s) {
  gb_newton_memory *memory = s->memory;
  const int iterations = s->report->iterations;
  if (!memory) return;
  const bool same = memcmp(memory->sigma, s->sigma, sizeof memory->sigma) == 0;
  if (!same || s->report->renewals > 0) *memory = (gb_newton_memory){0};
  memcpy(memory->sigma, s->sigma, sizeof memory->sigma);
  for (int i = 0; i < GB_NEWTON_PARTS; i++)
    memory->rate[i] = s->report->renewals > 0 ? 0 : s->parts[i].slowest;
  if (memory->least == 0 || iterations < memory->least) memory->least = iterations;
  memory->lost += iterations - memory->least;
}

static int finish(gb_newton *s) {
  set_state(s);
  remember(s);
  return GB_OK;
}

static int iterate(gb_newton *s, gb_error *error) {
  bool rested = false; // before a correction is undone, which forgets sizes
  for (int iteration = 0; iteration < s->options->iterations; iteration++) {
    GB_TRY(advance(s, error));
    const bool stale = !s->current && !s->exact;
    s->mixed = s->was_stale && !stale;
    s->was_stale = stale;
    s->current = false;
    bool converged = false;
    if (gb_newton_is_finite(s)) GB_TRY(gb_newton_has_converged(s, &converged, error));
    if (converged) return finish(s);
    rested = gb_newton_is_finite(s) && gb_newton_has_rested(s);
    GB_TRY(decide(s, stale, error));
  }
  return rested ? finish(s) : give_up(s, "did not converge", error);
}

int gb_newton_solve(gb_system *system, const double sigma[GB_SLOTS], const gb_scalar *base,
                    gb_scalar *w, gb_state *state, const gb_newton_options *options,
                    gb_anderson *anderson, gb_newton_memory *memory, gb_scalar *work,
                    gb_newton_report *report, gb_error *error) {
  const size_t length = (size_t)system->n + (size_t)system->m;
  gb_newton s = {.system = system,
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
  for (int i = 0; i < GB_NEWTON_PARTS; i++) s.parts[i] = gb_newton_fresh_part(-1);
  *report = (gb_newton_report){0};
  memcpy(s.start, w, length * sizeof *w);
  memset(s.low, 0, length * sizeof *s.low);
  if (anderson) gb_anderson_forget(anderson);
  GB_TRY(recall(&s, error));
  return iterate(&s, error);
}
