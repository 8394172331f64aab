/// Claim: Newton's method converges to round-off with as few factors as its contraction allows:
/// none for a good kept factor, one for a misleading one, one a correction where displacements are
/// large; what is known of a factor from the points before counts, unless rotations begin or end to
/// be applied to it; noise in the residual ends it quietly; what has no solution or no factor is
/// reported with place and history.
// ranks: 1
#include "solve/newton.h"

#include "tests/unit/twice/small_systems.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

enum { COMPONENTS = 4 * SMALL_UNKNOWNS };

static const double static_sigma[GB_COMPONENTS] = {1, 0, 0, 0};

/// Memory of one solve.
typedef struct solve {
  gb_scalar base[COMPONENTS], components[COMPONENTS], multiplier[SMALL_UNKNOWNS], w[SMALL_UNKNOWNS];
  gb_scalar work[GB_NEWTON_WORK * SMALL_UNKNOWNS];
  gb_state state;
  gb_factor_record *memory;
  gb_anderson *anderson;
  gb_newton_report report;
  gb_error error;
} solve;

/// Where not 0, the number of the correction before which a solve stops.
static int left;
static int pause_at_last(void *context, gb_error *error) {
  (void)context;
  return --left == 0 ? gb_fail(error, GB_PAUSED, "stopped") : GB_OK;
}

static int newton(small_system *s, const double sigma[GB_COMPONENTS], double t, solve *v) {
  gb_newton_options options = gb_newton_defaults();
  if (left > 0) options.pause = pause_at_last;
  v->error = (gb_error){0};
  v->state.t = t;
  for (int i = 0; i < GB_COMPONENTS; i++) v->state.component[i] = v->components + i * s->system.n;
  v->state.multiplier = v->multiplier;
  const gb_newton_equation equation = {.system = &s->system,
                                       .sigma = sigma,
                                       .base = v->base,
                                       .options = &options,
                                       .anderson = v->anderson,
                                       .record = v->memory,
                                       .work = v->work};
  return gb_newton_solve(&equation, v->w, &v->state, &v->report, &v->error);
}

/// Norm of the residual where the solve ended.
static double residual(small_system *s, solve *v) {
  gb_scalar r[SMALL_UNKNOWNS];
  double sum = 0;
  s->system.op->residual(&s->system, &v->state, r, &v->error);
  for (int i = 0; i < s->system.n + s->system.m; i++) sum += r[i] * r[i];
  return sqrt(sum);
}

static void large_displacements_converge_as_full_newton(void **state) {
  (void)state;
  small_system s;
  solve v = {0};
  small_system_start(&s, "truss");
  assert_int_equal(newton(&s, static_sigma, 1, &v), GB_OK);
  assert_true(residual(&s, &v) < 1e-11 * 800);
  assert_true(v.w[1] > 0.8);
  assert_true(v.report.iterations < 30);
}

static void a_solve_stops_between_corrections(void **state) {
  (void)state;
  small_system s;
  solve v = {0};
  small_system_start(&s, "truss");
  left = 3;
  assert_int_equal(newton(&s, static_sigma, 1, &v), GB_PAUSED);
  assert_int_equal(v.report.iterations, 2);
}

static void a_kept_factor_is_not_renewed_nearby(void **state) {
  (void)state;
  small_system s;
  solve v = {0};
  small_system_start(&s, "truss");
  assert_int_equal(newton(&s, static_sigma, 1, &v), GB_OK);
  for (int i = 1; i < 5; i++) {
    assert_int_equal(newton(&s, static_sigma, 1 + 1e-3 * i, &v), GB_OK);
    assert_int_equal(v.report.factorisations, 0);
    assert_true(v.report.iterations < 9);
    assert_true(v.report.rate < 0.1);
    assert_true(residual(&s, &v) < 1e-11 * 800);
  }
}

/// What is known of the kept factor saves the correction that only confirms, and no digits.
static void a_known_contraction_saves_a_correction(void **state) {
  (void)state;
  int corrections[2] = {0, 0};
  for (int knows = 0; knows < 2; knows++) {
    small_system s;
    solve v = {0};
    gb_factor_record memory = {0};
    v.memory = knows ? &memory : NULL;
    small_system_start(&s, "truss");
    assert_int_equal(newton(&s, static_sigma, 1, &v), GB_OK);
    for (int i = 1; i <= 8; i++) {
      assert_int_equal(newton(&s, static_sigma, 1 + 1e-10 * i, &v), GB_OK);
      assert_true(residual(&s, &v) < 1e-11 * 800);
      if (i > 2) corrections[knows] += v.report.iterations;
    }
  }
  assert_true(corrections[1] < corrections[0]);
}

