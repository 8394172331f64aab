/// Newton's method for the relative equilibrium of a rotating model.
#include "modes/turning.h"

#include "base/arena.h"

#include <math.h>
#include <string.h>

enum { ITERATIONS = 25, CUTS = 10 };
/// The iteration ends if a correction is below SMALL relative to the displacements, or below SLIGHT
/// and no longer decreasing.
static const double SMALL = 1e-13, SLIGHT = 1e-8;
/// At a critical speed, where K is singular, K + SOFTEST x spin^2 M is factored instead.
static const double SOFTEST = 1e-8;

/// Data of the search.
typedef struct search {
  const gb_turning *turning;
  gb_base_state *base;
  const gb_spectrum *spectrum;
  double spin[3];      ///< current spin
  double *change;      ///< correction, [n + m]
  double *centrifugal; ///< centrifugal force, [n + m]
  double *last;        ///< the last state found, [n + m]
} search;

static void set_state(const search *s, const double from[]) {
  const size_t n = (size_t)s->base->system->n, m = (size_t)s->base->system->m;
  memcpy(s->base->state->component[GB_Q], from, n * sizeof *from);
  if (m > 0) memcpy(s->base->state->multiplier, from + n, m * sizeof *from);
}

static void get_state(const search *s, double to[]) {
  const size_t n = (size_t)s->base->system->n, m = (size_t)s->base->system->m;
  memcpy(to, s->base->state->component[GB_Q], n * sizeof *to);
  if (m > 0) memcpy(to + n, s->base->state->multiplier, m * sizeof *to);
}

/// Factor K. At a critical speed K is singular, although it is not without spin, and K plus a small
/// multiple of M is factored. This suffices if no force acts along the singular mode, as in a
/// balanced model.
static int factor(const search *s, gb_error *error) {
  const double *w = s->spin, square = w[0] * w[0] + w[1] * w[1] + w[2] * w[2];
  gb_pencil *pencil = s->spectrum->pencil;
  gb_error failure = {0};
  int64_t negative;
  int status = gb_pencil_factor(pencil, 0, &negative, &failure);
  if (status == GB_SINGULAR) {
    gb_pencil_spin(pencil, NULL);
    status = gb_pencil_factor(pencil, 0, &negative, &failure);
    gb_pencil_spin(pencil, s->spin);
    if (status == GB_OK) return gb_pencil_factor(pencil, -SOFTEST * square, &negative, error);
  }
  return status == GB_OK ? GB_OK
                         : gb_fail(error, gb_error_code(status, &failure), "%s", failure.message);
}

/// Make one correction, and compute its size relative to the displacements.
static int correct(search *s, double *size, gb_error *error) {
  gb_system *system = s->base->system;
  const size_t n = (size_t)system->n, length = (size_t)s->spectrum->length;
  gb_state *state = s->base->state;
  GB_TRY(system->op->residual(system, state, s->change, error));
  GB_TRY(gb_pencil_centrifugal(s->spectrum->pencil, s->turning->about, s->centrifugal, error));
  for (size_t i = 0; i < length; i++) s->change[i] = -s->change[i] - s->centrifugal[i];
  GB_TRY(factor(s, error));
  GB_TRY(gb_pencil_solve(s->spectrum->pencil, 1, s->change, error));
  for (size_t i = 0; i < n; i++) state->component[GB_Q][i] += s->change[i];
  for (size_t i = n; i < length; i++) state->multiplier[i - n] += s->change[i];
  const double *q = state->component[GB_Q];
  const double whole = gb_spectrum_dot(s->spectrum, q, q);
  *size = sqrt(gb_spectrum_dot(s->spectrum, s->change, s->change) / (whole > 0 ? whole : 1));
  return GB_OK;
}

/// Solve for the equilibrium at the current spin; *yes: whether it converged.
static int solve(search *s, bool *yes, gb_error *error) {
  double before = INFINITY, size;
  *yes = false;
  for (int i = 0; i < ITERATIONS; i++) {
    GB_TRY(correct(s, &size, error));
    if (!isfinite(size)) return GB_OK;
    *yes = size <= SMALL || (size <= SLIGHT && size > before / 2);
    if (*yes) return GB_OK;
    before = size;
  }
  return GB_OK;
}

static int walk(search *s, gb_error *error) {
  double part = 0, step = 1;
  get_state(s, s->last);
  while (part < 1) {
    const double next = fmin(1, part + step);
    bool converged;
    for (int k = 0; k < 3; k++) s->spin[k] = sqrt(next) * s->turning->spin[k];
    gb_error failure = {0};
    const int status = solve(s, &converged, &failure);
    if (status != GB_OK && status != GB_SINGULAR)
      return gb_fail(error, gb_error_code(status, &failure), "%s", failure.message);
    if (status == GB_OK && converged) {
      part = next;
      get_state(s, s->last);
      continue;
    }
    set_state(s, s->last);
    step /= 2;
    if (step < ldexp(1, -CUTS))
      return gb_fail(error, GB_NO_EQUILIBRIUM,
                     "no steady state was found beyond %.3g of the spin, from a state at rest: is "
                     "the model supported where it may turn or fly off?",
                     sqrt(part));
  }
  return GB_OK;
}

int gb_turning_equilibrium(const gb_turning *turning, gb_base_state *base,
                           const gb_spectrum *spectrum, gb_error *error) {
  const size_t length = (size_t)spectrum->length;
  search s = {.turning = turning, .base = base, .spectrum = spectrum};
  GB_SCRATCH(scratch);
  GB_TRY(gb_agree(spectrum->comm, GB_TAKE(&scratch, s.change, 3 * length, error), error));
  s.centrifugal = s.change + length;
  s.last = s.centrifugal + length;
  gb_pencil_spin(spectrum->pencil, s.spin);
  const int status = walk(&s, error);
  gb_pencil_spin(spectrum->pencil, turning->spin);
  return status;
}
