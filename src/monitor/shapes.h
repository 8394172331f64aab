/// What rigid bodies look like: polyhedra of points and cells in their own axes.
#ifndef GB_MONITOR_SHAPES_H
#define GB_MONITOR_SHAPES_H

#include "mesh/mesh.h"
#include "problem/problem.h"

/// A box is one hexahedron; cylinders and spheres are of triangles and quadrangles, as a surface of
/// the mesh is; a body of given inertia is the uniform box of its mass and moments: edges a, b, c
/// with m (b^2 + c^2) / 12 about the first axis, and so on.
typedef struct gb_shape_of_body {
  int32_t points, cells, values; ///< values: nodes of all cells together
  double (*point)[3];            ///< from the centre of mass in the body's axes, [points]
  unsigned char *cell;           ///< gb_shape of each cell, [cells]
  int32_t *node;                 ///< points of the cells, concatenated, [values]
  gb_arena *memory;              ///< of the arrays
} gb_shape_of_body;

/// The shapes of all bodies of a problem, [bodies], the same on every rank. Local.
/// @param mesh  of the surfaces; NULL: none  @param arena of their memory
int gb_shapes_create(const gb_mesh *mesh, const gb_problem *problem, gb_arena *arena,
                     gb_shape_of_body **out, gb_error *error);

#endif
