/// Weights of the points of a field in its elements.
#ifndef GB_MODEL_DESIGNS_DESIGN_WEIGHTS_H
#define GB_MODEL_DESIGNS_DESIGN_WEIGHTS_H

#include "model/sections/shells.h"

/// Elements of a field with the weights of its points in each. Weights are not negative and sum to
/// 1, so a value lies between the smallest and the largest value of the points. The points of a
/// filter are the elements themselves.
typedef struct gb_design_field {
  const gb_design_entry *entry;
  const double *number; ///< number of a section that the field replaces; NULL: of a group
  int ply;
  bool angle;       ///< the field is the angle of the ply; else its first number
  int first;        ///< design of the first point
  int value;        ///< index of the first element's value in gb_design_set.value
  int points;       ///< number of points, which are designs
  int elements;     ///< number of elements
  int32_t *element; ///< [elements], while the model is built
  double *base;     ///< value of each element in the case, [elements], while the model is built
  /// The value of element k is the sum of weight[i] times point[i] for i from start[k] to
  /// start[k + 1] - 1.
  size_t *start;
  int32_t *point;
  double *weight;
} gb_design_field;

/// Allocate memory for this number of weights. errors: GB_FILE
int gb_design_weights_create(const gb_definition *from, size_t weights, gb_design_field *field,
                             gb_error *error);
/// Add a weight to the last element, whose start[element + 1] is the number of weights so far.
static inline void gb_design_weights_add(gb_design_field *field, int element, int32_t point,
                                         double weight) {
  const size_t at = field->start[element + 1]++;
  field->point[at] = point;
  field->weight[at] = weight;
}
/// Set the weights of a filter: of all elements within a radius of an element's middle, in
/// proportion to the radius minus the distance (design_filter.c). errors: GB_FILE
int gb_design_filter(const gb_definition *from, double radius, gb_design_field *field,
                     gb_error *error);

#endif
