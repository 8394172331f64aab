/// Claim: for every scheme the march of small systems has the scheme's order, its adjoint equals
/// its tangent and complex step of the whole march, and both agree with the executable
/// specification (every scheme as a table in Python, run once; its numbers are below).
// ranks: 1
#include "tests/unit/twice/probe.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static const gb_time_settings usual = {
    .parameter = {NAN, NAN, NAN}, .step = 0.02, .steps = 12, .quadrature = "trapezoid"};

static gb_probe_result probe(const gb_probe *build, const gb_probe_run *run) {
  gb_error error = {0};
  gb_probe_result result;
  const int status = build->run(run, &result, &error);
  if (status != GB_OK) print_error("%s, %s: %s\n", run->time.scheme, run->system, error.message);
  assert_int_equal(status, GB_OK);
  return result;
}

static double largest(int count, const double values[]) {
  double worst = 0;
  for (int i = 0; i < count; i++) worst = fmax(worst, fabs(values[i]));
  return worst;
}

/// Adjoint, tangent and complex step against each other, relative to each functional's gradient.
static void check_gradients(gb_probe_run run) {
  const gb_probe_result real = probe(&gb_probe_real, &run);
  double tangent_error = 0, step_error = 0, end_error = 0;
  assert_int_equal(real.steps_seen, run.time.steps + 1);
  assert_int_equal(real.reverse_steps_seen, run.time.steps + 1);
  assert_int_equal(real.tangent_steps_seen, (run.time.steps + 1) * real.designs);
  for (run.design = 0; run.design < real.designs; run.design++) {
    const gb_probe_result moved = probe(&gb_probe_complex, &run);
    for (int i = 0; i < real.n; i++)
      end_error = fmax(end_error, fabs(real.end_tangent[run.design][i] - moved.end_derivative[i]));
    for (int f = 0; f < real.functionals; f++) {
      const double scale = largest(real.designs, real.adjoint[f]);
      const double adjoint = real.adjoint[f][run.design];
      tangent_error = fmax(tangent_error, fabs(adjoint - real.tangent[f][run.design]) / scale);
      step_error = fmax(step_error, fabs(adjoint - moved.derivative[f]) / scale);
      assert_true(fabs(real.value[f] - moved.value[f]) <= 1e-11 * fabs(real.value[f]));
    }
  }
  if (getenv("GIMBAL_SHOW"))
    print_message("%-10s %-15s %-5s %-6s tangent %.0e complex step %.0e; %d corrections\n",
                  run.system, run.time.scheme, run.time.start ? run.time.start : "",
                  run.forgets ? "forgets" : "", tangent_error, step_error, (int)real.corrections);
  assert_true(tangent_error < 1e-11);
  assert_true(step_error < 1e-10);
  assert_true(end_error < 1e-11);
}

/// The schemes that the first step of an index-3 system by accelerations suits: backward
/// differentiation and the dissipative alpha family; the others need index 1.
static bool serves_index3(const gb_scheme *scheme) {
  return strstr(scheme->name, "bdf") || !strcmp(scheme->name, "galpha");
}

/// On the level of positions the operator is [s2 M, c G^T; s0 r G, 0] with row and column scales r
/// and c: they make it symmetric and well conditioned, and the factor one of its transpose as well.
static void scale_index3(gb_probe_run *run) {
  const double h = run->time.step;
  const bool by_displacement = strstr(run->time.scheme, "bdf") != NULL;
  run->row = by_displacement ? 1 / (h * h) : 4 / (h * h);
  run->column = by_displacement ? 1 / (h * h) : 1;
}

static void check_all(gb_probe_run run) {
  const gb_scheme *scheme;
  for (int i = 0; (scheme = gb_scheme_at(i)); i++) {
    if (scheme->order == 0) continue;
    run.time.scheme = scheme->name;
    run.index1 = !serves_index3(scheme);
    run.alpha = run.beta = run.index1 ? 5 : 0;
    run.row = run.column = 1;
    if (!run.index1) scale_index3(&run);
    // A solved step end has no position to enforce a constraint on: index 1 alone can start so.
    const bool starter = scheme->need > 1 && (run.index1 || strcmp(run.system, "pendulum"));
    for (int start = 0; start <= starter; start++) {
      run.time.start = start ? "dirk" : NULL;
      check_gradients(run);
    }
  }
}

