/// Claim: a factor goes along with the rotations of the nodes. Where a whole model, or all of it
/// that a hinge leaves free, has rotated since, shells, folds, beams, bodies and joints, it is the
/// inverse of the operator at the new state; where nodes rotate each on its own, it stays
/// symmetric.
// ranks: 1 2 3
#include "integrators/pass.h"
#include "mesh_files.h"
#include "session/session.h"
#include "system/model_system.h"
#include "tests/unit/preconditioner_defect.h"

enum { ALONG = 8, ACROSS = 3, TEXT = 20000 };
static const double sigma[GB_COMPONENTS] = {1, 0, 1e4};

/// Two strips that meet along a fold, in axes of its own: the line where `along` is 0 is parallel
/// to axis[1], and the first strip lies in the plane of axis[0] and axis[1].
static void write_strips(const char *path, const double axis[3][3]) {
  static char text[TEXT];
  size_t used = 0;
  const int nodes = (ALONG + 1) * (ACROSS + 1), cells = ALONG * ACROSS;
#define ADD(...) used += (size_t)snprintf(text + used, TEXT - used, __VA_ARGS__)
  ADD("$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$PhysicalNames\n2\n1 1 \"root\"\n2 2 \"plate\"\n"
      "$EndPhysicalNames\n$Nodes\n%d\n",
      nodes);
  for (int i = 0; i <= ALONG; i++)
    for (int j = 0; j <= ACROSS; j++) {
      const double flat = 0.1 * fmin(i, ALONG / 2), beyond = 0.1 * fmax(i - ALONG / 2, 0);
      const double place[3] = {flat + 0.5 * beyond, 0.1 * j, 0.9 * beyond};
      ADD("%d", 1 + i * (ACROSS + 1) + j);
      for (int k = 0; k < 3; k++)
        ADD(" %.17g", place[0] * axis[0][k] + place[1] * axis[1][k] + place[2] * axis[2][k]);
      ADD("\n");
    }
  ADD("$EndNodes\n$Elements\n%d\n", cells + ACROSS);
  for (int j = 0; j < ACROSS; j++) ADD("%d 1 2 1 1 %d %d\n", j + 1, j + 1, j + 2);
  for (int i = 0; i < ALONG; i++)
    for (int j = 0; j < ACROSS; j++) {
      const int a = 1 + i * (ACROSS + 1) + j, b = a + ACROSS + 1;
      ADD("%d 3 2 2 2 %d %d %d %d\n", ACROSS + 1 + i * ACROSS + j, a, b, b + 1, a + 1);
    }
  ADD("$EndElements\n");
#undef ADD
  FILE *file = fopen(path, "w");
  assert_non_null(file);
  assert_true(fwrite(text, 1, used, file) == used);
  assert_int_equal(fclose(file), 0);
}

typedef struct trial {
  gb_session *session;
  gb_timers timers;
  gb_scalar design[1];
  gb_system *system;
  gb_arena memory;
  gb_state *bent, *rotated;
  gb_scalar *x, *y, *z;
  unsigned seed;
  gb_error error;
} trial;

static double random_number(trial *t) {
  return next_number(&t->seed);
}

static void open_trial(MPI_Comm comm, const char *entries, const double axis[3][3], trial *t) {
  static char text[4000];
  int rank;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  *t = (trial){.seed = 7u + (unsigned)rank};
  write_strips(in_folder("strips.msh"), axis);
  snprintf(text, sizeof text,
           "gimbal: 1\nmesh: %s\nmaterials: {m: {young: 1e7, poisson: 0.3, density: 1000}}\n"
           "shells: [{group: plate, material: m, thickness: 5e-3}]\n%s"
           "time: {scheme: bdf2, step: 0.01, steps: 2}\n",
           in_folder("strips.msh"), entries);
  const gb_session_request request = {.file = "strips.yaml", .text = text};
  if (gb_session_open(comm, &request, &t->session, &t->error) != GB_OK)
    fail_msg("%s", t->error.message);
  const gb_model_system_request wanted = {.design = t->design,
                                          .whole = true,
                                          .enforcement = {.weight = {1, 0, 0}, .column = 1},
                                          .timers = &t->timers,
                                          .memory = 1e9};
  assert_int_equal(gb_model_system_create(t->session->model, &wanted, &t->system, &t->error), 0);
  assert_int_equal(gb_state_create(t->system, &t->memory, &t->bent, &t->error), GB_OK);
  assert_int_equal(gb_state_create(t->system, &t->memory, &t->rotated, &t->error), GB_OK);
  const size_t length = (size_t)(t->system->n + t->system->m);
  assert_int_equal(GB_TAKE(&t->memory, t->x, length, &t->error), GB_OK);
  assert_int_equal(GB_TAKE(&t->memory, t->y, length, &t->error), GB_OK);
  assert_int_equal(GB_TAKE(&t->memory, t->z, length, &t->error), GB_OK);
  for (int32_t i = 0; i < t->system->n; i++) t->bent->component[GB_Q][i] = 0.01 * random_number(t);
}

