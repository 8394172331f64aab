/// Sections of one isotropic material from the integrals of their shapes. Source: docs/theory.md,
/// the section on beams.
#include "constitutive/beam/beam_shape.h"

#include <string.h>

enum { STRETCH, SHEAR_Y, SHEAR_Z, TWIST, BEND_Y, BEND_Z };

static gb_pack shear_modulus(const gb_pack p[]) {
  return p[GB_BEAM_YOUNG] / (2 * (1 + p[GB_BEAM_POISSON]));
}

/// Transform shear strains from the centroid to the shear centre (y, z): g_y - z k_x and g_z + y
/// k_x.
static void add_shear(gb_pack G, const gb_beam_shape *shape, gb_beam_section *s) {
  const gb_pack yy = G * shape->shear[0], zz = G * shape->shear[1], yz = G * shape->shear[2];
  const gb_pack y = shape->center[0], z = shape->center[1];
  s->stiffness[gb_beam_entry(SHEAR_Y, SHEAR_Y)] = yy;
  s->stiffness[gb_beam_entry(SHEAR_Z, SHEAR_Z)] = zz;
  s->stiffness[gb_beam_entry(SHEAR_Y, SHEAR_Z)] = yz;
  s->stiffness[gb_beam_entry(SHEAR_Y, TWIST)] = -z * yy + y * yz;
  s->stiffness[gb_beam_entry(SHEAR_Z, TWIST)] = -z * yz + y * zz;
  s->stiffness[gb_beam_entry(TWIST, TWIST)] =
      G * shape->torsion + z * z * yy + y * y * zz - 2 * y * z * yz;
}

void gb_beam_fill(const gb_pack p[], const gb_beam_shape *shape, gb_section *section) {
  gb_beam_section *s = &section->beam;
  const gb_pack E = p[GB_BEAM_YOUNG], G = shear_modulus(p), density = p[GB_BEAM_DENSITY];
  memset(section, 0, sizeof *section);
  s->stiffness[gb_beam_entry(STRETCH, STRETCH)] = E * shape->area;
  add_shear(G, shape, s);
  s->stiffness[gb_beam_entry(BEND_Y, BEND_Y)] = E * shape->zz;
  s->stiffness[gb_beam_entry(BEND_Z, BEND_Z)] = E * shape->yy;
  s->stiffness[gb_beam_entry(BEND_Y, BEND_Z)] = -E * shape->yz;
  s->mass = density * shape->area;
  s->inertia[0] = density * shape->yy;
  s->inertia[1] = density * shape->zz;
  s->inertia[2] = density * shape->yz;
}

void gb_beam_rows(const gb_pack p[], const gb_beam_shape *shape, const gb_beam_point *point,
                  gb_pack row[GB_BEAM_STRESSES][GB_BEAM_STRAINS]) {
  const gb_pack E = p[GB_BEAM_YOUNG] / p[GB_BEAM_YIELD];
  const gb_pack G = shear_modulus(p) / p[GB_BEAM_YIELD];
  memset(row, 0, GB_BEAM_STRESSES * sizeof *row);
  row[0][STRETCH] = E; // the axial strain at (y, z) is e + z k_y - y k_z
  row[0][BEND_Y] = E * point->z;
  row[0][BEND_Z] = -E * point->y;
  for (int i = 0; i < 2; i++) {
    row[1 + i][TWIST] = G * point->twist[i];
    const gb_pack *by = point->shear[i], *A = shape->shear;
    row[1 + i][SHEAR_Y] = G * (A[0] * by[0] + A[2] * by[1]);
    row[1 + i][SHEAR_Z] = G * (A[2] * by[0] + A[1] * by[1]);
    row[1 + i][TWIST] +=
        shape->center[0] * row[1 + i][SHEAR_Z] - shape->center[1] * row[1 + i][SHEAR_Y];
  }
}
