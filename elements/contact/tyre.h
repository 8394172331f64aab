/// Tyres: their parameters, and the road that they roll on.
#ifndef GB_ELEMENTS_CONTACT_TYRE_H
#define GB_ELEMENTS_CONTACT_TYRE_H

#include "base/expression/expression.h"

#include <stdbool.h>

/// The road, which tyre elements get as their table. It has no gb_scalar and is borrowed.
typedef struct gb_road {
  const gb_expression *height; ///< z of x, y, t and the tyre's parameters n1, n2, n3; NULL: 0
  bool vertical;               ///< forces are as on level ground at the height under the centre
} gb_road;

/// Parameters of a tyre, in the order of the element's parameters.
enum {
  GB_TYRE_RADIUS,
  GB_TYRE_STIFFNESS,
  GB_TYRE_DAMPING,
  GB_TYRE_FRICTION,      ///< along the wheel's heading
  GB_TYRE_SIDE_FRICTION, ///< across it
  GB_TYRE_SLIP,          ///< longitudinal slip at which friction is whole
  GB_TYRE_SLIP_ANGLE,    ///< the same of the slip angle, in radians
  GB_TYRE_SLIP_SPEED,    ///< below which slips are not by the wheel's own speed
  GB_TYRE_AXIS,          ///< first of three: the wheel's axis in the reference
  GB_TYRE_OFFSET = 11,   ///< first of three: from the body's point to the wheel's centre, there
  GB_TYRE_ROAD = 14,     ///< first of three: numbers of the road
  GB_TYRE_PARAMETERS = 17
};

#endif
