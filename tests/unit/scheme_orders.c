/// Claim: every scheme's table satisfies the order conditions that define it, and not those of the
/// next order; the named members of Newmark's family are the published ones, and the alpha family
/// damps as much as its numbers say.
// ranks: 1
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "tests/unit/scheme_tables.h"

/// q = t^p and its derivatives; s is a at a time `shift` later.
static double slot_of(int component, double t, int p, double shift) {
  if (component == GB_Q) return pow(t, p);
  if (component == GB_V) return p ? p * pow(t, p - 1) : 0;
  if (component == GB_S) t += shift;
  return p > 1 ? p * (p - 1) * pow(t, p - 2) : 0;
}

/// How much later than a the auxiliary acceleration s is that fits the averages of the table,
/// (1 - am) s_k + am s_(k-1) = (1 - af) a_k + af a_(k-1), for linear accelerations: (am - af) h.
static double shift_of(const gb_stage *point, double h) {
  const gb_history_term *before = &point->history[0];
  const double af = before->c[GB_A][GB_A] / (before->c[GB_A][GB_A] - 1);
  const double am = before->c[GB_A][GB_S] * (1 - af);
  assert_true(fabs(point->sigma[GB_A] * (1 - af) - (1 - am)) < 1e-14);
  return (am - af) * h;
}

/// Which component is the unknown w of a point itself.
static int unknown_of(const gb_stage *point) {
  for (int j = 0; j < point->histories; j++)
    for (int column = 0; column < GB_COMPONENTS; column++)
      if (point->history[j].c[GB_Q][column] != 0) return point->sigma[GB_S] != 0 ? GB_S : GB_A;
  return GB_Q;
}

/// Defects of a point on q = t^p: what q, v and a the table gives from exact earlier points and the
/// exact unknown, less the exact ones. The point is at time 1, h = 1/4.
static void find_defects(const gb_table *table, int64_t k, int p, double defect[GB_S]) {
  gb_stage point, back;
  gb_table_stage(table, k, &point);
  const double shift = point.sigma[GB_S] != 0 ? shift_of(&point, 0.25) : 0;
  const double w = slot_of(unknown_of(&point), 1, p, shift);
  for (int row = GB_Q; row <= GB_A; row++) {
    defect[row] = point.sigma[row] * w - slot_of(row, 1, p, 0);
    for (int j = 0; j < point.histories; j++) {
      gb_table_stage(table, k - point.history[j].back, &back);
      for (int column = 0; column < GB_COMPONENTS; column++)
        defect[row] +=
            point.history[j].c[row][column] * slot_of(column, 1 + back.t - point.t, p, shift);
    }
    defect[row] = fabs(defect[row]);
  }
}

/// The order conditions of a step of one point, for polynomials q = t^p. Where the unknown is an
/// acceleration, order r takes accelerations and velocities that are exact up to p = r + 1, so that
/// a step adds O(h^(r + 1)) to v, and displacements up to p = r. Where it is q, everything up to r.
static bool has_order(const gb_table *table, int r) {
  gb_stage point;
  gb_table_stage(table, 20, &point);
  const int more = unknown_of(&point) == GB_Q ? 0 : 1;
  for (int p = 0; p <= r + more; p++) {
    double defect[GB_S];
    find_defects(table, 20, p, defect);
    if (defect[GB_V] > 2e-12 || defect[GB_A] > 2e-12) return false;
    if (p <= r && defect[GB_Q] > 2e-12) return false;
  }
  return true;
}

static void steps_of_one_point_fulfil_their_order_conditions(void **state) {
  (void)state;
  const gb_scheme *scheme;
  int seen = 0;
  for (int i = 0; (scheme = gb_scheme_at(i)); i++) {
    if (scheme->width != 1 || scheme->order == 0) continue;
    gb_table *table = table_of(settings(scheme->name, 0.25, 30));
    if (!has_order(table, scheme->order) || has_order(table, scheme->order + 1))
      print_error("%s is not of order %d\n", scheme->name, scheme->order);
    assert_true(has_order(table, scheme->order));
    assert_false(has_order(table, scheme->order + 1));
    gb_table_destroy(&table);
    seen++;
  }
  assert_true(seen > 10);
}

