/// Equal actions share one group of the mesh and one entry of the problem.
#include "deck/hits.h"
#include "base/order.h"
#include "deck/ends.h"
#include "deck/joint.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

int gb_act_dimension(gb_act kind) {
  return kind == GB_ACT_PRESSURE ? 2 : kind == GB_ACT_LINE || kind == GB_ACT_TURNING_LINE;
}

static int compare_heads(const gb_hit *x, const gb_hit *y) {
  if (x->kind != y->kind) return (int)x->kind - (int)y->kind;
  if (x->history != y->history) return x->history - y->history;
  if (x->relieved != y->relieved) return x->relieved - y->relieved;
  return (x->set > y->set) - (x->set < y->set);
}

static int compare_ends(const gb_hit *x, const gb_hit *y) {
  if (x->target != y->target) return x->target < y->target ? -1 : 1;
  return (x->order > y->order) - (x->order < y->order);
}

static int compare_values(const gb_hit *x, const gb_hit *y) {
  int order = (x->fixed > y->fixed) - (x->fixed < y->fixed);
  for (int i = 0; i < 3 && !order; ++i)
    order = (x->value[i] > y->value[i]) - (x->value[i] < y->value[i]);
  return order;
}

static int by_target(const void *a, const void *b) {
  const int order = compare_heads(a, b);
  return order ? order : compare_ends(a, b);
}

static int by_value(const void *a, const void *b) {
  int order = compare_heads(a, b);
  if (!order) order = compare_values(a, b);
  return order ? order : compare_ends(a, b);
}

void gb_hits_add_up(gb_hit_list *hits, bool supports) {
  gb_hit *all = hits->entry;
  int32_t left = 0;
  gb_deck_sort(all, hits->count, sizeof *all, by_target);
  for (int32_t i = 0; i < hits->count; ++i) {
    gb_hit *last = left ? &all[left - 1] : NULL;
    if (!last || compare_heads(last, &all[i]) || last->target != all[i].target ||
        (all[i].kind == GB_ACT_SUPPORT && !supports)) {
      all[left++] = all[i];
      continue;
    }
    const bool given = all[i].kind == GB_ACT_MOTION || all[i].kind == GB_ACT_TURN;
    last->fixed |= all[i].fixed;
    for (int k = 0; k < 3; ++k)
      last->value[k] =
          given ? fmin(last->value[k], all[i].value[k]) : last->value[k] + all[i].value[k];
  }
  hits->count = left;
  gb_deck_sort(all, left, sizeof *all, by_value);
}

int gb_deck_write_value(const gb_deck *deck, double value, int history, gb_expression **out,
                        gb_error *error) {
  static const char *const variables[] = {"t", NULL};
  char *text;
  const double ramp = history == -1 ? deck->problem->deck->ramp : 0;
  value += 0.0; // no minus zero
  if (value == 0 || (history < 0 && ramp == 0))
    return gb_expression_constant(value, deck->problem->arena, out, error);
  if (history < 0)
    GB_TRY(gb_arena_text(deck->arena, &text, error, "%.17g*t", value / ramp));
  else
    GB_TRY(gb_arena_text(deck->arena, &text, error, "%.17g*(%s)", value,
                         deck->made.histories.entry[history].text));
  return gb_expression_parse(text, variables, deck->problem->arena, out, error);
}

static int write_values(const gb_deck *deck, const gb_hit *h, int count, gb_expression *out[],
                        gb_error *error) {
  for (int i = 0; i < count; ++i)
    if (!isinf(h->value[i]))
      GB_TRY(gb_deck_write_value(deck, h->value[i], h->history, &out[i], error));
  return GB_OK;
}

/// Return how many numbers an action has: one for a pressure or a mass, else three.
static int values_of(gb_act kind) {
  return kind == GB_ACT_PRESSURE || kind == GB_ACT_MASS ? 1 : 3;
}

