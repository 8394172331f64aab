/// Claim: every scheme's table satisfies the order conditions that define it, its weights integrate
/// constants exactly (the trapezoid rule linear functions too), every point uses existing points
/// only, and any point can be asked for at any time in tables of any length.
// ranks: 1
#include "integrators/table.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

static gb_time_settings settings(const char *scheme, double h, int steps) {
  return (gb_time_settings){
      .scheme = scheme, .parameter = {NAN, NAN, NAN}, .step = h, .steps = steps};
}

static gb_table *table_of(gb_time_settings time) {
  gb_error error = {0};
  gb_table *table = NULL;
  const int status = gb_table_create(&time, &table, &error);
  if (status != GB_OK) print_error("%s: %s\n", time.scheme, error.message);
  assert_int_equal(status, GB_OK);
  return table;
}

static bool is_multi_step(const gb_scheme *scheme) {
  return scheme->need > 1;
}

/// q = t^p and its derivatives; s is a at a time `shift` later.
static double slot_of(int slot, double t, int p, double shift) {
  if (slot == GB_Q) return pow(t, p);
  if (slot == GB_V) return p ? p * pow(t, p - 1) : 0;
  if (slot == GB_S) t += shift;
  return p > 1 ? p * (p - 1) * pow(t, p - 2) : 0;
}

/// Largest defect of a one-point step on q = t^p: what q, v and a the table gives from exact
/// earlier points and the exact unknown, against the exact ones. Times are around 1, h = 1/4.
static double defect(const gb_table *table, int64_t k, int p, double shift) {
  gb_point point, back;
  gb_table_point(table, k, &point);
  bool by_displacement = true;
  double value[GB_SLOTS] = {0}, worst = 0;
  for (int j = 0; j < point.histories; j++) {
    gb_table_point(table, k - point.history[j].back, &back);
    for (int row = 0; row < GB_SLOTS; row++)
      for (int column = 0; column < GB_SLOTS; column++) {
        const double c = point.history[j].c[row][column];
        if (row == GB_Q && c != 0) by_displacement = false;
        if (c != 0) value[row] += c * slot_of(column, 1 + back.t, p, shift);
      }
  }
  const int unknown = by_displacement ? GB_Q : point.sigma[GB_S] != 0 ? GB_S : GB_A;
  const double w = slot_of(unknown, 1 + point.t, p, shift);
  for (int slot = 0; slot <= GB_A; slot++) {
    const double exact = slot_of(slot, 1 + point.t, p, shift);
    worst = fmax(worst, fabs(value[slot] + point.sigma[slot] * w - exact));
  }
  return worst;
}

static void multi_step_schemes_are_exact_on_polynomials(void **state) {
  (void)state;
  const struct {
    const char *scheme;
    int degree; // of q
  } cases[] = {{"bdf1", 1}, {"bdf2", 2},  {"bdf3", 3},           {"abm1", 1},
               {"abm2", 2}, {"abm3", 3},  {"abm4", 4},           {"abm5", 5},
               {"abm6", 6}, {"euler", 1}, {"explicit_euler", 1}, {"newmark", 2}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    gb_table *table = table_of(settings(cases[i].scheme, 0.25, 30));
    for (int p = 0; p <= cases[i].degree; p++) assert_true(defect(table, 20, p, 0) < 2e-12);
    assert_true(defect(table, 20, cases[i].degree + 1, 0) > 1e-4);
    gb_table_destroy(&table);
  }
}

/// From v' = a alone: v of Newmark with gamma = 1/2 is exact for linear accelerations, and so is q
/// with beta = 1/6.
static void newmark_with_linear_acceleration_is_exact_on_cubics(void **state) {
  (void)state;
  gb_time_settings time = settings("newmark", 0.25, 30);
  time.parameter[0] = 1.0 / 6;
  time.parameter[1] = 0.5;
  gb_table *table = table_of(time);
  for (int p = 0; p <= 3; p++) assert_true(defect(table, 20, p, 0) < 1e-12);
  gb_table_destroy(&table);
}