static gb_rotation rotations;

static int rotate(gb_system *system, const double sigma[3], const gb_state *state,
                  gb_rotation *rotation, gb_error *error) {
  (void)system, (void)sigma, (void)state, (void)error;
  *rotation = rotations;
  return GB_OK;
}

/// A factor to which rotations are applied for the first time, or no longer, may contract worse
/// than at the solve before, whose rate tells nothing then.
static void the_rate_without_rotations_is_not_the_one_with_them(void **state) {
  (void)state;
  const gb_rotation then[] = {GB_ROTATION_LEFT_OUT, GB_ROTATION_LEFT_OUT, GB_ROTATION_APPLIED,
                              GB_ROTATION_APPLIED};
  const gb_rotation now[] = {GB_ROTATION_LEFT_OUT, GB_ROTATION_APPLIED, GB_ROTATION_APPLIED,
                             GB_ROTATION_LEFT_OUT};
  for (int k = 0; k < 4; k++) {
    small_system s;
    solve v = {0};
    gb_factor_record memory = {0};
    v.memory = &memory;
    small_system_start(&s, "truss");
    gb_system_operations operations = *s.system.op;
    operations.rotate = rotate;
    s.system.op = &operations;
    assert_int_equal(newton(&s, static_sigma, 1, &v), GB_OK);
    rotations = then[k];
    assert_int_equal(newton(&s, static_sigma, 1 + 1e-3, &v), GB_OK);
    memory.rate[0] = memory.rate[1] = 1e-15;
    rotations = now[k];
    assert_int_equal(newton(&s, static_sigma, 1 + 2e-3, &v), GB_OK);
    assert_int_equal(v.report.factorisations, 0);
    assert_int_equal(v.report.iterations == 1, then[k] == now[k]); // the rate given is believed
    assert_int_equal(residual(&s, &v) < 1e-11 * 800, then[k] != now[k]);
  }
}

/// Where keeping a factor costs more corrections than a new one, the next point makes it.
static void a_factor_that_costs_too_much_is_renewed(void **state) {
  (void)state;
  small_system s;
  solve v = {0};
  gb_factor_record memory = {0};
  v.memory = &memory;
  small_system_start(&s, "truss");
  assert_int_equal(newton(&s, static_sigma, 1, &v), GB_OK);
  int factorisations = 0, corrections = 0;
  for (int i = 1; i <= 100; i++) {
    assert_int_equal(newton(&s, static_sigma, 1 + 1e-3 * i, &v), GB_OK);
    factorisations += v.report.factorisations;
    corrections += v.report.iterations;
  }
  assert_in_range(factorisations, 4, 13);
  assert_true(corrections + 5 * factorisations <= 440); // 5 is the price of a factor here
}

static void a_misleading_factor_is_replaced(void **state) {
  (void)state;
  for (int kind = 0; kind < 3; kind++) {
    small_system s;
    solve v = {0};
    small_system_start(&s, "truss");
    assert_int_equal(newton(&s, static_sigma, 1, &v), GB_OK);
    const double factor = kind == 0 ? 100 : kind == 1 ? -0.5 : 1e200; // far too soft, wrong sign
    for (int i = 0; i < 4; i++) s.factor[i] *= factor;
    assert_int_equal(newton(&s, static_sigma, 1.1, &v), GB_OK);
    assert_int_equal(v.report.factorisations, 1);
    assert_true(residual(&s, &v) < 1e-11 * 800);
  }
}

/// A factor that is far too stiff contracts slowly but surely: a new one is worth it.
static void a_slow_factor_is_replaced(void **state) {
  (void)state;
  small_system s;
  solve v = {0};
  small_system_start(&s, "truss");
  assert_int_equal(newton(&s, static_sigma, 1, &v), GB_OK);
  for (int i = 0; i < 4; i++) s.factor[i] *= 0.3;
  assert_int_equal(newton(&s, static_sigma, 1.001, &v), GB_OK);
  assert_true(v.report.factorisations == 1);
  assert_true(residual(&s, &v) < 1e-11 * 800);
}

