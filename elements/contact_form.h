/// Surfaces of contacts.
#ifndef GB_ELEMENTS_CONTACT_FORM_H
#define GB_ELEMENTS_CONTACT_FORM_H

#include "elements/face_fan.h"

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
  bool inside;            ///< the material of a sphere or cylinder is outside of its radius
  bool body;              ///< what touches is a sphere around a point with a frame
  int dimension;          ///< of what touches: 0 points, 1 lines, 2 faces
  int touching;           ///< number of the nodes that touch; with elements they are the first ones
  const gb_face_fan *fan; ///< of a surface of elements: the parts of each; NULL: others
} gb_contact_form;

#endif
