/// Designs of the shape of a mesh: each moves its nodes along given vectors, X = X0 + sum of a V,
/// and with them the directors of shells. Source: docs/theory.md, (2.14).
#ifndef GB_MODEL_MESH_SHAPES_H
#define GB_MODEL_MESH_SHAPES_H

#include "model/blocks.h"
#include "model/designs.h"
#include "model/locals.h"
#include "model/shape.h"
#include "model/supports.h"

/// The vectors of one design.
typedef struct gb_mesh_shape {
  int entry;           ///< of the problem's designs
  double (*vector)[3]; ///< [mesh nodes]
} gb_mesh_shape;

/// The same on every rank.
struct gb_mesh_shapes {
  int count;
  gb_mesh_shape *shape; ///< [count]
};

/// The shapes that designs have, and the mesh at their amounts: `*moved` is from->mesh where there
/// are none. Local.
/// errors: GB_USAGE, GB_MODEL naming the design for vectors without a value, nodes that are not
/// there, and amounts that turn an element over; GB_FILE
int gb_mesh_shapes_create(const gb_definition *from, const gb_mesh **moved,
                          const gb_mesh_shapes **out, gb_error *error);

/// Append the slopes of positions and directors by these designs. Local.
/// errors: GB_MODEL where a node that moves is tied, where shells at a fold turn, where a surface
/// that moves is a body's; GB_FILE
int gb_mesh_shapes_slopes(const gb_topology *t, const gb_design_set *designs, gb_shape_set *shape,
                          gb_error *error);

/// Refuse directors that turn under supports which hold them by their direction. Local.
/// errors: GB_MODEL
int gb_mesh_shapes_check_supports(const gb_supports *supports, const gb_shape_set *shape,
                                  gb_error *error);
/// Refuse elements at nodes that move whose numbers do not follow them. Local. errors: GB_MODEL
int gb_mesh_shapes_check_blocks(const gb_topology *t, const gb_locals *locals,
                                const gb_block_set *blocks, const gb_shape_set *shape,
                                gb_error *error);

#endif
