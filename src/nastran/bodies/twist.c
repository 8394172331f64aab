/// Torsion of rods by J, as springs of a rotation about their axes. Grids of rods alone turn only
/// where torsion passes through them: on a way between rotations of bars and bodies, supports of
/// rotations, and moments. Elsewhere the rods follow freely. Source: MSC Nastran Quick Reference
/// Guide, PROD, CONROD.
#include "base/length.h"
#include "nastran/entries/bar.h"
#include "nastran/entries/grid.h"
#include "nastran/entries/set.h"
#include "nastran/entries/shell.h"
#include "nastran/entries/spring.h"

#include <string.h>

enum { TURNS = 0x70 };

typedef struct twisting {
  gb_nastran *nastran;
  gb_nastran_twist *node;
  int32_t *rods; ///< rods that may twist at each node, [nodes]
  bool *passes;  ///< whether torsion passes through each bar, [bars]
  bool *anchor;  ///< whether an element, a body, a support or a moment has the rotation of a node
} twisting;

static int32_t end_of(const twisting *t, const gb_nastran_bar *bar, int end) {
  const gb_mesh *mesh = t->nastran->deck->mesh;
  return gb_lower_index(mesh->node_id, mesh->nodes, bar->grid[end]);
}

/// Compute the stiffness of torsion of a rod, G J / L, and half of its inertia, RHO J L.
static double stiffness_of(const gb_nastran *nastran, const gb_nastran_bar *rod, double *inertia) {
  const gb_nastran_material *m = gb_nastran_find_material(nastran, "MAT1", rod->section->material);
  const double *a = rod->end[0], *b = rod->end[1];
  const double length = gb_length((double[]){b[0] - a[0], b[1] - a[1], b[2] - a[2]});
  const gb_material is = gb_nastran_sheared(m);
  *inertia = is.density * rod->section->is.J * length / 2;
  return m->slack ? 0 : is.young / (2 * (1 + is.poisson)) * rod->section->is.J / length;
}

/// Start with all rods that have J and G.
static void open(twisting *t) {
  const gb_nastran *nastran = t->nastran;
  const gb_nastran_bar *all = nastran->bars->all.entry;
  double unused;
  for (int i = 0; i < nastran->bars->all.count; ++i) {
    t->passes[i] = all[i].rod && stiffness_of(nastran, &all[i], &unused) > 0;
    for (int end = 0; end < 2 && t->passes[i]; ++end) {
      const int32_t n = end_of(t, &all[i], end);
      t->rods[n]++;
      t->anchor[n] = t->node[n].felt || gb_nastran_fixed(nastran, all[i].grid[end]) & TURNS ||
                     gb_nastran_is_turned(nastran, all[i].grid[end]);
    }
  }
}

/// Leave out rods that end where nothing turns or holds them, one after the other. @return whether
/// some are left out
static bool prune(twisting *t) {
  const gb_nastran_bar *all = t->nastran->bars->all.entry;
  bool pruned = false;
  for (int i = 0; i < t->nastran->bars->all.count; ++i)
    for (int end = 0; end < 2 && t->passes[i]; ++end) {
      const int32_t n = end_of(t, &all[i], end);
      if (t->anchor[n] || t->rods[n] > 1) continue;
      t->passes[i] = false;
      for (int k = 0; k < 2; ++k) t->rods[end_of(t, &all[i], k)]--;
      pruned = true;
    }
  return pruned;
}

/// Whether the rotation of a node is wholly fixed, so that the ground stands for it.
static bool is_ground(const twisting *t, const gb_nastran_bar *rod, int end) {
  const unsigned fixed = gb_nastran_fixed(t->nastran, rod->grid[end]) & TURNS;
  return !t->node[end_of(t, rod, end)].felt && fixed == TURNS;
}

/// Add the spring of a rod.
static int add_spring(twisting *t, const gb_nastran_bar *rod, gb_error *error) {
  gb_nastran_spring spring = {.card = rod->card, .id = rod->id, .line = rod->line};
  const double *x = rod->axis[0];
  const int least = x[0] * x[0] <= x[1] * x[1] && x[0] * x[0] <= x[2] * x[2] ? 0
                    : x[1] * x[1] <= x[2] * x[2]                             ? 1
                                                                             : 2;
  double inertia;
  spring.k[3] = stiffness_of(t->nastran, rod, &inertia);
  memcpy(spring.axes[0], x, sizeof spring.axes[0]);
  for (int i = 0; i < 3; ++i) {
    spring.axes[1][i] = (i == least) - x[least] * x[i];
    spring.at[i] = (rod->end[0][i] + rod->end[1][i]) / 2;
  }
  int ends = 0;
  for (int end = 0; end < 2; ++end) {
    gb_nastran_twist *node = &t->node[end_of(t, rod, end)];
    if (is_ground(t, rod, end)) continue;
    spring.grid[ends++] = rod->grid[end];
    node->needed = !node->framed;
    node->inertia += inertia;
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j) node->resisted[i][j] += x[i] * x[j];
  }
  return ends ? GB_KEEP(t->nastran, springs->all, spring, error) : GB_OK;
}

int gb_nastran_twist_rods(gb_nastran *nastran, gb_nastran_twist node[], gb_error *error) {
  const gb_mesh *mesh = nastran->deck->mesh;
  const gb_nastran_bar *all = nastran->bars->all.entry, *idle = NULL;
  twisting t = {.nastran = nastran, .node = node};
  gb_arena *arena = nastran->deck->arena;
  GB_TRY(GB_TAKE(arena, t.rods, (size_t)mesh->nodes, error));
  GB_TRY(GB_TAKE(arena, t.anchor, (size_t)mesh->nodes, error));
  GB_TRY(GB_TAKE(arena, t.passes, (size_t)nastran->bars->all.count, error));
  open(&t);
  while (prune(&t)) continue;
  for (int i = 0; i < nastran->bars->all.count; ++i) {
    if (t.passes[i]) GB_TRY(add_spring(&t, &all[i], error));
    if (!t.passes[i] && all[i].rod && all[i].section->is.J > 0 && !idle) idle = &all[i];
  }
  if (!idle) return GB_OK;
  return gb_deck_note(
      nastran->deck, idle->line, error,
      "J of %s %lld, and of others perhaps, has no effect: nothing turns both ends of these rods",
      idle->section->card, (long long)idle->section->id);
}
