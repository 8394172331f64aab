/// Tangents and cross products of packs.
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

gb_geometry gb_cross(const gb_geometry a[3], const gb_geometry b[3], gb_geometry c[3]) {
  for (int i = 0; i < 3; i++) {
    int j = (i + 1) % 3, k = (i + 2) % 3;
    c[i] = a[j] * b[k] - a[k] * b[j];
  }
  return gb_pack_sqrt(c[0] * c[0] + c[1] * c[1] + c[2] * c[2]);
}
