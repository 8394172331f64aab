/// Claim: a case file reads to the structures that it describes, --set changes any key, and the
/// same text reaches every rank.
// ranks: 1 2
#include "case/case.h"

#include "base/nearest.h"
#include "case_text.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static gb_case *read_with(const char *file, const char *text, int count,
                          const char *const settings[]) {
  gb_error error = {0};
  gb_case *c;
  if (gb_case_read(file, text, strlen(text), &(gb_changes){count, settings, NULL, NULL}, &c,
                   &error) != GB_OK)
    fail_msg("%s", error.message);
  return c;
}

static double at_time(const gb_expression *expression, double t) {
  return gb_expression_real(expression, &t);
}

static void entries_read_to_their_structures(void **state) {
  (void)state;
  gb_case *c = read_with("cases/plate.yaml", full, 0, NULL);
  const gb_problem *d = c->problem;
  assert_string_equal(c->title, "clamped plate");
  assert_string_equal(c->file, "cases/plate.yaml");
  assert_string_equal(c->mesh, "cases/plate.msh");
  assert_string_equal(c->mesh_where, "cases/plate.yaml:3: mesh");
  assert_true(at_time(d->gravity[2], 2) == -9.81 * 2 && at_time(d->gravity[0], 2) == 0);
  assert_int_equal(d->materials.count, 2);
  assert_string_equal(d->materials.entry[0].where, "cases/plate.yaml:6: materials.aluminium");
  assert_string_equal(d->materials.entry[0].name, "aluminium");
  assert_true(d->materials.entry[0].young == 70e9 && d->materials.entry[0].poisson == 0.3);
  assert_true(d->materials.entry[0].density == 2500 && d->materials.entry[0].yield == 350e6);
  assert_true(d->materials.entry[1].young == 1e6 && d->materials.entry[1].poisson == -0.5);
  assert_true(d->materials.entry[1].density == 0 && d->materials.entry[1].yield == 0);
  assert_int_equal(d->shells.count, 2);
  assert_string_equal(d->shells.entry[1].where, "cases/plate.yaml:10: shells[1]");
  assert_string_equal(d->shells.entry[1].group, "7");
  assert_string_equal(d->shells.entry[1].material, "rubber");
  assert_true(d->shells.entry[0].thickness == 5e-3 && d->shells.entry[0].kink == 15 &&
              d->shells.entry[1].kink == 30);
  assert_int_equal(d->supports.count, 4);
  assert_int_equal(d->supports.entry[0].fix, GB_FIX_ALL);
  assert_int_equal(d->supports.entry[1].fix, GB_FIX_X | GB_FIX_RZ | GB_FIX_ROTATION);
  assert_int_equal(d->supports.entry[1].symmetry, -1);
  assert_int_equal(d->supports.entry[2].symmetry, 1);
  assert_int_equal(d->supports.entry[3].fix, GB_FIX_Z);
  gb_case_destroy(&c);
  assert_null(c);
}

static void actions_and_designs_read(void **state) {
  (void)state;
  gb_case *c = read_with("plate.yaml", full, 0, NULL);
  const gb_problem *d = c->problem;
  assert_string_equal(c->mesh, "plate.msh");
  assert_int_equal(d->loads.count, 4);
  assert_int_equal(d->loads.entry[0].type, GB_LOAD_PRESSURE);
  assert_true(at_time(d->loads.entry[0].value[0], 0.3) == 1e3 * sin(50 * 0.3));
  assert_true(d->loads.entry[0].follow && !d->loads.entry[0].value[1] && !d->loads.entry[1].follow);
  assert_int_equal(d->loads.entry[1].type, GB_LOAD_TRACTION);
  assert_true(at_time(d->loads.entry[1].value[2], 0.5) == 0.8 * 0.5);
  assert_int_equal(d->loads.entry[2].type, GB_LOAD_FORCE);
  assert_int_equal(d->loads.entry[3].type, GB_LOAD_MOMENT);
  assert_true(at_time(d->loads.entry[3].value[1], 3) == 6);
  assert_string_equal(d->loads.entry[3].where, "plate.yaml:20: loads[3]");
  assert_true(d->initials.entry[0].angular_velocity[2] == 10 && d->initials.entry[0].about[1] == 2);
  assert_true(d->initials.entry[0].velocity[0] == 0);
  assert_int_equal(d->probes.entry[0].place, GB_PROBE_AT);
  assert_true(d->probes.entry[0].at[1] == 0.5);
  assert_int_equal(d->probes.entry[1].place, GB_PROBE_NODE);
  assert_int_equal(d->probes.entry[1].node_id, 17);
  assert_int_equal(d->probes.entry[2].place, GB_PROBE_GROUP);
  assert_int_equal(d->designs.entry[0].per, GB_PER_PATCH);
  assert_true(d->designs.entry[0].lower == 1e-3 && d->designs.entry[0].upper == 1e-2);
  assert_int_equal(d->designs.entry[1].per, GB_PER_GROUP);
  assert_true(isnan(d->designs.entry[1].lower) && isnan(d->designs.entry[1].upper));
  assert_true(d->masses.count == 1 && d->masses.entry[0].mass == 2.5);
  gb_case_destroy(&c);
}