/// gamma = 1/2 alone gives second order, whatever beta; every rho and alpha gives it too.
static void orders_hold_for_any_parameters(void **state) {
  (void)state;
  const struct {
    const char *scheme;
    double parameter[2];
    int order;
  } cases[] = {{"newmark", {0.1, 0.5}, 2}, {"newmark", {0.7, 0.5}, 2}, {"newmark", {0.25, 0.6}, 1},
               {"newmark", {0, 1}, 1},     {"galpha", {0, NAN}, 2},    {"galpha", {0.55, NAN}, 2},
               {"galpha", {1, NAN}, 2},    {"hht", {0, NAN}, 2},       {"hht", {1.0 / 3, NAN}, 2},
               {"wbz", {0, NAN}, 2},       {"wbz", {0.6, NAN}, 2},     {"wbz", {1, NAN}, 2}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    gb_time_settings time = settings(cases[i].scheme, 0.25, 30);
    memcpy(time.parameter, cases[i].parameter, sizeof cases[i].parameter);
    gb_table *table = table_of(time);
    assert_true(has_order(table, cases[i].order));
    assert_false(has_order(table, cases[i].order + 1));
    gb_table_destroy(&table);
  }
}

/// beta and gamma of Boopathy and Kennedy's table 2, from sigma.
static void named_members_of_newmark_are_the_published_ones(void **state) {
  (void)state;
  const struct {
    const char *scheme;
    double beta, gamma;
  } cases[] = {{"fox_goodwin", 1.0 / 12, 0.5},
               {"linear_acceleration", 1.0 / 6, 0.5},
               {"average_acceleration", 0.25, 0.5},
               {"central_difference", 0, 0.5},
               {"explicit_newmark", 0, 0}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    gb_stage point;
    gb_table *table = table_of(settings(cases[i].scheme, 0.5, 3));
    gb_table_stage(table, 2, &point);
    assert_true(point.sigma[GB_Q] == 0.25 * cases[i].beta);
    assert_true(point.sigma[GB_V] == 0.5 * cases[i].gamma);
    gb_table_destroy(&table);
  }
}

/// Without velocities, Newmark's steps with gamma = 1/2 are q_(k+1) - 2 q_k + q_(k-1) = h^2 (beta
/// a_(k+1) + (1 - 2 beta) a_k + beta a_(k-1)): exact up to p = 3, for beta = 1/12 (Fox and Goodwin)
/// up to p = 5.
static void fox_goodwin_is_numerovs_method(void **state) {
  (void)state;
  const double h = 0.25;
  const char *const schemes[] = {"average_acceleration", "fox_goodwin"};
  for (int i = 0; i < 2; i++) {
    gb_table *table = table_of(settings(schemes[i], h, 30));
    gb_stage point;
    gb_table_stage(table, 20, &point);
    const double(*c)[GB_COMPONENTS] = point.history[0].c, newest = point.sigma[GB_Q];
    const double middle = h * point.sigma[GB_V] + c[GB_Q][GB_A] - newest;
    const double oldest = h * c[GB_V][GB_A] - c[GB_Q][GB_A];
    for (int p = 0; p <= 6; p++) {
      double q[3], a[3];
      for (int k = 0; k < 3; k++) {
        q[k] = slot_of(GB_Q, 1 + k * h, p, 0);
        a[k] = slot_of(GB_A, 1 + k * h, p, 0);
      }
      const double right = newest * a[2] + middle * a[1] + oldest * a[0];
      const double difference = q[2] - 2 * q[1] + q[0] - right;
      assert_int_equal(fabs(difference) < 1e-12, p <= (i ? 5 : 3));
    }
    gb_table_destroy(&table);
  }
}

