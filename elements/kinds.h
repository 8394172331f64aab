/// The list of all elements, one line each: a new element is a file that defines
/// `gb_element_NAME` and its line here.
#ifndef GB_ELEMENTS_KINDS_H
#define GB_ELEMENTS_KINDS_H

#include "elements/element.h"

// clang-format off
#define GB_FOR_ELEMENTS(X)                        \
  X(MITC3, mitc3)                                 \
  X(MITC6, mitc6)                                 \
  X(MITC4, mitc4)                                 \
  X(MITC9, mitc9)                                 \
  X(PRESSURE, pressure)                           \
  X(FOLLOWING_PRESSURE, following_pressure)       \
  X(TRACTION, traction)                           \
  X(LINE_TRACTION, line_traction)                 \
  X(FORCE, force)                                 \
  X(MOMENT, moment)                               \
  X(POINT_MASS, point_mass)                       \
  X(SPRING, spring)                               \
  X(RIGID_BODY, rigid_body)                       \
  X(JOINT, joint)                                 \
  X(FOLD, fold)                                   \
  X(DRILLING, drilling)                           \
  X(FRAME_MOMENT, frame_moment)                   \
  X(AVERAGE, average)                             \
  X(TORSION, torsion)                             \
  X(FOLLOWING_FORCE, following_force)             \
  X(BODY_MOMENT, body_moment)                     \
  X(FOLLOWING_MOMENT, following_moment)           \
  X(FOLLOWING_TRACTION, following_traction)       \
  X(BEAM2, beam2)                                 \
  X(BEAM3, beam3)                                 \
  X(FRAME, frame)                                 \
  X(BUSHING, bushing)                             \
  X(TYRE, tyre)                                   \
  X(FRICTION, friction)                           \
  X(ROD, rod)                                     \
  X(SHEAR_PANEL, shear_panel)                     \
  X(EQUATION, equation)                           \
  X(INERTER, inerter)                             \
  X(SOLID4, solid4)                               \
  X(SOLID5, solid5)                               \
  X(SOLID6, solid6)                               \
  X(SOLID8, solid8)                               \
  X(SOLID10, solid10)                             \
  X(SOLID15, solid15)                             \
  X(SOLID20, solid20)                             \
  X(SOLID27, solid27)                             \
  X(CONTACT, contact)                             \
  X(BODY_CONTACT, body_contact)                   \
  X(FACE_CONTACT, face_contact)                   \
  X(STATE, state_equation)                        \
  X(MATRIX, matrix)                               \
  X(BODY_FACE_CONTACT, body_face_contact)         \
  X(BEAM2_FACE_CONTACT, beam2_face_contact)       \
  X(BEAM3_FACE_CONTACT, beam3_face_contact)       \
  /* end of the list */
// clang-format on

#define GB_ELEMENT_KIND(KIND, name) GB_ELEMENT_##KIND,
typedef enum gb_element_kind { GB_FOR_ELEMENTS(GB_ELEMENT_KIND) GB_ELEMENT_KINDS } gb_element_kind;
#undef GB_ELEMENT_KIND

/// All elements, by kind.
extern const gb_element *const gb_elements[GB_ELEMENT_KINDS];

/// @return the element of a kind, or the element for the damping of its material if the layup
/// describes damping
static inline const gb_element *gb_element_of(gb_element_kind kind, const gb_layup *layup) {
  return layup && layup->damping ? gb_elements[kind]->damping : gb_elements[kind];
}

#endif
