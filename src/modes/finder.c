/// Shift, search, check, count.
#include "modes/finder.h"

#include "base/arena.h"
#include "solve/linear.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/// Pairs beyond those that are asked for, which tell where to count; searches at most; shifts at
/// most until no eigenvalue lies below; pairs where no number is asked for.
enum { EXTRA = 4, SEARCHES = 8, LOWER = 12, DEFAULT = 10 };
/// Models with no more modes than these beyond twice those asked for, nor more than those, have all
/// of them sought.
enum { FEW = 40, MANY = 2000 };
/// The first shift below zero, by the ratio of the traces of K and M: below the modes of most
/// models, and far above the round-off of those that are free to move.
static const double FIRST_SHIFT = 1e-9, FARTHER = 30;
/// The relative error of omega^2 that a pair may have.
static const double LARGEST_ERROR = 1e-9;
/// Eigenvalues nearer than this part of themselves belong together.
static const double NEAR = 1e-6;
/// The round-off of an eigenvalue in units of that of x . diag(K) x and of the shift.
static const double ROUND_OFF = 32;

struct gb_finder {
  gb_spectrum spectrum;
  gb_pairs pairs;
  int room;            ///< pairs that the arrays hold
  int64_t modes;       ///< of the model, or a bound of their number
  int64_t fixed;       ///< multipliers of all ranks
  double scale[2];     ///< ratio of the traces, and the largest ratio of diagonals
  double first, shift; ///< the matrix that is factored is K + shift M
  bool whole;          ///< all modes are sought at once, for there are few more
  int moves;           ///< of the shift, to where nothing told
  double *K;           ///< diagonal, [length]
  double *Kx, *Mx;     ///< [room][length]
  gb_arena memory;     ///< of the arrays with room, which come anew with more
  int factorisations;
};

static double sum_over(const gb_finder *f, double value) {
  MPI_Allreduce(MPI_IN_PLACE, &value, 1, MPI_DOUBLE, MPI_SUM, f->spectrum.comm);
  return value;
}

/// The scale of the eigenvalues from the diagonals.
static int measure(gb_finder *f, gb_error *error) {
  const gb_spectrum *s = &f->spectrum;
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
  if (!(trace[1] > 0))
    return gb_fail(error, GB_NO_INERTIA,
                   "the model has no mass that can move; accepted: materials with a density, "
                   "bodies or masses");
  f->scale[0] = trace[0] > 0 ? trace[0] / trace[1] : 1;
  f->scale[1] = largest > 0 ? largest : 1;
  f->modes = s->total - 2 * f->fixed;
  if (trace[2] < (double)f->modes) f->modes = (int64_t)trace[2];
  const bool small = s->total <= GB_DENSE_UNKNOWNS;
  f->first = f->shift = s->bound > 0 ? s->bound : FIRST_SHIFT * f->scale[small];
  return GB_OK;
}

/// Factor K - value M and count the eigenvalues below.
static int count_below(gb_finder *f, double value, int64_t *below, gb_error *error) {
  int64_t negative;
  f->factorisations++;
  GB_TRY(gb_pencil_factor(f->spectrum.pencil, value, &negative, error));
  *below = negative - f->fixed;
  if (*below >= 0) return GB_OK;
  return gb_fail(error, GB_SINGULAR,
                 "%lld constraint rows have %lld pivots: constraints that repeat each other?",
                 (long long)f->fixed, (long long)negative);
}

/// How many modes there are where that may be few. What has no mass, and what is fixed by
/// constraints, has none.
static int count_all(gb_finder *f, gb_error *error) {
  if (4 * ((int64_t)f->pairs.count + EXTRA) <= f->modes) return GB_OK;
  GB_TRY(count_below(f, 1e4 * f->scale[1], &f->modes, error));
  const bool few = f->modes < MANY && f->modes <= 2 * ((int64_t)f->pairs.count + EXTRA) + FEW;
  f->whole = few && f->spectrum.total > GB_DENSE_UNKNOWNS;
  return GB_OK;
}

/// Factor below all eigenvalues. What is free to move has the shift alone as its stiffness, which
/// may be lost beside that of a constraint.
static int place_shift(gb_finder *f, gb_error *error) {
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
  const size_t length = (size_t)f->spectrum.length, n = (size_t)count;
  if (count <= f->room) return GB_OK;
  double **const wide[] = {&f->pairs.x, &f->Kx, &f->Mx};
  double **const narrow[] = {&f->pairs.value, &f->pairs.zero, &f->pairs.error};
  f->room = 0;
  gb_arena_free(&f->memory);
  int status = GB_OK;
  for (int i = 0; status == GB_OK && i < 3; i++) {
    status = gb_arena_allocate(&f->memory, n * length, sizeof(double), wide[i], error);
    if (status == GB_OK)
      status = gb_arena_allocate(&f->memory, n, sizeof(double), narrow[i], error);
  }
  GB_TRY(gb_agree(f->spectrum.comm, status, error));
  f->room = count;
  return GB_OK;
}

