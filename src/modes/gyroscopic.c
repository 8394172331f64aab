/// The quadratic eigenvalue problem Q(value) x = 0 with Q(s) = s^2 M + s C + K. Arnoldi's method is
/// applied to the linearisation mu (x, z) = (z + s u, u) with u = -Q(s)^-1 (M x + C z + s M z), x =
/// value z and mu = 1 / (value - s), in which x is scaled to the size of z. The shift s is 0, so
/// that Q(s) = K can be factored. Near a critical speed, where K is singular, s is a positive
/// number, and Q(s) is solved by iteration with a factor of K + s^2 M. Sources: Tisseur &
/// Meerbergen, SIAM Rev. 43, 2001, section 3; Concus & Golub, Lecture Notes in Economics and
/// Mathematical Systems 134, 1976 (the iteration for a symmetric plus a skew-symmetric matrix).
#include "base/arena.h"
#include "modes/fortran.h"
#include "modes/turning.h"
#include "solve/factor/linear.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { RESTARTS = 200, MARGIN = 20, MAX_FOUND = 2 * GB_DENSE_UNKNOWNS, MAX_CORRECTIONS = 400 };
static const double TOLERANCE = 1e-13;
/// A mode is unstable if the real part of its value exceeds this fraction of the imaginary part.
static const double GROWTH = 1e-5;
/// Largest accepted relative residual of a pair.
static const double LARGEST_ERROR = 1e-8;
/// The residuals of pairs whose |value|^2 differ by no more than this factor are measured with the
/// same factor.
static const double ALIKE = 100;
/// Relative reduction of the energy of the residual at which the iteration for Q(s) ends.
static const double SOLVED = 1e-28;
/// A value is zero if it is below this fraction of the shift.
static const double ZERO = 1e-11;

/// Arrays of ARPACK, and work vectors.
typedef struct search {
  const gb_spectrum *spectrum;
  struct {
    double scale;    ///< x of the search is the eigenvector's x divided by this
    double shift;    ///< s
    double positive; ///< K + positive^2 M is positive definite
    double factored; ///< the current factor of the pencil is that of K + factored M; NAN: none
  } by;
  int nev, ncv;
  int iparam[11], ipntr[14];
  double *residual, *v, *workd, *workl;
  struct {
    double *x, *y, *force; ///< [length of the spectrum]
    double *solution, *before, *right, *residual;
  } work;
} search;

/// Number of unknowns of this rank without multipliers.
static int half_of(const search *s) {
  return s->spectrum->length - s->spectrum->multipliers;
}

/// Number of rows of a vector (x, z) of this rank; at least 1.
static int rows_of(const search *s) {
  return half_of(s) > 0 ? 2 * half_of(s) : 1;
}

/// Length of ARPACK's array workl.
static int length_of_work(const search *s) {
  return 3 * s->ncv * s->ncv + 6 * s->ncv;
}

static int allocate(search *s, gb_arena *arena, gb_error *error) {
  const size_t n = (size_t)rows_of(s), ncv = (size_t)s->ncv, length = (size_t)s->spectrum->length;
  GB_TRY(GB_TAKE(arena, s->residual, n, error));
  GB_TRY(GB_TAKE(arena, s->v, n * (ncv + 1), error));
  GB_TRY(GB_TAKE(arena, s->workd, 3 * n, error));
  GB_TRY(GB_TAKE(arena, s->workl, (size_t)length_of_work(s), error));
  GB_TRY(GB_TAKE(arena, s->work.x, length, error));
  GB_TRY(GB_TAKE(arena, s->work.y, length, error));
  GB_TRY(GB_TAKE(arena, s->work.solution, length, error));
  GB_TRY(GB_TAKE(arena, s->work.before, length, error));
  GB_TRY(GB_TAKE(arena, s->work.right, length, error));
  GB_TRY(GB_TAKE(arena, s->work.residual, length, error));
  return GB_TAKE(arena, s->work.force, length, error);
}

/// Factor K + by M, unless that is the current factor.
static int factor(search *s, double by, gb_error *error) {
  int64_t negative;
  if (s->by.factored == by) return GB_OK;
  s->by.factored = NAN;
  GB_TRY(gb_pencil_factor(s->spectrum->pencil, -by, &negative, error));
  s->by.factored = by;
  return GB_OK;
}