/// A factor that is dear to replace: corrections are accelerated by pairs.
static double dear(gb_system *system, const double sigma[3]) {
  (void)system, (void)sigma;
  return 1000;
}

/// A factor too dear to be replaced by another contracts by 0.55: corrections below 1e-7 of the
/// unknowns are no round-off while they shrink.
static void slow_corrections_are_no_round_off(void **state) {
  (void)state;
  small_system s;
  solve v = {0};
  small_system_start(&s, "truss");
  assert_int_equal(newton(&s, static_sigma, 1, &v), GB_OK);
  gb_system_operations operations = *s.system.op;
  operations.refactor_cost = dear;
  s.system.op = &operations;
  for (int i = 0; i < 4; i++) s.factor[i] *= 0.45;
  assert_int_equal(newton(&s, static_sigma, 1 + 1e-4, &v), GB_OK);
  assert_int_equal(v.report.factorisations, 0);
  assert_true(residual(&s, &v) < 1e-11 * 800);
}

/// The closed form of a linear point: m a + k q = 0 at rest from q = 0.7.
static void linear_points_take_two_corrections(void **state) {
  (void)state;
  small_system s;
  solve v = {0};
  const double sigma[GB_COMPONENTS] = {0, 0, 1, 0};
  small_system_start(&s, "oscillator");
  v.base[0] = 0.7;
  assert_int_equal(newton(&s, sigma, 0, &v), GB_OK);
  assert_true(fabs(v.w[0] + 8 * 0.7 / 1.2) < 1e-14);
  assert_true(v.report.iterations <= 2);
  assert_int_equal(v.report.factorisations, 1);
}

/// The truss's own residual.
static int truss_residual(const gb_state *state, gb_scalar *r, gb_error *error) {
  small_system exact;
  small_system_start(&exact, "truss");
  return exact.system.op->residual(&exact.system, state, r, error);
}

/// The truss with a residual of its own, or with its own where that is NULL; `operations` lives as
/// long as it.
static void start_truss(small_system *s, gb_system_operations *operations,
                        int (*residual_of)(gb_system *, const gb_state *, gb_scalar *,
                                           gb_error *)) {
  small_system_start(s, "truss");
  *operations = *s->system.op;
  if (residual_of) operations->residual = residual_of;
  s->system.op = operations;
}

/// Residuals of the truss with noise of relative size 1e-9, never the same twice.
static int noisy_residual(gb_system *system, const gb_state *state, gb_scalar *r, gb_error *error) {
  const small_system *s = system->data;
  GB_TRY(truss_residual(state, r, error));
  for (int i = 0; i < 2; i++) r[i] += 800 * 1e-9 * sin(1e3 * (i + 1) * (s->applications + 1));
  return GB_OK;
}

static void noise_ends_the_iteration(void **state) {
  (void)state;
  small_system s;
  solve v = {0};
  gb_system_operations operations;
  start_truss(&s, &operations, noisy_residual);
  for (int i = 0; i < 20; i++) {
    assert_int_equal(newton(&s, static_sigma, 1 + 1e-4 * i, &v), GB_OK);
    if (i == 0) continue;
    assert_true(v.report.iterations <= 10);
    assert_true(v.report.factorisations <= 1);
  }
}

/// Residuals of the truss with noise that is now and then four times smaller: by luck.
static int uneven_residual(gb_system *system, const gb_state *state, gb_scalar *r,
                           gb_error *error) {
  static const double size[] = {5.8, 7.1, 4.3, 1.4, 5.9, 6.8};
  const small_system *s = system->data;
  GB_TRY(truss_residual(state, r, error));
  r[s->applications % 2] += 800 * 1e-11 * size[s->applications % 6];
  return GB_OK;
}

/// A new factor is always worth its price.
static double no_cost(gb_system *system, const double sigma[3]) {
  (void)system, (void)sigma;
  return 0.5;
}

/// A worse correction after a lucky one looks like a factor that leads astray; a new factor for
/// each such pair must not hide that nothing shrinks any more.
static void luck_in_noise_does_not_hide_it(void **state) {
  (void)state;
  small_system s;
  solve v = {0};
  gb_system_operations operations;
  start_truss(&s, &operations, uneven_residual);
  operations.refactor_cost = no_cost;
  for (int i = 0; i < 40; i++) {
    assert_int_equal(newton(&s, static_sigma, 1, &v), GB_OK);
    if (i == 0) continue;
    assert_true(v.report.iterations <= 7);
    assert_int_equal(v.report.factorisations, 1);
  }
}