static void gradients_of_the_chain_are_exact(void **state) {
  (void)state;
  check_all((gb_probe_run){.system = "chain", .time = usual});
  gb_probe_run run = {.system = "chain", .time = usual};
  run.time.quadrature = "rectangle";
  check_all(run);
}

static void gradients_of_the_pendulum_are_exact(void **state) {
  (void)state;
  check_all((gb_probe_run){.system = "pendulum", .time = usual});
}

static void gradients_without_kept_factors_are_exact(void **state) {
  (void)state;
  check_all((gb_probe_run){.system = "chain", .time = usual, .forgets = true});
  check_all((gb_probe_run){.system = "pendulum", .time = usual, .forgets = true});
}

static void gradients_of_newmark_hold_for_any_parameters(void **state) {
  (void)state;
  const double parameters[][2] = {{1.0 / 12, 0.5}, {1.0 / 6, 0.5}, {0.3025, 0.6}, {0, 0.5}, {0, 0}};
  for (size_t i = 0; i < sizeof parameters / sizeof *parameters; i++) {
    gb_probe_run run = {.system = "chain", .time = usual};
    run.time.scheme = "newmark";
    memcpy(run.time.parameter, parameters[i], sizeof parameters[i]);
    check_gradients(run);
  }
}

static void gradients_of_statics_are_exact(void **state) {
  (void)state;
  gb_probe_run run = {.system = "truss", .time = usual};
  run.time.scheme = "static";
  run.time.step = 0.25;
  run.time.steps = 4;
  check_gradients(run);
  run.forgets = true;
  check_gradients(run);
}

/// Large displacements under one load step: the joint must stand in equilibrium.
static void one_load_step_reaches_large_displacements(void **state) {
  (void)state;
  gb_probe_run run = {.system = "truss", .time = usual};
  run.time.scheme = "static";
  run.time.step = 1;
  run.time.steps = 1;
  const gb_probe_result one = probe(&gb_probe_real, &run);
  run.time.step = 0.125;
  run.time.steps = 8;
  const gb_probe_result eight = probe(&gb_probe_real, &run);
  assert_true(one.end[1] > 0.8); // 16 times the height of the truss
  for (int i = 0; i < 2; i++) assert_true(fabs(one.end[i] - eight.end[i]) < 1e-12);
}

/// m q'' + c q' + k q = sin 2t of small_models.c in closed form.
static double oscillator_exact(double t) {
  const double m = 1.2, c = 0.3, k = 8, q0 = 0.7, v0 = -0.4, w = 2;
  const double stiff = k - m * w * w, damp = c * w, square = stiff * stiff + damp * damp;
  const double S = stiff / square, C = -damp / square; // S sin wt + C cos wt
  const double decay = c / (2 * m), own = sqrt(k / m - decay * decay);
  const double A = q0 - C, B = (v0 - S * w + decay * A) / own;
  return exp(-decay * t) * (A * cos(own * t) + B * sin(own * t)) + S * sin(w * t) + C * cos(w * t);
}

static double oscillator_error(gb_probe_run run, int steps, double end) {
  run.time.steps = steps;
  run.time.step = end / steps;
  return fabs(probe(&gb_probe_real, &run).end[0] - oscillator_exact(end));
}

