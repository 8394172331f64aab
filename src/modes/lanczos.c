/// Block Lanczos method with thick restarts for (K - shift M)^-1 M, with the inner product of M. A
/// solve with four right-hand sides takes little longer than a solve with one.
/// Source: Golub & Underwood, The block Lanczos method for computing eigenvalues, 1977; Wu & Simon,
/// SIAM J. Matrix Anal. Appl. 22, 2000 (thick restarts); Ericsson & Ruhe, Math. Comp. 35, 1980
/// (shift and invert).
#include "base/arena.h"
#include "modes/fortran.h"
#include "modes/spectrum.h"

#include <float.h>
#include <math.h>
#include <string.h>

/// BLOCK: number of vectors of a block. ROOM: vectors of the basis beyond twice the wanted ones,
/// fewer than the modes that a model has beyond these (FEW of finder.c). PASSES: most passes that
/// make a block orthonormal; two are the rule.
enum { BLOCK = 4, SQUARE = BLOCK * BLOCK, ROOM = 32, RESTARTS = 60, PASSES = 4 };
/// Residual of a converged pair relative to its eigenvalue, if the pair is to be exact and if it is
/// not. They are not the residuals of the result, because a step of inverse iteration follows
/// (finder.c).
static const double TOLERANCE = 1e-10, LOOSE = 1e-5;
/// A pass makes a block orthonormal to round-off whose Gram matrix is this close to the unit
/// matrix.
static const double NEARLY = 0.1;

/// A basis v of `done` vectors and a last block, in which the operator A has the matrix H:
/// A v = v H + (last block) R, where R couples the last block to the last BLOCK columns alone.
/// Small matrices are stored by columns.
typedef struct search {
  const gb_spectrum *spectrum;
  int wanted, exact; ///< number of pairs, and how many of them, the first ones, are to be exact
  int most;          ///< columns of H that fit
  int rows;          ///< of H and C: most + BLOCK
  int done;          ///< columns of H
  bool exhausted;    ///< the basis holds all modes: no direction is left for the last block
  double *v;         ///< [rows][length]
  double *Mv;        ///< product of M and the last block, to round-off, [BLOCK][length]
  double *H;         ///< upper triangle, [most][rows]
  double *C;         ///< inner products of the basis and the last block, [BLOCK][rows]
  double R[SQUARE];
  double *z, *theta; ///< eigenvectors [done][done] and ascending eigenvalues of H
} search;

static int allocate(search *s, gb_arena *arena, gb_error *error) {
  const size_t most = (size_t)s->most, rows = (size_t)s->rows, length = (size_t)s->spectrum->length;
  GB_TRY(GB_TAKE(arena, s->v, rows * length, error));
  GB_TRY(GB_TAKE(arena, s->Mv, BLOCK * length, error));
  GB_TRY(GB_TAKE(arena, s->H, most * rows, error));
  GB_TRY(GB_TAKE(arena, s->C, BLOCK * rows, error));
  GB_TRY(GB_TAKE(arena, s->z, most * most, error));
  return GB_TAKE(arena, s->theta, most, error);
}

static double *vector(const search *s, int number) {
  return s->v + (size_t)number * (size_t)s->spectrum->length;
}

/// Columns of a matrix, at a distance of `leading` entries.
typedef struct columns {
  double *entry;
  int leading;
} columns;

/// out += sign A B, or sign A^T B, for a matrix B with BLOCK columns and `inner` rows.
static void multiply_add(bool transpose, double sign, int rows, int inner, columns A, columns B,
                         columns out) {
  static const int block = BLOCK;
  static const double one = 1;
  if (rows > 0 && inner > 0)
    dgemm_(transpose ? "T" : "N", "N", &rows, &block, &inner, &sign, A.entry, &A.leading, B.entry,
           &B.leading, &one, out.entry, &out.leading, 1, 1);
}

