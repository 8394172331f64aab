/// Claim: the sparse factor of a mechanism is the inverse of its operator, and of its transpose, at
/// any state, time and sigma: what is left out of its entries is zero. Joints of all kinds, some
/// driven, beams, a bushing and a spring. Factors that share their places and order do not disturb
/// each other.
// ranks: 1 2 3
#include "integrators/pass.h"
#include "mesh_files.h"
#include "session/session.h"
#include "system/model_system.h"
#include "tests/unit/preconditioner_defect.h"

static const char chain[] =
    "gimbal: 1\n"
    "gravity: [0, 0, -9.81]\n"
    "materials: {m: {young: 1e7, poisson: 0.3, density: 1000}}\n"
    "bodies:\n"
    "  - {name: a, box: [0.5, 0.1, 0.1], density: 700, at: [0.25, 0, 0]}\n"
    "  - {name: b, box: [0.5, 0.2, 0.1], density: 700, at: [0.75, 0, 0]}\n"
    "  - {name: c, box: [0.5, 0.1, 0.3], density: 700, at: [1.25, 0, 0]}\n"
    "  - {name: d, box: [0.5, 0.1, 0.1], density: 700, at: [1.75, 0, 0]}\n"
    "  - {name: e, box: [0.5, 0.1, 0.1], density: 700, at: [2.25, 0, 0]}\n"
    "  - {name: f, box: [0.5, 0.1, 0.1], density: 700, at: [0.25, 1, 0]}\n"
    "joints:\n"
    "  - {type: revolute, between: [ground, a], at: [0, 0, 0], axis: [0, 0.6, 0.8]}\n"
    "  - {type: spherical, between: [a, b], at: [0.5, 0, 0]}\n"
    "  - {type: universal, between: [b, c], at: [1, 0, 0], axis: [0, 0, 1]}\n"
    "  - {type: revolute, between: [c, d], at: [1.5, 0, 0], axis: [0, 1, 0], angle: 2*t^2}\n"
    "  - {type: prismatic, between: [d, e], at: [2, 0, 0], axis: [1, 0, 0], distance: 0.1*t^2}\n"
    "  - {type: spherical, between: [ground, f], at: [0, 1, 0]}\n"
    "sections: {rod: {type: rectangle, width: 0.02, height: 0.03, material: m}}\n"
    "beams: [{points: [[2.5, 0, 0], [2.5, 1, 0]], elements: 3, name: rod, section: rod,\n"
    "         orientation: [0, 0, 1], ends: [e, ~]}]\n"
    "bushings: [{between: [c, f], at: [1, 0.5, 0], stiffness: [50, 60, 70, 1, 2, 3],\n"
    "            damping: [5, 4, 3, 0.2, 0.1, 0.1]}]\n"
    "springs: [{between: [d, f], at: [[1.75, 0.1, 0], [0.5, 1, 0.1]], stiffness: 1000,\n"
    "           damping: 3}]\n"
    "time: {scheme: galpha, step: 0.001, steps: 2}\n";

typedef struct trial {
  gb_session *session;
  gb_timers timers;
  gb_scalar design[1];
  gb_system *system;
  gb_arena memory;
  gb_state *state;
  gb_scalar *x, *y;
  unsigned seed;
  gb_error error;
} trial;

static double random_number(trial *t) {
  return next_number(&t->seed);
}

static void open_trial(trial *t) {
  int rank;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  *t = (trial){.seed = 11u + (unsigned)rank};
  const gb_session_request request = {.file = "chain.yaml", .text = chain};
  if (gb_session_open(MPI_COMM_WORLD, &request, &t->session, &t->error) != GB_OK)
    fail_msg("%s", t->error.message);
  const gb_model_system_request wanted = {.design = t->design,
                                          .enforcement = {.weight = {0.2, 0.3, 0.5}, .column = 2},
                                          .timers = &t->timers,
                                          .memory = 1e9};
  assert_int_equal(gb_model_system_create(t->session->model, &wanted, &t->system, &t->error), 0);
  assert_int_equal(gb_state_create(t->system, &t->memory, &t->state, &t->error), GB_OK);
  const size_t length = (size_t)(t->system->n + t->system->m);
  assert_int_equal(GB_TAKE(&t->memory, t->x, length, &t->error), GB_OK);
  assert_int_equal(GB_TAKE(&t->memory, t->y, length, &t->error), GB_OK);
}

static void close_trial(trial *t) {
  gb_model_system_destroy(&t->system);
  gb_arena_free(&t->memory);
  gb_session_close(&t->session);
}

static void move_to(trial *t, double time) {
  t->state->t = time;
  for (int component = GB_Q; component <= GB_A; component++)
    for (int32_t i = 0; i < t->system->n; i++)
      t->state->component[component][i] = 0.3 * random_number(t);
  for (int32_t i = 0; i < t->system->m; i++) t->state->multiplier[i] = 10 * random_number(t);
}

/// The largest entry of P^-1 A x - x, where those of x are up to 1.
static double find_defect(trial *t, const double sigma[GB_COMPONENTS], bool transpose) {
  const gb_operator A = {sigma, t->state, transpose};
  return find_preconditioner_defect(t->system, &A, t->x, t->y, &t->seed, &t->error);
}

static void a_sparse_factor_leaves_nothing_out(void **state) {
  (void)state;
  static const double sigma[][GB_COMPONENTS] = {{1, 20, 1e4}, {1e-4, 0.02, 1}};
  trial t;
  open_trial(&t);
  assert_true(t.session->model->dofs->total > 200);
  for (int k = 0; k < 4; k++) {
    move_to(&t, 0.4 * k);
    for (int s = 0; s < 2; s++) { // both at this state, made one after the other
      memcpy(t.state->sigma, sigma[s], sizeof t.state->sigma);
      if (t.system->op->refactor(t.system, sigma[s], t.state, &t.error) != GB_OK)
        fail_msg("%s", t.error.message);
    }
    for (int i = 0; i < 4; i++) {
      memcpy(t.state->sigma, sigma[i % 2], sizeof t.state->sigma);
      const double defect = find_defect(&t, sigma[i % 2], i / 2);
      if (defect > 1e-6) print_error("state %d, operator %d: %.1e\n", k, i, defect);
      assert_true(defect < 1e-6);
    }
  }
  close_trial(&t);
}

int main(int argc, char **argv) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(a_sparse_factor_leaves_nothing_out)};
  MPI_Init(&argc, &argv);
  const int failed = cmocka_run_group_tests(tests, make_folder, remove_folder);
  MPI_Finalize();
  return failed;
}
