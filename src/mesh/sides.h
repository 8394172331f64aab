/// Sides of surfaces, by which neighbours are found: sorted, those of one edge follow each other.
#ifndef GB_MESH_SIDES_H
#define GB_MESH_SIDES_H

#include "mesh/mesh.h"

#include <stdbool.h>

/// One side of a surface, between its smaller node and its larger one.
typedef struct gb_side {
  int32_t low, high, group, element;
  bool upward; ///< the element goes round from the smaller node to the larger
} gb_side;

/// The sides of a surface, as one of a group, but for those from a node to itself; `all` may be
/// NULL to count them. @return how many
int gb_sides_of(const gb_mesh *mesh, int32_t element, int32_t group, gb_side all[]);
/// By their nodes, then by group and element.
void gb_sides_sort(gb_side all[], int64_t count);
/// The end of those between the same nodes as side i.
int64_t gb_sides_end(const gb_side all[], int64_t count, int64_t i);

#endif