static void points_and_springs_read(void **state) {
  (void)state;
  static const char text[] =
      "gimbal: 1\n"
      "masses:\n"
      "  - {name: m, at: [1, 2, 3], mass: 2, velocity: [0, 1, 0], fix: [x, z]}\n"
      "  - {name: base, at: [0, 0, 0], motion: [t^2, 0, 1]}\n"
      "  - {group: tip, mass: 2.5}\n"
      "springs:\n"
      "  - {name: s, between: [base, m], stiffness: [1, 2], damping: 3, length: 0}\n"
      "  - {between: [m, ground], at: [~, [4, 5, 6]], damping: [1, 2, 3]}\n"
      "probes: [{name: p, mass: m}]\n"
      "time: {scheme: bdf2, step: 1, steps: 1}\n";
  gb_case *c = read_with("c.yaml", text, 0, NULL);
  const gb_problem *d = c->problem;
  assert_null(c->mesh);
  assert_true(d->masses.count == 3 && d->springs.count == 2);
  assert_string_equal(d->masses.entry[0].name, "m");
  assert_true(d->masses.entry[0].at[2] == 3 && d->masses.entry[0].velocity[1] == 1 &&
              d->masses.entry[0].mass == 2);
  assert_int_equal(d->masses.entry[0].fix, GB_FIX_X | GB_FIX_Z);
  assert_true(!d->masses.entry[0].motion.displacement[0] && d->masses.entry[1].mass == 0);
  assert_true(at_time(d->masses.entry[1].motion.displacement[0], 3) == 9 &&
              at_time(d->masses.entry[1].motion.displacement[2], 3) == 1);
  assert_true(!d->masses.entry[2].name && d->masses.entry[2].mass == 2.5);
  const gb_spring *s = d->springs.entry;
  assert_string_equal(s[0].between[1], "m");
  assert_true(s[0].stiffness[0] == 1 && s[0].stiffness[1] == 2 && s[0].stiffness[2] == 0);
  assert_true(s[0].damping[0] == 3 && s[0].damping[1] == 0 && s[0].length == 0);
  assert_true(isnan(s[0].at[0][0]) && isnan(s[0].at[1][2]));
  assert_null(s[1].name);
  assert_true(isnan(s[1].at[0][1]) && s[1].at[1][2] == 6 && isnan(s[1].length));
  assert_true(s[1].stiffness[0] == 0 && s[1].damping[2] == 3);
  assert_int_equal(d->probes.entry[0].place, GB_PROBE_MASS);
  assert_string_equal(d->probes.entry[0].mass, "m");
  gb_case_destroy(&c);
  const char *const set[] = {"springs.s.stiffness=7", "masses.m.mass=8"};
  c = read_with("c.yaml", text, 2, set);
  assert_true(c->problem->springs.entry[0].stiffness[0] == 7 &&
              c->problem->masses.entry[0].mass == 8);
  gb_case_destroy(&c);
}