static void close_trial(trial *t) {
  gb_model_system_destroy(&t->system);
  gb_arena_free(&t->memory);
  gb_session_close(&t->session);
}

/// The rotation by an angle about a unit axis.
static void find_rotation(const double axis[3], double angle, double Q[3][3]) {
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++) {
      const int k = 3 - i - j;
      const double cross = i == j ? 0 : ((j - i + 3) % 3 == 1 ? -1 : 1) * axis[k];
      Q[i][j] = cos(angle) * (i == j) + sin(angle) * cross + (1 - cos(angle)) * axis[i] * axis[j];
    }
}

/// The unknowns of the bent state rotated as a whole: those of a vector are its components along
/// orthonormal directions, in which T has them.
static void rotate_bent_state(trial *t, const double Q[3][3]) {
  const gb_model *model = t->session->model;
  const gb_node_set *nodes = model->nodes;
  const gb_node_map *T = &model->dofs->T;
  for (int32_t v = 0; v < nodes->first[nodes->owned]; v += 3) {
    double old[3] = {0}, change[3] = {0};
    for (int i = 0; i < 3; i++) {
      old[i] = nodes->reference[v + i];
      for (int32_t k = T->start[v + i]; k < T->start[v + i + 1]; k++)
        if (T->unknown[k] < t->system->n)
          old[i] += T->factor[k] * gb_real(t->bent->component[GB_Q][T->unknown[k]]);
    }
    for (int i = 0; i < 3; i++) {
      for (int j = 0; j < 3; j++) change[i] += Q[i][j] * old[j];
      change[i] -= nodes->reference[v + i];
    }
    int32_t node = 0;
    while (nodes->first[node + 1] <= v) node++;
    if (nodes->tied[node]) continue;
    for (int32_t k = T->start[v]; k < T->start[v + 3]; k++)
      if (T->unknown[k] < t->system->n) t->rotated->component[GB_Q][T->unknown[k]] = 0;
    for (int i = 0; i < 3; i++)
      for (int32_t k = T->start[v + i]; k < T->start[v + i + 1]; k++)
        if (T->unknown[k] < t->system->n)
          t->rotated->component[GB_Q][T->unknown[k]] += T->factor[k] * change[i];
  }
}

/// The factor of the bent state, rotated to the other one.
static void prepare(trial *t) {
  const gb_system_operations *op = t->system->op;
  gb_rotation rotation;
  assert_int_equal(op->refactor(t->system, sigma, t->bent, &t->error), GB_OK);
  assert_int_equal(op->rotate(t->system, sigma, t->bent, &rotation, &t->error), GB_OK);
  assert_int_equal(rotation, GB_ROTATION_NONE);
  assert_int_equal(op->rotate(t->system, sigma, t->rotated, &rotation, &t->error), GB_OK);
  assert_int_equal(rotation, GB_ROTATION_APPLIED);
}

/// The largest entry of P^-1 A x - x, A being the operator or its transpose at the rotated state,
/// where those of x are up to 1.
static double find_defect(trial *t, bool transpose) {
  const gb_operator A = {sigma, t->rotated, transpose};
  return find_preconditioner_defect(t->system, &A, t->x, t->y, &t->seed, &t->error);
}

static const char mechanism[] =
    "bodies:\n"
    "  - {name: hub, box: [0.1, 0.3, 0.1], density: 500, at: [-0.1, 0.15, 0]}\n"
    "  - {name: arm, box: [0.3, 0.1, 0.1], density: 700, at: [-0.4, 0.15, 0]}\n"
    "  - {name: end, box: [0.1, 0.1, 0.1], density: 700, at: [-0.8, 0.15, 0]}\n"
    "links: [{body: hub, group: root}]\n"
    "joints:\n"
    "  - {type: spherical, between: [hub, arm], at: [-0.2, 0.15, 0]}\n"
    "  - {type: revolute, between: [arm, end], at: [-0.6, 0.15, 0], axis: [0, 1, 0]}\n"
    "sections: {rod: {type: rectangle, width: 0.02, height: 0.03, material: m}}\n"
    "beams: [{points: [[-0.8, 0.15, 0], [-0.8, 0.65, 0]], elements: 3, name: rod, section: rod,\n"
    "         orientation: [0, 0, 1], ends: [end, ~]}]\n";

static const double natural[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};

static void a_factor_is_exact_after_a_rotation_of_all(void **state) {
  (void)state;
  const double axis[3] = {2.0 / 7, -3.0 / 7, 6.0 / 7};
  double Q[3][3];
  trial t;
  open_trial(MPI_COMM_WORLD, mechanism, natural, &t);
  for (int k = 1; k <= 3; k++) {
    find_rotation(axis, k, Q);
    rotate_bent_state(&t, (const double(*)[3])Q);
    prepare(&t);
    assert_true(find_defect(&t, false) < 1e-7);
    assert_true(find_defect(&t, true) < 1e-7);
  }
  close_trial(&t);
}