int gb_hit_add_support(gb_deck *deck, const gb_hit *h, const char *group, const char *body,
                       gb_error *error) {
  static const unsigned fixes[] = {GB_FIX_X, GB_FIX_Y, GB_FIX_Z, GB_FIX_RX, GB_FIX_RY, GB_FIX_RZ};
  gb_support *support;
  GB_TRY(GB_PROBLEM_APPEND(deck->problem, supports, &support, error));
  *support = (gb_support){.group = group, .body = body, .symmetry = -1, .relieved = h->relieved};
  for (int c = 0; c < 6; ++c)
    if (h->fixed >> (c + 1) & 1) support->fix |= fixes[c];
  GB_TRY(gb_deck_where(deck, h->line, h->word, &support->where, error));
  return h->kind == GB_ACT_MOTION ? write_values(deck, h, 3, support->motion.displacement, error)
                                  : GB_OK;
}

/// Add the load of a hit to the problem. The caller sets its group, body or free node.
static int add_load(gb_deck *deck, const gb_hit *h, gb_load **load, gb_error *error) {
  static const gb_load_type types[GB_ACTS] = {[GB_ACT_PRESSURE] = GB_LOAD_PRESSURE,
                                              [GB_ACT_LINE] = GB_LOAD_TRACTION,
                                              [GB_ACT_TURNING_LINE] = GB_LOAD_TRACTION,
                                              [GB_ACT_FORCE] = GB_LOAD_FORCE,
                                              [GB_ACT_MOMENT] = GB_LOAD_MOMENT};
  GB_TRY(GB_PROBLEM_APPEND(deck->problem, loads, load, error));
  **load = (gb_load){.type = types[h->kind], .amplitude = 1, .follow = h->follow};
  GB_TRY(gb_deck_where(deck, h->line, h->word, &(*load)->where, error));
  return write_values(deck, h, values_of(h->kind), (*load)->value, error);
}

/// Write the name of a group: "SPC 1: 123", "FORCE 2: 0 0 -4", "CONM2: 5", "CLOAD: 0 0 1 by WIND".
static void name_group(const gb_deck *deck, const gb_hit *h, size_t size, char *text) {
  int length = snprintf(text, size, "%s", h->name);
  if (h->set >= 0)
    length += snprintf(text + length, size - (size_t)length, " %lld", (long long)h->set);
  length += snprintf(text + length, size - (size_t)length, ":");
  if (h->kind == GB_ACT_SUPPORT) {
    snprintf(text + length, size - (size_t)length, " %s", gb_deck_digits_of(h->fixed).text);
    return;
  }
  for (int i = 0; i < values_of(h->kind); ++i) {
    text[length++] = ' ';
    length += isinf(h->value[i])
                  ? snprintf(text + length, size - (size_t)length, "%s", deck->made.unset)
                  : gb_deck_write_number(h->value[i], size - (size_t)length, text + length);
  }
  if (h->history >= 0)
    snprintf(text + length, size - (size_t)length, " by %.60s",
             deck->made.histories.entry[h->history].name);
}

/// Add the entry of a group of equal hits to the problem.
static int add_entry(gb_deck *deck, const gb_hit *h, const char *group, gb_error *error) {
  gb_load *load;
  gb_point_mass *mass;
  gb_initial_motion *initial;
  if (h->kind == GB_ACT_SUPPORT || h->kind == GB_ACT_MOTION)
    return gb_hit_add_support(deck, h, group, NULL, error);
  if (h->kind == GB_ACT_MASS) {
    GB_TRY(GB_PROBLEM_APPEND(deck->problem, masses, &mass, error));
    *mass = (gb_point_mass){.group = group, .mass = h->value[0]};
    return gb_deck_where(deck, h->line, h->word, &mass->where, error);
  }
  if (h->kind == GB_ACT_VELOCITY) {
    GB_TRY(GB_PROBLEM_APPEND(deck->problem, initials, &initial, error));
    *initial = (gb_initial_motion){.group = group};
    memcpy(initial->velocity, h->value, sizeof initial->velocity);
    return gb_deck_where(deck, h->line, h->word, &initial->where, error);
  }
  GB_TRY(add_load(deck, h, &load, error));
  load->group = group;
  return GB_OK;
}

