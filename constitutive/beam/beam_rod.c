/// The section of rods, which resist only axial strain. Source: docs/theory.md, section 11.
#include "constitutive/beam/beam_outline.h"

#include <math.h>
#include <string.h>

enum { YOUNG, DENSITY, YIELD, AREA, LINE_MASS };

static void section(const gb_layup *layup, const gb_pack p[], gb_section *out) {
  memset(out, 0, sizeof *out);
  out->beam.stiffness[0] = p[YOUNG] * p[AREA];
  out->beam.mass = p[DENSITY] * p[AREA];
  if (!layup->damping) out->beam.mass += p[LINE_MASS];
}

static void stresses(const gb_layup *layup, const gb_pack p[],
                     gb_pack row[][GB_BEAM_STRESSES][GB_BEAM_STRAINS]) {
  (void)layup;
  memset(row[0], 0, sizeof row[0]);
  row[0][0][0] = p[YOUNG] / p[YIELD];
}

/// Outline for pictures: a circle of the same area.
static void outline(const gb_pack p[], gb_outline *out) {
  gb_outline_circle(gb_pack_sqrt(p[AREA] / M_PI), out);
}

/// Without a yield stress the failure index is the stress.
static const gb_law_number material[] = {{"young", GB_NUMBER_NEEDED, 0},
                                         {"density", GB_NUMBER_OPTIONAL, 0},
                                         {"yield", GB_NUMBER_STRENGTH, 1},
                                         {NULL, 0, 0}};
static const gb_law_number numbers[] = {
    {"area", GB_NUMBER_NEEDED, 0}, {"line_mass", GB_NUMBER_OPTIONAL, 0}, {NULL, 0, 0}};
static const gb_beam_law rod = {.points = 1, .rod = true, .stresses = stresses, .outline = outline};

const gb_section_law gb_section_law_rod = {.name = "rod",
                                           .source = "docs/theory.md, section 11",
                                           .material = material,
                                           .ply = numbers,
                                           .plies = 1,
                                           .beam = &rod,
                                           .density = DENSITY,
                                           .stress = "yield",
                                           .section = section};
