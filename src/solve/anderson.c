/// Least-squares corrections over the pairs of a point.
#include "solve/anderson.h"

#include "integrators/sweep.h"

#include <float.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_PAIRS = 32 };
/// Entries of all vectors that are worked on while they are in the cache.
enum { CHUNK = 2048 };
/// An image that is this much smaller than the point's largest is too near round-off to teach
/// anything.
static const double LEAST_IMAGE = 1e-9;
/// Squared sine of the angle to the newer pairs below which a pair is left out.
static const double INDEPENDENT = 1e-6;
/// Contractions over two corrections differ by such a factor from one pair to the next.
static const double SAFETY = 3;

struct gb_anderson {
  gb_system *system;
  int most, room; ///< pairs; right-hand sides
  int count;      ///< pairs that are held
  int pending;    ///< right-hand sides whose last correction is known
  size_t length;
  double *image;                       ///< a, [most][length]
  double *gain;                        ///< p - a, [most][length]
  double gram[MOST_PAIRS][MOST_PAIRS]; ///< a_i . a_j
  double *raw, *correction;            ///< f and what became of it: real parts, then imaginary,
                                       ///< [GB_PARTS][room][length]
  double *products;                    ///< [most][GB_PARTS * room]
  gb_scalar *sums;                     ///< the same and more, for sums over the ranks
  gb_scalar *work;                     ///< of gb_anderson_solve, [room][length]
};

static int allocate(gb_anderson *r, gb_error *error) {
  size_t pairs = (size_t)r->most * r->length, sides = (size_t)r->room * r->length;
  // of the new pairs and of the raw corrections; and two norms of each side
  size_t products = (size_t)((r->most * (1 + GB_PARTS) + 2) * r->room);
  GB_TRY(gb_allocate(pairs, sizeof *r->image, &r->image, error));
  GB_TRY(gb_allocate(pairs, sizeof *r->gain, &r->gain, error));
  GB_TRY(gb_allocate(GB_PARTS * sides, sizeof *r->raw, &r->raw, error));
  GB_TRY(gb_allocate(GB_PARTS * sides, sizeof *r->correction, &r->correction, error));
  GB_TRY(gb_allocate(products, sizeof *r->products, &r->products, error));
  GB_TRY(gb_allocate(products, sizeof *r->sums, &r->sums, error));
  return gb_allocate(sides, sizeof *r->work, &r->work, error);
}

int gb_anderson_create(gb_system *system, int most, int count, gb_anderson **out, gb_error *error) {
  gb_anderson *r;
  *out = NULL;
  GB_TRY(gb_allocate(1, sizeof *r, &r, error));
  r->system = system;
  r->most = most < MOST_PAIRS ? most : MOST_PAIRS;
  r->room = count;
  r->length = (size_t)system->n + (size_t)system->m;
  int status = allocate(r, error);
  if (status != GB_OK) gb_anderson_destroy(&r);
  *out = r;
  return status;
}

void gb_anderson_destroy(gb_anderson **anderson) {
  gb_anderson *r = *anderson;
  if (!r) return;
  free(r->image);
  free(r->gain);
  free(r->raw);
  free(r->correction);
  free(r->products);
  free(r->sums);
  free(r->work);
  free(r);
  *anderson = NULL;
}

void gb_anderson_forget(gb_anderson *r) {
  r->count = r->pending = 0;
}

extern void dgemm_(const char *, const char *, const int *, const int *, const int *,
                   const double *, const double *, const int *, const double *, const int *,
                   const double *, double *, const int *);

/// Pairs p = last correction, a = f before - f now of each right-hand side, in `size` entries from
/// `first`.
static void learn(gb_anderson *r, int fresh, const gb_scalar f[], size_t first, size_t size) {
  for (size_t c = 0; c < (size_t)fresh; c++) {
    const size_t side = c * r->length + first, pair = side + (size_t)r->count * r->length;
    for (size_t i = 0; i < size; i++) {
      r->image[pair + i] = r->raw[side + i] - gb_real(f[side + i]);
      r->gain[pair + i] = r->correction[side + i] - r->image[pair + i];
    }
  }
}

/// Real parts of f, then imaginary ones, in `size` entries from `first`.
static void keep_raw(gb_anderson *r, int count, const gb_scalar f[], size_t first, size_t size) {
  const size_t entries = (size_t)count * r->length;
  for (size_t c = 0; c < (size_t)count; c++)
    for (size_t i = c * r->length + first; i < c * r->length + first + size; i++) {
      r->raw[i] = gb_real(f[i]);
      if (GB_PARTS == 2) r->raw[entries + i] = gb_imag(f[i]);
    }
}

/// products[side][pair] += image_pair . x_side for `sides` vectors x, in `size` entries from
/// `first`.
static void project(const gb_anderson *r, int pairs, int sides, const double *x, size_t first,
                    size_t size, double products[]) {
  const int entries = (int)size, lead = (int)r->length;
  const double one = 1;
  if (pairs > 0 && sides > 0)
    dgemm_("T", "N", &pairs, &sides, &entries, &one, r->image + first, &lead, x + first, &lead,
           &one, products, &pairs);
}

