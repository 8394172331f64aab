/// From the cards that act on grids and elements to sets of the mesh and entries of the problem.
/// Loads on one target add up first, as they do in Nastran; then equal loads share one set.
#include "nastran/bars.h"
#include "nastran/bodies.h"
#include "nastran/grids.h"
#include "nastran/loads.h"
#include "nastran/sets.h"
#include "nastran/springs.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct {
  const char *name; ///< of the set
  bool on_elements;
  int values; ///< that distinguish one set from another
} kinds[GB_NASTRAN_KINDS] = {
    [GB_NASTRAN_SUPPORT] = {"SPC", false, 1},   [GB_NASTRAN_FORCE] = {"FORCE", false, 3},
    [GB_NASTRAN_MOTION] = {"SPCD", false, 3},   [GB_NASTRAN_MOMENT] = {"MOMENT", false, 3},
    [GB_NASTRAN_PRESSURE] = {"PLOAD", true, 1}, [GB_NASTRAN_MASS] = {"CONM2", false, 1},
    [GB_NASTRAN_GRAVITY] = {"GRAV", false, 3},  [GB_NASTRAN_TURN] = {"SPCD", false, 3},
    [GB_NASTRAN_SPIN] = {"RFORCE", false, 3},
};

/// An action on one node or element of the mesh.
typedef struct hit {
  const gb_nastran_action *action;
  int32_t target; ///< index in the mesh
  int pulse;      ///< TLOAD by which it acts; -1: at all times
  double value[3];
} hit;

typedef GB_LIST_OF(hit) hit_list;

/// Whether an action gives displacements or rotations a value.
static bool is_given(const gb_nastran_action *action) {
  return action->kind == GB_NASTRAN_MOTION || action->kind == GB_NASTRAN_TURN;
}

bool gb_nastran_is_support(const gb_nastran_action *action) {
  return action->kind == GB_NASTRAN_SUPPORT || !strcmp(action->card, "SPC");
}

double gb_nastran_factor_of_set(const gb_nastran *nastran, gb_nastran_choice of, int64_t set) {
  const int64_t chosen = nastran->set.chosen[of];
  const gb_nastran_member *members = nastran->set.members.entry;
  bool combined = false;
  double factor = 0;
  for (int32_t i = 0; i < nastran->set.members.count; ++i) {
    if (members[i].of != of || members[i].set != chosen) continue;
    combined = true;
    if (members[i].member == set) factor += members[i].factor;
  }
  if (!combined) factor = set == chosen;
  return of == GB_NASTRAN_SPC || of == GB_NASTRAN_MPC ? factor != 0 : factor;
}

/// How often an action counts by a TLOAD, or at all times (-1).
static double factor_by(const gb_nastran *nastran, const gb_nastran_action *action, int pulse) {
  const bool support = gb_nastran_is_support(action);
  if (pulse < 0)
    return action->set < 0 ? 1
                           : gb_nastran_factor_of_set(
                                 nastran, support ? GB_NASTRAN_SPC : GB_NASTRAN_LOAD, action->set);
  const gb_nastran_pulse *by = &nastran->dynamics.pulses.entry[pulse];
  if (support || action->set < 0 || by->excites != action->set) return 0;
  if (by->moves && !is_given(action)) return 0;
  return gb_nastran_factor_of_set(nastran, GB_NASTRAN_DLOAD, by->id);
}

double gb_nastran_factor(const gb_nastran *nastran, const gb_nastran_action *action, int pulse) {
  return factor_by(nastran, action, pulse);
}

static double factor_of(const gb_nastran *nastran, const gb_nastran_action *action) {
  return factor_by(nastran, action, -1);
}

static bool acts_on(const gb_nastran *nastran, const gb_nastran_action *action,
                    gb_nastran_kind kind, int64_t grid) {
  return action->kind == kind && action->target <= grid && grid <= action->last &&
         factor_of(nastran, action) != 0;
}

unsigned gb_nastran_fixed(const gb_nastran *nastran, int64_t grid) {
  unsigned fixed = 0;
  for (int i = 0; i < nastran->actions.count; ++i)
    if (acts_on(nastran, &nastran->actions.entry[i], GB_NASTRAN_SUPPORT, grid))
      fixed |= (unsigned)nastran->actions.entry[i].value[0];
  return fixed;
}

