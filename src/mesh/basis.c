/// Shape functions and quadrature rules of the reference elements.
#include "mesh/basis.h"

#include <math.h>
#include <stdbool.h>

enum { FIRST = 10 }; ///< largest number of functions of the first factor

/// Lagrange polynomials of the nodes -1, 1 and, if there are three, 0; the constant 1 along an axis
/// that the element does not have.
static void line(int count, double x, double value[], double slope[]) {
  if (count <= 1) {
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

/// Edges of a simplex between its corners, in the order of their midpoints.
static const unsigned char edge[6][2] = {{0, 1}, {1, 2}, {2, 0}, {3, 0}, {2, 3}, {1, 3}};

/// Shape functions of a simplex in barycentric coordinates L: linear functions L or quadratic
/// functions L (2 L - 1) of corners and 4 L L' of midpoints of edges. D[0] are the values, D[1] to
/// D[axes] the derivatives.
static void simplex(int axes, int count, const double x[3], double D[4][FIRST]) {
  const bool linear = count == axes + 1;
  double L[4] = {1};
  for (int k = 0; k < axes; k++) L[0] -= L[k + 1] = x[k];
  for (int a = 0; a <= axes; a++) {
    D[0][a] = linear ? L[a] : L[a] * (2 * L[a] - 1);
    for (int k = 1; k <= axes; k++) D[k][a] = (linear ? 1 : 4 * L[a] - 1) * (a == 0 ? -1 : a == k);
  }
  for (int e = 0; axes + 1 + e < count; e++) {
    const int a = edge[e][0], b = edge[e][1];
    D[0][axes + 1 + e] = 4 * L[a] * L[b];
    for (int k = 1; k <= axes; k++)
      D[k][axes + 1 + e] = 4 * ((a == 0 ? -1 : a == k) * L[b] + L[a] * (b == 0 ? -1 : b == k));
  }
}

/// @return the number of functions of the first factor of a simplex
static int simplex_functions(const gb_basis *basis) {
  const int along = basis->simplex < basis->dimension ? basis->along[2] : 1;
  return basis->nodes / along;
}

/// Whether node b is on every side of the reference element on which node a is.
static bool is_on_sides(const gb_basis *basis, const double a[3], const double b[3]) {
  double rest[2] = {1, 1};
  for (int k = 0; k < basis->dimension; k++) {
    const bool line = k >= basis->simplex;
    if (line ? fabs(a[k]) == 1 && a[k] != b[k] : a[k] == 0 && b[k] != 0) return false;
    if (line) continue;
    rest[0] -= a[k];
    rest[1] -= b[k];
  }
  return basis->simplex == 0 || rest[0] != 0 || rest[1] == 0;
}

/// @return the value of the shape function of node a at node b, which the element lacks of
/// basis->full. At the centre of a face it is -1/4 for the four corners and 1/2 for the midpoints
/// of its edges; at the centre of a hexahedron -1/4 for the eight corners and 1/4 for the
/// midpoints. The upper face of a pyramid is its last node. Source: Zienkiewicz and Taylor, The
/// Finite Element Method, on serendipity elements.
static double share_of(const gb_basis *basis, int a, int b) {
  const gb_basis *full = basis->full;
  const double *at = full->position[b];
  if (full->nodes == 8) return a == basis->nodes - 1;
  if (!is_on_sides(full, at, full->position[a])) return 0;
  const bool inside = at[0] == 0 && at[1] == 0 && at[2] == 0 && full->dimension == 3;
  const int corners = full->simplex ? 6 : 1 << full->dimension;
  return a < corners ? -0.25 : inside ? 0.25 : 0.5;
}

/// Replace the functions of the nodes that an element lacks.
static void spread_missing(const gb_basis *basis, const gb_shape_values *full,
                           gb_shape_values *shape) {
  *shape = *full;
  const int first = basis->full->nodes == 8 ? basis->nodes - 1 : basis->nodes;
  if (first < basis->nodes)
    shape->N[first] = shape->N1[first] = shape->N2[first] = shape->N3[first] = 0;
  for (int b = first; b < basis->full->nodes; b++)
    for (int a = 0; a < basis->nodes; a++) {
      const double share = share_of(basis, a, b);
      shape->N[a] += share * full->N[b];
      shape->N1[a] += share * full->N1[b];
      shape->N2[a] += share * full->N2[b];
      shape->N3[a] += share * full->N3[b];
    }
}

/// Compute the shape functions of an element with all nodes.
static void full_shape(const gb_basis *basis, const double x[3], gb_shape_values *shape) {
  const int axes = basis->simplex > 0 ? basis->simplex : 1;
  double first[4][FIRST], value[3][3], slope[3][3];
  if (basis->simplex > 0)
    simplex(axes, simplex_functions(basis), x, first);
  else
    line(basis->along[0], x[0], first[0], first[1]);
  for (int k = axes; k < 3; k++) line(basis->along[k], x[k], value[k], slope[k]);
  for (int a = 0; a < basis->nodes; a++) {
    const unsigned char *at = basis->factor[a];
    double D[4] = {0};
    for (int k = 0; k <= axes; k++) D[k] = first[k][at[0]];
    for (int k = axes; k < 3; k++) {
      D[k + 1] = D[0] * slope[k][at[k]];
      for (int i = 0; i <= k; i++) D[i] *= value[k][at[k]];
    }
    shape->N[a] = D[0];
    shape->N1[a] = D[1];
    shape->N2[a] = D[2];
    shape->N3[a] = D[3];
  }
}

void gb_basis_shape_at(const gb_basis *basis, const double x[3], gb_shape_values *shape) {
  gb_shape_values full;
  if (!basis->full) {
    full_shape(basis, x, shape);
    return;
  }
  full_shape(basis->full, x, &full);
  spread_missing(basis, &full, shape);
}

void gb_basis_shape(const gb_basis *basis, double xi, double eta, gb_shape_values *shape) {
  gb_basis_shape_at(basis, (const double[3]){xi, eta, 0}, shape);
}

/// Add three points of equal weight, each with two area coordinates equal to `off`.
static void add_three(double off, double weight, gb_quadrature_point point[3]) {
  const double far = 1 - 2 * off;
  point[0] = (gb_quadrature_point){off, off, weight, 0};
  point[1] = (gb_quadrature_point){far, off, weight, 0};
  point[2] = (gb_quadrature_point){off, far, weight, 0};
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

/// Add four points of a tetrahedron of equal weight, each with three barycentric coordinates `off`.
static void add_four(double off, double weight, gb_quadrature_point point[4]) {
  const double far = 1 - 3 * off;
  for (int g = 0; g < 4; g++)
    point[g] =
        (gb_quadrature_point){g == 1 ? far : off, g == 2 ? far : off, weight, g == 3 ? far : off};
}

/// Quadrature of a tetrahedron, exact for degree 2 (four points) or 5 (fourteen points). Sources:
/// A. H. Stroud 1971, "Approximate Calculation of Multiple Integrals", rule T3: 2-1; N. J.
/// Walkington 2000, "Quadrature on simplices of arbitrary dimension".
static void find_tetrahedron_points(int points, gb_quadrature_point point[]) {
  const double near = 0.0455037041256496494, far = 0.5 - near;
  if (points == 4) {
    add_four((5 - sqrt(5)) / 20, 1.0 / 24, point);
    return;
  }
  add_four(0.3108859192633006098, 0.1126879257180158508 / 6, point);
  add_four(0.0927352503108912264, 0.0734930431163619495 / 6, point + 4);
  for (int e = 0; e < 6; e++) {
    double L[4] = {near, near, near, near};
    L[edge[e][0]] = L[edge[e][1]] = far;
    point[8 + e] = (gb_quadrature_point){L[1], L[2], 0.0425460207770814664 / 6, L[3]};
  }
}

/// Gauss points and weights of a line, in ascending order; one point of weight 1 along an axis that
/// the element does not have. @return the number of points
static int gauss(int count, double position[3], double weight[3]) {
  const double two = 1 / sqrt(3.0), three = sqrt(0.6);
  if (count <= 1) {
    position[0] = 0;
    weight[0] = 1;
    return 1;
  }
  if (count == 2) {
    position[0] = -(position[1] = two);
    weight[0] = weight[1] = 1;
  } else {
    position[0] = -(position[2] = three);
    position[1] = 0;
    weight[0] = weight[2] = 5.0 / 9;
    weight[1] = 8.0 / 9;
  }
  return count;
}

int gb_basis_quadrature(const gb_basis *given, gb_quadrature_point point[]) {
  const gb_basis *basis = given->full ? given->full : given;
  double position[3][3], weight[3][3];
  int count[3] = {1, 1, 1};
  for (int k = basis->simplex; k < 3; k++)
    count[k] = gauss(basis->along[k], position[k], weight[k]);
  // number of points of the simplex
  const int first = basis->points / (count[0] * count[1] * count[2]);
  if (basis->simplex == 2) find_triangle_points(first, point);
  if (basis->simplex == 3) find_tetrahedron_points(first, point);
  for (int g = basis->points - 1; g >= 0; g--) {
    const int layer = g / first, i = layer % count[0], j = layer / count[0] % count[1],
              k = layer / (count[0] * count[1]);
    if (basis->simplex == 0)
      point[g] =
          (gb_quadrature_point){position[0][i], position[1][j], weight[0][i] * weight[1][j], 0};
    else
      point[g] = point[g % first];
    if (basis->dimension < 3 || basis->simplex == 3) continue;
    point[g].zeta = position[2][k];
    point[g].weight *= weight[2][k];
  }
  return basis->points;
}