/// The truss where displacements have a last digit of 1e-10: smaller corrections change nothing.
static int coarse_residual(gb_system *system, const gb_state *state, gb_scalar *r,
                           gb_error *error) {
  gb_scalar q[2];
  gb_state coarse = *state;
  (void)system;
  for (int i = 0; i < 2; i++) {
    const gb_scalar fine = state->component[GB_Q][i];
    q[i] = 1e-9 * round(fine / 1e-9);
    q[i] += 1e-4 * (fine - q[i]);
  }
  coarse.component[GB_Q] = q;
  return truss_residual(&coarse, r, error);
}

/// Two corrections that change no digit are equal, and the pair of them would divide by nearly
/// nothing: the next correction would be many times round-off.
static void corrections_at_round_off_make_no_pairs(void **state) {
  (void)state;
  gb_arena memory = {0};
  small_system s;
  solve v = {0};
  gb_system_operations operations;
  double largest = 0;
  start_truss(&s, &operations, coarse_residual);
  assert_int_equal(newton(&s, static_sigma, 1, &v), GB_OK);
  operations.refactor_cost = dear;
  assert_int_equal(gb_anderson_create(&s.system, &memory, 20, 1, &v.anderson, &v.error), GB_OK);
  for (int i = 1; i <= 40; i++) {
    assert_int_equal(newton(&s, static_sigma, 1 + 1e-3 * i, &v), GB_OK);
    largest = fmax(largest, residual(&s, &v));
  }
  assert_true(largest < 1e-5); // 1000 times 1e-9 is round-off
  gb_arena_free(&memory);
}

/// The loads of the truss are its terms.
static void truss_sizes(gb_system *system, const gb_scalar *r, gb_residual_size *size) {
  (void)system;
  *size = (gb_residual_size){.terms = {800 * 800}};
  for (int i = 0; i < 2; i++) size->rows[GB_ROWS_POSITION] += gb_real(r[i]) * gb_real(r[i]);
}

/// Terms that are far smaller than the loads.
static void tiny_sizes(gb_system *system, const gb_scalar *r, gb_residual_size *size) {
  truss_sizes(system, r, size);
  size->terms[GB_ROWS_POSITION] = 1e-4;
}

/// Corrections by a factor that is too stiff by 1e20 are below round-off wherever the state is.
static void small_corrections_are_not_enough(void **state) {
  (void)state;
  for (int knows = 0; knows < 2; knows++) {
    small_system s;
    solve v = {0};
    gb_system_operations operations;
    gb_factor_record memory = {0};
    v.memory = knows ? &memory : NULL;
    start_truss(&s, &operations, NULL);
    operations.residual_size = truss_sizes;
    assert_int_equal(newton(&s, static_sigma, 1, &v), GB_OK);
    for (int i = 0; i < 4; i++) s.factor[i] *= 1e-20;
    assert_int_equal(newton(&s, static_sigma, 1.1, &v), GB_OK);
    assert_true(residual(&s, &v) < 1e-11 * 800);
    assert_true(v.w[1] > 0.9);
  }
}

/// A residual that is round-off, though larger than is asked for, is known as such to later solves,
/// which it costs nothing.
static void a_residual_at_round_off_is_known(void **state) {
  (void)state;
  int corrections[2] = {0, 0};
  for (int sizes = 0; sizes < 2; sizes++) {
    small_system s;
    solve v = {0};
    gb_system_operations operations;
    gb_factor_record memory = {0};
    v.memory = &memory;
    start_truss(&s, &operations, noisy_residual); // by 1e-9 of the loads
    operations.residual_size = sizes ? tiny_sizes : NULL;
    for (int i = 0; i < 40; i++) {
      assert_int_equal(newton(&s, static_sigma, 1 + 1e-4 * i, &v), GB_OK);
      assert_true(residual(&s, &v) < 1e-8 * 800);
      if (i > 3) corrections[sizes] += v.report.iterations;
    }
  }
  assert_true(corrections[1] <= corrections[0]);
}

