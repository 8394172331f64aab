/// Claim: a case file reads to the structures that it describes, --set changes any key, the same
/// text reaches every rank, and each kind of bad input is refused with its line and key, never a
/// crash. (The truncations and flips are worth a run under valgrind.)
// ranks: 1 2
#include "input/case.h"
#include "base/nearest.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static const char full[] =
    "gimbal: 1\n"
    "title: clamped plate\n"
    "mesh: plate.msh\n"
    "gravity: [0, 0, -9.81*t]\n"
    "materials:\n"
    "  aluminium: {young: 70e9, poisson: 0.3, density: 2500, yield: 350e6}\n"
    "  rubber: {young: 1e+6, poisson: -.5}\n"
    "shells:\n"
    "  - {group: plate, material: aluminium, thickness: 5e-3}\n"
    "  - {group: 7, material: rubber, thickness: 1E-3, kink: 30}\n"
    "supports:\n"
    "  - {group: edge, fix: all}\n"
    "  - {group: side, fix: [x, rz, rotation]}\n"
    "  - {group: middle, symmetry: y}\n"
    "  - {group: corner, fix: z}\n"
    "loads:\n"
    "  - {type: pressure, group: plate, value: \"1e3*sin(50*t)\", follow: true}\n"
    "  - {type: traction, group: edge, value: [0, 0, \"0.8*t\"]}\n"
    "  - {type: force, group: tip, value: [0, 0, -4]}\n"
    "  - type: moment\n"
    "    group: tip\n"
    "    value: [1, 2*t, 0]\n"
    "initial:\n"
    "  - {group: plate, angular_velocity: [0, 0, 10], about: [1, 2, 3]}\n"
    "probes:\n"
    "  - {name: tip, at: [1, 0.5, 0]}\n"
    "  - {name: seventeen, node: 17}\n"
    "  - {name: points, group: tip}\n"
    "design:\n"
    "  - {name: skin, thickness: plate, per: patch, lower: 1e-3, upper: 1e-2}\n"
    "  - {name: rib, thickness: 7}\n"
    "masses:\n"
    "  - {group: tip, mass: 2.5}\n"
    "time: {scheme: newmark, step: 1e-3, steps: 100, beta: 0.25, gamma: 0.5, iterations: 12}\n"
    "functions:\n"
    "  - {name: weight, type: mass}\n"
    "  - {type: compliance}\n"
    "  - {type: ks, weight: 20, sum: continuous}\n"
    "  - {name: ind, type: induced, form: power2, weight: 8, sum: discrete}\n"
    "output: {every: 10}\n"
    "checkpoint: {memory: 3 GiB, disk: 500 MB, directory: scratch}\n";

static const char least[] = "gimbal: 1\n"
                            "mesh: wing.bdf\n"
                            "time: {scheme: static, step: 0.1, steps: 10}\n";

static gb_case *read_with(const char *file, const char *text, int count,
                          const char *const settings[]) {
  gb_error error = {0};
  gb_case *c;
  if (gb_case_read(file, text, strlen(text), count, settings, &c, &error) != GB_OK)
    fail_msg("%s", error.message);
  return c;
}

static double at_time(const gb_expression *expression, double t) {
  return gb_expression_real(expression, &t);
}

