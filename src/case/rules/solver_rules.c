/// Rules of the linear solver: its keys belong to one library each, and PETSc's options are words.
#include "case/rules/rules.h"

#include <string.h>

/// Find the first word that is neither an option, which begins with '-', nor the value after one.
static const char *find_stray(const char *options, size_t *length) {
  bool free = false;
  for (const char *word = options; word[strspn(word, " \t\n")]; word += *length) {
    word += strspn(word, " \t\n");
    *length = strcspn(word, " \t\n");
    const bool option = word[0] == '-' && (word[1] < '0' || word[1] > '9') && word[1] != '.';
    if (!option && !free) return word;
    free = option;
  }
  return NULL;
}

int gb_rule_solver(const gb_subject *s, void *entry) {
  const gb_solver_settings *solver = &((const gb_case *)entry)->solver;
  size_t length;
  if (solver->petsc && solver->factor_directory)
    return gb_rule_refuse_as(GB_KEY_CONFLICT, s, "out_of_core",
                             "is of factors by MUMPS; accepted: without linear: petsc");
  if (!solver->options) return GB_OK;
  if (!solver->petsc)
    return gb_rule_refuse_as(GB_KEY_CONFLICT, s, "options",
                             "are of PETSc; accepted: with linear: petsc");
  const char *stray = find_stray(solver->options, &length);
  if (!stray) return GB_OK;
  return gb_rule_refuse(s, "options",
                        "not a list of options (found %.*s); accepted: options that begin with a "
                        "minus sign, each with at most one value, separated by blanks",
                        (int)(length < 60 ? length : 60), stray);
}