/// The order between two halvings of h. Starts by a rising order cost bdf3 an order and abm4 to
/// abm6 all above the third; abm6 gets 5 from the fourth-order starter.
static void schemes_have_their_orders(void **state) {
  (void)state;
  const struct {
    const char *scheme, *start;
    double order;
    int steps;
  } cases[] = {{"bdf1", NULL, 1, 6400},
               {"bdf2", NULL, 2, 800},
               {"bdf3", NULL, 2, 800},
               {"bdf2", "dirk", 2, 800},
               {"bdf3", "dirk", 3, 400},
               {"newmark", NULL, 2, 200},
               {"average_acceleration", NULL, 2, 200},
               {"linear_acceleration", NULL, 2, 200},
               {"fox_goodwin", NULL, 2, 200},
               {"central_difference", NULL, 2, 200},
               {"explicit_newmark", NULL, 1, 6400},
               {"abm1", NULL, 1, 6400},
               {"abm2", NULL, 2, 200},
               {"abm3", NULL, 3, 100},
               {"abm4", NULL, 3, 400},
               {"abm5", NULL, 3, 400},
               {"abm6", NULL, 3, 400},
               {"abm3", "dirk", 3, 100},
               {"abm4", "dirk", 4, 200},
               {"abm5", "dirk", 5, 200},
               {"abm6", "dirk", 5, 200},
               {"dirk2", NULL, 2, 200},
               {"dirk3", NULL, 3, 200},
               {"dirk4", NULL, 4, 200},
               {"sdirk2", NULL, 2, 200},
               {"sdirk3", NULL, 3, 200},
               {"galpha", NULL, 2, 400},
               {"hht", NULL, 2, 400},
               {"wbz", NULL, 2, 400},
               {"euler", NULL, 1, 6400},
               {"explicit_euler", NULL, 1, 6400}};
  bool failed = false;
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    gb_probe_run run = {.system = "oscillator", .time = usual};
    run.time.scheme = cases[i].scheme;
    run.time.start = cases[i].start;
    const double coarse = oscillator_error(run, cases[i].steps, 3);
    const double fine = oscillator_error(run, 2 * cases[i].steps, 3);
    const double order = log2(coarse / fine);
    if (getenv("GIMBAL_SHOW") || fabs(order - cases[i].order) > 0.1)
      print_message("%-15s %-5s order %.3f, errors %.1e %.1e\n", cases[i].scheme,
                    cases[i].start ? cases[i].start : "", order, coarse, fine);
    failed = failed || fabs(order - cases[i].order) > 0.1;
  }
  const gb_scheme *scheme;
  for (int i = 0; (scheme = gb_scheme_at(i)); i++) {
    bool listed = scheme->order == 0;
    for (size_t j = 0; j < sizeof cases / sizeof *cases; j++)
      listed = listed || !strcmp(cases[j].scheme, scheme->name);
    if (!listed) print_error("no order is claimed for %s\n", scheme->name);
    failed = failed || !listed;
  }
  assert_false(failed);
}

/// What the specification finds for each system and scheme.
static const struct {
  const char *system, *scheme, *start;
  double parameter, baumgarte;
  int steps;
  double value, gradient[5];
} cases[] = {
    {"chain",
     "bdf2",
     NULL,
     NAN,
     0,
     16,
     9.5836113039406e-01,
     {3.6136265846932e-02, 1.2083978178561e-02, -9.2002947261296e-01, -3.2125051853002e-01,
      5.2221185986355e-02}},
    {"chain",
     "bdf3",
     "dirk",
     NAN,
     0,
     16,
     1.0463686515444e+00,
     {4.0841779108356e-02, 1.4810784608876e-02, -1.0404978568439e+00, -3.6073325533978e-01,
      6.4949620803843e-02}},
    {"chain",
     "newmark",
     NULL,
     NAN,
     0,
     16,
     1.0283346401337e+00,
     {3.9821414334096e-02, 1.4182152740060e-02, -1.0075827347286e+00, -3.5990921652585e-01,
      5.8809657672741e-02}},
    {"chain",
     "galpha",
     NULL,
     0.55,
     0,
     16,
     1.0275295143865e+00,
     {3.9789137695723e-02, 1.4172677760615e-02, -1.0063712751330e+00, -3.5796463839766e-01,
      5.8376998988216e-02}},
    {"chain",
     "hht",
     NULL,
     0.2,
     0,
     16,
     1.0271181275008e+00,
     {3.9776615432759e-02, 1.4168375726295e-02, -1.0062430449177e+00, -3.5752082977892e-01,
      5.8370086512083e-02}},
    {"chain",
     "wbz",
     NULL,
     0.6,
     0,
     16,
     1.0253919203642e+00,
     {3.9699394165114e-02, 1.4138691292803e-02, -1.0042940178102e+00, -3.5508280027474e-01,
      5.7883059132777e-02}},
    {"chain",
     "dirk4",
     NULL,
     NAN,
     0,
     16,
     1.0282373603564e+00,
     {4.0236079009337e-02, 1.4331459534315e-02, -1.0099075385705e+00, -3.3440153250223e-01,
      4.5826520061348e-02}},
    {"chain",
     "sdirk3",
     NULL,
     NAN,
     0,
     16,
     1.0264228211154e+00,
     {4.0124899789851e-02, 1.4255896235727e-02, -1.0073869933873e+00, -3.3319272003888e-01,
      4.5635360682909e-02}},
    {"chain",
     "abm5",
     NULL,
     NAN,
     0,
     16,
     1.0290392132165e+00,
     {3.9838445133700e-02, 1.4178243396456e-02, -1.0096342126527e+00, -3.6398815458031e-01,
      5.9498102830034e-02}},
    {"chain",
     "abm6",
     "dirk",
     NAN,
     0,
     16,
     1.0544743021970e+00,
     {4.1243135749322e-02, 1.5064544306130e-02, -1.0610478163193e+00, -3.5910170520792e-01,
      6.4732955885113e-02}},
    {"chain",
     "explicit_euler",
     NULL,
     NAN,
     0,
     16,
     1.6034010933643e+00,
     {7.6072232618583e-02, 3.7420005501921e-02, -1.8373570215520e+00, -6.6932485686874e-01,
      1.4879003378661e-01}},
    {"pendulum",
     "bdf2",
     NULL,
     NAN,
     0,
     12,
     -1.1084457928066e-01,
     {0, -2.1971711142115e-01, -2.4407500797444e-03}},
    {"pendulum",
     "galpha",
     NULL,
     0.9,
     0,
     12,
     -1.1041848528606e-01,
     {0, -2.1906084520180e-01, -2.4140886738535e-03}},
    {"pendulum",
     "abm3",
     NULL,
     NAN,
     5,
     12,
     -1.1042415938105e-01,
     {0, -2.1906478532074e-01, -2.4148839932138e-03}},
    {"pendulum",
     "sdirk2",
     NULL,
     NAN,
     5,
     12,
     -1.0812786012790e-01,
     {0, -2.1603595142417e-01, -2.2246038709536e-03}},
};