static void entries_read_to_their_structures(void **state) {
  (void)state;
  gb_case *c = read_with("cases/plate.yaml", full, 0, NULL);
  const gb_deck *d = c->deck;
  assert_string_equal(c->title, "clamped plate");
  assert_string_equal(c->file, "cases/plate.yaml");
  assert_string_equal(c->mesh, "cases/plate.msh");
  assert_string_equal(c->mesh_where, "cases/plate.yaml:3: mesh");
  assert_true(at_time(d->gravity[2], 2) == -9.81 * 2 && at_time(d->gravity[0], 2) == 0);
  assert_int_equal(d->materials, 2);
  assert_string_equal(d->material[0].where, "cases/plate.yaml:6: materials.aluminium");
  assert_string_equal(d->material[0].name, "aluminium");
  assert_true(d->material[0].young == 70e9 && d->material[0].poisson == 0.3);
  assert_true(d->material[0].density == 2500 && d->material[0].yield == 350e6);
  assert_true(d->material[1].young == 1e6 && d->material[1].poisson == -0.5);
  assert_true(d->material[1].density == 0 && d->material[1].yield == 0);
  assert_int_equal(d->shells, 2);
  assert_string_equal(d->shell[1].where, "cases/plate.yaml:10: shells[1]");
  assert_string_equal(d->shell[1].group, "7");
  assert_string_equal(d->shell[1].material, "rubber");
  assert_true(d->shell[0].thickness == 5e-3 && d->shell[0].kink == 15 && d->shell[1].kink == 30);
  assert_int_equal(d->supports, 4);
  assert_int_equal(d->support[0].fix, GB_FIX_ALL);
  assert_int_equal(d->support[1].fix, GB_FIX_X | GB_FIX_RZ | GB_FIX_ROTATION);
  assert_int_equal(d->support[1].symmetry, -1);
  assert_int_equal(d->support[2].symmetry, 1);
  assert_int_equal(d->support[3].fix, GB_FIX_Z);
  gb_case_destroy(&c);
  assert_null(c);
}

static void actions_and_designs_read(void **state) {
  (void)state;
  gb_case *c = read_with("plate.yaml", full, 0, NULL);
  const gb_deck *d = c->deck;
  assert_string_equal(c->mesh, "plate.msh");
  assert_int_equal(d->loads, 4);
  assert_int_equal(d->load[0].type, GB_LOAD_PRESSURE);
  assert_true(at_time(d->load[0].value[0], 0.3) == 1e3 * sin(50 * 0.3));
  assert_true(d->load[0].follow && !d->load[0].value[1] && !d->load[1].follow);
  assert_int_equal(d->load[1].type, GB_LOAD_TRACTION);
  assert_true(at_time(d->load[1].value[2], 0.5) == 0.8 * 0.5);
  assert_int_equal(d->load[2].type, GB_LOAD_FORCE);
  assert_int_equal(d->load[3].type, GB_LOAD_MOMENT);
  assert_true(at_time(d->load[3].value[1], 3) == 6);
  assert_string_equal(d->load[3].where, "plate.yaml:20: loads[3]");
  assert_true(d->initial[0].angular_velocity[2] == 10 && d->initial[0].about[1] == 2);
  assert_true(d->initial[0].velocity[0] == 0);
  assert_int_equal(d->probe[0].place, GB_PROBE_AT);
  assert_true(d->probe[0].at[1] == 0.5);
  assert_int_equal(d->probe[1].place, GB_PROBE_NODE);
  assert_int_equal(d->probe[1].node_id, 17);
  assert_int_equal(d->probe[2].place, GB_PROBE_GROUP);
  assert_int_equal(d->design[0].per, GB_PER_PATCH);
  assert_true(d->design[0].lower == 1e-3 && d->design[0].upper == 1e-2);
  assert_int_equal(d->design[1].per, GB_PER_GROUP);
  assert_true(isnan(d->design[1].lower) && isnan(d->design[1].upper));
  assert_true(d->masses == 1 && d->mass[0].mass == 2.5);
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
  const gb_deck *d = c->deck;
  assert_null(c->mesh);
  assert_true(d->masses == 3 && d->springs == 2);
  assert_string_equal(d->mass[0].name, "m");
  assert_true(d->mass[0].at[2] == 3 && d->mass[0].velocity[1] == 1 && d->mass[0].mass == 2);
  assert_int_equal(d->mass[0].fix, GB_FIX_X | GB_FIX_Z);
  assert_true(!d->mass[0].motion[0] && d->mass[1].mass == 0);
  assert_true(at_time(d->mass[1].motion[0], 3) == 9 && at_time(d->mass[1].motion[2], 3) == 1);
  assert_true(!d->mass[2].name && d->mass[2].mass == 2.5);
  const gb_spring *s = d->spring;
  assert_string_equal(s[0].between[1], "m");
  assert_true(s[0].stiffness[0] == 1 && s[0].stiffness[1] == 2 && s[0].stiffness[2] == 0);
  assert_true(s[0].damping[0] == 3 && s[0].damping[1] == 0 && s[0].length == 0);
  assert_true(isnan(s[0].at[0][0]) && isnan(s[0].at[1][2]));
  assert_null(s[1].name);
  assert_true(isnan(s[1].at[0][1]) && s[1].at[1][2] == 6 && isnan(s[1].length));
  assert_true(s[1].stiffness[0] == 0 && s[1].damping[2] == 3);
  assert_int_equal(d->probe[0].place, GB_PROBE_MASS);
  assert_string_equal(d->probe[0].mass, "m");
  gb_case_destroy(&c);
  const char *const set[] = {"springs.s.stiffness=7", "masses.m.mass=8"};
  c = read_with("c.yaml", text, 2, set);
  assert_true(c->deck->spring[0].stiffness[0] == 7 && c->deck->mass[0].mass == 8);
  gb_case_destroy(&c);
}

