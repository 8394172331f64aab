/// The law of contacts: the normal force by the depth and its rate, friction, and the energy of
/// the spring. Source: docs/theory.md, (5.35) and (5.36).
#ifndef GB_ELEMENTS_CONTACT_CONTACT_LAW_H
#define GB_ELEMENTS_CONTACT_CONTACT_LAW_H

#include "elements/contact/contact_form.h"
#include "elements/jet.h"

#include <math.h>

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

/// Compute the force N n - k_t s on what touches, where s is the part of the slip square to the
/// normal, shortened so that friction is at most mu N. Source: the return mapping of Simo & Hughes,
/// "Computational Inelasticity", section 1.4. A point that has slid and no longer moves is at the
/// limit of friction, where round-off alone would decide whether it slides. It sticks, unless its
/// slip exceeds the limit by more than round-off.
/// @param slip of the point that touches, relative to the surface, since friction vanished
/// @param before the elastic slip at the beginning of the step
/// @param noise  round-off of the slip
/// @param kept   the values of s: the elastic slip at its end
/// @return the energy that sliding takes in the step, by the trapezoidal rule
static inline gb_scalar gb_contact_hold(const gb_scalar *p, const gb_jet normal[3],
                                        const gb_jet slip[3], const gb_scalar before[3],
                                        double noise, gb_jet load, gb_jet force[3],
                                        gb_scalar kept[3]) {
  const double part = 1e-9; // round-off of the limit, relative to it
  const gb_scalar stiffness = p[GB_CONTACT_STICK];
  const gb_jet along = gb_jet_scale(gb_jet_dot(slip, normal), -1);
  gb_jet elastic[3];
  for (int i = 0; i < 3; i++) {
    elastic[i] = slip[i];
    force[i] = gb_jet_multiply(load, normal[i]);
  }
  gb_jet_add_scaled(along, normal, elastic);
  const gb_jet most = gb_jet_scale(load, p[GB_CONTACT_FRICTION] / stiffness);
  const gb_jet square = gb_jet_dot(elastic, elastic);
  const bool slides = sqrt(gb_real(square.value)) > (1 + part) * gb_real(most.value) + noise;
  gb_jet share = gb_jet_number(1);
  if (slides) share = gb_jet_divide(most, gb_jet_sqrt(square));
  gb_scalar spent = 0;
  for (int i = 0; i < 3; i++) {
    kept[i] = share.value * elastic[i].value;
    spent += 0.5 * stiffness * (before[i] + kept[i]) * (elastic[i].value - kept[i]);
  }
  gb_jet_add_scaled(gb_jet_scale(share, -stiffness), elastic, force);
  return spent;
}

/// @return twice the energy of the spring at a point: the integral of k depth^e
static inline gb_jet gb_contact_energy(const gb_scalar *p, gb_jet depth) {
  const gb_scalar exponent = p[GB_CONTACT_EXPONENT];
  const gb_scalar force = p[GB_CONTACT_STIFFNESS] * gb_pow(depth.value, exponent);
  return gb_jet_chain(depth, 2 * force * depth.value / (exponent + 1), 2 * force);
}

#endif
