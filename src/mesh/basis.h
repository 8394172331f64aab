/// Shape functions and quadrature of elements: Lagrange's lines, quadrilaterals and hexahedra, the
/// triangles with 3 and 6 nodes, the tetrahedron with 4 nodes and the wedge with 6 nodes.
#ifndef GB_MESH_BASIS_H
#define GB_MESH_BASIS_H

enum { GB_BASIS_NODES = 9, GB_BASIS_POINTS = 9 };

/// The reference element of a shape. Its first axes form a simplex (x_i >= 0, sum of x_i <= 1) or
/// are lines; each further axis is a line [-1, 1]. A shape function is the product of one function
/// of the first factor and one polynomial along each further axis. Nodes are in gmsh's order:
/// corners, middles of the edges, the middle.
typedef struct gb_basis {
  int dimension, nodes, points;    ///< points: of its quadrature
  int simplex;                     ///< axes of the simplex: 2 a triangle, 3 a tetrahedron; 0: none
  int along[3];                    ///< nodes along each axis that is a line
  double measure;                  ///< length, area or volume of the reference element
  double middle;                   ///< each coordinate of the middle of a surface
  double place[GB_BASIS_NODES][3]; ///< coordinates of each node
  unsigned char at[GB_BASIS_NODES][3]; ///< of each node: the function of the first factor, and
                                       ///< the polynomial along each further axis
} gb_basis;

/// The basis of a dimension (1 to 3) with this many nodes.
const gb_basis *gb_basis_of(int dimension, int nodes);

/// Values and parametric derivatives of the shape functions at one point, [nodes].
typedef struct gb_shape_values {
  double N[GB_BASIS_NODES], N1[GB_BASIS_NODES], N2[GB_BASIS_NODES], N3[GB_BASIS_NODES];
} gb_shape_values;

typedef struct gb_quadrature_point {
  double xi, eta, weight, zeta;
} gb_quadrature_point;

/// Evaluate the shape functions at the coordinates x (overwrites).
void gb_basis_shape_at(const gb_basis *basis, const double x[3], gb_shape_values *shape);
/// Evaluate the shape functions of a line (eta is ignored) or a surface (overwrites).
void gb_basis_shape(const gb_basis *basis, double xi, double eta, gb_shape_values *shape);

/// Rule that integrates products of two shape functions exactly on undistorted elements (linear
/// functions alone on the tetrahedron and the wedge's triangle); all its weights are positive.
/// @return the number of points
int gb_basis_quadrature(const gb_basis *basis, gb_quadrature_point point[GB_BASIS_POINTS]);

#endif