/// Subtract the components along the basis from the last block, which is w T^-1 of the images w of
/// the operator, and add the coefficients of w to the last columns of H. T is R, which is not
/// final.
/// @param[out] G Gram matrix of the block afterwards, to round-off of `before`
/// @param[out] before largest square of a vector of the block before the subtraction
static int project(search *s, double G[], double *before, gb_error *error) {
  const int length = s->spectrum->length;
  const size_t rows = (size_t)s->rows;
  const columns v = {s->v, length}, block = {vector(s, s->done), length}, C = {s->C, s->rows};
  GB_TRY(gb_pencil_mass(s->spectrum->pencil, BLOCK, block.entry, s->Mv, error));
  gb_spectrum_products(s->spectrum, s->done + BLOCK, s->v, BLOCK, s->Mv, s->C, s->rows);
  *before = 0;
  for (size_t j = 0; j < BLOCK; j++) {
    memcpy(G + j * BLOCK, s->C + j * rows + s->done, BLOCK * sizeof *G);
    *before = fmax(*before, G[j * BLOCK + j]);
  }
  if (s->done == 0) return GB_OK;
  const columns last = {s->H + (size_t)(s->done - BLOCK) * rows, s->rows};
  multiply_add(false, -1, length, s->done, v, C, block);
  multiply_add(false, 1, s->done, BLOCK, C, (columns){s->R, BLOCK}, last);
  multiply_add(true, -1, BLOCK, s->done, C, C, (columns){G, BLOCK});
  return GB_OK;
}

/// Make the last block orthonormal by its Gram matrix G = Q D^2 Q^T, which is overwritten: block <-
/// block Q D^-1, R <- D Q^T R. A direction shorter than the round-off of G counts as long as this
/// round-off, and the next pass measures it.
static int normalise(search *s, double before, double G[], gb_error *error) {
  double D[BLOCK], R[SQUARE] = {0};
  GB_TRY(gb_spectrum_decompose(s->spectrum, BLOCK, G, D, error));
  for (int k = 0; k < BLOCK; k++) D[k] = sqrt(fmax(D[k], DBL_EPSILON * before));
  multiply_add(true, 1, BLOCK, BLOCK, (columns){G, BLOCK}, (columns){s->R, BLOCK},
               (columns){R, BLOCK});
  for (int k = 0; k < SQUARE; k++) {
    s->R[k] = D[k % BLOCK] * R[k];
    G[k] /= D[k / BLOCK];
  }
  GB_TRY(gb_spectrum_combine(s->spectrum, BLOCK, BLOCK, G, s->Mv, error));
  return gb_spectrum_combine(s->spectrum, BLOCK, BLOCK, G, vector(s, s->done), error);
}

static bool is_near_unit(const double G[]) {
  for (int k = 0; k < SQUARE; k++)
    if (fabs(G[k] - (k % (BLOCK + 1) == 0)) > NEARLY) return false;
  return true;
}

/// Make the last block orthonormal and orthogonal to the basis, and set R.
static int orthonormalise(search *s, gb_error *error) {
  double G[SQUARE], before;
  memset(s->R, 0, sizeof s->R);
  for (int k = 0; k < BLOCK; k++) s->R[k * (BLOCK + 1)] = 1;
  for (int pass = 0; pass < PASSES; pass++) {
    GB_TRY(project(s, G, &before, error));
    if (!(before > 0)) break;
    const bool last = pass > 0 && is_near_unit(G);
    GB_TRY(normalise(s, before, G, error));
    if (last) return GB_OK;
  }
  s->exhausted = true;
  return GB_OK;
}

/// Begin with random vectors, to which the operator is applied once, because vectors outside its
/// range would stay in the basis.
static int begin(search *s, gb_error *error) {
  for (int c = 0; c < BLOCK; c++) gb_spectrum_random(s->spectrum, c, vector(s, c));
  GB_TRY(gb_spectrum_apply(s->spectrum, BLOCK, s->v, error));
  return orthonormalise(s, error);
}

/// Apply the operator to the last block, which joins the basis, and make the images the last block.
static int extend(search *s, gb_error *error) {
  const size_t bytes = BLOCK * (size_t)s->spectrum->length * sizeof(double);
  double *const images = s->H + (size_t)s->done * (size_t)s->rows;
  const bool mixes = gb_spectrum_mixes(s->spectrum);
  GB_TRY(gb_analysis_rest(s->spectrum->analysis, error));
  const double *from = mixes ? vector(s, s->done) : s->Mv;
  s->done += BLOCK;
  memcpy(vector(s, s->done), from, bytes);
  if (mixes)
    GB_TRY(gb_spectrum_apply(s->spectrum, BLOCK, vector(s, s->done), error));
  else
    GB_TRY(gb_pencil_solve(s->spectrum->pencil, BLOCK, vector(s, s->done), error));
  memset(images, 0, BLOCK * (size_t)s->rows * sizeof *images);
  return orthonormalise(s, error);
}

