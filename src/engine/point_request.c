/// The expressions of functionals of points: from the names of a case's probes and joints to
/// variables, and the ends of steps at which these must be known.
#include "engine/request.h"
#include "system/point_functionals.h"

#include "base/arena.h"
#include "base/nearest.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/// As the user names what an expression knows of a probe.
static const char *const motion[GB_MOTION_VALUES] = {"x",  "y",  "z",  "ux", "uy", "uz",
                                                     "vx", "vy", "vz", "ax", "ay", "az"};

/// One request on its way.
typedef struct request {
  const gb_analysis *analysis;
  const gb_functional_request *words;
  gb_arena *arena;
  const char **thing; ///< names of probes, then of quantities, [things + 1], NULL-terminated; ""
                      ///< of a joint without one
  const char *
      *name;   ///< of the variables as they stand: t, `own` ones of `of`, those of every thing
  int *number; ///< their variables, [names]
  int names, own;
  int of; ///< place among things of names without one, -1: none
  gb_error *error;
} request;

static void list_things(const request *r, size_t size, char text[]) {
  *text = 0;
  for (int i = 0; r->thing[i]; i++) {
    size_t used = strlen(text);
    if (*r->thing[i]) snprintf(text + used, size - used, "%s%s", used ? ", " : "", r->thing[i]);
  }
  if (!*text) snprintf(text, size, "none, the case has no probes");
}

/// Probes of points, then quantities.
static int name_things(request *r) {
  const gb_model *model = r->analysis->model;
  const gb_quantity_set *set = model->quantities;
  const size_t things = (size_t)model->probes->count + (size_t)set->count;
  GB_TRY(gb_arena_allocate(r->arena, things + 1, sizeof *r->thing, &r->thing, r->error));
  for (int p = 0; p < model->probes->count; p++) r->thing[p] = model->probes->probe[p].name;
  for (int q = 0; q < set->count; q++)
    r->thing[model->probes->count + q] = set->entry[q].name ? set->entry[q].name : "";
  r->thing[things] = NULL;
  r->of = -1;
  const char *found = r->words->of;
  for (int i = 0; found && r->thing[i]; i++)
    if (*found && strcmp(r->thing[i], found) == 0 && r->of < 0) r->of = i;
  if (!found || r->of >= 0) return GB_OK;
  char known[400];
  const char *near = gb_nearest(found, r->thing);
  list_things(r, sizeof known, known);
  return gb_fail(r->error, GB_USAGE, "%s.of: unknown probe or joint (found %s)%s%s; accepted: %s",
                 r->words->where, found, near ? "; nearest: " : "", near ? near : "", known);
}

/// The names of a thing's variables, and the first variable. @return how many
static int values_of(const request *r, int thing, const char *const **word, int *first) {
  const gb_model *model = r->analysis->model;
  const int probes = model->probes->count;
  if (thing < probes) {
    *word = motion;
    *first = 1 + GB_MOTION_VALUES * thing;
    return GB_MOTION_VALUES;
  }
  const gb_quantity *quantity = &model->quantities->entry[thing - probes];
  *word = quantity->word;
  *first = gb_first_quantity(model) + quantity->first;
  return quantity->count;
}

/// The names of all variables, and where they lie.
static int name_variables(request *r) {
  const gb_model *model = r->analysis->model;
  const size_t most = 1 + (size_t)gb_first_quantity(model) + (size_t)model->quantities->values +
                      GB_SECTION_VALUES + GB_MOTION_VALUES;
  const char *const *word = motion; // without `of` its names stand for a message
  int first = 0;
  GB_TRY(name_things(r));
  GB_TRY(gb_arena_allocate(r->arena, most + 1, sizeof *r->name, &r->name, r->error));
  GB_TRY(gb_arena_allocate(r->arena, most, sizeof *r->number, &r->number, r->error));
  r->name[0] = "t";
  r->number[0] = 0;
  r->names = 1;
  r->own = r->of < 0 ? GB_MOTION_VALUES : values_of(r, r->of, &word, &first);
  for (int k = 0; k < r->own; k++) {
    r->name[r->names] = word[k];
    r->number[r->names++] = r->of < 0 ? 0 : first + k;
  }
  for (int thing = 0; r->thing[thing]; thing++) {
    const int count = values_of(r, thing, &word, &first);
    for (int k = 0; *r->thing[thing] && k < count; k++) {
      char *dotted;
      GB_TRY(gb_arena_text(r->arena, &dotted, r->error, "%s.%s", r->thing[thing], word[k]));
      r->name[r->names] = dotted;
      r->number[r->names++] = first + k;
    }
  }
  r->name[r->names] = NULL;
  return GB_OK;
}