static void march_and_functions_read(void **state) {
  (void)state;
  gb_case *c = read_with("plate.yaml", full, 0, NULL);
  assert_string_equal(c->time.where, "plate.yaml:34: time");
  assert_string_equal(c->time.scheme, "newmark");
  assert_true(c->time.step == 1e-3 && c->time.steps == 100 && c->time.iterations == 12);
  assert_true(c->time.beta == 0.25 && c->time.gamma == 0.5);
  assert_true(isnan(c->time.rho) && isnan(c->time.alpha) && c->time.tolerance == 0);
  assert_null(c->time.start);
  assert_int_equal(c->functions, 4);
  assert_string_equal(c->function[0].name, "weight");
  assert_string_equal(c->function[1].name, "compliance");
  assert_string_equal(c->function[2].name, "ks");
  assert_true(c->function[2].weight == 20 && c->function[3].weight == 8);
  assert_string_equal(c->function[3].form, "power2");
  assert_string_equal(c->function[3].sum, "discrete");
  assert_null(c->function[1].sum);
  assert_int_equal(c->output_every, 10);
  assert_true(c->checkpoint_memory == 3 * 1073741824.0 && c->checkpoint_disk == 5e8);
  assert_string_equal(c->checkpoint_directory, "scratch");
  gb_case_destroy(&c);
}

static void least_case_takes_defaults(void **state) {
  (void)state;
  gb_case *c = read_with("/tmp/wing.yaml", least, 0, NULL);
  assert_string_equal(c->mesh, "/tmp/wing.bdf");
  assert_string_equal(c->title, "");
  assert_null(c->deck->gravity[0]);
  assert_int_equal(c->deck->shells + c->deck->materials + c->functions, 0);
  assert_int_equal(c->output_every, 1);
  assert_true(c->checkpoint_memory == 2147483648.0 && c->checkpoint_disk == 10 * 1073741824.0);
  assert_string_equal(c->checkpoint_directory, ".");
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
  assert_true(c->time.steps == 7 && c->function[2].weight == 50 && c->function[3].weight == 5);
  assert_true(at_time(c->deck->load[0].value[0], 0.5) == cos(0.5));
  assert_true(at_time(c->deck->load[1].value[2], 9) == 3);
  assert_true(c->deck->material[1].young == 2e6 && c->deck->shell[1].thickness == 0.5);
  assert_string_equal(c->time.start, "dirk");
  assert_true(at_time(c->deck->gravity[0], 0) == 1 && at_time(c->deck->gravity[1], 0) == 4);
  assert_int_equal(c->deck->support[1].fix, GB_FIX_Y | GB_FIX_RX);
  assert_int_equal(c->deck->design[1].per, GB_PER_ELEMENT);
  assert_string_equal(c->title, "another");
  assert_string_equal(c->function[0].name, "mass");
  assert_true(c->checkpoint_memory == 1.5 * 1048576);
  gb_case_destroy(&c);
}

