/// Parameters of a spring and damper, in the order of the element's parameters.
#ifndef GB_ELEMENTS_SPRING_SPRING_H
#define GB_ELEMENTS_SPRING_SPRING_H

#include "elements/element.h"
#include "elements/spring/force_law.h"

enum {
  GB_SPRING_STIFFNESS = 0,         ///< first of three coefficients of e, e^2, e^3
  GB_SPRING_DAMPING = 3,           ///< first of three coefficients of e', e'^2, e'^3
  GB_SPRING_LENGTH = 6,            ///< without force
  GB_SPRING_NUMBERS = GB_LAW_FIRST ///< first of those that its law names
};

/// The force (or moment) at an elongation (or turn) and its rate, and its derivatives by these:
/// what the parameters say and, where the element's table is one, a gb_force_law (overwrites).
void gb_spring_force(const gb_element_input *in, gb_pack elongation, gb_pack rate,
                     gb_pack force[3]);
/// Twice the strain energy at an elongation (or turn), which is `origin` in the reference, and its
/// derivative; of a linear element to second order from there (overwrites).
void gb_spring_energy(const gb_element_input *in, bool linear, gb_pack origin, gb_pack growth,
                      gb_pack energy[2]);
/// The sides of the law's kinks on which (elongation, rate) are, [GB_LANES]; without a law nothing.
void gb_spring_sides(const gb_element_input *in, const gb_pack at[2], uint64_t side[]);

#endif
