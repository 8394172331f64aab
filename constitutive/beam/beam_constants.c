/// The section of beams of one material that is given by the integrals of its shape. Source:
/// docs/theory.md, section 11.
#include "constitutive/beam/beam_outline.h"
#include "constitutive/beam/beam_shape.h"

enum { AREA = GB_BEAM_DENSITY + 1, I_YY, I_ZZ, TORSION, K_Y, K_Z, I_YZ, CENTER };

static void section(const gb_layup *layup, const gb_pack p[], gb_section *out) {
  const gb_pack zero = {0};
  const gb_beam_shape shape = {.area = p[AREA],
                               .yy = p[I_ZZ],
                               .zz = p[I_YY],
                               .yz = p[I_YZ],
                               .torsion = p[TORSION],
                               .shear = {p[K_Y] * p[AREA], p[K_Z] * p[AREA], zero},
                               .center = {p[CENTER], p[CENTER + 1]}};
  (void)layup;
  gb_beam_fill(p, &shape, out);
}

/// Outline for pictures: a rectangle of the same area, with sides in the ratio of the radii of
/// gyration.
static void outline(const gb_pack p[], gb_outline *out) {
  const gb_pack width = gb_pack_sqrt(p[AREA] * gb_pack_sqrt(p[I_ZZ] / p[I_YY]));
  const gb_pack height = p[AREA] / width;
  gb_outline_rectangle(-width / 2, -height / 2, width, height, out);
}

static const gb_law_number material[] = {{"young", GB_NUMBER_NEEDED, 0},
                                         {"poisson", GB_NUMBER_OPTIONAL, 0},
                                         {"density", GB_NUMBER_OPTIONAL, 0},
                                         {NULL, 0, 0}};
static const gb_law_number numbers[] = {{"area", GB_NUMBER_NEEDED, 0},
                                        {"I_yy", GB_NUMBER_NEEDED, 0},
                                        {"I_zz", GB_NUMBER_NEEDED, 0},
                                        {"J", GB_NUMBER_NEEDED, 0},
                                        {"k_y", GB_NUMBER_NEEDED, 0},
                                        {"k_z", GB_NUMBER_NEEDED, 0},
                                        {"I_yz", GB_NUMBER_OPTIONAL, 0},
                                        {"center.y", GB_NUMBER_OPTIONAL, 0},
                                        {"center.z", GB_NUMBER_OPTIONAL, 0},
                                        GB_BEAM_LINE,
                                        {NULL, 0, 0}};

static const gb_beam_law constants = {.outline = outline};

const gb_section_law gb_section_law_constants = {.name = "constants",
                                                 .source = "docs/theory.md, section 11",
                                                 .material = material,
                                                 .ply = numbers,
                                                 .plies = 1,
                                                 .beam = &constants,
                                                 .density = GB_BEAM_DENSITY,
                                                 .section = section};