/// `fresh` new pairs, without room for which all start anew, with their products; f becomes raw,
/// and r->products those of the raw corrections. Over the ranks.
static int take_in(gb_anderson *r, int fresh, int count, const gb_scalar f[], gb_error *error) {
  if (r->count + fresh > r->most) r->count = 0;
  const int pairs = r->count + fresh, sides = GB_PARTS * count;
  const double *image = r->image + (size_t)r->count * r->length;
  double *of_raw = r->products + pairs * fresh;
  memset(r->products, 0, (size_t)(pairs * (fresh + sides)) * sizeof *r->products);
  for (size_t first = 0; first < r->length; first += CHUNK) {
    const size_t size = r->length - first < CHUNK ? r->length - first : CHUNK;
    learn(r, fresh, f, first, size);
    keep_raw(r, count, f, first, size);
    project(r, pairs, fresh, image, first, size, r->products);
    project(r, pairs, sides, r->raw, first, size, of_raw);
  }
  for (int k = 0; k < pairs * (fresh + sides); k++) r->sums[k] = r->products[k];
  GB_TRY(r->system->op->sum(r->system, pairs * (fresh + sides), r->sums, error));
  for (int k = 0; k < pairs * (fresh + sides); k++) r->products[k] = gb_real(r->sums[k]);
  for (int c = 0; c < fresh; c++)
    for (int k = 0; k < pairs; k++)
      r->gram[k][r->count + c] = r->gram[r->count + c][k] = r->products[c * pairs + k];
  memmove(r->products, of_raw, (size_t)(pairs * sides) * sizeof *r->products);
  r->count = pairs;
  return GB_OK;
}

/// Cholesky factor of the Gram matrix, the newest pair first; a pair that is too small or that the
/// newer ones (nearly) span is left out. @return how many are kept
static int factorise(const gb_anderson *r, double L[][MOST_PAIRS], int kept[]) {
  double largest = 0;
  int rank = 0;
  for (int k = 0; k < r->count; k++) largest = fmax(largest, r->gram[k][k]);
  for (int k = r->count - 1; k >= 0; k--) {
    double row[MOST_PAIRS] = {0}, left = r->gram[k][k];
    if (!(left > LEAST_IMAGE * LEAST_IMAGE * largest) || !isfinite(left)) continue;
    for (int j = 0; j < rank; j++) {
      row[j] = r->gram[k][kept[j]];
      for (int i = 0; i < j; i++) row[j] -= row[i] * L[j][i];
      row[j] /= L[j][j];
      left -= row[j] * row[j];
    }
    if (left < INDEPENDENT * r->gram[k][k]) continue;
    memcpy(L[rank], row, (size_t)rank * sizeof *row);
    L[rank][rank] = sqrt(left);
    kept[rank++] = k;
  }
  return rank;
}

/// Least squares min |f - sum_k g_k a_k|: products a_k . f become the coefficients g.
static void find_coefficients(gb_anderson *r, int sides) {
  double L[MOST_PAIRS][MOST_PAIRS], y[MOST_PAIRS];
  int kept[MOST_PAIRS], rank = factorise(r, L, kept);
  for (int c = 0; c < sides; c++) {
    double *mine = r->products + c * r->count;
    for (int j = 0; j < rank; j++) {
      y[j] = mine[kept[j]];
      for (int i = 0; i < j; i++) y[j] -= L[j][i] * y[i];
      y[j] /= L[j][j];
    }
    memset(mine, 0, (size_t)r->count * sizeof *mine);
    for (int j = rank - 1; j >= 0; j--) {
      for (int i = j + 1; i < rank; i++) y[j] -= L[i][j] * y[i];
      y[j] /= L[j][j];
      mine[kept[j]] = y[j];
    }
  }
}

/// correction = f + sum_k g_k (p_k - a_k), which f becomes.
static void apply(gb_anderson *r, int count, gb_scalar f[]) {
  const int lead = (int)r->length, sides = GB_PARTS * count;
  const size_t entries = (size_t)count * r->length;
  const double one = 1;
  for (size_t first = 0; first < r->length; first += CHUNK) {
    const size_t size = r->length - first < CHUNK ? r->length - first : CHUNK;
    const int rows = (int)size;
    for (size_t c = 0; c < (size_t)sides; c++)
      memcpy(r->correction + c * r->length + first, r->raw + c * r->length + first,
             size * sizeof *r->raw);
    if (r->count > 0)
      dgemm_("N", "N", &rows, &sides, &r->count, &one, r->gain + first, &lead, r->products,
             &r->count, &one, r->correction + first, &lead);
    for (size_t c = 0; c < (size_t)count; c++)
      for (size_t i = c * r->length + first; i < c * r->length + first + size; i++)
        f[i] = GB_PARTS == 2 ? gb_join(r->correction[i], r->correction[entries + i])
                             : r->correction[i];
  }
}

