/// Claim: factors of other sigmas are kept as far as the memory for them allows, and none is left
/// after `forget`; what is known of a factor does not count for another sigma.
// ranks: 1 2
#include "integrators/pass.h"
#include "session/session.h"
#include "solve/contraction.h"
#include "system/model_system.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

static const char chain[] =
    "gimbal: 1\n"
    "masses:\n"
    "  - {name: a, at: [1, 0, 0], mass: 1}\n"
    "  - {name: b, at: [2, 0, 0], mass: 1}\n"
    "springs:\n"
    "  - {name: s, between: [ground, a], at: [[0, 0, 0], ~], stiffness: [3, 3, 3]}\n"
    "  - {name: t, between: [a, b], stiffness: [2, 2, 2]}\n"
    "time: {scheme: bdf2, step: 0.01, steps: 2}\n";

static const double sigma[][GB_COMPONENTS] = {{1, 0, 1}, {2, 0, 1}, {3, 0, 1}};

typedef struct chain_system {
  gb_session *session;
  gb_timers timers;
  gb_scalar design[1];
  gb_system *system;
  gb_arena memory;
  gb_state *state;
  gb_error error;
} chain_system;

/// @param memory for factors beyond the one in use
static void open_chain(double memory, chain_system *c) {
  const gb_session_request request = {.file = "chain.yaml", .text = chain};
  *c = (chain_system){0};
  if (gb_session_open(MPI_COMM_WORLD, &request, &c->session, &c->error) != GB_OK)
    fail_msg("%s", c->error.message);
  const gb_model_system_request wanted = {.design = c->design,
                                          .enforcement = {.weight = {1, 0, 0}, .column = 1},
                                          .timers = &c->timers,
                                          .memory = memory};
  const gb_model *model = c->session->model;
  assert_int_equal(gb_model_system_create(model, &wanted, &c->system, &c->error), GB_OK);
  assert_int_equal(gb_state_create(c->system, &c->memory, &c->state, &c->error), GB_OK);
}

static void close_chain(chain_system *c) {
  gb_model_system_destroy(&c->system);
  gb_arena_free(&c->memory);
  gb_session_close(&c->session);
}

static void refactor(chain_system *c, int which) {
  assert_int_equal(c->system->op->refactor(c->system, sigma[which], c->state, &c->error), GB_OK);
}

/// Whether a factor is there.
static bool is_kept(const chain_system *c, int which) {
  return c->system->op->preconditioner(c->system, sigma[which]) >= GB_PRECONDITIONER_LIGHT;
}

static void memory_bounds_the_factors(void **state) {
  (void)state;
  chain_system c;
  open_chain(1e9, &c);
  for (int i = 0; i < 3; i++) refactor(&c, i);
  for (int i = 0; i < 3; i++) assert_true(is_kept(&c, i));
  close_chain(&c);
  open_chain(0, &c);
  for (int i = 0; i < 3; i++) {
    refactor(&c, i);
    for (int k = 0; k < 3; k++) assert_true(is_kept(&c, k) == (k == i));
  }
  close_chain(&c);
}

static void forgotten_factors_are_gone(void **state) {
  (void)state;
  chain_system c;
  open_chain(1e9, &c);
  for (int i = 0; i < 3; i++) refactor(&c, i);
  c.system->op->forget(c.system);
  for (int i = 0; i < 3; i++) assert_false(is_kept(&c, i));
  close_chain(&c);
}

/// Corrections that one factor has cost do not replace another.
static void a_record_is_of_one_sigma(void **state) {
  (void)state;
  chain_system c;
  open_chain(1e9, &c);
  for (int i = 0; i < 2; i++) refactor(&c, i);
  gb_factor_record record = {.sigma = {1, 0, 1}, .sum = 1000, .age = 3};
  gb_factor_use use = {.system = c.system, .sigma = sigma[0], .record = &record, .columns = 1};
  assert_false(gb_factor_must_refactor(&use));
  assert_true(use.spent);
  use.sigma = sigma[1];
  assert_false(gb_factor_must_refactor(&use));
  assert_false(use.spent);
  assert_int_equal(record.sum, 0);
  close_chain(&c);
}

int main(int argc, char **argv) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(memory_bounds_the_factors),
      cmocka_unit_test(forgotten_factors_are_gone),
      cmocka_unit_test(a_record_is_of_one_sigma),
  };
  MPI_Init(&argc, &argv);
  const int failed = cmocka_run_group_tests(tests, NULL, NULL);
  MPI_Finalize();
  return failed;
}
