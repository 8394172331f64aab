/// Normals and areas of shell elements at their nodes. Local.
#ifndef GB_MODEL_ELEMENT_AREA_H
#define GB_MODEL_ELEMENT_AREA_H

#include "mesh/mesh.h"

/// Normal of a surface element for the director of its node a, as long as the element's area: that
/// at the node of a 9-node element, else the one in the middle.
void gb_area_vector(const gb_mesh *mesh, int32_t element, int a, double area[3]);
/// A node's share of its element's area: equal parts, or Simpson's rule on 9 nodes.
double gb_area_share(const gb_mesh *mesh, int32_t element, int a);

#endif
