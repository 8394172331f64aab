/// Parameters of a rigid body, in the order of the element's parameters; in the body's axes.
#ifndef GB_ELEMENTS_MULTIBODY_RIGID_BODY_H
#define GB_ELEMENTS_MULTIBODY_RIGID_BODY_H

enum {
  GB_BODY_MASS = 0,
  GB_BODY_MOMENT = 1, ///< first of three: mass times the centre of mass, from the frame's point
  GB_BODY_INERTIA = 4 ///< first of six: xx yy zz xy xz yz about the frame's point, xy = -sum m x y
};

#endif
