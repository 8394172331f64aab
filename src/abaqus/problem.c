/// Actions on components become hits on nodes and elements. An action of a later step replaces
/// those of earlier steps on the same component; loads of one step add up.
#include "abaqus/entries/body.h"
#include "abaqus/entries/load.h"
#include "abaqus/entries/property.h"
#include "deck/ends.h"
#include "deck/ties.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

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

/// Keep the actions of the last step on each component, one for each amplitude.
static int reduce(gb_inp *inp, gb_error *error) {
  gb_inp_action *all = inp->loads->actions.entry;
  int left = 0;
  gb_deck_sort(all, inp->loads->actions.count, sizeof *all, compare_actions);
  for (int i = 0, end; i < inp->loads->actions.count; i = end) {
    int from = i;
    for (end = i + 1; end < inp->loads->actions.count && is_same_component(&all[i], &all[end]);
         ++end)
      if (all[end].step != all[from].step) from = end;
    const bool adds = all[i].kind != GB_ACT_SUPPORT && all[i].kind != GB_ACT_VELOCITY;
    const int first = left;
    double before = 0;
    for (int k = from - 1; k >= i && all[k].step == all[from - 1].step; --k)
      before = adds ? before + all[k].value : all[k].value;
    for (int k = from; k < end; ++k) {
      gb_inp_action *last = left > first ? &all[left - 1] : NULL;
      GB_DECK_FAIL_IF(
          last && !adds && (all[k].value != last->value || all[k].amplitude != last->amplitude),
          GB_WRONG_REFERENCE, inp->deck, all[k].line, error,
          "component %d of node %lld is %g here, and %g in another line", all[k].component + 1,
          gb_inp_number(inp, inp->mesh->node_id[all[k].target]), all[k].value, last->value);
      if (last && last->amplitude == all[k].amplitude)
        last->value += adds ? all[k].value : 0;
      else
        all[left++] = all[k];
    }
    if (all[first].amplitude < 0) all[first].before = before;
  }
  inp->loads->actions.count = left;
  return GB_OK;
}

/// Words in the names of groups of the mesh, and keywords, by the kind of action.
static const struct {
  const char *name, *word;
} kinds[GB_ACTS] = {[GB_ACT_SUPPORT] = {"BOUNDARY", "*BOUNDARY"},
                    [GB_ACT_FORCE] = {"CLOAD", "*CLOAD"},
                    [GB_ACT_PRESSURE] = {"PRESSURE", "*DLOAD"},
                    [GB_ACT_LINE] = {"LINE", "*DLOAD"},
                    [GB_ACT_TURNING_LINE] = {"TURNING LINE", "*DLOAD"},
                    [GB_ACT_VELOCITY] = {"VELOCITY", "*INITIAL CONDITIONS"}};

/// Find the history of an action. An action without an amplitude, in a step that ramps loads,
/// changes linearly from its value in the step before; an action of an earlier step keeps its
/// value.
static int find_history(gb_inp *inp, const gb_inp_action *a, int *history, gb_error *error) {
  gb_deck_history own = {.name = "RAMP"};
  *history = a->amplitude;
  if (a->amplitude >= 0 || inp->problem->deck->ramp == 0 || a->value == 0) return GB_OK;
  if (a->step < inp->keywords->chosen) *history = GB_DECK_AT_ONCE;
  if (a->before == 0 || *history == GB_DECK_AT_ONCE) return GB_OK;
  GB_TRY(gb_arena_text(inp->arena, &own.text, error, "%.17g + %.17g*t", a->before / a->value,
                       (1 - a->before / a->value) / inp->problem->deck->ramp));
  for (*history = 0; *history < inp->deck->made.histories.count; ++*history)
    if (!strcmp(inp->deck->made.histories.entry[*history].text, own.text)) return GB_OK;
  return GB_KEEP(inp, deck->made.histories, own, error);
}

/// Set the hit of an action on one component. Forces act along the axes of *TRANSFORM of their
/// node.
static int begin_hit(gb_inp *inp, const gb_inp_action *a, gb_hit *h, gb_error *error) {
  const int chosen = inp->keywords->chosen;
  const bool turning = a->kind == GB_ACT_PRESSURE || a->kind == GB_ACT_TURNING_LINE;
  double axis[3][3];
  *h = (gb_hit){.kind = a->kind,
                .name = kinds[a->kind].name,
                .word = kinds[a->kind].word,
                .target = a->target,
                .order = (int32_t)(a - inp->loads->actions.entry),
                .line = a->line,
                .set = -1,
                .follow = turning && chosen && inp->keywords->steps.entry[chosen - 1].large};
  GB_TRY(find_history(inp, a, &h->history, error));
  if (a->kind == GB_ACT_SUPPORT && a->value == 0) {
    h->fixed = 2u << a->component;
  } else if (a->kind == GB_ACT_SUPPORT) {
    h->kind = GB_ACT_MOTION;
    for (int i = 0; i < 3; ++i) h->value[i] = INFINITY;
  }
  if (a->kind != GB_ACT_FORCE) {
    if (!h->fixed) h->value[a->component % 3] = a->value;
    return GB_OK;
  }
  if (a->component > 2) h->kind = GB_ACT_MOMENT, h->name = "MOMENT";
  GB_TRY(gb_inp_axes_of(inp, a->line, a->target, axis, error));
  for (int i = 0; i < 3; ++i) h->value[i] = a->value * axis[a->component % 3][i] + 0.0;
  return GB_OK;
}

