/// BLAS calls with few columns. MUMPS substitutes right-hand sides by thousands of small calls of
/// STRSM and SGEMM, for which OpenBLAS copies the matrix; read where it lies, each entry once for
/// all columns, that takes about half of the time (bench/substitution.c). Double precision has
/// little to gain. All other calls go to the library: the program's symbols come before those of
/// shared libraries, and RTLD_NEXT finds theirs.
#define _GNU_SOURCE
#include "base/thin_blas.h"

#include <dlfcn.h>
#include <stdbool.h>
#include <string.h>

// Matrices lie by columns at distance `l`, those of few columns at `lx`, `ly`. Rows are taken in
// packs of a register, the last LANES of them in a pack that may overlap the one before. HOLD makes
// one load serve several uses, for each of which the compiler would repeat it.
#if defined(__AVX512F__)
enum { LANES = 16 };
#define FIRST_LANES 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15
#define HOLD(x)     __asm__("" : "+v"(x))
#elif defined(__AVX__)
enum { LANES = 8 };
#define FIRST_LANES 0, 1, 2, 3, 4, 5, 6, 7
#define HOLD(x)     __asm__("" : "+x"(x))
#else
enum { LANES = 4 };
#define FIRST_LANES 0, 1, 2, 3
#define HOLD(x)     (void)0
#endif
enum { MOST_PACKS = 4, FEW = 4 };
typedef float pack __attribute__((vector_size(LANES * sizeof(float))));
typedef int order __attribute__((vector_size(LANES * sizeof(int))));
typedef float four __attribute__((vector_size(4 * sizeof(float))));
#define INLINE inline __attribute__((always_inline)) // with numbers of columns and packs constant

static const order lane = {FIRST_LANES};

static inline pack load(const float *x) {
  pack result;
  memcpy(&result, x, sizeof result);
  return result;
}

/// Lanes where `chosen` is -1, zero where it is 0.
static inline pack choose(order chosen, pack x) {
  return (pack)((order)x & chosen);
}

/// Lanes of a, or where the order says LANES and more, of b.
static inline pack shuffle(pack a, pack b, order from) {
#ifdef __clang__
  pack result;
  for (int i = 0; i < LANES; i++) result[i] = from[i] < LANES ? a[from[i]] : b[from[i] - LANES];
  return result;
#else
  return __builtin_shuffle(a, b, from);
#endif
}

/// Where pack p of a number of rows begins.
static inline int begin(int p, int packs, int rows) {
  return p < packs - 1 ? p * LANES : rows - LANES;
}

/// The sums of four packs: pairs of lanes of two packs by turns, then of all four, four lanes at a
/// time.
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

/// Y -= A X, A [rows][k], X and Y of n columns.
static INLINE void subtract_rows(int n, int packs, int rows, int k, const float *A, size_t l,
                                 const float *x, size_t lx, float *y, size_t ly) {
  pack sum[FEW][MOST_PACKS];
  for (int c = 0; c < n; c++)
    for (int p = 0; p < packs; p++) sum[c][p] = load(y + (size_t)c * ly + begin(p, packs, rows));
  for (int j = 0; j < k; j++, A += l)
    for (int p = 0; p < packs; p++) {
      pack a = load(A + begin(p, packs, rows));
      HOLD(a);
      for (int c = 0; c < n; c++) sum[c][p] -= a * x[(size_t)c * lx + (size_t)j];
    }
  for (int c = 0; c < n; c++)
    for (int p = 0; p < packs; p++)
      memcpy(y + (size_t)c * ly + begin(p, packs, rows), &sum[c][p], sizeof sum[c][p]);
}

/// Y [m] -= A^T X, A [rows][m]: four columns of A at a time, the last ones one by one.
static INLINE void subtract_columns(int n, int packs, int rows, int m, const float *A, size_t l,
                                    const float *x, size_t lx, float *y, size_t ly) {
  pack part[FEW][MOST_PACKS], sum[FEW][4];
  for (int c = 0; c < n; c++)
    for (int p = 0; p < packs; p++) part[c][p] = load(x + (size_t)c * lx + begin(p, packs, rows));
  for (int c = 0; c < n; c++)
    part[c][packs - 1] = choose(lane >= packs * LANES - rows, part[c][packs - 1]);
  int j = 0;
  for (; j + 4 <= m; j += 4, A += 4 * l) {
    for (int i = 0; i < 4; i++)
      for (int p = 0; p < packs; p++) {
        pack a = load(A + (size_t)i * l + begin(p, packs, rows));
        HOLD(a);
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

/// The two for each number of columns and packs.
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
static product *const of_rows[FEW][MOST_PACKS] = LIST(rows);
static product *const of_columns[FEW][MOST_PACKS] = LIST(columns);

/// Y -= A X, A [m][k].
static void subtract(int m, int n, int k, const float *A, size_t l, const float *x, size_t lx,
                     float *y, size_t ly) {
  const int part = (MOST_PACKS - 1) * LANES;
  for (; m > MOST_PACKS * LANES; m -= part, A += part, y += part)
    of_rows[n - 1][MOST_PACKS - 2](part, k, A, l, x, lx, y, ly);
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
  const int part = (MOST_PACKS - 1) * LANES;
  for (; k > MOST_PACKS * LANES; k -= part, A += part, x += part)
    of_columns[n - 1][MOST_PACKS - 2](part, m, A, l, x, lx, y, ly);
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

/// The first `size` <= LANES entries of x; more are read where they are the matrix's.
static inline pack load_some(int size, bool more, const float *x) {
  if (size == LANES || more) return load(x);
  pack result = {0};
  memcpy(&result, x, (size_t)size * sizeof *x);
  return result;
}

/// Columns become rows: halves are exchanged across the diagonal, then their halves.
static INLINE void transpose_block(pack x[LANES]) {
  for (int half = LANES / 2; half > 0; half /= 2) {
    const order second = (lane & half) != 0; // -1 where from the second of two
    const order upper = (lane & ~half) + (second & LANES), lower = upper + half;
    for (int i = 0; i < LANES; i++) {
      if (i & half) continue;
      const pack a = x[i], b = x[i + half];
      x[i] = shuffle(a, b, upper);
      x[i + half] = shuffle(a, b, lower);
    }
  }
}

/// X <- U^-1 X or U^-T X for a block of `size` <= LANES rows: each solved lane is taken out of the
/// others, from the last on or from the first.
static INLINE void solve_block(int n, bool transposed, int size, const float *U, size_t l, float *x,
                               size_t lx) {
  pack column[LANES], solved[FEW];
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

/// X <- U^-1 X, X [n columns], U [m][m] with a diagonal of ones: from the last block up.
static INLINE void solve_upper(int m, int n, const float *U, size_t l, float *x, size_t lx) {
  for (int end = m, first; end > 0; end = first) {
    first = (end - 1) / LANES * LANES;
    const float *block = U + (size_t)first * l;
    solve_block(n, false, end - first, block + first, l, x + first, lx);
    subtract(first, n, end - first, block, l, x + first, lx, x, lx);
  }
}

/// X <- U^-T X: from the first block down.
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
  const bool few = *n > 0 && *n <= FEW && *transpose_b == 'N';
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
  const bool solves = *n <= FEW && *side == 'L' && of_ones && *alpha == 1;
  if (solves && (*transpose == 'N' || *transpose == 'T'))
    solve_triangle(*transpose == 'T', *m, *n, A, (size_t)*lda, B, (size_t)*ldb);
  else
    library_strsm(side, triangle, transpose, diagonal, m, n, alpha, A, lda, B, ldb);
}
