/// Claim: all backends solve symmetric indefinite and complex symmetric systems with zeros on the
/// diagonal, the dense and the sparse one also others and their transposes, several right-hand
/// sides at once, again after a second factorisation, on any number of ranks of which one may own
/// nothing and one have no unknown for itself; a singular matrix is said to be one, and one of
/// light unknowns is not; so it is where pivots are taken as they come; all count the same negative
/// eigenvalues, those of a dominant diagonal where there is one.
// ranks: 1 2 3 4
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
  for (int i = 0; i < PROBE_BACKENDS; i++) {
    task.backend = (gb_probe_backend)i;
    assert_int_equal(build->factor(&task, &difference, &error), GB_OK);
    if (difference >= 1e-9)
      print_error("size %d, backend %d: error %.1e\n", task.size, i, difference);
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

static void some_need_not_be_symmetric(void **state) {
  (void)state;
  const gb_probe *const builds[] = {&gb_probe_real, &gb_probe_complex};
  for (int i = 0; i < 64; i++) {
    const gb_probe_factor task = {.backend = i / 8 % 2 ? PROBE_SPARSE : PROBE_DENSE,
                                  .size = i / 16 % 2 ? 17 : 120,
                                  .sides = 3,
                                  .skew = true,
                                  .banded = i / 32,
                                  .changes = i / 32,
                                  .transpose = i % 2,
                                  .spread = i / 2 % 2 ? 1e6 : 1};
    gb_error error = {0};
    double difference;
    assert_int_equal(builds[i / 4 % 2]->factor(&task, &difference, &error), GB_OK);
    assert_true(difference < 1e-9);
  }
}

/// Zeros of the values are others at the second factorisation.
static void zeros_come_and_go(void **state) {
  (void)state;
  for (int i = 0; i < 8; i++) {
    const gb_probe_factor task = {.size = i % 2 ? 120 : 17,
                                  .sides = 3,
                                  .banded = i / 2 % 2,
                                  .changes = true,
                                  .spread = i / 4 ? 1e6 : 1};
    check(&gb_probe_real, task);
    check(&gb_probe_complex, task);
  }
}

/// Where no pivot is searched for, those of either sign do, and a vanishing one is singular.
static void pivots_come_as_they_are(void **state) {
  (void)state;
  for (int banded = 0; banded < 2; banded++) {
    gb_probe_factor task = {.size = 120, .sides = 3, .spread = 1e6, .banded = banded};
    task.definite = true;
    check(&gb_probe_real, task);
    check(&gb_probe_complex, task);
    gb_error error = {0};
    double difference;
    task.singular = true;
    for (int i = 0; i < PROBE_BACKENDS; i++) {
      task.backend = (gb_probe_backend)i;
      assert_int_equal(gb_probe_real.factor(&task, &difference, &error), GB_SINGULAR);
    }
  }
}

/// Ranks eliminate interiors of their own; the last of four ranks has none, for all its diagonal is
/// zero.
static void ranks_have_parts(void **state) {
  (void)state;
  const int sizes[] = {6, 17, 120};
  for (int i = 0; i < 3; i++)
    for (int sides = 1; sides <= 3; sides += 2)
      for (int stuck = 0; stuck < 2; stuck++) {
        const gb_probe_factor task = {.size = sizes[i],
                                      .sides = sides,
                                      .spread = stuck ? 1 : 1e12,
                                      .banded = true,
                                      .stuck = stuck};
        check(&gb_probe_real, task);
        check(&gb_probe_complex, task);
      }
}

static void singular_is_said(void **state) {
  (void)state;
  const gb_probe *const builds[] = {&gb_probe_real, &gb_probe_complex};
  const gb_probe_backend backends[] = {PROBE_DENSE, PROBE_PARTED, PROBE_SPARSE, PROBE_GATHERED};
  for (int i = 0; i < 24; i++) {
    const gb_probe_factor task = {.backend = backends[i / 6],
                                  .size = 30,
                                  .sides = 1,
                                  .singular = true,
                                  .spread = pow(10, 8 * (i % 3 - 1))};
    gb_error error = {0};
    double difference;
    assert_int_equal(builds[i / 3 % 2]->factor(&task, &difference, &error), GB_SINGULAR);
    assert_non_null(strstr(error.message, "operator of 30 unknowns is singular"));
  }
}

/// Light unknowns beside a multiplier, as directors of slender beams in large units of length, have
/// small pivots where the largest entries of rows and columns are alike.
static void light_unknowns_are_not_singular(void **state) {
  (void)state;
  const gb_probe *const builds[] = {&gb_probe_real, &gb_probe_complex};
  for (int i = 0; i < 4; i++) {
    const gb_probe_factor task = {.backend = i / 2 ? PROBE_SPARSE : PROBE_DENSE,
                                  .size = 30,
                                  .sides = 3,
                                  .light = true,
                                  .spread = 1e-9};
    gb_error error = {0};
    double difference;
    assert_int_equal(builds[i % 2]->factor(&task, &difference, &error), GB_OK);
    assert_true(difference < 1e-9);
  }
}

static void negative_ones_are_counted(void **state) {
  (void)state;
  const int sizes[] = {3, 17, 120};
  for (int i = 0; i < 24; i++) {
    const bool dominant = i % 2;
    int64_t found[PROBE_BACKENDS];
    for (int b = 0; b < PROBE_BACKENDS; b++) {
      const gb_probe_factor task = {.backend = (gb_probe_backend)b,
                                    .size = sizes[i / 8],
                                    .sides = 1,
                                    .banded = i / 2 % 2,
                                    .definite = dominant,
                                    .changes = i % 3 > 0,
                                    .spread = i / 4 % 2 ? 1e6 : 1,
                                    .negative = &found[b]};
      gb_error error = {0};
      double difference;
      assert_int_equal(gb_probe_real.factor(&task, &difference, &error), GB_OK);
      assert_int_equal(found[b], found[0]);
    }
    int expected = 0;
    for (int k = 0; k < sizes[i / 8]; k++) expected += 3 * k > 2 * sizes[i / 8];
    if (dominant) assert_int_equal(found[0], expected);
  }
}

int main(int count, char **arguments) {
  MPI_Init(&count, &arguments);
  cmocka_set_message_output(CM_OUTPUT_TAP);
  const struct CMUnitTest tests[] = {cmocka_unit_test(solutions_are_known),
                                     cmocka_unit_test(pivots_come_as_they_are),
                                     cmocka_unit_test(ranks_have_parts),
                                     cmocka_unit_test(singular_is_said),
                                     cmocka_unit_test(negative_ones_are_counted),
                                     cmocka_unit_test(some_need_not_be_symmetric),
                                     cmocka_unit_test(zeros_come_and_go),
                                     cmocka_unit_test(light_unknowns_are_not_singular)};
  const int failures = cmocka_run_group_tests(tests, NULL, NULL);
  MPI_Finalize();
  return failures;
}
