/// Claim: halved steps of every one-step scheme have the points of smaller steps, in order, with
/// weights that integrate linear functions exactly; points before them do not move; the recorded
/// halvings make the same table again; adjoint, tangent and complex step of a march with halved
/// steps agree; multi-step schemes refuse.
// ranks: 1
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "tests/unit/scheme_tables.h"
#include "tests/unit/twice/probe.h"

enum { STEPS = 6, RETRY = 3 };
static const double H = 0.1;

/// Steps 2, 4 and 6; the first half of 2 again and its second quarter once more; the end of 6 again
/// and again, once too often.
static void halve_some(gb_table *table, int width) {
  const int at[] = {1, 1, 2, 6, 9, 10, 11, 12};
  gb_error error = {0};
  int64_t first;
  for (int i = 0; i < 8; i++) {
    const int64_t k = 1 + (int64_t)at[i] * width + (width - 1) / 2; // a point amid the piece
    assert_int_equal(gb_table_bisect(table, k, &first, &error), GB_OK);
    assert_int_equal(first, i < 7 ? 1 + at[i] * width : -1);
  }
  assert_int_equal(gb_table_stages(table), 1 + width * (STEPS + 7));
}

static bool same_point(const gb_table *one, const gb_table *other, int64_t k) {
  gb_stage a, b;
  memset(&a, 0, sizeof a);
  memset(&b, 0, sizeof b);
  gb_table_stage(one, k, &a);
  gb_table_stage(other, k, &b);
  return memcmp(&a, &b, sizeof a) == 0;
}

/// Each piece against a table of its own step.
static void check_points(const gb_scheme *scheme, const gb_table *table) {
  // powers of a half that the halvings above leave, in order
  const int level[] = {0, 2, 3, 3, 1, 0, 1, 1, 0, 1, 2, 3, 3};
  double begin = 0;
  for (int piece = 0; piece < STEPS + 7; piece++) {
    const double h = ldexp(H, -level[piece]);
    gb_table *small = table_of(settings(scheme->name, h, 3));
    gb_stage point, wanted;
    for (int i = 0; i < scheme->width; i++) {
      const bool end = i == scheme->width - 1;
      gb_table_stage(table, 1 + piece * scheme->width + i, &point);
      gb_table_stage(small, 1 + scheme->width + i, &wanted);
      assert_int_equal(point.index, i);
      assert_true(fabs(point.t - (begin + wanted.t - h)) < 1e-15);
      assert_memory_equal(point.sigma, wanted.sigma, sizeof point.sigma);
      assert_int_equal(point.histories, wanted.histories);
      for (int j = 0; j < point.histories; j++)
        assert_memory_equal(&point.history[j], &wanted.history[j], sizeof point.history[j]);
      assert_int_equal(point.step_end, end && fabs(point.t / H - round(point.t / H)) < 1e-12);
      assert_int_equal(point.step, (int)ceil((begin + h) / H - 1e-12));
      if (scheme->weighted) assert_true(point.weight == wanted.weight);
    }
    begin += h;
    gb_table_destroy(&small);
  }
  assert_true(fabs(begin - STEPS * H) < 1e-14);
}

static void check_weights(const gb_scheme *scheme, const gb_table *table) {
  double ones = 0, times = 0;
  for (int64_t k = 0; k < gb_table_stages(table); k++) {
    gb_stage point;
    gb_table_stage(table, k, &point);
    ones += point.weight;
    times += point.weight * point.t;
  }
  const double T = STEPS * H;
  assert_true(fabs(ones - (scheme->order > 0 ? T : 1)) < 1e-14);
  assert_true(fabs(times - (scheme->order > 0 ? T * T / 2 : T)) < 1e-14);
}

static void check_scheme(const gb_scheme *scheme) {
  gb_time_settings time = settings(scheme->name, H, STEPS);
  gb_table *plain = table_of(time);
  time.retry = RETRY;
  gb_table *table = table_of(time), *again = table_of(time);
  for (int64_t k = 0; k < gb_table_stages(plain); k++) assert_true(same_point(plain, table, k));
  halve_some(table, scheme->width);
  for (int64_t k = 0; k < scheme->width; k++) assert_true(same_point(plain, table, k));
  check_points(scheme, table);
  check_weights(scheme, table);
  gb_error error = {0};
  int64_t count, first;
  const int64_t *halved = gb_table_bisections(table, &count);
  assert_int_equal(count, 7);
  for (int64_t i = 0; i < count; i++)
    assert_int_equal(gb_table_bisect(again, halved[i], &first, &error), GB_OK);
  for (int64_t k = 0; k < gb_table_stages(table); k++) assert_true(same_point(table, again, k));
  assert_int_equal(gb_table_stages(table), gb_table_stages(again));
  assert_int_equal(gb_table_bisect(again, 0, &first, &error), GB_OK);
  assert_int_equal(first, -1);
  gb_table_destroy(&plain);
  gb_table_destroy(&table);
  gb_table_destroy(&again);
}

