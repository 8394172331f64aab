/// Claim: a march by steps of the library, whose forces, moments and given motions are arrays for
/// each stage, is that of the same inputs by expressions to 1e-12, and its derivatives by these
/// inputs add up to those by the numbers of the expressions to 1e-10; rotations of a beam's end and
/// sizes of arrays are as documented; calls out of order and wrong names are refused.
// ranks: 1 3
#include "gimbal.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

enum { STEPS = 5, INPUTS = 5, STAGES = 2, NODES = 2 };

static const char mesh[] = "$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$PhysicalNames\n3\n0 1 \"root\"\n"
                           "0 2 \"end\"\n1 3 \"rod\"\n$EndPhysicalNames\n$Nodes\n4\n1 0 0 0\n"
                           "2 0.4 0 0\n3 0.8 0 0\n4 1.2 0 0\n$EndNodes\n$Elements\n5\n"
                           "1 15 2 1 1 1\n2 15 2 2 2 4\n3 1 2 3 3 1 2\n4 1 2 3 3 2 3\n"
                           "5 1 2 3 3 3 4\n$EndElements\n";

/// The case with inputs by expressions, or with zeros in their place.
static void write_case(size_t size, char text[], bool alone) {
  const char *const vector[] = {
      alone ? "[3, 1, -20]" : "[0, 0, 0]", alone ? "[1, 4, 2]" : "[0, 0, 0]", "[0, 0, 0]",
      alone ? "[0.1, 0, 0.3]" : "[0, 0, 0]", alone ? "[2, -1, 5]" : "[0, 0, 0]"};
  snprintf(
      text, size,
      "gimbal: 1\n"
      "mesh: library_coupling.msh\n"
      "materials: {m: {young: 7e9, poisson: 0.3, density: 2700, yield: 3e8}}\n"
      "sections: {s: {type: rectangle, material: m, width: 0.03, height: 0.02}}\n"
      "beams: [{group: rod, section: s, orientation: [0, 1, 0]}]\n"
      "loads:\n"
      "  - {name: f, type: force, group: end, values: [%s], value: \"%s\"}\n"
      "  - {name: m, type: moment, group: end, values: [%s], value: \"%s\"}\n"
      "supports:\n"
      "  - {group: root, fix: rotation}\n"
      "  - {name: w, group: root, displacements: [%s], velocities: [%s], accelerations: [%s]}\n"
      "design:\n"
      "  - {name: F, load: f, parameter: values}\n"
      "  - {name: M, load: m, parameter: values}\n"
      "  - {name: U, support: w, parameter: displacements}\n"
      "  - {name: V, support: w, parameter: velocities}\n"
      "  - {name: A, support: w, parameter: accelerations}\n"
      "probes: [{name: tip, node: 4}]\n"
      "functions: [{name: z, type: end, of: tip, value: uz}]\n"
      "time: {scheme: sdirk2, step: 2e-3, steps: %d}\n",
      vector[0], alone ? "cos(50*t)" : "1", vector[1], alone ? "1 + t" : "1", vector[2], vector[3],
      vector[4], STEPS);
}

static gimbal_case *open_case(bool alone) {
  char text[2000];
  gimbal_case *c;
  int rank;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  FILE *file = rank == 0 ? fopen("library_coupling.msh", "w") : NULL;
  if (file) fputs(mesh, file);
  if (file) fclose(file);
  MPI_Barrier(MPI_COMM_WORLD);
  write_case(sizeof text, text, alone);
  assert_int_equal(gimbal_create(MPI_COMM_WORLD, &c), GIMBAL_OK);
  if (gimbal_load_text(c, "beam.yaml", text) != GIMBAL_OK) fail_msg("%s", gimbal_message(c));
  return c;
}

/// Vectors of the inputs at a time, from those of the expressions, x[INPUTS][3].
static void find_inputs(const double x[], double t, double input[]) {
  for (int i = 0; i < 3; i++) {
    const double v = x[9 + i], a = x[12 + i];
    input[i] = x[i] * cos(50 * t);
    input[3 + i] = x[3 + i] * (1 + t);
    input[6 + i] = v * t + a * t * t / 2;
    input[9 + i] = v + a * t;
    input[12 + i] = a;
  }
}

