/// From the actions on components to sets of the mesh and entries of the problem. A later step
/// replaces what an earlier one said of a component; loads of one step add up.
#include "deck/joint.h"
#include "inp/inp.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/// The actions on one node or element, added up.
typedef struct hit {
  const gb_inp_action *action; ///< the first that made it
  bool turns;                  ///< a moment
  bool moves;                  ///< a support with a motion; else what it fixes is `fixed`
  unsigned fixed;              ///< components as bits 1 to 6
  double value[3];
} hit;

typedef GB_LIST_OF(hit) hit_list;

/// Of what an action is on: 0 nodes, 1 lines, 2 surfaces.
static int dimension_of(gb_inp_kind kind) {
  return kind == GB_INP_DLOAD ? 2 : kind == GB_INP_LINE || kind == GB_INP_TURNING_LINE;
}

static int compare_numbers(int x, int y) {
  return (x > y) - (x < y);
}

static int compare_actions(const void *a, const void *b) {
  const gb_inp_action *x = a, *y = b;
  int order = compare_numbers((int)x->kind, (int)y->kind);
  if (!order) order = compare_numbers(x->target, y->target);
  if (!order) order = compare_numbers(x->component, y->component);
  if (!order) order = compare_numbers(x->step, y->step);
  if (!order) order = compare_numbers(x->amplitude, y->amplitude);
  return order ? order : compare_numbers(x->line, y->line);
}

static bool is_same_component(const gb_inp_action *x, const gb_inp_action *y) {
  return x->kind == y->kind && x->target == y->target && x->component == y->component;
}

/// Of each component what its last step says, once for each amplitude.
static int reduce(gb_inp *inp, gb_error *error) {
  gb_inp_action *all = inp->actions.entry;
  int left = 0;
  if (inp->actions.count) qsort(all, (size_t)inp->actions.count, sizeof *all, compare_actions);
  for (int i = 0, end; i < inp->actions.count; i = end) {
    int from = i;
    for (end = i + 1; end < inp->actions.count && is_same_component(&all[i], &all[end]); ++end)
      if (all[end].step != all[from].step) from = end;
    const bool adds = all[i].kind != GB_INP_BOUNDARY && all[i].kind != GB_INP_VELOCITY;
    const int first = left;
    for (int k = from; k < end; ++k) {
      gb_inp_action *last = left > first ? &all[left - 1] : NULL;
      if (last && !adds && (all[k].value != last->value || all[k].amplitude != last->amplitude))
        return gb_deck_fail(
            inp->deck, all[k].line, error,
            "component %d of node %lld is %g here, and %g in another line", all[k].component + 1,
            gb_inp_number(inp, inp->mesh->node_id[all[k].target]), all[k].value, last->value);
      if (last && last->amplitude == all[k].amplitude)
        last->value += adds ? all[k].value : 0;
      else
        all[left++] = all[k];
    }
  }
  inp->actions.count = left;
  return GB_OK;
}

/// The sum to which the component of an action is added first.
static hit begin_hit(const gb_inp_action *a) {
  hit h = {.action = a};
  h.turns = a->kind == GB_INP_CLOAD && a->component > 2;
  h.moves = a->kind == GB_INP_BOUNDARY && a->value != 0;
  for (int i = 0; i < 3 && h.moves; ++i) h.value[i] = INFINITY;
  return h;
}

static int compare_hits(const void *a, const void *b) {
  const hit *x = a, *y = b;
  int order = compare_numbers((int)x->action->kind, (int)y->action->kind);
  if (!order) order = compare_numbers(x->turns, y->turns);
  if (!order) order = compare_numbers(x->moves, y->moves);
  if (!order) order = compare_numbers(x->action->amplitude, y->action->amplitude);
  if (!order) order = compare_numbers((int)x->fixed, (int)y->fixed);
  for (int i = 0; i < 3 && !order; ++i)
    order = (x->value[i] > y->value[i]) - (x->value[i] < y->value[i]);
  return order;
}

static int compare_targets(const void *a, const void *b) {
  const hit *x = a, *y = b;
  const int order = compare_hits(a, b);
  return order ? order : compare_numbers(x->action->target, y->action->target);
}