/// One step of inverse iteration, which takes out what Lanczos' method let in of unknowns without
/// mass, then the best combinations.
static int refine(gb_finder *f, gb_error *error) {
  gb_pairs *p = &f->pairs;
  const gb_spectrum *s = &f->spectrum;
  GB_TRY(gb_pencil_mass(s->pencil, p->found, p->x, f->Mx, error));
  memcpy(p->x, f->Mx, (size_t)p->found * (size_t)s->length * sizeof *p->x);
  GB_TRY(gb_pencil_solve(s->pencil, p->found, p->x, error));
  return gb_spectrum_ritz(s, p->found, p->x, f->Kx, f->Mx, p->value, error);
}

/// |(K + shift M)^-1 (K - value M) x| in the norm of M: some eigenvalue is as near, by its distance
/// to the shift.
static int bound_errors(gb_finder *f, double *largest, gb_error *error) {
  gb_pairs *p = &f->pairs;
  const gb_spectrum *s = &f->spectrum;
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
    *largest = fmax(*largest, p->error[c]);
  }
  return GB_OK;
}

/// The widest gap between pairs from the last one asked for on: a value in it is none of the
/// model's unless a pair is missing. @return pairs below it; 0: there is no gap
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

/// Whether the pairs found are all there are below a place beyond the last one asked for.
static int is_complete(gb_finder *f, bool *yes, gb_error *error) {
  const gb_pairs *p = &f->pairs;
  double between;
  int64_t below;
  int known = find_gap(p, f->shift, &between);
  if (known == 0 && p->found == f->modes) { // behind the last one there is none
    known = p->found;
    between = 2 * fmax(fabs(p->value[known - 1]), f->shift);
  }
  *yes = false;
  if (known == 0) return GB_OK;
  GB_TRY(count_below(f, between, &below, error));
  *yes = below == known;
  return GB_OK;
}

/// Another shift: by what was found with this one, else farther and farther on both sides of the
/// first one.
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

/// All modes of a model that has few: the space of as many vectors with inertia forces at random,
/// by a shift as large as the eigenvalues, so that all of them count alike.
static int span(gb_finder *f, int wanted, double x[], gb_error *error) {
  const gb_spectrum *s = &f->spectrum;
  const double shift = f->shift;
  gb_pairs *p = &f->pairs;
  f->shift = f->scale[1];
  GB_TRY(place_shift(f, error));
  for (int c = 0; c < wanted; c++) gb_spectrum_random(s, c, f->Kx + (size_t)c * (size_t)s->length);
  GB_TRY(gb_pencil_mass(s->pencil, wanted, f->Kx, x, error));
  GB_TRY(gb_pencil_solve(s->pencil, wanted, x, error));
  GB_TRY(gb_spectrum_ritz(s, wanted, x, f->Kx, f->Mx, p->value, error));
  p->found = wanted;
  f->shift = shift;
  return place_shift(f, error);
}

/// Vectors and values with their errors, as far as they can be had with this shift.
static int find_pairs(gb_finder *f, int wanted, double *largest, gb_error *error) {
  gb_pairs *p = &f->pairs;
  const gb_spectrum *s = &f->spectrum;
  if (f->whole)
    GB_TRY(span(f, wanted, p->x, error));
  else if (s->total <= GB_DENSE_UNKNOWNS)
    GB_TRY(gb_spectrum_dense(s, wanted, p->x, &p->found, error));
  else
    GB_TRY(gb_spectrum_lanczos(s, wanted, p->x, &p->found, error));
  if (p->found == 0) return GB_OK;
  GB_TRY(refine(f, error));
  return bound_errors(f, largest, error);
}

static int search(gb_finder *f, int wanted, double *largest, gb_error *error) {
  gb_error failure = {0};
  GB_TRY(reserve(f, wanted, error));
  GB_TRY(place_shift(f, error));
  *largest = INFINITY;
  const int status = find_pairs(f, wanted, largest, &failure);
  if (status == GB_DIVERGED) f->pairs.found = 0;
  if (status == GB_OK || status == GB_DIVERGED) return GB_OK;
  return gb_fail(error, gb_error_code(status, &failure), "%s", failure.message);
}

/// Of models that may have fewer modes than are looked for by default.
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
    const int64_t most = (int64_t)p->count + extra;
    const int wanted = (int)(most < f->modes && !f->whole ? most : f->modes);
    bool complete = false;
    GB_TRY(search(f, wanted, &largest, error));
    const bool good = p->found == wanted && largest <= LARGEST_ERROR;
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
    f->spectrum = *spectrum;
    f->pairs.count = count;
    status = GB_ALLOCATE(f->K, (size_t)spectrum->length, error);
  }
  status = gb_agree(spectrum->comm, status, error);
  if (status != GB_OK) gb_finder_destroy(&f);
  *out = f;
  if (status != GB_OK) return status;
  f->fixed = spectrum->multipliers;
  MPI_Allreduce(MPI_IN_PLACE, &f->fixed, 1, MPI_INT64_T, MPI_SUM, spectrum->comm);
  return GB_OK;
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

int gb_finder_factorisations(const gb_finder *f) {
  return f->factorisations;
}
