/// PARAM,AUTOSPC: displacements of a grid that none of its rods and springs resist are fixed, as in
/// Nastran. In statics they would make a mechanism. In dynamics tension and inertia may resist
/// them, so the reader leaves them free there. A grid to which anything else is attached does not
/// change. Source: MSC Nastran Quick Reference Guide, "Parameters", AUTOSPC.
#include "base/length.h"
#include "deck/joint.h"
#include "nastran/bars.h"
#include "nastran/bodies.h"
#include "nastran/sets.h"
#include "nastran/spring_entries.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/// A direction is loose if its stiffness is below this part of the largest one of its grid.
static const double singular = 1e-8;

/// The stiffness of a grid: the sum of n n^T over the directions n of its rods and springs.
typedef struct loose_grid {
  double stiffness[3][3];
  bool used, other; ///< whether it has rods or springs, or anything else
} loose_grid;

typedef struct search {
  gb_nastran *nastran;
  const gb_mesh *mesh;
  loose_grid *grid; ///< [nodes]
} search;

/// Find the entry of a grid. @return NULL: there is no such grid
static loose_grid *entry_of(const search *s, int64_t grid) {
  const int32_t node = gb_lower_index(s->mesh->node_id, s->mesh->nodes, grid);
  return node < s->mesh->nodes && s->mesh->node_id[node] == grid ? &s->grid[node] : NULL;
}

static void exclude(const search *s, int64_t grid) {
  loose_grid *entry = entry_of(s, grid);
  if (entry) entry->other = true;
}

static void stiffen(const search *s, int64_t grid, const double n[3]) {
  loose_grid *entry = entry_of(s, grid);
  if (!entry) return;
  entry->used = true;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) entry->stiffness[i][j] += n[i] * n[j];
}

static void add_spring(const search *s, const gb_nastran_spring *spring) {
  const bool bush = !strcmp(spring->card, "CBUSH");
  bool plain = (bush || (spring->component > 0 && spring->component < 4)) && !spring->scalar;
  double axis[3][3];
  memcpy(axis, spring->axes, sizeof spring->axes);
  gb_cross(axis[0], axis[1], axis[2]);
  for (int c = 3; c < 6 && bush; ++c) plain = plain && spring->k[c] == 0 && spring->b[c] == 0;
  for (int end = 0; end < 2; ++end) {
    if (!spring->grid[end]) continue;
    if (!plain) exclude(s, spring->grid[end]);
    for (int c = 0; c < 3 && plain; ++c)
      if (spring->k[c] != 0) stiffen(s, spring->grid[end], axis[c]);
  }
}

/// Exclude the grids of elements other than rods, of links, equations and bodies.
static void exclude_others(const search *s) {
  const gb_nastran *nastran = s->nastran;
  const gb_mesh *mesh = s->mesh;
  for (int32_t e = 0; e < mesh->elements; ++e)
    for (int32_t k = mesh->start[e]; mesh->shape[e] != GB_LINE2 && k < mesh->start[e + 1]; ++k)
      s->grid[mesh->node[k]].other = true;
  GB_EACH(bar, nastran->bars->all)
    for (int end = 0; end < 2; ++end)
      if (!bar->rod) exclude(s, bar->grid[end]);
  GB_EACH(tie, nastran->rigid->ties) exclude(s, tie->reference.id);
  GB_EACH(end, nastran->rigid->ends) exclude(s, end->id);
  GB_EACH(skew, nastran->rigid->skew) exclude(s, skew->grid);
  GB_EACH(mass, nastran->rigid->masses)
    if (gb_nastran_is_extended(mass)) exclude(s, mass->grid);
  GB_EACH(action, nastran->actions)
    if (gb_nastran_is_given(action->kind)) exclude(s, action->target);
}

/// Find the components, as bits 1 to 3, without a support that have no stiffness: an elimination
/// with the largest pivots first leaves them without a pivot.
static unsigned find_loose(const loose_grid *grid, unsigned fixed) {
  double K[3][3];
  unsigned left = 0xe & ~fixed;
  memcpy(K, grid->stiffness, sizeof K);
  for (;;) {
    int pivot = -1;
    for (int i = 0; i < 3; ++i)
      if (left >> (i + 1) & 1 && (pivot < 0 || K[i][i] > K[pivot][pivot])) pivot = i;
    if (pivot < 0 || K[pivot][pivot] <= singular) return left;
    left &= ~(2u << pivot);
    for (int i = 0; i < 3; ++i) {
      const double factor = i == pivot ? 0 : K[i][pivot] / K[pivot][pivot];
      for (int j = 0; j < 3; ++j) K[i][j] -= factor * K[pivot][j];
    }
  }
}

static int hold(const search *s, gb_error *error) {
  gb_nastran *nastran = s->nastran;
  char first[60] = "";
  int grids = 0;
  for (int32_t n = 0; n < s->mesh->nodes; ++n) {
    if (!s->grid[n].used || s->grid[n].other) continue;
    const int64_t id = s->mesh->node_id[n];
    const unsigned loose = find_loose(&s->grid[n], gb_nastran_fixed(nastran, id));
    const gb_nastran_action action = {
        GB_ACT_SUPPORT, nastran->bulk, "AUTOSPC", -1, id, id, {loose, 0, 0}, 0};
    if (!loose) continue;
    if (grids++ == 0)
      snprintf(first, sizeof first, "%s of grid %lld", gb_deck_digits_of(loose).text,
               (long long)id);
    GB_TRY(GB_KEEP(nastran, actions, action, error));
  }
  if (grids == 0) return GB_OK;
  return gb_deck_note(
      nastran->deck, -1, error,
      "AUTOSPC: displacements of %d grids, along which none of their rods and springs acts, are "
      "held (the first: components %s); PARAM,AUTOSPC,NO leaves them free",
      grids, first);
}

int gb_nastran_hold_loose(gb_nastran *nastran, gb_error *error) {
  search s = {.nastran = nastran, .mesh = nastran->deck->mesh};
  if (!nastran->set->holds_loose) return GB_OK;
  GB_TRY(GB_TAKE(nastran->deck->arena, s.grid, (size_t)s.mesh->nodes, error));
  GB_EACH(bar, nastran->bars->all)
    for (int end = 0; end < 2 && bar->rod; ++end) stiffen(&s, bar->grid[end], bar->axis[0]);
  GB_EACH(spring, nastran->springs->all) add_spring(&s, spring);
  exclude_others(&s);
  return hold(&s, error);
}
