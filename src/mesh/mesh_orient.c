/// Orientation of surfaces. Surfaces that are connected by edges form sets (union-find); each
/// element stores whether it faces the same way as its parent in the tree of its set.
#include "mesh/sides.h"

#include "base/length.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/// Distances less than this, relative to the size of a set, count as zero.
static const double FLAT = 1e-9;

/// Sets of elements as trees.
typedef struct forest {
  int32_t *parent;        ///< parent of each element, [elements]; a root is its own parent
  unsigned char *against; ///< whether an element faces the other way than its parent, [elements]
} forest;

static bool is_surface(const gb_mesh *mesh, int32_t e) {
  return gb_shape_dimension(mesh->shape[e]) == 2;
}

/// Return the root of an element, and whether the element faces the opposite way. Paths are halved.
static int32_t find_root(forest *f, int32_t e, bool *against) {
  *against = false;
  while (f->parent[e] != e) {
    const int32_t up = f->parent[e], further = f->parent[up];
    *against ^= f->against[e];
    if (further != up) {
      f->parent[e] = further;
      f->against[e] ^= f->against[up];
      *against ^= f->against[up];
      e = further;
    } else {
      e = up;
    }
  }
  return e;
}

/// Join the sets of two neighbours. @return whether they contradict an earlier orientation
static bool join(const gb_mesh *mesh, forest *f, const gb_side *a, const gb_side *b) {
  bool first, second;
  const int32_t p = find_root(f, a->element, &first), q = find_root(f, b->element, &second);
  const bool opposed = !gb_sides_face_one_way(mesh, a, b) ^ first ^ second;
  if (p == q) return opposed;
  const int32_t root = p < q ? p : q, child = p < q ? q : p;
  f->parent[child] = root;
  f->against[child] = opposed;
  return false;
}

/// List the edges of all surfaces, sorted by their nodes, then by the first group of the surface.
static int list_sides(const gb_mesh *mesh, gb_arena *arena, gb_side **out, int64_t *count,
                      gb_error *error) {
  int32_t *group;
  size_t capacity = 0;
  GB_TRY(GB_TAKE(arena, group, (size_t)mesh->elements, error));
  for (int32_t g = mesh->groups - 1; g >= 0; g--)
    for (int32_t i = 0; mesh->group[g].dimension == 2 && i < mesh->group[g].elements; i++)
      group[mesh->group[g].element[i]] = g;
  for (int32_t e = 0; e < mesh->elements; e++)
    if (is_surface(mesh, e)) capacity += (size_t)gb_shape_corners(mesh->shape[e]);
  GB_TRY(GB_TAKE(arena, *out, capacity, error));
  *count = 0;
  for (int32_t e = 0; e < mesh->elements; e++)
    if (is_surface(mesh, e)) *count += gb_sides_of(mesh, e, group[e], *out + *count);
  gb_sides_sort(*out, *count);
  return GB_OK;
}

/// Join the surfaces at an edge: the two surfaces, or, if there are more, the two of each group
/// that has exactly two.
static int join_edge(const gb_mesh *mesh, forest *f, const gb_side *s, int64_t count,
                     gb_error *error) {
  for (int64_t i = 0, end; i < count; i = end) {
    for (end = i + 1; end < count && (count == 2 || s[end].group == s[i].group);) end++;
    if (end - i != 2 || !join(mesh, f, &s[i], &s[i + 1])) continue;
    return gb_fail(error, GB_BAD_ELEMENTS,
                   "%s: surfaces with one side only, like a Moebius strip, cannot face one way: "
                   "they close at elements %lld and %lld",
                   mesh->file, (long long)mesh->element_id[s[i].element],
                   (long long)mesh->element_id[s[i + 1].element]);
  }
  return GB_OK;
}

