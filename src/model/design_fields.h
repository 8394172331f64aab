/// Properties of shells that are interpolated between control points whose values are designs:
/// docs/theory.md, the section on fields of designs.
#ifndef GB_MODEL_DESIGN_FIELDS_H
#define GB_MODEL_DESIGN_FIELDS_H

#include "model/shells.h"

/// Shells of a field with the weights of its points in each. Weights are not negative and sum to 1,
/// so a value lies between the smallest and the largest value of the points.
typedef struct gb_design_field {
  const gb_design_entry *entry;
  const double *number; ///< number of a section that the field replaces; NULL: thickness of shells
  int ply;
  bool angle;   ///< the field is the angle of the ply; else its thickness
  int first;    ///< design of the first point
  int value;    ///< index of the first element's value in gb_design_set.value
  int points;   ///< number of points, which are designs
  int elements; ///< number of elements
  int32_t *element;
  double *base;   ///< value of each element in the case, [elements]
  double *weight; ///< [elements][points]
} gb_design_field;

/// Find elements and weights of an entry with points. The caller sets `first` and `value`. Local.
/// errors: GB_WRONG_VALUE for points that coincide or have no weight in any element; GB_WRONG_PATCH
/// for a group with other elements than shells of a thickness; GB_WRONG_SECTION; GB_FILE
int gb_design_field_create(const gb_definition *from, const gb_shells *shells,
                           const gb_design_entry *entry, gb_design_field *out, gb_error *error);
/// value[elements] = field values for the values of the points, point[points].
void gb_design_field_extend(const gb_design_field *field, const double point[], double value[]);
/// point[points] += derivatives by the points for derivatives by the elements, value[elements].
void gb_design_field_fold(const gb_design_field *field, const double value[], double point[]);
/// *mass = change of the shells' mass for values of the points, point[points]. errors: those of
/// sections
int gb_design_field_mass(const gb_definition *from, const gb_shells *shells,
                         const gb_design_field *field, const double point[], double *mass,
                         gb_error *error);

#endif
