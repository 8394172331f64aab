/// The designs of a model. Constant after it is created; the same on every rank.
#ifndef GB_MODEL_DESIGNS_H
#define GB_MODEL_DESIGNS_H

#include "constitutive/section.h"
#include "model/design_fields.h"

/// A design as the user names it.
typedef struct gb_design {
  char *name;
  int entry; ///< the problem's design entry that it belongs to
  double value, lower, upper;
  double built; ///< the number that the model's parameters were made with: `value`, but for a
                ///< thickness whose entry gives values
} gb_design;

/// A number of the problem that is a design.
typedef struct gb_varying_number {
  const double *number;
  int design;
} gb_varying_number;

/// Where the coefficients of a control begin among the varying values; -1: they do not vary, or
/// there are none.
typedef struct gb_control_designs {
  int node, moment;
} gb_control_designs;

/// The designs, or values that follow from them, that a number of a ply is in elements of the mesh.
typedef struct gb_element_designs {
  int ply;
  bool angle;       ///< of the ply; else its thickness
  int32_t *element; ///< among the varying values, -1: none, [elements of the mesh]
} gb_element_designs;

/// Values that vary are the designs and behind them the moments of controls and the values of
/// fields in their elements, which follow from those of designs: what differentiates a system takes
/// all for independent, and gb_design_set_extend and _fold join them.
typedef struct gb_design_set {
  int count;
  gb_design *design;           ///< [count]
  int width;                   ///< values that vary: designs, then moments, then fields
  double *value;               ///< those of the case, [width]
  double *built;               ///< those that the model's parameters were made with, [width]
  const gb_problem *problem;   ///< borrowed
  gb_control_designs *control; ///< of each control
  int numbers;
  gb_varying_number *number; ///< [numbers]
  gb_index addresses;        ///< of these
  int parts;
  gb_element_designs *part; ///< numbers that vary by elements, [parts]
  int fields;
  gb_design_field *field; ///< [fields]
  double mass; ///< of shells by the thicknesses that entries give, less that by those of `shells`
} gb_design_set;

/// Local. errors: GB_USAGE, GB_MODEL naming the entry; GB_FILE
int gb_design_set_create(const gb_definition *from, const gb_shells *shells, gb_design_set **out,
                         gb_error *error);

/// along[width]: behind `count` changes of designs those of moments and fields. Local. errors:
/// GB_FILE
int gb_design_set_extend(const gb_design_set *designs, double along[], gb_error *error);
/// gradient[width] by all varying values: the first `count` become the derivatives by designs.
/// Local. errors: GB_FILE
int gb_design_set_fold(const gb_design_set *designs, double gradient[], gb_error *error);

/// The design that a number of the problem is, or -1.
int gb_design_of(const gb_design_set *designs, const double *number);
/// The number among those of a section law that varies by elements.
static inline int gb_element_designs_number(const gb_element_designs *part, const gb_layup *layup) {
  const gb_law_number *numbers = gb_section_laws[layup->kind]->ply;
  return gb_layup_ply(layup, part->ply) +
         gb_law_number_find(numbers, part->angle ? "angle" : "thickness");
}

#endif
