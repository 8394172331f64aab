// Each row of the table of element shapes agrees with itself and with published facts: shape
// functions are 1 at their node and 0 at others, sum to 1, and have the derivatives that central
// differences give; the quadrature is exact for quadratic polynomials; faces of solids are closed
// and their normals point outwards; no two shapes have one number in gmsh, VTK or XDMF.
#include "mesh/shapes.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <math.h>
#include <string.h>

static void assert_close(double found, double wanted) {
  if (!(fabs(found - wanted) < 1e-9)) fail_msg("%.17g where %.17g is right", found, wanted);
}

static void check_functions(const gb_basis *basis) {
  const double h = 1e-5,
               x[3] = {0.21, basis->dimension > 1 ? 0.17 : 0, basis->dimension > 2 ? 0.13 : 0};
  gb_shape_values at, side[2];
  for (int b = 0; b < basis->nodes; b++) {
    gb_basis_shape_at(basis, basis->position[b], &at);
    for (int a = 0; a < basis->nodes; a++) assert_close(at.N[a], a == b);
  }
  gb_basis_shape_at(basis, x, &at);
  double sum = 0;
  for (int a = 0; a < basis->nodes; a++) sum += at.N[a];
  assert_close(sum, 1);
  for (int k = 0; k < basis->dimension; k++) {
    double y[3];
    for (int s = 0; s < 2; s++) {
      memcpy(y, x, sizeof y);
      y[k] += s ? h : -h;
      gb_basis_shape_at(basis, y, &side[s]);
    }
    const double *slope = k == 0 ? at.N1 : k == 1 ? at.N2 : at.N3;
    for (int a = 0; a < basis->nodes; a++)
      assert_close((side[1].N[a] - side[0].N[a]) / (2 * h), slope[a]);
  }
}

/// The integral of x^i y^j over the triangle and of x^i y^j z^k over the tetrahedron are
/// i! j! / (i + j + 2)! and i! j! k! / (i + j + k + 3)!; x^i over [-1, 1] is 2 / (i + 1) for even
/// i.
static double exact(const gb_basis *basis, const int power[3]) {
  double value = 1, top = 1;
  int sum = basis->simplex;
  for (int k = 0; k < basis->simplex; k++) {
    sum += power[k];
    for (int i = 2; i <= power[k]; i++) top *= i;
  }
  for (int i = 2; basis->simplex > 0 && i <= sum; i++) top /= i;
  for (int k = basis->simplex; k < basis->dimension; k++)
    value *= power[k] % 2 ? 0 : 2.0 / (power[k] + 1);
  return value * top;
}

static void check_quadrature(const gb_basis *basis) {
  gb_quadrature_point point[GB_BASIS_POINTS];
  const int points = gb_basis_quadrature(basis, point);
  for (int i = 0; i <= 2; i++)
    for (int j = 0; i + j <= 2 && (j == 0 || basis->dimension > 1); j++)
      for (int k = 0; i + j + k <= 2 && (k == 0 || basis->dimension > 2); k++) {
        double sum = 0;
        for (int g = 0; g < points; g++)
          sum +=
              point[g].weight * pow(point[g].xi, i) * pow(point[g].eta, j) * pow(point[g].zeta, k);
        assert_close(sum, exact(basis, (const int[3]){i, j, k}));
        if (i + j + k == 0) assert_close(sum, basis->measure);
      }
}

/// @return the determinant of the derivatives of the position at x, of an element on whose nodes
/// the nodes `place` of the reference element are
static double determinant(const gb_basis *basis, const double x[3], const int place[]) {
  gb_shape_values at;
  double J[3][3] = {{0}, {0}, {0}};
  gb_basis_shape_at(basis, (const double[3]){x[0], x[1], basis->dimension > 2 ? x[2] : 0}, &at);
  for (int a = 0; a < basis->nodes; a++)
    for (int i = 0; i < basis->dimension; i++) {
      const double X = basis->position[place[a]][i];
      J[0][i] += at.N1[a] * X;
      J[1][i] += at.N2[a] * X;
      J[2][i] += at.N3[a] * X;
    }
  if (basis->dimension < 3) J[2][2] = 1;
  return J[0][0] * (J[1][1] * J[2][2] - J[1][2] * J[2][1]) -
         J[0][1] * (J[1][0] * J[2][2] - J[1][2] * J[2][0]) +
         J[0][2] * (J[1][0] * J[2][1] - J[1][1] * J[2][0]);
}