/// Linear accelerations: the averages in (1 - am) s_k + am s_(k-1) = (1 - af) a_k + af a_(k-1) fit
/// s(t) = a(t + (am - af) h), and with gamma = 1/2 + af - am then v is exact on them.
static void alpha_schemes_are_of_second_order(void **state) {
  (void)state;
  const struct {
    const char *scheme;
    double parameter, am, af;
  } cases[] = {{"galpha", 0.9, 0.8 / 1.9, 0.9 / 1.9},
               {"galpha", 0, -1, 0},
               {"galpha", 1, 0.5, 0.5},
               {"hht", 0.2, 0, 0.2},
               {"wbz", 0.6, -0.25, 0}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    gb_time_settings time = settings(cases[i].scheme, 0.25, 30);
    time.parameter[0] = cases[i].parameter;
    gb_table *table = table_of(time);
    const double shift = 0.25 * (cases[i].am - cases[i].af);
    for (int p = 0; p <= 2; p++) assert_true(defect(table, 20, p, shift) < 1e-12);
    // q has an error of third order on cubics, v and a have none.
    gb_point point, before;
    gb_table_point(table, 20, &point);
    gb_table_point(table, 19, &before);
    double v = point.sigma[GB_V] * slot_of(GB_S, 1 + point.t, 3, shift);
    double a = point.sigma[GB_A] * slot_of(GB_S, 1 + point.t, 3, shift);
    for (int column = 0; column < GB_SLOTS; column++) {
      const double y = slot_of(column, 1 + before.t, 3, shift);
      v += point.history[0].c[GB_V][column] * y;
      a += point.history[0].c[GB_A][column] * y;
    }
    assert_true(fabs(v - slot_of(GB_V, 1 + point.t, 3, 0)) < 1e-12);
    assert_true(fabs(a - slot_of(GB_A, 1 + point.t, 3, 0)) < 1e-12);
    assert_int_equal(gb_table_slots(table), GB_SLOTS);
    gb_table_destroy(&table);
  }
}

/// a and b of a Runge-Kutta step from its histories: row V, column A.
typedef struct tableau {
  int stages;
  double a[4][4], b[4], c[4];
} tableau;

static tableau tableau_of(const gb_table *table, int64_t first, int width, double h) {
  tableau method = {.stages = width - 1};
  for (int i = 0; i < width; i++) {
    gb_point point;
    gb_table_point(table, first + i, &point);
    double *row = i == width - 1 ? method.b : method.a[i];
    for (int j = 0; j < point.histories; j++)
      if (point.history[j].back <= i)
        row[i - point.history[j].back] = point.history[j].c[GB_V][GB_A] / h;
    if (i == width - 1) continue;
    row[i] = point.sigma[GB_V] / h;
    assert_true(fabs(point.sigma[GB_Q] - row[i] * row[i] * h * h) < 1e-15);
    method.c[i] = point.fraction;
    assert_true(fabs(point.t - (point.step - 1 + point.fraction) * h) < 1e-14);
  }
  return method;
}

/// Butcher's conditions up to order 4: sum b_i phi_i = 1 / gamma for the eight trees.
static void check_trees(const tableau *m, int order) {
  double sum[8] = {0}, row[4] = {0}, square[4] = {0}, twice[4] = {0};
  for (int i = 0; i < m->stages; i++)
    for (int j = 0; j < m->stages; j++) {
      row[i] += m->a[i][j] * m->c[j];
      square[i] += m->a[i][j] * m->c[j] * m->c[j];
    }
  for (int i = 0; i < m->stages; i++)
    for (int j = 0; j < m->stages; j++) twice[i] += m->a[i][j] * row[j];
  for (int i = 0; i < m->stages; i++) {
    const double c = m->c[i];
    const double phi[8] = {1, c, c * c, row[i], c * c * c, c * row[i], square[i], twice[i]};
    for (int tree = 0; tree < 8; tree++) sum[tree] += m->b[i] * phi[tree];
  }
  const double right[8] = {1, 1.0 / 2, 1.0 / 3, 1.0 / 6, 1.0 / 4, 1.0 / 8, 1.0 / 12, 1.0 / 24};
  const int trees[5] = {0, 1, 2, 4, 8};
  for (int tree = 0; tree < trees[order]; tree++)
    assert_true(fabs(sum[tree] - right[tree]) < 2e-15);
  bool next = order == 4; // an order higher would be a surprise
  for (int tree = trees[order]; order < 4 && tree < trees[order + 1]; tree++)
    next = next || fabs(sum[tree] - right[tree]) > 1e-3;
  assert_true(next);
}

