/// The estimate of a time step's error. Claims: its constant is the one of theory, of a step that
/// sees all its history: Euler 1/2, backward differentiation 2/9 and 3/22, Newmark |1/6 - beta|,
/// Adams-Moulton 1/24; a motion with fewer than six steps a period is all error,
/// at most half of its second difference and just that where it changes sign in each step, after
/// two steps too where it swings beyond what it began with; the schemes that hold at rest what a
/// step does not resolve are those whose spectral radius at infinity is zero; a motion at constant
/// velocity and one that starts from rest have none to speak of.
// ranks: 1
#include "integrators/step_error.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "tests/unit/scheme_tables.h"

static const double H = 0.25;
enum { STEPS = 40 };

static int sum(gb_system *system, int count, gb_scalar *values, gb_error *error) {
  (void)system, (void)count, (void)values, (void)error;
  return GB_OK;
}

static const gb_system_operations operations = {.sum = sum};

/// q(t) and its first two derivatives.
typedef void motion(double t, double y[3]);

static double angle; ///< of the oscillations over a step

static void oscillation(double t, double y[3]) {
  const double w = angle / H;
  y[0] = cos(w * t);
  y[1] = -w * sin(w * t);
  y[2] = -w * w * cos(w * t);
}

static void flight(double t, double y[3]) {
  y[0] = 5 - 3 * t;
  y[1] = -3;
  y[2] = 0;
}

static void fall(double t, double y[3]) {
  y[0] = -4.905 * t * t;
  y[1] = -9.81 * t;
  y[2] = -9.81;
}

/// A scheme's estimate where ends of steps follow the motion exactly.
static double estimate(gb_time_settings time, motion *of) {
  gb_error error = {0};
  gb_system system = {.op = &operations, .n = 1};
  gb_table *table = table_of(time);
  gb_step_error *s;
  gb_scalar value[2][GB_COMPONENTS] = {{0}};
  gb_state state[2] = {{0}};
  double t;
  assert_int_equal(gb_step_error_create(&system, table, &s, &error), GB_OK);
  assert_non_null(s);
  for (int64_t k = 0, end = 0; k < gb_table_stages(table); k++) {
    gb_stage point;
    gb_table_stage(table, k, &point);
    if (!point.step_end) continue;
    gb_state *now = &state[end % 2], *before = end > 0 ? &state[1 - end % 2] : NULL;
    of(point.t, value[end % 2]);
    for (int i = 0; i < GB_COMPONENTS; i++) now->component[i] = &value[end % 2][i];
    if (point.kind == GB_STAGE_COMBINE) value[end % 2][GB_A] = 0;
    assert_int_equal(gb_step_error_add(s, &point, now, before, &error), GB_OK);
    end++;
  }
  const double worst = gb_step_error_largest(s, 1e-14, &t);
  gb_step_error_destroy(&s);
  gb_table_destroy(&table);
  return worst;
}

static void constants_are_those_of_theory(void **unused) {
  (void)unused;
  static const struct {
    const char *scheme;
    int degree;
    double constant;
    bool several;
  } known[] = {{"euler", 2, 1.0 / 2, false},    {"bdf1", 2, 1.0 / 2, false},
               {"bdf2", 3, 2.0 / 9, true},      {"bdf3", 4, 3.0 / 22, true},
               {"newmark", 3, 1.0 / 12, false}, {"central_difference", 3, 1.0 / 6, false},
               {"abm2", 3, 1.0 / 12, false},    {"abm3", 4, 1.0 / 24, true}};
  angle = 0.1;
  for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
    const double expected = known[i].constant * pow(2 * sin(angle / 2), known[i].degree);
    gb_time_settings time = settings(known[i].scheme, H, STEPS);
    if (known[i].several) time.start = "dirk"; // a ramp's first step is of low order
    const double found = estimate(time, oscillation);
    if (fabs(found / expected - 1) > 0.1)
      print_error("%s: %g, expected %g\n", known[i].scheme, found, expected);
    assert_true(fabs(found / expected - 1) < 0.1);
  }
}

