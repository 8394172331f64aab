/// Search for the lowest eigenpairs: choose a shift, search, bound the errors, count the
/// eigenvalues below a value, and repeat with another shift or more pairs if necessary.
#include "modes/finder.h"

#include "base/arena.h"
#include "solve/factor/linear.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/// EXTRA: pairs beyond the requested ones, to find a gap for counting. SEARCHES: largest number of
/// searches. LOWER: largest number of shifts until no eigenvalue is below. DEFAULT: number of pairs
/// if none is requested.
enum { EXTRA = 4, SEARCHES = 8, LOWER = 12, DEFAULT = 10 };
/// All modes are searched at once in models with fewer than MANY modes and at most FEW modes more
/// than twice the requested number.
enum { FEW = 40, MANY = 2000 };
/// FIRST_SHIFT: the first shift below zero relative to trace(K) / trace(M): less than the lowest
/// modes of most models, but far above the round-off of rigid modes. FARTHER: factor of the next
/// shift.
static const double FIRST_SHIFT = 1e-9, FARTHER = 30;
/// Largest accepted relative error of an eigenvalue; and in a search for load factors, where
/// stiffnesses of all sizes enter the norm.
static const double LARGEST_ERROR = 1e-9, LARGEST_OF_LOADS = 1e-6;
/// A gap between eigenvalues must be larger than this, relative to the larger one.
static const double NEAR = 1e-6;
/// Round-off of an eigenvalue in units of DBL_EPSILON (x . diag(K) x + shift).
static const double ROUND_OFF = 32;

struct gb_finder {
  const gb_spectrum *spectrum;
  gb_pairs pairs;
  int capacity;        ///< number of pairs for which the arrays have space
  int64_t modes;       ///< number of modes of the model, or an upper bound
  double scale[2];     ///< trace(K) / trace(M), and the largest ratio of diagonal entries
  double first, shift; ///< first and current shift; the factored matrix is K + shift M
  bool whole;          ///< search all modes at once
  int moves;           ///< number of shifts that were tried without indication
  double *K;           ///< diagonal of K, [length]
  double *Kx, *Mx;     ///< products with the vectors, [capacity][length]
  gb_arena memory;     ///< owns the arrays whose size is `capacity`
  int factorisations;
};

static double sum_over(const gb_finder *f, double value) {
  MPI_Allreduce(MPI_IN_PLACE, &value, 1, MPI_DOUBLE, MPI_SUM, f->spectrum->comm);
  return value;
}

/// Estimate the scale of the eigenvalues from the diagonals of K and M, and choose the first shift.
static int measure(gb_finder *f, gb_error *error) {
  const gb_spectrum *s = f->spectrum;
  double *M, trace[3] = {0}, largest = 0;
  GB_SCRATCH(scratch);
  GB_TRY(gb_agree(s->comm, GB_TAKE(&scratch, M, (size_t)s->length, error), error));
  GB_TRY(gb_pencil_diagonals(s->pencil, f->K, M, error));
  for (int32_t i = 0; i < s->length; i++) {
    f->K[i] = fabs(f->K[i]);
    trace[0] += f->K[i];
    trace[1] += M[i];
    trace[2] += M[i] > 0;
    if (M[i] > 0) largest = fmax(largest, f->K[i] / M[i]);
  }
  MPI_Allreduce(MPI_IN_PLACE, trace, 3, MPI_DOUBLE, MPI_SUM, s->comm);
  MPI_Allreduce(MPI_IN_PLACE, &largest, 1, MPI_DOUBLE, MPI_MAX, s->comm);
  f->modes = s->below;
  f->first = f->shift = s->bound;
  if (s->below > 0) return GB_OK;
  if (!(trace[1] > 0))
    return gb_fail(error, GB_NO_INERTIA,
                   "the model has no mass that can move; accepted: materials with a density, "
                   "bodies or masses");
  f->scale[0] = trace[0] > 0 ? trace[0] / trace[1] : 1;
  f->scale[1] = largest > 0 ? largest : 1;
  f->modes = s->total - 2 * f->spectrum->held;
  if (trace[2] < (double)f->modes) f->modes = (int64_t)trace[2];
  const bool small = s->total <= GB_DENSE_UNKNOWNS;
  if (!(s->bound > 0)) f->first = f->shift = FIRST_SHIFT * f->scale[small];
  return GB_OK;
}

