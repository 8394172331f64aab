/// The supports and loads of the sets that act become hits on nodes and elements. Loads on one
/// target add up, as in Nastran.
#include "nastran/bodies/springs.h"
#include "nastran/entries/bar.h"
#include "nastran/entries/body.h"
#include "nastran/entries/grid.h"
#include "nastran/entries/load.h"
#include "nastran/entries/set.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/// Words in the names of groups of the mesh, by the kind of action.
static const char *const names[GB_ACTS] = {
    [GB_ACT_SUPPORT] = "SPC", [GB_ACT_MOTION] = "SPCD",   [GB_ACT_TURN] = "SPCD",
    [GB_ACT_FORCE] = "FORCE", [GB_ACT_MOMENT] = "MOMENT", [GB_ACT_PRESSURE] = "PLOAD",
    [GB_ACT_MASS] = "CONM2",
};

/// Remove the components that the pins of bars leave without stiffness from those of a support.
static unsigned held_of(const gb_nastran *nastran, int64_t grid, unsigned components) {
  const gb_nastran_freed *freed = GB_FIND_NUMBER(nastran->grids->freed, grid);
  return freed ? components & ~freed->components : components;
}

/// Limit the number of targets of ranges (THRU), so that a short deck cannot exhaust the memory.
static int check_ranges(const gb_nastran *nastran, const gb_mesh *mesh,
                        const gb_nastran_action *action, const gb_hit_list *hits, gb_error *error) {
  const int64_t most = 1000000 + 100 * ((int64_t)mesh->nodes + mesh->elements);
  if (action->last == action->target || hits->count <= most) return GB_OK;
  return gb_deck_fail(nastran->deck, action->line, error,
                      "%s: with those before it, the ranges name more than %lld grids and "
                      "elements; the mesh has %d and %d",
                      action->card, (long long)most, (int)mesh->nodes, (int)mesh->elements);
}

/// Add a hit for each target of an action. A range may have gaps. @param pulse index of a TLOAD;
/// -1: the action acts at all times
static int hit_targets(const gb_nastran *nastran, const gb_nastran_action *action, int pulse,
                       gb_hit_list *hits, gb_error *error) {
  const gb_mesh *mesh = nastran->deck->mesh;
  const bool on_elements = gb_act_dimension(action->kind) > 0,
             support = action->kind == GB_ACT_SUPPORT;
  const bool given = gb_nastran_is_given(action->kind);
  const int64_t *ids = on_elements ? mesh->element_id : mesh->node_id;
  int32_t count = on_elements ? mesh->elements : mesh->nodes;
  int32_t i = gb_lower_index(ids, count, action->target);
  double factor = gb_nastran_factor(nastran, action, pulse);
  gb_hit h = {.kind = action->kind,
              .order = (int32_t)(action - nastran->actions.entry),
              .line = action->line,
              .word = action->card,
              .name = gb_nastran_is_suport(action) ? "SUPORT"
                      : support && action->set < 0 ? "GRID"
                                                   : names[action->kind],
              .relieved = gb_nastran_is_suport(action) && nastran->set->relieves,
              .set = action->set,
              .history = pulse};
  bool acts = false;
  for (int k = 0; k < 3 && !support; ++k) {
    const bool unset = given && isinf(action->value[k]);
    h.value[k] = unset ? INFINITY : action->value[k] * factor + 0.0; // no minus zero
    acts = acts || (!unset && h.value[k] != 0);
  }
  if (pulse >= 0 && acts) GB_TRY(gb_nastran_need_history(nastran, pulse, error));
  const int64_t last_grid = gb_nastran_last_grid(nastran);
  const double pressure = h.value[0];
  for (; i < count && ids[i] <= action->last; ++i) {
    if (on_elements ? gb_shape_dimension((gb_shape)mesh->shape[i]) != 2
                    : ids[i] > last_grid && action->system != GB_NASTRAN_SPREAD)
      continue;
    h.target = i;
    if (on_elements) h.value[0] = (mesh->reversed[i] ? -pressure : pressure) + 0.0;
    if (support) h.fixed = held_of(nastran, ids[i], (unsigned)action->value[0]);
    if (factor != 0 && !(support && h.fixed == 0))
      GB_TRY(GB_ARENA_ADD(nastran->deck->arena, *hits, h, error));
  }
  return check_ranges(nastran, mesh, action, hits, error);
}