/// work.residual <- work.right - Q(shift) work.solution.
static int find_residual(search *s, gb_error *error) {
  const size_t length = (size_t)s->spectrum->length;
  const double shift = s->by.shift;
  gb_pencil *pencil = s->spectrum->pencil;
  double *u = s->work.solution, *r = s->work.residual;
  GB_TRY(gb_pencil_stiffness(pencil, false, 1, u, r, error));
  GB_TRY(gb_pencil_mass(pencil, 1, u, s->work.x, error));
  GB_TRY(gb_pencil_gyroscopic(pencil, u, s->work.y, error));
  for (size_t i = 0; i < length; i++)
    r[i] = s->work.right[i] - r[i] - shift * (shift * s->work.x[i] + s->work.y[i]);
  return GB_OK;
}

/// force <- Q(shift)^-1 force, by iteration with the factor of the symmetric part of Q. The
/// skew-symmetric part makes corrections overshoot; the weights of a three-term recurrence
/// compensate this.
static int solve_shifted(search *s, gb_error *error) {
  const size_t length = (size_t)s->spectrum->length;
  double *v = s->work.force, *u = s->work.solution, *before = s->work.before;
  double energy = 0, first = 0, weight = 1;
  memcpy(s->work.right, v, length * sizeof *v);
  memcpy(s->work.residual, v, length * sizeof *v);
  memset(u, 0, length * sizeof *u);
  memset(before, 0, length * sizeof *before);
  for (int i = 0; i < MAX_CORRECTIONS; i++) {
    memcpy(v, s->work.residual, length * sizeof *v);
    GB_TRY(gb_pencil_solve(s->spectrum->pencil, 1, v, error));
    const double last = energy;
    energy = gb_spectrum_dot(s->spectrum, v, s->work.residual);
    if (i == 0) first = energy;
    if (!(energy > SOLVED * first)) break;
    weight = i == 0 ? 1 : 1 / (1 + energy / last / weight);
    for (size_t k = 0; k < length; k++) {
      const double next = before[k] + weight * (v[k] + u[k] - before[k]);
      before[k] = u[k];
      u[k] = next;
    }
    GB_TRY(find_residual(s, error));
  }
  memcpy(v, u, length * sizeof *v);
  return GB_OK;
}

/// force <- Q(shift)^-1 force. Without shift, one step of iterative refinement follows the solve
/// with the factor of K, because the condition number of thin shells is about 1e10.
static int solve(search *s, gb_error *error) {
  const size_t length = (size_t)s->spectrum->length;
  gb_pencil *pencil = s->spectrum->pencil;
  if (s->by.shift != 0) return solve_shifted(s, error);
  memcpy(s->work.y, s->work.force, length * sizeof *s->work.y);
  GB_TRY(gb_pencil_solve(pencil, 1, s->work.force, error));
  GB_TRY(gb_pencil_stiffness(pencil, false, 1, s->work.force, s->work.x, error));
  for (size_t i = 0; i < length; i++) s->work.y[i] -= s->work.x[i];
  GB_TRY(gb_pencil_solve(pencil, 1, s->work.y, error));
  for (size_t i = 0; i < length; i++) s->work.force[i] += s->work.y[i];
  return GB_OK;
}

/// Apply the operator to in = (x, z): out = ((z + shift u) / scale, u) with u = -Q(shift)^-1 (scale
/// M x
/// + C z + shift M z).
static int apply(search *s, const double in[], double out[], gb_error *error) {
  const size_t half = (size_t)half_of(s), length = (size_t)s->spectrum->length;
  gb_pencil *pencil = s->spectrum->pencil;
  memset(s->work.x, 0, length * sizeof *s->work.x);
  memcpy(s->work.x, in + half, half * sizeof *in);
  GB_TRY(gb_pencil_gyroscopic(pencil, s->work.x, s->work.force, error));
  for (size_t i = 0; i < half; i++) s->work.x[i] = s->by.scale * in[i] + s->by.shift * in[half + i];
  GB_TRY(gb_pencil_mass(pencil, 1, s->work.x, s->work.y, error));
  for (size_t i = 0; i < length; i++) s->work.force[i] += s->work.y[i];
  GB_TRY(solve(s, error));
  for (size_t i = 0; i < half; i++) {
    out[half + i] = -s->work.force[i];
    out[i] = (in[half + i] + s->by.shift * out[half + i]) / s->by.scale;
  }
  return GB_OK;
}

