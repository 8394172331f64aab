/// Claim: for every scheme the gradients are the same whatever number of states the budget holds,
/// down to one window, by adjoint and by tangent, and the steps computed again are at most those
/// planned: the binomial schedule's least.
// ranks: 1
#include "restart/schedule.h"
#include "tests/unit/twice/probe.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { STEPS = 40 };

static gb_probe_result probe(const gb_probe_run *run) {
  gb_error error = {0};
  gb_probe_result result;
  const int status = gb_probe_real.run(run, &result, &error);
  if (status != GB_OK)
    print_error("%s, %s, %d states: %s\n", run->time.scheme, run->system, run->states,
                error.message);
  assert_int_equal(status, GB_OK);
  return result;
}

static double largest_difference(const gb_probe_result *result, const gb_probe_result *all) {
  double worst = 0;
  for (int f = 0; f < all->functionals; f++) {
    double scale = 0;
    for (int i = 0; i < all->designs; i++) scale = fmax(scale, fabs(all->adjoint[f][i]));
    for (int i = 0; i < all->designs; i++) {
      worst = fmax(worst, fabs(result->adjoint[f][i] - all->adjoint[f][i]) / scale);
      worst = fmax(worst, fabs(result->tangent[f][i] - all->tangent[f][i]) / scale);
    }
    assert_true(result->value[f] == all->value[f]);
  }
  return worst;
}

/// The points that a march must go on from, in states.
static int window_of(const gb_time_settings *time) {
  gb_table *table;
  gb_error error = {0};
  gb_blocks blocks;
  assert_int_equal(gb_table_create(time, &table, &error), GB_OK);
  gb_table_blocks(table, &blocks);
  gb_table_destroy(&table);
  return blocks.window;
}

static void check_budgets(gb_probe_run run) {
  const gb_probe_result all = probe(&run);
  const int window = window_of(&run.time), budgets[] = {window, window + 2, 9, 13, 30, 60, 170};
  assert_int_equal(all.recomputed_steps, 0);
  for (size_t i = 0; i < sizeof budgets / sizeof *budgets; i++) {
    run.states = budgets[i];
    const gb_probe_result few = probe(&run);
    const double difference = largest_difference(&few, &all);
    if (getenv("GIMBAL_SHOW"))
      print_message("%-10s %-15s %-5s %3d states: %4d of %4d steps again, difference %.0e\n",
                    run.system, run.time.scheme, run.time.start ? run.time.start : "", run.states,
                    (int)few.recomputed_steps, (int)few.planned_steps, difference);
    assert_true(difference < 1e-12);
    assert_true(few.recomputed_steps <= few.planned_steps);
    assert_int_equal(few.steps_seen, STEPS + 1);
    assert_int_equal(few.reverse_steps_seen, STEPS + 1);
  }
}

static void gradients_do_not_depend_on_the_budget(void **state) {
  (void)state;
  const gb_scheme *scheme;
  for (int i = 0; (scheme = gb_scheme_at(i)); i++) {
    gb_probe_run run = {.system = scheme->order ? "chain" : "truss",
                        .time = {.scheme = scheme->name,
                                 .parameter = {NAN, NAN, NAN},
                                 .step = scheme->order ? 0.02 : 1.0 / STEPS,
                                 .steps = STEPS}};
    for (int start = 0; start <= (scheme->need > 1); start++) {
      run.time.start = start ? "dirk" : NULL;
      check_budgets(run);
    }
  }
}

static void multipliers_come_back_too(void **state) {
  (void)state;
  const char *const scheme[] = {"dirk4", "newmark", "abm4"};
  for (int i = 0; i < 3; i++)
    check_budgets((gb_probe_run){
        .system = "pendulum",
        .index1 = true,
        .alpha = 5,
        .beta = 5,
        .time = {.scheme = scheme[i], .parameter = {NAN, NAN, NAN}, .step = 0.02, .steps = STEPS}});
}

static void one_step_schemes_need_the_least(void **state) {
  (void)state;
  for (int states = 1; states < 12; states++) {
    gb_probe_run run = {
        .system = "oscillator",
        .states = states,
        .time = {.scheme = "newmark", .parameter = {NAN, NAN, NAN}, .step = 0.02, .steps = STEPS}};
    // the march's own two states may save some
    const int64_t least = gb_schedule_advances(STEPS + 1, states) - STEPS;
    const gb_probe_result found = probe(&run);
    assert_int_equal(found.planned_steps, least);
    assert_true(found.recomputed_steps <= least);
    run.time.scheme = "dirk3"; // the stages of each step are wanted too: one step more for each
    assert_int_equal(probe(&run).recomputed_steps, gb_schedule_advances(STEPS, states));
    run.time.scheme = "bdf2"; // two states together
    if (states > 1)
      assert_int_equal(probe(&run).planned_steps,
                       2 * (gb_schedule_advances(STEPS / 2 + 1, states / 2) - STEPS / 2));
  }
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(gradients_do_not_depend_on_the_budget),
      cmocka_unit_test(multipliers_come_back_too),
      cmocka_unit_test(one_step_schemes_need_the_least),
  };
  const int failures = cmocka_run_group_tests(tests, NULL, NULL);
  MPI_Finalize();
  return failures;
}
