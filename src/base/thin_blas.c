/// Fast SGEMM and STRSM for right-hand sides with few columns. For the forward and backward
/// substitution MUMPS makes thousands of small calls of STRSM and SGEMM, for which OpenBLAS copies
/// the matrix. The functions below read each entry of the matrix once for all columns, without a
/// copy, and need about half of the time (bench/substitution.c). In double precision there is
/// little to gain. All other calls are passed on to the library: the linker prefers the program's
/// symbols to those of shared libraries, and RTLD_NEXT finds the library's.
#define _GNU_SOURCE
#include "base/thin_blas.h"

#include <dlfcn.h>
#include <stdbool.h>
#include <string.h>

// Matrices are stored by columns with leading dimension `l`, X and Y with `lx` and `ly`. A pack is
// a register of LANES rows; the last pack contains the last LANES rows and may overlap the one
// before. KEEP_LOADED prevents the compiler from loading a value again for each use.
#if defined(__AVX512F__)
enum { LANES = 16 };
#define FIRST_LANES    0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15
#define KEEP_LOADED(x) __asm__("" : "+v"(x))
#elif defined(__AVX__)
enum { LANES = 8 };
#define FIRST_LANES    0, 1, 2, 3, 4, 5, 6, 7
#define KEEP_LOADED(x) __asm__("" : "+x"(x))
#else
enum { LANES = 4 };
#define FIRST_LANES    0, 1, 2, 3
#define KEEP_LOADED(x) (void)0
#endif
enum { MAX_PACKS = 4, MAX_COLUMNS = 4 };
typedef float pack __attribute__((vector_size(LANES * sizeof(float))));
typedef int order __attribute__((vector_size(LANES * sizeof(int))));
typedef float four __attribute__((vector_size(4 * sizeof(float))));
#define INLINE                                                                                     \
  inline __attribute__((always_inline)) // so that numbers of columns and packs are constant

static const order lane = {FIRST_LANES};

static inline pack load(const float *x) {
  pack result;
  memcpy(&result, x, sizeof result);
  return result;
}

/// The lanes of x where `chosen` is -1, zero where it is 0.
static inline pack choose(order chosen, pack x) {
  return (pack)((order)x & chosen);
}

/// Lane i of the result is lane from[i] of a, or lane from[i] - LANES of b.
static inline pack shuffle(pack a, pack b, order from) {
#ifdef __clang__
  pack result;
  for (int i = 0; i < LANES; i++) result[i] = from[i] < LANES ? a[from[i]] : b[from[i] - LANES];
  return result;
#else
  return __builtin_shuffle(a, b, from);
#endif
}

/// First row of pack p.
static inline int begin(int p, int packs, int rows) {
  return p < packs - 1 ? p * LANES : rows - LANES;
}

/// The sum over the lanes of each of four packs: adds pairs of lanes of two packs, then of all four
/// packs, then groups of four lanes.
static inline four sums_of(const pack x[4]) {
  const order even = (lane & ~1) + (lane & 1) * LANES;
  const order pairs = (lane & ~3) + (lane & 1) + (lane >> 1 & 1) * LANES;
  const pack low = shuffle(x[0], x[1], even) + shuffle(x[0], x[1], even + 1);
  const pack high = shuffle(x[2], x[3], even) + shuffle(x[2], x[3], even + 1);
  const pack sum = shuffle(low, high, pairs) + shuffle(low, high, pairs + 2);
  four part[LANES / 4];
  memcpy(part, &sum, sizeof part);
  for (int i = 1; i < LANES / 4; i++) part[0] += part[i];
  return part[0];
}

/// Y -= A X, A [rows][k], X and Y with n columns.
static INLINE void subtract_rows(int n, int packs, int rows, int k, const float *A, size_t l,
                                 const float *x, size_t lx, float *y, size_t ly) {
  pack sum[MAX_COLUMNS][MAX_PACKS];
  for (int c = 0; c < n; c++)
    for (int p = 0; p < packs; p++) sum[c][p] = load(y + (size_t)c * ly + begin(p, packs, rows));
  for (int j = 0; j < k; j++, A += l)
    for (int p = 0; p < packs; p++) {
      pack a = load(A + begin(p, packs, rows));
      KEEP_LOADED(a);
      for (int c = 0; c < n; c++) sum[c][p] -= a * x[(size_t)c * lx + (size_t)j];
    }
  for (int c = 0; c < n; c++)
    for (int p = 0; p < packs; p++)
      memcpy(y + (size_t)c * ly + begin(p, packs, rows), &sum[c][p], sizeof sum[c][p]);
}

