/// Claim: cases of the library are independent of each other, on any communicator; runs follow
/// their designs, also such that build the model anew; gradients agree with central differences;
/// whatever fails says why and leaves the case as it was; a call ends on all ranks where one wants
/// it; create, run, gradient and destroy leave
/// nothing.
// ranks: 1 2 3
#include "gimbal.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static const char swing[] =
    "gimbal: 1\n"
    "gravity: [0, 0, -9.81]\n"
    "masses: [{name: bob, at: [0.6, 0, -0.8], mass: 1, velocity: [0, 1, 0]}]\n"
    "springs: [{name: s, between: [ground, bob], at: [[0, 0, 0], ~], stiffness: 200, length: 1}]\n"
    "probes: [{name: bob, mass: bob}]\n"
    "design:\n"
    "  - {name: k, spring: s, parameter: stiffness, upper: 1e3}\n"
    "  - {name: x, mass: bob, parameter: at.x}\n"
    "functions:\n"
    "  - {name: z, type: end, of: bob, value: uz}\n"
    "  - {name: path, type: value, of: bob, value: \"x*x + z\", at: {mesh: 3}}\n"
    "time: {scheme: bdf2, step: 0.01, steps: 20}\n";

static gimbal_case *open_case(MPI_Comm comm, const char *text) {
  gimbal_case *c;
  assert_int_equal(gimbal_create(comm, &c), GIMBAL_OK);
  if (gimbal_load_text(c, "swing.yaml", text) != GIMBAL_OK) fail_msg("%s", gimbal_message(c));
  return c;
}

static gimbal_result *run(gimbal_case *c, int request) {
  gimbal_result *r;
  if (gimbal_run(c, request, &r) != GIMBAL_OK) fail_msg("%s", gimbal_message(c));
  return r;
}

static double first_value(gimbal_case *c) {
  gimbal_result *r = run(c, GIMBAL_VALUES);
  const double value = gimbal_values(r)[0];
  gimbal_result_free(&r);
  return value;
}

static void names_and_designs(void **state) {
  (void)state;
  gimbal_case *c = open_case(MPI_COMM_WORLD, swing);
  assert_int_equal(gimbal_designs(c), 2);
  assert_string_equal(gimbal_design_name(c, 1), "x");
  assert_null(gimbal_design_name(c, 2));
  assert_null(gimbal_design_name(c, -1));
  assert_true(gimbal_design_values(c)[0] == 200 && gimbal_design_values(c)[1] == 0.6);
  assert_true(gimbal_design_upper(c)[0] == 1e3 && isinf(gimbal_design_upper(c)[1]));
  assert_string_equal(gimbal_functional_name(c, 0), "z");
  assert_int_equal(gimbal_histories(c), 9);
  assert_string_equal(gimbal_history_name(c, 2), "bob.uz");
  assert_string_equal(gimbal_message(c), "");
  gimbal_destroy(&c);
  assert_null(c);
  gimbal_destroy(&c);
  gimbal_destroy(NULL);
}