/// Compute the eigenpairs of H, and count the largest ones, without a gap, that have converged.
static int count_converged(search *s, int *found, gb_error *error) {
  const size_t n = (size_t)s->done;
  for (size_t j = 0; j < n; j++) memcpy(s->z + j * n, s->H + j * (size_t)s->rows, n * sizeof *s->z);
  GB_TRY(gb_spectrum_decompose(s->spectrum, s->done, s->z, s->theta, error));
  for (*found = 0; *found < s->wanted && *found < s->done; ++*found) {
    const size_t column = n - 1 - (size_t)*found;
    const double *last = s->z + column * n + n - BLOCK;
    double residual = 0;
    for (int i = 0; i < BLOCK && !s->exhausted; i++) {
      double sum = 0;
      for (int j = 0; j < BLOCK; j++) sum += s->R[j * BLOCK + i] * last[j];
      residual += sum * sum;
    }
    const double tolerance = *found < s->exact ? TOLERANCE : LOOSE;
    if (!(sqrt(residual) <= tolerance * fabs(s->theta[column]))) return GB_OK;
  }
  return GB_OK;
}

/// Replace the basis by the eigenvectors of the `kept` largest eigenvalues of H, the largest one
/// first.
static int keep(const search *s, int kept, gb_error *error) {
  const size_t n = (size_t)s->done;
  double *z = s->z;
  for (size_t c = 0; c < (size_t)kept && c < n / 2; c++)
    for (size_t i = 0; i < n; i++) {
      const double other = z[c * n + i];
      z[c * n + i] = z[(n - 1 - c) * n + i];
      z[(n - 1 - c) * n + i] = other;
    }
  return gb_spectrum_combine(s->spectrum, s->done, kept, z, s->v, error);
}

/// Begin again with the best vectors of the basis and the last block.
static int restart(search *s, int kept, gb_error *error) {
  const size_t bytes = BLOCK * (size_t)s->spectrum->length * sizeof(double);
  GB_TRY(keep(s, kept, error));
  memmove(vector(s, kept), vector(s, s->done), bytes);
  memset(s->H, 0, (size_t)s->most * (size_t)s->rows * sizeof *s->H);
  for (int c = 0; c < kept; c++)
    s->H[(size_t)c * (size_t)s->rows + (size_t)c] = s->theta[s->done - 1 - c];
  s->done = kept;
  return GB_OK;
}

/// Extend the basis until the wanted pairs have converged, nothing is left, or the limit of
/// restarts is reached. A full basis is replaced by its better half.
static int iterate(search *s, int *found, gb_error *error) {
  GB_TRY(begin(s, error));
  for (int restarts = 0, next = s->wanted; !s->exhausted;) {
    GB_TRY(extend(s, error));
    const bool full = s->done + BLOCK > s->most;
    if (s->done < next && !full && !s->exhausted) continue;
    next = s->done + s->done / 8;
    GB_TRY(count_converged(s, found, error));
    if (*found == s->wanted || s->exhausted) return GB_OK;
    const int kept = (s->wanted + s->done) / 2;
    if (full && (restarts++ == RESTARTS || kept + BLOCK > s->most)) return GB_OK;
    if (full) GB_TRY(restart(s, kept, error));
  }
  return GB_OK;
}

int gb_spectrum_lanczos(const gb_spectrum *spectrum, int exact, int wanted, double x[], int *found,
                        gb_error *error) {
  search s = {.spectrum = spectrum, .exact = exact, .wanted = wanted, .most = 2 * wanted + ROOM};
  *found = 0;
  if (s.most > spectrum->total) s.most = (int)spectrum->total;
  s.rows = s.most + BLOCK;
  GB_SCRATCH(scratch);
  GB_TRY(gb_agree(spectrum->comm, allocate(&s, &scratch, error), error));
  GB_TRY(iterate(&s, found, error));
  if (*found == 0) return GB_OK;
  GB_TRY(keep(&s, *found, error));
  memcpy(x, s.v, (size_t)*found * (size_t)spectrum->length * sizeof *x);
  return GB_OK;
}
