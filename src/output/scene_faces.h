/// From cells of a mesh to what is drawn of them: faces with their edges, lines and points.
#ifndef GB_OUTPUT_SCENE_FACES_H
#define GB_OUTPUT_SCENE_FACES_H

#include "base/arena.h"

#include <stdint.h>

enum { GB_SCENE_CORNERS = 9 }; ///< of a cell; those that it does not have are -1

/// Cells of 1 to 4, 6, 8 and 9 nodes: points, lines, triangles, quadrangles, triangles with the
/// middles of their edges, hexahedra, and quadrangles with them. All is borrowed.
typedef struct gb_scene_mesh {
  int32_t nodes, cells;
  const double (*position)[3];
  const int32_t (*corner)[GB_SCENE_CORNERS];
} gb_scene_mesh;

enum { GB_FACE_CORNERS = 8 };

typedef struct gb_face {
  int32_t cell;
  int32_t node[GB_FACE_CORNERS]; ///< around it
  unsigned char nodes;           ///< 1: a point, 2: a line
  unsigned char edges;           ///< bit k: the edge from node k on is one of the outline
  bool solid;                    ///< of a hexahedron, nodes anticlockwise from outside
} gb_face;

typedef struct gb_face_set {
  int32_t count, all; ///< all: before they were thinned
  gb_face *face;      ///< [count]
} gb_face_set;

/// Faces of cells but those between two hexahedra, thinned to `most`. The outline is of the edges
/// of one face, of three and more, and of those where faces meet at more than 30 degrees. Local.
/// errors: GB_FILE (memory)
int gb_faces_find(const gb_scene_mesh *mesh, int32_t most, gb_arena *arena, gb_face_set *out,
                  gb_error *error);

#endif