/// Loads of nodes are along axes of their own.
static int take_value(const gb_inp *inp, const gb_inp_action *a, hit *h, gb_error *error) {
  double axis[3][3];
  if (a->kind != GB_INP_CLOAD) {
    h->value[a->component % 3] = a->value;
    return GB_OK;
  }
  GB_TRY(gb_inp_axes_of(inp, a->line, a->target, axis, error));
  for (int i = 0; i < 3; ++i) h->value[i] += a->value * axis[a->component % 3][i];
  return GB_OK;
}

/// The hits of one target from its components: as many as differ in kind or amplitude.
static int gather(gb_inp *inp, hit_list *hits, gb_error *error) {
  const gb_inp_action *all = inp->actions.entry;
  int first = 0;
  for (int i = 0; i < inp->actions.count; ++i) {
    const gb_inp_action *a = &all[i];
    if (a->kind == GB_INP_GRAVITY) continue;
    const hit new = begin_hit(a);
    if (i && (all[i - 1].kind != a->kind || all[i - 1].target != a->target)) first = hits->count;
    int k = first;
    while (k < hits->count &&
           (hits->entry[k].turns != new.turns || hits->entry[k].moves != new.moves ||
            hits->entry[k].action->amplitude != a->amplitude))
      ++k;
    if (k == hits->count) GB_TRY(GB_ARENA_ADD(inp->arena, *hits, new, error));
    hit *h = &hits->entry[k];
    if (a->kind == GB_INP_BOUNDARY && !h->moves)
      h->fixed |= 2u << a->component;
    else
      GB_TRY(take_value(inp, a, h, error));
  }
  if (hits->count) qsort(hits->entry, (size_t)hits->count, sizeof *hits->entry, compare_targets);
  return GB_OK;
}

int gb_inp_write_value(gb_inp *inp, double value, int amplitude, gb_expression **out,
                       gb_error *error) {
  static const char *const variables[] = {"t", NULL};
  char *text;
  value += 0.0; // no minus zero
  if (amplitude < 0 || value == 0)
    return gb_expression_constant(value, inp->problem->arena, out, error);
  GB_TRY(gb_arena_text(inp->arena, &text, error, "%.17g*(%s)", value,
                       inp->named.amplitudes.entry[amplitude].text));
  return gb_expression_parse(text, variables, inp->problem->arena, out, error);
}

static int where_of(gb_inp *inp, const hit *h, const char **where, gb_error *error) {
  static const char *const names[GB_INP_KINDS] = {
      "*BOUNDARY", "*CLOAD", "*DLOAD", "*DLOAD", "*DLOAD", "*DLOAD", "*INITIAL CONDITIONS"};
  return gb_deck_where(inp->deck, h->action->line, names[h->action->kind], where, error);
}

static int add_support(gb_inp *inp, const hit *h, const char *where, const char *group,
                       gb_error *error) {
  static const unsigned fixes[] = {GB_FIX_X, GB_FIX_Y, GB_FIX_Z, GB_FIX_RX, GB_FIX_RY, GB_FIX_RZ};
  gb_support *support;
  GB_TRY(GB_PROBLEM_APPEND(inp->problem, supports, &support, error));
  *support = (gb_support){.where = where, .group = group, .symmetry = -1};
  for (int c = 0; c < 6; ++c)
    if (h->fixed >> (c + 1) & 1) support->fix |= fixes[c];
  for (int i = 0; i < 3 && h->moves; ++i)
    if (!isinf(h->value[i]))
      GB_TRY(gb_inp_write_value(inp, h->value[i], h->action->amplitude,
                                &support->motion.displacement[i], error));
  return GB_OK;
}

static int add_load(gb_inp *inp, const hit *h, const char *where, gb_load **load, gb_error *error) {
  const bool pressure = h->action->kind == GB_INP_DLOAD;
  const int chosen = inp->keywords.chosen;
  GB_TRY(GB_PROBLEM_APPEND(inp->problem, loads, load, error));
  const bool turning = pressure || h->action->kind == GB_INP_TURNING_LINE;
  **load = (gb_load){.where = where,
                     .type = pressure                             ? GB_LOAD_PRESSURE
                             : dimension_of(h->action->kind) == 1 ? GB_LOAD_TRACTION
                             : h->turns                           ? GB_LOAD_MOMENT
                                                                  : GB_LOAD_FORCE,
                     .amplitude = 1,
                     .follow = turning && chosen && inp->keywords.steps.entry[chosen - 1].large};
  for (int i = 0; i < (pressure ? 1 : 3); ++i)
    GB_TRY(gb_inp_write_value(inp, h->value[i], h->action->amplitude, &(*load)->value[i], error));
  return GB_OK;
}

