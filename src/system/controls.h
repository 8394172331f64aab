/// Controls at the values of designs: expressions of t that name them, and the derivatives of these
/// by the values that vary (docs/theory.md, the section on controls). The cost of a time does not
/// depend on how many nodes controls have.
#ifndef GB_SYSTEM_CONTROLS_H
#define GB_SYSTEM_CONTROLS_H

#include "base/scalar.h"
#include "model/model.h"
#include "problem/controls.h"

typedef struct gb_controls gb_controls;

/// @param change of the varying values from the model's, [width]; borrowed. Local.
int gb_controls_create(const gb_model *model, const gb_scalar change[], gb_arena *arena,
                       gb_controls **out, gb_error *error);
/// t and the controls with their first and second derivatives, [1 + controls]; valid until the next
/// call. Local, no allocation.
const gb_scalar (*gb_controls_at(gb_controls *controls, double t))[3];
/// An expression of t and controls; its first and second derivative too.
gb_scalar gb_controls_value(gb_controls *controls, const gb_expression *expression, double t);
void gb_controls_motion(gb_controls *controls, const gb_expression *expression, double t,
                        gb_scalar out[3]);

/// How an expression of t depends on one of the varying values.
typedef struct gb_control_slope {
  int design;                   ///< or a moment
  double by[GB_CONTROL_ORDERS]; ///< of the value, the first and the second derivative
} gb_control_slope;

/// Whether an expression names a control that varies.
bool gb_controls_vary(const gb_controls *controls, const gb_expression *expression);
/// The slopes of an expression of t; *out is valid until the next call. Local, no allocation.
/// @param whole of its derivatives too, else of the value alone
/// @return how many
int gb_controls_slopes(gb_controls *controls, const gb_expression *expression, double t, bool whole,
                       const gb_control_slope **out);
/// The slopes of an expression of any variables by those that are controls' values and rates.
/// @param by [controls][GB_CONTROL_ORDERS]: its derivatives by u, u' and u'' of each control
int gb_controls_chain(gb_controls *controls, const double by[][GB_CONTROL_ORDERS], double t,
                      const gb_control_slope **out);

#endif
