/// The table of element shapes: names, types in file formats, faces and shape functions. A new
/// shape is one row.
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
  GB_QUAD8,
  GB_TETRAHEDRON4,
  GB_TETRAHEDRON10,
  GB_PYRAMID5,
  GB_WEDGE6,
  GB_WEDGE15,
  GB_HEXAHEDRON8,
  GB_HEXAHEDRON20,
  GB_HEXAHEDRON27,
  GB_SHAPES
} gb_shape;

enum {
  GB_SHAPE_NODES = GB_BASIS_NODES,
  GB_SHAPE_FACES = 6
}; ///< largest numbers of nodes and faces

/// A row of the table. Nodes are in the order of gmsh. A list of nodes has one character for each
/// node: a digit, or a letter from `a` for node 10 on.
typedef struct gb_shape_type {
  const char *name;                 ///< for messages, for example "3-node triangle"
  int corners;                      ///< number of corners, which are the first nodes
  unsigned char gmsh, vtk, xdmf;    ///< element or cell types in these formats
  const char *order;                ///< order of the nodes in VTK and XDMF; NULL: as in gmsh
  const char *reversed;             ///< order of the nodes of an element with opposite orientation
  const char *face[GB_SHAPE_FACES]; ///< nodes of each face, anticlockwise seen from outside;
                                    ///< points, lines and surfaces have a single face
  gb_basis basis;                   ///< dimension, nodes, shape functions, quadrature
} gb_shape_type;

/// The table.
extern const gb_shape_type gb_shape_types[GB_SHAPES];

/// The number of nodes.
static inline int gb_shape_nodes(gb_shape shape) {
  return gb_shape_types[shape].basis.nodes;
}

/// The dimension, 0 to 3.
static inline int gb_shape_dimension(gb_shape shape) {
  return gb_shape_types[shape].basis.dimension;
}

/// The name for messages.
static inline const char *gb_shape_name(gb_shape shape) {
  return gb_shape_types[shape].name;
}

/// The number of corners, which come first among the nodes of a shape.
static inline int gb_shape_corners(gb_shape shape) {
  return gb_shape_types[shape].corners;
}

/// The shape of a face of a solid, by its list of nodes in the table. Local.
gb_shape gb_shape_of_face(gb_shape solid, const char *face);

/// The node at position i of a list of nodes in the table.
static inline int gb_shape_listed(const char *list, int i) {
  return list[i] < 'a' ? list[i] - '0' : list[i] - 'a' + 10;
}

#endif