/// Set the gravity of the problem, which acts at all times or by one TLOAD.
static int add_gravity(const gb_nastran *nastran, gb_error *error) {
  double gravity[3] = {0};
  int by = -2; // no gravity yet
  GB_EACH(action, nastran->actions)
    for (int p = -1; p < nastran->dynamics->pulses.count; ++p) {
      const double factor = gb_nastran_factor(nastran, action, p);
      if (action->kind != GB_ACT_GRAVITY || factor == 0) continue;
      GB_DECK_FAIL_IF(by != -2 && by != p, GB_WRONG_REFERENCE, nastran->deck, action->line, error,
                      "GRAV, ACCEL, ACCEL1: gravity acts by LOAD and by a TLOAD, or by two of "
                      "them; accepted: one");
      by = p;
      for (int k = 0; k < 3; ++k) gravity[k] += factor * action->value[k];
    }
  for (int k = 0; k < 3 && by != -2; ++k)
    GB_TRY(gb_nastran_history(nastran, by, gravity[k], &nastran->deck->problem->gravity[k], error));
  return GB_OK;
}

static bool has_chosen(const gb_nastran *nastran, gb_nastran_choice of) {
  const gb_nastran_action *actions = nastran->actions.entry;
  const int pulses = of == GB_NASTRAN_DLOAD ? nastran->dynamics->pulses.count : 1;
  GB_EACH(tie, nastran->rigid->ties)
    if (of == GB_NASTRAN_MPC && tie->set && gb_nastran_factor_of_set(nastran, of, tie->set) != 0)
      return true;
  // gb_nastran_add_temperatures refuses a set that does not exist
  if (of == GB_NASTRAN_TEMPERATURE) return true;
  GB_EACH(mass, nastran->rigid->nonstructural)
    if (of == GB_NASTRAN_NSM && gb_nastran_factor_of_set(nastran, of, mass->id) != 0) return true;
  GB_EACH(sequence, nastran->dynamics->sequences)
    if (of == GB_NASTRAN_LOADSET && sequence->set == nastran->set->chosen[of]) return true;
  for (int32_t i = 0; i < nastran->actions.count; ++i)
    for (int p = 0; p < pulses; ++p)
      if (actions[i].set >= 0 &&
          gb_nastran_choice_of(&actions[i]) == (of == GB_NASTRAN_DLOAD ? GB_NASTRAN_LOAD : of) &&
          gb_nastran_factor(nastran, &actions[i], of == GB_NASTRAN_DLOAD ? p : -1) != 0)
        return true;
  return false;
}

/// Fail where no card has the chosen set.
static int check_chosen(const gb_nastran *nastran, gb_nastran_choice of, gb_error *error) {
  if (nastran->set->chosen[of] == 0 || has_chosen(nastran, of)) return GB_OK;
  return gb_nastran_refuse_set(nastran, of, error);
}

/// Remove the components to which SPCD gives a motion from their supports.
static int release_moved(const gb_nastran *nastran, gb_hit_list *hits, gb_error *error) {
  const gb_mesh *mesh = nastran->deck->mesh;
  gb_hit *all = hits->entry;
  unsigned char *moved, *held;
  int32_t left = 0;
  GB_TRY(GB_TAKE(nastran->deck->arena, moved, (size_t)mesh->nodes, error));
  GB_TRY(GB_TAKE(nastran->deck->arena, held, (size_t)mesh->nodes, error));
  for (int32_t i = 0; i < hits->count; ++i) {
    const unsigned first = all[i].kind == GB_ACT_TURN ? 0x10 : 2;
    for (int k = 0; k < 3 && gb_nastran_is_given(all[i].kind); ++k)
      if (strcmp(all[i].word, "SPC") != 0 && !isinf(all[i].value[k]))
        moved[all[i].target] |= (unsigned char)(first << k);
  }
  for (int32_t i = 0; i < hits->count; ++i) {
    if (all[i].kind == GB_ACT_SUPPORT) {
      held[all[i].target] |= (unsigned char)all[i].fixed;
      all[i].fixed &= ~(unsigned)moved[all[i].target];
      if (all[i].fixed == 0) continue;
    }
    all[left++] = all[i];
  }
  hits->count = left;
  for (int32_t i = 0; i < hits->count; ++i)
    GB_DECK_FAIL_IF(!strcmp(all[i].word, "SPCD") && moved[all[i].target] & ~held[all[i].target],
                    GB_WRONG_REFERENCE, nastran->deck, all[i].line, error,
                    "SPCD: no SPC holds what moves of grid %lld; accepted: components that an SPC "
                    "of the set that acts holds",
                    (long long)mesh->node_id[all[i].target]);
  return GB_OK;
}