/// Numbers of the specification: rectangle rule, h = 0.02.
static void marches_equal_the_specification(void **state) {
  (void)state;
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    gb_probe_run run = {.system = cases[i].system, .time = usual};
    run.time.scheme = cases[i].scheme;
    run.time.start = cases[i].start;
    run.time.steps = cases[i].steps;
    run.time.parameter[0] = cases[i].parameter;
    run.time.quadrature = "rectangle";
    run.index1 = cases[i].baumgarte > 0;
    run.alpha = run.beta = cases[i].baumgarte;
    const gb_probe_result result = probe(&gb_probe_real, &run);
    const double scale = largest(result.designs, cases[i].gradient);
    assert_true(fabs(result.value[0] - cases[i].value) < 1e-9 * fabs(cases[i].value));
    for (int j = 0; j < result.designs; j++)
      assert_true(fabs(result.adjoint[0][j] - cases[i].gradient[j]) < 1e-9 * scale);
  }
}

/// A linear system is solved to the end with one factor a kind of step, and one correction that
/// counts with one that confirms it; imaginary parts follow one behind.
static void a_linear_march_keeps_its_factor(void **state) {
  (void)state;
  gb_probe_run run = {.system = "oscillator", .time = usual};
  run.time.scheme = "newmark";
  run.time.steps = 200;
  const gb_probe_result moved = probe(&gb_probe_complex, &run);
  assert_true(moved.factorisations <= 2);
  assert_true(moved.corrections <= 3 * 201);
  const gb_probe_result real = probe(&gb_probe_real, &run);
  assert_true(real.corrections <= 2 * 201);
  assert_true(real.factorisations <= 2 + 1 + 2); // in the adjoint the start's again; the tangent's
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(gradients_of_the_chain_are_exact),
      cmocka_unit_test(gradients_of_the_pendulum_are_exact),
      cmocka_unit_test(gradients_without_kept_factors_are_exact),
      cmocka_unit_test(gradients_of_newmark_hold_for_any_parameters),
      cmocka_unit_test(gradients_of_statics_are_exact),
      cmocka_unit_test(one_load_step_reaches_large_displacements),
      cmocka_unit_test(schemes_have_their_orders),
      cmocka_unit_test(marches_equal_the_specification),
      cmocka_unit_test(a_linear_march_keeps_its_factor),
  };
  const int failures = cmocka_run_group_tests(tests, NULL, NULL);
  MPI_Finalize();
  return failures;
}
