/// The turning frame of a steady rotation. In it, masses have the additional acceleration w x (w x
/// z), where z is a position relative to a point of the axis or a director. Source: docs/theory.md,
/// (10.17).
#ifndef GB_SYSTEM_NODAL_VALUES_SPIN_H
#define GB_SYSTEM_NODAL_VALUES_SPIN_H

#include "elements/element.h"
#include "model/model.h"

/// A steady rotation at a time.
typedef struct gb_spin {
  double about[3], omega[3]; ///< point of the axis; angular velocity in rad per unit of time
} gb_spin;

/// Whether an element has mass. Joints, links and inerters depend on accelerations but have none.
static inline bool gb_has_mass(const gb_element *element) {
  return element->massive && element != gb_elements[GB_ELEMENT_INERTER] &&
         (!element->constrained || element == gb_elements[GB_ELEMENT_RIGID_BODY]);
}

/// Find the model's spin at a time. Local. @return false: the model does not spin
bool gb_spin_at(const gb_model *model, double t, gb_spin *spin);
/// a[values] += w x (w x z) for the vectors z of an element with mass at q. Local.
void gb_spin_accelerate(const gb_spin *spin, const gb_element_input *in, const gb_pack q[],
                        gb_pack a[]);
/// a[values] += w x (w x z) for vectors z[values] relative to the axis. Local.
void gb_spin_accelerate_along(const double omega[3], int values, const double z[], double a[]);
/// J[values][values] += weight M W^2 with W v = omega x v, for an element with mass. Local.
void gb_spin_matrix(const double omega[3], double weight, const gb_element *element,
                    const gb_element_input *in, const gb_element_state *state, gb_pack J[]);

#endif