bool gb_nastran_is_turned(const gb_nastran *nastran, int64_t grid) {
  for (int i = 0; i < nastran->actions.count; ++i)
    if (acts_on(nastran, &nastran->actions.entry[i], GB_NASTRAN_MOMENT, grid)) return true;
  return false;
}

static int compare_freed(const void *a, const void *b) {
  const gb_nastran_freed *x = a, *y = b;
  return (x->grid > y->grid) - (x->grid < y->grid);
}

/// The components of a grid that a support holds; ends of bars may be released there.
static unsigned held_of(const gb_nastran *nastran, int64_t grid, unsigned components) {
  const gb_nastran_freed key = {.grid = grid}, *all = nastran->grids.freed.entry;
  const size_t count = (size_t)nastran->grids.freed.count;
  const gb_nastran_freed *freed =
      count ? bsearch(&key, all, count, sizeof key, compare_freed) : NULL;
  return freed ? components & ~freed->components : components;
}

int gb_nastran_refuse_target(const gb_nastran *nastran, const gb_nastran_action *action,
                             gb_error *error) {
  const char *what = kinds[action->kind].on_elements ? "shell element" : "grid";
  if (action->last != action->target)
    return gb_deck_fail_as(GB_UNDEFINED_NUMBER, nastran->deck, action->line, error,
                           "%s: no %s from %lld to %lld", action->card, what,
                           (long long)action->target, (long long)action->last);
  return gb_deck_fail_as(GB_UNDEFINED_NUMBER, nastran->deck, action->line, error,
                         "%s: %s %lld is not defined", action->card, what,
                         (long long)action->target);
}

/// Ranges of targets (THRU) say much in few lines: the number of all targets must stay near the
/// size of the mesh.
static int check_ranges(const gb_nastran *nastran, const gb_mesh *mesh,
                        const gb_nastran_action *action, const hit_list *hits, gb_error *error) {
  const int64_t most = 1000000 + 100 * ((int64_t)mesh->nodes + mesh->elements);
  if (action->last == action->target || hits->count <= most) return GB_OK;
  return gb_deck_fail(nastran->deck, action->line, error,
                      "%s: with those before it, the ranges name more than %lld grids and "
                      "elements; the mesh has %d and %d",
                      action->card, (long long)most, (int)mesh->nodes, (int)mesh->elements);
}

/// The targets of one action, by a TLOAD or at all times (-1); a range may have gaps.
static int hit_targets(const gb_nastran *nastran, const gb_mesh *mesh,
                       const gb_nastran_action *action, int pulse, hit_list *hits,
                       gb_error *error) {
  bool on_elements = kinds[action->kind].on_elements, support = action->kind == GB_NASTRAN_SUPPORT;
  const bool given = is_given(action);
  const int64_t *ids = on_elements ? mesh->element_id : mesh->node_id;
  int32_t count = on_elements ? mesh->elements : mesh->nodes;
  int32_t i = gb_lower_index(ids, count, action->target);
  double factor = factor_by(nastran, action, pulse);
  hit h = {.action = action, .pulse = pulse};
  for (int k = 0; k < 3; ++k)
    h.value[k] = given && isinf(action->value[k])
                     ? INFINITY
                     : action->value[k] * (support ? 1 : factor) + 0.0; // no minus zero
  const int64_t last_grid = gb_nastran_last_grid(nastran);
  bool found = false;
  for (; i < count && ids[i] <= action->last; ++i) {
    if (on_elements ? gb_shape_dimension((gb_shape)mesh->shape[i]) != 2
                    : ids[i] > last_grid && action->system != GB_NASTRAN_SPREAD)
      continue;
    found = true;
    h.target = i;
    if (support) h.value[0] = held_of(nastran, ids[i], (unsigned)action->value[0]);
    if (factor != 0 && !(support && h.value[0] == 0))
      GB_TRY(GB_ARENA_ADD(nastran->deck->arena, *hits, h, error));
  }
  if (!found) return gb_nastran_refuse_target(nastran, action, error);
  return check_ranges(nastran, mesh, action, hits, error);
}