/// Factor K - value M, and count the eigenvalues below `value`.
static int count_below(gb_finder *f, double value, int64_t *below, gb_error *error) {
  int64_t negative;
  f->factorisations++;
  GB_TRY(gb_pencil_factor(f->spectrum->pencil, value, &negative, error));
  *below = negative - f->spectrum->held;
  if (*below >= 0) return GB_OK;
  return gb_fail(error, GB_SINGULAR,
                 "%lld constraint rows have %lld pivots: constraints that repeat each other?",
                 (long long)f->spectrum->held, (long long)negative);
}

/// Count all modes if there may be few of them. Unknowns without mass, and those fixed by
/// constraints, have no modes.
static int count_all(gb_finder *f, gb_error *error) {
  if (f->spectrum->below > 0 || 4 * ((int64_t)f->pairs.count + EXTRA) <= f->modes) return GB_OK;
  GB_TRY(count_below(f, 1e4 * f->scale[1], &f->modes, error));
  const bool few = f->modes < MANY && f->modes <= 2 * ((int64_t)f->pairs.count + EXTRA) + FEW;
  f->whole = few && f->spectrum->total > GB_DENSE_UNKNOWNS;
  return GB_OK;
}

/// Factor K + shift M with a shift below all eigenvalues. The shift is increased until there are no
/// eigenvalues below it, or if the factor is singular: rigid motions have the shift as their only
/// stiffness, which may be lost to round-off.
static int factor_below_all(gb_finder *f, gb_error *error) {
  int64_t below = 0;
  gb_error failure = {0};
  int status = GB_OK;
  for (int i = 0; i < LOWER; i++) {
    failure = (gb_error){0};
    status = count_below(f, -f->shift, &below, &failure);
    if (status == GB_OK && below == 0) return GB_OK;
    if (status != GB_OK && status != GB_SINGULAR) break;
    f->shift *= FARTHER;
  }
  if (status != GB_OK)
    return gb_fail(error, gb_error_code(status, &failure), "%s", failure.message);
  return gb_fail(error, GB_NO_MODES, "%lld modes have omega^2 below %g: is the state unstable?",
                 (long long)below, -f->shift / FARTHER);
}

static int reserve(gb_finder *f, int count, gb_error *error) {
  const size_t length = (size_t)f->spectrum->length, n = (size_t)count;
  if (count <= f->capacity) return GB_OK;
  double **const wide[] = {&f->pairs.x, &f->Kx, &f->Mx};
  double **const narrow[] = {&f->pairs.value, &f->pairs.zero, &f->pairs.error};
  f->capacity = 0;
  gb_arena_free(&f->memory);
  int status = GB_OK;
  for (int i = 0; status == GB_OK && i < 3; i++) {
    status = gb_arena_allocate(&f->memory, n * length, sizeof(double), wide[i], error);
    if (status == GB_OK)
      status = gb_arena_allocate(&f->memory, n, sizeof(double), narrow[i], error);
  }
  GB_TRY(gb_agree(f->spectrum->comm, status, error));
  f->capacity = count;
  return GB_OK;
}

/// Refine the vectors by one step of inverse iteration, which removes components of unknowns
/// without mass that Lanczos' method admits, and by the Rayleigh-Ritz method.
static int refine(gb_finder *f, gb_error *error) {
  gb_pairs *p = &f->pairs;
  const gb_spectrum *s = f->spectrum;
  GB_TRY(gb_spectrum_apply(s, p->found, p->x, error));
  return gb_spectrum_ritz(s, p->found, p->x, f->Kx, f->Mx, p->value, error);
}

