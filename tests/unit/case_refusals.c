/// Claim: each kind of bad input in a case file is refused with its line and key, never with a
/// crash. (The truncations and flips are worth a run under valgrind.)
// ranks: 1 2
#include "case/case.h"

#include "case_text.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

static void expect_refusal(const char *text, int count, const char *const settings[],
                           const char *const words[]) {
  gb_error error = {0};
  gb_case *c;
  int status = gb_case_read("c.yaml", text, strlen(text),
                            &(gb_changes){count, settings, NULL, NULL}, &c, &error);
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
         "nearest: thickness",
         "accepted: group, material, thickness, area_mass, carries, mass, section, offset, "
         "offset_fraction, axis, kink");
  REFUSE("title:", "tilte:", "c.yaml:2: tilte: unknown key (found tilte); nearest: title");
  REFUSE("name: skin, thickness", "name: skin, joint",
         "c.yaml:30: design[0].parameter: is missing");
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
  REFUSE("fix: z", "", "c.yaml:15: supports[3]: holds nothing",
         "fix, symmetry, motion, displacements, velocities");
  REFUSE("value: [0, 0, -4]", "value: -4", "c.yaml:19: loads[2].value: not the value of a force",
         "[x, y, z]");
  REFUSE("\"1e3*sin(50*t)\"", "[0, 0, 1]",
         "c.yaml:17: loads[0].value: not the value of a pressure");
  REFUSE("group: tip, value: [0, 0, -4]", "mass: tip, value: [0, 0, -4], follow: true",
         "loads[2].follow: a point does not turn");
  REFUSE("angular_velocity: [0, 0, 10], ", "", "c.yaml:24: initial[0]: no motion");
  REFUSE("node: 17", "node: 17, group: tip", "c.yaml:27: probes[1]: needs one place (found 2)");
  REFUSE("name: seventeen", "name: tip", "c.yaml:27: probes[1].name: not unique (found tip");
  REFUSE("lower: 1e-3", "lower: 1", "c.yaml:30: design[0]: the bounds leave no room");
  REFUSE("name: rib", "name: skin", "c.yaml:31: design[1].name: not unique");
  REFUSE("{type: compliance}", "{name: stiffness}", "c.yaml:37: functions[1].type: is missing");
  REFUSE("type: compliance", "type: mass, name: weight", "functions[1].name: not unique");
}

/// A case with one control, of which nothing else is needed to be refused.
static void refuse_control(const char *control, const char *words) {
  static const char *const form =
      "gimbal: 1\ncontrols: [%s]\ntime: {scheme: bdf2, step: 1, steps: 1}\n";
  char text[400], where[400];
  snprintf(text, sizeof text, form, control);
  snprintf(where, sizeof where, "c.yaml:2: controls[%d].%s", strstr(control, "}, {") != NULL,
           words);
  expect_refusal(text, 0, NULL, (const char *const[]){where, NULL});
}

static void controls_are_checked(void **state) {
  (void)state;
  static const char *const wrong[][2] = {
      {"{name: t, nodes: 4, to: 1}", "name: a name that expressions know already (found t)"},
      {"{name: x, nodes: 4, to: 1}", "name: a name that expressions know"},
      {"{name: pi, nodes: 4, to: 1}", "name: a name that expressions know"},
      {"{name: sin, nodes: 4, to: 1}", "name: a name that expressions know"},
      {"{name: u.1, nodes: 4, to: 1}", "name: not a name for expressions (found u.1)"},
      {"{name: u, nodes: 0, to: 1}", "nodes: out of range (found 0)"},
      {"{name: u, nodes: 1, to: 1}", "nodes: one node; accepted: two or more"},
      {"{name: u, to: 1}", "nodes: is missing"},
      {"{name: u, nodes: 4}", "to: is missing"},
      {"{name: u, nodes: 4, from: 1, to: 1}",
       "to: no time from .. to (found 1 .. 1); accepted: from < to"},
      {"{name: u, nodes: 4, to: 1, values: [1, 2, 3]}",
       "values: not a value for each node (found 3 of 4)"},
      {"{name: u, nodes: 4, to: 1, values: [1, 2, 3, a]}", "values: not a number (found a)"},
      {"{name: u, nodes: 4, to: 1, kind: linear, ends: clamped}", "ends: not used by this kind"},
      {"{name: u, nodes: 4, to: 1}, {name: u, nodes: 4, to: 1}", "name: not unique"},
  };
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
    refuse_control(wrong[i][0], wrong[i][1]);
}