/// Whether a component of a node has a prescribed value that is not 0.
static bool is_driven(const gb_inp *inp, int32_t node) {
  GB_EACH(a, inp->loads->actions) {
    if (a->kind == GB_ACT_SUPPORT && a->target == node && a->value != 0) return true;
  }
  return false;
}

/// Support a body by a joint with the ground, or by a support where there is no such joint.
static int support_body(gb_inp *inp, const gb_hit *h, const gb_deck_body *body, gb_error *error) {
  const char *where;
  bool done = false;
  GB_TRY(gb_deck_where(inp->deck, h->line, h->word, &where, error));
  if (h->kind == GB_ACT_SUPPORT && !is_driven(inp, body->node))
    GB_TRY(gb_deck_fix_body(inp->deck, body, h->fixed, where, "BOUNDARY of node", &done, error));
  if (done) return GB_OK;
  return gb_hit_add_support(inp->deck, h, NULL, gb_deck_body_name(inp->deck, h->target), error);
}

/// Whether a hit supports a node that no element, body or spring has.
static bool is_idle(const gb_inp *inp, const gb_hit *h) {
  return (h->kind == GB_ACT_SUPPORT || h->kind == GB_ACT_MOTION) &&
         !inp->elements->taken[h->target] && !gb_deck_body_at(inp->deck, h->target) &&
         !gb_deck_free_at(inp->deck, h->target);
}

/// Apply the hits on bodies and free nodes, and remove them from the list. Supports of nodes that
/// nothing has are left out.
static int hit_bodies(gb_inp *inp, gb_hit_list *hits, gb_error *error) {
  gb_hit *all = hits->entry, first = {0};
  int left = 0, idle = 0;
  for (int i = 0; i < hits->count; ++i) {
    const bool support = all[i].kind == GB_ACT_SUPPORT || all[i].kind == GB_ACT_MOTION;
    const gb_deck_body *body = support ? gb_deck_body_at(inp->deck, all[i].target) : NULL;
    bool done = true;
    if (is_idle(inp, &all[i])) {
      if (!inp->elements->held[all[i].target] && idle++ == 0) first = all[i];
      continue;
    }
    GB_TRY(body ? support_body(inp, &all[i], body, error)
                : gb_hit_apply_to_end(inp->deck, &all[i], &done, error));
    if (!done) all[left++] = all[i];
  }
  hits->count = left;
  if (!idle) return GB_OK;
  return gb_deck_note(inp->deck, first.line, error,
                      "*BOUNDARY of node %lld, which no element, body or spring has, is left out; "
                      "supports of such nodes: %d",
                      gb_inp_number(inp, inp->mesh->node_id[first.target]), idle);
}

static int add_gravity(gb_inp *inp, gb_error *error) {
  double gravity[3] = {0};
  int amplitude = -2, history[3] = {-1, -1, -1}; // -2: of none
  GB_EACH(action, inp->loads->actions) {
    if (action->kind != GB_ACT_GRAVITY) continue;
    GB_DECK_FAIL_IF(amplitude != -2 && amplitude != action->amplitude, GB_WRONG_REFERENCE,
                    inp->deck, action->line, error,
                    "GRAV acts by several amplitudes; accepted: one");
    amplitude = action->amplitude;
    GB_TRY(find_history(inp, action, &history[action->component], error));
    gravity[action->component] = action->value;
  }
  for (int k = 0; k < 3 && amplitude != -2; ++k)
    GB_TRY(
        gb_deck_write_value(inp->deck, gravity[k], history[k], &inp->problem->gravity[k], error));
  return GB_OK;
}

/// Whether a group, which there is, has an element.
static bool contains(const gb_group *group, int32_t e) {
  int32_t low = 0, high = group->elements;
  while (low < high) {
    const int32_t middle = low + (high - low) / 2;
    if (group->element[middle] < e)
      low = middle + 1;
    else
      high = middle;
  }
  return low < group->elements && group->element[low] == e;
}

