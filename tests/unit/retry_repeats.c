/// Claim: the march that counts repeats the one that found its halvings: every residual that it
/// evaluates was evaluated there, to the last digit and in this order.
// ranks: 1
#include "integrators/drivers.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

enum { MOST = 20000, FACTORS = 100 };
static const double FACTORS_PRICE = 3;

/// A mass on a spring that stiffens, q'' + 10 q + 1e3 q^3 = 2 t^4 sin(3 t), whose factors are
/// kept.
typedef struct oscillator {
  double factor[FACTORS], sigma[FACTORS][3];
  int factors;
  int count;
  double seen[MOST][2]; ///< t and q of all residuals
} oscillator;

static int initial(gb_system *system, gb_scalar *q, gb_scalar *v, gb_error *error) {
  (void)system, (void)error;
  *q = *v = 0;
  return GB_OK;
}

static int residual(gb_system *system, const gb_state *state, gb_scalar *r, gb_error *error) {
  oscillator *s = system->data;
  const double q = gb_real(*state->component[GB_Q]);
  (void)error;
  assert_true(s->count < MOST);
  memcpy(s->seen[s->count++], (double[]){state->t, q}, sizeof *s->seen);
  *r =
      *state->component[GB_A] + 10 * q + 1e3 * q * q * q - 2 * pow(state->t, 4) * sin(3 * state->t);
  return GB_OK;
}

static int place_of(const oscillator *s, const double sigma[3]) {
  int i = 0;
  while (i < s->factors && memcmp(s->sigma[i], sigma, sizeof *s->sigma) != 0) i++;
  return i;
}

static gb_preconditioner_kind preconditioner(gb_system *system, const double sigma[3]) {
  const oscillator *s = system->data;
  return place_of(s, sigma) < s->factors ? GB_PRECONDITIONER_FACTOR : GB_PRECONDITIONER_NONE;
}

static int refactor(gb_system *system, const double sigma[3], const gb_state *state,
                    gb_error *error) {
  oscillator *s = system->data;
  const double q = gb_real(*state->component[GB_Q]);
  const int i = place_of(s, sigma);
  (void)error;
  assert_true(i < FACTORS);
  memcpy(s->sigma[i], sigma, sizeof *s->sigma);
  s->factor[i] = sigma[GB_A] + sigma[GB_Q] * (10 + 3e3 * q * q);
  if (i == s->factors) s->factors++;
  return GB_OK;
}

static void forget(gb_system *system) {
  ((oscillator *)system->data)->factors = 0;
}

static double refactor_cost(gb_system *system, const double sigma[3]) {
  (void)system, (void)sigma;
  return FACTORS_PRICE;
}

static int precondition(gb_system *system, const gb_operator *A, int count, gb_scalar *x,
                        gb_error *error) {
  const oscillator *s = system->data;
  (void)error;
  for (int c = 0; c < count; c++) x[c] /= s->factor[place_of(s, A->sigma)];
  return GB_OK;
}

static int sum(gb_system *system, int count, gb_scalar *values, gb_error *error) {
  (void)system, (void)count, (void)values, (void)error;
  return GB_OK;
}

static int worst(gb_system *system, const gb_state *state, const gb_scalar *r, size_t size,
                 char *text, gb_error *error) {
  (void)system, (void)state, (void)r, (void)error;
  if (size > 0) *text = 0;
  return GB_OK;
}

static int functionals_begin(gb_system *system, gb_error *error) {
  (void)system, (void)error;
  return GB_OK;
}

static int functionals_add(gb_system *system, const gb_state *state, double weight,
                           gb_error *error) {
  (void)system, (void)state, (void)weight, (void)error;
  return GB_OK;
}

static int functionals_end(gb_system *system, gb_scalar *values, gb_error *error) {
  (void)system, (void)values, (void)error;
  return GB_OK;
}

static const gb_system_operations operations = {.initial = initial,
                                                .residual = residual,
                                                .preconditioner = preconditioner,
                                                .refactor = refactor,
                                                .forget = forget,
                                                .refactor_cost = refactor_cost,
                                                .precondition = precondition,
                                                .sum = sum,
                                                .residual_report = worst,
                                                .functionals_begin = functionals_begin,
                                                .functionals_add = functionals_add,
                                                .functionals_end = functionals_end};

/// The place behind the next residual of this t and q, from `from` on; 0: there is none.
static int find(const oscillator *s, int from, int to, const double seen[2]) {
  for (int i = from; i < to; i++)
    if (!memcmp(s->seen[i], seen, sizeof *s->seen)) return i + 1;
  return 0;
}

static void repeats(const char *scheme) {
  static oscillator s;
  gb_error error = {0};
  gb_system system = {.op = &operations, .data = &s, .n = 1};
  gb_time_settings time = {
      .scheme = scheme, .parameter = {NAN, NAN, NAN}, .step = 0.4, .steps = 12, .retry = 8};
  gb_newton_options options = gb_newton_defaults();
  gb_march_report report;
  gb_table *table;
  gb_trajectory *trajectory;
  gb_scalar none;
  int64_t halvings;
  memset(&s, 0, sizeof s);
  options.iterations = 5;
  assert_int_equal(gb_table_create(&time, &table, &error), GB_OK);
  assert_int_equal(gb_find_substeps(&system, table, &options, &report, &error), GB_OK);
  const int found = s.count;
  gb_table_bisections(table, &halvings);
  assert_true(halvings > 3);
  assert_int_equal(gb_trajectory_create(&system, table, &options, NULL, &trajectory, &error),
                   GB_OK);
  assert_int_equal(gb_march(trajectory, NULL, &none, &report, &error), GB_OK);
  assert_true(s.count < 2 * found); // without the attempts that failed
  for (int i = found, place = 0; i < s.count; i++) {
    place = find(&s, place, found, s.seen[i]);
    assert_true(place > 0);
  }
  gb_trajectory_destroy(&trajectory);
  gb_table_destroy(&table);
}

static void one_step_schemes_repeat(void **state) {
  (void)state;
  repeats("newmark");
  repeats("galpha");
  repeats("dirk2");
  repeats("euler");
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(one_step_schemes_repeat)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