/// Write a file, and refuse a control with it; "%s" in the words is its name.
static void refuse_file(const char *content, const char *words) {
  char path[] = "/tmp/gimbal-control-XXXXXX", control[200], expected[300];
  FILE *file = fdopen(mkstemp(path), "w");
  assert_non_null(file);
  fputs(content, file);
  fclose(file);
  snprintf(control, sizeof control, "{name: u, values: %s}", path);
  const char *name = strstr(words, "FILE");
  snprintf(expected, sizeof expected, "%.*s%s%s", name ? (int)(name - words) : 0, words,
           name ? path : "", name ? name + 4 : words);
  refuse_control(control, expected);
  remove(path);
}

static void files_of_controls_are_checked(void **state) {
  (void)state;
  refuse_file("0 1\n1 2\n0.5 3\n", "values: FILE:3: times do not ascend (found 0.5 after 1)");
  refuse_file("words\n1\n2 a\n", "values: FILE:3: not the numbers of a line");
  refuse_file("0 1 2\n", "values: FILE:1: not the numbers of a line (found 3)");
  refuse_file("0 1\n2\n", "values: FILE:2: not the numbers of a line (found 1)");
  refuse_file("# nothing\n", "values: FILE: has no numbers");
  refuse_file("1 2\n", "values: one node; accepted: two or more");
  refuse_file("1\n2\n", "to: is missing");
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
                 (const char *const[]){"c.yaml:2: a YAML alias inside of what it stands", NULL});
}

static void tags_are_refused(void **state) {
  (void)state;
  REFUSE("title: clamped plate", "title: !!python/object:os.system x",
         "c.yaml:2: a YAML tag (found !!python/object:os.system)", "accepted: values without tags");
  REFUSE("title: clamped plate", "title: !foo x", "c.yaml:2: a YAML tag (found !foo)");
  REFUSE("gravity: [0", "gravity: !!omap [0", "c.yaml:4: a YAML tag (found !!omap)");
  REFUSE("rubber: {", "rubber: !thing {", "c.yaml:7: a YAML tag (found !thing)");
  REFUSE("young: 70e9", "young: !!int [1]", "c.yaml:6: a YAML tag (found !!int)");
  REFUSE("young: 70e9", "young: !!float -1", "young: out of range (found -1)");
}

/// `count` copies of a text, after one and before another; the caller's to free.
static char *repeated(const char *before, const char *piece, int count, const char *after) {
  char *text = malloc(strlen(before) + (size_t)count * strlen(piece) + strlen(after) + 1);
  assert_non_null(text);
  char *end = text + sprintf(text, "%s", before);
  for (int i = 0; i < count; i++) end += sprintf(end, "%s", piece);
  sprintf(end, "%s", after);
  return text;
}

static void refuse_repeated(const char *before, const char *piece, int count, const char *after,
                            const char *words) {
  char *text = repeated(before, piece, count, after);
  expect_refusal(text, 0, NULL, (const char *const[]){words, NULL});
  free(text);
}