/// By the adjoint and the tangent.
static void gradients_agree(void **state) {
  (void)state;
  gimbal_case *c = open_case(MPI_COMM_WORLD, swing);
  const double h[] = {1e-2, 1e-5};
  const int values = gimbal_functionals(c);
  for (int j = 0; j < 2; j++) {
    double x[2], difference = 0;
    gimbal_result *adjoint = run(c, GIMBAL_ADJOINT), *tangent;
    assert_int_equal(gimbal_differentiate(c, adjoint), GIMBAL_OK);
    tangent = run(c, GIMBAL_TANGENT | GIMBAL_HISTORIES);
    assert_null(gimbal_gradient(tangent));
    assert_int_equal(gimbal_differentiate(c, tangent), GIMBAL_OK);
    for (int k = 0; k < 2 * values; k++)
      assert_true(fabs(gimbal_gradient(adjoint)[k] - gimbal_gradient(tangent)[k]) < 1e-11);
    const int rows = gimbal_history_rows(tangent), last = (rows - 1) * 2 + j;
    assert_int_equal(rows, 21);
    assert_true(gimbal_history_derivatives(tangent)[9 * last + 2] == gimbal_gradient(tangent)[j]);
    memcpy(x, gimbal_design_values(c), sizeof x);
    for (int side = -1; side <= 1; side += 2) {
      const double moved = x[j] + side * h[j];
      assert_int_equal(gimbal_set_designs(c, gimbal_design_name(c, j), 1, &moved), GIMBAL_OK);
      difference += side * first_value(c) / (2 * h[j]);
    }
    assert_int_equal(gimbal_set_designs(c, NULL, 2, x), GIMBAL_OK);
    assert_true(fabs(difference - gimbal_gradient(adjoint)[j]) <
                1e-6 * fabs(gimbal_gradient(adjoint)[j]));
    gimbal_result_free(&adjoint);
    gimbal_result_free(&tangent);
  }
  gimbal_destroy(&c);
}

/// The axis of a hinge moves the reference: a run with another one has the values of its case, and
/// the gradient is that of differences.
static void models_are_built_anew(void **state) {
  static const char hinge[] =
      "gimbal: 1\n"
      "gravity: [0, -9.81, 0]\n"
      "bodies: [{name: b, mass: 2, inertia: [0.5, 0.6, 0.4, 0, 0, 0], at: [0, 0, 0]}]\n"
      "joints: [{type: revolute, name: pin, between: [ground, b], at: [0.3, 0.1, 0], "
      "axis: [0, 0.3, 1]}]\n"
      "probes: [{name: p, body: b, at: [1, 0, 0]}]\n"
      "design: [{name: x, joint: pin, parameter: axis.y}]\n"
      "functions: [{name: u, type: end, of: p, value: ux}]\n"
      "time: {scheme: dirk2, step: 0.02, steps: 10}\n";
  (void)state;
  gimbal_case *c = open_case(MPI_COMM_WORLD, hinge), *there;
  const double axis[] = {0.3 + 1e-4, 0.3 - 1e-4, 0.3};
  double value[3];
  for (int i = 0; i < 3; i++) {
    assert_int_equal(gimbal_set_designs(c, "x", 1, &axis[i]), GIMBAL_OK);
    value[i] = first_value(c);
  }
  gimbal_result *r = run(c, GIMBAL_ADJOINT);
  assert_int_equal(gimbal_differentiate(c, r), GIMBAL_OK);
  assert_true(gimbal_values(r)[0] == value[2]);
  const double slope = (value[0] - value[1]) / 2e-4;
  assert_true(fabs(slope - gimbal_gradient(r)[0]) < 1e-6 * fabs(slope));
  gimbal_result_free(&r);
  assert_int_equal(gimbal_create(MPI_COMM_WORLD, &there), GIMBAL_OK);
  assert_int_equal(gimbal_set(there, "joints.pin.axis=[0, 0.3001, 1]"), GIMBAL_OK);
  assert_int_equal(gimbal_load_text(there, "hinge.yaml", hinge), GIMBAL_OK);
  assert_true(fabs(first_value(there) - value[0]) < 1e-13);
  gimbal_destroy(&there);
  gimbal_destroy(&c);
}

/// One on each rank and one on all, by turns; results outlive them.
static void cases_are_independent(void **state) {
  (void)state;
  int rank;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  gimbal_case *all = open_case(MPI_COMM_WORLD, swing), *own = open_case(MPI_COMM_SELF, swing);
  const double stiffness = 100 + rank;
  const double before = first_value(own);
  assert_true(fabs(first_value(all) - before) < 1e-12);
  assert_int_equal(gimbal_set_designs(own, "k", 1, &stiffness), GIMBAL_OK);
  const double after = first_value(own);
  assert_true(fabs(after - before) > 1e-3);
  assert_true(fabs(first_value(all) - before) < 1e-12);
  assert_true(first_value(own) == after);
  gimbal_result *r = run(own, GIMBAL_ADJOINT | GIMBAL_HISTORIES);
  assert_int_equal(gimbal_differentiate(own, r), GIMBAL_OK);
  gimbal_destroy(&own);
  assert_true(gimbal_values(r)[0] == after);
  assert_true(gimbal_history_values(r)[20 * 9 + 2] == after);
  assert_true(gimbal_history_times(r)[0] == 0 && isfinite(gimbal_gradient(r)[1]));
  assert_null(gimbal_history_derivatives(r));
  gimbal_result_free(&r);
  assert_null(r);
  gimbal_destroy(&all);
}

