/// Negative eigenvalues are counted by Sylvester's law of inertia; eigenvectors are computed by
/// inverse iteration.
/// Source: docs/theory.md, the section on the stability of static states.
#include "integrators/statics/stability.h"

#include "base/arena.h"

#include <math.h>
#include <string.h>

/// MODES is the largest number of eigenvalues that may be nearer to zero than a negative one which
/// is sought.
enum { ITERATIONS = 60, MODES = 12 };
/// Inverse iteration ends when 1 - |cosine| of the angle between successive vectors is less.
static const double SETTLED = 1e-12;
/// An eigenvalue is zero if it is less than this factor times the smallest one at the beginning.
static const double ZERO = 1e-5;
/// A motion has a part along a vector if its cosine with it is at least this.
static const double SIDE = 1e-6;

void gb_stability_add_loss(gb_stability_report *report, double before, double t) {
  if (report->losses++ > 0) return;
  report->first[GB_LOSS][0] = before;
  report->first[GB_LOSS][1] = t;
}

void gb_stability_add_snap(gb_stability_report *report, double before, double t) {
  gb_stability_add_loss(report, before, t);
  if (report->first[GB_SNAP][1] > 0) return;
  report->first[GB_SNAP][0] = before;
  report->first[GB_SNAP][1] = t;
}

bool gb_stability_add(gb_stability_report *report, int64_t negative, double before, double t) {
  const bool lost = negative > report->negative;
  if (lost) gb_stability_add_loss(report, before, t);
  report->states++;
  report->unstable += negative > 0;
  report->negative = negative;
  return lost;
}

/// Fill a start vector with numbers of different sizes and signs, independent of the number of
/// ranks; zero for multipliers.
static void fill(const gb_system *system, gb_scalar x[]) {
  for (int32_t i = 0; i < system->n; i++)
    x[i] = sin(1.7 * (double)(system->order ? system->order[i] : i) + 0.3);
  memset(x + system->n, 0, (size_t)system->m * sizeof *x);
}

static int dot(gb_system *system, const gb_scalar x[], const gb_scalar y[], double *out,
               gb_error *error) {
  gb_scalar sum = 0;
  for (int32_t i = 0; i < system->n; i++) sum += gb_real(x[i]) * gb_real(y[i]);
  GB_TRY(system->op->sum(system, 1, &sum, error));
  *out = gb_real(sum);
  return GB_OK;
}

/// Scale to a unit vector without multipliers.
static int normalise(gb_system *system, gb_scalar x[], gb_error *error) {
  double square;
  memset(x + system->n, 0, (size_t)system->m * sizeof *x);
  GB_TRY(dot(system, x, x, &square, error));
  for (int32_t i = 0; i < system->n; i++) x[i] /= square > 0 ? sqrt(square) : 1;
  return GB_OK;
}

/// Subtract from x its parts along vectors of length 1, and scale it to a unit vector.
static int separate(gb_system *system, int count, gb_scalar *const found[], gb_scalar x[],
                    gb_error *error) {
  for (int k = 0; k < count; k++) {
    double along;
    GB_TRY(dot(system, x, found[k], &along, error));
    for (int32_t i = 0; i < system->n; i++) x[i] -= along * found[k][i];
  }
  return normalise(system, x, error);
}

/// Compute the eigenvector whose eigenvalue is nearest to zero among those that are orthogonal to
/// the vectors found. Its scalar product with the start vector is positive.
static int iterate(gb_system *system, const gb_state *state, int count, gb_scalar *const found[],
                   gb_scalar x[], double *value, gb_error *error) {
  const gb_operator K = {gb_static_sigma, state, false};
  const size_t length = gb_system_length(system);
  double cosine = 0, along;
  gb_scalar *y;
  GB_SCRATCH(scratch);
  GB_TRY(gb_system_agree(system, GB_TAKE(&scratch, y, length, error), error));
  fill(system, x);
  GB_TRY(separate(system, count, found, x, error));
  for (int i = 0; i < ITERATIONS && !(1 - fabs(cosine) < SETTLED); i++) {
    memcpy(y, x, length * sizeof *x);
    GB_TRY(system->op->precondition(system, &K, 1, y, error));
    GB_TRY(separate(system, count, found, y, error));
    GB_TRY(dot(system, x, y, &cosine, error));
    for (size_t k = 0; k < length; k++) x[k] = cosine < 0 ? -y[k] : y[k];
  }
  fill(system, y);
  GB_TRY(dot(system, x, y, &along, error));
  for (size_t k = 0; k < length && along < 0; k++) x[k] = -x[k];
  GB_TRY(system->op->product(system, &K, 1, x, y, error));
  return dot(system, x, y, value, error);
}