static void runge_kutta_schemes_fulfil_butchers_conditions(void **state) {
  (void)state;
  const double h = 0.25;
  int seen = 0;
  for (int i = 0; gb_schemes[i]; i++) {
    const gb_scheme *scheme = gb_schemes[i];
    if (scheme->width == 1) continue;
    gb_table *table = table_of(settings(scheme->name, h, 10));
    const tableau method = tableau_of(table, 1 + 3 * scheme->width, scheme->width, h);
    check_trees(&method, scheme->order);
    const int last = method.stages - 1;
    if (scheme->name[0] == 's') // stiffly accurate
      for (int j = 0; j <= last; j++) assert_true(method.b[j] == method.a[last][j]);
    gb_table_destroy(&table);
    seen++;
  }
  assert_int_equal(seen, 5);
  for (int order = 3; order <= 5; order += 2) { // the starters of bdf3 and abm5
    gb_time_settings time = settings(order == 3 ? "bdf3" : "abm5", h, 10);
    time.start = "dirk";
    gb_table *table = table_of(time);
    const int width = order == 3 ? 3 : 4;
    const tableau method = tableau_of(table, 1, width, h);
    check_trees(&method, width);
    gb_table_destroy(&table);
  }
}

static void check_weights(const gb_table *table, double h, int steps, bool linear) {
  double ones = 0, times = 0;
  for (int64_t k = 0; k < gb_table_points(table); k++) {
    gb_point point;
    gb_table_point(table, k, &point);
    ones += point.weight;
    times += point.weight * point.t;
  }
  const double T = h * steps;
  assert_true(fabs(ones - T) < 1e-13);
  if (linear) assert_true(fabs(times - T * T / 2) < 1e-13);
}

static void weights_integrate_constants(void **state) {
  (void)state;
  for (int i = 0; gb_schemes[i]; i++)
    for (int steps = 1; steps <= 12; steps++)
      for (int start = 0; start <= is_multi_step(gb_schemes[i]); start++)
        for (int rule = 0; rule < 2; rule++) {
          gb_time_settings time = settings(gb_schemes[i]->name, 0.1, steps);
          time.start = start ? "dirk" : "ramp";
          time.quadrature = rule ? "rectangle" : "trapezoid";
          gb_table *table = table_of(time);
          // The steps of a starter use its own weights, of order 2 at least.
          if (gb_schemes[i]->order > 0)
            check_weights(table, 0.1, steps, rule == 0 || gb_schemes[i]->weighted);
          gb_table_destroy(&table);
        }
}

static void static_march_weighs_its_last_step(void **state) {
  (void)state;
  gb_table *table = table_of(settings("static", 0.25, 4));
  for (int64_t k = 0; k < 5; k++) {
    gb_point point;
    gb_table_point(table, k, &point);
    assert_int_equal(point.kind, k ? GB_POINT_SOLVE : GB_POINT_GIVEN);
    assert_true(point.weight == (k == 4));
    assert_true(point.t == 0.25 * (double)k);
    assert_int_equal(point.histories, 0);
  }
  assert_int_equal(gb_table_window(table), 0);
  gb_table_destroy(&table);
}

static void check_point(const gb_table *table, int64_t k, gb_point *before) {
  gb_point point, again;
  memset(&point, 0, sizeof point);
  memset(&again, 0, sizeof again);
  gb_table_point(table, k, &point);
  gb_table_point(table, gb_table_points(table) - 1 - k, &again);
  gb_table_point(table, k, &again);
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
  for (int i = 0; gb_schemes[i]; i++)
    for (int steps = 1; steps <= 13; steps++)
      for (int start = 0; start <= is_multi_step(gb_schemes[i]); start++) {
        gb_time_settings time = settings(gb_schemes[i]->name, 0.1, steps);
        time.start = start ? "dirk" : NULL;
        gb_table *table = table_of(time);
        gb_point before = {0};
        for (int64_t k = 0; k < gb_table_points(table); k++) check_point(table, k, &before);
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
  gb_point near, far;
  assert_int_equal(gb_table_steps(table), 1000000000);
  assert_int_equal(gb_table_points(table), 1000000000LL + 4 * 3 + 1);
  gb_table_point(table, gb_table_points(table) - 2, &far);
  gb_table_point(table, 40, &near);
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
      cmocka_unit_test(multi_step_schemes_are_exact_on_polynomials),
      cmocka_unit_test(newmark_with_linear_acceleration_is_exact_on_cubics),
      cmocka_unit_test(alpha_schemes_are_of_second_order),
      cmocka_unit_test(runge_kutta_schemes_fulfil_butchers_conditions),
      cmocka_unit_test(weights_integrate_constants),
      cmocka_unit_test(static_march_weighs_its_last_step),
      cmocka_unit_test(points_use_existing_points),
      cmocka_unit_test(long_tables_answer_anywhere),
      cmocka_unit_test(bad_settings_are_refused_by_name),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
