/// Values of controls, and derivatives of expressions that use controls by the designs
/// (docs/theory.md, the section on controls). The cost at one time does not depend on the number of
/// a control's nodes.
#ifndef GB_SYSTEM_NODAL_VALUES_CONTROLS_H
#define GB_SYSTEM_NODAL_VALUES_CONTROLS_H

#include "base/scalar.h"
#include "model/model.h"
#include "problem/controls.h"

typedef struct gb_controls gb_controls;

/// @param change of the designs from the values that the model was built with, [width]; borrowed
/// The arena owns the memory. Local. errors: GB_FILE
int gb_controls_create(const gb_model *model, const gb_scalar change[], gb_arena *arena,
                       gb_controls **out, gb_error *error);
/// @return t and the controls with their first and second derivatives by t, [1 + controls]; valid
///   until the next call. Local, no allocation.
const gb_scalar (*gb_controls_at(gb_controls *controls, double t))[3];
/// Evaluate an expression of t and controls; gb_controls_motion also finds its first and second
/// derivative by t. Local.
gb_scalar gb_controls_value(gb_controls *controls, const gb_expression *expression, double t);
void gb_controls_motion(gb_controls *controls, const gb_expression *expression, double t,
                        gb_scalar out[3]);

/// Derivative of an expression of t by a design.
typedef struct gb_control_slope {
  int design;                   ///< number of the design: a node's value or a moment of a control
  double by[GB_CONTROL_ORDERS]; ///< derivatives of the expression's value and of its first and
                                ///< second time derivative
} gb_control_slope;

/// Whether an expression uses a control that has designs.
bool gb_controls_vary(const gb_controls *controls, const gb_expression *expression);
/// Find the derivatives of an expression of t by the designs; *out is valid until the next call.
/// Local, no allocation.
/// @param whole also differentiate the first and second time derivatives
/// @return number of derivatives
int gb_controls_slopes(gb_controls *controls, const gb_expression *expression, double t, bool whole,
                       const gb_control_slope **out);
/// Find the derivatives by designs of a quantity that depends on values and rates of controls, by
/// the chain rule.
/// @param by derivatives of the quantity by u, u' and u'' of each control,
///   [controls][GB_CONTROL_ORDERS]
/// @return number of derivatives
int gb_controls_chain(gb_controls *controls, const double by[][GB_CONTROL_ORDERS], double t,
                      const gb_control_slope **out);

#endif
