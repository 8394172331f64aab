/// The list of all verbs. A verb is one file, which defines its row, and one line here.
#include "command/verbs.h"

#include "base/nearest.h"

#include <stdio.h>
#include <string.h>

// clang-format off
/// In the order in which they are listed.
#define VERBS(X) \
  X(check) X(run) X(gradient) X(verify) X(modes) X(buckling) X(optimize) X(report) X(plot) X(view) X(scaling)
// clang-format on

#define DECLARE(name) extern const gb_verb gb_verb_##name;
#define ADDRESS(name) &gb_verb_##name,

VERBS(DECLARE)

const gb_verb *const gb_verbs[] = {VERBS(ADDRESS) NULL};

const gb_verb *gb_verb_find(const char *name) {
  for (const gb_verb *const *verb = gb_verbs; name && *verb; verb++)
    if (strcmp((*verb)->name, name) == 0) return *verb;
  return NULL;
}

int gb_verb_refuse(const char *name, gb_error *error) {
  const char *names[sizeof gb_verbs / sizeof *gb_verbs] = {NULL};
  char known[200] = "";
  for (int i = 0; gb_verbs[i]; i++) {
    names[i] = gb_verbs[i]->name;
    const size_t used = strlen(known);
    snprintf(known + used, sizeof known - used, "%s%s", i ? ", " : "", names[i]);
  }
  char hint[GB_HINT];
  return gb_fail(error, GB_UNKNOWN_VERB, "unknown verb '%s'%s; known: %s; see gimbal --help", name,
                 gb_nearest_hint(name, names, hint), known);
}

static bool has(const gb_verb *verb, const gb_option *option) {
  for (const gb_option *const *own = verb->option; own && *own; own++)
    if (*own == option) return true;
  return false;
}

void gb_option_verbs(const gb_option *option, size_t size, char text[]) {
  *text = 0;
  for (int i = 0; gb_verbs[i]; i++) {
    const size_t used = strlen(text);
    if (has(gb_verbs[i], option))
      snprintf(text + used, size - used, "%s%s", used ? ", " : "", gb_verbs[i]->name);
  }
}

int gb_options_check(const gb_options *options, const gb_verb *verb, gb_error *error) {
  char verbs[100];
  for (int i = 0; i < options->given.count; i++) {
    const gb_option *option = options->given.entry[i].option;
    gb_option_verbs(option, sizeof verbs, verbs);
    if (*verbs && !has(verb, option))
      return gb_fail(error, GB_OPTION_CONFLICT, "%s means nothing to %s: it is an option of %s",
                     option->name, verb->name, verbs);
  }
  return GB_OK;
}

const gb_option *gb_option_at(int i) {
  for (const gb_option *o = gb_common_options; o->name; o++)
    if (i-- == 0) return o;
  for (int v = 0; gb_verbs[v]; v++)
    for (const gb_option *const *own = gb_verbs[v]->option; own && *own; own++) {
      bool listed = false;
      for (int k = 0; k < v; k++) listed = listed || has(gb_verbs[k], *own);
      if (!listed && i-- == 0) return *own;
    }
  return NULL;
}