static int iterate(search *s, gb_error *error) {
  const int comm = (int)MPI_Comm_c2f(s->spectrum->comm), n = rows_of(s), half = half_of(s);
  const int length = length_of_work(s);
  int ido = 0, info = 1; // 1: ARPACK starts from `residual`
  gb_spectrum_random(s->spectrum, 0, s->work.x);
  for (int i = 0; i < half; i++) s->residual[i] = s->residual[half + i] = s->work.x[i];
  for (;;) {
    pdnaupd_(&comm, &ido, "I", &n, "LM", &s->nev, &TOLERANCE, s->residual, &s->ncv, s->v, &n,
             s->iparam, s->ipntr, s->workd, s->workl, &length, &info, 1, 2);
    if (ido != -1 && ido != 1) break;
    GB_TRY(gb_analysis_rest(s->spectrum->analysis, error));
    GB_TRY(apply(s, s->workd + s->ipntr[0] - 1, s->workd + s->ipntr[1] - 1, error));
  }
  if (info == 0) return GB_OK;
  return gb_fail(error, GB_NO_MODES,
                 "ARPACK could not find %d modes of a turning model (dnaupd: "
                 "info %d)",
                 s->nev / 2, info);
}

/// Get mu and the eigenvectors. A conjugate pair has two columns: the real and the imaginary part.
static int extract(search *s, double mu[], gb_error *error) {
  static const int vectors = 1;
  static const double no_shift = 0;
  const int comm = (int)MPI_Comm_c2f(s->spectrum->comm), n = rows_of(s);
  const int length = length_of_work(s);
  const size_t stride = (size_t)s->ncv + 1;
  double *work = NULL;
  int *select = NULL, info = 0;
  GB_SCRATCH(scratch);
  int status = GB_TAKE(&scratch, work, 3 * stride, error);
  if (status == GB_OK) status = GB_TAKE(&scratch, select, stride, error);
  GB_TRY(gb_agree(s->spectrum->comm, status, error));
  pdneupd_(&comm, &vectors, "A", select, mu, mu + stride, s->v, &n, &no_shift, &no_shift, work, "I",
           &n, "LM", &s->nev, &TOLERANCE, s->residual, &s->ncv, s->v, &n, s->iparam, s->ipntr,
           s->workd, s->workl, &length, &info, 1, 1, 2);
  if (info == 0) return GB_OK;
  return gb_fail(error, GB_NO_MODES, "ARPACK could not find vectors (dneupd: info %d)", info);
}

/// Compute the matrix of the operator of a small model, from products with unit vectors. Rows and
/// columns are first x of all ranks, then z of all ranks.
static int form(search *s, int before, double matrix[], gb_error *error) {
  const size_t size = (size_t)s->ncv, all = size / 2, half = (size_t)half_of(s), n = 2 * half;
  double *in = s->workd, *out = s->workd + n;
  for (size_t c = 0; c < size; c++) {
    const size_t row = c % all;
    memset(in, 0, n * sizeof *in);
    if (row >= (size_t)before && row < (size_t)before + half)
      in[(c < all ? 0 : half) + row - (size_t)before] = 1;
    GB_TRY(apply(s, in, out, error));
    memcpy(matrix + c * size + before, out, half * sizeof *out);
    memcpy(matrix + c * size + all + (size_t)before, out + half, half * sizeof *out);
  }
  MPI_Allreduce(MPI_IN_PLACE, matrix, s->ncv * s->ncv, MPI_DOUBLE, MPI_SUM, s->spectrum->comm);
  return GB_OK;
}

/// Compute all mu and eigenvectors of a small model, in the format of ARPACK.
static int solve_small(search *s, double mu[], gb_error *error) {
  static const int one = 1;
  const size_t size = (size_t)s->ncv, half = (size_t)half_of(s), stride = size + 1;
  const int length = 8 * s->ncv;
  double *matrix = NULL, *vectors = NULL, *work = NULL, none;
  int before = 0, info = 0, own = half_of(s);
  MPI_Exscan(&own, &before, 1, MPI_INT, MPI_SUM, s->spectrum->comm);
  GB_SCRATCH(scratch);
  int status = GB_TAKE(&scratch, matrix, size * size, error);
  if (status == GB_OK) status = GB_TAKE(&scratch, vectors, size * size, error);
  if (status == GB_OK) status = GB_TAKE(&scratch, work, (size_t)length, error);
  GB_TRY(gb_agree(s->spectrum->comm, status, error));
  GB_TRY(form(s, before, matrix, error));
  dgeev_("N", "V", &s->ncv, matrix, &s->ncv, mu, mu + stride, &none, &one, vectors, &s->ncv, work,
         &length, &info, 1, 1);
  for (size_t c = 0; c < size; c++) {
    memcpy(s->v + c * (size_t)rows_of(s), vectors + c * size + before, half * sizeof *vectors);
    memcpy(s->v + c * (size_t)rows_of(s) + half, vectors + c * size + size / 2 + (size_t)before,
           half * sizeof *vectors);
  }
  s->iparam[4] = s->ncv;
  if (info == 0) return GB_OK;
  return gb_fail(error, GB_NO_MODES, "LAPACK could not find eigenvalues (dgeev: info %d)", info);
}