int gb_stability_vector(gb_system *system, const gb_state *state, gb_scalar x[], double *value,
                        gb_error *error) {
  return iterate(system, state, 0, NULL, x, value, error);
}

int gb_stability_descent(gb_system *system, const gb_state *state, double zero, gb_scalar x[],
                         double *value, gb_error *error) {
  const size_t length = gb_system_length(system);
  gb_scalar *found[MODES];
  GB_SCRATCH(scratch);
  GB_TRY(iterate(system, state, 0, NULL, x, value, error));
  for (int k = 0; k < MODES && *value >= -zero; k++) {
    GB_TRY(gb_system_agree(system, GB_TAKE(&scratch, found[k], length, error), error));
    memcpy(found[k], x, length * sizeof *x);
    GB_TRY(iterate(system, state, k + 1, found, x, value, error));
  }
  return GB_OK;
}

int gb_stability_compare(gb_system *system, const gb_scalar from[], const gb_scalar to[],
                         const gb_scalar x[], gb_comparison *out, gb_error *error) {
  gb_scalar sum[4] = {0};
  for (int32_t i = 0; i < system->n; i++) {
    const double weight = gb_system_weight(system, (size_t)i);
    const double moved = weight * gb_real(to[i] - from[i]), along = x ? weight * gb_real(x[i]) : 0;
    sum[0] += moved * along;
    sum[1] += moved * moved;
    sum[2] += along * along;
    sum[3] += pow(weight * gb_real(to[i]), 2);
  }
  GB_TRY(system->op->sum(system, 4, sum, error));
  *out = (gb_comparison){.along = gb_real(sum[0]),
                         .motion = sqrt(gb_real(sum[1])),
                         .direction = sqrt(gb_real(sum[2])),
                         .state = sqrt(gb_real(sum[3]))};
  return GB_OK;
}

double gb_stability_side(const gb_comparison *c) {
  return c->along > SIDE * c->motion * c->direction ? -1 : 1;
}

int gb_stability_count(gb_system *system, const gb_state *state, double scale,
                       gb_march_report *report, int64_t *negative, gb_error *error) {
  const size_t length = gb_system_length(system);
  const int64_t before = *negative;
  double value;
  gb_scalar *x;
  GB_TRY(system->op->refactor(system, gb_static_sigma, state, error));
  report->factorisations++;
  GB_TRY(system->op->negative(system, gb_static_sigma, negative, error));
  if (*negative != before + 1) return GB_OK;
  GB_SCRATCH(scratch);
  GB_TRY(gb_system_agree(system, GB_TAKE(&scratch, x, length, error), error));
  GB_TRY(gb_stability_vector(system, state, x, &value, error));
  if (fabs(value) > ZERO * scale) return GB_OK;
  GB_TRY(gb_stability_descent(system, state, ZERO * scale, x, &value, error));
  if (value >= -ZERO * scale) *negative = before;
  return GB_OK;
}

int gb_stability_check_linear(gb_system *system, const gb_state *state, gb_error *error) {
  const size_t length = gb_system_length(system);
  char where[300] = "";
  int64_t negative;
  double value;
  gb_scalar *x;
  GB_TRY(system->op->negative(system, gb_static_sigma, &negative, error));
  if (negative <= 0) return GB_OK;
  GB_SCRATCH(scratch);
  GB_TRY(gb_system_agree(system, GB_TAKE(&scratch, x, length, error), error));
  GB_TRY(gb_stability_descent(system, state, 0, x, &value, error));
  if (value < 0) GB_TRY(system->op->residual_report(system, state, x, sizeof where, where, error));
  return gb_fail(
      error, GB_INDEFINITE,
      "the stiffness matrix of the reference has %lld negative eigenvalue%s: the structure is "
      "unstable without load, for example by springs or sections of negative stiffness%s%s; "
      "accepted: a positive definite stiffness matrix, or scheme: static from a stable state",
      (long long)negative, negative == 1 ? "" : "s", where[0] ? ", most at " : "", where);
}
