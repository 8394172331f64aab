/// PARAM,AUTOSPC: displacements of a grid that none of its rods, springs and plates resist are
/// fixed, as in Nastran. Plates are shells of a PSHELL without MID1, which resist what is along
/// their normal. In statics such displacements would make a mechanism. In dynamics tension and
/// inertia may resist them, so the reader leaves grids of rods and springs free there, and
/// fixes only grids that have plates alone. A grid to which anything else is attached does not
/// change. Source: MSC Nastran Quick Reference Guide, "Parameters", AUTOSPC.
#include "base/length.h"
#include "deck/joint.h"
#include "nastran/entries/bar.h"
#include "nastran/entries/body.h"
#include "nastran/entries/set.h"
#include "nastran/entries/shell.h"
#include "nastran/entries/spring.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/// A direction is loose if its stiffness is below this part of the largest one of its grid.
static const double singular = 1e-8;

/// The stiffness of a grid: the sum of n n^T over the directions n of its rods, springs and plates.
typedef struct loose_grid {
  double stiffness[3][3];
  bool used, other; ///< whether it has rods, springs or plates, or anything else
} loose_grid;

typedef struct search {
  gb_nastran *nastran;
  const gb_mesh *mesh;
  loose_grid *grid; ///< [nodes]
  bool *plate;      ///< whether an element is a plate, [elements]
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

/// Add a direction in which a grid is resisted. NULL is accepted.
static void stiffen(loose_grid *grid, const double n[3]) {
  if (!grid) return;
  grid->used = true;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) grid->stiffness[i][j] += n[i] * n[j];
}

static void add_spring(const search *s, const gb_nastran_spring *spring) {
  const bool bush = !strcmp(spring->card, "CBUSH");
  bool plain = s->nastran->set->statics &&
               (bush || (spring->component > 0 && spring->component < 4)) && !spring->scalar;
  double axis[3][3];
  memcpy(axis, spring->axes, sizeof spring->axes);
  gb_cross(axis[0], axis[1], axis[2]);
  for (int c = 3; c < 6 && bush; ++c) plain = plain && spring->k[c] == 0 && spring->b[c] == 0;
  for (int end = 0; end < 2; ++end) {
    if (!spring->grid[end]) continue;
    if (!plain) exclude(s, spring->grid[end]);
    for (int c = 0; c < 3 && plain; ++c)
      if (spring->k[c] != 0) stiffen(entry_of(s, spring->grid[end]), axis[c]);
  }
}

/// Add the normals of the plates of a property at their nodes.
static void add_plates(const search *s, const gb_nastran_property *property) {
  const gb_mesh *mesh = s->mesh;
  for (int g = 0; g < mesh->groups; ++g) {
    const gb_group *group = &mesh->group[g];
    if (group->dimension != 2 || group->number != property->id) continue;
    for (int32_t i = 0; i < group->elements; ++i) {
      const int32_t e = group->element[i];
      double n[3];
      s->plate[e] = true;
      for (int32_t k = mesh->start[e]; k < mesh->start[e + 1]; ++k) {
        gb_mesh_area_vector(mesh, e, k - mesh->start[e], n);
        const double size = gb_length(n);
        for (int c = 0; c < 3; ++c) n[c] /= size;
        stiffen(&s->grid[mesh->node[k]], n);
      }
    }
  }
}

/// Exclude the grids of elements other than rods and plates, of links, equations and bodies.
static void exclude_others(const search *s) {
  const gb_nastran *nastran = s->nastran;
  const gb_mesh *mesh = s->mesh;
  for (int32_t e = 0; e < mesh->elements; ++e)
    for (int32_t k = mesh->start[e];
         mesh->shape[e] != GB_LINE2 && !s->plate[e] && k < mesh->start[e + 1]; ++k)
      s->grid[mesh->node[k]].other = true;
  GB_EACH(bar, nastran->bars->all)
    for (int end = 0; end < 2; ++end)
      if (!bar->rod || !nastran->set->statics) exclude(s, bar->grid[end]);
  GB_EACH(tie, nastran->rigid->ties) exclude(s, tie->reference.id);
  GB_EACH(end, nastran->rigid->ends) exclude(s, end->id);
  GB_EACH(skew, nastran->rigid->skew) exclude(s, skew->grid);
  GB_EACH(mass, nastran->rigid->masses)
    if (gb_nastran_is_extended(mass)) exclude(s, mass->grid);
  GB_EACH(action, nastran->actions)
    if (gb_nastran_is_given(action->kind)) exclude(s, action->target);
}

unsigned gb_nastran_find_loose(const double stiffness[3][3], unsigned fixed) {
  double K[3][3];
  unsigned left = 0xe & ~fixed;
  memcpy(K, stiffness, sizeof K);
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
    const unsigned loose = gb_nastran_find_loose((const double(*)[3])s->grid[n].stiffness,
                                                 gb_nastran_fixed(nastran, id));
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
      "AUTOSPC: displacements of %d grids, along which none of their rods, springs and plates "
      "without MID1 acts, are held (the first: components %s); PARAM,AUTOSPC,NO leaves them free",
      grids, first);
}

int gb_nastran_hold_loose(gb_nastran *nastran, gb_error *error) {
  search s = {.nastran = nastran, .mesh = nastran->deck->mesh};
  if (!nastran->set->holds_loose) return GB_OK;
  GB_TRY(GB_TAKE(nastran->deck->arena, s.grid, (size_t)s.mesh->nodes, error));
  GB_TRY(GB_TAKE(nastran->deck->arena, s.plate, (size_t)s.mesh->elements, error));
  GB_EACH(property, nastran->shells->properties)
    if (property->count == 0 && !property->shell.material) add_plates(&s, property);
  GB_EACH(bar, nastran->bars->all)
    for (int end = 0; end < 2 && bar->rod && nastran->set->statics; ++end)
      stiffen(entry_of(&s, bar->grid[end]), bar->axis[0]);
  GB_EACH(spring, nastran->springs->all) add_spring(&s, spring);
  exclude_others(&s);
  return hold(&s, error);
}
