/// The section of a beam that is given by its stiffnesses and masses. Moments of mass are about the
/// axis in their name: S_y = integral of rho z, I_yy of rho z^2; and I_yz of rho y z. Source:
/// docs/theory.md, the section on beams.
#include "constitutive/beam/beam_shape.h"

#include <string.h>

enum { MASS = GB_BEAM_STIFFNESSES, S_Y, S_Z, I_YY, I_ZZ, I_YZ };

static void section(const gb_layup *layup, const gb_pack p[], gb_section *out) {
  (void)layup;
  memset(out, 0, sizeof *out);
  memcpy(out->beam.stiffness, p, sizeof out->beam.stiffness);
  out->beam.mass = p[MASS];
  out->beam.moment[0] = p[S_Z];
  out->beam.moment[1] = p[S_Y];
  out->beam.inertia[0] = p[I_ZZ];
  out->beam.inertia[1] = p[I_YY];
  out->beam.inertia[2] = p[I_YZ];
}

static const gb_law_number material[] = {{NULL, 0, 0}};
static const gb_law_number numbers[] = {{"stiffness.11", GB_NUMBER_OPTIONAL, 0},
                                        {"stiffness.12", GB_NUMBER_OPTIONAL, 0},
                                        {"stiffness.13", GB_NUMBER_OPTIONAL, 0},
                                        {"stiffness.14", GB_NUMBER_OPTIONAL, 0},
                                        {"stiffness.15", GB_NUMBER_OPTIONAL, 0},
                                        {"stiffness.16", GB_NUMBER_OPTIONAL, 0},
                                        {"stiffness.22", GB_NUMBER_OPTIONAL, 0},
                                        {"stiffness.23", GB_NUMBER_OPTIONAL, 0},
                                        {"stiffness.24", GB_NUMBER_OPTIONAL, 0},
                                        {"stiffness.25", GB_NUMBER_OPTIONAL, 0},
                                        {"stiffness.26", GB_NUMBER_OPTIONAL, 0},
                                        {"stiffness.33", GB_NUMBER_OPTIONAL, 0},
                                        {"stiffness.34", GB_NUMBER_OPTIONAL, 0},
                                        {"stiffness.35", GB_NUMBER_OPTIONAL, 0},
                                        {"stiffness.36", GB_NUMBER_OPTIONAL, 0},
                                        {"stiffness.44", GB_NUMBER_OPTIONAL, 0},
                                        {"stiffness.45", GB_NUMBER_OPTIONAL, 0},
                                        {"stiffness.46", GB_NUMBER_OPTIONAL, 0},
                                        {"stiffness.55", GB_NUMBER_OPTIONAL, 0},
                                        {"stiffness.56", GB_NUMBER_OPTIONAL, 0},
                                        {"stiffness.66", GB_NUMBER_OPTIONAL, 0},
                                        {"mass.rhoA", GB_NUMBER_OPTIONAL, 0},
                                        {"mass.S_y", GB_NUMBER_OPTIONAL, 0},
                                        {"mass.S_z", GB_NUMBER_OPTIONAL, 0},
                                        {"mass.I_yy", GB_NUMBER_OPTIONAL, 0},
                                        {"mass.I_zz", GB_NUMBER_OPTIONAL, 0},
                                        {"mass.I_yz", GB_NUMBER_OPTIONAL, 0},
                                        GB_BEAM_OFFSET,
                                        {NULL, 0, 0}};

static const gb_beam_law general = {.points = 0};

const gb_section_law gb_section_law_general = {.name = "general",
                                               .source = "docs/theory.md, section 11",
                                               .material = material,
                                               .ply = numbers,
                                               .plies = 1,
                                               .beam = &general,
                                               .section = section};