/// "BOUNDARY: 123", "CLOAD: 0 0 -4"
static void name_set(const gb_inp *inp, const hit *h, size_t size, char *text) {
  static const char *const names[GB_INP_KINDS] = {"BOUNDARY",     "CLOAD", "PRESSURE", "LINE",
                                                  "TURNING LINE", "",      "VELOCITY"};
  int length = snprintf(text, size, "%s:", h->turns ? "MOMENT" : names[h->action->kind]);
  if (h->fixed) {
    snprintf(text + length, size - (size_t)length, " %s", gb_deck_digits_of(h->fixed).text);
    return;
  }
  for (int i = 0; i < (h->action->kind == GB_INP_DLOAD ? 1 : 3); ++i) {
    text[length++] = ' ';
    length += isinf(h->value[i])
                  ? snprintf(text + length, size - (size_t)length, "-")
                  : gb_deck_write_number(h->value[i], size - (size_t)length, text + length);
  }
  if (h->action->amplitude >= 0)
    snprintf(text + length, size - (size_t)length, " by %.60s",
             inp->named.amplitudes.entry[h->action->amplitude].name);
}

/// Equal hits: a set of the mesh and an entry of the problem.
static int add_entry(gb_inp *inp, const hit hits[], int count, gb_error *error) {
  char name[240];
  const char *group, *where;
  int32_t *members;
  gb_load *load;
  gb_initial_motion *initial;
  const int dimension = dimension_of(hits->action->kind);
  name_set(inp, hits, sizeof name, name);
  GB_TRY(gb_arena_text(inp->problem->arena, &group, error, "%s", name));
  GB_TRY(where_of(inp, hits, &where, error));
  GB_TRY(GB_TAKE(inp->arena, members, (size_t)count, error));
  for (int i = 0; i < count; ++i) members[i] = hits[i].action->target;
  GB_TRY(gb_mesh_add_group(inp->mesh,
                           &(gb_group_members){.name = name,
                                               .number = -1,
                                               .dimension = dimension,
                                               .nodes = dimension == 0,
                                               .count = count,
                                               .index = members},
                           error));
  if (hits->action->kind == GB_INP_BOUNDARY) return add_support(inp, hits, where, group, error);
  if (hits->action->kind == GB_INP_VELOCITY) {
    GB_TRY(GB_PROBLEM_APPEND(inp->problem, initials, &initial, error));
    *initial = (gb_initial_motion){.where = where, .group = group};
    memcpy(initial->velocity, hits->value, sizeof initial->velocity);
    return GB_OK;
  }
  GB_TRY(add_load(inp, hits, where, &load, error));
  load->group = group;
  return GB_OK;
}

/// Whether a component of a node is given that is not 0.
static bool is_driven(const gb_inp *inp, int32_t node) {
  for (int i = 0; i < inp->actions.count; ++i) {
    const gb_inp_action *a = &inp->actions.entry[i];
    if (a->kind == GB_INP_BOUNDARY && a->target == node && a->value != 0) return true;
  }
  return false;
}

