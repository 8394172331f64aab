/// Variables in the expressions of functionals of points and of nodes.
#ifndef GB_SYSTEM_FUNCTIONALS_MOTION_VARIABLES_H
#define GB_SYSTEM_FUNCTIONALS_MOTION_VARIABLES_H

#include "model/model.h"
#include "solve/system.h"

/// Number of a probe's values in an expression: position, displacement, velocity and acceleration,
/// three components each. Variable 0 is t and variable 1 + GB_MOTION_VALUES p + i the i-th value of
/// probe p; the values of all quantities follow, then those of controls.
enum { GB_MOTION_VALUES = 12 };

/// @return the component from which a value of a probe is read: GB_Q, GB_V or GB_A
static inline int gb_motion_component(int value) {
  return value < 6 ? GB_Q : value < 9 ? GB_V : GB_A;
}

/// Number of variables of a functional of nodes: t, then position, displacement and velocity.
enum { GB_NODE_VARIABLES = 10 };

/// @return the variable of the first value of the first quantity
static inline int gb_first_quantity(const gb_model *model) {
  return 1 + GB_MOTION_VALUES * model->probes->count;
}

/// @return the variable of the first control
static inline int gb_first_control(const gb_model *model) {
  return gb_first_quantity(model) + model->quantities->values;
}

#endif