/// One step of q'' = -square q by the table of a scheme of one step and one point.
static void vibrate(const gb_table *table, int64_t k, double square, double y[GB_COMPONENTS]) {
  double base[GB_COMPONENTS] = {0};
  gb_stage point;
  gb_table_stage(table, k, &point);
  for (int row = 0; row < GB_COMPONENTS; row++)
    for (int column = 0; column < GB_COMPONENTS; column++)
      base[row] += point.history[0].c[row][column] * y[column];
  const double w =
      -(base[GB_A] + square * base[GB_Q]) / (point.sigma[GB_A] + square * point.sigma[GB_Q]);
  for (int row = 0; row < GB_COMPONENTS; row++) y[row] = base[row] + point.sigma[row] * w;
}

/// The factor a step that is left of vibration whose period is a millionth of a step: rho where
/// the scheme has it, (1 - alpha) / (1 + alpha) of hht. Found from 400 steps; powers of the number
/// of steps beside the factor cost some digits.
static void alpha_schemes_damp_as_they_promise(void **state) {
  (void)state;
  const struct {
    const char *scheme;
    double parameter, factor;
  } cases[] = {
      {"galpha", 0.9, 0.9}, {"galpha", 0.55, 0.55}, {"wbz", 0.6, 0.6}, {"hht", 0.2, 0.8 / 1.2}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    gb_time_settings time = settings(cases[i].scheme, 0.25, 400);
    time.parameter[0] = cases[i].parameter;
    gb_table *table = table_of(time);
    const double square = 16e12;
    double y[GB_COMPONENTS] = {1, 0, -square, -square}, middle = 0;
    for (int64_t k = 1; k <= 400; k++) {
      vibrate(table, k, square, y);
      if (k == 200) middle = fabs(y[GB_S]);
    }
    const double factor = pow(fabs(y[GB_S]) / middle, 1.0 / 200);
    if (fabs(factor - cases[i].factor) > 0.01) print_error("%s %g\n", cases[i].scheme, factor);
    assert_true(fabs(factor - cases[i].factor) < 0.01);
    gb_table_destroy(&table);
  }
}

/// a and b of a Runge-Kutta step from its histories: row V, column A.
typedef struct tableau {
  int stages;
  double a[4][4], b[4], c[4];
} tableau;

/// q = base + h sum a_ij v_j with v_i = base + h sum a_ij a_j in it: the same numbers as for v.
static void check_displacements(const gb_stage *point, int place, double h) {
  const double own = point->sigma[GB_V];
  for (int j = 0; j < point->histories; j++) {
    const gb_history_term *history = &point->history[j];
    const bool base = history->back > place;
    const double weight = base ? own : history->c[GB_V][GB_A];
    assert_true(fabs(history->c[GB_Q][GB_V] - weight) < 1e-15 * h);
    assert_true(fabs(history->c[GB_Q][GB_A] - (base ? 0 : own * weight)) < 1e-15 * h);
    assert_true(history->c[GB_Q][GB_Q] == base && history->c[GB_V][GB_V] == base);
  }
}

static tableau tableau_of(const gb_table *table, int64_t first, int width, double h) {
  tableau method = {.stages = width - 1};
  for (int i = 0; i < width; i++) {
    gb_stage point;
    gb_table_stage(table, first + i, &point);
    double *row = i == width - 1 ? method.b : method.a[i];
    for (int j = 0; j < point.histories; j++)
      if (point.history[j].back <= i)
        row[i - point.history[j].back] = point.history[j].c[GB_V][GB_A] / h;
    check_displacements(&point, i, h);
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
  const gb_scheme *scheme;
  for (int i = 0; (scheme = gb_scheme_at(i)); i++) {
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
  assert_true(seen > 3);
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

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(steps_of_one_point_fulfil_their_order_conditions),
      cmocka_unit_test(orders_hold_for_any_parameters),
      cmocka_unit_test(named_members_of_newmark_are_the_published_ones),
      cmocka_unit_test(fox_goodwin_is_numerovs_method),
      cmocka_unit_test(alpha_schemes_damp_as_they_promise),
      cmocka_unit_test(runge_kutta_schemes_fulfil_butchers_conditions),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
