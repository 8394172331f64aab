/// Shape functions and quadrature of Lagrange elements: lines with 2 and 3 nodes, triangles with 3
/// and 6 nodes, quadrilaterals with 4 and 9 nodes.
#ifndef GB_MESH_BASIS_H
#define GB_MESH_BASIS_H

enum { GB_BASIS_NODES = 9, GB_BASIS_POINTS = 9 };

/// A reference element. Shape functions are products of Lagrange polynomials along the axes, or
/// those of a triangle. The reference line is -1 <= xi <= 1, the quadrilateral -1 <= xi, eta <= 1,
/// and the triangle xi, eta >= 0, xi + eta <= 1. Nodes are in the order of gmsh: corners, midpoints
/// of the edges, centre.
typedef struct gb_basis {
  int dimension, nodes, points;            ///< points: number of quadrature points
  int along[2];                            ///< number of nodes along each axis; 0: a triangle
  double measure;                          ///< length or area of the reference element
  double middle;                           ///< xi = eta of the centroid
  double position[GB_BASIS_NODES][2];      ///< xi and eta of each node
  unsigned char factor[GB_BASIS_NODES][2]; ///< for each node the polynomial along each axis
} gb_basis;

/// The reference element of dimension 1 or 2 with this number of nodes. Local.
const gb_basis *gb_basis_of(int dimension, int nodes);

/// Values N of the shape functions and their derivatives N1 by xi and N2 by eta at a point,
/// [nodes].
typedef struct gb_shape_values {
  double N[GB_BASIS_NODES], N1[GB_BASIS_NODES], N2[GB_BASIS_NODES];
} gb_shape_values;

typedef struct gb_quadrature_point {
  double xi, eta, weight;
} gb_quadrature_point;

/// Compute the shape functions at the point (xi, eta). Local.
void gb_basis_shape(const gb_basis *basis, double xi, double eta, gb_shape_values *shape);

/// Set the quadrature points. The rule integrates products of two shape functions exactly on
/// undistorted elements, and all weights are positive. Local. @return the number of points
int gb_basis_quadrature(const gb_basis *basis, gb_quadrature_point point[GB_BASIS_POINTS]);

#endif
