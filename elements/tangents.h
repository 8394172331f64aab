/// Tangents of a surface from its nodes, and products of vectors, GB_LANES elements at a time.
#ifndef GB_ELEMENTS_TANGENTS_H
#define GB_ELEMENTS_TANGENTS_H

#include "base/pack.h"
#include "mesh/basis.h"

/// Tangents G1 = X,1 and G2 = X,2 (zero on a line) of the surface through the nodes X, [nodes][3].
void gb_basis_tangents(int nodes, const gb_shape_values *shape, const gb_geometry (*X)[3],
                       gb_geometry G1[3], gb_geometry G2[3]);

static inline gb_geometry gb_dot(const gb_geometry a[3], const gb_geometry b[3]) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/// c = a x b. @return its length
static inline gb_geometry gb_geometry_cross(const gb_geometry a[3], const gb_geometry b[3],
                                            gb_geometry c[3]) {
  for (int i = 0; i < 3; i++) {
    const int j = (i + 1) % 3, k = (i + 2) % 3;
    c[i] = a[j] * b[k] - a[k] * b[j];
  }
  return gb_pack_sqrt(gb_dot(c, c));
}

#endif
