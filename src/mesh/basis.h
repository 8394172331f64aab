/// Shape functions and quadrature of the Lagrange lines with 2 and 3 nodes, the triangles with 3
/// and 6 nodes and the quadrilaterals with 4 and 9 nodes.
#ifndef GB_MESH_BASIS_H
#define GB_MESH_BASIS_H

enum { GB_BASIS_NODES = 9, GB_BASIS_POINTS = 9 };

/// A shape: products of Lagrange's polynomials along each axis, or a triangle. Lines are
/// xi in [-1, 1], quadrilaterals [-1, 1]^2, the triangle xi, eta >= 0, xi + eta <= 1. Nodes are in
/// gmsh's order: corners, middles of the edges, the middle.
typedef struct gb_basis {
  int dimension, nodes, points;        ///< points: of its quadrature
  int along[2];                        ///< nodes along each axis; 0: a triangle
  double measure;                      ///< length or area of the reference element
  double middle;                       ///< of the element: xi = eta there
  double place[GB_BASIS_NODES][2];     ///< of each node
  unsigned char at[GB_BASIS_NODES][2]; ///< of each node, which polynomial along each axis
} gb_basis;

/// The basis of a dimension (1 or 2) with this many nodes.
const gb_basis *gb_basis_of(int dimension, int nodes);

/// Values and parametric derivatives of the shape functions at one point, [nodes].
typedef struct gb_shape_values {
  double N[GB_BASIS_NODES], N1[GB_BASIS_NODES], N2[GB_BASIS_NODES];
} gb_shape_values;

typedef struct gb_quadrature_point {
  double xi, eta, weight;
} gb_quadrature_point;

void gb_basis_shape(const gb_basis *basis, double xi, double eta, gb_shape_values *shape);

/// Rule that integrates products of two shape functions exactly on undistorted elements; all its
/// weights are positive.
/// @return the number of points
int gb_basis_quadrature(const gb_basis *basis, gb_quadrature_point point[GB_BASIS_POINTS]);

#endif
