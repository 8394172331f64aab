/// The isotropic shell section with shear correction 5/6, and its von Mises failure index in plane
/// stress, with their derivatives by the five parameters. Source: docs/theory.md, section 4.
#include "constitutive/section.h"

#include <string.h>

/// What a section is linear in beside its thickness.
typedef struct moduli {
  gb_pack direct, cross, shear; ///< plane stress: s1 = direct e1 + cross e2, s12 = shear 2 e12
  gb_pack young, density;
} moduli;

static void moduli_of(const gb_pack parameter[], moduli *m) {
  gb_pack E = parameter[GB_YOUNG], nu = parameter[GB_POISSON];
  m->direct = E / (1 - nu * nu);
  m->cross = nu * m->direct;
  m->shear = E / (2 * (1 + nu));
  m->young = E;
  m->density = parameter[GB_DENSITY];
}

/// d(moduli)/d parameter[k]; zero for yield and thickness.
static void moduli_by(const gb_pack parameter[], int k, moduli *m) {
  gb_pack E = parameter[GB_YOUNG], nu = parameter[GB_POISSON], one = (gb_pack){0} + 1;
  memset(m, 0, sizeof *m);
  if (k == GB_YOUNG) {
    m->direct = 1 / (1 - nu * nu);
    m->cross = nu * m->direct;
    m->shear = 1 / (2 * (1 + nu));
    m->young = one;
  } else if (k == GB_POISSON) {
    gb_pack direct = E / (1 - nu * nu);
    m->direct = 2 * nu * direct / (1 - nu * nu);
    m->cross = direct + nu * m->direct;
    m->shear = -E / (2 * (1 + nu) * (1 + nu));
  } else if (k == GB_DENSITY) {
    m->density = one;
  }
}

/// Fill a section from moduli and from what membrane and bending are multiplied by.
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

void gb_isotropic_section(const gb_pack parameter[], gb_section *section) {
  gb_pack t = parameter[GB_THICKNESS];
  moduli m;
  moduli_of(parameter, &m);
  fill(&m, t, t * t * t / 12, section);
}

void gb_isotropic_section_by(const gb_pack parameter[], int k, gb_section *section) {
  gb_pack t = parameter[GB_THICKNESS], one = (gb_pack){0} + 1;
  moduli m;
  if (k == GB_THICKNESS) {
    moduli_of(parameter, &m);
    fill(&m, one, t * t / 4, section);
  } else {
    moduli_by(parameter, k, &m);
    fill(&m, t, t * t * t / 12, section);
  }
}

static void stress(const moduli *m, const gb_pack e[3], gb_pack s[3]) {
  s[0] = m->direct * e[0] + m->cross * e[1];
  s[1] = m->cross * e[0] + m->direct * e[1];
  s[2] = m->shear * e[2];
}

/// von Mises stress and its derivative with respect to s = (s11, s22, s12).
static gb_pack von_mises(const gb_pack s[3], gb_pack slope[3]) {
  gb_pack size = gb_pack_sqrt(s[0] * s[0] - s[0] * s[1] + s[1] * s[1] + 3 * s[2] * s[2]);
  gb_pack scale = gb_pack_inverse_or_zero(size) / 2;
  slope[0] = scale * (2 * s[0] - s[1]);
  slope[1] = scale * (2 * s[1] - s[0]);
  slope[2] = scale * 6 * s[2];
  return size;
}

gb_pack gb_isotropic_failure(const gb_pack parameter[], const gb_pack e[3], gb_pack slope[3]) {
  gb_pack s[3], d[3], yield = parameter[GB_YIELD];
  moduli m;
  moduli_of(parameter, &m);
  stress(&m, e, s);
  gb_pack size = von_mises(s, d);
  slope[0] = (m.direct * d[0] + m.cross * d[1]) / yield;
  slope[1] = (m.cross * d[0] + m.direct * d[1]) / yield;
  slope[2] = m.shear * d[2] / yield;
  return size / yield;
}

gb_pack gb_isotropic_failure_by(const gb_pack parameter[], int k, const gb_pack e[3]) {
  gb_pack s[3], change[3], d[3], yield = parameter[GB_YIELD];
  moduli m;
  moduli_of(parameter, &m);
  stress(&m, e, s);
  gb_pack size = von_mises(s, d);
  if (k == GB_YIELD) return -size / (yield * yield);
  moduli_by(parameter, k, &m);
  stress(&m, e, change);
  return gb_pack_dot3(d, change) / yield;
}
