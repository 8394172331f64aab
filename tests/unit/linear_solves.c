/// Claim: several right-hand sides of symmetric and unsymmetric systems are solved to the
/// tolerance, transposed or not, over any number of ranks; a zero right-hand side gives zero;
/// multipliers are right however small they are, and end no solve too late where they are nothing
/// but round-off; round-off of the product ends a solve; systems that need more corrections than
/// pairs converge; a kind of factor that contracts badly at its very state is rejected, and nothing
/// else is; a solver that cannot go on says so.
// ranks: 1 2
#include "solve/anderson.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { SIZE = 60, SIDES = 4 };

/// A dense system whose rows are spread over the ranks.
typedef struct dense {
  gb_system system;
  int first, own;
  double matrix[SIZE][SIZE], inverse[SIZE]; ///< inverse: a diagonal preconditioner
  gb_preconditioner_kind kind;
  int products, factorisations, rejections;
} dense;

static double random_number(unsigned *seed) {
  *seed = *seed * 1103515245u + 12345u;
  return (double)(*seed >> 8) / (1 << 24) - 0.5;
}

static void gather(const dense *s, const double *part, double *all) {
  memset(all, 0, SIZE * sizeof *all);
  memcpy(all + s->first, part, (size_t)s->own * sizeof *part);
  MPI_Allreduce(MPI_IN_PLACE, all, SIZE, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
}

static int product(gb_system *system, const gb_operator *A, int count, const gb_scalar *x,
                   gb_scalar *y, gb_error *error) {
  (void)error;
  dense *s = system->data;
  s->products++;
  for (int c = 0; c < count; c++) {
    double all[SIZE];
    gather(s, x + c * s->own, all);
    for (int i = 0; i < s->own; i++) {
      double sum = 0;
      for (int j = 0; j < SIZE; j++)
        sum += (A->transpose ? s->matrix[j][s->first + i] : s->matrix[s->first + i][j]) * all[j];
      y[c * s->own + i] = sum;
    }
  }
  return GB_OK;
}

static int precondition(gb_system *system, const gb_operator *A, int count, gb_scalar *x,
                        gb_error *error) {
  (void)A, (void)error;
  const dense *s = system->data;
  for (int c = 0; c < count; c++)
    for (int i = 0; i < s->own; i++) x[c * s->own + i] *= s->inverse[s->first + i];
  return GB_OK;
}

static gb_preconditioner_kind preconditioner(gb_system *system, const double sigma[3]) {
  (void)sigma;
  return ((const dense *)system->data)->kind;
}

static int sum(gb_system *system, int count, gb_scalar *values, gb_error *error) {
  (void)system, (void)error;
  MPI_Allreduce(MPI_IN_PLACE, values, count, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
  return GB_OK;
}

static double refactor_cost(gb_system *system, const double sigma[3]) {
  (void)system, (void)sigma;
  return 10;
}

static int refactor(gb_system *system, const double sigma[3], const gb_state *state,
                    gb_error *error) {
  (void)sigma, (void)state, (void)error;
  dense *s = system->data;
  s->factorisations++;
  for (int i = 0; i < SIZE; i++) s->inverse[i] = 1 / s->matrix[i][i];
  return GB_OK;
}

static bool reject(gb_system *system, const double sigma[3]) {
  (void)sigma;
  return ++((dense *)system->data)->rejections == 0;
}

static const gb_system_operations operations = {.product = product,
                                                .preconditioner = preconditioner,
                                                .precondition = precondition,
                                                .refactor = refactor,
                                                .reject = reject,
                                                .refactor_cost = refactor_cost,
                                                .sum = sum};

/// Diagonal 1 to SIZE times `spread`, the rest random of size `rest`.
static void start(dense *s, double spread, double rest, bool symmetric) {
  int rank, ranks;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  memset(s, 0, sizeof *s);
  s->kind = GB_PRECONDITIONER_DIAGONAL;
  s->first = SIZE * rank / ranks;
  s->own = SIZE * (rank + 1) / ranks - s->first;
  unsigned seed = 7;
  for (int i = 0; i < SIZE; i++)
    for (int j = 0; j < SIZE; j++)
      s->matrix[i][j] = symmetric && j < i ? s->matrix[j][i] : rest * random_number(&seed);
  for (int i = 0; i < SIZE; i++) {
    s->matrix[i][i] += 1 + spread * i;
    s->inverse[i] = 1 / (1 + spread * i);
  }
  s->system = (gb_system){.op = &operations, .data = s, .n = s->own - 1, .m = 1};
}

/// The largest relative residual of the sides.
static double residual(dense *s, bool transpose, const double *b, const double *x) {
  double y[SIDES * SIZE], worst = 0;
  gb_error error = {0};
  product(&s->system, &(gb_operator){.transpose = transpose}, SIDES, x, y, &error);
  for (int c = 0; c < SIDES; c++) {
    double sums[2] = {0};
    for (int i = 0; i < s->own; i++) {
      sums[0] += pow(b[c * s->own + i] - y[c * s->own + i], 2);
      sums[1] += pow(b[c * s->own + i], 2);
    }
    MPI_Allreduce(MPI_IN_PLACE, sums, 2, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    if (sums[1] > 0) worst = fmax(worst, sqrt(sums[0] / sums[1]));
  }
  return worst;
}

/// Right-hand sides of very different size; the second is zero.
static void right_sides(const dense *s, double *b) {
  unsigned seed = 3;
  for (int c = 0; c < SIDES; c++)
    for (int i = 0; i < SIZE; i++) {
      const double value = c == 1 ? 0 : pow(1e5, c) * random_number(&seed);
      if (i >= s->first && i < s->first + s->own) b[c * s->own + i - s->first] = value;
    }
}

static int solve(dense *s, bool transpose, const double *b, double *x, int *iterations) {
  const double sigma[3] = {1, 0, 0};
  gb_error error = {0};
  gb_anderson *pairs;
  GB_SCRATCH(scratch);
  const gb_linear_equations equations = {
      .A = {sigma, NULL, transpose}, .count = SIDES, .b = b, .tolerance = 1e-13};
  gb_linear_report report;
  assert_int_equal(gb_anderson_create(&s->system, &scratch, 48, SIDES, &pairs, &error), GB_OK);
  const int status = gb_anderson_solve(pairs, &equations, x, NULL, &report, &error);
  assert_int_equal(status, error.status);
  *iterations = report.iterations;
  assert_int_equal(report.factorisations, s->factorisations);
  return status;
}

static void systems_are_solved_to_the_tolerance(void **state) {
  (void)state;
  dense s;
  double b[SIDES * SIZE], x[SIDES * SIZE];
  for (int symmetric = 0; symmetric < 2; symmetric++)
    for (int transpose = 0; transpose < 2; transpose++) {
      int iterations;
      start(&s, 1, 0.3, symmetric);
      right_sides(&s, b);
      assert_int_equal(solve(&s, transpose, b, x, &iterations), GB_OK);
      assert_true(iterations < 30);
      assert_true(residual(&s, transpose, b, x) < 2e-13);
      for (int i = 0; i < s.own; i++) assert_true(x[s.own + i] == 0);
    }
}

/// A diagonal system whose multipliers, the last unknown of each rank, are smaller by a factor than
/// the unknowns and slower to converge: they are right all the same.
static void small_multipliers_are_right(void **state) {
  (void)state;
  const double size[] = {1, 1e-10, 1e10};
  dense s;
  double b[SIDES * SIZE], x[SIDES * SIZE];
  for (int k = 0; k < 3; k++) {
    int iterations;
    start(&s, 1, 0, true);
    s.kind = GB_PRECONDITIONER_FACTOR;
    right_sides(&s, b);
    const int last = s.first + s.own - 1;
    s.inverse[last] *= 0.7;
    for (int c = 0; c < SIDES; c++) b[c * s.own + s.own - 1] *= size[k];
    assert_int_equal(solve(&s, false, b, x, &iterations), GB_OK);
    for (int i = 0; i < SIDES * s.own; i++) {
      const double exact = b[i] / s.matrix[s.first + i % s.own][s.first + i % s.own];
      assert_true(fabs(x[i] - exact) <= 1e-10 * fabs(exact));
    }
  }
}

typedef int product_function(gb_system *, const gb_operator *, int, const gb_scalar *, gb_scalar *,
                             gb_error *);

/// Start a symmetric system with a factor, another product and right-hand sides.
/// @param op memory for its operations
static void start_with(dense *s, double rest, product_function *other, gb_system_operations *op,
                       double *b) {
  *op = operations;
  op->product = other;
  start(s, 1, rest, true);
  s->kind = GB_PRECONDITIONER_FACTOR;
  s->system.op = op;
  right_sides(s, b);
}

/// The product with round-off of large forces in the rows of the multipliers.
static int noisy_product(gb_system *system, const gb_operator *A, int count, const gb_scalar *x,
                         gb_scalar *y, gb_error *error) {
  const dense *s = system->data;
  unsigned seed = (unsigned)s->products;
  GB_TRY(product(system, A, count, x, y, error));
  for (int c = 0; c < count; c++)
    y[(c + 1) * s->own - 1] += 1e-6 * random_number(&seed) * x[c * s->own];
  return GB_OK;
}

/// Multipliers that are zero in the solution are round-off of the forces in their rows, which never
/// shrinks: the solve ends when the unknowns are right.
static void multipliers_of_round_off_end_the_solve(void **state) {
  (void)state;
  dense s;
  double b[SIDES * SIZE], x[SIDES * SIZE];
  int iterations;
  gb_system_operations noisy;
  start_with(&s, 0, noisy_product, &noisy, b);
  for (int c = 0; c < SIDES; c++) b[(c + 1) * s.own - 1] = 0;
  assert_int_equal(solve(&s, false, b, x, &iterations), GB_OK);
  assert_true(iterations < 20);
  for (int i = 0; i < SIDES * s.own; i++) {
    const int row = s.first + i % s.own;
    const double exact = b[i] / s.matrix[row][row];
    assert_true(fabs(x[i] - exact) <=
                (row == s.first + s.own - 1 ? 1e-6 * pow(1e5, i / s.own) : 1e-12 * fabs(exact)));
  }
}

/// The product with terms that cancel, as those of slender elements do: its round-off is 1e5 times
/// that of the unknowns.
static int cancelling_product(gb_system *system, const gb_operator *A, int count,
                              const gb_scalar *x, gb_scalar *y, gb_error *error) {
  const dense *s = system->data;
  GB_TRY(product(system, A, count, x, y, error));
  for (int i = 0; i < count * s->own; i++) {
    const double force = 1e5 * x[i];
    volatile double sum = y[i] + force;
    y[i] = sum - force;
  }
  return GB_OK;
}

/// Corrections of the size of the product's round-off end the solve, and make no new factor.
static void round_off_of_the_product_ends_the_solve(void **state) {
  (void)state;
  dense s;
  double b[SIDES * SIZE], x[SIDES * SIZE];
  int iterations;
  gb_system_operations cancelling;
  start_with(&s, 0.1, cancelling_product, &cancelling, b);
  assert_int_equal(solve(&s, false, b, x, &iterations), GB_OK);
  assert_int_equal(s.factorisations + s.rejections, 0);
  assert_in_range(iterations, 5, 12);
  assert_true(residual(&s, false, b, x) < 1e-10);
}

/// Without a preconditioner worth the name the pairs are full before the tolerance is met.
static void more_corrections_than_pairs_converge(void **state) {
  (void)state;
  dense s;
  double b[SIDES * SIZE], x[SIDES * SIZE];
  int iterations;
  start(&s, 0.3, 0.1, true);
  for (int i = 0; i < SIZE; i++) s.inverse[i] = 1;
  right_sides(&s, b);
  assert_int_equal(solve(&s, false, b, x, &iterations), GB_OK);
  assert_true(iterations > 30);
  assert_true(residual(&s, false, b, x) < 1e-12);
}

static void an_exact_preconditioner_needs_two_applications(void **state) {
  (void)state;
  dense s;
  double b[SIDES * SIZE], x[SIDES * SIZE];
  int iterations;
  start(&s, 1, 0, true);
  s.kind = GB_PRECONDITIONER_FACTOR;
  right_sides(&s, b);
  assert_int_equal(solve(&s, false, b, x, &iterations), GB_OK);
  assert_int_equal(iterations, 2); // the second confirms
  assert_int_equal(s.products, 1);
  assert_int_equal(s.factorisations + s.rejections, 0);
}

/// A factor of another operator is renewed; that of this one, which contracts by 0.7, is rejected
/// once it is made, in vain here: corrections go on. A first right-hand side of zeros, which is
/// solved at once, does not hide the others.
static void a_factor_that_is_worn_is_renewed_once(void **state) {
  (void)state;
  dense s;
  double b[SIDES * SIZE], x[SIDES * SIZE];
  int iterations;
  for (int zeros = 0; zeros < 2; zeros++) {
    start(&s, 1, 0.3, false);
    s.kind = GB_PRECONDITIONER_FACTOR;
    for (int i = 0; i < SIZE; i++) s.inverse[i] *= 1 + (i % 7);
    right_sides(&s, b);
    for (int i = 0; i < s.own && zeros; i++) b[i] = 0;
    assert_int_equal(solve(&s, false, b, x, &iterations), GB_OK);
    assert_int_equal(s.factorisations, 1);
    assert_true(residual(&s, false, b, x) < 2e-13);
  }
}

static void a_singular_system_is_reported(void **state) {
  (void)state;
  dense s;
  double b[SIDES * SIZE], x[SIDES * SIZE];
  int iterations;
  start(&s, 1, 0.3, false);
  memset(s.matrix[SIZE / 3], 0, sizeof s.matrix[0]);
  right_sides(&s, b);
  assert_int_equal(solve(&s, false, b, x, &iterations), GB_DIVERGED);
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(systems_are_solved_to_the_tolerance),
      cmocka_unit_test(small_multipliers_are_right),
      cmocka_unit_test(multipliers_of_round_off_end_the_solve),
      cmocka_unit_test(round_off_of_the_product_ends_the_solve),
      cmocka_unit_test(more_corrections_than_pairs_converge),
      cmocka_unit_test(an_exact_preconditioner_needs_two_applications),
      cmocka_unit_test(a_factor_that_is_worn_is_renewed_once),
      cmocka_unit_test(a_singular_system_is_reported),
  };
  const int failures = cmocka_run_group_tests(tests, NULL, NULL);
  MPI_Finalize();
  return failures;
}
