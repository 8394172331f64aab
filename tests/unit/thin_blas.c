/// Claim: products and triangular solves with few columns are those of the definition for every
/// size around the packs, leave what lies between columns alone, and all other calls are the
/// library's.
// ranks: 1
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

#include "base/thin_blas.h"

enum { MOST = 130, SPARE = 3, LEAD = MOST + SPARE, COLUMNS = 6 };
static const float ONE = 1, MINUS = -1;

typedef struct numbers {
  float A[LEAD * LEAD], X[LEAD * COLUMNS], Y[LEAD * COLUMNS], found[LEAD * COLUMNS];
} numbers;

static void fill(size_t count, float x[]) {
  for (size_t i = 0; i < count; i++) x[i] = (float)rand() / (float)RAND_MAX - 0.5F;
}

static numbers *make(void) {
  numbers *s = malloc(sizeof *s);
  assert_non_null(s);
  srand(1);
  fill(LEAD * LEAD, s->A);
  fill(LEAD * COLUMNS, s->X);
  fill(LEAD * COLUMNS, s->Y);
  return s;
}

static float entry(const numbers *s, bool transposed, int i, int j) {
  return transposed ? s->A[i * LEAD + j] : s->A[j * LEAD + i];
}

/// found = Y + alpha op(A) X, and the rows beyond m as they were.
static void check_product(numbers *s, bool transposed, int m, int n, int k, float alpha) {
  const int lead = LEAD;
  for (int i = 0; i < LEAD * COLUMNS; i++) s->found[i] = s->Y[i];
  sgemm_(transposed ? "T" : "N", "N", &m, &n, &k, &alpha, s->A, &lead, s->X, &lead, &ONE, s->found,
         &lead);
  for (int c = 0; c < COLUMNS; c++)
    for (int i = 0; i < LEAD; i++) {
      double sum = s->Y[c * LEAD + i];
      for (int j = 0; j < k && i < m && c < n; j++)
        sum += (double)alpha * entry(s, transposed, i, j) * s->X[c * LEAD + j];
      assert_true(fabs(sum - s->found[c * LEAD + i]) <= (i < m && c < n ? 1e-5 : 0));
    }
}

static void test_products(void **unused) {
  (void)unused;
  numbers *s = make();
  for (int m = 0; m <= MOST; m += m < 36 || (m + 2) % 16 < 3 ? 1 : 7)
    for (int k = 0; k <= MOST; k += k < 36 || (k + 2) % 16 < 3 ? 1 : 7)
      for (int n = 0; n <= 4; n++)
        for (int transposed = 0; transposed < 2; transposed++)
          check_product(s, transposed, m, n, k, MINUS);
  check_product(s, false, 40, 5, 50, MINUS);
  check_product(s, true, 40, 6, 50, MINUS);
  check_product(s, true, 40, 1, 50, 0.5F);
  free(s);
}

/// U found = X for the upper triangle with a diagonal of ones; the rows beyond m as they were. Rows
/// of U are small, so that their solutions stay as large as X.
static void check_triangle(numbers *s, const char *transpose, int m, int n) {
  const int lead = LEAD;
  for (int i = 0; i < LEAD * COLUMNS; i++) s->found[i] = s->X[i];
  strsm_("L", "U", transpose, "U", &m, &n, &ONE, s->A, &lead, s->found, &lead);
  for (int c = 0; c < COLUMNS; c++)
    for (int i = 0; i < LEAD; i++) {
      double sum = s->found[c * LEAD + i];
      const bool solved = i < m && c < n;
      for (int j = 0; j < m && solved; j++)
        if (*transpose == 'N' ? j > i : j < i)
          sum += entry(s, *transpose == 'T', i, j) * s->found[c * LEAD + j];
      assert_true(fabs(sum - s->X[c * LEAD + i]) <= (solved ? 1e-5 : 0));
    }
}

static void test_triangles(void **unused) {
  (void)unused;
  numbers *s = make();
  for (int i = 0; i < LEAD * LEAD; i++) s->A[i] /= 10;
  for (int m = 0; m <= MOST; m += m < 70 ? 1 : 7)
    for (int n = 0; n <= COLUMNS; n++) {
      check_triangle(s, "N", m, n);
      check_triangle(s, "T", m, n);
    }
  free(s);
}

/// Matrices without room beyond their last entry, which a checker of memory sees, of every lead.
static void test_tight_triangles(void **unused) {
  (void)unused;
  for (int m = 1; m <= 40; m++)
    for (int transposed = 0; transposed < 2; transposed++) {
      const size_t size = (size_t)m;
      const int n = 3;
      float *U = malloc(size * size * sizeof *U), *x = malloc(3 * size * sizeof *x);
      assert_non_null(U);
      assert_non_null(x);
      for (size_t i = 0; i < size * size; i++) U[i] = i % size < i / size ? 0.1F : NAN;
      for (size_t i = 0; i < 3 * size; i++) x[i] = 1;
      strsm_("L", "U", transposed ? "T" : "N", "U", &m, &n, &ONE, U, &m, x, &m);
      // x_i = 1 - 0.1 times the sum of those before it: 0.9^i
      for (size_t c = 0; c < 3; c++)
        for (size_t i = 0; i < size; i++)
          assert_true(fabs(x[c * size + (transposed ? i : size - 1 - i)] - pow(0.9, (double)i)) <=
                      1e-5);
      free(U);
      free(x);
    }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_products),
                                     cmocka_unit_test(test_triangles),
                                     cmocka_unit_test(test_tight_triangles)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
