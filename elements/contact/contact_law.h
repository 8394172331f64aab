/// The law of contacts: the normal force by the depth and its rate, friction, and the energy of
/// the spring. Source: docs/theory.md, (5.35) and (5.36).
#ifndef GB_ELEMENTS_CONTACT_CONTACT_LAW_H
#define GB_ELEMENTS_CONTACT_CONTACT_LAW_H

#include "elements/contact/contact_form.h"
#include "elements/jet.h"

/// @return the normal force k depth^e (1 + c depth'), which does not pull
/// @param p parameters of the contact
static inline gb_jet gb_contact_press(const gb_scalar *p, gb_jet depth, gb_jet rate) {
  const gb_scalar exponent = p[GB_CONTACT_EXPONENT];
  const gb_scalar spring = p[GB_CONTACT_STIFFNESS] * gb_pow(depth.value, exponent);
  const gb_jet elastic = gb_jet_chain(depth, spring, exponent * spring / depth.value);
  const gb_jet factor = gb_jet_add(gb_jet_number(1), gb_jet_scale(rate, p[GB_CONTACT_DAMPING]));
  if (!(gb_real(factor.value) > 0)) return gb_jet_number(0);
  return gb_jet_multiply(elastic, factor);
}

/// Compute the force N n - mu N v_t / sqrt(v_t^2 + v0^2) on what touches.
/// @param velocity of the point that touches, relative to the surface
static inline void gb_contact_rub(const gb_scalar *p, const gb_jet normal[3],
                                  const gb_jet velocity[3], gb_jet load, gb_jet force[3]) {
  gb_jet slide[3];
  const gb_jet along = gb_jet_scale(gb_jet_dot(velocity, normal), -1);
  for (int i = 0; i < 3; i++) {
    slide[i] = velocity[i];
    force[i] = gb_jet_multiply(load, normal[i]);
  }
  if (p[GB_CONTACT_FRICTION] == 0) return;
  gb_jet_add_scaled(along, normal, slide);
  const gb_scalar least = p[GB_CONTACT_VELOCITY];
  const gb_jet speed =
      gb_jet_sqrt(gb_jet_add(gb_jet_dot(slide, slide), gb_jet_number(least * least)));
  const gb_jet size = gb_jet_scale(gb_jet_divide(load, speed), -p[GB_CONTACT_FRICTION]);
  gb_jet_add_scaled(size, slide, force);
}

/// @return twice the energy of the spring at a point: the integral of k depth^e
static inline gb_jet gb_contact_energy(const gb_scalar *p, gb_jet depth) {
  const gb_scalar exponent = p[GB_CONTACT_EXPONENT];
  const gb_scalar force = p[GB_CONTACT_STIFFNESS] * gb_pow(depth.value, exponent);
  return gb_jet_chain(depth, 2 * force * depth.value / (exponent + 1), 2 * force);
}

#endif
