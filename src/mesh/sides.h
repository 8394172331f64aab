/// Edges of surface elements. After sorting, the edges of neighbouring elements are adjacent in the
/// list.
#ifndef GB_MESH_SIDES_H
#define GB_MESH_SIDES_H

#include "mesh/mesh.h"

#include <stdbool.h>

/// One edge of a surface element.
typedef struct gb_side {
  int32_t low, high; ///< indices of its nodes, low < high
  int32_t group, element;
  bool upward; ///< the element's order of nodes goes from `low` to `high`
} gb_side;

/// List the edges of a surface element, except edges from a node to itself. Local.
/// @param group value of the member `group`  @param[out] all at least 4; NULL: only count
/// @return the number of edges
int gb_sides_of(const gb_mesh *mesh, int32_t element, int32_t group, gb_side all[]);
/// Sort by nodes, then by group and element. Local.
void gb_sides_sort(gb_side all[], int64_t count);
/// The index after the last edge with the same nodes as edge i in a sorted list. Local.
int64_t gb_sides_end(const gb_side all[], int64_t count, int64_t i);

/// Whether two elements at an edge have the same side up: neighbours, or elements of the same
/// nodes.
bool gb_sides_face_one_way(const gb_mesh *mesh, const gb_side *a, const gb_side *b);

#endif