/// Compute K x, C x and M x for the real and the imaginary part of a vector. product
/// [3][2][length].
static int multiply(search *s, const double x[], double product[], gb_error *error) {
  const size_t length = (size_t)s->spectrum->length;
  gb_pencil *pencil = s->spectrum->pencil;
  GB_TRY(gb_pencil_stiffness(pencil, false, 2, x, product, error));
  for (size_t part = 0; part < 2; part++)
    GB_TRY(gb_pencil_gyroscopic(pencil, x + part * length, product + (2 + part) * length, error));
  return gb_pencil_mass(pencil, 2, x, product + 4 * length, error);
}

/// Improve the value of a stable pair by the Rayleigh functional, the root w of x* . (K + i w C -
/// w^2 M) x = k - w g - w^2 m: the factor with which the vectors were found has more round-off than
/// products.
static void improve(const search *s, const double x[], const double product[], double value[2]) {
  const gb_spectrum *spectrum = s->spectrum;
  const size_t length = (size_t)spectrum->length;
  const double *im = x + length, *Kx = product, *Cx = Kx + 2 * length, *Mx = Cx + 2 * length;
  const double k = gb_spectrum_dot(spectrum, x, Kx) + gb_spectrum_dot(spectrum, im, Kx + length);
  const double m = gb_spectrum_dot(spectrum, x, Mx) + gb_spectrum_dot(spectrum, im, Mx + length);
  const double g = gb_spectrum_dot(spectrum, x, Cx + length) - gb_spectrum_dot(spectrum, im, Cx);
  const double root = g * g + 4 * k * m;
  if (fabs(value[0]) > GROWTH * fabs(value[1]) || !(root > 0)) return;
  const double w = (sqrt(root) - g) / (2 * m), other = (-sqrt(root) - g) / (2 * m);
  value[0] = 0;
  value[1] = fabs(w - value[1]) < fabs(other - value[1]) ? w : other;
}

/// Compute the residual |(K + c M)^-1 Q(value) x| / |x| of a pair with value a + b i; c is about
/// |value|^2. With c = 0 it would be large near a critical speed however small the error. x has no
/// multipliers before; those of the solution become its multipliers.
static int measure(search *s, double value[2], double x[], double *residual, gb_error *error) {
  const gb_spectrum *spectrum = s->spectrum;
  const size_t length = (size_t)spectrum->length;
  double *product = NULL, sum[2] = {0};
  GB_SCRATCH(scratch);
  GB_TRY(gb_agree(spectrum->comm, GB_TAKE(&scratch, product, 6 * length, error), error));
  GB_TRY(multiply(s, x, product, error));
  improve(s, x, product, value);
  if (hypot(value[0], value[1]) <= ZERO * s->by.shift) value[0] = value[1] = 0;
  const double a = value[0], b = value[1], square[2] = {a * a - b * b, 2 * a * b};
  const double size = fmax(a * a + b * b, s->by.positive * s->by.positive);
  if (!(size <= ALIKE * s->by.factored)) GB_TRY(factor(s, size, error));
  for (int part = 0; part < 2; part++) { // the real one, then the imaginary one
    memcpy(s->work.force, product + (size_t)part * length, length * sizeof *product);
    for (int from = 0; from < 2; from++) {
      const double sign = part == 0 && from == 1 ? -1 : 1;
      const double *Cx = product + (size_t)(2 + from) * length, *Mx = Cx + 2 * length;
      for (size_t i = 0; i < length; i++)
        s->work.force[i] += sign * (square[part != from] * Mx[i] + value[part != from] * Cx[i]);
    }
    GB_TRY(gb_pencil_solve(spectrum->pencil, 1, s->work.force, error));
    double *own = x + (size_t)part * length;
    for (size_t i = (size_t)half_of(s); i < length; i++) own[i] = -s->work.force[i];
    sum[0] += gb_spectrum_dot(spectrum, s->work.force, s->work.force);
    sum[1] += gb_spectrum_dot(spectrum, own, own);
  }
  *residual = sqrt(sum[0] / sum[1]);
  return GB_OK;
}