static void march_and_functions_read(void **state) {
  (void)state;
  gb_case *c = read_with("plate.yaml", full, 0, NULL);
  assert_string_equal(c->time.where, "plate.yaml:34: time");
  assert_string_equal(c->time.scheme, "newmark");
  assert_true(c->time.step == 1e-3 && c->time.steps == 100 && c->time.newton.iterations == 12);
  assert_true(c->time.parameter[GB_SCHEME_BETA] == 0.25 &&
              c->time.parameter[GB_SCHEME_GAMMA] == 0.5);
  assert_true(isnan(c->time.parameter[GB_SCHEME_RHO]) &&
              isnan(c->time.parameter[GB_SCHEME_ALPHA]) && c->time.newton.tolerance == 0);
  assert_null(c->time.start);
  assert_int_equal(c->functions.count, 4);
  assert_string_equal(c->functions.entry[0].name, "weight");
  assert_string_equal(c->functions.entry[1].name, "compliance");
  assert_string_equal(c->functions.entry[2].name, "ks");
  assert_true(c->functions.entry[2].weight == 20 && c->functions.entry[3].weight == 8);
  assert_string_equal(c->functions.entry[3].form, "power2");
  assert_int_equal(c->functions.entry[3].sum, GB_SUM_DISCRETE);
  assert_int_equal(c->functions.entry[1].sum, GB_SUM_UNSET);
  assert_int_equal(c->output.every, 10);
  assert_true(c->checkpoint.memory == 3 * 1073741824.0 && c->checkpoint.disk == 5e8);
  assert_string_equal(c->checkpoint.directory, "scratch");
  gb_case_destroy(&c);
}

static void least_case_takes_defaults(void **state) {
  (void)state;
  gb_case *c = read_with("/tmp/wing.yaml", least, 0, NULL);
  assert_string_equal(c->mesh, "/tmp/wing.bdf");
  assert_string_equal(c->title, "");
  assert_null(c->problem->gravity[0]);
  assert_int_equal(c->problem->shells.count + c->problem->materials.count + c->functions.count, 0);
  assert_int_equal(c->output.every, 1);
  assert_true(c->checkpoint.memory == 2147483648.0 && c->checkpoint.disk == 10 * 1073741824.0);
  assert_string_equal(c->checkpoint.directory, ".");
  gb_case_destroy(&c);
}

static void settings_change_any_key(void **state) {
  (void)state;
  static const char *const settings[] = {
      "time.steps=7",           "functions.ks.weight=50",    "functions[3].weight=5",
      "loads[0].value=cos(t)",  "loads[1].value[2]=3",       "materials.rubber.young=2e6",
      "time.start=dirk",        "gravity=[1, 2, 3]",         "gravity[1]=4",
      "shells.7.thickness=0.5", "supports[1].fix=[y, rx]",   "design.rib.per=element",
      "title=another",          "checkpoint.memory=1.5 MiB", "functions.weight.name=mass"};
  gb_case *c = read_with("plate.yaml", full, sizeof settings / sizeof *settings, settings);
  assert_true(c->time.steps == 7 && c->functions.entry[2].weight == 50 &&
              c->functions.entry[3].weight == 5);
  assert_true(at_time(c->problem->loads.entry[0].value[0], 0.5) == cos(0.5));
  assert_true(at_time(c->problem->loads.entry[1].value[2], 9) == 3);
  assert_true(c->problem->materials.entry[1].young == 2e6 &&
              c->problem->shells.entry[1].thickness == 0.5);
  assert_string_equal(c->time.start, "dirk");
  assert_true(at_time(c->problem->gravity[0], 0) == 1 && at_time(c->problem->gravity[1], 0) == 4);
  assert_int_equal(c->problem->supports.entry[1].fix, GB_FIX_Y | GB_FIX_RX);
  assert_int_equal(c->problem->designs.entry[1].per, GB_PER_ELEMENT);
  assert_string_equal(c->title, "another");
  assert_string_equal(c->functions.entry[0].name, "mass");
  assert_true(c->checkpoint.memory == 1.5 * 1048576);
  gb_case_destroy(&c);
}

