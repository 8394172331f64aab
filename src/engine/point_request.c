/// The expressions of functionals of points: from the names of a case's probes and joints to
/// variables, and the ends of steps at which these must be known.
#include "engine/request.h"
#include "system/functionals/motion_variables.h"

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
  const gb_functional_settings *words;
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
    if (used + 1 >= size) break;
    bool said = false;
    for (int k = 0; k < i; k++) said = said || strcmp(r->thing[k], r->thing[i]) == 0;
    if (*r->thing[i] && !said)
      snprintf(text + used, size - used, "%s%s", used ? ", " : "", r->thing[i]);
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
  return gb_fail(r->error, GB_UNKNOWN_NAME,
                 "%s.of: unknown probe or joint (found %s)%s%s; accepted: %s", r->words->where,
                 found, near ? "; nearest: " : "", near ? near : "", known);
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

/// The names of controls, and of their rates, where others do not have them.
static int name_controls(request *r, int first, bool rates) {
  const gb_problem *problem = r->analysis->model->problem;
  for (int k = 0; k < problem->controls.count; k++) {
    const gb_control *control = &problem->controls.entry[k];
    for (int i = 0; i < r->names; i++)
      if (strcmp(r->name[i], control->name) == 0)
        return gb_fail(r->error, GB_DUPLICATE_NAME,
                       "%s.name: beside %s.of, `%s` names two things; accepted: another name",
                       control->where, r->words->where, control->name);
    r->name[r->names] = control->name;
    r->number[r->names++] = first + (rates ? 2 * k : k);
    if (!rates) continue;
    char *dotted;
    GB_TRY(gb_arena_text(r->arena, &dotted, r->error, "%s.rate", control->name));
    r->name[r->names] = dotted;
    r->number[r->names++] = first + 2 * k + 1;
  }
  return GB_OK;
}