static void settings_add_what_is_missing(void **state) {
  (void)state;
  static const char *const settings[] = {"output.every=5", "gravity=[0, 0, t]",
                                         "functions=[{type: mass}]", "functions.mass.name=m"};
  gb_case *c = read_with("wing.yaml", least, 4, settings);
  assert_int_equal(c->output_every, 5);
  assert_true(at_time(c->deck->gravity[2], 2) == 2);
  assert_string_equal(c->function[0].name, "m");
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
  assert_true(isnan(c->time.rho));
  assert_true(c->time.step == 0.5 && c->time.steps == 3);
  gb_case_destroy(&c);
  const char *const with[] = {"time.rho=0.5", "time.scheme=wbz"};
  c = read_with("c.yaml", text, 2, with);
  assert_true(c->time.rho == 0.5);
  gb_case_destroy(&c);
}

/// An alias shares its node; a setting must change the one place that it names.
static void settings_do_not_reach_through_aliases(void **state) {
  (void)state;
  static const char *const settings[] = {"materials.b.young=2"};
  char text[400];
  snprintf(text, sizeof text, "%smaterials:\n  a: &a {young: 1, poisson: 0}\n  b: *a\n", least);
  gb_case *c = read_with("wing.yaml", text, 1, settings);
  assert_true(c->deck->material[0].young == 1 && c->deck->material[1].young == 2);
  gb_case_destroy(&c);
}

static void expect_refusal(const char *text, int count, const char *const settings[],
                           const char *const words[]) {
  gb_error error = {0};
  gb_case *c;
  int status = gb_case_read("c.yaml", text, strlen(text), count, settings, &c, &error);
  if (status != GB_USAGE) fail_msg("status %d %s for:\n%s", status, error.message, text);
  assert_null(c);
  for (; *words; words++)
    if (!strstr(error.message, *words)) fail_msg("no \"%s\" in: %s", *words, error.message);
}

/// The full case with one piece of text replaced.
static void refuse_change(const char *old, const char *new, const char *const words[]) {
  char text[sizeof full + 400];
  const char *start = strstr(full, old);
  if (!start) fail_msg("the case does not hold %s", old);
  snprintf(text, sizeof text, "%.*s%s%s", (int)(start - full), full, new, start + strlen(old));
  expect_refusal(text, 0, NULL, words);
}
#define REFUSE(old, new, ...) refuse_change(old, new, (const char *const[]){__VA_ARGS__, NULL})

static void keys_are_checked(void **state) {
  (void)state;
  REFUSE("gimbal: 1\n", "", "c.yaml:1: gimbal: is missing", "accepted: 1");
  REFUSE("gimbal: 1", "gimbal: 2\nfuture_key: 3", "c.yaml:1: gimbal: out of range (found 2)");
  REFUSE("thickness: 5e-3", "thicknes: 5e-3", "c.yaml:9: shells[0].thicknes: unknown key",
         "nearest: thickness", "accepted: group, material, thickness, kink");
  REFUSE("title:", "tilte:", "c.yaml:2: tilte: unknown key (found tilte); nearest: title");
  REFUSE("name: skin, thickness", "name: skin, joint",
         "c.yaml:30: design[0].joint: this version does not have joint yet");
  REFUSE("title: clamped plate", "mesh: a.msh", "c.yaml:3: mesh: a key given twice",
         "first at c.yaml:2");
  REFUSE("rubber:", "aluminium:", "c.yaml:7: materials.aluminium: a key given twice");
  REFUSE("poisson: 0.3, ", "", "c.yaml:6: materials.aluminium.poisson: is missing",
         "> -1 and < 0.5");
  REFUSE("title: clamped plate", "? [a, b]\n: 3", "c.yaml:2: ", "not a key (found a list of 2)");
  expect_refusal("gimbal: 1\nmesh: a.msh\n", 0, NULL,
                 (const char *const[]){"c.yaml:1: time: is missing", "a mapping of keys", NULL});
}

