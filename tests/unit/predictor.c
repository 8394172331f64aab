/// Claim: guesses take the degree of the motion up to five, exactly for polynomials, and fall back
/// to the last value where points jump; another sigma, another place or a forgotten past leaves w
/// as it is.
// ranks: 1
#include "integrators/predictor.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

enum { UNKNOWNS = 2, MULTIPLIERS = 1, LENGTH = UNKNOWNS + MULTIPLIERS };

static const double sigma[GB_COMPONENTS] = {1e-4, 1e-2, 1, 0},
                    other[GB_COMPONENTS] = {1e-6, 1e-3, 1, 0};

static int sum(gb_system *system, int count, gb_scalar *values, gb_error *error) {
  (void)system, (void)count, (void)values, (void)error;
  return GB_OK;
}

static const gb_system_operations operations = {.sum = sum};

static gb_predictor *start(gb_system *system) {
  gb_error error = {0};
  gb_predictor *predictor;
  *system = (gb_system){.op = &operations, .n = UNKNOWNS, .m = MULTIPLIERS};
  assert_int_equal(gb_predictor_create(system, 2, &predictor, &error), GB_OK);
  return predictor;
}

/// Guess and learn one point of w_i = (i + 1) f.
/// @return the guess's error relative to f, from the worst unknown
static double step(gb_predictor *predictor, int place, const double by[GB_COMPONENTS], double f) {
  gb_error error = {0};
  gb_scalar w[LENGTH] = {0};
  double worst = 0;
  gb_predictor_guess(predictor, place, by, w);
  for (int i = 0; i < LENGTH; i++) {
    worst = fmax(worst, fabs(w[i] - (i + 1) * f) / ((i + 1) * fabs(f)));
    w[i] = (i + 1) * f;
  }
  assert_int_equal(gb_predictor_add(predictor, place, w, &error), GB_OK);
  return worst;
}

static void polynomials_are_guessed_exactly(void **state) {
  (void)state;
  gb_system system;
  for (int degree = 0; degree <= 5; degree++) {
    gb_predictor *predictor = start(&system);
    for (int k = 0; k < 12; k++) {
      const double error = step(predictor, 1, sigma, 1 + pow(0.3 * k, degree));
      if (k > degree + 1) assert_true(error < 1e-12);
    }
    gb_predictor_destroy(&predictor);
  }
}

static void smooth_motion_is_guessed_better_than_by_its_last_value(void **state) {
  (void)state;
  gb_system system;
  gb_predictor *predictor = start(&system);
  for (int k = 0; k < 40; k++) {
    const double error = step(predictor, 0, sigma, 2 + sin(0.05 * k));
    if (k > 7) assert_true(error < 1e-6);
  }
  gb_predictor_destroy(&predictor);
}

static void jumps_are_guessed_by_the_last_value(void **state) {
  (void)state;
  gb_system system;
  gb_predictor *predictor = start(&system);
  for (int k = 0; k < 20; k++) {
    const double error = step(predictor, 0, sigma, k % 2 ? 1.25 : 1);
    if (k > 0) assert_true(error <= 0.25);
  }
  gb_predictor_destroy(&predictor);
}

static void another_past_is_no_past(void **state) {
  (void)state;
  gb_system system;
  gb_predictor *predictor = start(&system);
  for (int k = 0; k < 5; k++) step(predictor, 0, sigma, 3);
  assert_true(step(predictor, 0, sigma, 3) == 0);
  assert_true(step(predictor, 1, sigma, 3) == 1);
  assert_true(step(predictor, 7, sigma, 3) == 1); // beyond its places
  assert_true(step(predictor, 0, other, 3) == 1);
  assert_true(step(predictor, 0, other, 3) == 0);
  gb_predictor_forget(predictor);
  assert_true(step(predictor, 0, other, 3) == 1);
  gb_predictor_destroy(&predictor);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(polynomials_are_guessed_exactly),
      cmocka_unit_test(smooth_motion_is_guessed_better_than_by_its_last_value),
      cmocka_unit_test(jumps_are_guessed_by_the_last_value),
      cmocka_unit_test(another_past_is_no_past),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