/// Compute error bounds |(K + shift M)^-1 (K - value M) x| in the norm of M: an eigenvalue lies
/// within this distance, relative to its distance from the shift.
static int bound_errors(gb_finder *f, double *largest, gb_error *error) {
  gb_pairs *p = &f->pairs;
  const gb_spectrum *s = f->spectrum;
  const size_t length = (size_t)s->length;
  for (int c = 0; c < p->found; c++) {
    double *r = f->Kx + (size_t)c * length, zero = 0;
    const double *Mx = f->Mx + (size_t)c * length, *x = p->x + (size_t)c * length;
    for (size_t i = 0; i < length; i++) {
      r[i] -= p->value[c] * Mx[i];
      zero += f->K[i] * x[i] * x[i];
    }
    p->zero[c] = ROUND_OFF * DBL_EPSILON * (sum_over(f, zero) + f->shift);
  }
  GB_TRY(gb_pencil_solve(s->pencil, p->found, f->Kx, error));
  GB_TRY(gb_pencil_mass(s->pencil, p->found, f->Kx, f->Mx, error));
  *largest = 0;
  for (int c = 0; c < p->found; c++) {
    const size_t at = (size_t)c * length;
    p->error[c] = sqrt(fabs(gb_spectrum_dot(s, f->Kx + at, f->Mx + at)));
    if (c < p->count) *largest = fmax(*largest, p->error[c]);
  }
  return GB_OK;
}

/// Find the widest gap between successive pairs from the last requested one. Counting eigenvalues
/// below a value in the gap then shows whether a pair is missing.
/// @return number of pairs below the gap; 0: there is no gap
static int find_gap(const gb_pairs *p, double shift, double *between) {
  double widest = NEAR;
  int below = 0;
  for (int k = p->count; k < p->found; k++) {
    const double low = p->value[k - 1], high = p->value[k], gap = high - low;
    if (gap / (fabs(high) + shift) <= widest || gap < 4 * fmax(p->zero[k - 1], p->zero[k]))
      continue;
    widest = gap / (fabs(high) + shift);
    *between = (low + high) / 2;
    below = k;
  }
  return below;
}

/// Whether no pair is missing below a value above the last requested pair.
static int is_complete(gb_finder *f, bool *yes, gb_error *error) {
  const gb_pairs *p = &f->pairs;
  double between = 0;
  int64_t below;
  int known = find_gap(p, f->shift, &between);
  if (known == 0 && p->found == f->modes) { // all modes were found
    known = p->found;
    between = 2 * fmax(fabs(p->value[known - 1]), f->shift);
  }
  *yes = f->spectrum->below > 0 && p->found == f->modes;
  if (*yes || known == 0) return GB_OK;
  GB_TRY(count_below(f, between, &below, error));
  *yes = below == known;
  return GB_OK;
}

/// Choose another shift: near the lowest flexible mode found, otherwise alternately above and below
/// the first shift, at increasing distance.
static void move_shift(gb_finder *f) {
  const gb_pairs *p = &f->pairs;
  double flexible = 0;
  for (int c = 0; c < p->found; c++)
    if (fabs(p->value[c]) > p->zero[c] && flexible == 0) flexible = fabs(p->value[c]);
  const double better = 0.3 * flexible;
  if (better > 0 && (better < 0.1 * f->shift || better > 10 * f->shift)) {
    f->shift = better;
    return;
  }
  const int decades = 3 * (f->moves / 2 + 1);
  f->shift = f->first * pow(10, f->moves % 2 ? -decades : decades);
  f->moves++;
}

/// Find all modes of a model with few modes, in the space of as many vectors (K + shift M)^-1 M r
/// with random r. The shift is as large as the eigenvalues, so that no mode dominates.
static int find_whole_space(gb_finder *f, int wanted, double x[], gb_error *error) {
  const gb_spectrum *s = f->spectrum;
  const double shift = f->shift;
  gb_pairs *p = &f->pairs;
  f->shift = f->scale[1];
  GB_TRY(factor_below_all(f, error));
  for (int c = 0; c < wanted; c++) gb_spectrum_random(s, c, f->Kx + (size_t)c * (size_t)s->length);
  GB_TRY(gb_pencil_mass(s->pencil, wanted, f->Kx, x, error));
  GB_TRY(gb_pencil_solve(s->pencil, wanted, x, error));
  GB_TRY(gb_spectrum_ritz(s, wanted, x, f->Kx, f->Mx, p->value, error));
  p->found = wanted;
  f->shift = shift;
  return factor_below_all(f, error);
}