/// sum += derivatives by the numbers of the expressions from those by inputs.
static void add_slopes(const double by[], double t, double sum[]) {
  for (int i = 0; i < 3; i++) {
    const double u = by[6 + i], v = by[9 + i], a = by[12 + i];
    sum[i] += by[i] * cos(50 * t);
    sum[3 + i] += by[3 + i] * (1 + t);
    sum[9 + i] += u * t + v;
    sum[12 + i] += u * t * t / 2 + v * t + a;
  }
}

static void check_sizes(const gimbal_case *c) {
  assert_int_equal(gimbal_coupled_nodes(c), NODES);
  assert_int_equal(gimbal_coupled_inputs(c), INPUTS);
  assert_int_equal(gimbal_coupled_stages(c), STAGES);
  assert_true(gimbal_coupled_numbers(c)[0] == 4 && gimbal_coupled_numbers(c)[1] == 1);
  assert_true(gimbal_coupled_coordinates(c)[0] == 1.2 && gimbal_coupled_coordinates(c)[3] == 0);
  assert_true(gimbal_coupled_time(c, 0, 0) == 0 && isnan(gimbal_coupled_time(c, 0, 1)));
  assert_true(fabs(gimbal_coupled_time(c, 2, 0) - 2e-3 * (2 - sqrt(0.5))) < 1e-15);
  assert_true(isnan(gimbal_coupled_time(c, STEPS + 1, 0)));
}

static void inputs_of_stages_are_those_of_expressions(void **state) {
  (void)state;
  gimbal_case *alone = open_case(true), *c = open_case(false);
  gimbal_result *wanted, *r;
  double input[STAGES][3 * INPUTS] = {{0}}, by[STAGES][3 * INPUTS], sum[3 * INPUTS] = {0};
  assert_int_equal(gimbal_run(alone, GIMBAL_ADJOINT, &wanted), GIMBAL_OK);
  assert_int_equal(gimbal_differentiate(alone, wanted), GIMBAL_OK);
  const double *x = gimbal_design_values(alone);
  find_inputs(x, 0, input[0]);
  if (gimbal_begin(c, "F, M,U,V,A", GIMBAL_ADJOINT | GIMBAL_STAGES, input[0]) != GIMBAL_OK)
    fail_msg("%s", gimbal_message(c));
  check_sizes(c);
  for (int step = 1; step <= STEPS; step++) {
    for (int k = 0; k < STAGES; k++) find_inputs(x, gimbal_coupled_time(c, step, k), input[k]);
    assert_int_equal(gimbal_step(c, input[0]), GIMBAL_OK);
    assert_int_equal(gimbal_repeat(c, input[0]), GIMBAL_OK);
    assert_int_equal(gimbal_accept(c), GIMBAL_OK);
    const double *u = gimbal_coupled_displacements(c), *v = gimbal_coupled_velocities(c);
    for (int k = 0; k < 3 * STAGES; k++) { // the second node has the given motion
      const int stage = k / 3, at = 3 * (NODES * stage + 1) + k % 3;
      assert_true(fabs(u[at] - input[stage][6 + k % 3]) < 1e-15);
      assert_true(fabs(v[at] - input[stage][9 + k % 3]) < 1e-12);
    }
  }
  assert_int_equal(gimbal_end(c, &r), GIMBAL_OK);
  assert_true(fabs(gimbal_values(r)[0] - gimbal_values(wanted)[0]) <=
              1e-12 * fabs(gimbal_values(wanted)[0]));
  for (int step = STEPS; step >= 0; step--) {
    assert_int_equal(gimbal_adjoint_motions(c, 0, NULL, by[0]), GIMBAL_OK);
    for (int k = 0; k < (step ? STAGES : 1); k++)
      add_slopes(by[k], gimbal_coupled_time(c, step, k), sum);
  }
  for (int j = 0; j < 3 * INPUTS; j++)
    if (j < 6 || j >= 9)
      assert_true(fabs(sum[j] - gimbal_gradient(wanted)[j]) <=
                  1e-10 * fabs(gimbal_gradient(wanted)[j / 3 * 3 + 2]));
  assert_int_equal(gimbal_differentiate(c, r), GIMBAL_OK);
  gimbal_result_free(&r);
  gimbal_result_free(&wanted);
  gimbal_destroy(&c);
  gimbal_destroy(&alone);
}

