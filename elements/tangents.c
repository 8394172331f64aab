/// Compute the tangents of a surface from its nodes.
#include "elements/tangents.h"

void gb_basis_tangents(int nodes, const gb_shape_values *shape, const gb_geometry (*X)[3],
                       gb_geometry G1[3], gb_geometry G2[3]) {
  for (int i = 0; i < 3; i++) {
    G1[i] = G2[i] = (gb_geometry){0};
    for (int a = 0; a < nodes; a++) {
      G1[i] += shape->N1[a] * X[a][i];
      G2[i] += shape->N2[a] * X[a][i];
    }
  }
}
