/// Claim: both backends solve symmetric indefinite and complex symmetric systems with zeros on the
/// diagonal, several right-hand sides at once, again after a second factorisation, on any number of
/// ranks of which one may own nothing; a singular matrix is said to be one.
// ranks: 1 2 3
#include "tests/unit/twice/probe.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

static void check(const gb_probe *build, gb_probe_factor task) {
  gb_error error = {0};
  double difference;
  for (int dense = 0; dense < 2; dense++) {
    task.dense = dense;
    assert_int_equal(build->factor(&task, &difference, &error), GB_OK);
    if (difference >= 1e-9) print_error("dense %d: error %.1e\n", dense, difference);
    assert_true(difference < 1e-9);
  }
}

static void solutions_are_known(void **state) {
  (void)state;
  const int sizes[] = {3, 6, 17, 120};
  for (int i = 0; i < 4; i++)
    for (int sides = 1; sides <= 3; sides += 2)
      for (double spread = 1; spread < 1e13; spread *= 1e6) {
        const gb_probe_factor task = {.size = sizes[i], .sides = sides, .spread = spread};
        check(&gb_probe_real, task);
        check(&gb_probe_complex, task);
      }
}

static void singular_is_said(void **state) {
  (void)state;
  const double spreads[] = {1e-8, 1, 1e8};
  for (int i = 0; i < 3; i++) {
    const gb_probe_factor task = {
        .dense = true, .size = 30, .sides = 1, .singular = true, .spread = spreads[i]};
    const gb_probe *const builds[] = {&gb_probe_real, &gb_probe_complex};
    for (int b = 0; b < 2; b++) {
      gb_error error = {0};
      double difference;
      assert_int_equal(builds[b]->factor(&task, &difference, &error), GB_SINGULAR);
      assert_non_null(strstr(error.message, "operator of 30 unknowns is singular"));
    }
  }
}

int main(int count, char **arguments) {
  MPI_Init(&count, &arguments);
  cmocka_set_message_output(CM_OUTPUT_TAP);
  const struct CMUnitTest tests[] = {cmocka_unit_test(solutions_are_known),
                                     cmocka_unit_test(singular_is_said)};
  const int failures = cmocka_run_group_tests(tests, NULL, NULL);
  MPI_Finalize();
  return failures;
}
