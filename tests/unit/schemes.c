/// Claim: every scheme's weights integrate constants exactly (the trapezoid rule linear functions
/// too), every point uses existing points only, any point can be asked for at any time in tables of
/// any length, and settings that no scheme takes are refused.
// ranks: 1
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "tests/unit/scheme_tables.h"

static bool is_multi_step(const gb_scheme *scheme) {
  return scheme->need > 1;
}

static void check_weights(const gb_table *table, double h, int steps, bool linear) {
  double ones = 0, times = 0;
  for (int64_t k = 0; k < gb_table_stages(table); k++) {
    gb_stage point;
    gb_table_stage(table, k, &point);
    ones += point.weight;
    times += point.weight * point.t;
  }
  const double T = h * steps;
  assert_true(fabs(ones - T) < 1e-13);
  if (linear) assert_true(fabs(times - T * T / 2) < 1e-13);
}

static void weights_integrate_constants(void **state) {
  (void)state;
  const gb_scheme *scheme;
  for (int i = 0; (scheme = gb_scheme_at(i)); i++)
    for (int steps = 1; steps <= 12; steps++)
      for (int start = 0; start <= is_multi_step(scheme); start++)
        for (int rule = 0; rule < 2; rule++) {
          gb_time_settings time = settings(scheme->name, 0.1, steps);
          time.start = start ? "dirk" : "ramp";
          time.quadrature = rule ? "rectangle" : "trapezoid";
          gb_table *table = table_of(time);
          // The steps of a starter use its own weights, of order 2 at least.
          if (scheme->order > 0) check_weights(table, 0.1, steps, rule == 0 || scheme->weighted);
          gb_table_destroy(&table);
        }
}

static void static_march_weighs_its_last_step(void **state) {
  (void)state;
  gb_table *table = table_of(settings("static", 0.25, 4));
  for (int64_t k = 0; k < 5; k++) {
    gb_stage point;
    gb_table_stage(table, k, &point);
    assert_int_equal(point.kind, k ? GB_STAGE_SOLVE : GB_STAGE_GIVEN);
    assert_true(point.weight == (k == 4));
    assert_true(point.t == 0.25 * (double)k);
    assert_int_equal(point.histories, 0);
  }
  assert_int_equal(gb_table_window(table), 0);
  gb_table_destroy(&table);
}

static void check_point(const gb_table *table, int64_t k, gb_stage *before) {
  gb_stage point, again;
  memset(&point, 0, sizeof point);
  memset(&again, 0, sizeof again);
  gb_table_stage(table, k, &point);
  gb_table_stage(table, gb_table_stages(table) - 1 - k, &again);
  gb_table_stage(table, k, &again);
  assert_memory_equal(&point, &again, sizeof point);
  for (int j = 0; j < point.histories; j++) {
    assert_true(point.history[j].back >= 1);
    assert_true(point.history[j].back <= k);
    assert_true(point.history[j].back <= gb_table_window(table));
  }
  if (k > 0) {
    assert_int_equal(point.step, before->step + before->step_end);
    if (point.step_end) assert_true(point.t > before->t - 0.2);
  }
  *before = point;
}

static void points_use_existing_points(void **state) {
  (void)state;
  const gb_scheme *scheme;
  for (int i = 0; (scheme = gb_scheme_at(i)); i++)
    for (int steps = 1; steps <= 13; steps++)
      for (int start = 0; start <= is_multi_step(scheme); start++) {
        gb_time_settings time = settings(scheme->name, 0.1, steps);
        time.start = start ? "dirk" : NULL;
        gb_table *table = table_of(time);
        gb_stage before = {0};
        for (int64_t k = 0; k < gb_table_stages(table); k++) check_point(table, k, &before);
        assert_true(before.step_end);
        assert_int_equal(before.step, steps);
        assert_int_equal(gb_table_steps(table), steps);
        gb_table_destroy(&table);
      }
}

static void long_tables_answer_anywhere(void **state) {
  (void)state;
  gb_time_settings time = settings("abm6", 1e-3, 0);
  time.start = "dirk";
  time.end = 1e6;
  gb_table *table = table_of(time);
  gb_stage near, far;
  assert_int_equal(gb_table_steps(table), 1000000000);
  assert_int_equal(gb_table_stages(table), 1000000000LL + 4 * 3 + 1);
  gb_table_stage(table, gb_table_stages(table) - 2, &far);
  gb_table_stage(table, 40, &near);
  assert_int_equal(far.step, 999999999);
  assert_memory_equal(far.history, near.history, sizeof near.history);
  assert_memory_equal(far.sigma, near.sigma, sizeof near.sigma);
  gb_table_destroy(&table);
}

static void refuse(gb_time_settings time, const char *part) {
  gb_error error = {0};
  gb_table *table = NULL;
  assert_int_equal(gb_table_create(&time, &table, &error), GB_USAGE);
  assert_null(table);
  if (!strstr(error.message, part)) print_error("%s\n", error.message);
  assert_non_null(strstr(error.message, part));
}

static void bad_settings_are_refused_by_name(void **state) {
  (void)state;
  refuse(settings("bdf4", 0.1, 5), "did you mean 'bdf");
  refuse(settings("glapha", 0.1, 5), "'galpha'");
  refuse(settings("bdf2", 0, 5), "time.step");
  refuse(settings("bdf2", NAN, 5), "time.step");
  refuse(settings("bdf2", 0.1, -1), "time.steps");
  refuse(settings("bdf2", 0.1, 0), "time.end");
  gb_time_settings time = settings("bdf2", 0.3, 0);
  time.end = 1;
  refuse(time, "whole number of steps");
  time = settings("newmark", 0.1, 5);
  time.start = "dirk";
  refuse(time, "multi-step");
  time.start = "slow";
  refuse(time, "ramp, dirk");
  time.start = NULL;
  time.parameter[0] = -0.1;
  refuse(time, "beta");
  time = settings("galpha", 0.1, 5);
  time.parameter[0] = 1.1;
  refuse(time, "rho");
  time = settings("hht", 0.1, 5);
  time.parameter[0] = 0.5;
  refuse(time, "[0, 1/3]");
  time = settings("bdf2", 0.1, 5);
  time.parameter[0] = 0.5;
  refuse(time, "takes 0 numbers");
  time.parameter[0] = NAN;
  time.quadrature = "simpson";
  refuse(time, "trapezoid, rectangle");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(weights_integrate_constants),
      cmocka_unit_test(static_march_weighs_its_last_step),
      cmocka_unit_test(points_use_existing_points),
      cmocka_unit_test(long_tables_answer_anywhere),
      cmocka_unit_test(bad_settings_are_refused_by_name),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