int gb_anderson_correct(gb_anderson *r, int count, gb_scalar f[], gb_error *error) {
  GB_TRY(take_in(r, r->pending == count ? count : 0, count, f, error));
  if (r->count > 0) find_coefficients(r, GB_PARTS * count);
  apply(r, count, f);
  r->pending = count;
  return GB_OK;
}

/// What decides when a right-hand side is solved.
typedef struct side {
  double norm[4]; ///< of the last raw corrections, the latest first; 0: not yet
  double size;    ///< norm of x
  double first;   ///< norm of the first raw correction: what the guess lacked
  double slowest; ///< contraction
  int slow;       ///< corrections in a row that hardly shrank
} side;

/// Norms of f and x over all ranks.
static int measure(gb_anderson *r, int count, const gb_scalar f[], const gb_scalar x[], side *sides,
                   gb_error *error) {
  for (int c = 0; c < count; c++) {
    double correction = 0, size = 0;
    for (size_t i = (size_t)c * r->length; i < (size_t)(c + 1) * r->length; i++) {
      correction += gb_real(f[i]) * gb_real(f[i]);
      size += gb_real(x[i]) * gb_real(x[i]);
    }
    r->sums[2 * c] = correction;
    r->sums[2 * c + 1] = size;
  }
  GB_TRY(r->system->op->sum(r->system, 2 * count, r->sums, error));
  for (int c = 0; c < count; c++) {
    side *s = &sides[c];
    memmove(&s->norm[1], &s->norm[0], 3 * sizeof *s->norm);
    s->norm[0] = sqrt(gb_real(r->sums[2 * c]));
    s->size = sqrt(gb_real(r->sums[2 * c + 1]));
    if (s->first == 0) s->first = s->norm[0];
    const bool has_before = s->norm[1] > 0;
    if (has_before) s->slowest = fmax(s->slowest, s->norm[0] / s->norm[1]);
    s->slow = has_before && s->norm[0] > 0.5 * s->norm[1] ? s->slow + 1 : 0;
  }
  return GB_OK;
}

/// About the error that the latest correction leaves, by the slowest contraction; or, since parts
/// that a factor of another state couples contract by turns, by the slower of the last two over two
/// corrections: the sum of all corrections to come.
static double error_left(const side *s) {
  const double rate = s->norm[1] > 0 ? s->slowest : 1;
  const double left = rate < 1 ? rate / (1 - rate) * s->norm[0] : INFINITY;
  if (s->norm[3] == 0) return left;
  const double over_two = SAFETY * fmax(s->norm[0] / s->norm[2], s->norm[1] / s->norm[3]);
  if (over_two >= 1) return left;
  return fmin(left, over_two / (1 - over_two) * (s->norm[0] + s->norm[1]));
}

/// The error is below the tolerance, or corrections are at round-off.
static bool is_solved(const side *s, double tolerance) {
  if (s->norm[0] == 0) return true;
  if (s->slow > 0 && s->norm[0] <= 1e3 * tolerance * s->size) return true;
  return error_left(s) <= fmax(tolerance * fmin(s->first, s->size), DBL_EPSILON * s->size);
}

static int solve(gb_anderson *r, const double sigma[3], const gb_state *state, bool transpose,
                 int count, const gb_scalar b[], bool guessed, gb_scalar x[], double tolerance,
                 int most, int *iterations, bool *solved, side *sides, gb_error *error) {
  gb_system *system = r->system;
  size_t entries = (size_t)count * r->length;
  gb_anderson_forget(r);
  for (*iterations = 0; !*solved && *iterations < most; ++*iterations) {
    if (guessed || *iterations > 0) {
      GB_TRY(system->op->product(system, sigma, state, transpose, count, x, r->work, error));
      for (size_t i = 0; i < entries; i++) r->work[i] = b[i] - r->work[i];
    } else {
      memcpy(r->work, b, entries * sizeof *b);
    }
    GB_TRY(system->op->precondition(system, sigma, count, r->work, error));
    GB_TRY(measure(r, count, r->work, x, sides, error));
    GB_TRY(gb_anderson_correct(r, count, r->work, error));
    *solved = true;
    for (int c = 0; c < count; c++) *solved = *solved && is_solved(&sides[c], tolerance);
    for (size_t i = 0; i < entries; i++) x[i] += r->work[i];
    for (int c = 0; c < count; c++)
      if (!isfinite(sides[c].norm[0]) || sides[c].slow > 3) return GB_OK;
  }
  return GB_OK;
}

int gb_anderson_solve(gb_anderson *r, const double sigma[3], const gb_state *state, bool transpose,
                      int count, const gb_scalar b[], bool guessed, gb_scalar x[], double tolerance,
                      int most, int *iterations, bool *solved, gb_error *error) {
  side *sides;
  *solved = false;
  int status = gb_allocate((size_t)count, sizeof *sides, &sides, error);
  GB_TRY(gb_system_agree(r->system, status, error));
  status = solve(r, sigma, state, transpose, count, b, guessed, x, tolerance, most, iterations,
                 solved, sides, error);
  free(sides);
  return status;
}