/// A hinge along no axis: of its directors a supported rotation leaves a plane that is along no two
/// axes, and the strip may turn about the hinge.
static void a_factor_is_exact_after_a_rotation_about_an_oblique_hinge(void **state) {
  (void)state;
  const double a = sqrt(0.5), b = sqrt(1.0 / 6), c = sqrt(1.0 / 3);
  const double axis[3][3] = {{2 * b, -b, -b}, {0, -a, a}, {c, c, c}};
  double Q[3][3];
  trial t;
  open_trial(MPI_COMM_WORLD, "supports: [{group: root, fix: [x, y, z, rx]}]\n", axis, &t);
  for (int k = 1; k <= 2; k++) {
    find_rotation(axis[1], k, Q);
    rotate_bent_state(&t, (const double(*)[3])Q);
    prepare(&t);
    assert_true(find_defect(&t, false) < 1e-7);
  }
  close_trial(&t);
}

static void a_factor_that_rotates_is_symmetric(void **state) {
  (void)state;
  trial t;
  open_trial(MPI_COMM_WORLD, mechanism, natural, &t);
  for (int32_t i = 0; i < t.system->n; i++) t.rotated->component[GB_Q][i] = 0.5 * random_number(&t);
  prepare(&t);
  const int32_t length = t.system->n + t.system->m;
  double sums[3] = {0}; // y.P^-1 x, x.P^-1 y, and the size of their terms
  for (int32_t i = 0; i < length; i++) {
    t.x[i] = random_number(&t);
    t.y[i] = random_number(&t);
  }
  for (int side = 0; side < 2; side++) {
    const gb_scalar *left = side ? t.x : t.y;
    memcpy(t.z, side ? t.y : t.x, (size_t)length * sizeof *t.z);
    const gb_operator A = {sigma, t.rotated, false};
    assert_int_equal(t.system->op->precondition(t.system, &A, 1, t.z, &t.error), GB_OK);
    for (int32_t i = 0; i < length; i++) {
      sums[side] += gb_real(left[i] * t.z[i]);
      sums[2] += fabs(gb_real(left[i] * t.z[i]));
    }
  }
  MPI_Allreduce(MPI_IN_PLACE, sums, 3, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
  assert_true(fabs(sums[0] - sums[1]) < 1e-10 * sums[2]);
  close_trial(&t);
}

/// Set the unknowns of vectors by the places of their nodes. @param size, phase of the sines
static void set_by_places(trial *t, double size, double phase, gb_scalar x[]) {
  const gb_node_set *nodes = t->session->model->nodes;
  const gb_node_map *T = &t->session->model->dofs->T;
  memset(x, 0, (size_t)(t->system->n + t->system->m) * sizeof *x);
  for (int32_t node = 0; node < nodes->owned; node++) {
    const int32_t first = nodes->first[node], end = nodes->first[node + 1];
    const double *X = &nodes->reference[first];
    for (int32_t i = first; i < end; i++)
      for (int32_t k = T->start[i]; k < T->start[i + 1]; k++)
        if (T->unknown[k] < t->system->n)
          x[T->unknown[k]] +=
              T->factor[k] * size * sin(20 * X[0] + 15 * X[1] + 10 * X[2] + (i - first) + phase);
  }
}

/// A factor goes along with the elements of all ranks around a node: x.P^-1 x of all ranks is that
/// of one.
static void a_factor_rotates_as_on_one_rank(void **state) {
  (void)state;
  double found[2];
  for (int alone = 0; alone < 2; alone++) {
    const MPI_Comm comm = alone ? MPI_COMM_SELF : MPI_COMM_WORLD;
    trial t;
    open_trial(comm, "supports: [{group: root, fix: all}]\n", natural, &t);
    set_by_places(&t, 0.01, 0, t.bent->component[GB_Q]);
    set_by_places(&t, 0.03, 1, t.rotated->component[GB_Q]);
    prepare(&t);
    set_by_places(&t, 1, 2, t.x);
    memcpy(t.z, t.x, (size_t)t.system->n * sizeof *t.z);
    const gb_operator A = {sigma, t.rotated, false};
    assert_int_equal(t.system->op->precondition(t.system, &A, 1, t.z, &t.error), GB_OK);
    found[alone] = 0;
    for (int32_t i = 0; i < t.system->n; i++) found[alone] += gb_real(t.x[i] * t.z[i]);
    MPI_Allreduce(MPI_IN_PLACE, &found[alone], 1, MPI_DOUBLE, MPI_SUM, comm);
    close_trial(&t);
  }
  assert_true(fabs(found[0] - found[1]) < 1e-7 * fabs(found[1]));
}

int main(int argc, char **argv) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_factor_is_exact_after_a_rotation_of_all),
      cmocka_unit_test(a_factor_is_exact_after_a_rotation_about_an_oblique_hinge),
      cmocka_unit_test(a_factor_that_rotates_is_symmetric),
      cmocka_unit_test(a_factor_rotates_as_on_one_rank),
  };
  MPI_Init(&argc, &argv);
  const int failed = cmocka_run_group_tests(tests, make_folder, remove_folder);
  MPI_Finalize();
  return failed;
}
