/// A shell section: what the shell's residual is linear in. Its derivative with respect to a
/// parameter is another section, so the same kernel gives the residual and its parameter
/// derivatives.
#ifndef GB_CONSTITUTIVE_SECTION_H
#define GB_CONSTITUTIVE_SECTION_H

#include "base/pack.h"

typedef struct gb_section {
  gb_pack membrane[3][3]; ///< A: force per length from (e11, e22, 2 e12)
  gb_pack bending[3][3];  ///< D: moment per length from (k11, k22, 2 k12)
  gb_pack shear[2][2];    ///< A_s: force per length from (g1, g2)
  gb_pack penalty;        ///< E t: stiffness per area of the director's length
  gb_pack mass, inertia;  ///< rho t, rho t^3 / 12
} gb_section;

/// Parameters of an isotropic shell, in the order of the element's parameters.
enum { GB_YOUNG, GB_POISSON, GB_DENSITY, GB_YIELD, GB_THICKNESS };

/// A = t [c1 c2 0; c2 c1 0; 0 0 G] with c1 = E / (1 - nu^2), c2 = nu c1, G = E / (2 (1 + nu));
/// D = A t^2 / 12, A_s = 5/6 G t I.
void gb_isotropic_section(const gb_pack parameter[], gb_section *section);
/// d(section)/d parameter[k].
void gb_isotropic_section_by(const gb_pack parameter[], int k, gb_section *section);

/// Plane stress at one face from its strains e = (e11, e22, 2 e12): the failure index von Mises /
/// yield and its derivative with respect to e (zero where the stress is zero).
gb_pack gb_isotropic_failure(const gb_pack parameter[], const gb_pack e[3], gb_pack slope[3]);
/// Its derivative with respect to parameter[k] at fixed strains.
gb_pack gb_isotropic_failure_by(const gb_pack parameter[], int k, const gb_pack e[3]);

#endif