static int compare_heads(const hit *x, const hit *y) {
  if (x->action->kind != y->action->kind) return (int)x->action->kind - (int)y->action->kind;
  if (x->pulse != y->pulse) return x->pulse - y->pulse;
  return (x->action->set > y->action->set) - (x->action->set < y->action->set);
}

static int compare_ends(const hit *x, const hit *y) {
  if (x->target != y->target) return x->target < y->target ? -1 : 1;
  return (x->action > y->action) - (x->action < y->action);
}

static int compare_values(const hit *x, const hit *y) {
  for (int i = 0; i < 3; ++i)
    if (x->value[i] != y->value[i]) return x->value[i] < y->value[i] ? -1 : 1;
  return 0;
}

static int by_target(const void *a, const void *b) {
  int order = compare_heads(a, b);
  return order ? order : compare_ends(a, b);
}

static int by_value(const void *a, const void *b) {
  int order = compare_heads(a, b);
  if (!order) order = compare_values(a, b);
  return order ? order : compare_ends(a, b);
}

/// Loads and masses of one set on one target become their sum.
static void add_up(hit_list *hits) {
  hit *all = hits->entry;
  int32_t left = 0;
  if (hits->count) qsort(all, (size_t)hits->count, sizeof *all, by_target);
  for (int32_t i = 0; i < hits->count; ++i) {
    bool same = left && !compare_heads(&all[left - 1], &all[i]) &&
                all[left - 1].target == all[i].target && all[i].action->kind != GB_NASTRAN_SUPPORT;
    for (int k = 0; same && k < 3; ++k)
      all[left - 1].value[k] = is_given(all[i].action)
                                   ? fmin(all[left - 1].value[k], all[i].value[k])
                                   : all[left - 1].value[k] + all[i].value[k];
    if (!same) all[left++] = all[i];
  }
  hits->count = left;
  if (left) qsort(all, (size_t)left, sizeof *all, by_value);
}

/// "SPC 1: 123", "FORCE 2: 0 0 -4", "CONM2: 5"
static void name_set(const hit *h, size_t size, char *text) {
  const gb_nastran_action *action = h->action;
  int length = snprintf(
      text, size, "%s",
      action->set < 0 && action->kind == GB_NASTRAN_SUPPORT ? "GRID" : kinds[action->kind].name);
  if (action->set >= 0)
    length += snprintf(text + length, size - (size_t)length, " %lld", (long long)action->set);
  length += snprintf(text + length, size - (size_t)length, ":");
  if (action->kind == GB_NASTRAN_SUPPORT) {
    text[length++] = ' ';
    for (int c = 1; c <= 6; ++c)
      if ((unsigned)h->value[0] >> c & 1) text[length++] = (char)('0' + c);
    text[length] = 0;
    return;
  }
  for (int i = 0; i < kinds[action->kind].values; ++i) {
    text[length++] = ' ';
    length += gb_deck_write_number(h->value[i], size - (size_t)length, text + length);
  }
  if (h->pulse >= 0) snprintf(text + length, size - (size_t)length, " by TLOAD %d", h->pulse + 1);
}

/// A motion along each axis that has one.
static int add_motion(const gb_nastran *nastran, gb_problem *problem, const hit *h,
                      const char *where, const char *group, gb_error *error) {
  gb_support *support;
  GB_TRY(GB_PROBLEM_APPEND(problem, supports, &support, error));
  *support = (gb_support){.where = where, .group = group, .symmetry = -1};
  for (int i = 0; i < 3; ++i) {
    gb_expression **u = &support->motion.displacement[i];
    if (isinf(h->value[i])) continue;
    GB_TRY(h->pulse < 0 ? gb_expression_constant(h->value[i], problem->arena, u, error)
                        : gb_nastran_history(nastran, h->pulse, h->value[i], problem, u, error));
  }
  return GB_OK;
}