/// Compute for each set a weight that is positive if the orientation of its root is the wanted one.
/// GB_ORIENT_CONSISTENT: area of the elements that face the same way as the root, minus area of the
/// others. GB_ORIENT_OUTWARDS: component of the area vectors away from the centre of the set; for
/// flat sets, where this vanishes, a small multiple of the former.
static int weigh(const gb_mesh *mesh, forest *f, gb_orient orient, double weight[],
                 gb_error *error) {
  double(*middle)[4];
  GB_SCRATCH(scratch);
  GB_TRY(GB_TAKE(&scratch, middle, (size_t)mesh->elements, error));
  for (int pass = orient == GB_ORIENT_OUTWARDS ? 0 : 1; pass < 2; pass++)
    for (int32_t e = 0; e < mesh->elements; e++) {
      if (!is_surface(mesh, e)) continue;
      bool against;
      const int32_t root = find_root(f, e, &against), *node = mesh->node + mesh->start[e];
      const int corners = gb_shape_corners(mesh->shape[e]);
      double area[3], x[3] = {0};
      gb_mesh_area_vector(mesh, e, 0, area);
      const double size = sqrt(gb_dot(area, area));
      for (int i = 0; i < 3; i++)
        for (int a = 0; a < corners; a++) x[i] += mesh->position[node[a]][i] / corners;
      for (int i = 0; pass == 0 && i < 3; i++) middle[root][i] += size * x[i];
      if (pass == 0) {
        middle[root][3] += size;
        continue;
      }
      double part = size;
      if (orient == GB_ORIENT_OUTWARDS) part *= FLAT * sqrt(middle[root][3]);
      for (int i = 0; orient == GB_ORIENT_OUTWARDS && i < 3; i++)
        part += area[i] * (x[i] - middle[root][i] / middle[root][3]);
      weight[root] += against ? -part : part;
    }
  return GB_OK;
}

/// Reverse the order of the nodes of an element; the first node remains the first.
static void turn(const gb_mesh *mesh, int32_t e) {
  const char *order = gb_shape_types[mesh->shape[e]].reversed;
  int32_t *node = mesh->node + mesh->start[e], old[GB_SHAPE_NODES];
  const int nodes = gb_shape_nodes(mesh->shape[e]);
  memcpy(old, node, (size_t)nodes * sizeof *old);
  for (int a = 0; a < nodes; a++) node[a] = old[gb_shape_listed(order, a)];
}

/// The forest in which each element is a set of its own, and the sides of the surfaces.
static int open_forest(const gb_mesh *mesh, gb_arena *scratch, forest *f, gb_side **all,
                       int64_t *count, gb_error *error) {
  GB_TRY(GB_TAKE(scratch, f->parent, (size_t)mesh->elements, error));
  GB_TRY(GB_TAKE(scratch, f->against, (size_t)mesh->elements, error));
  for (int32_t e = 0; e < mesh->elements; e++) f->parent[e] = e;
  return list_sides(mesh, scratch, all, count, error);
}

/// Reverse the elements of each set that face the other way. @param[out] turned  [elements], or
/// NULL
static int turn_sets(gb_mesh *mesh, gb_arena *scratch, forest *f, gb_orient orient, bool turned[],
                     int64_t *count, gb_error *error) {
  double *weight;
  GB_TRY(GB_TAKE(scratch, weight, (size_t)mesh->elements, error));
  GB_TRY(weigh(mesh, f, orient, weight, error));
  for (int32_t e = 0; e < mesh->elements; e++) {
    bool against;
    if (!is_surface(mesh, e)) continue;
    const int32_t root = find_root(f, e, &against);
    if ((weight[root] < 0) == against) continue;
    turn(mesh, e);
    if (turned) turned[e] = true;
    ++*count;
  }
  return GB_OK;
}

int gb_mesh_orient(gb_mesh *mesh, gb_orient orient, int64_t *turned, gb_error *error) {
  forest f;
  gb_side *all;
  int64_t count;
  GB_SCRATCH(scratch);
  *turned = 0;
  if (orient == GB_ORIENT_FILE) return GB_OK;
  GB_TRY(open_forest(mesh, &scratch, &f, &all, &count, error));
  for (int64_t i = 0, end; i < count; i = end) {
    end = gb_sides_end(all, count, i);
    GB_TRY(join_edge(mesh, &f, &all[i], end - i, error));
  }
  return turn_sets(mesh, &scratch, &f, orient, NULL, turned, error);
}

int gb_mesh_orient_groups(gb_mesh *mesh, const bool kept[], bool turned[], int64_t *count,
                          gb_error *error) {
  forest f;
  gb_side *all;
  int64_t sides;
  GB_SCRATCH(scratch);
  *count = 0;
  GB_TRY(open_forest(mesh, &scratch, &f, &all, &sides, error));
  for (int64_t i = 0, end; i < sides; i = end) {
    const int64_t edge = gb_sides_end(all, sides, i);
    for (end = i + 1; end < edge && all[end].group == all[i].group;) end++;
    if (end - i == 2 && !kept[all[i].element] && !kept[all[i + 1].element])
      join(mesh, &f, &all[i], &all[i + 1]);
  }
  return turn_sets(mesh, &scratch, &f, GB_ORIENT_CONSISTENT, turned, count, error);
}
