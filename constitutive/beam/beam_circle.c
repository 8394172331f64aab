/// Sections of beams: the solid circle and the circular tube, given by the outer radius. Shear
/// correction by Cowper (The shear coefficient in Timoshenko's beam theory, J. Appl. Mech. 33,
/// 1966). The points are on the outer edge, where the shear stress is tangential; a shear force V
/// gives a stress proportional to V times the cosine of the angle from the neutral axis.
#include "constitutive/beam/beam_outline.h"
#include "constitutive/beam/beam_shape.h"

#include <math.h>

enum { RADIUS = GB_BEAM_SHAPE, THICKNESS, POINTS = 16 };

/// Compute the integrals of the shape from the outer and the inner radius.
static void open_shape(const gb_pack p[], gb_pack outer, gb_pack inner, gb_beam_shape *s) {
  const gb_pack o = outer * outer, i = inner * inner, nu = p[GB_BEAM_POISSON], zero = {0};
  const gb_pack square = (o + i) * (o + i);
  s->area = M_PI * (o - i);
  s->yy = s->zz = M_PI / 4 * (o * o - i * i);
  s->yz = s->shear[2] = s->center[0] = s->center[1] = zero;
  s->torsion = 2 * s->yy;
  s->shear[0] = s->shear[1] =
      s->area * 6 * (1 + nu) * square / ((7 + 6 * nu) * square + (20 + 12 * nu) * o * i);
}

static void section_of(const gb_pack p[], gb_pack inner, gb_section *out) {
  gb_beam_shape shape;
  open_shape(p, p[RADIUS], inner, &shape);
  gb_beam_fill(p, &shape, out);
}

static void stresses_of(const gb_pack p[], gb_pack inner,
                        gb_pack row[][GB_BEAM_STRESSES][GB_BEAM_STRAINS]) {
  const gb_pack R = p[RADIUS], o = R * R, i = inner * inner;
  gb_beam_shape shape;
  open_shape(p, R, inner, &shape);
  const gb_pack most = 4.0 / 3 / shape.area * (o + R * inner + i) / (o + i);
  for (int k = 0; k < POINTS; k++) {
    const double c = cos(2 * M_PI * k / POINTS), s = sin(2 * M_PI * k / POINTS);
    const double along[2] = {-s, c};
    gb_beam_point point = {.y = c * R, .z = s * R};
    for (int n = 0; n < 2; n++) {
      point.twist[n] = along[n] * R;
      point.shear[n][0] = -along[n] * s * most;
      point.shear[n][1] = along[n] * c * most;
    }
    gb_beam_rows(p, &shape, &point, row[k]);
  }
}

static void circle_section(const gb_layup *layup, const gb_pack p[], gb_section *out) {
  (void)layup;
  section_of(p, (gb_pack){0}, out);
}

static void circle_stresses(const gb_layup *layup, const gb_pack p[],
                            gb_pack row[][GB_BEAM_STRESSES][GB_BEAM_STRAINS]) {
  (void)layup;
  stresses_of(p, (gb_pack){0}, row);
}

static void tube_section(const gb_layup *layup, const gb_pack p[], gb_section *out) {
  (void)layup;
  section_of(p, p[RADIUS] - p[THICKNESS], out);
}

static void tube_stresses(const gb_layup *layup, const gb_pack p[],
                          gb_pack row[][GB_BEAM_STRESSES][GB_BEAM_STRAINS]) {
  (void)layup;
  stresses_of(p, p[RADIUS] - p[THICKNESS], row);
}

static void circle_outline(const gb_pack p[], gb_outline *outline) {
  gb_outline_circle(p[RADIUS], outline);
}

static void tube_outline(const gb_pack p[], gb_outline *outline) {
  gb_outline_tube(p[RADIUS], p[RADIUS] - p[THICKNESS], outline);
}

static const gb_law_number numbers[] = {
    {"radius", GB_NUMBER_NEEDED, 0}, GB_BEAM_LINE, {NULL, 0, 0}};
static const gb_law_number tube_numbers[] = {{"radius", GB_NUMBER_NEEDED, 0},
                                             {"thickness", GB_NUMBER_NEEDED, 0},
                                             GB_BEAM_LINE,
                                             {NULL, 0, 0}};
static const gb_beam_law circle = {
    .points = POINTS, .stresses = circle_stresses, .outline = circle_outline};
static const gb_beam_law tube = {
    .points = POINTS, .stresses = tube_stresses, .outline = tube_outline};

#define OF_A_BEAM                                                                                  \
  .source = "docs/theory.md, section 11", .material = gb_isotropic_material, .plies = 1,           \
  .stress = "yield"

const gb_section_law gb_section_law_circle = {.name = "circle",
                                              .density = GB_BEAM_DENSITY,
                                              .ply = numbers,
                                              .beam = &circle,
                                              .section = circle_section,
                                              OF_A_BEAM};
const gb_section_law gb_section_law_tube = {.name = "tube",
                                            .density = GB_BEAM_DENSITY,
                                            .ply = tube_numbers,
                                            .beam = &tube,
                                            .section = tube_section,
                                            OF_A_BEAM};