/// A pair that was found.
typedef struct found_pair {
  double size; ///< |value|
  int column;  ///< its first column
} found_pair;

static int by_size(const void *a, const void *b) {
  const found_pair *x = a, *y = b;
  return (x->size > y->size) - (x->size < y->size);
}

/// Collect the `count` pairs with the smallest |value| = |shift + 1 / mu|.
static int collect(search *s, int count, const double mu[], double value[][2], double vector[],
                   double residual[], gb_error *error) {
  const size_t length = (size_t)s->spectrum->length, stride = (size_t)s->ncv + 1;
  found_pair pair[MAX_FOUND];
  int found = 0, all = 0, real = 0;
  for (int c = 0; c < s->iparam[4] && all < MAX_FOUND; c++) {
    const double a = mu[c], b = mu[stride + (size_t)c];
    if (a == 0 && b == 0) continue;
    const double square = a * a + b * b;
    pair[all++] = (found_pair){hypot(s->by.shift + a / square, b / square), c};
    c += b != 0;
  }
  qsort(pair, (size_t)all, sizeof *pair, by_size);
  for (int i = 0; i < all; i++) // real values come in pairs +-a: take one of each
    if (mu[stride + (size_t)pair[i].column] != 0 || real++ % 2 == 0) pair[found++] = pair[i];
  if (found < count)
    return gb_fail(error, GB_NO_MODES, "%d of %d modes of a turning model were found", found,
                   count);
  for (int k = 0; k < count; k++) {
    const int c = pair[k].column;
    const double a = mu[c], b = mu[stride + (size_t)c], square = a * a + b * b;
    double *x = vector + 2 * (size_t)k * length;
    value[k][0] = s->by.shift + a / square;
    value[k][1] = fabs(b) / square;
    memset(x, 0, 2 * length * sizeof *x);
    // take the larger one of x and z, which has less round-off
    const double *own = s->v + (pair[k].size < s->by.scale ? half_of(s) : 0);
    memcpy(x, own + (size_t)c * (size_t)rows_of(s), (size_t)half_of(s) * sizeof *x);
    if (b != 0)
      memcpy(x + length, own + (size_t)(c + 1) * (size_t)rows_of(s),
             (size_t)half_of(s) * sizeof *x);
    // the vector of the value with a negative imaginary part is the conjugate
    for (size_t i = length; b > 0 && i < 2 * length; i++) x[i] = -x[i];
    GB_TRY(measure(s, value[k], x, &residual[k], error));
    if (!(residual[k] <= LARGEST_ERROR))
      return gb_fail(error, GB_NO_MODES, "mode %d of a turning model has the residual %.1e", k + 1,
                     residual[k]);
  }
  return GB_OK;
}

int gb_turning_pairs(const gb_spectrum *spectrum, int count, const gb_turning_range *range,
                     double value[][2], double vector[], double residual[], gb_error *error) {
  search s = {.spectrum = spectrum,
              .by = {range->scale, range->critical ? range->positive : 0, range->positive, NAN},
              .nev = 2 * count + 2,
              .iparam = {[0] = 1, [2] = RESTARTS, [3] = 1, [6] = 1}};
  const int64_t unknowns =
      2 * (spectrum->total - spectrum->analysis->model->dofs->total_multipliers);
  const bool small = spectrum->total <= GB_DENSE_UNKNOWNS;
  double *mu = NULL;
  s.ncv = 2 * s.nev + MARGIN;
  if (s.ncv > unknowns || small) s.ncv = (int)unknowns;
  if (s.nev > s.ncv - 2 && !small) s.nev = s.ncv - 2;
  if (s.nev < 2 * count || count > GB_TURNING_MAX)
    return gb_fail(error, GB_TOO_LARGE,
                   "%d modes of a turning model are asked for; accepted: at most %d", count,
                   s.nev / 2 < GB_TURNING_MAX ? s.nev / 2 : GB_TURNING_MAX);
  GB_SCRATCH(scratch);
  int status = allocate(&s, &scratch, error);
  if (status == GB_OK) status = GB_TAKE(&scratch, mu, 2 * ((size_t)s.ncv + 1), error);
  GB_TRY(gb_agree(spectrum->comm, status, error));
  GB_TRY(factor(&s, s.by.shift * s.by.shift, error));
  if (small)
    GB_TRY(solve_small(&s, mu, error));
  else {
    GB_TRY(iterate(&s, error));
    GB_TRY(extract(&s, mu, error));
  }
  return collect(&s, count, mu, value, vector, residual, error);
}