/// Find as many pairs as converge with the current shift, and bound their errors.
static int find_pairs(gb_finder *f, int wanted, double *largest, gb_error *error) {
  gb_pairs *p = &f->pairs;
  const gb_spectrum *s = f->spectrum;
  if (f->whole)
    GB_TRY(find_whole_space(f, wanted, p->x, error));
  else if (s->total <= GB_DENSE_UNKNOWNS)
    GB_TRY(gb_spectrum_dense(s, wanted, p->x, &p->found, error));
  else
    GB_TRY(gb_spectrum_lanczos(s, p->count, wanted, p->x, &p->found, error));
  if (p->found == 0) return GB_OK;
  GB_TRY(refine(f, error));
  return bound_errors(f, largest, error);
}

static int search(gb_finder *f, int wanted, double *largest, gb_error *error) {
  gb_error failure = {0};
  GB_TRY(reserve(f, wanted, error));
  GB_TRY(factor_below_all(f, error));
  *largest = INFINITY;
  const int status = find_pairs(f, wanted, largest, &failure);
  if (status == GB_DIVERGED) f->pairs.found = 0;
  if (status == GB_OK || status == GB_DIVERGED) return GB_OK;
  return gb_fail(error, gb_error_code(status, &failure), "%s", failure.message);
}

/// Check the requested number of modes, or choose it.
static int choose_count(gb_finder *f, gb_error *error) {
  gb_pairs *p = &f->pairs;
  const bool all = p->count == 0;
  if (all) p->count = DEFAULT;
  GB_TRY(count_all(f, error));
  if (all && p->count > f->modes) p->count = (int)f->modes;
  if (p->count > 0 && p->count <= f->modes) return GB_OK;
  return gb_fail(error, GB_TOO_LARGE, "%d modes are asked for; the model has %lld", p->count,
                 (long long)f->modes);
}

int gb_finder_run(gb_finder *f, gb_error *error) {
  gb_pairs *p = &f->pairs;
  int extra = EXTRA;
  double largest;
  GB_TRY(measure(f, error));
  GB_TRY(choose_count(f, error));
  for (int i = 0; i < SEARCHES; i++) {
    const int64_t some = (int64_t)p->count + extra;
    const int wanted = (int)(some < f->modes && !f->whole ? some : f->modes);
    bool complete = false;
    GB_TRY(search(f, wanted, &largest, error));
    const bool good = p->found == wanted &&
                      largest <= (f->spectrum->below > 0 ? LARGEST_OF_LOADS : LARGEST_ERROR);
    if (good) GB_TRY(is_complete(f, &complete, error));
    if (complete) return GB_OK;
    if (good)
      extra *= 2;
    else
      move_shift(f);
  }
  return gb_fail(error, GB_NO_MODES,
                 "the %d modes could not all be found: %d found, relative error of omega^2 %.1e; "
                 "ask for more or fewer modes",
                 p->count, p->found, largest);
}

int gb_finder_create(const gb_spectrum *spectrum, int count, gb_finder **out, gb_error *error) {
  gb_finder *f;
  *out = NULL;
  int status = GB_ALLOCATE(f, 1, error);
  if (status == GB_OK) {
    f->spectrum = spectrum;
    f->pairs.count = count;
    status = GB_ALLOCATE(f->K, (size_t)spectrum->length, error);
  }
  status = gb_agree(spectrum->comm, status, error);
  if (status != GB_OK) gb_finder_destroy(&f);
  *out = f;
  return status;
}

void gb_finder_destroy(gb_finder **finder) {
  gb_finder *f = *finder;
  if (!f) return;
  gb_arena_free(&f->memory);
  free(f->K);
  free(f);
  *finder = NULL;
}

const gb_pairs *gb_finder_pairs(const gb_finder *f) {
  return &f->pairs;
}

double gb_finder_shift(const gb_finder *f) {
  return f->shift;
}

int gb_finder_factorisations(const gb_finder *f) {
  return f->factorisations;
}