/// Y [m] -= A^T X, A [rows][m]: four columns of A at a time, the remaining ones one by one.
static INLINE void subtract_columns(int n, int packs, int rows, int m, const float *A, size_t l,
                                    const float *x, size_t lx, float *y, size_t ly) {
  pack part[MAX_COLUMNS][MAX_PACKS], sum[MAX_COLUMNS][4];
  for (int c = 0; c < n; c++)
    for (int p = 0; p < packs; p++) part[c][p] = load(x + (size_t)c * lx + begin(p, packs, rows));
  for (int c = 0; c < n; c++)
    part[c][packs - 1] = choose(lane >= packs * LANES - rows, part[c][packs - 1]);
  int j = 0;
  for (; j + 4 <= m; j += 4, A += 4 * l) {
    for (int i = 0; i < 4; i++)
      for (int p = 0; p < packs; p++) {
        pack a = load(A + (size_t)i * l + begin(p, packs, rows));
        KEEP_LOADED(a);
        for (int c = 0; c < n; c++) sum[c][i] = p ? sum[c][i] + a * part[c][p] : a * part[c][p];
      }
    for (int c = 0; c < n; c++) {
      four found;
      memcpy(&found, y + (size_t)c * ly + j, sizeof found);
      found -= sums_of(sum[c]);
      memcpy(y + (size_t)c * ly + j, &found, sizeof found);
    }
  }
  for (; j < m; j++, A += l)
    for (int c = 0; c < n; c++) {
      pack one = {0};
      for (int p = 0; p < packs; p++) one += load(A + begin(p, packs, rows)) * part[c][p];
      for (int i = 0; i < 4; i++) sum[c][i] = one;
      y[(size_t)c * ly + (size_t)j] -= sums_of(sum[c])[0];
    }
}

/// subtract_rows and subtract_columns for each number of columns and packs.
typedef void product(int rows, int count, const float *A, size_t l, const float *x, size_t lx,
                     float *y, size_t ly);
#define PRODUCT(kind, n, packs)                                                                    \
  static void kind##_##n##_##packs(int rows, int count, const float *A, size_t l, const float *x,  \
                                   size_t lx, float *y, size_t ly) {                               \
    subtract_##kind(n, packs, rows, count, A, l, x, lx, y, ly);                                    \
  }
#define PRODUCTS(kind, n)                                                                          \
  PRODUCT(kind, n, 1) PRODUCT(kind, n, 2) PRODUCT(kind, n, 3) PRODUCT(kind, n, 4)
