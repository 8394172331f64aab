/// The isotropic shell section with shear correction 5/6, and its von Mises failure index in plane
/// stress, with their derivatives by the five parameters. Source: docs/theory.md, section 4.
#include "constitutive/law.h"

#include <string.h>

/// Parameters: the numbers of the material, the thickness of the only ply, and the mass per area
/// that is added.
enum { YOUNG, POISSON, DENSITY, YIELD, THICKNESS, AREA_MASS };

/// Moduli; for a given thickness the section is linear in them.
typedef struct moduli {
  gb_pack direct, cross, shear; ///< plane stress: s1 = direct e1 + cross e2, s12 = shear 2 e12
  gb_pack young, density;
} moduli;

static void moduli_of(const gb_pack parameter[], moduli *m) {
  gb_pack E = parameter[YOUNG], nu = parameter[POISSON];
  m->direct = E / (1 - nu * nu);
  m->cross = nu * m->direct;
  m->shear = E / (2 * (1 + nu));
  m->young = E;
  m->density = parameter[DENSITY];
}

/// Compute d(moduli)/d parameter[k], which is zero for yield and thickness.
static void moduli_by(const gb_pack parameter[], int k, moduli *m) {
  gb_pack E = parameter[YOUNG], nu = parameter[POISSON], one = (gb_pack){0} + 1;
  memset(m, 0, sizeof *m);
  if (k == YOUNG) {
    m->direct = 1 / (1 - nu * nu);
    m->cross = nu * m->direct;
    m->shear = 1 / (2 * (1 + nu));
    m->young = one;
  } else if (k == POISSON) {
    gb_pack direct = E / (1 - nu * nu);
    m->direct = 2 * nu * direct / (1 - nu * nu);
    m->cross = direct + nu * m->direct;
    m->shear = -E / (2 * (1 + nu) * (1 + nu));
  } else if (k == DENSITY) {
    m->density = one;
  }
}

/// Fill a section from moduli and the factors of the membrane and bending stiffness.
static void fill(const moduli *m, gb_pack membrane, gb_pack bending, gb_section *s) {
  gb_pack zero = {0};
  gb_pack plane[3][3] = {
      {m->direct, m->cross, zero}, {m->cross, m->direct, zero}, {zero, zero, m->shear}};
  memset(s, 0, sizeof *s);
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++) {
      s->membrane[i][j] = membrane * plane[i][j];
      s->bending[i][j] = bending * plane[i][j];
    }
  s->shear[0][0] = s->shear[1][1] = 5 * m->shear / 6 * membrane;
  s->penalty = m->young * membrane;
  s->mass = m->density * membrane;
  s->inertia = m->density * bending;
}

static void section(const gb_layup *layup, const gb_pack parameter[], gb_section *s) {
  gb_pack t = parameter[THICKNESS];
  moduli m;
  moduli_of(parameter, &m);
  fill(&m, t, t * t * t / 12, s);
  if (!layup->damping) s->mass += parameter[AREA_MASS];
  s->thickness = t;
}

static void section_by(const gb_layup *layup, const gb_pack parameter[], int k, gb_section *s) {
  gb_pack t = parameter[THICKNESS], one = (gb_pack){0} + 1;
  moduli m;
  (void)layup;
  if (k == THICKNESS) {
    moduli_of(parameter, &m);
    fill(&m, one, t * t / 4, s);
    s->thickness = one;
  } else {
    moduli_by(parameter, k, &m);
    fill(&m, t, t * t * t / 12, s);
    if (k == AREA_MASS) s->mass = one;
  }
}

static void stress(const moduli *m, const gb_pack e[3], gb_pack s[3]) {
  s[0] = m->direct * e[0] + m->cross * e[1];
  s[1] = m->cross * e[0] + m->direct * e[1];
  s[2] = m->shear * e[2];
}

/// Compute the von Mises stress and its derivative with respect to s = (s11, s22, s12).
static gb_pack von_mises(const gb_pack s[3], gb_pack slope[3]) {
  gb_pack size = gb_pack_sqrt(s[0] * s[0] - s[0] * s[1] + s[1] * s[1] + 3 * s[2] * s[2]);
  gb_pack scale = gb_pack_inverse_or_zero(size) / 2;
  slope[0] = scale * (2 * s[0] - s[1]);
  slope[1] = scale * (2 * s[1] - s[0]);
  slope[2] = scale * 6 * s[2];
  return size;
}

static void failure(const gb_layup *layup, const gb_pack parameter[], int ply, int count,
                    const gb_pack e[][3], gb_pack f[], gb_pack slope[][3]) {
  const gb_pack yield = parameter[YIELD];
  moduli m;
  (void)layup, (void)ply;
  moduli_of(parameter, &m);
  for (int k = 0; k < count; k++) {
    gb_pack s[3], d[3];
    stress(&m, e[k], s);
    f[k] = von_mises(s, d) / yield;
    if (!slope) continue;
    slope[k][0] = (m.direct * d[0] + m.cross * d[1]) / yield;
    slope[k][1] = (m.cross * d[0] + m.direct * d[1]) / yield;
    slope[k][2] = m.shear * d[2] / yield;
  }
}

static void plane_stress(const gb_layup *layup, const gb_pack parameter[], int ply, int count,
                         const gb_pack e[][3], gb_pack s[][3]) {
  moduli m;
  (void)layup, (void)ply;
  moduli_of(parameter, &m);
  for (int k = 0; k < count; k++) stress(&m, e[k], s[k]);
}

static void plane_stress_by(const gb_layup *layup, const gb_pack parameter[], int k, int ply,
                            int count, const gb_pack e[][3], gb_pack ds[][3]) {
  moduli by;
  (void)layup, (void)ply;
  moduli_by(parameter, k, &by);
  for (int i = 0; i < count; i++) stress(&by, e[i], ds[i]);
}

static void failure_by(const gb_layup *layup, const gb_pack parameter[], int k, int ply, int count,
                       const gb_pack e[][3], gb_pack df[]) {
  const gb_pack yield = parameter[YIELD];
  moduli m, by;
  (void)layup, (void)ply;
  moduli_of(parameter, &m);
  moduli_by(parameter, k, &by);
  for (int i = 0; i < count; i++) {
    gb_pack s[3], change[3], d[3];
    stress(&m, e[i], s);
    const gb_pack size = von_mises(s, d);
    stress(&by, e[i], change);
    df[i] = k == YIELD ? -size / (yield * yield) : gb_pack_dot3(d, change) / yield;
  }
}

static const gb_law_number ply[] = {
    {"thickness", GB_NUMBER_NEEDED, 0}, {"area_mass", GB_NUMBER_OPTIONAL, 0}, {NULL, 0, 0}};

const gb_section_law gb_section_law_isotropic = {.name = "isotropic",
                                                 .source = "docs/theory.md, (4.1)",
                                                 .material = gb_isotropic_material,
                                                 .ply = ply,
                                                 .plies = 1,
                                                 .density = DENSITY,
                                                 .stress = "yield",
                                                 .section = section,
                                                 .section_by = section_by,
                                                 .failure = failure,
                                                 .failure_by = failure_by,
                                                 .plane_stress = plane_stress,
                                                 .plane_stress_by = plane_stress_by};