/// @return the volume by the quadrature
static double volume_of(const gb_basis *basis) {
  gb_quadrature_point point[GB_BASIS_POINTS];
  const int points = gb_basis_quadrature(basis, point);
  int same[GB_BASIS_NODES];
  double sum = 0;
  for (int a = 0; a < basis->nodes; a++) same[a] = a;
  for (int g = 0; g < points; g++)
    sum += point[g].weight *
           determinant(basis, (const double[3]){point[g].xi, point[g].eta, point[g].zeta}, same);
  return sum;
}

/// One third of the flux of the position through all faces is the volume, which needs faces that
/// are closed and seen anticlockwise from outside.
static void check_faces(const gb_shape_type *shape) {
  double volume = 0;
  for (int f = 0; f < GB_SHAPE_FACES && shape->face[f]; f++) {
    const size_t nodes = strlen(shape->face[f]);
    assert_true(nodes <= 8);
    for (size_t k = 2; k < nodes; k++) {
      const double *a = shape->basis.position[gb_shape_listed(shape->face[f], 0)],
                   *b = shape->basis.position[gb_shape_listed(shape->face[f], (int)k - 1)],
                   *c = shape->basis.position[gb_shape_listed(shape->face[f], (int)k)];
      volume += (a[0] * (b[1] * c[2] - b[2] * c[1]) + a[1] * (b[2] * c[0] - b[0] * c[2]) +
                 a[2] * (b[0] * c[1] - b[1] * c[0])) /
                6;
    }
  }
  if (shape->basis.dimension == 3) assert_close(volume, volume_of(&shape->basis));
}

static void rows_agree(void **state) {
  (void)state;
  for (int s = 0; s < GB_SHAPES; s++) {
    const gb_shape_type *shape = &gb_shape_types[s];
    assert_non_null(shape->name);
    assert_int_equal(strlen(shape->reversed), shape->basis.nodes);
    assert_true(shape->corners <= shape->basis.nodes);
    check_faces(shape);
    if (s == GB_POINT) continue;
    assert_ptr_equal(gb_basis_of(shape->basis.dimension, shape->basis.nodes), &shape->basis);
    check_functions(&shape->basis);
    check_quadrature(&shape->basis);
    for (int t = 0; t < s; t++) {
      assert_int_not_equal(shape->gmsh, gb_shape_types[t].gmsh);
      assert_int_not_equal(shape->vtk, gb_shape_types[t].vtk);
      assert_int_not_equal(shape->xdmf, gb_shape_types[t].xdmf);
    }
  }
}

/// Nodes in their new order give an element of the opposite side: its area or volume changes sign.
static void reversed_elements_turn_over(void **state) {
  (void)state;
  for (int s = GB_TRIANGLE3; s < GB_SHAPES; s++) {
    const gb_shape_type *shape = &gb_shape_types[s];
    int same[GB_BASIS_NODES], reversed[GB_BASIS_NODES];
    for (int a = 0; a < shape->basis.nodes; a++) {
      same[a] = a;
      reversed[a] = gb_shape_listed(shape->reversed, a);
    }
    assert_close(determinant(&shape->basis, (const double[3]){0.2, 0.3, 0.1}, reversed),
                 -determinant(&shape->basis, (const double[3]){0.3, 0.2, 0.1}, same));
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(rows_agree),
                                     cmocka_unit_test(reversed_elements_turn_over)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