static int compare_skew(const void *a, const void *b) {
  const gb_nastran_skew *x = a, *y = b;
  if (x->action != y->action) return x->action < y->action ? -1 : 1;
  return (x->grid > y->grid) - (x->grid < y->grid);
}

/// Whether a support acts along axes (CD) that are not the basic ones.
static bool is_skew(const gb_nastran *nastran, const gb_hit *h) {
  const gb_nastran_skew key = {h->order, nastran->deck->mesh->node_id[h->target]};
  const size_t count = (size_t)nastran->rigid->skew.count;
  return count && bsearch(&key, nastran->rigid->skew.entry, count, sizeof key, compare_skew);
}

/// Add an equation for each component of a support or given motion. Rotations are left out where
/// the grid has none.
static int give(gb_nastran *nastran, const gb_hit *h, bool turns, gb_error *error) {
  const bool given = gb_nastran_is_given(h->kind);
  const int first = h->kind == GB_ACT_TURN ? 4 : 1;
  for (int c = 1; c <= (given || turns ? 6 : 3); ++c) {
    const int k = c - first;
    if (given ? k < 0 || k > 2 || isinf(h->value[k]) : !(h->fixed >> c & 1)) continue;
    const gb_nastran_given one = {.action = &nastran->actions.entry[h->order],
                                  .node = h->target,
                                  .component = c,
                                  .pulse = given ? h->history : -1,
                                  .value = given ? h->value[k] : 0};
    GB_TRY(gb_nastran_give(nastran, &one, error));
  }
  return GB_OK;
}

/// Add a note about supports and loads of grids that no element, body or spring has. Nastran holds
/// such grids, so they have no effect there either. @param first  the first of them
static int tell_unused(gb_nastran *nastran, int32_t count, const gb_hit *first, gb_error *error) {
  if (count == 0) return GB_OK;
  return gb_deck_note(nastran->deck, first->line, error,
                      "%s of grid %lld, which no element, body or spring has, is left out; "
                      "supports and loads of such grids: %d",
                      first->word, (long long)nastran->deck->mesh->node_id[first->target],
                      (int)count);
}

/// Mark the grids of bars, whose ends may have nodes of their own and joints with the grid.
static int mark_joined(const gb_nastran *nastran, bool **joined, gb_error *error) {
  const gb_mesh *mesh = nastran->deck->mesh;
  GB_TRY(GB_TAKE(nastran->deck->arena, *joined, (size_t)mesh->nodes, error));
  GB_EACH(bar, nastran->bars->all)
    for (int end = 0; end < 2; ++end)
      (*joined)[gb_lower_index(mesh->node_id, mesh->nodes, bar->grid[end])] = true;
  return GB_OK;
}

static int refuse_relieved(const gb_nastran *nastran, const gb_hit *h, bool point,
                           gb_error *error) {
  return gb_deck_fail_as(GB_WRONG_REFERENCE, nastran->deck, h->line, error,
                         "%s: inertia relief fixes components %s of grid %lld, %s; accepted: "
                         "grids of elements and bodies, along the basic axes",
                         h->word, gb_deck_digits_of(h->fixed).text,
                         (long long)nastran->deck->mesh->node_id[h->target],
                         point ? "which has no element" : "along axes (CD) of its own");
}

/// Refuse inertia relief without a SUPORT that acts.
static int check_relief(const gb_nastran *nastran, gb_error *error) {
  if (!nastran->set->relieves || !nastran->set->holds_free) return GB_OK;
  GB_EACH(action, nastran->actions)
    if (gb_nastran_is_suport(action) && gb_nastran_factor(nastran, action, -1) != 0) return GB_OK;
  return gb_fail(error, GB_WRONG_REFERENCE,
                 "%s: PARAM,INREL = -1, and no SUPORT acts; accepted: with a SUPORT, or a SUPORT1 "
                 "that the case control names",
                 nastran->deck->file);
}

