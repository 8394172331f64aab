/// Faces, lines and points of the cells of a mesh that are drawn.
#ifndef GB_PICTURE_SCENE_FACES_H
#define GB_PICTURE_SCENE_FACES_H

#include "base/arena.h"
#include "mesh/shapes.h"

#include <stdint.h>

typedef struct gb_scene_cell {
  int32_t shape; ///< gb_shape; GB_SHAPES: the cell is not drawn
  int32_t node[GB_SHAPE_NODES];
} gb_scene_cell;

/// A mesh to be drawn; the arrays are borrowed.
typedef struct gb_scene_mesh {
  int32_t nodes, cells;
  const double (*position)[3];
  const gb_scene_cell *cell;
} gb_scene_mesh;

enum { GB_FACE_CORNERS = 8 };

typedef struct gb_face {
  int32_t cell;
  int32_t node[GB_FACE_CORNERS]; ///< nodes in the order around the face
  unsigned char nodes;           ///< number of nodes; 1: a point, 2: a line
  unsigned char edges;           ///< bit k: the edge from node k to the next is part of the outline
  bool solid;                    ///< face of a solid; nodes are anticlockwise seen from outside
} gb_face;

typedef struct gb_face_set {
  int32_t count, all; ///< numbers of faces after and before merging
  gb_face *face;      ///< [count]
} gb_face_set;

/// Find the faces of all cells, except those between two solids, and merge them until there are at
/// most `max_faces`. The outline consists of edges of one face or of more than two faces, and edges
/// at which two faces meet at an angle of more than 30 degrees. Local. errors: GB_FILE (memory)
int gb_faces_find(const gb_scene_mesh *mesh, int32_t max_faces, gb_arena *arena, gb_face_set *out,
                  gb_error *error);

#endif
