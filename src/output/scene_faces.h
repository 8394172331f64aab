/// From cells of a mesh to what is drawn of them: faces with their edges, lines and points.
#ifndef GB_OUTPUT_SCENE_FACES_H
#define GB_OUTPUT_SCENE_FACES_H

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
  int32_t node[GB_FACE_CORNERS]; ///< around it
  unsigned char nodes;           ///< 1: a point, 2: a line
  unsigned char edges;           ///< bit k: the edge from node k on is one of the outline
  bool solid;                    ///< a solid's face, nodes anticlockwise from outside
} gb_face;

typedef struct gb_face_set {
  int32_t count, all; ///< all: before they were thinned
  gb_face *face;      ///< [count]
} gb_face_set;

/// Faces of cells but those between two solids, thinned to `most`. The outline is of the edges
/// of one face, of three and more, and of those where faces meet at more than 30 degrees. Local.
/// errors: GB_FILE (memory)
int gb_faces_find(const gb_scene_mesh *mesh, int32_t most, gb_arena *arena, gb_face_set *out,
                  gb_error *error);

#endif
