/// BLAS calls with few columns. MUMPS substitutes right-hand sides by thousands of small calls of
/// STRSM and SGEMM, for which OpenBLAS copies the matrix; read where it lies that takes 0.5 to
/// 0.8 of the time (bench/substitution.c). Products with several columns and double
/// precision have little to gain. All other calls go to the library: the program's symbols come
/// before those of shared libraries, and RTLD_NEXT finds theirs.
#define _GNU_SOURCE
#include "base/thin_blas.h"

#include <dlfcn.h>
#include <stdbool.h>
#include <string.h>

// Matrices lie by columns at distance `l`. Rows are taken in packs; the last ones, where they do
// not fill a pack, in one that overlaps the pack before.
enum { LANES = 16, MOST_PACKS = 3, FEW = 4 };
typedef float pack __attribute__((vector_size(LANES * sizeof(float))));
typedef float quarter __attribute__((vector_size(LANES * sizeof(float) / 4)));
#define INLINE inline __attribute__((always_inline)) // with the number of packs a constant

static inline pack load(const float *x) {
  pack result;
  memcpy(&result, x, sizeof result);
  return result;
}

static inline float sum_of(pack x) {
  quarter part[4];
  memcpy(part, &x, sizeof part);
  const quarter sum = (part[0] + part[1]) + (part[2] + part[3]);
  return (sum[0] + sum[1]) + (sum[2] + sum[3]);
}

/// y -= A x, A [packs * LANES + rest][k].
static INLINE void subtract_rows(int packs, int rest, int k, const float *A, size_t l,
                                 const float *x, float *y) {
  const int last = (packs - 1) * LANES + rest;
  pack sum[MOST_PACKS + 1] = {{0}};
  for (int j = 0; j < k; j++, A += l) {
    for (int p = 0; p < packs; p++) sum[p] += load(A + p * LANES) * x[j];
    if (rest) sum[packs] += load(A + last) * x[j];
  }
  for (int p = 0; p < packs; p++) {
    sum[p] = load(y + p * LANES) - sum[p];
    memcpy(y + p * LANES, &sum[p], sizeof sum[p]);
  }
  for (int i = LANES - rest; i < LANES; i++) y[last + i] -= sum[packs][i];
}

/// y [m] -= A^T x, A [packs * LANES + rest][m].
static INLINE void subtract_columns(int packs, int rest, int m, const float *A, size_t l,
                                    const float *x, float *y) {
  const int last = (packs - 1) * LANES + rest;
  pack part[MOST_PACKS + 1] = {{0}};
  for (int p = 0; p < packs; p++) part[p] = load(x + p * LANES);
  for (int i = LANES - rest; i < LANES; i++) part[packs][i] = x[last + i];
  for (int j = 0; j < m; j++, A += l) {
    pack sum = {0};
    for (int p = 0; p < packs; p++) sum += load(A + p * LANES) * part[p];
    if (rest) sum += load(A + last) * part[packs];
    y[j] -= sum_of(sum);
  }
}

/// y -= A x, A [m][k].
static void subtract(int m, int k, const float *A, size_t l, const float *x, float *y) {
  for (; m >= (MOST_PACKS + 1) * LANES; m -= 2 * LANES, A += 2 * LANES, y += 2 * LANES)
    subtract_rows(2, 0, k, A, l, x, y);
  const int rest = m % LANES;
  switch (m / LANES) {
  case 3:
    subtract_rows(3, rest, k, A, l, x, y);
    return;
  case 2:
    subtract_rows(2, rest, k, A, l, x, y);
    return;
  case 1:
    subtract_rows(1, rest, k, A, l, x, y);
    return;
  }
  for (int j = 0; j < k; j++)
    for (int i = 0; i < m; i++) y[i] -= A[(size_t)j * l + (size_t)i] * x[j];
}