static void settings_add_what_is_missing(void **state) {
  (void)state;
  static const char *const settings[] = {"output.every=5", "gravity=[0, 0, t]",
                                         "functions=[{type: mass}]", "functions.mass.name=m"};
  gb_case *c = read_with("wing.yaml", least, 4, settings);
  assert_int_equal(c->output.every, 5);
  assert_true(at_time(c->problem->gravity[2], 2) == 2);
  assert_string_equal(c->functions.entry[0].name, "m");
  gb_case_destroy(&c);
}

/// The numbers of the file's scheme are not those of another one; a setting's are.
static void a_new_scheme_drops_the_old_ones_numbers(void **state) {
  (void)state;
  static const char text[] = "gimbal: 1\n"
                             "time: {scheme: galpha, rho: 0.8, step: 0.5, steps: 3}\n"
                             "masses: [{name: m, at: [0, 0, 0], mass: 1}]\n";
  const char *const plain[] = {"time.scheme=bdf2"};
  gb_case *c = read_with("c.yaml", text, 1, plain);
  assert_string_equal(c->time.scheme, "bdf2");
  assert_true(isnan(c->time.parameter[GB_SCHEME_RHO]));
  assert_true(c->time.step == 0.5 && c->time.steps == 3);
  gb_case_destroy(&c);
  const char *const with[] = {"time.rho=0.5", "time.scheme=wbz"};
  c = read_with("c.yaml", text, 2, with);
  assert_true(c->time.parameter[GB_SCHEME_RHO] == 0.5);
  gb_case_destroy(&c);
}

/// An alias shares its node; a setting must change the one place that it names.
static void settings_do_not_reach_through_aliases(void **state) {
  (void)state;
  static const char *const settings[] = {"materials.b.young=2"};
  char text[400];
  snprintf(text, sizeof text, "%smaterials:\n  a: &a {young: 1, poisson: 0}\n  b: *a\n", least);
  gb_case *c = read_with("wing.yaml", text, 1, settings);
  assert_true(c->problem->materials.entry[0].young == 1 &&
              c->problem->materials.entry[1].young == 2);
  gb_case_destroy(&c);
}

static void nearest_words(void **state) {
  (void)state;
  static const char *const list[] = {"thickness", "material", "group", "x", NULL};
  assert_string_equal(gb_nearest("Thicknes", list), "thickness");
  assert_string_equal(gb_nearest("gruop", list), "group");
  assert_null(gb_nearest("pressure", list));
  assert_null(gb_nearest("q", list));
  assert_null(gb_nearest("", list));
}

static void text_reaches_every_rank(void **state) {
  (void)state;
  int rank;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  const char *file = "tests/unit/case.c"; // any file that is there
  gb_error error = {0};
  char *text;
  size_t length;
  assert_int_equal(gb_case_text(MPI_COMM_WORLD, file, &text, &length, &error), GB_OK);
  assert_memory_equal(text, "/// Claim: a case file", 22);
  assert_true(length > 1000 && text[length - 1] == '\n');
  free(text);
  assert_int_equal(gb_case_text(MPI_COMM_WORLD, "no/such.yaml", &text, &length, &error), GB_FILE);
  assert_non_null(strstr(error.message, "no/such.yaml: cannot be opened: No such file"));
  assert_null(text);
}

int main(int argc, char *argv[]) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(entries_read_to_their_structures),
      cmocka_unit_test(actions_and_designs_read),
      cmocka_unit_test(points_and_springs_read),
      cmocka_unit_test(march_and_functions_read),
      cmocka_unit_test(least_case_takes_defaults),
      cmocka_unit_test(settings_change_any_key),
      cmocka_unit_test(settings_add_what_is_missing),
      cmocka_unit_test(a_new_scheme_drops_the_old_ones_numbers),
      cmocka_unit_test(settings_do_not_reach_through_aliases),
      cmocka_unit_test(nearest_words),
      cmocka_unit_test(text_reaches_every_rank),
  };
  MPI_Init(&argc, &argv);
  int failed = cmocka_run_group_tests(tests, NULL, NULL);
  MPI_Finalize();
  return failed;
}