/// A factor that is right for the unknowns and too stiff for the multiplier, whose error falls by
/// 0.7 with each correction, while the unknowns are right at once.
static void multipliers_converge_too(void **state) {
  (void)state;
  small_system s;
  solve v = {0};
  small_system_start(&s, "pendulum");
  s.row = s.column = 1;
  v.w[0] = 0.1;
  v.w[2] = -1;
  v.w[3] = 10;
  assert_int_equal(newton(&s, static_sigma, 0, &v), GB_OK);
  const double force = gb_real(v.w[3]);
  assert_int_equal(s.system.op->refactor(&s.system, static_sigma, &v.state, &v.error), GB_OK);
  for (int j = 0; j < 4; j++) s.factor[12 + j] *= 0.7;
  v.w[3] += 1;
  assert_int_equal(newton(&s, static_sigma, 0, &v), GB_OK);
  assert_true(fabs(gb_real(v.w[3]) - force) < 1e-8 * fabs(force));
}

/// r = q^2 + 1 has no real root.
static int no_root(gb_system *system, const gb_state *state, gb_scalar *r, gb_error *error) {
  (void)system, (void)error;
  r[0] = state->component[GB_Q][0] * state->component[GB_Q][0] + 1;
  return GB_OK;
}

/// r is no number.
static int no_number(gb_system *system, const gb_state *state, gb_scalar *r, gb_error *error) {
  (void)system, (void)state, (void)error;
  r[0] = NAN;
  return GB_OK;
}

static void what_has_no_solution_is_reported(void **state) {
  (void)state;
  for (int kind = 0; kind < 2; kind++) {
    small_system s;
    solve v = {0};
    small_system_start(&s, "oscillator");
    gb_system_operations operations = *s.system.op;
    operations.residual = kind ? no_number : no_root;
    s.system.op = &operations;
    assert_int_equal(newton(&s, static_sigma, 0, &v), GB_DIVERGED);
    if (kind == 0) assert_non_null(strstr(v.error.message, "row 0 of the oscillator"));
    assert_non_null(strstr(v.error.message, "corrections; the last two were"));
  }
}

static int forgotten;

static void count_forgotten(gb_system *system) {
  (void)system;
  forgotten++;
}

static void a_failed_solve_forgets_its_factor(void **state) {
  (void)state;
  small_system s;
  solve v = {0};
  gb_factor_record memory = {0};
  v.memory = &memory;
  small_system_start(&s, "oscillator");
  gb_system_operations operations = *s.system.op;
  operations.forget = count_forgotten;
  s.system.op = &operations;
  forgotten = 0;
  assert_int_equal(newton(&s, static_sigma, 0, &v), GB_OK);
  assert_int_equal(forgotten, 0);
  memory.sum = 3;
  operations.residual = no_root;
  assert_int_equal(newton(&s, static_sigma, 0, &v), GB_DIVERGED);
  assert_int_equal(forgotten, 1);
  assert_int_equal(memory.sum, 0);
}

static void a_singular_operator_is_reported(void **state) {
  (void)state;
  small_system s;
  solve v = {0};
  small_system_start(&s, "oscillator");
  s.x[2] = 0;
  assert_int_equal(newton(&s, static_sigma, 0.3, &v), GB_SINGULAR);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(large_displacements_converge_as_full_newton),
      cmocka_unit_test(a_solve_stops_between_corrections),
      cmocka_unit_test(a_kept_factor_is_not_renewed_nearby),
      cmocka_unit_test(a_known_contraction_saves_a_correction),
      cmocka_unit_test(the_rate_without_rotations_is_not_the_one_with_them),
      cmocka_unit_test(a_factor_that_costs_too_much_is_renewed),
      cmocka_unit_test(a_misleading_factor_is_replaced),
      cmocka_unit_test(a_slow_factor_is_replaced),
      cmocka_unit_test(slow_corrections_are_no_round_off),
      cmocka_unit_test(linear_points_take_two_corrections),
      cmocka_unit_test(noise_ends_the_iteration),
      cmocka_unit_test(luck_in_noise_does_not_hide_it),
      cmocka_unit_test(corrections_at_round_off_make_no_pairs),
      cmocka_unit_test(small_corrections_are_not_enough),
      cmocka_unit_test(a_residual_at_round_off_is_known),
      cmocka_unit_test(multipliers_converge_too),
      cmocka_unit_test(a_failed_solve_forgets_its_factor),
      cmocka_unit_test(what_has_no_solution_is_reported),
      cmocka_unit_test(a_singular_operator_is_reported),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