static int add_support(gb_problem *problem, const hit *h, const char *where, const char *group,
                       gb_error *error) {
  static const unsigned fixes[] = {GB_FIX_X, GB_FIX_Y, GB_FIX_Z, GB_FIX_RX, GB_FIX_RY, GB_FIX_RZ};
  gb_support *support;
  GB_TRY(GB_PROBLEM_APPEND(problem, supports, &support, error));
  *support = (gb_support){.where = where, .group = group, .symmetry = -1};
  for (int c = 0; c < 6; ++c)
    if ((unsigned)h->value[0] >> (c + 1) & 1) support->fix |= fixes[c];
  return GB_OK;
}

static int add_load(const gb_nastran *nastran, gb_problem *problem, const hit *h, const char *where,
                    const char *group, gb_error *error) {
  gb_load *load;
  gb_nastran_kind kind = h->action->kind;
  GB_TRY(GB_PROBLEM_APPEND(problem, loads, &load, error));
  *load = (gb_load){.where = where,
                    .group = group,
                    .type = kind == GB_NASTRAN_PRESSURE ? GB_LOAD_PRESSURE
                            : kind == GB_NASTRAN_FORCE  ? GB_LOAD_FORCE
                                                        : GB_LOAD_MOMENT,
                    .amplitude = 1};
  for (int i = 0; i < kinds[kind].values; ++i)
    GB_TRY(
        h->pulse < 0
            ? gb_expression_constant(h->value[i], problem->arena, &load->value[i], error)
            : gb_nastran_history(nastran, h->pulse, h->value[i], problem, &load->value[i], error));
  return GB_OK;
}

static int add_mass(gb_problem *problem, const hit *h, const char *where, const char *group,
                    gb_error *error) {
  gb_point_mass *mass;
  GB_TRY(GB_PROBLEM_APPEND(problem, masses, &mass, error));
  *mass = (gb_point_mass){.where = where, .group = group, .mass = h->value[0]};
  return GB_OK;
}

/// Hits of one kind, set and value: a set of the mesh and an entry of the problem.
static int add_entry(const gb_nastran *nastran, gb_mesh *mesh, gb_problem *problem, const hit *hits,
                     int32_t count, gb_error *error) {
  char name[160], *group;
  const char *where;
  bool on_elements = kinds[hits->action->kind].on_elements;
  int32_t *members, distinct = 0;
  name_set(hits, sizeof name, name);
  GB_TRY(gb_arena_text(problem->arena, &group, error, "%s", name));
  const gb_nastran_action *first = hits->action;
  for (int32_t i = 1; i < count; ++i)
    if (hits[i].action < first) first = hits[i].action;
  GB_TRY(gb_deck_where(nastran->deck, first->line, first->card, &where, error));
  GB_TRY(GB_TAKE(nastran->deck->arena, members, (size_t)count, error));
  for (int32_t i = 0; i < count; ++i)
    if (!distinct || members[distinct - 1] != hits[i].target) members[distinct++] = hits[i].target;
  GB_TRY(gb_mesh_add_group(mesh,
                           &(gb_group_members){.name = name,
                                               .number = -1,
                                               .dimension = on_elements ? 2 : 0,
                                               .nodes = !on_elements,
                                               .count = distinct,
                                               .index = members},
                           error));
  if (hits->action->kind == GB_NASTRAN_SUPPORT)
    return add_support(problem, hits, where, group, error);
  if (hits->action->kind == GB_NASTRAN_MOTION)
    return add_motion(nastran, problem, hits, where, group, error);
  if (hits->action->kind == GB_NASTRAN_MASS) return add_mass(problem, hits, where, group, error);
  return add_load(nastran, problem, hits, where, group, error);
}

/// Gravity at all times, or by one TLOAD.
static int add_gravity(const gb_nastran *nastran, gb_problem *problem, gb_error *error) {
  const gb_nastran_action *actions = nastran->actions.entry;
  double gravity[3] = {0};
  int by = -2; // of none
  for (int32_t i = 0; i < nastran->actions.count; ++i)
    for (int p = -1; p < nastran->dynamics.pulses.count; ++p) {
      const double factor = factor_by(nastran, &actions[i], p);
      if (actions[i].kind != GB_NASTRAN_GRAVITY || factor == 0) continue;
      if (by != -2 && by != p)
        return gb_deck_fail(nastran->deck, actions[i].line, error,
                            "GRAV: gravity acts by LOAD and by a TLOAD, or by two of them; "
                            "accepted: one");
      by = p;
      for (int k = 0; k < 3; ++k) gravity[k] += factor * actions[i].value[k];
    }
  for (int k = 0; k < 3 && by != -2; ++k)
    GB_TRY(by < 0
               ? gb_expression_constant(gravity[k], problem->arena, &problem->gravity[k], error)
               : gb_nastran_history(nastran, by, gravity[k], problem, &problem->gravity[k], error));
  return GB_OK;
}

