/// Section of beams: the solid rectangle with a width along y and a height along z. Torsion by
/// Saint-Venant's series (Timoshenko & Goodier, Theory of Elasticity, art. 109), shear correction
/// 5/6 by the energy of the parabolic shear stress (Reissner). The points are the corners and the
/// middles of the sides.
#include "constitutive/beam/beam_outline.h"
#include "constitutive/beam/beam_shape.h"

#include <math.h>

enum { WIDTH = GB_BEAM_SHAPE, HEIGHT, TERMS = 12, POINTS = 8 };

/// Sum over odd n of 1/n^5.
static const double fifth_powers = 1.00452376279513961613;
/// Sum of +-1/n^2, alternating.
static const double catalan = 0.91596559417721901505;

/// @return exp(-x) of each lane
static gb_pack decay(gb_pack x) {
  for (int lane = 0; lane < GB_LANES; lane++) gb_lanes(&x)[lane] = gb_exp(-gb_lanes(&x)[lane]);
  return x;
}

/// Find the short and the long side, and the lanes whose width is the short side.
static void sort_sides(const gb_pack p[], gb_pack *narrow, gb_pack *wide) {
  *narrow = p[WIDTH];
  *wide = p[HEIGHT];
  for (int lane = 0; lane < GB_LANES; lane++) {
    const gb_scalar width = gb_lanes((gb_pack *)&p[WIDTH])[lane];
    const gb_scalar height = gb_lanes((gb_pack *)&p[HEIGHT])[lane];
    if (gb_real(width) <= gb_real(height)) continue;
    gb_lanes(narrow)[lane] = height;
    gb_lanes(wide)[lane] = width;
  }
}

/// J = a b^3 (1/3 - 64/pi^5 b/a sum tanh(n pi a / 2b) / n^5), b <= a, n odd. The function adds
/// (tanh(...) - 1) / n^5, which decreases fast with n, to the known value of the sum of 1 / n^5.
static gb_pack torsion(const gb_pack p[]) {
  gb_pack a, b, sum = {0};
  sort_sides(p, &b, &a);
  for (int n = 1; n < 2 * TERMS; n += 2) {
    const gb_pack e = decay(n * M_PI * a / b);
    sum -= 2 * e / ((1 + e) * pow(n, 5));
  }
  sum += fifth_powers;
  return a * b * b * b * (1.0 / 3 - 64 / pow(M_PI, 5) * (b / a) * sum);
}

static void open_shape(const gb_pack p[], gb_beam_shape *s) {
  const gb_pack b = p[WIDTH], h = p[HEIGHT], zero = {0};
  s->area = b * h;
  s->yy = h * b * b * b / 12;
  s->zz = b * h * h * h / 12;
  s->yz = s->shear[2] = s->center[0] = s->center[1] = zero;
  s->torsion = torsion(p);
  s->shear[0] = s->shear[1] = 5.0 / 6 * s->area;
}

static void section(const gb_layup *layup, const gb_pack p[], gb_section *out) {
  gb_beam_shape shape;
  (void)layup;
  open_shape(p, &shape);
  gb_beam_fill(p, &shape, out);
}

/// Shear strains per twist: in the middle of the long sides, b (1 - 8/pi^2 sum 1 / (n^2 cosh x)),
/// and of the short sides, 8/pi^2 b sum +-tanh x / n^2, where x = n pi a / 2b.
static void find_twists(const gb_pack p[], gb_pack *on_long, gb_pack *on_short) {
  gb_pack a, b, by_long = {0}, by_short = {0};
  sort_sides(p, &b, &a);
  for (int n = 1; n < 2 * TERMS; n += 2) {
    const gb_pack e = decay(n * (M_PI / 2) * a / b), square = e * e;
    const double scale = n % 4 == 1 ? 1.0 / (n * n) : -1.0 / (n * n);
    by_long += 2 * e / ((1 + square) * ((double)n * n));
    by_short -= 2 * square / (1 + square) * scale;
  }
  *on_long = b * (1 - 8 / (M_PI * M_PI) * by_long);
  *on_short = b * (8 / (M_PI * M_PI)) * (catalan + by_short);
}

/// Find the twists of the sides across y and of the sides across z.
static void find_side_twists(const gb_pack p[], gb_pack *across_y, gb_pack *across_z) {
  gb_pack on_long, on_short;
  find_twists(p, &on_long, &on_short);
  *across_y = on_long;
  *across_z = on_short;
  for (int lane = 0; lane < GB_LANES; lane++) {
    const gb_scalar width = gb_lanes((gb_pack *)&p[WIDTH])[lane];
    const gb_scalar height = gb_lanes((gb_pack *)&p[HEIGHT])[lane];
    if (gb_real(width) <= gb_real(height)) continue;
    gb_lanes(across_y)[lane] = gb_lanes(&on_short)[lane];
    gb_lanes(across_z)[lane] = gb_lanes(&on_long)[lane];
  }
}

static void stresses(const gb_layup *layup, const gb_pack p[],
                     gb_pack row[][GB_BEAM_STRESSES][GB_BEAM_STRAINS]) {
  gb_beam_shape shape;
  (void)layup;
  open_shape(p, &shape);
  const gb_pack zero = {0}, y = p[WIDTH] / 2, z = p[HEIGHT] / 2;
  gb_pack by_y, by_z;
  find_side_twists(p, &by_y, &by_z);
  for (int k = 0; k < POINTS; k++) {
    gb_beam_point point = {.y = zero, .z = zero};
    const double side = k % 2 ? 1 : -1;
    for (int i = 0; i < 2; i++) point.twist[i] = point.shear[i][0] = point.shear[i][1] = zero;
    if (k < 4 || k >= 6) point.y = side * y;
    if (k < 4) point.z = (k / 2 ? 1 : -1) * z;
    if (k == 4 || k == 5) {
      point.z = side * z;
      point.twist[0] = -side * by_z;
      point.shear[0][0] = 1.5 / shape.area;
    } else if (k >= 6) {
      point.twist[1] = side * by_y;
      point.shear[1][1] = 1.5 / shape.area;
    }
    gb_beam_rows(p, &shape, &point, row[k]);
  }
}

static void outline(const gb_pack p[], gb_outline *out) {
  gb_outline_rectangle(-p[WIDTH] / 2, -p[HEIGHT] / 2, p[WIDTH], p[HEIGHT], out);
}

static const gb_law_number numbers[] = {
    {"width", GB_NUMBER_NEEDED, 0}, {"height", GB_NUMBER_NEEDED, 0}, GB_BEAM_LINE, {NULL, 0, 0}};
static const gb_beam_law beam = {.points = POINTS, .stresses = stresses, .outline = outline};

const gb_section_law gb_section_law_rectangle = {.name = "rectangle",
                                                 .source = "docs/theory.md, section 11",
                                                 .material = gb_isotropic_material,
                                                 .ply = numbers,
                                                 .plies = 1,
                                                 .beam = &beam,
                                                 .density = GB_BEAM_DENSITY,
                                                 .stress = "yield",
                                                 .section = section};
