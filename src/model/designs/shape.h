/// Positions and axes that are designs: derivatives of the reference vectors of model nodes and of
/// the weights of ties, which are coordinates in the axes of bodies.
/// Source: docs/theory.md, (2.10), (2.11).
#ifndef GB_MODEL_DESIGNS_SHAPE_H
#define GB_MODEL_DESIGNS_SHAPE_H

#include "model/designs/designs.h"
#include "model/topology/topology.h"

/// Derivative of a reference vector of a model node by a design.
typedef struct gb_shape_slope {
  int design;
  int32_t node;
  unsigned field;
  double value[3]; ///< d reference / d design
} gb_shape_slope;

/// Derivatives of all reference vectors. Those by one design are
/// consecutive.
typedef struct gb_shape_set {
  int count;
  gb_shape_slope *slope; ///< [count]
  int of_mesh;           ///< number of derivatives, the last ones, for mesh nodes that designs move
  int *next, *last;      ///< linked lists by vector: previous derivative or -1, [count]; last
                         ///< derivative, [vectors]
} gb_shape_set;

/// Create the derivatives by positions and axes of entries. Local. errors: GB_WRONG_DESIGN if a
/// joint has no position of its own; GB_FILE
int gb_shape_set_create(const gb_topology *t, const gb_design_set *designs, gb_shape_set **out,
                        gb_error *error);

/// Append a derivative. gb_shape_set_close then makes the lists by vector; nothing may be appended
/// afterwards. Local. errors: GB_FILE
int gb_shape_append(const gb_topology *t, gb_shape_set *shape, const gb_shape_slope *new,
                    gb_error *error);

int gb_shape_set_close(gb_shape_set *shape, const gb_topology *t, gb_error *error);

/// value += factor times the derivative of a reference vector by a design.
void gb_shape_add(const gb_shape_set *shape, const gb_topology *t, int design, int32_t node,
                  unsigned field, double factor, double value[3]);
/// @return the derivative by a design of the weight of term k of a vector that is tied to a body,
///   (2.11), or of the director of a patch at a fold, (2.16)
double gb_shape_weight_slope(const gb_shape_set *shape, const gb_topology *t, int design,
                             int32_t node, unsigned field, int k);

#endif