/// Linear statics of a cantilever under a moment about y, perpendicular to the plane of the bend.
static void rotations_are_those_of_the_end(void **state) {
  (void)state;
  gimbal_case *c = open_case(false);
  const double moment[] = {0, 2, 0}, zero[3] = {0}, stiffness = 7e9 * 0.03 * pow(0.02, 3) / 12;
  assert_int_equal(gimbal_set(c, "time={scheme: linear, step: 1, steps: 1}"), GIMBAL_OK);
  assert_int_equal(gimbal_begin(c, "M", GIMBAL_VALUES, zero), GIMBAL_OK);
  assert_int_equal(gimbal_coupled_nodes(c), 1);
  assert_int_equal(gimbal_step(c, moment), GIMBAL_OK);
  const double *found = gimbal_coupled_rotations(c), wanted = 2 * 1.2 / stiffness;
  if (fabs(found[1] - wanted) > 1e-6 * wanted) fail_msg("%.15g, not %.15g", found[1], wanted);
  assert_true(fabs(found[0]) + fabs(found[2]) < 1e-9 * wanted);
  assert_true(gimbal_coupled_velocities(c)[2] == 0);
  gimbal_destroy(&c);
}

static void refuse(gimbal_case *c, const char *design, int request, const char *said) {
  const double zero[3 * INPUTS] = {0};
  assert_int_equal(gimbal_begin(c, design, request, zero), GIMBAL_USAGE);
  if (!strstr(gimbal_message(c), said)) fail_msg("%s", gimbal_message(c));
  assert_null(gimbal_coupled_rotations(c));
}

static void wrong_calls_are_refused(void **state) {
  (void)state;
  gimbal_case *c = open_case(false);
  double zero[3 * INPUTS] = {0};
  assert_int_equal(gimbal_coupled_inputs(NULL) + gimbal_coupled_stages(c), 0);
  assert_null(gimbal_coupled_numbers(c));
  assert_true(isnan(gimbal_coupled_time(c, 0, 0)));
  assert_int_equal(gimbal_adjoint_motions(c, 0, NULL, zero), GIMBAL_USAGE);
  refuse(c, "F,", GIMBAL_VALUES, "found no vectors");
  refuse(c, "F,G", GIMBAL_VALUES, "design 'G'");
  refuse(c, "F,M,F", GIMBAL_VALUES, "found twice");
  refuse(c, "U,V", GIMBAL_VALUES, "velocities and accelerations");
  refuse(c, "F", GIMBAL_STAGES | GIMBAL_TANGENT, "a march by steps");
  assert_int_equal(gimbal_begin(c, "F", GIMBAL_ADJOINT, NULL), GIMBAL_USAGE);
  assert_int_equal(gimbal_begin(c, "F", GIMBAL_ADJOINT, zero), GIMBAL_OK);
  assert_int_equal(gimbal_coupled_stages(c), 1);
  assert_int_equal(gimbal_adjoint_motions(c, 0, NULL, zero), GIMBAL_USAGE);
  assert_non_null(strstr(gimbal_message(c), "has not ended"));
  assert_int_equal(gimbal_adjoint_motions(c, 0, NULL, NULL), GIMBAL_USAGE);
  gimbal_destroy(&c);
}

int main(int argc, char **argv) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(inputs_of_stages_are_those_of_expressions),
                                     cmocka_unit_test(rotations_are_those_of_the_end),
                                     cmocka_unit_test(wrong_calls_are_refused)};
  MPI_Init(&argc, &argv);
  int failed = cmocka_run_group_tests(tests, NULL, NULL), rank;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank == 0) remove("library_coupling.msh");
  MPI_Finalize();
  return failed;
}
