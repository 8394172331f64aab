/// Claim: the binomial schedule needs the least number of advances, by its formula, by dynamic
/// programming over all schedules, and counted on the schedule itself; blocks cut a march without
/// gaps.
// ranks: 1
#include "restart/schedule.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

enum { MOST_STATES = 160, MOST_PLACES = 24 };

static int64_t least(int64_t a, int64_t b) {
  return a < b ? a : b;
}

/// Of all ways to choose the next state to keep, [places][states].
static int64_t by_programming[MOST_PLACES + 1][MOST_STATES + 1];

static void fill_programming(void) {
  for (int s = 1; s <= MOST_PLACES; s++)
    for (int n = 1; n <= MOST_STATES; n++) {
      int64_t *best = &by_programming[s][n];
      *best = (int64_t)n * (n - 1) / 2;
      for (int d = 1; s > 1 && d < n; d++)
        *best = least(*best, d + by_programming[s][d] + by_programming[s - 1][n - d]);
    }
}

/// The advances that the strides give.
static int64_t by_strides(int64_t n, int64_t s) {
  if (n == 1) return 0;
  const int64_t d = gb_schedule_stride(n, s);
  assert_true(d >= 1 && d < n);
  if (s == 1) assert_int_equal(d, n - 1);
  return d + by_strides(d, s) + (n - d > 1 ? by_strides(n - d, s - 1) : 0);
}

static void advances_are_least(void **state) {
  (void)state;
  fill_programming();
  for (int s = 1; s <= MOST_PLACES; s++)
    for (int n = 1; n <= MOST_STATES; n++) {
      assert_int_equal(gb_schedule_advances(n, s), by_programming[s][n]);
      assert_int_equal(by_strides(n, s), by_programming[s][n]);
    }
}

/// Values of Griewank & Walther's formula worked by hand: beta(10, 4) = 1001 states are the most
/// that ten places bring back in four passes, 4 * 1001 - beta(11, 3) = 3640.
static void large_numbers_hold(void **state) {
  (void)state;
  assert_int_equal(gb_schedule_advances(1001, 10), 3640);
  assert_int_equal(gb_schedule_advances(501, 5), 2583);
  assert_int_equal(gb_schedule_advances(1000000, 1000000), 999999);
  assert_int_equal(gb_schedule_advances(1000000, 999999), 999999);
  assert_int_equal(gb_schedule_advances(1000000, 1), 499999500000);
  assert_int_equal(by_strides(1001, 10), 3640);
  assert_true(gb_schedule_stride(1000000, 100) < 1000000);
}

static void blocks_have_no_gaps(void **state) {
  (void)state;
  for (int first = 1; first <= 9; first += 4)
    for (int size = 1; size <= 4; size++)
      for (int64_t points = first; points < first + 12; points++) {
        const gb_blocks blocks = {.stages = points, .first = first, .size = size, .window = 1};
        const int64_t count = gb_blocks_count(&blocks);
        int64_t before = -1;
        for (int64_t block = 0; block < count; block++) {
          const int64_t last = gb_blocks_last(&blocks, block);
          assert_int_equal(last - before, gb_blocks_length(&blocks, block));
          assert_true(last > before);
          for (int64_t k = before + 1; k <= last; k++)
            assert_int_equal(gb_blocks_of(&blocks, k), block);
          before = last;
        }
        assert_int_equal(before, points - 1);
      }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(advances_are_least),
      cmocka_unit_test(large_numbers_hold),
      cmocka_unit_test(blocks_have_no_gaps),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