/// Find the mass of each node of an element, [nodes], by its shape functions.
static int find_masses(gb_inp *inp, int32_t e, double mass[], gb_error *error) {
  const gb_problem *problem = inp->problem;
  const gb_mesh *mesh = inp->mesh;
  const int nodes = gb_shape_nodes((gb_shape)mesh->shape[e]);
  const char *name = NULL;
  double per = 0; // of the density
  for (int i = 0; i < problem->solids.count; ++i)
    if (contains(gb_mesh_group(mesh, problem->solids.entry[i].group, 3), e)) {
      name = problem->solids.entry[i].material;
      gb_mesh_volume_shares(mesh, e, mass);
      per = 1;
    }
  for (int i = 0; i < problem->shells.count; ++i)
    if (contains(gb_mesh_group(mesh, problem->shells.entry[i].group, 2), e)) {
      const gb_shell_section *shell = &problem->shells.entry[i];
      name = shell->section || shell->own.count ? NULL : shell->material;
      for (int a = 0; a < nodes; ++a) mass[a] = gb_mesh_area_share(mesh, e, a);
      per = shell->thickness;
    }
  GB_DECK_FAIL_IF(!name, GB_WRONG_FIELD, inp->deck, inp->loads->part.line, error,
                  "*DLOAD: GRAV on %d of the %d elements, and element %lld is neither a solid nor "
                  "a shell of one material and thickness; accepted: these, or gravity of the whole "
                  "model",
                  inp->loads->part.count, (int)mesh->elements,
                  gb_inp_number(inp, mesh->element_id[e]));
  for (int a = 0; a < nodes; ++a) mass[a] *= per * gb_inp_material_of(inp, name)->density;
  return GB_OK;
}

/// Add gravity of a part of the elements as forces on their nodes.
static int hit_part(gb_inp *inp, gb_hit_list *hits, gb_error *error) {
  const gb_inp_part *part = &inp->loads->part;
  const gb_mesh *mesh = inp->mesh;
  const gb_inp_action like = {.amplitude = part->amplitude, .step = part->step, .value = 1};
  gb_hit h = {
      .kind = GB_ACT_FORCE, .name = "GRAV", .word = "*DLOAD", .line = part->line, .set = -1};
  if (part->count == 0) return GB_OK;
  GB_TRY(find_history(inp, &like, &h.history, error));
  for (int32_t e = 0; e < mesh->elements; ++e) {
    double mass[GB_SHAPE_NODES];
    if (!part->has[e]) continue;
    GB_TRY(find_masses(inp, e, mass, error));
    for (int32_t p = mesh->start[e]; p < mesh->start[e + 1]; ++p) {
      h.target = mesh->node[p];
      for (int k = 0; k < 3; ++k) h.value[k] = mass[p - mesh->start[e]] * part->value[k] + 0.0;
      GB_TRY(GB_ARENA_ADD(inp->arena, *hits, h, error));
    }
  }
  return GB_OK;
}

/// Let masses at one node of shells follow their rotation about the normal.
static int hold_turns(gb_inp *inp, gb_error *error) {
  const int bodies = inp->problem->bodies.count;
  bool *light;
  int held;
  GB_TRY(GB_TAKE(inp->arena, light, (size_t)bodies, error));
  for (int i = 0; i < bodies; ++i) {
    const gb_body *body = &inp->problem->bodies.entry[i];
    light[i] = body->mass == 0;
    for (int k = 0; k < 6; ++k) light[i] = light[i] && body->inertia[k] == 0;
  }
  GB_TRY(gb_deck_hold_turns(inp->deck, 1e-4, light, &held, error));
  if (held == 0) return GB_OK;
  return gb_deck_note(inp->deck, -1, error,
                      "%d bodies with mass at shells have about the normal there 1e-4 of the "
                      "stiffness of the shells in shear",
                      held);
}

int gb_inp_apply_actions(gb_inp *inp, gb_error *error) {
  gb_hit_list hits = {0};
  GB_TRY(reduce(inp, error));
  GB_TRY(gb_inp_add_faces(inp, error));
  GB_TRY(add_gravity(inp, error));
  GB_TRY(gb_inp_support_axes(inp, error));
  GB_EACH(action, inp->loads->actions) {
    gb_hit hit;
    if (action->kind == GB_ACT_GRAVITY) continue;
    GB_TRY(begin_hit(inp, action, &hit, error));
    GB_TRY(GB_ARENA_ADD(inp->arena, hits, hit, error));
  }
  GB_TRY(hit_part(inp, &hits, error));
  gb_hits_add_up(&hits, true);
  GB_TRY(hit_bodies(inp, &hits, error));
  GB_TRY(gb_inp_hold_alone(inp, error));
  GB_TRY(hold_turns(inp, error));
  return gb_hits_apply(inp->deck, &hits, error);
}
