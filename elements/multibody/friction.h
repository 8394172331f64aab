/// Friction in a joint: its parameters, and which joints have it.
#ifndef GB_ELEMENTS_MULTIBODY_FRICTION_H
#define GB_ELEMENTS_MULTIBODY_FRICTION_H

#include "elements/multibody/joint.h"

/// In the order of the element's parameters.
enum { GB_FRICTION_COEFFICIENT, GB_FRICTION_RADIUS, GB_FRICTION_VELOCITY };

/// The first rows of a joint that hold its points together: their multipliers are the reaction.
static inline int gb_joint_reactions(const gb_joint_type *type) {
  int count = 0;
  while (count < type->rows && type->row[count][0] == GB_JOINT_GAP) count++;
  return count;
}

/// Whether a joint turns about a pin or slides along a guide that carry the reaction.
static inline bool gb_joint_rubs(const gb_joint_type *type) {
  return (type->turns || type->slides) && gb_joint_reactions(type) > 1;
}

#endif