/// Texts that a few lines make large: each must be refused at once.
static void bombs_are_refused(void **state) {
  (void)state;
  refuse_repeated("gimbal: 1\nmesh: ", "[", 300000, "", "c.yaml:2: nested too deeply");
  refuse_repeated("gimbal: 1\nmesh: ", "{a: ", 65, "", "at most 64 lists and mappings");
  refuse_repeated("gimbal: 1\nx:\n  ", "- ", 100, "1\n", "nested too deeply");
  char *numbers = repeated("gimbal: 1\nx: &a [", "y, ", 300000, "y]\nsupports:\n");
  refuse_repeated(numbers, "- {group: e, fix: *a}\n", 300, "", "YAML aliases that stand for more");
  free(numbers);
  refuse_repeated("gimbal: 1\nx: [", "&a 1, ", 300, "1]\n", "c.yaml:2: too many YAML anchors");
  char laughs[2000] = "gimbal: 1\na0: &a0 [lol, lol]\n", line[80];
  for (int i = 1; i < 40; i++) {
    snprintf(line, sizeof line, "a%d: &a%d [*a%d, *a%d]\n", i, i, i - 1, i - 1);
    strcat(laughs, line);
  }
  expect_refusal(laughs, 0, NULL, (const char *const[]){"YAML aliases that stand for", NULL});
  const char *setting = "title=!!python/none x";
  expect_refusal(full, 1, &setting,
                 (const char *const[]){"--set title=!!python/none x: a YAML tag", NULL});
}

/// Many names, the last twice: compared in an order, not each with each.
static void many_names_take_no_time(void **state) {
  enum { COUNT = 60000 };
  static const char *const lists[][2] = {{"materials:\n", "  n%d: {young: 1, poisson: 0}\n"},
                                         {"probes:\n", "  - {name: n%d, node: 1}\n"}};
  (void)state;
  const char *patience = getenv("PATIENCE");
  char *text = malloc(COUNT * 40);
  assert_non_null(text);
  for (int k = 0; k < 2; k++) {
    char *end = text + sprintf(text, "%s%s", least, lists[k][0]);
    for (int i = 0; i < COUNT; i++) end += sprintf(end, lists[k][1], i == COUNT - 1 ? 7 : i);
    const clock_t start = clock();
    expect_refusal(text, 0, NULL,
                   (const char *const[]){"(found n7, first at c.yaml:12); accepted: on", NULL});
    assert_true((double)(clock() - start) / CLOCKS_PER_SEC < 12 * (patience ? atof(patience) : 1));
  }
  free(text);
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
  refuse_setting("design[0].joints=1", "unknown key (found joints); nearest: joint", "joints");
  refuse_setting("gravity[3]=1", "no such entry (found [3])", "of 3 entries");
  const char *missing = "loads[0].value=1";
  expect_refusal(least, 1, &missing, (const char *const[]){"the file has no entries here", NULL});
}

/// Any outcome is right but a crash, a success without a case, or a refusal without a message.
static void read_anyhow(const char *text, size_t length) {
  char *exact = malloc(length + 1); // so that valgrind sees a step beyond the end
  memcpy(exact, text, length);
  gb_error error = {0};
  gb_case *c;
  int status = gb_case_read("c.yaml", exact, length, &(gb_changes){0}, &c, &error);
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

int main(int argc, char *argv[]) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(keys_are_checked),
      cmocka_unit_test(numbers_are_checked),
      cmocka_unit_test(words_are_checked),
      cmocka_unit_test(expressions_are_checked),
      cmocka_unit_test(rules_between_keys_are_checked),
      cmocka_unit_test(controls_are_checked),
      cmocka_unit_test(files_of_controls_are_checked),
      cmocka_unit_test(structure_is_checked),
      cmocka_unit_test(tags_are_refused),
      cmocka_unit_test(bombs_are_refused),
      cmocka_unit_test(many_names_take_no_time),
      cmocka_unit_test(settings_are_checked),
      cmocka_unit_test(truncations_do_not_crash),
      cmocka_unit_test(flips_do_not_crash),
  };
  MPI_Init(&argc, &argv);
  int failed = cmocka_run_group_tests(tests, NULL, NULL);
  MPI_Finalize();
  return failed;
}
