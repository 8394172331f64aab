/// Shape functions and quadrature of elements: lines, triangles and quadrilaterals, tetrahedra,
/// pyramids, wedges and hexahedra, of first and second order.
#ifndef GB_MESH_BASIS_H
#define GB_MESH_BASIS_H

/// Largest numbers of nodes and quadrature points of a reference element, and of a surface.
enum { GB_BASIS_NODES = 27, GB_BASIS_POINTS = 27, GB_SURFACE_NODES = 9, GB_SURFACE_POINTS = 9 };

/// The reference element of a shape. Its first axes form a simplex (x_i >= 0, sum of x_i <= 1) or
/// are lines; each further axis is a line [-1, 1]. A shape function is the product of one function
/// of the first factor and one polynomial along each further axis. Nodes are in the order of gmsh:
/// corners, midpoints of the edges, centres of the faces, centre. An element may lack the last
/// nodes of the element `full`: the interpolation there follows from its own nodes. Those are the
/// serendipity elements, without centres, and the pyramid, a hexahedron whose upper face is one
/// node.
typedef struct gb_basis {
  int dimension, nodes, points; ///< points: number of quadrature points
  int simplex;    ///< number of axes of the simplex: 2 a triangle, 3 a tetrahedron; 0: none
  int along[3];   ///< number of nodes along each axis that is a line
  double measure; ///< length, area or volume of the reference element
  double middle;  ///< each coordinate of the centroid of a surface
  double position[GB_BASIS_NODES][3];      ///< coordinates of each node
  unsigned char factor[GB_BASIS_NODES][3]; ///< for each node the function of the first factor, and
                                           ///< the polynomial along each further axis
  /// the element with all nodes; then `along` and `factor` are not set. NULL: this element
  const struct gb_basis *full;
} gb_basis;

/// The reference element of dimension 1 to 3 with this number of nodes. Local.
const gb_basis *gb_basis_of(int dimension, int nodes);

/// Values N of the shape functions and their derivatives N1 by xi and N2 by eta at a point,
/// [nodes].
typedef struct gb_shape_values {
  double N[GB_BASIS_NODES], N1[GB_BASIS_NODES], N2[GB_BASIS_NODES], N3[GB_BASIS_NODES];
} gb_shape_values;

typedef struct gb_quadrature_point {
  double xi, eta, weight, zeta;
} gb_quadrature_point;

/// Compute the shape functions at the coordinates x. Local.
void gb_basis_shape_at(const gb_basis *basis, const double x[3], gb_shape_values *shape);
/// Compute the shape functions of a line (eta is ignored) or a surface. Local.
void gb_basis_shape(const gb_basis *basis, double xi, double eta, gb_shape_values *shape);

/// Set the quadrature points, [basis->points]. On undistorted elements the rule integrates products
/// of two shape functions exactly; on the triangles of wedges it is exact up to degree 2 in
/// elements of first order and up to degree 4 in elements of second order. All weights are
/// positive. Local.
/// @return the number of points
int gb_basis_quadrature(const gb_basis *basis, gb_quadrature_point point[]);

#endif