static void one_step_schemes_are_halved(void **state) {
  (void)state;
  const gb_scheme *scheme;
  int checked = 0;
  for (int i = 0; (scheme = gb_scheme_at(i)); i++)
    if (scheme->need < 2) {
      check_scheme(scheme);
      checked++;
    }
  assert_true(checked > 10);
}

/// Later pieces move when an earlier one is halved.
static void order_does_not_matter(void **state) {
  (void)state;
  gb_time_settings time = settings("dirk2", H, STEPS);
  time.retry = RETRY;
  gb_table *forward = table_of(time), *backward = table_of(time);
  gb_error error = {0};
  int64_t first;
  // steps 2 and 5 and the first half of 5, of two points each
  const int one[] = {3, 11, 11}, other[] = {9, 9, 3};
  for (int i = 0; i < 3; i++) {
    gb_table_bisect(forward, one[i], &first, &error);
    gb_table_bisect(backward, other[i], &first, &error);
  }
  assert_int_equal(gb_table_stages(forward), 1 + 2 * (STEPS + 3));
  for (int64_t k = 0; k < gb_table_stages(forward); k++)
    assert_true(same_point(forward, backward, k));
  gb_table_destroy(&forward);
  gb_table_destroy(&backward);
}

static gb_probe_result probe(const gb_probe *build, const gb_probe_run *run) {
  gb_error error = {0};
  gb_probe_result result;
  const int status = build->run(run, &result, &error);
  if (status != GB_OK) print_error("%s: %s\n", run->time.scheme, error.message);
  assert_int_equal(status, GB_OK);
  return result;
}

static void check_gradients(gb_probe_run run) {
  const gb_probe_result real = probe(&gb_probe_real, &run);
  assert_int_equal(real.steps_seen, STEPS + 1);
  assert_int_equal(real.reverse_steps_seen, STEPS + 1);
  for (int f = 0; f < real.functionals; f++) {
    double scale = 0;
    for (int d = 0; d < real.designs; d++) scale = fmax(scale, fabs(real.adjoint[f][d]));
    for (run.design = 0; run.design < real.designs; run.design++) {
      const gb_probe_result moved = probe(&gb_probe_complex, &run);
      const double adjoint = real.adjoint[f][run.design];
      assert_true(fabs(adjoint - real.tangent[f][run.design]) < 1e-11 * scale);
      assert_true(fabs(adjoint - moved.derivative[f]) < 1e-10 * scale);
    }
  }
}

static void gradients_are_exact(void **state) {
  (void)state;
  const gb_scheme *scheme;
  for (int i = 0; (scheme = gb_scheme_at(i)); i++) {
    if (scheme->need > 1 || !strcmp(scheme->name, "explicit_euler")) continue;
    gb_probe_run run = {.system = scheme->order ? "chain" : "truss"};
    run.time = settings(scheme->name, scheme->order ? 0.02 : 0.1, STEPS);
    const double plain = probe(&gb_probe_real, &run).value[0];
    run.time.retry = RETRY;
    const int width = scheme->width; // steps 1, 3 and 6, the second half of 3 again
    const int64_t halve[] = {1, 1 + 3 * width, 1 + 4 * width, 1 + 8 * width};
    memcpy(run.halve, halve, sizeof halve);
    check_gradients(run);
    run.states = 3 * width; // a budget that recomputes
    check_gradients(run);
    if (scheme->order) assert_true(probe(&gb_probe_real, &run).value[0] != plain);
  }
}

static void multi_step_schemes_refuse(void **state) {
  (void)state;
  const char *const scheme[] = {"bdf2", "abm4", "newmark"};
  const char *const part[] = {"one-step schemes: static", "cannot be halved", "0 to 20"};
  for (int i = 0; i < 3; i++) {
    gb_time_settings time = settings(scheme[i], H, STEPS);
    gb_error error = {0};
    gb_table *table = NULL;
    time.retry = i < 2 ? 1 : 21;
    assert_int_equal(gb_table_create(&time, &table, &error), GB_USAGE);
    assert_non_null(strstr(error.message, part[i]));
  }
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(one_step_schemes_are_halved),
      cmocka_unit_test(order_does_not_matter),
      cmocka_unit_test(gradients_are_exact),
      cmocka_unit_test(multi_step_schemes_refuse),
  };
  const int failures = cmocka_run_group_tests(tests, NULL, NULL);
  MPI_Finalize();
  return failures;
}
