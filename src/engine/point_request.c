/// The expressions of functionals of points: from the names of a case's probes to variables.
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
  const char **probe; ///< names, [probes + 1], NULL-terminated
  const char **name;  ///< of the variables as they stand: t, those of `of`, those of every probe
  int *number;        ///< their variables, [names]
  int of;             ///< probe of names without one, -1: none
  gb_error *error;
} request;

static void list_probes(const request *r, size_t size, char text[]) {
  *text = 0;
  for (int p = 0; r->probe[p]; p++) {
    size_t used = strlen(text);
    snprintf(text + used, size - used, "%s%s", used ? ", " : "", r->probe[p]);
  }
  if (!*text) snprintf(text, size, "none, the case has no probes");
}

static int find_probe(request *r) {
  const gb_model *model = r->analysis->model;
  const char *found = r->words->of;
  r->of = -1;
  for (int p = 0; found && p < model->probes->count; p++)
    if (strcmp(r->probe[p], found) == 0) r->of = p;
  if (!found || r->of >= 0) return GB_OK;
  char known[400];
  const char *near = gb_nearest(found, r->probe);
  list_probes(r, sizeof known, known);
  return gb_fail(r->error, GB_USAGE, "%s.of: unknown probe (found %s)%s%s; accepted: %s",
                 r->words->where, found, near ? "; nearest: " : "", near ? near : "", known);
}

/// The names of all variables, and where they lie.
static int name_variables(request *r) {
  const gb_model *model = r->analysis->model;
  int probes = model->probes->count, names = 1 + GB_MOTION_VALUES * (1 + probes);
  GB_TRY(gb_arena_allocate(r->arena, (size_t)probes + 1, sizeof *r->probe, &r->probe, r->error));
  GB_TRY(gb_arena_allocate(r->arena, (size_t)names + 1, sizeof *r->name, &r->name, r->error));
  GB_TRY(gb_arena_allocate(r->arena, (size_t)names, sizeof *r->number, &r->number, r->error));
  for (int p = 0; p < probes; p++) r->probe[p] = model->probes->probe[p].name;
  r->probe[probes] = NULL;
  GB_TRY(find_probe(r));
  r->name[0] = "t";
  r->number[0] = 0;
  for (int i = 1; i < names; i++) {
    int p = (i - 1) / GB_MOTION_VALUES - 1, value = (i - 1) % GB_MOTION_VALUES;
    r->number[i] = 1 + GB_MOTION_VALUES * (p < 0 ? (r->of < 0 ? 0 : r->of) : p) + value;
    char *dotted;
    r->name[i] = motion[value];
    if (p < 0) continue;
    GB_TRY(gb_arena_text(r->arena, &dotted, r->error, "%s.%s", r->probe[p], motion[value]));
    r->name[i] = dotted;
  }
  r->name[names] = NULL;
  return GB_OK;
}

static int check_probe(const request *r, int name) {
  char known[400];
  list_probes(r, sizeof known, known);
  if (name > GB_MOTION_VALUES || r->of >= 0) return GB_OK;
  return gb_fail(r->error, GB_USAGE,
                 "%s.value: %s of which probe? accepted: with of: PROBE, or PROBE.%s; probes: %s",
                 r->words->where, r->name[name], r->name[name], known);
}

/// A value must be one of the march at the points that count.
static int check_slot(const request *r, int name, bool end) {
  int component = gb_motion_component((name - 1) % GB_MOTION_VALUES);
  gb_stage last;
  gb_table *table;
  GB_TRY(gb_request_table(&r->analysis->time, &table, r->error));
  gb_table_stage(table, gb_table_stages(table) - 1, &last);
  bool rates = gb_table_scheme(table)->order > 0;
  gb_table_destroy(&table);
  if (component != GB_Q && !rates)
    return gb_fail(r->error, GB_USAGE,
                   "%s.value: a static march has no rates (found %s); accepted: t, x y z, ux uy uz",
                   r->words->where, r->name[name]);
  if (component == GB_A && end && last.kind == GB_STAGE_COMBINE)
    return gb_fail(r->error, GB_USAGE,
                   "%s.value: %s has accelerations at its stages, none at the end of a step (found "
                   "%s); accepted: places and velocities, type integral, or another scheme",
                   r->words->where, r->analysis->time.scheme, r->name[name]);
  return GB_OK;
}

static int parse(request *r, const gb_function *function, gb_arena *arena, gb_expression **out) {
  gb_error inner = {0};
  GB_TRY(name_variables(r));
  int status = gb_expression_parse(r->words->value, r->name, arena, out, &inner);
  if (status != GB_OK)
    return gb_fail(r->error, status, "%s.value: %s", r->words->where, inner.message);
  for (int i = 1; r->name[i]; i++) {
    if (!gb_expression_uses(*out, i)) continue;
    GB_TRY(check_probe(r, i));
    GB_TRY(check_slot(r, i, function->counted == GB_COUNT_LAST));
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
  return parse(&r, function, arena, out);
}
