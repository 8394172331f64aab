/// Surfaces and parameters of contacts.
#ifndef GB_ELEMENTS_CONTACT_CONTACT_FORM_H
#define GB_ELEMENTS_CONTACT_CONTACT_FORM_H

#include "elements/contact/face_fan.h"

#include <stdbool.h>

/// Surfaces, in the axes of their frame: the plane z = 0, whose material is below; a sphere; a
/// cylinder along z, without ends; a cylinder along z with half spheres at its ends; a box.
/// Elements have no frame: they are lines or faces of the mesh.
typedef enum gb_contact_surface {
  GB_CONTACT_PLANE,
  GB_CONTACT_SPHERE,
  GB_CONTACT_CYLINDER,
  GB_CONTACT_CAPSULE,
  GB_CONTACT_BOX,
  GB_CONTACT_ELEMENTS
} gb_contact_surface;

/// The elements of a block have this form in common. It has no gb_scalar.
typedef struct gb_contact_form {
  gb_contact_surface surface;
  bool inside;   ///< the material of a sphere or cylinder is outside of its radius
  bool body;     ///< what touches is a sphere around a point with a frame, or along a line between
                 ///< such points
  bool line;     ///< or all spheres around a straight line along the third axis of the frame
  bool flush;    ///< the spheres are behind the faces that touch and end at them
  bool sticks;   ///< friction is by the displacement since a point stuck, not by the velocity
  int dimension; ///< of what touches: 0 points, 1 lines, 2 faces
  int touching;  ///< number of the nodes that touch; with elements they are the first ones
  const gb_face_fan *fan; ///< of a surface of elements: the parts of each; NULL: others
} gb_contact_form;

/// In the order of the elements' parameters.
enum {
  GB_CONTACT_STIFFNESS, ///< of the law k depth^exponent (1 + damping depth')
  GB_CONTACT_EXPONENT,
  GB_CONTACT_DAMPING,
  GB_CONTACT_FRICTION, ///< coefficient
  GB_CONTACT_VELOCITY, ///< speed of sliding at which friction has 1/sqrt(2) of its full size
  GB_CONTACT_STICK,    ///< stiffness of points that stick
  GB_CONTACT_BALL,     ///< radius of the spheres around the points that touch
  GB_CONTACT_LINE,     ///< length of the straight lines, which have their frames in the middle
  GB_CONTACT_SIZE,     ///< radius and length of the surface; edges of a box
  GB_CONTACT_PARAMETERS = GB_CONTACT_SIZE + 3,
  /// Contacts with elements of the mesh have more: which of the points of the line or face touches,
  /// and how many faces of the surface have each side and node of this one.
  GB_CONTACT_POINT = GB_CONTACT_PARAMETERS,
  GB_CONTACT_FACES,
  GB_CONTACT_ALL_PARAMETERS = GB_CONTACT_FACES + GB_FAN_SHARED
};

#endif
