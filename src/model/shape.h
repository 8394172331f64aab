/// Positions and axes that are designs: how the reference vectors of model nodes depend on them,
/// and what that makes of ties, whose weights are positions and directions in the axes of bodies.
/// Source: docs/theory.md, (2.10), (2.11).
#ifndef GB_MODEL_SHAPE_H
#define GB_MODEL_SHAPE_H

#include "model/designs.h"
#include "model/topology.h"

/// The sensitivity of a reference vector of a model node.
typedef struct gb_shape_slope {
  int design;
  int32_t node;
  unsigned field;
  double value[3]; ///< d reference / d design
} gb_shape_slope;

/// The same on every rank; those of a design are in a row.
typedef struct gb_shape_set {
  int count;
  gb_shape_slope *slope; ///< [count]
  int of_mesh;           ///< of these the last, of nodes of the mesh that designs move
  int *next, *last; ///< slopes of a vector: the one before, [count], or -1; the last, [vectors]
} gb_shape_set;

/// Local. errors: GB_USAGE where a joint has no position of its own; GB_FILE
int gb_shape_set_create(const gb_topology *t, const gb_design_set *designs, gb_shape_set **out,
                        gb_error *error);

/// Then others may append slopes, until it is closed: the slopes of each vector are found by then.
/// Local. errors: GB_FILE
int gb_shape_append(const gb_topology *t, gb_shape_set *shape, const gb_shape_slope *new,
                    gb_error *error);

int gb_shape_set_close(gb_shape_set *shape, const gb_topology *t, gb_error *error);

/// value += factor times the sensitivity of a reference vector to a design.
void gb_shape_add(const gb_shape_set *shape, const gb_topology *t, int design, int32_t node,
                  unsigned field, double factor, double value[3]);
/// How the weight of term k of a vector that is tied to a body changes with a design, (2.11).
double gb_shape_weight_slope(const gb_shape_set *shape, const gb_topology *t, int design,
                             int32_t node, unsigned field, int k);

#endif
