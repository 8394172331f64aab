/// The schema as a Markdown page.
#include "input/schema.h"

#include <stdio.h>

static void print_default(const gb_key *row) {
  if (row->required)
    printf("required");
  else if (row->standard)
    printf("`%s`", row->standard);
  else
    printf("%s", row->unset ? row->unset : "");
}

static void print_row(const gb_key *row, const char *path) {
  char accepted[700];
  gb_value_accepted(row, sizeof accepted, accepted);
  printf("| `%s%s` | %s | ", path, row->name, accepted);
  print_default(row);
  printf(" | %s |\n", row->meaning);
}

/// Rows of a mapping, each followed by the rows below it.
static void print_keys(const gb_key keys[], const char *path) {
  char below[80];
  for (const gb_key *row = keys; row->name; row++) {
    print_row(row, path);
    if (!row->keys) continue;
    snprintf(below, sizeof below, "%s%s%s", path, row->name,
             row->kind == GB_KEY_LIST    ? "[]."
             : row->kind == GB_KEY_NAMED ? ".NAME."
                                         : ".");
    print_keys(row->keys, below);
  }
}

void gb_case_reference(void) {
  printf("# The case file\n\n"
         "A case file is YAML. `LIST[].KEY` below is a key of each entry of a list, and `NAME` a\n"
         "name of the user's. Consistent units are the user's: nothing is converted. Places and\n"
         "vectors are in global axes. Expressions know the time t (the load parameter of a static\n"
         "march), `+ - * / ^`, parentheses, sin cos tan asin acos atan sinh cosh tanh exp log\n"
         "sqrt abs min max, step(x), ramp(x), pulse(t,t0,t1), smooth(t,t0,t1), pi and e; inside\n"
         "brackets, quote those with commas. Unknown keys are errors.\n\n"
         "Functions of type `integral` and `end` have an expression of t and of the motion of\n"
         "probes: x y z (the place), ux uy uz (the displacement), vx vy vz, ax ay az, as such of\n"
         "the probe that `of` names, and of any probe as `PROBE.x`. `integral` has the time\n"
         "weights of the scheme (a static march: 1 at its last step), `end` the last step alone;\n"
         "a target path is an expression of t in `value`.\n\n"
         "`--set PATH=VALUE` changes any key from the command line: `--set time.steps=10`,\n"
         "`--set loads[0].value=5`, or an entry by its name: `--set functions.ks.weight=50`,\n"
         "`--set shells.GROUP.thickness=2e-3`. The value is YAML.\n\n"
         "| key | accepted | default | meaning |\n| --- | --- | --- | --- |\n");
  print_keys(gb_schema, "");
}
