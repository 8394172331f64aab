/// The isotropic material of solids. Source: docs/theory.md, section 12.
#include "constitutive/law.h"

#include <string.h>

enum { YOUNG, POISSON, DENSITY, YIELD };
enum { NORMAL = 3 }; ///< number of normal strains, which come first

static void section(const gb_layup *layup, const gb_pack p[], gb_section *out) {
  const gb_pack E = p[YOUNG], nu = p[POISSON];
  const gb_pack shear = E / (2 * (1 + nu)), cross = 2 * shear * nu / (1 - 2 * nu);
  gb_solid_section *s = &out->solid;
  (void)layup;
  memset(out, 0, sizeof *out);
  for (int i = 0; i < NORMAL; i++)
    for (int j = 0; j < NORMAL; j++) {
      s->stiffness[i][j] = i == j ? cross + 2 * shear : cross;
      s->compliance[i][j] = i == j ? 1 / E : -nu / E;
    }
  for (int i = NORMAL; i < GB_SOLID_STRAINS; i++) {
    s->stiffness[i][i] = shear;
    s->compliance[i][i] = 1 / shear;
  }
  s->mass = p[DENSITY];
  s->strength = p[YIELD];
}

static const gb_law_number none[] = {{NULL, 0, 0}};

const gb_section_law gb_section_law_solid = {.name = "solid",
                                             .source = "docs/theory.md, section 12",
                                             .material = gb_isotropic_material,
                                             .ply = none,
                                             .plies = 0,
                                             .solid = true,
                                             .stress = "yield",
                                             .section = section};