static bool has_chosen(const gb_nastran *nastran, gb_nastran_choice of) {
  const gb_nastran_action *actions = nastran->actions.entry;
  const gb_nastran_equation *equations = nastran->rigid.equations.entry;
  const int pulses = of == GB_NASTRAN_DLOAD ? nastran->dynamics.pulses.count : 1;
  for (int32_t i = 0; of == GB_NASTRAN_MPC && i < nastran->rigid.equations.count; ++i)
    if (gb_nastran_factor_of_set(nastran, of, equations[i].set) != 0) return true;
  for (int32_t i = 0; of != GB_NASTRAN_MPC && i < nastran->actions.count; ++i)
    for (int p = 0; p < pulses; ++p)
      if (actions[i].set >= 0 && gb_nastran_is_support(&actions[i]) == (of == GB_NASTRAN_SPC) &&
          factor_by(nastran, &actions[i], of == GB_NASTRAN_DLOAD ? p : -1) != 0)
        return true;
  return false;
}

/// A set that is chosen must be there.
static int check_chosen(const gb_nastran *nastran, gb_nastran_choice of, gb_error *error) {
  if (nastran->set.chosen[of] == 0 || has_chosen(nastran, of)) return GB_OK;
  return gb_nastran_refuse_set(nastran, of, error);
}

bool gb_nastran_has_set(const gb_nastran *nastran, gb_nastran_choice of, int64_t set) {
  for (int32_t i = 0; i < nastran->set.members.count; ++i)
    if (nastran->set.members.entry[i].of == of && nastran->set.members.entry[i].set == set)
      return true;
  for (int32_t i = 0; of == GB_NASTRAN_MPC && i < nastran->rigid.equations.count; ++i)
    if (nastran->rigid.equations.entry[i].set == set) return true;
  for (int32_t i = 0; of == GB_NASTRAN_DLOAD && i < nastran->dynamics.pulses.count; ++i)
    if (nastran->dynamics.pulses.entry[i].id == set) return true;
  for (int32_t i = 0; of == GB_NASTRAN_LOAD && i < nastran->dynamics.spread.count; ++i)
    if (nastran->dynamics.spread.entry[i].set == set) return true;
  for (int32_t i = 0; of <= GB_NASTRAN_LOAD && i < nastran->actions.count; ++i) {
    const gb_nastran_action *action = &nastran->actions.entry[i];
    if (action->set == set && gb_nastran_is_support(action) == (of == GB_NASTRAN_SPC)) return true;
  }
  return false;
}

/// Actions on a grid that stands for a body act on the body.
static int add_to_body(const gb_nastran *nastran, const gb_mesh *mesh, gb_problem *problem,
                       const hit *h, gb_nastran_body *body, gb_error *error) {
  const char *where;
  GB_TRY(gb_deck_where(nastran->deck, h->action->line, h->action->card, &where, error));
  if (h->action->kind == GB_NASTRAN_SUPPORT) {
    body->fixed |= (unsigned)h->value[0];
    return GB_OK;
  }
  GB_TRY(add_load(nastran, problem, h, where, NULL, error));
  gb_load *load = &problem->loads.entry[problem->loads.count - 1];
  load->body = problem->bodies.entry[body->body].name;
  memcpy(load->at, mesh->position[h->target], sizeof load->at);
  return GB_OK;
}

