/// Contact: the parameters of the elements.
#ifndef GB_ELEMENTS_CONTACT_H
#define GB_ELEMENTS_CONTACT_H

#include "elements/contact_form.h"

/// In the order of the elements' parameters.
enum {
  GB_CONTACT_STIFFNESS, ///< of the law k depth^exponent (1 + damping depth')
  GB_CONTACT_EXPONENT,
  GB_CONTACT_DAMPING,
  GB_CONTACT_FRICTION, ///< coefficient
  GB_CONTACT_VELOCITY, ///< speed of sliding at which friction has 1/sqrt(2) of its full size
  GB_CONTACT_BALL,     ///< radius of the spheres around the points that touch
  GB_CONTACT_SIZE,     ///< radius and length of the surface; edges of a box
  GB_CONTACT_PARAMETERS = GB_CONTACT_SIZE + 3,
  /// Of contacts with elements of the mesh: which of the points of the line or face touches, and
  /// the shares of the surface's face in its sides and nodes.
  GB_CONTACT_POINT = GB_CONTACT_PARAMETERS,
  GB_CONTACT_SHARE,
  GB_CONTACT_ALL_PARAMETERS = GB_CONTACT_SHARE + GB_FAN_SHARES
};

#endif