static void numbers_are_checked(void **state) {
  (void)state;
  REFUSE("young: 70e9", "young: -1", "c.yaml:6: materials.aluminium.young: out of range (found -1)",
         "accepted: a number > 0");
  REFUSE("young: 70e9", "young: 70 GPa", "young: not a number (found 70 GPa); accepted: a number");
  REFUSE("young: 70e9", "young: [1]", "young: not a number (found a list of 1)");
  REFUSE("young: 70e9", "young: .inf", "young: not a number (found .inf)");
  REFUSE("young: 70e9", "young: nan", "young: not a number (found nan)");
  REFUSE("young: 70e9", "young: ", "young: not a number (found nothing)");
  REFUSE("poisson: 0.3", "poisson: 0.5", "c.yaml:6:", "poisson: out of range (found 0.5)");
  REFUSE("density: 2500", "density: -1", "density: out of range (found -1)", ">= 0");
  REFUSE("yield: 350e6", "yield: 0", "yield: out of range (found 0)", "> 0");
  REFUSE("thickness: 1E-3", "thickness: 0", "c.yaml:10: shells[1].thickness: out of range");
  REFUSE("steps: 100", "steps: 0", "c.yaml:34: time.steps: out of range (found 0)", ">= 1");
  REFUSE("steps: 100", "steps: 1.5", "time.steps: not a whole number (found 1.5)");
  REFUSE("steps: 100", "steps: 3e9", "time.steps: out of range (found 3e9)");
  REFUSE("step: 1e-3", "step: 0", "c.yaml:34: time.step: out of range (found 0)");
  REFUSE("weight: 20", "weight: 0", "c.yaml:38: functions[2].weight: out of range");
  REFUSE("node: 17", "node: 0", "c.yaml:27: probes[1].node: out of range");
  REFUSE("node: 17", "node: 99999999999999999999", "probes[1].node: out of range");
  REFUSE("mass: 2.5", "mass: 0", "c.yaml:33: masses[0].mass: out of range");
  REFUSE("3 GiB", "3 gigs", "c.yaml:41: checkpoint.memory: not a size (found 3 gigs)", "2 GiB");
  REFUSE("about: [1, 2, 3]", "about: [1, 2]",
         "c.yaml:24: initial[0].about: not a vector (found a list of 2)");
  REFUSE("about: [1, 2, 3]", "about: [1, 2, x]", "about: not a number (found x)");
}

static void words_are_checked(void **state) {
  (void)state;
  REFUSE("type: pressure", "type: presure",
         "c.yaml:17: loads[0].type: unknown word, nearest: pressure (found presure)",
         "accepted: pressure, traction, force, moment");
  REFUSE("fix: [x, rz, rotation]", "fix: [x, rw]", "c.yaml:13: supports[1].fix: unknown word",
         "(found rw)", "rotation, all");
  REFUSE("fix: [x, rz, rotation]", "fix: []", "supports[1].fix: nothing to hold");
  REFUSE("symmetry: y", "symmetry: xy", "c.yaml:14: supports[2].symmetry: unknown word", "x, y, z");
  REFUSE("follow: true", "follow: maybe", "c.yaml:17: loads[0].follow: not a truth value");
  REFUSE("per: patch", "per: patches", "c.yaml:30: design[0].per: unknown word, nearest: patch");
  REFUSE("iterations: 12", "start: fast", "c.yaml:34: time.start: unknown word", "ramp, dirk");
}