/// y [m] -= A^T x, A [k][m].
static void subtract_transposed(int m, int k, const float *A, size_t l, const float *x, float *y) {
  for (; k >= (MOST_PACKS + 1) * LANES; k -= 2 * LANES, A += 2 * LANES, x += 2 * LANES)
    subtract_columns(2, 0, m, A, l, x, y);
  const int rest = k % LANES;
  switch (k / LANES) {
  case 3:
    subtract_columns(3, rest, m, A, l, x, y);
    return;
  case 2:
    subtract_columns(2, rest, m, A, l, x, y);
    return;
  case 1:
    subtract_columns(1, rest, m, A, l, x, y);
    return;
  }
  for (int j = 0; j < m; j++)
    for (int i = 0; i < k; i++) y[j] -= A[(size_t)j * l + (size_t)i] * x[i];
}

/// X <- U^-1 X, X [n columns at distance lx], U [m][m] with a diagonal of ones: from the last block
/// up.
static void solve_upper(int m, int n, const float *U, size_t l, float *X, size_t lx) {
  for (int end = m, first; end > 0; end = first) {
    first = (end - 1) / LANES * LANES;
    for (int j = end - 1; j > first; j--)
      for (float *x = X; x != X + (size_t)n * lx; x += lx)
        for (int i = first; i < j; i++) x[i] -= U[(size_t)j * l + (size_t)i] * x[j];
    for (float *x = X; x != X + (size_t)n * lx; x += lx)
      subtract(first, end - first, U + (size_t)first * l, l, x + first, x);
  }
}

/// X <- U^-T X: from the first block down.
static void solve_upper_transposed(int m, int n, const float *U, size_t l, float *X, size_t lx) {
  for (int first = 0, end; first < m; first = end) {
    end = first + LANES < m ? first + LANES : m;
    for (float *x = X; x != X + (size_t)n * lx; x += lx)
      subtract_transposed(end - first, first, U + (size_t)first * l, l, x, x + first);
    for (int j = first + 1; j < end; j++)
      for (float *x = X; x != X + (size_t)n * lx; x += lx)
        for (int i = first; i < j; i++) x[j] -= U[(size_t)j * l + (size_t)i] * x[i];
  }
}

/// Named so that the library is linked, whatever else of it the program uses.
void sgemv_(void);
__attribute__((used)) static void (*const of_library)(void) = sgemv_;

// Set before main and never again.
static gb_gemm *library_sgemm;
static gb_trsm *library_strsm;

__attribute__((constructor)) static void find_library(void) {
  library_sgemm = (gb_gemm *)dlsym(RTLD_NEXT, "sgemm_");
  library_strsm = (gb_trsm *)dlsym(RTLD_NEXT, "strsm_");
}

void sgemm_(const char *transpose_a, const char *transpose_b, const int *m, const int *n,
            const int *k, const float *alpha, const float *A, const int *lda, const float *B,
            const int *ldb, const float *beta, float *C, const int *ldc) {
  const bool subtracts = *n == 1 && *transpose_b == 'N' && *alpha == -1 && *beta == 1;
  if (subtracts && *transpose_a == 'N')
    subtract(*m, *k, A, (size_t)*lda, B, C);
  else if (subtracts && *transpose_a == 'T')
    subtract_transposed(*m, *k, A, (size_t)*lda, B, C);
  else
    library_sgemm(transpose_a, transpose_b, m, n, k, alpha, A, lda, B, ldb, beta, C, ldc);
}

void strsm_(const char *side, const char *triangle, const char *transpose, const char *diagonal,
            const int *m, const int *n, const float *alpha, const float *A, const int *lda,
            float *B, const int *ldb) {
  const bool of_ones = *triangle == 'U' && *diagonal == 'U';
  const bool solves = *n <= FEW && *side == 'L' && of_ones && *alpha == 1;
  if (solves && *transpose == 'N')
    solve_upper(*m, *n, A, (size_t)*lda, B, (size_t)*ldb);
  else if (solves && *transpose == 'T')
    solve_upper_transposed(*m, *n, A, (size_t)*lda, B, (size_t)*ldb);
  else
    library_strsm(side, triangle, transpose, diagonal, m, n, alpha, A, lda, B, ldb);
}
