/// The frame of a steady rotation: in it what has mass feels accelerations w x (w x z) of its
/// vectors z, positions from a point of the axis and directors. Source: docs/theory.md, (10.17).
#ifndef GB_SYSTEM_SPIN_H
#define GB_SYSTEM_SPIN_H

#include "elements/element.h"
#include "model/model.h"

typedef struct gb_spin {
  double about[3], omega[3]; ///< a point of the axis; angular velocity
} gb_spin;

/// Whether an element has inertia: joints and links have rows of accelerations, and no mass.
static inline bool gb_has_mass(const gb_element *element) {
  return element->massive &&
         (!element->constrained || element == gb_elements[GB_ELEMENT_RIGID_BODY]);
}

/// The model's spin at a time. Local. @return false: it has none
bool gb_spin_at(const gb_model *model, double t, gb_spin *spin);
/// a[values] += w x (w x z) of an element with mass at q. Local.
void gb_spin_accelerate(const gb_spin *spin, const gb_element *element, const gb_element_input *in,
                        const gb_pack q[], gb_pack a[]);
/// J += weight M W^2 with W v = omega x v, of an element with mass; J[values][values]. Local.
void gb_spin_matrix(const double omega[3], double weight, const gb_element *element,
                    const gb_element_input *in, const gb_element_state *state, gb_pack J[]);

#endif
