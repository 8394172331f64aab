/// Shape functions and Gauss rules of the low-order surfaces and lines.
#include "elements/basis.h"

#include <math.h>

static void line(double xi, gb_shape_values *s) {
  for (int a = 0; a < 2; a++) {
    double sign = a ? 1 : -1;
    s->N[a] = (1 + sign * xi) / 2;
    s->N1[a] = sign / 2;
    s->N2[a] = 0;
  }
}

static void triangle(double xi, double eta, gb_shape_values *s) {
  static const double slope1[3] = {-1, 1, 0}, slope2[3] = {-1, 0, 1};
  for (int a = 0; a < 3; a++) {
    s->N[a] = (a == 0) + slope1[a] * xi + slope2[a] * eta;
    s->N1[a] = slope1[a];
    s->N2[a] = slope2[a];
  }
}

static void quadrilateral(double xi, double eta, gb_shape_values *s) {
  static const double corner1[4] = {-1, 1, 1, -1}, corner2[4] = {-1, -1, 1, 1};
  for (int a = 0; a < 4; a++) {
    s->N[a] = (1 + corner1[a] * xi) * (1 + corner2[a] * eta) / 4;
    s->N1[a] = corner1[a] * (1 + corner2[a] * eta) / 4;
    s->N2[a] = corner2[a] * (1 + corner1[a] * xi) / 4;
  }
}

void gb_basis_shape(int nodes, double xi, double eta, gb_shape_values *shape) {
  if (nodes == 2)
    line(xi, shape);
  else if (nodes == 3)
    triangle(xi, eta, shape);
  else
    quadrilateral(xi, eta, shape);
}

int gb_basis_quadrature(int nodes, gb_quadrature_point point[GB_BASIS_POINTS]) {
  const double g = 1 / sqrt(3.0), third = 1.0 / 6;
  if (nodes == 2) {
    for (int i = 0; i < 2; i++) point[i] = (gb_quadrature_point){i ? g : -g, 0, 1};
    return 2;
  }
  if (nodes == 3) {
    point[0] = (gb_quadrature_point){third, third, third};
    point[1] = (gb_quadrature_point){4 * third, third, third};
    point[2] = (gb_quadrature_point){third, 4 * third, third};
    return 3;
  }
  for (int i = 0; i < 4; i++) point[i] = (gb_quadrature_point){i % 2 ? g : -g, i / 2 ? g : -g, 1};
  return 4;
}

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
  return gb_geometry_sqrt(c[0] * c[0] + c[1] * c[1] + c[2] * c[2]);
}