static int check_probe(const request *r, int name) {
  char known[400];
  list_things(r, sizeof known, known);
  if (name > r->own || r->of >= 0) return GB_OK;
  return gb_fail(r->error, GB_USAGE,
                 "%s.value: %s of which probe? accepted: with of: PROBE, or PROBE.%s; probes: %s",
                 r->words->where, r->name[name], r->name[name], known);
}

/// Whether a variable is known where accelerations and multipliers are alone.
static bool needs_solve(const gb_model *model, int variable) {
  const int first = gb_first_quantity(model);
  if (variable < first)
    return variable > 0 && gb_motion_component((variable - 1) % GB_MOTION_VALUES) == GB_A;
  for (int q = 0; q < model->quantities->count; q++) {
    const gb_quantity *of = &model->quantities->entry[q];
    if (variable >= first + of->first && variable < first + of->first + of->count)
      return of->kind != GB_QUANTITY_SECTION;
  }
  return false;
}

/// A value must be one of the march.
static int check_value(const request *r, int name) {
  const gb_model *model = r->analysis->model;
  const int variable = r->number[name];
  const bool moves = variable < gb_first_quantity(model);
  gb_table *table;
  GB_TRY(gb_request_table(&r->analysis->time, &table, r->error));
  const bool rates = gb_table_scheme(table)->order > 0, linear = gb_table_scheme(table)->linear;
  gb_table_destroy(&table);
  if (moves && !rates && gb_motion_component((variable - 1) % GB_MOTION_VALUES) != GB_Q)
    return gb_fail(r->error, GB_USAGE,
                   "%s.value: a static march has no rates (found %s); accepted: t, x y z, ux uy uz",
                   r->words->where, r->name[name]);
  if (linear && needs_solve(model, variable))
    return gb_fail(r->error, GB_USAGE,
                   "%s.value: functions of forces are not there for scheme linear (found %s); "
                   "accepted: scheme: static, or the history of a probe",
                   r->words->where, r->name[name]);
  return GB_OK;
}

static int parse(request *r, gb_arena *arena, gb_expression **out) {
  gb_error inner = {0};
  GB_TRY(name_variables(r));
  int status = gb_expression_parse(r->words->value, r->name, arena, out, &inner);
  if (status != GB_OK)
    return gb_fail(r->error, status, "%s.value: %s", r->words->where, inner.message);
  for (int i = 1; r->name[i]; i++) {
    if (!gb_expression_uses(*out, i)) continue;
    GB_TRY(check_probe(r, i));
    GB_TRY(check_value(r, i));
  }
  gb_expression_renumber(*out, r->number);
  return GB_OK;
}

int gb_request_points(const gb_analysis *analysis, const gb_functional_request *words,
                      const gb_function *function, gb_arena *arena, gb_expression **out,
                      gb_error *error) {
  GB_SCRATCH(scratch);
  request r = {.arena = &scratch, .analysis = analysis, .words = words, .error = error};
  *out = NULL;
  (void)function;
  return parse(&r, arena, out);
}

int gb_request_ask(const gb_analysis *analysis, const gb_functional functional[], gb_table *table,
                   gb_error *error) {
  const gb_model *model = analysis->model;
  if (gb_table_scheme(table)->order == 0) return GB_OK; // its end alone is asked for
  for (int i = 0; i < analysis->functionals; i++) {
    const gb_function *function = functional[i].function;
    const bool at = function->counted == GB_COUNT_AT && functional[i].step >= 0;
    bool solved = false;
    if (function->counted == GB_COUNT_FIRST || function->counted == GB_COUNT_ALL) continue;
    for (int k = 1; k < gb_first_quantity(model) + model->quantities->values; k++)
      solved = solved || (gb_expression_uses(functional[i].value, k) && needs_solve(model, k));
    GB_TRY(gb_table_ask(table, at ? functional[i].step : gb_table_steps(table), solved, error));
  }
  return GB_OK;
}