static void expressions_are_checked(void **state) {
  (void)state;
  REFUSE("1e3*sin(50*t)", "1e3*sin(50*x)", "c.yaml:17: loads[0].value: not an expression of t",
         "column 12", "unknown name \"x\"", "(found 1e3*sin(50*x))");
  REFUSE("\"0.8*t\"", "\"0.8*\"", "c.yaml:18: loads[1].value: not an expression", "column 5");
  REFUSE("-9.81*t", "1/0", "c.yaml:4: gravity: not a finite value (found 1/0)");
  REFUSE("gravity: [0, 0, -9.81*t]", "gravity: 9.81", "c.yaml:4: gravity: not a vector");
}

static void rules_between_keys_are_checked(void **state) {
  (void)state;
  REFUSE("material: rubber", "material: ruber", "c.yaml:10: shells[1].material: unknown material",
         "nearest: rubber", "accepted: aluminium, rubber");
  REFUSE("group: 7", "group: plate", "c.yaml:10: shells[1].group: not unique (found plate",
         "first at c.yaml:9");
  REFUSE("fix: z", "", "c.yaml:15: supports[3]: holds nothing", "fix or symmetry");
  REFUSE("value: [0, 0, -4]", "value: -4", "c.yaml:19: loads[2].value: not the value of a force",
         "[x, y, z]");
  REFUSE("\"1e3*sin(50*t)\"", "[0, 0, 1]",
         "c.yaml:17: loads[0].value: not the value of a pressure");
  REFUSE("value: [0, 0, -4]", "value: [0, 0, -4], follow: true", "loads[2].follow: a force cannot");
  REFUSE("angular_velocity: [0, 0, 10], ", "", "c.yaml:24: initial[0]: no motion");
  REFUSE("node: 17", "node: 17, group: tip", "c.yaml:27: probes[1]: needs one place (found 2)");
  REFUSE("name: seventeen", "name: tip", "c.yaml:27: probes[1].name: not unique (found tip");
  REFUSE("lower: 1e-3", "lower: 1", "c.yaml:30: design[0]: the bounds leave no room");
  REFUSE("name: rib", "name: skin", "c.yaml:31: design[1].name: not unique");
  REFUSE("{type: compliance}", "{name: stiffness}", "c.yaml:37: functions[1].type: is missing");
  REFUSE("type: compliance", "type: mass, name: weight", "functions[1].name: not unique");
}

static void structure_is_checked(void **state) {
  (void)state;
  REFUSE("gimbal: 1\n", "gimbal: 1\n  bad: [\n", "c.yaml:2:6: not valid YAML: ");
  REFUSE("title: clamped plate", "title: \"\\0\"", "c.yaml:2: text with a zero byte");
  REFUSE("title: clamped plate", "title: \xff", "c.yaml:2:8: ", "(found byte 0xFF)", "UTF-8");
  REFUSE("output: {every: 10}", "output: 10", "c.yaml:40: output: of the wrong kind (found 10)");
  REFUSE("masses:\n  - {group: tip, mass: 2.5}", "masses: {group: tip}",
         "c.yaml:32: masses: of the wrong kind (found a mapping); accepted: a list of mappings");
  REFUSE("rubber: {young: 1e+6, poisson: -.5}", "rubber: soft",
         "c.yaml:7: materials.rubber: of the");
  expect_refusal("", 0, NULL, (const char *const[]){"c.yaml:1: nothing is there", NULL});
  expect_refusal("- a\n", 0, NULL, (const char *const[]){"c.yaml:1: the file: of the wrong", NULL});
  expect_refusal("a: 1\n--- \nb: 2\n", 0, NULL,
                 (const char *const[]){"c.yaml:3: a second YAML document", NULL});
  expect_refusal("gimbal: 1\nmesh: &x [*x]\n", 0, NULL,
                 (const char *const[]){"c.yaml:2: mesh: not a text (found a list of 1)", NULL});
}

static void refuse_setting(const char *setting, const char *first, const char *second) {
  expect_refusal(full, 1, &setting, (const char *const[]){first, second, NULL});
}

