/// A table stores the stages of each kind of step once, as a stencil: of the few irregular first
/// steps of a multi-step scheme, and of a regular step. The substeps of bisected steps are in a
/// sorted list. Source: docs/theory.md, (7.1) and (7.5).
#include "integrators/schemes/table.h"
#include "base/arena.h"
#include "base/list.h"
#include "base/nearest.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WIDTH = 8 }; ///< largest number of stages of a step

/// Two stages are at the same time if the fractions of the step at which they are differ by less.
/// The last stage of a stiffly accurate scheme, the end of the step and projections are such
/// stages.
static const double SAME_TIME = 1e-12;

/// One kind of step.
typedef struct gb_stencil {
  int width;             ///< number of stages
  int64_t first;         ///< number of its first stage
  gb_stage stage[WIDTH]; ///< stages, without times
} gb_stencil;

/// A step, or the part of a bisected step that begins at the fraction `start` and has the length
/// 2^-level.
typedef struct gb_substep {
  int64_t first; ///< first stage
  int step;      ///< number of the step, from 1
  int level;     ///< number of bisections
  double start;  ///< beginning as a fraction of the step; exact in binary
  bool fresh;    ///< first half of a substep that failed
} gb_substep;

/// Step ends that a functional requests.
typedef struct requested_end {
  int step, every; ///< every > 0: the ends of the steps step, step + every, ...
  bool solved;     ///< solve for accelerations and multipliers
} requested_end;

/// The substeps of a march: one for each step, two for each bisected substep.
typedef struct gb_substeps {
  int width;                           ///< number of stages of a substep
  GB_LIST_OF(gb_substep) split;        ///< substeps of bisected steps, in the order of their stages
  GB_LIST_OF(requested_end) requested; ///< step ends that functionals request
  GB_LIST_OF(int64_t)
  bisected; ///< first stages of the bisected substeps, in the order of bisection
} gb_substeps;

/// Load parameters of a static walk.
typedef struct load_levels {
  bool walks;               ///< the table belongs to a walk
  bool complete;            ///< the load parameter of the last stage is set
  GB_LIST_OF(double) level; ///< load parameters from stage 1
} load_levels;

struct gb_table {
  const gb_scheme *scheme;
  const gb_scheme *starter; ///< scheme of the first `started` steps; NULL: none
  double parameter[GB_PARAMETERS], h;
  int steps, started, window, components;
  struct {
    bool trapezoid; ///< trapezoidal rule, otherwise rectangle rule, for time weights
    bool projects;  ///< steps end with projections onto the constraints
  } rules;
  gb_arena memory;
  /// one stencil for each irregular first step, then that of the regular one
  GB_LIST_OF(gb_stencil) stencils;
  GB_LIST_OF(gb_stencil) fine; ///< stencils of substeps of length h/2, h/4, ...
  gb_substeps substeps;        ///< substeps of the regular steps of a one-step scheme
  load_levels walk;
};