/// Actions on a grid that is a free node: a support of rotations has nothing to hold.
static int add_to_point(const gb_nastran *nastran, gb_problem *problem, const hit *h,
                        gb_point_mass *point, gb_error *error) {
  const char *where;
  GB_TRY(gb_deck_where(nastran->deck, h->action->line, h->action->card, &where, error));
  if (h->action->kind == GB_NASTRAN_MOMENT)
    return gb_fail(error, GB_WRONG_REFERENCE,
                   "%s: %s has springs alone and no rotation for a moment", where, point->name);
  if (h->action->kind == GB_NASTRAN_MASS) point->mass += h->value[0];
  if (h->action->kind == GB_NASTRAN_SUPPORT) point->fix |= (unsigned)h->value[0] >> 1 & 7;
  if (h->action->kind != GB_NASTRAN_FORCE) return GB_OK;
  GB_TRY(add_load(nastran, problem, h, where, NULL, error));
  problem->loads.entry[problem->loads.count - 1].mass = point->name;
  return GB_OK;
}

/// SPCD moves what SPC holds: its components are no longer those of the support.
static int release_moved(const gb_nastran *nastran, const gb_mesh *mesh, hit_list *hits,
                         gb_error *error) {
  hit *all = hits->entry;
  unsigned char *moved, *held;
  int32_t left = 0;
  GB_TRY(GB_TAKE(nastran->deck->arena, moved, (size_t)mesh->nodes, error));
  GB_TRY(GB_TAKE(nastran->deck->arena, held, (size_t)mesh->nodes, error));
  for (int32_t i = 0; i < hits->count; ++i) {
    const unsigned first = all[i].action->kind == GB_NASTRAN_TURN ? 0x10 : 2;
    for (int k = 0; k < 3 && is_given(all[i].action); ++k)
      if (!gb_nastran_is_support(all[i].action) && !isinf(all[i].value[k]))
        moved[all[i].target] |= (unsigned char)(first << k);
  }
  for (int32_t i = 0; i < hits->count; ++i) {
    if (all[i].action->kind == GB_NASTRAN_SUPPORT) {
      const unsigned components = (unsigned)all[i].value[0];
      held[all[i].target] |= (unsigned char)components;
      all[i].value[0] = components & ~(unsigned)moved[all[i].target];
      if (all[i].value[0] == 0) continue;
    }
    all[left++] = all[i];
  }
  hits->count = left;
  for (int32_t i = 0; i < hits->count; ++i)
    if (!strcmp(all[i].action->card, "SPCD") && moved[all[i].target] & ~held[all[i].target])
      return gb_deck_fail(nastran->deck, all[i].action->line, error,
                          "SPCD: no SPC holds what moves of grid %lld; accepted: "
                          "components that an SPC of the set that acts holds",
                          (long long)mesh->node_id[all[i].target]);
  return GB_OK;
}

static int compare_skew(const void *a, const void *b) {
  const gb_nastran_skew *x = a, *y = b;
  if (x->action != y->action) return x->action < y->action ? -1 : 1;
  return (x->grid > y->grid) - (x->grid < y->grid);
}

/// Whether a support is along axes of its grid that are not the basic ones.
static bool is_skew(const gb_nastran *nastran, const gb_mesh *mesh, const hit *h) {
  const gb_nastran_skew key = {(int32_t)(h->action - nastran->actions.entry),
                               mesh->node_id[h->target]};
  const size_t count = (size_t)nastran->rigid.skew.count;
  return count && bsearch(&key, nastran->rigid.skew.entry, count, sizeof key, compare_skew);
}

/// Equations for the components that a support holds or gives. What does not turn needs no support
/// of its rotations.
static int give(gb_nastran *nastran, gb_mesh *mesh, gb_problem *problem, const hit *h, bool turns,
                gb_error *error) {
  const bool given = is_given(h->action);
  const int first = h->action->kind == GB_NASTRAN_TURN ? 4 : 1;
  for (int c = 1; c <= (given || turns ? 6 : 3); ++c) {
    const int k = c - first;
    if (given ? k < 0 || k > 2 || isinf(h->value[k]) : !((unsigned)h->value[0] >> c & 1)) continue;
    const gb_nastran_given one = {.action = h->action,
                                  .grid = mesh->node_id[h->target],
                                  .component = c,
                                  .pulse = given ? h->pulse : -1,
                                  .value = given ? h->value[k] : 0};
    GB_TRY(gb_nastran_give(nastran, mesh, problem, &one, error));
  }
  return GB_OK;
}

