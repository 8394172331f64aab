/// Numbers of shells that are interpolated between control points, whose values are designs:
/// docs/theory.md, the section on fields of designs.
#ifndef GB_MODEL_DESIGN_FIELDS_H
#define GB_MODEL_DESIGN_FIELDS_H

#include "model/shells.h"

/// The shells of a field and the weights of its points in each, which are not negative and have the
/// sum 1: a value lies between the least and the largest of the points'.
typedef struct gb_design_field {
  const gb_design_entry *entry;
  const double *number; ///< of a section, which it replaces; NULL: of shells with a thickness
  int ply;
  bool angle;   ///< of the ply; else its thickness
  int first;    ///< the design of the first point
  int value;    ///< the varying value of the first element
  int points;   ///< designs
  int elements; ///< of the mesh, [elements]
  int32_t *element;
  double *base;   ///< the number that the case has for each element, [elements]
  double *weight; ///< [elements][points]
} gb_design_field;

/// The elements and weights of an entry with points; `first` is the caller's to fill in. Local.
/// errors: GB_USAGE for points that coincide or have no part in any element; GB_MODEL for a group
/// with others than shells of a thickness; GB_FILE
int gb_design_field_create(const gb_definition *from, const gb_shells *shells,
                           const gb_design_entry *entry, gb_design_field *out, gb_error *error);
/// value[elements] of the field by those of the points, point[points].
void gb_design_field_extend(const gb_design_field *field, const double point[], double value[]);
/// point[points] += the derivatives by the points from those by the elements.
void gb_design_field_fold(const gb_design_field *field, const double value[], double point[]);
/// What the values of the points make of the mass of the shells' entries. errors: GB_USAGE
int gb_design_field_mass(const gb_definition *from, const gb_shells *shells,
                         const gb_design_field *field, const double point[], double *mass,
                         gb_error *error);

#endif
