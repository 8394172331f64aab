/// The isotropic shell section with shear correction 5/6, and its von Mises failure index in plane
/// stress.
#include "constitutive/section.h"

#include <string.h>

/// Fill a section from the scales of its parts, of which thickness and derivative differ alone.
static void fill(const gb_pack parameter[], gb_pack membrane, gb_pack bending, gb_pack density,
                 gb_pack inertia, gb_section *s) {
  gb_pack E = parameter[GB_YOUNG], nu = parameter[GB_POISSON];
  gb_pack plane = E / (1 - nu * nu), one = (gb_pack){0} + 1, zero = {0};
  gb_pack shape[3][3] = {{one, nu, zero}, {nu, one, zero}, {zero, zero, (1 - nu) / 2}};
  memset(s, 0, sizeof *s);
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++) {
      s->membrane[i][j] = plane * membrane * shape[i][j];
      s->bending[i][j] = plane * bending * shape[i][j];
    }
  s->shear[0][0] = s->shear[1][1] = 5 * E / (12 * (1 + nu)) * membrane;
  s->penalty = E * membrane;
  s->mass = density * membrane;
  s->inertia = density * inertia;
}

void gb_isotropic_section(const gb_pack parameter[], gb_section *section) {
  gb_pack t = parameter[GB_THICKNESS], cube = t * t * t / 12;
  fill(parameter, t, cube, parameter[GB_DENSITY], cube, section);
}

void gb_isotropic_section_by_thickness(const gb_pack parameter[], gb_section *section) {
  gb_pack t = parameter[GB_THICKNESS], slope = t * t / 4;
  gb_pack one = (gb_pack){0} + 1;
  fill(parameter, one, slope, parameter[GB_DENSITY], slope, section);
}

gb_pack gb_isotropic_failure(const gb_pack parameter[], const gb_pack e[3], gb_pack slope[3]) {
  gb_pack E = parameter[GB_YOUNG], nu = parameter[GB_POISSON], plane = E / (1 - nu * nu);
  gb_pack s1 = plane * (e[0] + nu * e[1]), s2 = plane * (nu * e[0] + e[1]);
  gb_pack s12 = plane * (1 - nu) / 2 * e[2];
  gb_pack mises = gb_pack_sqrt(s1 * s1 - s1 * s2 + s2 * s2 + 3 * s12 * s12);
  gb_pack scale = plane * gb_pack_inverse_or_zero(mises) / (2 * parameter[GB_YIELD]);
  gb_pack d1 = 2 * s1 - s2, d2 = 2 * s2 - s1;
  slope[0] = scale * (d1 + nu * d2);
  slope[1] = scale * (nu * d1 + d2);
  slope[2] = scale * 3 * (1 - nu) * s12;
  return mises / parameter[GB_YIELD];
}
