/// Properties of shells and solids that are interpolated between control points whose values are
/// designs, or that are means of the designs of neighbouring elements: docs/theory.md, the section
/// on fields of designs.
#ifndef GB_MODEL_DESIGNS_DESIGN_FIELDS_H
#define GB_MODEL_DESIGNS_DESIGN_FIELDS_H

#include "model/designs/design_weights.h"

/// Find elements and weights of an entry with points. The caller sets `first` and `value`. Local.
/// errors: GB_WRONG_VALUE for points that coincide or have no weight in any element; GB_WRONG_PATCH
/// for a group with other elements than shells of a thickness, or solids; GB_WRONG_SECTION; GB_FILE
int gb_design_field_create(const gb_definition *from, const gb_shells *shells,
                           const gb_design_entry *entry, gb_design_field *out, gb_error *error);
/// value[elements] = field values for the values of the points, point[points].
void gb_design_field_extend(const gb_design_field *field, const double point[], double value[]);
/// point[points] += derivatives by the points for derivatives by the elements, value[elements].
void gb_design_field_fold(const gb_design_field *field, const double value[], double point[]);

/// Find the number of an element that the designs of a group vary: the thickness of a shell, or the
/// relative density of a solid. errors: GB_WRONG_PATCH if the element has none
int gb_design_element_value(const gb_definition *from, const gb_shells *shells,
                            const gb_design_entry *entry, int32_t element, double *value,
                            gb_error *error);

#endif