static void settings_are_checked(void **state) {
  (void)state;
  refuse_setting("time.stpes=1", "--set time.stpes=1: time.stpes: unknown key (found stpes)",
                 "nearest: steps");
  refuse_setting("tme.steps=1", "tme.steps: unknown key (found tme)", "nearest: time");
  refuse_setting("time.steps=x", "--set time.steps=x: time.steps: not a whole number (found x)",
                 "accepted: a whole number >= 1");
  refuse_setting("time.steps", "--set time.steps: not a setting", "KEY.PATH=VALUE");
  refuse_setting("=3", "not a setting", "KEY.PATH=VALUE");
  refuse_setting("time.steps=", "--set time.steps=: nothing is there", "accepted: a value");
  refuse_setting("time.steps=[1", "--set time.steps=[1:", "not valid YAML");
  refuse_setting("functions.kss.weight=1", "no entry of this name (found kss); nearest: ks",
                 "accepted: weight, compliance, ks, ind");
  refuse_setting("materials.ruber.young=1", "(found ruber); nearest: rubber", "aluminium, rubber");
  refuse_setting("loads[9].value=1", "no such entry (found [9])", "accepted: [0] to [3]");
  refuse_setting("loads[x].value=1", "not a number in brackets", "[x].value");
  refuse_setting("loads.pressure.value=1", "no entry of this name (found pressure)", "[0]");
  refuse_setting("time[0]=1", "not a list", "[0]");
  refuse_setting("time.steps.more=1", "there are no keys below this one", ".more");
  refuse_setting("design[0].joint=1", "this version does not have joint yet", "joint");
  refuse_setting("gravity[3]=1", "no such entry (found [3])", "of 3 entries");
  const char *missing = "loads[0].value=1";
  expect_refusal(least, 1, &missing, (const char *const[]){"the file has no entries here", NULL});
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

/// Any outcome is right but a crash, a success without a case, or a refusal without a message.
static void read_anyhow(const char *text, size_t length) {
  char *exact = malloc(length + 1); // so that valgrind sees a step beyond the end
  memcpy(exact, text, length);
  gb_error error = {0};
  gb_case *c;
  int status = gb_case_read("c.yaml", exact, length, 0, NULL, &c, &error);
  assert_int_equal(status, c ? GB_OK : GB_USAGE);
  assert_true(c || !strncmp(error.message, "c.yaml:", 7));
  gb_case_destroy(&c);
  free(exact);
}

static void truncations_do_not_crash(void **state) {
  (void)state;
  for (size_t length = 0; length < sizeof full; length++) read_anyhow(full, length);
}

static void flips_do_not_crash(void **state) {
  (void)state;
  char text[sizeof full];
  unsigned seed = 12345;
  for (int trial = 0; trial < 3000; trial++) {
    memcpy(text, full, sizeof full);
    for (int flip = 0; flip <= trial % 3; flip++) {
      seed = seed * 1664525u + 1013904223u;
      size_t place = (seed >> 8) % (sizeof full - 1);
      seed = seed * 1664525u + 1013904223u;
      text[place] = trial % 2 ? (char)(text[place] ^ (1 << (seed >> 29)))
                              : "{}[]:,-#&*!|>'\"% \n\tx0.e"[(seed >> 16) % 23];
    }
    read_anyhow(text, sizeof full - 1);
  }
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
      cmocka_unit_test(keys_are_checked),
      cmocka_unit_test(numbers_are_checked),
      cmocka_unit_test(words_are_checked),
      cmocka_unit_test(expressions_are_checked),
      cmocka_unit_test(rules_between_keys_are_checked),
      cmocka_unit_test(structure_is_checked),
      cmocka_unit_test(settings_are_checked),
      cmocka_unit_test(nearest_words),
      cmocka_unit_test(truncations_do_not_crash),
      cmocka_unit_test(flips_do_not_crash),
      cmocka_unit_test(text_reaches_every_rank),
  };
  MPI_Init(&argc, &argv);
  int failed = cmocka_run_group_tests(tests, NULL, NULL);
  MPI_Finalize();
  return failed;
}
