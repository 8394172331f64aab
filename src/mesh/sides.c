/// Edges of surface elements, sorted by their nodes.
#include "mesh/sides.h"

#include <stdlib.h>

int gb_sides_of(const gb_mesh *mesh, int32_t element, int32_t group, gb_side all[]) {
  const int32_t *node = mesh->node + mesh->start[element];
  const int corners = gb_shape_corners((gb_shape)mesh->shape[element]);
  int count = 0;
  for (int a = 0; a < corners; a++) {
    const int32_t from = node[a], to = node[(a + 1) % corners];
    const bool upward = from < to;
    if (from == to) continue; // gb_mesh_check reports this element
    if (all) all[count] = (gb_side){upward ? from : to, upward ? to : from, group, element, upward};
    count++;
  }
  return count;
}

bool gb_sides_face_one_way(const gb_mesh *mesh, const gb_side *a, const gb_side *b) {
  const int32_t *node = mesh->node + mesh->start[a->element];
  const int32_t *other = mesh->node + mesh->start[b->element];
  const int corners = gb_shape_corners((gb_shape)mesh->shape[a->element]);
  bool same = mesh->shape[a->element] == mesh->shape[b->element];
  for (int i = 0; i < corners && same; i++) {
    same = false;
    for (int k = 0; k < corners; k++) same = same || node[i] == other[k];
  }
  return (a->upward == b->upward) == same; // elements of the same nodes lie on each other
}

static int compare(const void *a, const void *b) {
  const gb_side *x = a, *y = b;
  if (x->low != y->low) return x->low < y->low ? -1 : 1;
  if (x->high != y->high) return x->high < y->high ? -1 : 1;
  if (x->group != y->group) return x->group < y->group ? -1 : 1;
  return (x->element > y->element) - (x->element < y->element);
}

void gb_sides_sort(gb_side all[], int64_t count) {
  qsort(all, (size_t)count, sizeof *all, compare);
}

int64_t gb_sides_end(const gb_side all[], int64_t count, int64_t i) {
  int64_t end = i + 1;
  while (end < count && all[end].low == all[i].low && all[end].high == all[i].high) end++;
  return end;
}