/// Supports of a body are a joint with the ground where there is one.
static int fix_body(gb_inp *inp, const hit *h, const gb_inp_body *body, const char *where,
                    gb_error *error) {
  static const double axes[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  gb_joint_entry *joint,
      found = {.where = where, .between = {"ground", inp->problem->bodies.entry[body->body].name}};
  if (is_driven(inp, body->node) || !gb_deck_free_joint(0x7e & ~h->fixed, axes, &found)) {
    GB_TRY(add_support(inp, h, where, NULL, error));
    gb_support *support = &inp->problem->supports.entry[inp->problem->supports.count - 1];
    support->body = inp->problem->bodies.entry[body->body].name;
    return GB_OK;
  }
  GB_TRY(GB_PROBLEM_APPEND(inp->problem, joints, &joint, error));
  *joint = found;
  GB_TRY(gb_arena_text(inp->problem->arena, &joint->name, error, "BOUNDARY of node %lld",
                       (long long)inp->mesh->node_id[body->node]));
  for (int end = 0; end < 2; end++)
    memcpy(joint->at[end], inp->mesh->position[body->node], sizeof joint->at[end]);
  return GB_OK;
}

static int hit_body(gb_inp *inp, const hit *h, const gb_inp_body *body, gb_error *error) {
  const char *where;
  gb_load *load;
  gb_body *entry = &inp->problem->bodies.entry[body->body];
  GB_TRY(where_of(inp, h, &where, error));
  if (h->moves) {
    GB_TRY(add_support(inp, h, where, NULL, error));
    inp->problem->supports.entry[inp->problem->supports.count - 1].body = entry->name;
    return GB_OK;
  }
  if (h->action->kind == GB_INP_BOUNDARY) return fix_body(inp, h, body, where, error);
  if (h->action->kind == GB_INP_VELOCITY) {
    memcpy(entry->velocity, h->value, sizeof entry->velocity);
    return GB_OK;
  }
  GB_TRY(add_load(inp, h, where, &load, error));
  load->body = entry->name;
  memcpy(load->at, inp->mesh->position[body->node], sizeof load->at);
  return GB_OK;
}

static int hit_free(gb_inp *inp, const hit *h, gb_point_mass *point, gb_error *error) {
  const char *where;
  gb_load *load;
  GB_TRY(where_of(inp, h, &where, error));
  for (int i = 0; i < 3 && h->moves; ++i)
    if (!isinf(h->value[i]))
      GB_TRY(gb_inp_write_value(inp, h->value[i], h->action->amplitude,
                                &point->motion.displacement[i], error));
  if (h->moves) return GB_OK;
  if (h->turns)
    return gb_fail(error, GB_WRONG_REFERENCE, "%s: %s has no element and no rotation for a moment",
                   where, point->name);
  if (h->action->kind == GB_INP_BOUNDARY) point->fix |= h->fixed >> 1 & 7;
  if (h->action->kind == GB_INP_VELOCITY) memcpy(point->velocity, h->value, sizeof h->value);
  if (h->action->kind != GB_INP_CLOAD) return GB_OK;
  GB_TRY(add_load(inp, h, where, &load, error));
  load->mass = point->name;
  return GB_OK;
}

/// Take the hits of bodies and free nodes out of the others.
static int hit_bodies(gb_inp *inp, hit_list *hits, gb_error *error) {
  hit *all = hits->entry;
  int left = 0;
  for (int i = 0; i < hits->count; ++i) {
    const bool on_node = dimension_of(all[i].action->kind) == 0;
    const gb_inp_body *body = on_node ? gb_inp_body_at(inp, all[i].action->target) : NULL;
    gb_point_mass *point = on_node ? gb_inp_free_at(inp, all[i].action->target) : NULL;
    if (body)
      GB_TRY(hit_body(inp, &all[i], body, error));
    else if (point)
      GB_TRY(hit_free(inp, &all[i], point, error));
    else
      all[left++] = all[i];
  }
  hits->count = left;
  return GB_OK;
}

static int add_gravity(gb_inp *inp, gb_error *error) {
  double gravity[3] = {0};
  int amplitude = -2; // of none
  const gb_inp_action *all = inp->actions.entry;
  for (int i = 0; i < inp->actions.count; ++i) {
    if (all[i].kind != GB_INP_GRAVITY) continue;
    if (amplitude != -2 && amplitude != all[i].amplitude)
      return gb_deck_fail(inp->deck, all[i].line, error,
                          "GRAV acts by several amplitudes; accepted: one");
    amplitude = all[i].amplitude;
    gravity[all[i].component] = all[i].value;
  }
  for (int k = 0; k < 3 && amplitude != -2; ++k)
    GB_TRY(gb_inp_write_value(inp, gravity[k], amplitude, &inp->problem->gravity[k], error));
  return GB_OK;
}

int gb_inp_apply_actions(gb_inp *inp, gb_error *error) {
  hit_list hits = {0};
  GB_TRY(reduce(inp, error));
  GB_TRY(add_gravity(inp, error));
  GB_TRY(gb_inp_support_axes(inp, error));
  GB_TRY(gather(inp, &hits, error));
  GB_TRY(hit_bodies(inp, &hits, error));
  for (int i = 0, end; i < hits.count; i = end) {
    for (end = i + 1; end < hits.count && !compare_hits(&hits.entry[i], &hits.entry[end]);) ++end;
    GB_TRY(add_entry(inp, &hits.entry[i], end - i, error));
  }
  return GB_OK;
}