/// Apply hits on bodies and free nodes and those that become equations, and remove them from the
/// list.
static int hit_bodies(gb_nastran *nastran, gb_hit_list *hits, gb_error *error) {
  enum { TURNS = 0x70 };
  gb_hit *all = hits->entry, unused = {0};
  int32_t left = 0, loose = 0;
  bool *taken, *turning, *joined;
  GB_TRY(gb_nastran_mark_taken(nastran, &taken, error));
  GB_TRY(mark_joined(nastran, &joined, error));
  GB_TRY(gb_nastran_find_turning(nastran, &turning, error));
  for (int32_t i = 0; i < hits->count; ++i) {
    const gb_act kind = all[i].kind;
    const bool on_node = gb_act_dimension(kind) == 0;
    gb_deck_body *body = on_node ? gb_deck_body_at(nastran->deck, all[i].target) : NULL;
    const bool point = on_node && gb_deck_free_at(nastran->deck, all[i].target);
    const bool apart = ((point || body) && kind == GB_ACT_MOTION) || kind == GB_ACT_TURN;
    const bool support = gb_nastran_is_given(kind) || kind == GB_ACT_SUPPORT;
    const bool there = point || body || taken[all[i].target] || joined[all[i].target];
    bool done = true;
    if (!there && !strcmp(all[i].word, "SPOINT")) continue; // a point that nothing has
    if (!there && on_node &&
        (kind == GB_ACT_SUPPORT || kind == GB_ACT_FORCE || kind == GB_ACT_MOMENT)) {
      if (loose++ == 0) unused = all[i];
      continue;
    }
    if (point && kind == GB_ACT_MOMENT &&
        (gb_nastran_fixed(nastran, nastran->deck->mesh->node_id[all[i].target]) & TURNS) == TURNS)
      continue; // it acts on the support
    if (all[i].relieved && body && !is_skew(nastran, &all[i]))
      GB_TRY(gb_hit_add_support(nastran->deck, &all[i], NULL,
                                gb_deck_body_name(nastran->deck, body->node), error));
    else if (all[i].relieved && (point || is_skew(nastran, &all[i])))
      return refuse_relieved(nastran, &all[i], point, error);
    else if (apart || (support && there && is_skew(nastran, &all[i])))
      GB_TRY(give(nastran, &all[i], body || (!point && turning[all[i].target]), error));
    else if (body && kind == GB_ACT_SUPPORT)
      body->fixed |= all[i].fixed;
    else
      GB_TRY(gb_hit_apply_to_end(nastran->deck, &all[i], &done, error));
    if (!done) all[left++] = all[i];
  }
  hits->count = left;
  return tell_unused(nastran, loose, &unused, error);
}

static int apply_hits(gb_nastran *nastran, gb_hit_list *hits, gb_error *error) {
  GB_EACH(action, nastran->actions)
    for (int p = -1; p < nastran->dynamics->pulses.count; ++p)
      if (action->kind != GB_ACT_GRAVITY && action->kind != GB_ACT_SPIN &&
          (nastran->set->holds_free || !gb_nastran_is_suport(action)) &&
          (p < 0 || gb_nastran_factor(nastran, action, p) != 0))
        GB_TRY(hit_targets(nastran, action, p, hits, error));
  GB_TRY(release_moved(nastran, hits, error));
  gb_hits_add_up(hits, false);
  GB_TRY(hit_bodies(nastran, hits, error));
  return gb_hits_apply(nastran->deck, hits, error);
}

int gb_nastran_apply_actions(gb_nastran *nastran, gb_error *error) {
  gb_hit_list hits = {0};
  GB_TRY(gb_nastran_spread_loads(nastran, error));
  for (int i = 0; i < GB_NASTRAN_CHOICES; ++i)
    GB_TRY(check_chosen(nastran, (gb_nastran_choice)i, error));
  GB_TRY(gb_nastran_check_reaches(nastran, error));
  GB_TRY(check_relief(nastran, error));
  GB_TRY(add_gravity(nastran, error));
  GB_TRY(gb_nastran_add_masses(nastran, error));
  GB_TRY(gb_nastran_spin(nastran, error));
  GB_DECK_FAIL_IF(nastran->rigid->no_inertia &&
                      (nastran->set->relieves || nastran->deck->problem->spin.speed),
                  GB_WRONG_FIELD, nastran->deck, nastran->rigid->no_inertia, error,
                  "the inertia is negative about some axis, and RFORCE or INREL of -1 needs it; "
                  "accepted: that of a body");
  GB_TRY(gb_nastran_make_bodies(nastran, error));
  GB_TRY(gb_nastran_make_springs(nastran, error));
  GB_TRY(gb_nastran_make_ties(nastran, error));
  GB_TRY(gb_nastran_free_grids(nastran, error));
  GB_TRY(apply_hits(nastran, &hits, error));
  return gb_nastran_fix_bodies(nastran, error);
}
