/// Designs of the shape of a mesh. Each moves nodes along given vectors, X = X0 + sum of a V, or is
/// a coordinate of one node; both change the directors of shells. Source: docs/theory.md, (2.14).
#ifndef GB_MODEL_DESIGNS_MESH_SHAPES_H
#define GB_MODEL_DESIGNS_MESH_SHAPES_H

#include "model/blocks/blocks.h"
#include "model/blocks/locals.h"
#include "model/constraints/supports.h"
#include "model/designs/designs.h"
#include "model/designs/shape.h"

/// Shape of one design, or the coordinates of a group's nodes, which are designs each.
typedef struct gb_mesh_shape {
  int entry;             ///< index among the problem's designs
  const gb_group *nodes; ///< group whose coordinates are designs; NULL: a shape
  /// displacement, [mesh nodes]: of a shape for a unit value; of coordinates by their values
  double (*vector)[3];
} gb_mesh_shape;

/// Shapes of all designs; the same on every rank.
struct gb_mesh_shapes {
  int count;
  gb_mesh_shape *shape; ///< [count]
};

/// Find the shapes of designs and the mesh at the designs' values; `*moved` is from->mesh if there
/// are no shapes. Local.
/// errors, with the design's position: GB_USAGE, GB_MODEL for vectors without a value, unknown
/// nodes, and values that turn an element over; GB_FILE
int gb_mesh_shapes_create(const gb_definition *from, const gb_mesh **moved,
                          const gb_mesh_shapes **out, gb_error *error);

/// Append the derivatives of positions and directors by these designs. Local.
/// errors: GB_MODEL if a moving node is tied, if shells at a fold rotate, or if a moving surface
/// belongs to a body; GB_FILE
int gb_mesh_shapes_slopes(const gb_topology *t, const gb_design_set *designs, gb_shape_set *shape,
                          gb_error *error);

/// Refuse directors that rotate at supports which fix them along given directions. Local. errors:
/// GB_MODEL
int gb_mesh_shapes_check_supports(const gb_supports *supports, const gb_shape_set *shape,
                                  gb_error *error);
/// Refuse elements at moving nodes whose parameters do not follow. Local. errors: GB_MODEL
int gb_mesh_shapes_check_blocks(const gb_topology *t, const gb_locals *locals,
                                const gb_block_set *blocks, const gb_shape_set *shape,
                                gb_error *error);

#endif