/// Add the group of equal hits, ascending by target, to the mesh, and its entry to the problem.
static int add_group(gb_deck *deck, const gb_hit hits[], int32_t count, gb_error *error) {
  char name[240];
  const char *group;
  int32_t *members, distinct = 0;
  const gb_hit *first = hits;
  const int dimension = gb_act_dimension(hits->kind);
  name_group(deck, hits, sizeof name, name);
  GB_TRY(gb_arena_text(deck->problem->arena, &group, error, "%s", name));
  GB_TRY(GB_TAKE(deck->arena, members, (size_t)count, error));
  for (int32_t i = 0; i < count; ++i) {
    if (hits[i].order < first->order) first = &hits[i];
    if (!distinct || members[distinct - 1] != hits[i].target) members[distinct++] = hits[i].target;
  }
  const gb_group_members all = {.name = name,
                                .number = -1,
                                .dimension = dimension,
                                .nodes = dimension == 0,
                                .count = distinct,
                                .index = members};
  GB_TRY(gb_mesh_add_group(deck->mesh, &all, error));
  return add_entry(deck, first, group, error);
}

int gb_hits_apply(gb_deck *deck, const gb_hit_list *hits, gb_error *error) {
  const gb_hit *all = hits->entry;
  for (int32_t i = 0, end; i < hits->count; i = end) {
    for (end = i + 1; end < hits->count && !compare_heads(&all[i], &all[end]); ++end)
      if (compare_values(&all[i], &all[end])) break;
    GB_TRY(add_group(deck, &all[i], end - i, error));
  }
  return GB_OK;
}

static int apply_to_free(gb_deck *deck, const gb_hit *h, gb_point_mass *point, gb_error *error) {
  gb_load *load;
  GB_DECK_FAIL_IF(h->kind == GB_ACT_MOMENT, GB_WRONG_REFERENCE, deck, h->line, error,
                  "%s: %s has no element and no rotation for a moment", h->word, point->name);
  if (h->kind == GB_ACT_MASS) point->mass += h->value[0];
  if (h->kind == GB_ACT_SUPPORT) point->fix |= h->fixed >> 1 & 7;
  if (h->kind == GB_ACT_VELOCITY) memcpy(point->velocity, h->value, sizeof h->value);
  if (h->kind == GB_ACT_MOTION) GB_TRY(write_values(deck, h, 3, point->motion.displacement, error));
  if (h->kind != GB_ACT_FORCE) return GB_OK;
  GB_TRY(add_load(deck, h, &load, error));
  load->mass = point->name;
  return GB_OK;
}

int gb_hit_apply_to_end(gb_deck *deck, const gb_hit *h, bool *done, gb_error *error) {
  const bool on_node = gb_act_dimension(h->kind) == 0;
  const gb_deck_body *body = on_node ? gb_deck_body_at(deck, h->target) : NULL;
  gb_point_mass *point = on_node && !body ? gb_deck_free_at(deck, h->target) : NULL;
  gb_load *load;
  *done = body || point;
  if (point) return apply_to_free(deck, h, point, error);
  if (!body) return GB_OK;
  gb_body *entry = &deck->problem->bodies.entry[body->body];
  if (h->kind == GB_ACT_VELOCITY) {
    memcpy(entry->velocity, h->value, sizeof entry->velocity);
    return GB_OK;
  }
  GB_TRY(add_load(deck, h, &load, error));
  load->body = entry->name;
  memcpy(load->at, deck->mesh->position[h->target], sizeof load->at);
  return GB_OK;
}
