/// Shape functions and Gauss rules of surfaces and lines.
#include "mesh/basis.h"

#include <math.h>

#define QUADRILATERAL_NODES                                                                        \
  .position = {{-1, -1}, {1, -1}, {1, 1}, {-1, 1}, {0, -1}, {1, 0}, {0, 1}, {-1, 0}, {0, 0}},      \
  .factor = {{0, 0}, {1, 0}, {1, 1}, {0, 1}, {2, 0}, {1, 2}, {2, 1}, {0, 2}, {2, 2}}
#define TRIANGLE_NODES .position = {{0, 0}, {1, 0}, {0, 1}, {0.5, 0}, {0.5, 0.5}, {0, 0.5}}
#define LINE_NODES     .position = {{-1, 0}, {1, 0}, {0, 0}}, .factor = {{0, 0}, {1, 0}, {2, 0}}

static const gb_basis bases[] = {
    {1, 2, 2, .along = {2, 1}, .measure = 2, LINE_NODES},
    {1, 3, 3, .along = {3, 1}, .measure = 2, LINE_NODES},
    {2, 3, 3, .measure = 0.5, .middle = 1.0 / 3, TRIANGLE_NODES},
    {2, 6, 6, .measure = 0.5, .middle = 1.0 / 3, TRIANGLE_NODES},
    {2, 4, 4, .along = {2, 2}, .measure = 4, QUADRILATERAL_NODES},
    {2, 9, 9, .along = {3, 3}, .measure = 4, QUADRILATERAL_NODES},
};

const gb_basis *gb_basis_of(int dimension, int nodes) {
  const gb_basis *basis = bases;
  while (basis->dimension != dimension || basis->nodes != nodes) basis++;
  return basis;
}

/// Lagrange polynomials of the nodes -1, 1 and, if there are three, 0. For count 1 the constant 1.
static void line(int count, double x, double value[3], double slope[3]) {
  if (count == 1) {
    value[0] = 1;
    slope[0] = 0;
    return;
  }
  for (int i = 0; i < 2; i++) {
    const double sign = i ? 1 : -1;
    value[i] = (count == 2 ? 1 + sign * x : x * (x + sign)) / 2;
    slope[i] = count == 2 ? sign / 2 : x + sign / 2;
  }
  value[2] = (1 - x) * (1 + x);
  slope[2] = -2 * x;
}

/// Shape functions of a triangle in area coordinates L: linear N = L, or quadratic N = L (2 L - 1)
/// at corners and N = 4 L L' at midpoints of edges.
static void triangle(int nodes, double xi, double eta, gb_shape_values *s) {
  static const double slope1[3] = {-1, 1, 0}, slope2[3] = {-1, 0, 1};
  const double L[3] = {1 - xi - eta, xi, eta};
  for (int a = 0; a < 3; a++) {
    const double slope = nodes == 3 ? 1 : 4 * L[a] - 1;
    s->N[a] = nodes == 3 ? L[a] : L[a] * (2 * L[a] - 1);
    s->N1[a] = slope * slope1[a];
    s->N2[a] = slope * slope2[a];
  }
  for (int a = 0; nodes > 3 && a < 3; a++) {
    const int b = (a + 1) % 3;
    s->N[3 + a] = 4 * L[a] * L[b];
    s->N1[3 + a] = 4 * (slope1[a] * L[b] + L[a] * slope1[b]);
    s->N2[3 + a] = 4 * (slope2[a] * L[b] + L[a] * slope2[b]);
  }
}

void gb_basis_shape(const gb_basis *basis, double xi, double eta, gb_shape_values *shape) {
  double L[2][3], slope[2][3];
  if (basis->along[0] == 0) {
    triangle(basis->nodes, xi, eta, shape);
    return;
  }
  line(basis->along[0], xi, L[0], slope[0]);
  line(basis->along[1], eta, L[1], slope[1]);
  for (int a = 0; a < basis->nodes; a++) {
    const int i = basis->factor[a][0], j = basis->factor[a][1];
    shape->N[a] = L[0][i] * L[1][j];
    shape->N1[a] = slope[0][i] * L[1][j];
    shape->N2[a] = L[0][i] * slope[1][j];
  }
}

/// Add three points of equal weight, each with two area coordinates equal to `off`.
static void add_three(double off, double weight, gb_quadrature_point point[3]) {
  const double far = 1 - 2 * off;
  point[0] = (gb_quadrature_point){off, off, weight};
  point[1] = (gb_quadrature_point){far, off, weight};
  point[2] = (gb_quadrature_point){off, far, weight};
}

/// Quadrature of a triangle, exact for polynomials of degree 2 (three points) or 4 (six points).
/// Source: D. A. Dunavant 1985, "High degree efficient symmetrical Gaussian quadrature rules for
/// the triangle"; here the six points are in closed form.
static void find_triangle_points(int points, gb_quadrature_point point[]) {
  const double root = sqrt(38 - 44 * sqrt(0.4)), share = sqrt(213125 - 53320 * sqrt(10));
  if (points == 3) {
    add_three(1.0 / 6, 1.0 / 6, point);
    return;
  }
  add_three((8 - sqrt(10) + root) / 18, (620 + share) / 7440, point);
  add_three((8 - sqrt(10) - root) / 18, (620 - share) / 7440, point + 3);
}

/// Gauss points and weights of a line, in ascending order.
static void gauss(int count, double position[3], double weight[3]) {
  const double two = 1 / sqrt(3.0), three = sqrt(0.6);
  if (count == 1) {
    position[0] = 0;
    weight[0] = 1; // for the second axis, which a line does not have
  } else if (count == 2) {
    position[0] = -(position[1] = two);
    weight[0] = weight[1] = 1;
  } else {
    position[0] = -(position[2] = three);
    position[1] = 0;
    weight[0] = weight[2] = 5.0 / 9;
    weight[1] = 8.0 / 9;
  }
}

int gb_basis_quadrature(const gb_basis *basis, gb_quadrature_point point[GB_BASIS_POINTS]) {
  double position[2][3], weight[2][3];
  if (basis->along[0] == 0) {
    find_triangle_points(basis->points, point);
    return basis->points;
  }
  for (int axis = 0; axis < 2; axis++) gauss(basis->along[axis], position[axis], weight[axis]);
  for (int g = 0; g < basis->points; g++) {
    const int i = g % basis->along[0], j = g / basis->along[0];
    point[g] = (gb_quadrature_point){position[0][i], position[1][j], weight[0][i] * weight[1][j]};
  }
  return basis->points;
}
