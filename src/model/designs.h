/// The designs of a model. Constant after it is created; the same on every rank.
#ifndef GB_MODEL_DESIGNS_H
#define GB_MODEL_DESIGNS_H

#include "model/shells.h"

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

/// Values that vary are the designs and behind them the moments of controls, which follow from
/// their values: what differentiates a system takes both for independent, and
/// gb_design_set_extend and _fold join them.
typedef struct gb_design_set {
  int count;
  gb_design *design;           ///< [count]
  int width;                   ///< values that vary: designs, then moments
  double *value;               ///< those of the case, [width]
  double *built;               ///< those that the model's parameters were made with, [width]
  const gb_problem *problem;   ///< borrowed
  gb_control_designs *control; ///< of each control
  int numbers;
  gb_varying_number *number; ///< [numbers]
  int32_t *element; ///< design that is the thickness of each mesh element, -1: none; NULL: of all
  double mass; ///< of shells by the thicknesses that entries give, less that by those of `shells`
} gb_design_set;

/// Local. errors: GB_USAGE, GB_MODEL naming the entry; GB_FILE
int gb_design_set_create(const gb_definition *from, const gb_shells *shells, gb_design_set **out,
                         gb_error *error);

/// along[width]: behind `count` changes of designs those of the moments. Local. errors: GB_FILE
int gb_design_set_extend(const gb_design_set *designs, double along[], gb_error *error);
/// gradient[width] by all varying values: the first `count` become the derivatives by designs.
/// Local. errors: GB_FILE
int gb_design_set_fold(const gb_design_set *designs, double gradient[], gb_error *error);

/// The design that a number of the problem is, or -1.
int gb_design_of(const gb_design_set *designs, const double *number);
/// The design that is the thickness of a mesh element, or -1.
static inline int32_t gb_design_of_element(const gb_design_set *designs, int32_t element) {
  return designs->element ? designs->element[element] : -1;
}

#endif
