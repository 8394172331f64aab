/// Tangents of a surface from its nodes, GB_LANES elements at a time.
#ifndef GB_ELEMENTS_TANGENTS_H
#define GB_ELEMENTS_TANGENTS_H

#include "base/pack.h"
#include "mesh/basis.h"

/// Tangents G1 = X,1 and G2 = X,2 (zero on a line) of the surface through the nodes X, [nodes][3].
void gb_basis_tangents(int nodes, const gb_shape_values *shape, const gb_geometry (*X)[3],
                       gb_geometry G1[3], gb_geometry G2[3]);

/// c = a x b. @return its length
gb_geometry gb_cross(const gb_geometry a[3], const gb_geometry b[3], gb_geometry c[3]);

#endif