/// Number of substeps in the list that begin at or before stage k.
static int64_t count_until(const gb_substeps *substeps, int64_t k) {
  const gb_substep *substep = substeps->split.entry;
  int64_t low = 0, high = substeps->split.count;
  while (low < high) {
    const int64_t middle = (low + high) / 2;
    if (substep[middle].first <= k)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

/// The substep that contains stage k >= 1.
static gb_substep gb_substeps_at(const gb_substeps *substeps, int64_t k) {
  const int64_t count = count_until(substeps, k);
  gb_substep before = {.first = 1 - substeps->width}; // "step 0"
  if (count > 0) before = substeps->split.entry[count - 1];
  const int64_t ahead = (k - before.first) / substeps->width;
  if (ahead == 0) return before;
  return (gb_substep){.first = before.first + ahead * substeps->width,
                      .step = before.step + (int)ahead};
}

/// Replace the substep that contains stage k >= 1 by its two halves. All later stages are
/// renumbered.
static int gb_substeps_bisect(gb_substeps *substeps, int64_t k, gb_error *error) {
  const gb_substep whole = gb_substeps_at(substeps, k);
  gb_substep half[2] = {whole, whole};
  half[0].level = half[1].level = whole.level + 1;
  half[0].fresh = true;
  half[1].fresh = false;
  half[1].first += substeps->width;
  half[1].start += ldexp(1, -half[1].level);
  int64_t *bisected;
  gb_substep *substep;
  GB_TRY(gb_array_append(&substeps->bisected.entry, &substeps->bisected.count, sizeof *bisected,
                         &bisected, error));
  *bisected = whole.first;
  const int added = whole.level > 0 ? 1 : 2; // the list has no whole steps
  for (int i = 0; i < added; i++)
    GB_TRY(gb_array_append(&substeps->split.entry, &substeps->split.count, sizeof *substep,
                           &substep, error));
  substep = substeps->split.entry;
  const int64_t last = substeps->split.count;
  int64_t index = last - added;
  while (index > 0 && substep[index - 1].first >= whole.first) index--;
  const int64_t after = last - added - index - (2 - added);
  gb_substep *later = &substep[index + 2];
  memmove(later, &substep[index + 2 - added], (size_t)after * sizeof *substep);
  memcpy(&substep[index], half, sizeof half);
  for (int64_t i = 0; i < after; i++) later[i].first += substeps->width;
  return GB_OK;
}

static void gb_substeps_free(gb_substeps *substeps) {
  free(substeps->split.entry);
  free(substeps->bisected.entry);
  free(substeps->requested.entry);
}

static int find_scheme(const char *name, const gb_scheme **out, gb_error *error) {
  const char *names[64] = {NULL}, *near;
  char known[600] = "";
  const gb_scheme *scheme;
  for (int i = 0; (scheme = gb_scheme_at(i)) && i < 63; i++) {
    if (!strcmp(scheme->name, name)) {
      *out = scheme;
      return GB_OK;
    }
    const size_t used = strlen(known);
    snprintf(known + used, sizeof known - used, "%s%s", i ? ", " : "", scheme->name);
    names[i] = scheme->name;
  }
  near = gb_nearest(name, names);
  return gb_fail(error, GB_UNKNOWN_WORD, "time.scheme: '%s' is unknown%s%s%s; accepted: %s", name,
                 near ? " (did you mean '" : "", near ? near : "", near ? "'?)" : "", known);
}

static int read_parameters(const gb_time_settings *settings, gb_table *table, gb_error *error) {
  for (int i = 0; i < GB_PARAMETERS; i++) {
    const double given = settings->parameter[i];
    if (!table->scheme->parameter[i] && !isnan(given) && given != 0)
      return gb_fail(error, GB_KEY_CONFLICT,
                     "time.scheme: %s takes %d numbers, a further one (%g) is given",
                     table->scheme->name, i, given);
    if (isinf(given))
      return gb_fail(error, GB_WRONG_VALUE, "time.%s: a finite number is needed",
                     table->scheme->parameter[i]);
    table->parameter[i] = isnan(given) ? table->scheme->preset[i] : given;
  }
  return GB_OK;
}

static int read_steps(const gb_time_settings *settings, gb_table *table, gb_error *error) {
  const double h = settings->step;
  if (!(h > 0 && isfinite(h)))
    return gb_fail(error, GB_WRONG_VALUE, "time.step: %g was found; a positive number is needed",
                   h);
  table->h = h;
  table->steps = settings->steps;
  if (settings->steps != 0) {
    if (settings->steps > 0) return GB_OK;
    return gb_fail(error, GB_WRONG_VALUE, "time.steps: %d was found; at least 1 is needed",
                   settings->steps);
  }
  const double count = settings->end / h, whole = round(count);
  if (!(whole >= 1 && whole < 2e9) || fabs(count - whole) > 1e-6 * whole)
    return gb_fail(error, GB_WRONG_VALUE,
                   "time.end: %g is %g steps of %g; a whole number of steps (at least 1) is needed",
                   settings->end, count, h);
  table->steps = (int)whole;
  return GB_OK;
}

static int read_rules(const gb_time_settings *settings, gb_table *table, gb_error *error) {
  const char *quadrature = settings->quadrature ? settings->quadrature : "trapezoid";
  const char *start = settings->start ? settings->start : "ramp";
  table->rules.trapezoid = !strcmp(quadrature, "trapezoid");
  if (!table->rules.trapezoid && strcmp(quadrature, "rectangle"))
    return gb_fail(error, GB_UNKNOWN_WORD,
                   "time.quadrature: '%s' is unknown; accepted: trapezoid, rectangle", quadrature);
  if (!strcmp(start, "ramp")) return GB_OK;
  if (strcmp(start, "dirk"))
    return gb_fail(error, GB_UNKNOWN_WORD, "time.start: '%s' is unknown; accepted: ramp, dirk",
                   start);
  const gb_scheme *scheme = table->scheme;
  if (scheme->need < 2)
    return gb_fail(error, GB_WRONG_VALUE,
                   "time.start: dirk serves the multi-step schemes (bdf2, bdf3, abm3 to abm6); %s "
                   "needs no start",
                   scheme->name);
  table->starter = gb_starters;
  while (table->starter[1].name && table->starter->order < scheme->order) table->starter++;
  table->started = scheme->need - 1;
  return GB_OK;
}

/// Read `retry`. Only one-step schemes can change the length of a step.
static int read_retry(const gb_time_settings *settings, gb_table *table, gb_error *error) {
  table->fine.count = settings->retry;
  if (table->fine.count < 0 || table->fine.count > GB_RETRIES)
    return gb_fail(error, GB_WRONG_VALUE, "time.retry: %d was found; accepted: 0 to %d",
                   table->fine.count, GB_RETRIES);
  if (table->fine.count == 0 || table->scheme->need < 2) return GB_OK;
  char known[600] = "";
  const gb_scheme *scheme;
  for (int i = 0; (scheme = gb_scheme_at(i)); i++) {
    const size_t used = strlen(known);
    if (scheme->need < 2)
      snprintf(known + used, sizeof known - used, "%s%s", used ? ", " : "", scheme->name);
  }
  return gb_fail(error, GB_WRONG_VALUE,
                 "time.retry: steps of %s depend on several before them and cannot be halved; "
                 "one-step schemes: %s",
                 table->scheme->name, known);
}

static gb_history_term identity(int back, int component) {
  gb_history_term term = {.back = back};
  term.c[component][component] = 1;
  return term;
}

/// Append to a step the projections of positions and velocities onto their constraints, and a new
/// step end. The new end is solved for its acceleration, or only combined for schemes that do not
/// use the acceleration at step ends. Source: docs/theory.md, (10.20).
static void add_projections(const gb_scheme *scheme, gb_stencil *stencil) {
  gb_stage *found = &stencil->stage[stencil->width - 1], *position = found + 1,
           *velocity = found + 2, *end = found + 3;
  const bool combined = scheme->weighted && !scheme->starts;
  found->step_end = false;
  *position = (gb_stage){.kind = GB_STAGE_SOLVE,
                         .projection = GB_PROJECT_POSITIONS,
                         .fraction = 1,
                         .sigma = {[GB_Q] = 1, [GB_A] = 1},
                         .histories = 1,
                         .history = {identity(1, GB_Q)}};
  *velocity = (gb_stage){.kind = GB_STAGE_SOLVE,
                         .projection = GB_PROJECT_VELOCITIES,
                         .fraction = 1,
                         .sigma = {[GB_V] = 1, [GB_A] = 1},
                         .histories = 2,
                         .history = {identity(1, GB_Q), identity(2, GB_V)}};
  *end = (gb_stage){.kind = combined ? GB_STAGE_COMBINE : GB_STAGE_SOLVE,
                    .step_end = true,
                    .given = !combined,
                    .fraction = 1,
                    .sigma = {[GB_A] = combined ? 0 : 1},
                    .histories = 1,
                    .history = {identity(1, GB_Q)}};
  end->history[0].c[GB_V][GB_V] = 1;
  if (found->sigma[GB_S] != 0) end->history[end->histories++] = identity(3, GB_S);
  stencil->width += 3;
}

/// Fill the stages of a step.
static int fill_stencil(const gb_table *table, const gb_step *step, gb_stencil *stencil,
                        gb_error *error) {
  stencil->width = step->scheme->width;
  GB_TRY(step->scheme->stages(step, stencil->stage, error));
  if (table->rules.projects) add_projections(step->scheme, stencil);
  return GB_OK;
}

/// Make the stencil of step `number`, from 1. It depends on the distances to earlier step ends.
static int make_stencil(gb_table *table, int number, gb_error *error) {
  const bool starting = number <= table->started;
  const gb_scheme *scheme = starting ? table->starter : table->scheme;
  gb_stencil *stencil = &table->stencils.entry[number - 1];
  stencil->first = number == 1 ? 1 : stencil[-1].first + stencil[-1].width;
  int ends[GB_HISTORY];
  const int prior = number < scheme->need ? number : scheme->need;
  for (int i = 0; i < prior; i++) {
    const int last = number - 1 - i;
    const int64_t end = last ? stencil[last - number].first + stencil[last - number].width - 1 : 0;
    ends[i] = (int)(stencil->first - end);
  }
  const gb_step step = {scheme, table->parameter, table->h, prior, ends};
  GB_TRY(fill_stencil(table, &step, stencil, error));
  for (int i = 0; i < stencil->width; i++) {
    const gb_stage *stage = &stencil->stage[i];
    if (stage->sigma[GB_S] != 0) table->components = GB_COMPONENTS;
    for (int j = 0; j < stage->histories; j++)
      if (stage->history[j].back > table->window) table->window = stage->history[j].back;
  }
  return GB_OK;
}

/// Make the stencils. A step is regular if the step ends that it uses are `width` stages apart.
static int make_stencils(gb_table *table, gb_error *error) {
  const int need = table->scheme->need;
  table->stencils.count = table->started ? 2 * need - 1 : need;
  if (table->stencils.count > table->steps) table->stencils.count = table->steps;
  GB_TRY(GB_TAKE(&table->memory, table->stencils.entry, (size_t)table->stencils.count, error));
  for (int number = 1; number <= table->stencils.count; number++)
    GB_TRY(make_stencil(table, number, error));
  return GB_OK;
}

/// Make the stencils of bisected steps. One-step schemes have only one kind of step.
static int make_fine_stencils(gb_table *table, gb_error *error) {
  const int before = 1;
  table->substeps.width = table->stencils.entry[table->stencils.count - 1].width;
  GB_TRY(GB_TAKE(&table->memory, table->fine.entry, (size_t)table->fine.count, error));
  for (int i = 0; i < table->fine.count; i++) {
    table->fine.entry[i] = table->stencils.entry[0];
    const gb_step step = {table->scheme, table->parameter, ldexp(table->h, -1 - i), 1, &before};
    GB_TRY(fill_stencil(table, &step, &table->fine.entry[i], error));
  }
  return GB_OK;
}

int gb_table_create(const gb_time_settings *settings, gb_table **out, gb_error *error) {
  gb_table *table = NULL;
  *out = NULL;
  GB_TRY(GB_ALLOCATE(table, 1, error));
  table->components = GB_S;
  int status = find_scheme(settings->scheme ? settings->scheme : "", &table->scheme, error);
  if (status == GB_OK) status = read_parameters(settings, table, error);
  if (status == GB_OK) status = read_steps(settings, table, error);
  if (status == GB_OK) status = read_rules(settings, table, error);
  if (status == GB_OK) status = read_retry(settings, table, error);
  table->rules.projects = settings->projects && status == GB_OK && table->scheme->order > 0;
  if (status == GB_OK) status = make_stencils(table, error);
  if (status == GB_OK) status = make_fine_stencils(table, error);
  if (status != GB_OK) gb_table_destroy(&table);
  *out = table;
  return status;
}

void gb_table_destroy(gb_table **table) {
  if (!*table) return;
  gb_arena_free(&(*table)->memory);
  gb_substeps_free(&(*table)->substeps);
  free((*table)->walk.level.entry);
  free(*table);
  *table = NULL;
}

bool gb_table_walks(const gb_table *table) {
  return table->walk.walks;
}

void gb_table_walk(gb_table *table) {
  table->walk.walks = true;
  table->walk.complete = false;
  table->walk.level.count = 0;
}

int gb_table_set_level(gb_table *table, int64_t k, double t, bool last, gb_error *error) {
  double *level;
  table->walk.level.count = (int)(k - 1);
  table->walk.complete = last;
  GB_TRY(
      gb_array_append(&table->walk.level.entry, &table->walk.level.count, sizeof t, &level, error));
  *level = t;
  return GB_OK;
}

const double *gb_table_levels(const gb_table *table, int64_t *count, bool *complete) {
  *count = table->walk.level.count;
  *complete = table->walk.complete;
  return table->walk.level.entry;
}

int64_t gb_table_before(const gb_table *table, int64_t k) {
  return table->walk.walks && k > 0 ? 0 : k - 1;
}

int64_t gb_table_stages(const gb_table *table) {
  if (table->walk.walks) return 1 + table->walk.level.count + !table->walk.complete;
  const gb_stencil *last = &table->stencils.entry[table->stencils.count - 1];
  const int64_t substeps =
      (int64_t)table->steps - table->stencils.count + 1 + table->substeps.bisected.count;
  return last->first + last->width * substeps;
}

int gb_table_steps(const gb_table *table) {
  return table->walk.walks ? (int)gb_table_stages(table) - 1 : table->steps;
}

bool gb_table_projects(const gb_table *table) {
  return table->rules.projects;
}

int gb_table_width(const gb_table *table) {
  return table->stencils.entry[table->stencils.count - 1].width;
}

int gb_table_window(const gb_table *table) {
  return table->window;
}

int gb_table_components(const gb_table *table) {
  return table->components;
}

void gb_table_blocks(const gb_table *table, gb_blocks *blocks) {
  const gb_stencil *regular = &table->stencils.entry[table->stencils.count - 1];
  int window = 1;
  for (int i = 0; i < regular->width; i++)
    for (int j = 0; j < regular->stage[i].histories; j++)
      if (regular->stage[i].history[j].back - i > window)
        window = regular->stage[i].history[j].back - i;
  const int steps = (window + regular->width - 1) / regular->width;
  *blocks = (gb_blocks){.stages = gb_table_stages(table),
                        .first = (int)regular->first,
                        .size = steps * regular->width,
                        .window = window,
                        .steps = steps,
                        .first_steps = table->stencils.count - 1};
}

const gb_scheme *gb_table_scheme(const gb_table *table) {
  return table->scheme;
}

/// Find the substep that contains stage k; return its stencil.
static const gb_stencil *locate(const gb_table *table, int64_t k, gb_substep *substep) {
  int kind = table->stencils.count - 1;
  while (k < table->stencils.entry[kind].first) kind--;
  const gb_stencil *stencil = &table->stencils.entry[kind];
  if (kind < table->stencils.count - 1) {
    *substep = (gb_substep){.first = stencil->first, .step = kind + 1};
    return stencil;
  }
  const int64_t shift = stencil->first - 1;
  *substep = gb_substeps_at(&table->substeps, k - shift);
  substep->first += shift;
  substep->step += kind;
  return substep->level > 0 ? &table->fine.entry[substep->level - 1] : stencil;
}

static double length_of(const gb_table *table, const gb_substep *substep) {
  return ldexp(table->h, -substep->level);
}

/// The length of the substep that begins at stage k.
static double length_at(const gb_table *table, int64_t k) {
  gb_substep substep;
  locate(table, k, &substep);
  return length_of(table, &substep);
}

/// Quadrature weight of stage k, which ends a substep of `step` of length `before`. The rule covers
/// the steps of the scheme itself. The steps of the starter have their own weights.
static double rule_weight(const gb_table *table, int64_t k, int step, double before) {
  const bool last = k == gb_table_stages(table) - 1;
  if (table->scheme->order == 0) return last ? 1 : 0;
  if (step < table->started || table->started >= table->steps) return 0;
  if (step == table->started) before = 0;
  if (!table->rules.trapezoid) return before;
  return 0.5 * (before + (last ? 0 : length_at(table, k + 1)));
}

static void initial_stage(const gb_table *table, gb_stage *out) {
  const bool solved = table->scheme->order > 0;
  *out = (gb_stage){.kind = solved ? GB_STAGE_INITIAL : GB_STAGE_GIVEN, .step_end = true};
  out->fraction = 1;
  out->sigma[GB_A] = solved ? 1 : 0;
  out->sigma[GB_S] = solved && table->components == GB_COMPONENTS ? 1 : 0;
  if (!table->scheme->weighted) out->weight = rule_weight(table, 0, 0, 0);
}

static void walked_stage(const gb_table *table, int64_t k, gb_stage *out) {
  *out = table->stencils.entry[0].stage[0];
  out->step = (int)k;
  out->t = table->walk.level.entry[k - 1];
  out->weight = k == gb_table_stages(table) - 1 ? 1 : 0;
}

int gb_table_request(gb_table *table, int step, int every, bool solved, gb_error *error) {
  requested_end *end;
  GB_TRY(gb_array_append(&table->substeps.requested.entry, &table->substeps.requested.count,
                         sizeof *end, &end, error));
  *end = (requested_end){step, every, solved};
  return GB_OK;
}

/// Apply the requests of functionals to a stage.
static void apply_requests(const gb_table *table, gb_stage *stage) {
  const requested_end *end = table->substeps.requested.entry;
  bool solved = false;
  for (int64_t i = 0; stage->step_end && i < table->substeps.requested.count; i++) {
    const int after = stage->step - end[i].step;
    if (after < 0 || (end[i].every > 0 ? after % end[i].every : after) != 0) continue;
    stage->requested = true;
    solved = solved || end[i].solved;
  }
  if (!solved || stage->kind != GB_STAGE_COMBINE) return;
  stage->kind = GB_STAGE_SOLVE;
  stage->given = true;
  stage->sigma[GB_A] = 1;
}

void gb_table_stage(const gb_table *table, int64_t k, gb_stage *out) {
  if (k == 0) {
    initial_stage(table, out);
    apply_requests(table, out);
    return;
  }
  if (table->walk.walks) {
    walked_stage(table, k, out);
    return;
  }
  gb_substep substep;
  const gb_stencil *stencil = locate(table, k, &substep);
  *out = stencil->stage[k - substep.first];
  out->step = substep.step;
  out->index = (int)(k - substep.first);
  out->fresh = substep.fresh && out->index == 0;
  for (int i = 1; i <= out->index; i++)
    out->instant += fabs(stencil->stage[i].fraction - stencil->stage[i - 1].fraction) > SAME_TIME;
  const double length = ldexp(1, -substep.level);
  if (out->step_end && !table->scheme->weighted)
    out->weight = rule_weight(table, k, out->step, length_of(table, &substep));
  out->fraction = substep.start + length * out->fraction;
  out->step_end = out->step_end && out->fraction == 1;
  out->t = (out->step - 1 + out->fraction) * table->h;
  apply_requests(table, out);
}

int gb_table_bisect(gb_table *table, int64_t k, int64_t *first, gb_error *error) {
  gb_substep substep = {0};
  if (k > 0) locate(table, k, &substep);
  *first = -1;
  if (k == 0 || substep.level == table->fine.count) return GB_OK;
  *first = substep.first;
  return gb_substeps_bisect(&table->substeps, k, error);
}

const int64_t *gb_table_bisections(const gb_table *table, int64_t *count) {
  *count = table->substeps.bisected.count;
  return table->substeps.bisected.entry;
}
