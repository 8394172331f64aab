/// Least-squares corrections over the pairs of a point.
#include "solve/anderson.h"

#include <float.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_PAIRS = 32 };
/// An image that is this much smaller than the point's largest is too near round-off to teach
/// anything.
static const double LEAST_IMAGE = 1e-9;
/// Squared sine of the angle to the newer pairs below which a pair is left out.
static const double INDEPENDENT = 1e-6;

/// Pairs lie in a ring; columns are of unit image |a| = 1.
struct gb_anderson {
  gb_system *system;
  int most, room; ///< pairs; right-hand sides
  int count;      ///< pairs that are held
  int newest;     ///< place of the latest
  size_t length;
  double *image;                       ///< a, [most][length]
  double *gain;                        ///< p - a, [most][length]
  double gram[MOST_PAIRS][MOST_PAIRS]; ///< a_i . a_j by place
  double largest;                      ///< image at this point
  int pending;                         ///< right-hand sides whose last correction is known
  double *correction, *raw; ///< real parts of the last corrections and of f, [room][length]
  gb_scalar *sums;
  gb_scalar *work; ///< of gb_anderson_solve, [room][length]
};

int gb_anderson_create(gb_system *system, int most, int count, gb_anderson **out, gb_error *error) {
  gb_anderson *r;
  *out = NULL;
  GB_TRY(gb_allocate(1, sizeof *r, &r, error));
  r->system = system;
  r->most = most < MOST_PAIRS ? most : MOST_PAIRS;
  r->room = count;
  r->length = (size_t)system->n + (size_t)system->m;
  size_t pairs = (size_t)r->most * r->length, sides = (size_t)count * r->length;
  int status = gb_allocate(pairs, sizeof *r->image, &r->image, error);
  if (status == GB_OK) status = gb_allocate(pairs, sizeof *r->gain, &r->gain, error);
  if (status == GB_OK) status = gb_allocate(sides, sizeof *r->correction, &r->correction, error);
  if (status == GB_OK) status = gb_allocate(sides, sizeof *r->raw, &r->raw, error);
  if (status == GB_OK) status = gb_allocate(sides, sizeof *r->work, &r->work, error);
  if (status == GB_OK)
    status = gb_allocate(2 * (size_t)(r->most + 2) * (size_t)(count + 1), sizeof *r->sums, &r->sums,
                         error);
  if (status != GB_OK) gb_anderson_destroy(&r);
  *out = r;
  return status;
}

void gb_anderson_destroy(gb_anderson **anderson) {
  gb_anderson *r = *anderson;
  if (!r) return;
  free(r->image);
  free(r->gain);
  free(r->correction);
  free(r->raw);
  free(r->work);
  free(r->sums);
  free(r);
  *anderson = NULL;
}

void gb_anderson_forget(gb_anderson *r) {
  r->count = r->pending = 0;
  r->largest = 0;
}

static double dot(size_t length, const double *a, const double *b) {
  double sum = 0;
  for (size_t i = 0; i < length; i++) sum += a[i] * b[i];
  return sum;
}

/// Make the pair p = last correction, a = f before - f now of one right-hand side the newest.
static int learn(gb_anderson *r, int side, const gb_scalar *f, gb_error *error) {
  const double *p = r->correction + (size_t)side * r->length,
               *before = r->raw + (size_t)side * r->length;
  int place = r->count < r->most ? r->count : (r->newest + 1) % r->most;
  int others = r->count < r->most ? r->count : r->most;
  double *a = r->image + (size_t)place * r->length, *gain = r->gain + (size_t)place * r->length;
  for (size_t i = 0; i < r->length; i++) a[i] = before[i] - gb_real(f[i]);
  for (int j = 0; j < others; j++)
    r->sums[j] = j == place ? 0 : dot(r->length, r->image + (size_t)j * r->length, a);
  r->sums[others] = dot(r->length, a, a);
  GB_TRY(r->system->op->sum(r->system, others + 1, r->sums, error));
  double size = sqrt(gb_real(r->sums[others]));
  if (!(size > LEAST_IMAGE * r->largest) || !isfinite(size)) return GB_OK;
  r->largest = fmax(r->largest, size);
  for (size_t i = 0; i < r->length; i++) {
    a[i] /= size;
    gain[i] = p[i] / size - a[i];
  }
  for (int j = 0; j < others; j++)
    r->gram[place][j] = r->gram[j][place] = gb_real(r->sums[j]) / size;
  r->gram[place][place] = 1;
  r->newest = place;
  if (r->count < r->most) r->count++;
  return GB_OK;
}