/// The displacement field at the end of the march has the last values of the histories. Nodes,
/// cells and fields can be read after the case was destroyed. Each node is on one rank.
static void fields_outlive_the_case(void **state) {
  (void)state;
  gimbal_case *c = open_case(MPI_COMM_WORLD, swing);
  gimbal_result *r = run(c, GIMBAL_HISTORIES), *again = run(c, GIMBAL_VALUES);
  int counts[2] = {gimbal_nodes(r), gimbal_cells(r)}, of_cells = 7, components = 0;
  gimbal_destroy(&c);
  const double *last = gimbal_history_values(r) + 20 * 9;
  const double *u = gimbal_field(r, "displacement", &of_cells, &components);
  const double *v = gimbal_field(r, "velocity", NULL, NULL);
  assert_true(of_cells == 0 && components == 3);
  for (int n = 0; n < counts[0]; n++) {
    if (gimbal_coordinates(r)[3 * n] != 0.6) continue; // the end at the ground
    for (int i = 0; i < 3; i++) assert_true(u[3 * n + i] == last[i] && v[3 * n + i] == last[3 + i]);
  }
  assert_int_equal(gimbal_nodes(again), counts[0]);
  for (int n = 0; n < counts[0]; n++) {
    assert_true(gimbal_field(again, "displacement", NULL, NULL)[3 * n] == u[3 * n]);
    assert_true(gimbal_node_numbers(again)[n] == gimbal_node_numbers(r)[n]);
  }
  if (counts[1] > 0) assert_true(gimbal_cell_numbers(r)[0] > 0);
  MPI_Allreduce(MPI_IN_PLACE, counts, 2, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  assert_true(counts[0] >= 1 && counts[1] >= 1);
  assert_string_equal(gimbal_field_name(r, 0), "displacement");
  assert_null(gimbal_field_name(r, gimbal_fields(r)));
  assert_null(gimbal_field_name(r, -1));
  assert_null(gimbal_field(r, "stress", &of_cells, &components));
  assert_null(gimbal_field(r, NULL, NULL, NULL));
  gimbal_result_free(&again);
  gimbal_result_free(&r);
}

/// A bob on a stretched spring has omega^2 = k / m along it and k (1 - length / distance) / m
/// across, twice; also at a position of the bob that is not the case's, for which the model is
/// built anew.
static void modes_follow_the_designs(void **state) {
  (void)state;
  gimbal_case *c = open_case(MPI_COMM_WORLD, swing);
  gimbal_result *r, *before = run(c, GIMBAL_ADJOINT);
  const double there = 0.8, pi = acos(-1), across = 200 * (1 - 1 / sqrt(1.28));
  assert_int_equal(gimbal_set_designs(c, "x", 1, &there), GIMBAL_OK);
  for (int count = 0; count < 4; count += 3) {
    if (gimbal_find_modes(c, count, &r) != GIMBAL_OK) fail_msg("%s", gimbal_message(c));
    assert_int_equal(gimbal_modes(r), 3);
    for (int i = 0; i < 3; i++) {
      const double omega = 2 * pi * gimbal_mode_frequencies(r)[i];
      assert_true(fabs(omega * omega - (i < 2 ? across : 200)) < 1e-9 * 200);
    }
    assert_non_null(gimbal_mode_derivatives(r));
    const double *largest = gimbal_mode_shapes(r);
    double size = 0;
    for (int k = 0; k < 9 * gimbal_nodes(r); k++) size = fmax(size, fabs(largest[k]));
    MPI_Allreduce(MPI_IN_PLACE, &size, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
    assert_true(fabs(size - 1) < 1e-9);
    assert_null(gimbal_values(r));
    assert_int_equal(gimbal_fields(r), 0);
    assert_int_equal(gimbal_differentiate(c, r), GIMBAL_USAGE);
    assert_int_equal(gimbal_write_results(c, r, "modes"), GIMBAL_USAGE);
    gimbal_result_free(&r);
  }
  // The model of the run has gone.
  assert_int_equal(gimbal_differentiate(c, before), GIMBAL_USAGE);
  assert_int_equal(gimbal_modes(before), 0);
  assert_null(gimbal_mode_frequencies(before));
  gimbal_result_free(&before);
  gimbal_destroy(&c);
}

#define REFUSED(call, expected, part)                                                              \
  do {                                                                                             \
    assert_int_equal(call, expected);                                                              \
    if (!strstr(gimbal_message(c), part)) fail_msg("%s", gimbal_message(c));                       \
  } while (0)

static void errors_leave_the_case(void **state) {
  (void)state;
  const double x[3] = {NAN, 0.6, 0}, good[2] = {150, 0.5};
  gimbal_case *c;
  gimbal_result *r, *later;
  assert_int_equal(gimbal_create(MPI_COMM_WORLD, &c), GIMBAL_OK);
  REFUSED(gimbal_run(c, GIMBAL_VALUES, &r), GIMBAL_USAGE, "no case is loaded");
  assert_null(r);
  assert_int_equal(gimbal_designs(c), 0);
  REFUSED(gimbal_set_designs(c, NULL, 0, x), GIMBAL_USAGE, "no case is loaded");
  REFUSED(gimbal_load(c, "not-there.yaml"), GIMBAL_FILE, "not-there.yaml");
  REFUSED(gimbal_load_text(c, "swing.yaml", "gimbal: 1\nspring: 3\n"), GIMBAL_USAGE,
          "swing.yaml:2: spring");
  assert_int_equal(gimbal_load_text(c, "swing.yaml", swing), GIMBAL_OK);
  const double before = first_value(c);
  REFUSED(gimbal_set(c, "time.scheme=bdf22"), GIMBAL_USAGE, "'bdf22' is unknown");
  REFUSED(gimbal_load(c, "not-there.yaml"), GIMBAL_FILE, "not-there.yaml");
  REFUSED(gimbal_set_designs(c, NULL, 3, x), GIMBAL_USAGE, "found 3 values; accepted: 2");
  REFUSED(gimbal_set_designs(c, "skin", 1, x), GIMBAL_USAGE, "'skin'");
  REFUSED(gimbal_set_designs(c, "k", 1, x), GIMBAL_USAGE, "'k': found nan");
  REFUSED(gimbal_run(c, 16, &r), GIMBAL_USAGE, "the request 16");
  assert_true(first_value(c) == before);
  assert_int_equal(gimbal_set_designs(c, NULL, 2, good), GIMBAL_OK);
  assert_true(first_value(c) != before);
  r = run(c, GIMBAL_ADJOINT);
  later = run(c, GIMBAL_VALUES);
  REFUSED(gimbal_differentiate(c, r), GIMBAL_USAGE, "the last run");
  REFUSED(gimbal_differentiate(c, later), GIMBAL_USAGE, "the last run");
  gimbal_result_free(&later);
  later = run(c, GIMBAL_ADJOINT);
  REFUSED(gimbal_differentiate(c, r), GIMBAL_USAGE, "the last run");
  gimbal_result_free(&r);
  gimbal_result_free(&later);
  assert_int_equal(gimbal_set(c, "time.steps=4"), GIMBAL_OK);
  assert_true(gimbal_design_values(c)[0] == 200);
  r = run(c, GIMBAL_VALUES | GIMBAL_HISTORIES);
  assert_int_equal(gimbal_history_rows(r), 5);
  gimbal_result_free(&r);
  gimbal_destroy(&c);
}

/// A run that does not converge, and one after it.
static void a_failed_run_is_followed(void **state) {
  (void)state;
  gimbal_case *c = open_case(MPI_COMM_WORLD, swing);
  gimbal_result *r;
  const double before = first_value(c);
  const double far[2] = {200, 1e200}, near[2] = {200, 0.6};
  assert_int_equal(gimbal_set_designs(c, NULL, 2, far), GIMBAL_OK);
  assert_int_not_equal(gimbal_run(c, GIMBAL_ADJOINT, &r), GIMBAL_OK);
  assert_null(r);
  assert_true(strlen(gimbal_message(c)) > 10);
  assert_int_equal(gimbal_set_designs(c, NULL, 2, near), GIMBAL_OK);
  assert_true(first_value(c) == before);
  gimbal_destroy(&c);
}

/// Calls of an observer, and the one at which it wants an end; 0: at none.
typedef struct patience {
  int asked, end;
} patience;

static int count_down(void *context) {
  patience *p = context;
  return ++p->asked == p->end;
}

/// The last rank alone is asked, and all stop: in the march, in each gradient, and no more.
static void one_rank_stops_all(void **state) {
  (void)state;
  int rank, ranks;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  gimbal_case *c = open_case(MPI_COMM_WORLD, swing);
  const double before = first_value(c);
  const int requests[] = {GIMBAL_ADJOINT, GIMBAL_TANGENT | GIMBAL_HISTORIES};
  gimbal_result *r;
  for (int i = 0; i < 2; i++) {
    patience p = {0, 7};
    if (rank == ranks - 1) gimbal_set_stop(c, count_down, &p);
    REFUSED(gimbal_run(c, requests[i], &r), GIMBAL_STOPPED, "stopped");
    assert_null(r);
    assert_true(p.asked == 7 || rank < ranks - 1);
    p = (patience){0, 0};
    r = run(c, requests[i]);
    const int asked = p.asked;
    assert_true(asked >= 20 || rank < ranks - 1);
    p = (patience){0, 5};
    REFUSED(gimbal_differentiate(c, r), GIMBAL_STOPPED, "stopped");
    assert_true(p.asked == 5 || rank < ranks - 1);
    assert_null(gimbal_gradient(r));
    assert_string_equal(gimbal_code(c), "stopped");
    gimbal_result_free(&r);
    assert_int_equal(gimbal_set(c, "time.steps=20"), GIMBAL_OK); // built anew, and still asked
    p = (patience){0, 3};
    REFUSED(gimbal_run(c, requests[i], &r), GIMBAL_STOPPED, "stopped");
    gimbal_set_stop(c, NULL, NULL);
    assert_true(first_value(c) == before);
  }
  gimbal_destroy(&c);
}

/// A call of each function with arguments that it cannot use returns a status and a message, or
/// nothing, on all ranks.
static void calls_without_a_case_are_refused(void **state) {
  (void)state;
  gimbal_case *none = NULL;
  gimbal_result *r = NULL;
  const double value[2] = {200, 0.6};
  const int no_communicator = MPI_Comm_c2f(MPI_COMM_NULL);
  assert_int_equal(gimbal_create(MPI_COMM_WORLD, NULL), GIMBAL_USAGE);
  assert_int_equal(gimbal_create(MPI_COMM_NULL, &none), GIMBAL_USAGE);
  assert_null(none);
  assert_int_equal(gimbal_create_f(&no_communicator, &none), GIMBAL_USAGE);
  assert_int_equal(gimbal_create_f(NULL, NULL), GIMBAL_USAGE);
  assert_non_null(strstr(gimbal_message(NULL), "MPI_COMM_NULL"));
  assert_string_equal(gimbal_code(NULL), "wrong-call");
  assert_string_equal(gimbal_warnings(NULL), "");
  assert_int_equal(gimbal_set(NULL, "time.steps=1"), GIMBAL_USAGE);
  assert_int_equal(gimbal_load(NULL, "swing.yaml"), GIMBAL_USAGE);
  assert_int_equal(gimbal_load_text(NULL, "swing.yaml", swing), GIMBAL_USAGE);
  assert_true(gimbal_designs(NULL) == 0 && gimbal_functionals(NULL) == 0);
  assert_int_equal(gimbal_histories(NULL), 0);
  assert_null(gimbal_design_name(NULL, 0));
  assert_null(gimbal_functional_name(NULL, 0));
  assert_null(gimbal_history_name(NULL, 0));
  assert_null(gimbal_design_values(NULL));
  assert_null(gimbal_design_lower(NULL));
  assert_null(gimbal_design_upper(NULL));
  assert_int_equal(gimbal_set_designs(NULL, NULL, 2, value), GIMBAL_USAGE);
  gimbal_set_stop(NULL, NULL, NULL);
  assert_int_equal(gimbal_run(NULL, GIMBAL_VALUES, &r), GIMBAL_USAGE);
  assert_int_equal(gimbal_differentiate(NULL, NULL), GIMBAL_USAGE);
  // No result.
  assert_null(gimbal_values(NULL));
  assert_null(gimbal_gradient(NULL));
  assert_int_equal(gimbal_history_rows(NULL), 0);
  assert_null(gimbal_history_times(NULL));
  assert_null(gimbal_history_values(NULL));
  assert_null(gimbal_history_derivatives(NULL));
  assert_true(gimbal_nodes(NULL) == 0 && gimbal_cells(NULL) == 0 && gimbal_fields(NULL) == 0);
  assert_null(gimbal_node_numbers(NULL));
  assert_null(gimbal_coordinates(NULL));
  assert_null(gimbal_cell_numbers(NULL));
  assert_null(gimbal_field_name(NULL, 0));
  assert_null(gimbal_field(NULL, "displacement", NULL, NULL));
  assert_int_equal(gimbal_write_results(NULL, NULL, "a"), GIMBAL_USAGE);
  assert_int_equal(gimbal_find_modes(NULL, 0, &r), GIMBAL_USAGE);
  assert_int_equal(gimbal_modes(NULL), 0);
  assert_null(gimbal_mode_frequencies(NULL));
  assert_null(gimbal_mode_shapes(NULL));
  assert_null(gimbal_mode_derivatives(NULL));
  gimbal_result_free(NULL);
}

static void wrong_arguments_are_refused(void **state) {
  (void)state;
  gimbal_case *c;
  gimbal_result *r = NULL;
  // A case without a model.
  assert_int_equal(gimbal_create(MPI_COMM_WORLD, &c), GIMBAL_OK);
  assert_int_equal(gimbal_load(c, NULL), GIMBAL_USAGE);
  assert_non_null(strstr(gimbal_message(c), "file: found NULL"));
  assert_int_equal(gimbal_load_text(c, NULL, swing), GIMBAL_USAGE);
  assert_non_null(strstr(gimbal_message(c), "name: found NULL"));
  assert_int_equal(gimbal_load_text(c, "swing.yaml", NULL), GIMBAL_USAGE);
  assert_non_null(strstr(gimbal_message(c), "text: found NULL"));
  assert_int_equal(gimbal_set(c, NULL), GIMBAL_USAGE);
  assert_non_null(strstr(gimbal_message(c), "setting: found NULL"));
  for (int i = 0; i < 3; i++) {
    const char *const bad[] = {"steps", "=3", "tmie.steps=3"};
    assert_int_equal(gimbal_set(c, bad[i]), GIMBAL_USAGE);
    assert_non_null(strstr(gimbal_message(c), bad[i]));
    assert_string_equal(gimbal_code(c), "wrong-setting");
  }
  assert_int_equal(gimbal_run(c, GIMBAL_VALUES, &r), GIMBAL_USAGE);
  assert_int_equal(gimbal_find_modes(c, 0, &r), GIMBAL_USAGE);
  assert_non_null(strstr(gimbal_message(c), "before modes"));
  assert_int_equal(gimbal_write_results(c, NULL, "a"), GIMBAL_USAGE);
  assert_int_equal(gimbal_set_designs(c, NULL, 0, NULL), GIMBAL_USAGE);
  // What was refused left nothing behind.
  if (gimbal_load_text(c, "swing.yaml", swing) != GIMBAL_OK) fail_msg("%s", gimbal_message(c));
  assert_string_equal(gimbal_message(c), "");
  assert_string_equal(gimbal_code(c), "");
  assert_int_equal(gimbal_set_designs(c, NULL, 2, NULL), GIMBAL_USAGE);
  assert_non_null(strstr(gimbal_message(c), "values: found NULL"));
  assert_int_equal(gimbal_run(c, GIMBAL_VALUES, NULL), GIMBAL_USAGE);
  assert_int_equal(gimbal_run(c, 64, &r), GIMBAL_USAGE);
  assert_int_equal(gimbal_differentiate(c, NULL), GIMBAL_USAGE);
  assert_non_null(strstr(gimbal_message(c), "result: found NULL"));
  assert_int_equal(gimbal_find_modes(c, 0, NULL), GIMBAL_USAGE);
  assert_int_equal(gimbal_find_modes(c, -1, &r), GIMBAL_USAGE);
  assert_non_null(strstr(gimbal_message(c), "found -1"));
  r = run(c, GIMBAL_VALUES);
  assert_int_equal(gimbal_write_results(c, r, NULL), GIMBAL_USAGE);
  assert_int_equal(gimbal_write_results(c, r, ""), GIMBAL_USAGE);
  gimbal_result_free(&r);
  gimbal_destroy(&c);
}

/// The other case has run as often; its result is also refused when it is gone.
static void a_result_of_another_case_is_refused(void **state) {
  (void)state;
  gimbal_case *c = open_case(MPI_COMM_WORLD, swing), *other = open_case(MPI_COMM_WORLD, swing);
  gimbal_result *mine = run(c, GIMBAL_ADJOINT), *others = run(other, GIMBAL_ADJOINT);
  assert_int_equal(gimbal_differentiate(c, others), GIMBAL_USAGE);
  assert_null(gimbal_gradient(others));
  assert_int_equal(gimbal_differentiate(other, others), GIMBAL_OK);
  assert_int_equal(gimbal_differentiate(c, others), GIMBAL_USAGE);
  assert_non_null(strstr(gimbal_message(c), "last run of its case"));
  gimbal_destroy(&other);
  assert_int_equal(gimbal_differentiate(c, others), GIMBAL_USAGE);
  assert_int_equal(gimbal_differentiate(c, mine), GIMBAL_OK);
  gimbal_result_free(&mine);
  gimbal_result_free(&others);
  gimbal_destroy(&c);
}

int main(int argc, char **argv) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(calls_without_a_case_are_refused),
                                     cmocka_unit_test(wrong_arguments_are_refused),
                                     cmocka_unit_test(a_result_of_another_case_is_refused),
                                     cmocka_unit_test(names_and_designs),
                                     cmocka_unit_test(gradients_agree),
                                     cmocka_unit_test(models_are_built_anew),
                                     cmocka_unit_test(cases_are_independent),
                                     cmocka_unit_test(fields_outlive_the_case),
                                     cmocka_unit_test(modes_follow_the_designs),
                                     cmocka_unit_test(errors_leave_the_case),
                                     cmocka_unit_test(a_failed_run_is_followed),
                                     cmocka_unit_test(one_rank_stops_all)};
  MPI_Init(&argc, &argv);
  int failed = cmocka_run_group_tests(tests, NULL, NULL);
  MPI_Finalize();
  return failed;
}