/// The names of all variables, and where they lie.
static int name_variables(request *r) {
  const gb_model *model = r->analysis->model;
  const size_t most = 1 + (size_t)gb_first_quantity(model) + (size_t)model->quantities->values +
                      GB_SECTION_VALUES + GB_MOTION_VALUES + GB_STATE_VALUES + GB_TURN_VALUES +
                      GB_JOINT_VALUES + GB_CONTACT_VALUES + (size_t)model->problem->controls.count;
  const char *const *word = motion; // without `of` its names stand for a message
  int first = 0;
  GB_TRY(name_things(r));
  GB_TRY(gb_arena_allocate(r->arena, most + 1, sizeof *r->name, &r->name, r->error));
  GB_TRY(gb_arena_allocate(r->arena, most, sizeof *r->number, &r->number, r->error));
  r->name[0] = "t";
  r->number[0] = 0;
  r->names = 1;
  for (int thing = 0; r->thing[thing] && r->of >= 0; thing++) {
    const bool same = strcmp(r->thing[thing], r->thing[r->of]) == 0;
    const int count = same ? values_of(r, thing, &word, &first) : 0;
    for (int k = 0; k < count; k++) {
      r->name[r->names] = word[k];
      r->number[r->names++] = first + k;
    }
    r->own += count;
  }
  if (r->of < 0) r->own = GB_MOTION_VALUES;
  for (int k = 0; r->of < 0 && k < r->own; k++) {
    r->name[r->names] = word[k];
    r->number[r->names++] = 0;
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
  GB_TRY(name_controls(r, gb_first_control(model), false));
  r->name[r->names] = NULL;
  return GB_OK;
}

static int check_probe(const request *r, int name) {
  char known[400];
  if (name > r->own || r->of >= 0) return GB_OK;
  list_things(r, sizeof known, known);
  return gb_fail(r->error, GB_UNKNOWN_NAME,
                 "%s.value: %s of which probe? accepted: with of: PROBE, or PROBE.%s; probes: %s",
                 r->words->where, r->name[name], r->name[name], known);
}

/// Whether a variable is known where accelerations and multipliers are alone.
static bool needs_solve(const gb_model *model, int variable) {
  const int first = gb_first_quantity(model);
  if (variable < first)
    return variable > 0 && gb_motion_component((variable - 1) % GB_MOTION_VALUES) == GB_A;
  if (variable >= gb_first_control(model)) return false;
  return gb_quantity_is_force(gb_quantity_of(model->quantities, variable - first)->kind);
}

/// A failure index must be known, and rates be those of a motion.
static int check_quantity(const request *r, int name, bool rates) {
  const gb_model *model = r->analysis->model;
  const int value = r->number[name] - gb_first_quantity(model);
  const gb_quantity *of = gb_quantity_of(model->quantities, value);
  if (of->kind == GB_QUANTITY_TURN && value - of->first >= 3 && !rates)
    return gb_fail(r->error, GB_WRONG_SCHEME,
                   "%s.value: a static march has no rates (found %s); accepted: rx ry rz of a body",
                   r->words->where, r->name[name]);
  if (of->kind == GB_QUANTITY_CONTACT)
    return gb_fail(
        r->error, GB_WRONG_FUNCTION,
        "%s.value: area and gap of a contact are in histories alone, for they have no "
        "derivative everywhere (found %s); accepted: functions of types gap and area, or forces",
        r->words->where, r->name[name]);
  if (of->kind == GB_QUANTITY_STATE && value == of->first && !model->blocks->fails)
    return gb_fail(r->error, GB_NO_FAILURE_INDEX,
                   "%s.value: there is no failure index (found %s); accepted: where every material "
                   "has a yield stress, a laminate's Xt, Xc, Yt, Yc and S",
                   r->words->where, r->name[name]);
  return GB_OK;
}

/// A value must be one of the march.
static int check_value(const request *r, int name) {
  const gb_model *model = r->analysis->model;
  const int variable = r->number[name];
  const bool moves = variable < gb_first_quantity(model);
  if (variable >= gb_first_control(model)) return GB_OK;
  gb_table *table;
  GB_TRY(gb_request_table(r->analysis, &table, r->error));
  const bool rates = gb_table_scheme(table)->order > 0;
  gb_table_destroy(&table);
  if (moves && !rates && gb_motion_component((variable - 1) % GB_MOTION_VALUES) != GB_Q)
    return gb_fail(r->error, GB_WRONG_SCHEME,
                   "%s.value: a static march has no rates (found %s); accepted: t, x y z, ux uy uz",
                   r->words->where, r->name[name]);
  if (!moves) GB_TRY(check_quantity(r, name, rates));
  return GB_OK;
}

static int parse(request *r, gb_arena *arena, gb_expression **out) {
  gb_error inner = {0};
  GB_TRY(name_variables(r));
  int status = gb_expression_parse(r->words->value, r->name, arena, out, &inner);
  if (status != GB_OK)
    return gb_fail(r->error, gb_error_code(status, &inner), "%s.value: %s", r->words->where,
                   inner.message);
  for (int i = 1; r->name[i]; i++) {
    if (!gb_expression_uses(*out, i)) continue;
    GB_TRY(check_probe(r, i));
    GB_TRY(check_value(r, i));
  }
  gb_expression_renumber(*out, r->number);
  return GB_OK;
}

/// An expression of t, controls and their rates.
static int parse_controls(request *r, gb_arena *arena, gb_expression **out) {
  const size_t names = 1 + 2 * (size_t)r->analysis->model->problem->controls.count;
  gb_error inner = {0};
  GB_TRY(gb_arena_allocate(r->arena, names + 1, sizeof *r->name, &r->name, r->error));
  GB_TRY(gb_arena_allocate(r->arena, names, sizeof *r->number, &r->number, r->error));
  r->name[0] = "t";
  r->number[0] = 0;
  r->names = 1;
  GB_TRY(name_controls(r, 1, true));
  r->name[r->names] = NULL;
  const int status = gb_expression_parse(r->words->value, r->name, arena, out, &inner);
  if (status == GB_OK) return GB_OK;
  return gb_fail(r->error, gb_error_code(status, &inner), "%s.value: %s", r->words->where,
                 inner.message);
}

/// An expression of t and of the place, displacement and velocity of a node.
static int parse_node(request *r, gb_arena *arena, gb_expression **out) {
  gb_error inner = {0};
  const char *name[GB_NODE_VARIABLES + 1] = {"t"};
  gb_table *table;
  for (int i = 1; i < GB_NODE_VARIABLES; i++) name[i] = motion[i - 1];
  const int status = gb_expression_parse(r->words->value, name, arena, out, &inner);
  if (status != GB_OK)
    return gb_fail(r->error, gb_error_code(status, &inner), "%s.value: %s", r->words->where,
                   inner.message);
  GB_TRY(gb_request_table(r->analysis, &table, r->error));
  const bool rates = gb_table_scheme(table)->order > 0;
  gb_table_destroy(&table);
  for (int i = 1; !rates && i < GB_NODE_VARIABLES; i++)
    if (gb_motion_component(i - 1) != GB_Q && gb_expression_uses(*out, i))
      return gb_fail(r->error, GB_WRONG_SCHEME,
                     "%s.value: a static march has no rates (found %s); accepted: t, x y z, "
                     "ux uy uz",
                     r->words->where, name[i]);
  return GB_OK;
}

int gb_request_points(const gb_analysis *analysis, const gb_functional_settings *words,
                      const gb_function *function, gb_arena *arena, gb_expression **out,
                      gb_error *error) {
  GB_SCRATCH(scratch);
  request r = {.arena = &scratch, .analysis = analysis, .words = words, .error = error};
  *out = NULL;
  if (function->field == GB_FIELD_NODES) return parse_node(&r, arena, out);
  return function->field == GB_FIELD_CONTROLS ? parse_controls(&r, arena, out)
                                              : parse(&r, arena, out);
}

int gb_request_ask(const gb_analysis *analysis, const gb_functional functional[], gb_table *table,
                   gb_error *error) {
  const gb_model *model = analysis->model;
  if (gb_table_scheme(table)->order == 0) return GB_OK; // its end alone is asked for
  for (int i = 0; i < analysis->functionals; i++) {
    const gb_function *function = functional[i].function;
    const gb_functional *f = &functional[i];
    const bool at = f->at_ends || function->counted == GB_COUNT_AT;
    bool solved = false;
    if (!at && function->counted != GB_COUNT_LAST) continue;
    for (int k = 1; k < gb_first_quantity(model) + model->quantities->values; k++)
      solved = solved || (f->value && gb_expression_uses(f->value, k) && needs_solve(model, k));
    const int step = f->every > 0 ? 0 : at && f->step >= 0 ? f->step : gb_table_steps(table);
    GB_TRY(gb_table_request(table, step, f->every, solved, error));
  }
  if (analysis->given)
    GB_TRY(gb_table_request(table, analysis->given->first ? 0 : gb_table_steps(table), 0,
                            model->dofs->total_multipliers > 0, error));
  return GB_OK;
}
