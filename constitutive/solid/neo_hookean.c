/// The compressible neo-Hookean material of solids, with C = I + 2 E and J^2 = det C:
///
///     W = mu/2 (tr C - 3) - mu ln J,   U = lambda/2 (ln J)^2,
///     S = mu (I - C^-1) + lambda ln J C^-1.
///
/// mu and lambda are Lame's constants at small strains. Source: J. Bonet and R. D. Wood 2008,
/// "Nonlinear Continuum Mechanics for Finite Element Analysis", section 6.4.3; docs/theory.md,
/// section 12.
#include "constitutive/solid/solid.h"

#include <string.h>

enum { STRAINS = GB_SOLID_STRAINS };

/// dW/dE = mu (I - C^-1) = 2 mu E C^-1, which loses no digits of small strains.
static gb_pack shape(const gb_solid_section *section, const gb_finite_strain *e, gb_pack S[STRAINS],
                     gb_pack C[STRAINS][STRAINS]) {
  const gb_pack mu = section->stiffness[3][3];
  for (int i = 0; i < STRAINS; i++)
    S[i] = 2 * mu * gb_pack_dot3(e->E[gb_solid_axes[i][0]], e->inverse[gb_solid_axes[i][1]]);
  memset(C, 0, STRAINS * sizeof *C);
  gb_finite_add_slope(e, mu, C);
  return 2 * mu * (e->E[0][0] + e->E[1][1] + e->E[2][2] - e->log_J);
}

static gb_pack volume(const gb_solid_section *section, gb_pack log_J, gb_pack by[2]) {
  const gb_pack lambda = section->stiffness[0][1];
  by[0] = lambda * log_J;
  by[1] = lambda;
  return lambda * log_J * log_J;
}

static const gb_finite_law law = {.shape = shape, .volume = volume};

const gb_section_law gb_section_law_neo_hookean = {.name = "neo_hookean",
                                                   .source = "docs/theory.md, section 12",
                                                   .material = gb_isotropic_material,
                                                   .ply = gb_solid_ply,
                                                   .solid = true,
                                                   .stress = "yield",
                                                   .finite = &law,
                                                   .section = gb_solid_isotropic};
