/// Shapes of rigid bodies for display: points and cells in the axes of the body.
#ifndef GB_MONITOR_SHAPES_H
#define GB_MONITOR_SHAPES_H

#include "mesh/mesh.h"
#include "model/model.h"

/// The shape of a body. A box is one hexahedron; cylinders, spheres and surfaces of the mesh
/// consist of triangles and quadrangles. A wheel with given inertia is displayed as its tyre, a
/// cylinder whose width is half its radius, and any other body with given inertia as the uniform
/// box that has its mass m and moments of inertia: edges a, b, c with m (b^2 + c^2) / 12 about the
/// first axis, etc.
typedef struct gb_shape_of_body {
  int32_t points, cells, values; ///< values: number of nodes of all cells
  double (*point)[3];            ///< from the centre of mass in the body's axes, [points]
  unsigned char *cell;           ///< gb_shape of each cell, [cells]
  int32_t *node;                 ///< points of all cells, [values]
  gb_arena *memory;              ///< owns the arrays
} gb_shape_of_body;

/// Make the shapes of all bodies of a model, [bodies]. Every rank gets their numbers of points and
/// cells; the arrays of a surface of the mesh are only on the rank of its body. Collective.
/// errors: GB_FILE (memory)
/// @param mesh  mesh that contains the surfaces, on rank 0; the other ranks may pass NULL
/// @param arena owner of the memory
int gb_shapes_create(const gb_mesh *mesh, const gb_model *model, gb_arena *arena,
                     gb_shape_of_body **out, gb_error *error);

#endif