#define ALL_PRODUCTS(kind) PRODUCTS(kind, 1) PRODUCTS(kind, 2) PRODUCTS(kind, 3) PRODUCTS(kind, 4)
ALL_PRODUCTS(rows)
ALL_PRODUCTS(columns)
#define LISTED(kind, n)                                                                            \
  { kind##_##n##_1, kind##_##n##_2, kind##_##n##_3, kind##_##n##_4 }
#define LIST(kind)                                                                                 \
  { LISTED(kind, 1), LISTED(kind, 2), LISTED(kind, 3), LISTED(kind, 4) }
static product *const of_rows[MAX_COLUMNS][MAX_PACKS] = LIST(rows);
static product *const of_columns[MAX_COLUMNS][MAX_PACKS] = LIST(columns);

/// Y -= A X, A [m][k].
static void subtract(int m, int n, int k, const float *A, size_t l, const float *x, size_t lx,
                     float *y, size_t ly) {
  const int part = (MAX_PACKS - 1) * LANES;
  for (; m > MAX_PACKS * LANES; m -= part, A += part, y += part)
    of_rows[n - 1][MAX_PACKS - 2](part, k, A, l, x, lx, y, ly);
  if (m >= LANES) {
    of_rows[n - 1][(m - 1) / LANES](m, k, A, l, x, lx, y, ly);
    return;
  }
  for (int c = 0; c < n; c++, x += lx, y += ly)
    for (int j = 0; j < k; j++)
      for (int i = 0; i < m; i++) y[i] -= A[(size_t)j * l + (size_t)i] * x[j];
}

/// Y [m] -= A^T X, A [k][m].
static void subtract_transposed(int m, int n, int k, const float *A, size_t l, const float *x,
                                size_t lx, float *y, size_t ly) {
  const int part = (MAX_PACKS - 1) * LANES;
  for (; k > MAX_PACKS * LANES; k -= part, A += part, x += part)
    of_columns[n - 1][MAX_PACKS - 2](part, m, A, l, x, lx, y, ly);
  if (k >= LANES) {
    of_columns[n - 1][(k - 1) / LANES](k, m, A, l, x, lx, y, ly);
    return;
  }
  for (int c = 0; c < n; c++, x += lx, y += ly)
    for (int j = 0; j < m; j++) {
      float sum = 0;
      for (int i = 0; i < k; i++) sum += A[(size_t)j * l + (size_t)i] * x[i];
      y[j] -= sum;
    }
}

/// Load the first `size` <= LANES entries of x. Where `readable` is set, LANES entries may be read.
static inline pack load_some(int size, bool readable, const float *x) {
  if (size == LANES || readable) return load(x);
  pack result = {0};
  memcpy(&result, x, (size_t)size * sizeof *x);
  return result;
}

/// Transpose a block of LANES x LANES: exchange the off-diagonal halves, then do the same in each
/// half.
static INLINE void transpose_block(pack x[LANES]) {
  for (int half = LANES / 2; half > 0; half /= 2) {
    const order second = (lane & half) != 0; // -1 where the lane comes from the second pack
    const order upper = (lane & ~half) + (second & LANES), lower = upper + half;
    for (int i = 0; i < LANES; i++) {
      if (i & half) continue;
      const pack a = x[i], b = x[i + half];
      x[i] = shuffle(a, b, upper);
      x[i + half] = shuffle(a, b, lower);
    }
  }
}

/// X <- U^-1 X or U^-T X for a block of `size` <= LANES rows. Each solved row is eliminated from
/// the others, beginning with the last row, or with the first if transposed.
static INLINE void solve_block(int n, bool transposed, int size, const float *U, size_t l, float *x,
                               size_t lx) {
  pack column[LANES], solved[MAX_COLUMNS];
  for (int c = 0; c < n; c++) solved[c] = load_some(size, false, x + (size_t)c * lx);
  for (int j = 0; j < size; j++)
    column[j] = load_some(size, l >= LANES && j + 1 < size, U + (size_t)j * l);
  for (int j = size; j < LANES && transposed; j++) column[j] = (pack){0};
  if (transposed) transpose_block(column);
  for (int k = 0; k < size; k++) {
    const int j = transposed ? k : size - 1 - k;
    const pack factor = choose(transposed ? lane > j : lane < j, column[j]);
    for (int c = 0; c < n; c++) solved[c] -= factor * shuffle(solved[c], solved[c], (order){0} + j);
  }
  for (int c = 0; c < n; c++) memcpy(x + (size_t)c * lx, &solved[c], (size_t)size * sizeof *x);
}

/// X <- U^-1 X, X with n columns, U [m][m] with unit diagonal: from the last block to the first.
static INLINE void solve_upper(int m, int n, const float *U, size_t l, float *x, size_t lx) {
  for (int end = m, first; end > 0; end = first) {
    first = (end - 1) / LANES * LANES;
    const float *block = U + (size_t)first * l;
    solve_block(n, false, end - first, block + first, l, x + first, lx);
    subtract(first, n, end - first, block, l, x + first, lx, x, lx);
  }
}

/// X <- U^-T X: from the first block to the last.
static INLINE void solve_upper_transposed(int m, int n, const float *U, size_t l, float *x,
                                          size_t lx) {
  for (int first = 0, end; first < m; first = end) {
    end = first + LANES < m ? first + LANES : m;
    const float *block = U + (size_t)first * l;
    subtract_transposed(end - first, n, first, block, l, x, lx, x + first, lx);
    solve_block(n, true, end - first, block + first, l, x + first, lx);
  }
}

static void solve_triangle(bool transposed, int m, int n, const float *U, size_t l, float *x,
                           size_t lx) {
#define SOLVE(n)                                                                                   \
  (transposed ? solve_upper_transposed(m, n, U, l, x, lx) : solve_upper(m, n, U, l, x, lx))
  if (n == 1) SOLVE(1);
  if (n == 2) SOLVE(2);
  if (n == 3) SOLVE(3);
  if (n == 4) SOLVE(4);
#undef SOLVE
}

/// A reference to a BLAS symbol, so that the linker keeps the library.
void sgemv_(void);
__attribute__((used)) static void (*const of_library)(void) = sgemv_;

// Set once, before main.
static gb_gemm *library_sgemm;
static gb_trsm *library_strsm;

__attribute__((constructor)) static void find_library(void) {
  library_sgemm = (gb_gemm *)dlsym(RTLD_NEXT, "sgemm_");
  library_strsm = (gb_trsm *)dlsym(RTLD_NEXT, "strsm_");
}

void sgemm_(const char *transpose_a, const char *transpose_b, const int *m, const int *n,
            const int *k, const float *alpha, const float *A, const int *lda, const float *B,
            const int *ldb, const float *beta, float *C, const int *ldc) {
  const bool few = *n > 0 && *n <= MAX_COLUMNS && *transpose_b == 'N';
  const bool subtracts = few && *alpha == -1 && *beta == 1;
  const size_t la = (size_t)*lda, lb = (size_t)*ldb, lc = (size_t)*ldc;
  if (subtracts && *transpose_a == 'N')
    subtract(*m, *n, *k, A, la, B, lb, C, lc);
  else if (subtracts && *transpose_a == 'T')
    subtract_transposed(*m, *n, *k, A, la, B, lb, C, lc);
  else
    library_sgemm(transpose_a, transpose_b, m, n, k, alpha, A, lda, B, ldb, beta, C, ldc);
}

void strsm_(const char *side, const char *triangle, const char *transpose, const char *diagonal,
            const int *m, const int *n, const float *alpha, const float *A, const int *lda,
            float *B, const int *ldb) {
  const bool of_ones = *triangle == 'U' && *diagonal == 'U';
  const bool solves = *n <= MAX_COLUMNS && *side == 'L' && of_ones && *alpha == 1;
  if (solves && (*transpose == 'N' || *transpose == 'T'))
    solve_triangle(*transpose == 'T', *m, *n, A, (size_t)*lda, B, (size_t)*ldb);
  else
    library_strsm(side, triangle, transpose, diagonal, m, n, alpha, A, lda, B, ldb);
}