/// Take the hits of bodies and free nodes, and those that are equations, out of the others. A
/// support of a grid that nothing has holds nothing.
static int hit_bodies(gb_nastran *nastran, gb_mesh *mesh, gb_problem *problem, hit_list *hits,
                      gb_error *error) {
  hit *all = hits->entry;
  int32_t left = 0;
  bool *taken, *turning;
  GB_TRY(gb_nastran_mark_taken(nastran, mesh, &taken, error));
  GB_TRY(gb_nastran_find_turning(nastran, mesh, &turning, error));
  for (int32_t i = 0; i < hits->count; ++i) {
    const gb_nastran_kind kind = all[i].action->kind;
    gb_nastran_body *body =
        kinds[kind].on_elements ? NULL : gb_nastran_body_at(nastran, all[i].target);
    gb_point_mass *point =
        kinds[kind].on_elements ? NULL : gb_nastran_point_at(nastran, problem, all[i].target);
    const bool apart = ((point || body) && kind == GB_NASTRAN_MOTION) || kind == GB_NASTRAN_TURN;
    const bool support = is_given(all[i].action) || kind == GB_NASTRAN_SUPPORT;
    const bool there = point || body || taken[all[i].target];
    if (!there && !strcmp(all[i].action->card, "SPOINT")) continue; // a point that nothing has
    if (apart || (support && there && is_skew(nastran, mesh, &all[i])))
      GB_TRY(
          give(nastran, mesh, problem, &all[i], body || (!point && turning[all[i].target]), error));
    else if (point)
      GB_TRY(add_to_point(nastran, problem, &all[i], point, error));
    else if (body)
      GB_TRY(add_to_body(nastran, mesh, problem, &all[i], body, error));
    else
      all[left++] = all[i];
  }
  hits->count = left;
  return GB_OK;
}

static int apply_hits(gb_nastran *nastran, gb_mesh *mesh, gb_problem *problem, hit_list *hits,
                      gb_error *error) {
  const gb_nastran_action *actions = nastran->actions.entry;
  for (int32_t i = 0; i < nastran->actions.count; ++i)
    for (int p = -1; p < nastran->dynamics.pulses.count; ++p)
      if (actions[i].kind != GB_NASTRAN_GRAVITY && actions[i].kind != GB_NASTRAN_SPIN &&
          (p < 0 || factor_by(nastran, &actions[i], p) != 0))
        GB_TRY(hit_targets(nastran, mesh, &actions[i], p, hits, error));
  GB_TRY(release_moved(nastran, mesh, hits, error));
  add_up(hits);
  GB_TRY(hit_bodies(nastran, mesh, problem, hits, error));
  const hit *all = hits->entry;
  for (int32_t i = 0, end; i < hits->count; i = end) {
    for (end = i + 1; end < hits->count && !compare_heads(&all[i], &all[end]); ++end)
      if (compare_values(&all[i], &all[end])) break;
    GB_TRY(add_entry(nastran, mesh, problem, &all[i], end - i, error));
  }
  return GB_OK;
}

int gb_nastran_apply_actions(gb_nastran *nastran, gb_mesh *mesh, gb_problem *problem,
                             gb_error *error) {
  hit_list hits = {0};
  GB_TRY(gb_nastran_spread_loads(nastran, mesh, error));
  for (int i = 0; i < GB_NASTRAN_CHOICES; ++i)
    GB_TRY(check_chosen(nastran, (gb_nastran_choice)i, error));
  GB_TRY(add_gravity(nastran, problem, error));
  GB_TRY(gb_nastran_add_masses(nastran, error));
  GB_TRY(gb_nastran_spin(nastran, mesh, problem, error));
  GB_TRY(gb_nastran_make_bodies(nastran, mesh, problem, error));
  GB_TRY(gb_nastran_make_springs(nastran, mesh, problem, error));
  GB_TRY(gb_nastran_make_ties(nastran, mesh, problem, error));
  GB_TRY(apply_hits(nastran, mesh, problem, &hits, error));
  return gb_nastran_fix_bodies(nastran, mesh, problem, error);
}