static void all_schemes_tell_steps_that_are_too_long(void **unused) {
  (void)unused;
  const gb_scheme *scheme;
  for (int i = 0; (scheme = gb_scheme_at(i)); i++) {
    if (scheme->order == 0) continue;
    for (angle = 2.0; angle < M_PI; angle += 0.3)
      assert_true(estimate(settings(scheme->name, H, STEPS), oscillation) > 0.25);
    angle = 0.1;
    assert_true(estimate(settings(scheme->name, H, STEPS), oscillation) < 0.01);
  }
}

/// A motion that changes sign at each end of a step: its second difference is four times its
/// displacement, and half of that is the estimate.
static void unresolved_steps_have_half_the_second_difference(void **unused) {
  (void)unused;
  const gb_scheme *scheme;
  for (int i = 0; (scheme = gb_scheme_at(i)); i++) {
    if (scheme->order == 0) continue;
    angle = M_PI;
    const double found = estimate(settings(scheme->name, H, STEPS), oscillation);
    if (fabs(found - 2) > 1e-9) print_error("%s: %.15g, expected 2\n", scheme->name, found);
    assert_true(fabs(found - 2) < 1e-9);
    for (angle = 2.0; angle < M_PI; angle += 0.3)
      assert_true(estimate(settings(scheme->name, H, STEPS), oscillation) <=
                  2 * pow(sin(angle / 2), 2) * (1 + 1e-9));
  }
}

static bool rings(gb_time_settings time) {
  gb_error error = {0};
  gb_system system = {.op = &operations, .n = 1};
  gb_table *table = table_of(time);
  gb_step_error *s;
  assert_int_equal(gb_step_error_create(&system, table, &s, &error), GB_OK);
  const bool found = gb_step_error_undamped(s);
  gb_step_error_destroy(&s);
  gb_table_destroy(&table);
  return found;
}

static void damped_schemes_are_known(void **unused) {
  (void)unused;
  static const char *const damped[] = {"euler", "bdf1", "bdf2", "bdf3", "abm1", "sdirk2", "sdirk3"};
  const gb_scheme *scheme;
  for (int i = 0; (scheme = gb_scheme_at(i)); i++) {
    bool expected = true;
    for (size_t k = 0; k < sizeof damped / sizeof *damped; k++)
      expected = expected && strcmp(scheme->name, damped[k]) != 0;
    if (scheme->order > 0) assert_int_equal(rings(settings(scheme->name, H, STEPS)), expected);
  }
  gb_time_settings time = settings("galpha", H, STEPS);
  time.parameter[0] = 0;
  assert_false(rings(time));
}

static void growth(double t, double y[3]) {
  y[0] = t < H / 2 ? 0 : t < 1.5 * H ? 6 : -48;
  y[1] = y[2] = 0;
}

static void two_steps_tell_growth(void **unused) {
  (void)unused;
  assert_true(estimate(settings("fox_goodwin", H, 2), growth) > 0.25);
}

static void smooth_motions_have_no_error(void **unused) {
  (void)unused;
  const gb_scheme *scheme;
  for (int i = 0; (scheme = gb_scheme_at(i)); i++) {
    if (scheme->order == 0) continue;
    assert_true(estimate(settings(scheme->name, H, STEPS), flight) < 1e-14);
    assert_true(estimate(settings(scheme->name, H, STEPS), fall) < 1e-2);
  }
}

static void a_static_march_has_none(void **unused) {
  (void)unused;
  gb_error error = {0};
  gb_system system = {.op = &operations, .n = 1};
  gb_table *table = table_of(settings("static", H, STEPS));
  gb_step_error *s;
  double t;
  assert_int_equal(gb_step_error_create(&system, table, &s, &error), GB_OK);
  assert_null(s);
  assert_true(isnan(gb_step_error_largest(s, 0, &t)));
  gb_table_destroy(&table);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(constants_are_those_of_theory),
      cmocka_unit_test(all_schemes_tell_steps_that_are_too_long),
      cmocka_unit_test(unresolved_steps_have_half_the_second_difference),
      cmocka_unit_test(damped_schemes_are_known),
      cmocka_unit_test(two_steps_tell_growth),
      cmocka_unit_test(smooth_motions_have_no_error),
      cmocka_unit_test(a_static_march_has_none),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
