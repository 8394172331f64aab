/// Shape functions and quadrature of the 2-node line, 3-node triangle and 4-node quadrilateral.
#ifndef GB_ELEMENTS_BASIS_H
#define GB_ELEMENTS_BASIS_H

#include "base/pack.h"

enum { GB_BASIS_POINTS = 4 };

/// Values and parametric derivatives of the shape functions at one point, [nodes].
typedef struct gb_shape_values {
  double N[4], N1[4], N2[4];
} gb_shape_values;

typedef struct gb_quadrature_point {
  double xi, eta, weight;
} gb_quadrature_point;

/// nodes 2: the line xi in [-1, 1]; 3: the triangle xi, eta >= 0, xi + eta <= 1; 4: the square [-1,
/// 1]^2.
void gb_basis_shape(int nodes, double xi, double eta, gb_shape_values *shape);

/// Rule that integrates products of two shape functions exactly on undistorted elements.
/// @return the number of points (2, 3 or 4)
int gb_basis_quadrature(int nodes, gb_quadrature_point point[GB_BASIS_POINTS]);

/// Tangents G1 = X,1 and G2 = X,2 (zero on a line) of the surface through the nodes X, [nodes][3].
void gb_basis_tangents(int nodes, const gb_shape_values *shape, const gb_geometry (*X)[3],
                       gb_geometry G1[3], gb_geometry G2[3]);

/// c = a x b. @return its length
gb_geometry gb_cross(const gb_geometry a[3], const gb_geometry b[3], gb_geometry c[3]);

#endif