/// Solve the normal equations for several right-hand sides g[sides][count], the newest pair first;
/// a pair that the newer ones (nearly) span is left out. g becomes the coefficients.
static void least_squares(const gb_anderson *r, int sides, double *g) {
  double L[MOST_PAIRS][MOST_PAIRS];
  int kept[MOST_PAIRS], rank = 0;
  for (int k = 0; k < r->count; k++) {
    int place = (r->newest - k + r->count) % r->count;
    double row[MOST_PAIRS], left = r->gram[place][place];
    for (int j = 0; j < rank; j++) {
      row[j] = r->gram[place][kept[j]];
      for (int i = 0; i < j; i++) row[j] -= row[i] * L[j][i];
      row[j] /= L[j][j];
      left -= row[j] * row[j];
    }
    if (left < INDEPENDENT) continue;
    memcpy(L[rank], row, (size_t)rank * sizeof *row);
    L[rank][rank] = sqrt(left);
    kept[rank++] = place;
  }
  for (int c = 0; c < sides; c++) {
    double y[MOST_PAIRS], *mine = g + c * r->count;
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

/// a_j . f for real and imaginary parts of each right-hand side: [count][GB_PARTS][pairs].
static int project(gb_anderson *r, int count, const gb_scalar f[], double *g, gb_error *error) {
  for (int c = 0; c < count; c++)
    for (int j = 0; j < r->count; j++) {
      const double *a = r->image + (size_t)j * r->length;
      const gb_scalar *mine = f + (size_t)c * r->length;
      double real = 0, imaginary = 0;
      for (size_t i = 0; i < r->length; i++) {
        real += a[i] * gb_real(mine[i]);
        if (GB_PARTS == 2) imaginary += a[i] * gb_imag(mine[i]);
      }
      r->sums[c * GB_PARTS * r->count + j] = real;
      if (GB_PARTS == 2) r->sums[(c * GB_PARTS + 1) * r->count + j] = imaginary;
    }
  GB_TRY(r->system->op->sum(r->system, count * GB_PARTS * r->count, r->sums, error));
  for (int k = 0; k < count * GB_PARTS * r->count; k++) g[k] = gb_real(r->sums[k]);
  return GB_OK;
}

/// f += sum_j g_j (p_j - a_j).
static void apply(const gb_anderson *r, int count, const double *g, gb_scalar f[]) {
  for (int c = 0; c < count; c++)
    for (int j = 0; j < r->count; j++) {
      const double *gain = r->gain + (size_t)j * r->length;
      const double real = g[c * GB_PARTS * r->count + j];
      const double imaginary = GB_PARTS == 2 ? g[(c * GB_PARTS + 1) * r->count + j] : 0;
      const gb_scalar factor = gb_join(real, imaginary);
      if (factor == 0) continue;
      gb_scalar *mine = f + (size_t)c * r->length;
      for (size_t i = 0; i < r->length; i++) mine[i] += factor * gain[i];
    }
}

int gb_anderson_correct(gb_anderson *r, int count, gb_scalar f[], gb_error *error) {
  double *g;
  for (int c = 0; c < count && c < r->pending; c++)
    GB_TRY(learn(r, c, f + (size_t)c * r->length, error));
  for (size_t i = 0; i < (size_t)count * r->length; i++) r->raw[i] = gb_real(f[i]);
  if (r->count > 0) {
    GB_TRY(gb_allocate((size_t)(count * GB_PARTS * r->count), sizeof *g, &g, error));
    int status = project(r, count, f, g, error);
    if (status == GB_OK) {
      least_squares(r, count * GB_PARTS, g);
      apply(r, count, g, f);
    }
    free(g);
    GB_TRY(status);
  }
  for (size_t i = 0; i < (size_t)count * r->length; i++) r->correction[i] = gb_real(f[i]);
  r->pending = count;
  return GB_OK;
}

/// What decides when a right-hand side is solved.
typedef struct side {
  double before, now, size; ///< norms of the last two raw corrections and of x
  double first;             ///< norm of the first raw correction: what the guess lacked
  double slowest;           ///< contraction
  int slow;                 ///< corrections in a row that hardly shrank
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
    sides[c].before = sides[c].now;
    sides[c].now = sqrt(gb_real(r->sums[2 * c]));
    if (sides[c].first == 0) sides[c].first = sides[c].now;
    if (sides[c].before > 0)
      sides[c].slowest = fmax(sides[c].slowest, sides[c].now / sides[c].before);
    sides[c].size = sqrt(gb_real(r->sums[2 * c + 1]));
    sides[c].slow =
        sides[c].now > 0.5 * sides[c].before && sides[c].before > 0 ? sides[c].slow + 1 : 0;
  }
  return GB_OK;
}

/// The error that remains by the slowest contraction is below the tolerance, or
/// corrections are at round-off.
static bool is_solved(const side *s, double tolerance) {
  if (s->now == 0) return true;
  if (s->slow > 0 && s->now <= 1e3 * tolerance * s->size) return true;
  double rate = s->before > 0 ? s->slowest : 1;
  return rate < 1 && rate / (1 - rate) * s->now <=
                         fmax(tolerance * fmin(s->first, s->size), DBL_EPSILON * s->size);
}

static int solve(gb_anderson *r, const double sigma[3], const gb_state *state, bool transpose,
                 int count, const gb_scalar b[], gb_scalar x[], double tolerance, int most,
                 int *iterations, bool *solved, side *sides, gb_error *error) {
  gb_system *system = r->system;
  size_t entries = (size_t)count * r->length;
  gb_anderson_forget(r);
  for (*iterations = 0; !*solved && *iterations < most; ++*iterations) {
    GB_TRY(system->op->product(system, sigma, state, transpose, count, x, r->work, error));
    for (size_t i = 0; i < entries; i++) r->work[i] = b[i] - r->work[i];
    GB_TRY(system->op->precondition(system, sigma, count, r->work, error));
    GB_TRY(measure(r, count, r->work, x, sides, error));
    GB_TRY(gb_anderson_correct(r, count, r->work, error));
    *solved = true;
    for (int c = 0; c < count; c++) *solved = *solved && is_solved(&sides[c], tolerance);
    for (size_t i = 0; i < entries; i++) x[i] += r->work[i];
    for (int c = 0; c < count; c++)
      if (!isfinite(sides[c].now) || sides[c].slow > 3) return GB_OK;
  }
  return GB_OK;
}

int gb_anderson_solve(gb_anderson *r, const double sigma[3], const gb_state *state, bool transpose,
                      int count, const gb_scalar b[], gb_scalar x[], double tolerance, int most,
                      int *iterations, bool *solved, gb_error *error) {
  side *sides;
  *solved = false;
  GB_TRY(gb_allocate((size_t)count, sizeof *sides, &sides, error));
  int status = solve(r, sigma, state, transpose, count, b, x, tolerance, most, iterations, solved,
                     sides, error);
  free(sides);
  return status;
}
