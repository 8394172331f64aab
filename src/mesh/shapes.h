/// The table of element shapes: what each is called, how files number it, its faces and its shape
/// functions. A new shape is one row.
#ifndef GB_MESH_SHAPES_H
#define GB_MESH_SHAPES_H

#include "mesh/basis.h"

typedef enum gb_shape {
  GB_POINT,
  GB_LINE2,
  GB_LINE3,
  GB_TRIANGLE3,
  GB_TRIANGLE6,
  GB_QUAD4,
  GB_QUAD9,
  GB_TETRAHEDRON4,
  GB_WEDGE6,
  GB_HEXAHEDRON8,
  GB_SHAPES
} gb_shape;

enum { GB_SHAPE_NODES = 9, GB_SHAPE_FACES = 6 }; ///< most nodes and faces of a shape

/// A row of the table. Nodes are in gmsh's order. Lists of nodes are digits, one for each node.
typedef struct gb_shape_type {
  const char *name;
  int corners;                      ///< they come first among the nodes
  unsigned char gmsh, vtk, xdmf;    ///< element or cell types of these formats
  const char *order;                ///< VTK's and XDMF's order of the nodes; NULL: gmsh's
  const char *reversed;             ///< the nodes of the element seen from its other side
  const char *face[GB_SHAPE_FACES]; ///< nodes round each face, from outside anticlockwise; the
                                    ///< single face of a point, a line or a surface
  gb_basis basis;                   ///< dimension, nodes, shape functions, quadrature
} gb_shape_type;

extern const gb_shape_type gb_shape_types[GB_SHAPES];

static inline int gb_shape_nodes(gb_shape shape) {
  return gb_shape_types[shape].basis.nodes;
}

static inline int gb_shape_dimension(gb_shape shape) {
  return gb_shape_types[shape].basis.dimension;
}

static inline const char *gb_shape_name(gb_shape shape) {
  return gb_shape_types[shape].name;
}

/// The number of corners, which come first among the nodes of a shape.
static inline int gb_shape_corners(gb_shape shape) {
  return gb_shape_types[shape].corners;
}

/// The node at position i of a list of nodes in the table.
static inline int gb_shape_listed(const char *list, int i) {
  return list[i] - '0';
}

#endif
