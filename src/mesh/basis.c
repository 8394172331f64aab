/// Shape functions and Gauss rules of the surfaces and lines.
#include "mesh/basis.h"

#include <math.h>

#define QUADRILATERAL_PLACES                                                                       \
  .place = {{-1, -1}, {1, -1}, {1, 1}, {-1, 1}, {0, -1}, {1, 0}, {0, 1}, {-1, 0}, {0, 0}},         \
  .at = {{0, 0}, {1, 0}, {1, 1}, {0, 1}, {2, 0}, {1, 2}, {2, 1}, {0, 2}, {2, 2}}
#define LINE_PLACES .place = {{-1, 0}, {1, 0}, {0, 0}}, .at = {{0, 0}, {1, 0}, {2, 0}}

static const gb_basis bases[] = {
    {1, 2, 2, .along = {2, 1}, .measure = 2, LINE_PLACES},
    {1, 3, 3, .along = {3, 1}, .measure = 2, LINE_PLACES},
    {2, 3, 3, .measure = 0.5, .place = {{0, 0}, {1, 0}, {0, 1}}},
    {2, 4, 4, .along = {2, 2}, .measure = 4, QUADRILATERAL_PLACES},
    {2, 9, 9, .along = {3, 3}, .measure = 4, QUADRILATERAL_PLACES},
};

const gb_basis *gb_basis_of(int dimension, int nodes) {
  const gb_basis *basis = bases;
  while (basis->dimension != dimension || basis->nodes != nodes) basis++;
  return basis;
}

/// Lagrange's polynomials of the places -1, 1 and, if there are three, 0; 1 if there is one.
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

static void triangle(double xi, double eta, gb_shape_values *s) {
  static const double slope1[3] = {-1, 1, 0}, slope2[3] = {-1, 0, 1};
  for (int a = 0; a < 3; a++) {
    s->N[a] = (a == 0) + slope1[a] * xi + slope2[a] * eta;
    s->N1[a] = slope1[a];
    s->N2[a] = slope2[a];
  }
}

void gb_basis_shape(const gb_basis *basis, double xi, double eta, gb_shape_values *shape) {
  double L[2][3], slope[2][3];
  if (basis->along[0] == 0) {
    triangle(xi, eta, shape);
    return;
  }
  line(basis->along[0], xi, L[0], slope[0]);
  line(basis->along[1], eta, L[1], slope[1]);
  for (int a = 0; a < basis->nodes; a++) {
    const int i = basis->at[a][0], j = basis->at[a][1];
    shape->N[a] = L[0][i] * L[1][j];
    shape->N1[a] = slope[0][i] * L[1][j];
    shape->N2[a] = L[0][i] * slope[1][j];
  }
}

/// Gauss points of a line in ascending order.
static void gauss(int count, double place[3], double weight[3]) {
  const double two = 1 / sqrt(3.0), three = sqrt(0.6);
  if (count == 1) {
    place[0] = 0;
    weight[0] = 1; // the axis that a line does not have
  } else if (count == 2) {
    place[0] = -(place[1] = two);
    weight[0] = weight[1] = 1;
  } else {
    place[0] = -(place[2] = three);
    place[1] = 0;
    weight[0] = weight[2] = 5.0 / 9;
    weight[1] = 8.0 / 9;
  }
}

int gb_basis_quadrature(const gb_basis *basis, gb_quadrature_point point[GB_BASIS_POINTS]) {
  const double third = 1.0 / 6;
  double place[2][3], weight[2][3];
  if (basis->along[0] == 0) {
    point[0] = (gb_quadrature_point){third, third, third};
    point[1] = (gb_quadrature_point){4 * third, third, third};
    point[2] = (gb_quadrature_point){third, 4 * third, third};
    return basis->points;
  }
  for (int axis = 0; axis < 2; axis++) gauss(basis->along[axis], place[axis], weight[axis]);
  for (int g = 0; g < basis->points; g++) {
    const int i = g % basis->along[0], j = g / basis->along[0];
    point[g] = (gb_quadrature_point){place[0][i], place[1][j], weight[0][i] * weight[1][j]};
  }
  return basis->points;
}
