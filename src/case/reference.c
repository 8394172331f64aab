/// Print the schema as a Markdown page in chapters, each with an example.
#include "case/schema/chapters.h"

#include <stdio.h>
#include <string.h>

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

/// Print the row of a key and the rows of the keys below it.
static void print_key(const gb_key *row, const char *path) {
  char below[80];
  print_row(row, path);
  if (!row->keys) return;
  snprintf(below, sizeof below, "%s%s%s", path, row->name,
           row->kind == GB_KEY_LIST    ? "[]."
           : row->kind == GB_KEY_NAMED ? ".NAME."
                                       : ".");
  for (const gb_key *key = row->keys; key->name; key++) print_key(key, below);
}

static void print_chapter(gb_chapter number) {
  const gb_chapter_text *c = &gb_chapter_texts[number];
  printf("\n## %s\n\n%s\n```yaml\n%s```\n\n"
         "| key | accepted | default | meaning |\n| --- | --- | --- | --- |\n",
         c->title, c->text, c->example);
  for (const gb_key *row = gb_schema; row->name; row = gb_key_next(row))
    if (row->chapter == number) print_key(row, "");
}

void gb_case_reference(void) {
  printf(
      "# The case file\n\n"
      "A case file is YAML. Each chapter below has a case that runs, and then its keys:\n"
      "`LIST[].KEY` is a key of each entry of a list, and `NAME` a name that you choose. Unknown\n"
      "keys are errors. Nothing is converted: use consistent units. Vectors and positions are in\n"
      "global axes. The cases run in the folder of the examples, which has `plate.geo`.\n"
      "`gimbal help case` prints this page.\n\n"
      "Expressions know the time t (in statics the load parameter), `+ - * / ^`, parentheses,\n"
      "sin cos tan asin acos atan sinh cosh tanh exp log sqrt abs min max, step(x), ramp(x),\n"
      "pulse(t, t0, t1), smooth(t, t0, t1), if(c, a, b), a < b, <=, >, >=, pi and e. Quote "
      "expressions with commas in "
      "brackets.\n\n"
      "`--set PATH=VALUE` changes any key from the command line: `--set time.steps=10`,\n"
      "`--set loads[0].value=5`, or an entry by its name: `--set functions.ks.weight=50`,\n"
      "`--set shells.GROUP.thickness=2e-3`. The value is YAML.\n");
  for (gb_chapter i = 0; i < GB_CHAPTERS; i++) print_chapter(i);
}

bool gb_case_chapter(const char *key) {
  const gb_key *row = gb_key_find(gb_schema, key);
  if (row) print_chapter(row->chapter);
  return row != NULL;
}
