/// Claim: the size of the imaginary parts of a march in complex numbers does not change how
/// often Newton's method factorises where the model is nearly linear; the derivative of a
/// displacement by the amplitude of the only load is the displacement.
// ranks: 1 2
#include "session/session.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

/// Displacements are 1e-8 of the model's size, and so are their squares beside themselves.
static const char chain[] =
    "gimbal: 1\n"
    "masses:\n"
    "  - {name: a, at: [1, 0.3, 0], mass: 1}\n"
    "  - {name: b, at: [2, 0, 0.4], mass: 1}\n"
    "springs:\n"
    "  - {name: s, between: [ground, a], at: [[0, 0, 0], ~], stiffness: [3, 2, 5]}\n"
    "  - {name: t, between: [a, b], stiffness: [2, 4, 1]}\n"
    "loads: [{name: f, type: force, mass: b, value: [1e-6, 0, 0]}]\n"
    "probes: [{name: p, mass: b}]\n"
    "design: [{name: f, load: f, parameter: amplitude}]\n"
    "functions: [{name: u, type: end, of: p, value: ux}]\n"
    "time: {scheme: dirk4, step: 0.01, steps: 20}\n";

/// A march with the amplitude 1 + i step.
static gb_outcome march(const gb_session *session, double step) {
  gb_timers timers = {0};
  gb_error error = {0};
  gb_outcome outcome = {0};
  if (gb_engine_complex.run(session->analysis, &step, &timers, &outcome, &error) != GB_OK)
    fail_msg("an imaginary part of %g: %s", step, error.message);
  return outcome;
}

static void size_does_not_count(void **state) {
  (void)state;
  const gb_session_request request = {.file = "chain.yaml", .text = chain};
  gb_session *session;
  gb_error error = {0};
  if (gb_session_open(MPI_COMM_WORLD, &request, &session, &error) != GB_OK)
    fail_msg("%s", error.message);
  gb_outcome small = march(session, 1e-30);
  const double value = small.value[0];
  for (double step = 0.1; step < 20; step *= 5) {
    gb_outcome large = march(session, step);
    assert_int_equal(large.factorisations, small.factorisations);
    assert_true(value > 1e-8 && fabs(large.imaginary[0] / step - value) <= 1e-7 * value);
    gb_outcome_free(&large);
  }
  gb_outcome_free(&small);
  gb_session_close(&session);
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  const struct CMUnitTest tests[] = {cmocka_unit_test(size_does_not_count)};
  const int failed = cmocka_run_group_tests(tests, NULL, NULL);
  MPI_Finalize();
  return failed;
}
