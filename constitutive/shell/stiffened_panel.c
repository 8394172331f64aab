/// The stiffened panel: an isotropic skin with blades of the same material on one face, along the
/// shell's axis, smeared over their pitch. The law has six failure indices: of the stress at both
/// faces of the skin and at the tips of the blades, and of the buckling of the skin between blades,
/// of the blades and of the panel between supports. Source: docs/theory.md, (4.17) to (4.22).
#include "constitutive/law.h"

#include <string.h>

/// The numbers up to AREA_MASS are the numbers of the isotropic law in the same order, so that this
/// law computes the skin.
/// All dimensions are lengths.
enum {
  YOUNG,
  POISSON,
  DENSITY,
  YIELD,
  THICKNESS,
  AREA_MASS,
  PITCH,
  HEIGHT,
  WEB,   ///< thickness of the blades
  LENGTH ///< of the panel along the blades, between its supports
};

static const gb_section_law *skin_law(void) {
  return gb_section_laws[GB_SECTION_ISOTROPIC];
}

/// The blades, smeared, and the moduli.
typedef struct blades {
  gb_pack width, area; ///< of the section of the blades, by length across them
  gb_pack middle;      ///< distance of the middle of the blades from the middle of the skin
  gb_pack second;      ///< second moment of their section about the middle of the skin, by length
  gb_pack plane;       ///< E / (1 - nu^2)
  gb_pack shear;       ///< G
  double side;         ///< 1: the blades are on the top face; -1: on the bottom face
} blades;

static void open_blades(const gb_layup *layup, const gb_pack p[], blades *b) {
  b->width = p[WEB] / p[PITCH];
  b->area = b->width * p[HEIGHT];
  b->middle = (p[THICKNESS] + p[HEIGHT]) / 2;
  b->second = b->area * (b->middle * b->middle + p[HEIGHT] * p[HEIGHT] / 12);
  b->plane = p[YOUNG] / (1 - p[POISSON] * p[POISSON]);
  b->shear = p[YOUNG] / (2 * (1 + p[POISSON]));
  b->side = layup->below ? -1 : 1;
}

/// @return the integral of (a^2 - u^2)^2 over a layer between u = a - t and its free face u = a,
/// with u measured from the neutral axis
static gb_pack layer(gb_pack a, gb_pack t) {
  return t * t * t * (4 * a * a / 3 - a * t + t * t / 5);
}

/// @return the bending stiffness along the blades where no force acts along them and nothing
/// strains across them
static gb_pack stiffness_along(const gb_section *s) {
  return s->bending[0][0] - s->coupling[0][0] * s->coupling[0][0] / s->membrane[0][0];
}

/// Compute the shear stiffness along the blades by the energy of the shear stresses of bending,
/// (4.7), for a skin and a blade of the smeared width.
static gb_pack shear_along(const gb_pack p[], const blades *b, const gb_section *s) {
  const gb_pack E = p[YOUNG], neutral = E * b->area * b->middle / s->membrane[0][0];
  const gb_pack R = stiffness_along(s);
  const gb_pack skin = layer(neutral + p[THICKNESS] / 2, p[THICKNESS]);
  const gb_pack blade = layer(b->middle + p[HEIGHT] / 2 - neutral, p[HEIGHT]);
  return 4 * b->shear * R * R / (b->plane * b->plane * skin + E * E * b->width * blade);
}

static void section(const gb_layup *layup, const gb_pack p[], gb_section *s) {
  blades b;
  open_blades(layup, p, &b);
  skin_law()->section(layup, p, s);
  s->membrane[0][0] += p[YOUNG] * b.area;
  s->coupling[0][0] = b.side * p[YOUNG] * b.area * b.middle;
  s->bending[0][0] += p[YOUNG] * b.second;
  s->bending[2][2] += b.shear * b.area * p[WEB] * p[WEB] / 12;
  s->shear[0][0] = shear_along(p, &b, s);
  s->penalty += p[YOUNG] * b.area;
  s->mass += p[DENSITY] * b.area;
  s->moment = b.side * p[DENSITY] * b.area * b.middle;
  s->inertia += p[DENSITY] * b.second;
}

static void plane_stress(const gb_layup *layup, const gb_pack p[], int ply, int count,
                         const gb_pack e[][3], gb_pack s[][3]) {
  skin_law()->plane_stress(layup, p, ply, count, e, s);
}

/// An orthotropic plate of infinite length between two hinged lines: its bending stiffnesses across
/// and along these, D12 + 2 D66, and its width.
typedef struct strip {
  gb_pack across, along, twist, width;
} strip;

/// The strip in one lane, and its forces per length: compression across and along it, and shear.
typedef struct loaded_strip {
  gb_scalar across, along, twist, width, N_across, N_along, N_shear;
} loaded_strip;

/// Compute the inverse of the factor of the compression under which the strip buckles, 0: never,
/// and its derivatives by the compression across and along the strip. It is the largest (N_across +
/// N_along s) / (across + 2 twist s + along s^2) for s >= 0, the square of the width over the
/// length of the waves, times width^2 / pi^2.
static gb_scalar compression_index(const loaded_strip *b, gb_scalar slope[2]) {
  const gb_scalar A = b->N_across * b->along, B = b->N_along * b->along;
  const gb_scalar rise = b->N_along * b->across - 2 * b->twist * b->N_across;
  gb_scalar s = 0;
  if (gb_real(b->N_along) > 0 && gb_real(rise) > 0) {
    const gb_scalar root = gb_sqrt(A * A + B * rise);
    s = gb_real(A) > 0 ? rise / (A + root) : (root - A) / B;
  }
  const gb_scalar scale =
      b->width * b->width / (M_PI * M_PI) / (b->across + 2 * b->twist * s + b->along * s * s);
  const gb_scalar f = scale * (b->N_across + b->N_along * s);
  const bool buckles = gb_real(f) > 0;
  slope[0] = buckles ? scale : 0;
  slope[1] = buckles ? scale * s : 0;
  return buckles ? f : 0;
}

/// @return the inverse of the shear force under which the strip buckles
static gb_scalar shear_slope(const loaded_strip *b) {
  const gb_scalar mean = gb_sqrt(b->across * b->along), theta = mean / b->twist;
  const gb_scalar factor =
      gb_real(theta) > 1 ? gb_sqrt(mean * b->across) * (8.125 + 5.045 / theta)
                         : gb_sqrt(b->across * b->twist) * (11.7 + theta * (0.532 + 0.938 * theta));
  return b->width * b->width / (4 * factor);
}

/// Compute the inverse of the factor of all forces under which the strip buckles, and its
/// derivatives by the forces N: across and along the strip, positive in tension, and shear. With c
/// and s for compression and shear alone, factor c + (factor s)^2 = 1.
static gb_pack strip_index(const strip *of, const gb_pack N[3], gb_pack slope[3]) {
  gb_pack f = {0};
  for (int lane = 0; lane < GB_LANES; lane++) {
#define LANE(pack) gb_lanes((gb_pack *)&(pack))[lane]
    const loaded_strip b = {LANE(of->across), LANE(of->along), LANE(of->twist), LANE(of->width),
                            -LANE(N[0]),      -LANE(N[1]),     LANE(N[2])};
#undef LANE
    gb_scalar by[2];
    const gb_scalar c = compression_index(&b, by), unit = shear_slope(&b), s = unit * b.N_shear;
    const gb_scalar root = gb_sqrt(c * c + 4 * s * s);
    const gb_scalar inverse = gb_real(root) == 0 ? 0 : 1 / root;
    gb_lanes(&f)[lane] = (c + root) / 2;
    for (int i = 0; i < 2; i++) gb_lanes(&slope[i])[lane] = -by[i] * (1 + c * inverse) / 2;
    gb_lanes(&slope[2])[lane] = 2 * s * inverse * unit;
  }
  return f;
}

enum {
  SKIN_BOTTOM,
  SKIN_TOP,
  STIFFENER_TIP,
  SKIN_BUCKLING,
  STIFFENER_BUCKLING,
  PANEL_BUCKLING,
  PANEL_INDICES
};
static const char *const index_name[] = {[SKIN_BOTTOM] = "skin_bottom",
                                         [SKIN_TOP] = "skin_top",
                                         [STIFFENER_TIP] = "stiffener_tip",
                                         [SKIN_BUCKLING] = "skin_buckling",
                                         [STIFFENER_BUCKLING] = "stiffener_buckling",
                                         [PANEL_BUCKLING] = "panel_buckling",
                                         NULL};

/// Compute the indices of the faces of the skin by von Mises' stress.
static void add_faces(const gb_layup *layup, const gb_pack p[], const gb_pack E[], gb_pack f[],
                      gb_pack slope[][GB_SHEAR]) {
  gb_pack e[GB_FACES][3], by[GB_FACES][3];
  for (int face = 0; face < GB_FACES; face++)
    for (int i = 0; i < 3; i++)
      e[face][i] = E[GB_MEMBRANE + i] + (face - 0.5) * p[THICKNESS] * E[GB_BENDING + i];
  skin_law()->failure(layup, p, 0, GB_FACES, (const gb_pack(*)[3])e, f, by);
  for (int face = 0; face < GB_FACES; face++)
    for (int i = 0; i < 3; i++) {
      slope[face][GB_MEMBRANE + i] = by[face][i];
      slope[face][GB_BENDING + i] = (face - 0.5) * p[THICKNESS] * by[face][i];
    }
}

/// Compute the index of the blades' stress at the height z above the middle of the skin, divided by
/// a strength; in compression alone, or by its size.
static gb_pack blade_index(const gb_pack p[], gb_pack z, gb_pack strength, bool size,
                           const gb_pack E[], gb_pack slope[GB_SHEAR]) {
  gb_pack by = -p[YOUNG] / strength, f = by * (E[GB_MEMBRANE] + z * E[GB_BENDING]);
  for (int lane = 0; lane < GB_LANES; lane++) {
    if (gb_real(gb_lanes(&f)[lane]) > 0) continue;
    const double sign = size && gb_real(gb_lanes(&f)[lane]) < 0 ? -1 : 0;
    gb_lanes(&f)[lane] *= sign;
    gb_lanes(&by)[lane] *= sign;
  }
  slope[GB_MEMBRANE] = by;
  slope[GB_BENDING] = z * by;
  return f;
}

/// Compute the index of buckling of the skin between two blades, on which it is hinged.
static gb_pack skin_index(const gb_layup *layup, const gb_pack p[], const gb_section *skin,
                          const gb_pack E[], gb_pack slope[GB_SHEAR]) {
  const gb_pack D = skin->bending[0][0], t = p[THICKNESS];
  const strip bay = {.across = D, .along = D, .twist = D, .width = p[PITCH]};
  gb_pack s[1][3], by[3];
  plane_stress(layup, p, 0, 1, (const gb_pack(*)[3])E, s);
  const gb_pack f = strip_index(&bay, (gb_pack[]){t * s[0][1], t * s[0][0], t * s[0][2]}, by);
  const gb_pack force[1][3] = {{t * by[1], t * by[0], t * by[2]}};
  plane_stress(layup, p, 0, 1, force, (gb_pack(*)[3])slope); // the matrix is symmetric
  return f;
}

/// Compute the index of buckling of the panel between its supports across the blades.
static gb_pack panel_index(const gb_pack p[], const gb_section *s, const gb_pack E[],
                           gb_pack slope[GB_SHEAR]) {
  const gb_pack D = stiffness_along(s), wave = M_PI / p[LENGTH], B = s->coupling[0][0];
  const strip panel = {.across = D / (1 + wave * wave * D / s->shear[0][0]),
                       .along = s->bending[1][1],
                       .twist = s->bending[0][1] + 2 * s->bending[2][2],
                       .width = p[LENGTH]};
  gb_pack N[3], by[3];
  for (int i = 0; i < 3; i++) N[i] = gb_pack_dot3(s->membrane[i], E);
  N[0] += B * E[GB_BENDING];
  const gb_pack f = strip_index(&panel, N, by);
  for (int i = 0; i < 3; i++) slope[i] = gb_pack_dot3(s->membrane[i], by); // A is symmetric
  slope[GB_BENDING] = B * by[0];
  return f;
}

/// @return the stress under which the blades buckle about their feet
static gb_pack blade_strength(const gb_pack p[], const blades *b) {
  const gb_pack by_height = p[WEB] / p[HEIGHT], by_length = M_PI * p[WEB] / p[LENGTH];
  return b->shear * by_height * by_height + b->plane / 12 * by_length * by_length;
}

/// In the buckling of the blades their stress has the weight of the squared distance from the foot:
/// the mean is the stress at three quarters of their height.
static void indices(const gb_layup *layup, const gb_pack p[], const gb_pack E[], gb_pack f[],
                    gb_pack slope[][GB_SHEAR]) {
  gb_section skin, whole;
  blades b;
  open_blades(layup, p, &b);
  skin_law()->section(layup, p, &skin);
  section(layup, p, &whole);
  memset(slope, 0, PANEL_INDICES * sizeof *slope);
  add_faces(layup, p, E, &f[SKIN_BOTTOM], &slope[SKIN_BOTTOM]);
  const gb_pack tip = b.side * (p[THICKNESS] / 2 + p[HEIGHT]);
  const gb_pack mean = b.side * (p[THICKNESS] / 2 + 0.75 * p[HEIGHT]);
  f[STIFFENER_TIP] = blade_index(p, tip, p[YIELD], true, E, slope[STIFFENER_TIP]);
  f[SKIN_BUCKLING] = skin_index(layup, p, &skin, E, slope[SKIN_BUCKLING]);
  f[STIFFENER_BUCKLING] =
      blade_index(p, mean, blade_strength(p, &b), false, E, slope[STIFFENER_BUCKLING]);
  f[PANEL_BUCKLING] = panel_index(p, &whole, E, slope[PANEL_BUCKLING]);
}

static const gb_law_number numbers[] = {{"thickness", GB_NUMBER_NEEDED, 0},
                                        {"area_mass", GB_NUMBER_OPTIONAL, 0},
                                        {"pitch", GB_NUMBER_NEEDED, 0},
                                        {"height", GB_NUMBER_NEEDED, 0},
                                        {"web", GB_NUMBER_NEEDED, 0},
                                        {"length", GB_NUMBER_NEEDED, 0},
                                        {NULL, 0, 0}};

const gb_section_law gb_section_law_stiffened_panel = {.name = "stiffened_panel",
                                                       .source = "docs/theory.md, (4.17) to (4.22)",
                                                       .material = gb_isotropic_material,
                                                       .ply = numbers,
                                                       .plies = 1,
                                                       .whole = true,
                                                       .density = DENSITY,
                                                       .coupled = true,
                                                       .directed = true,
                                                       .index = index_name,
                                                       .section = section,
                                                       .indices = indices,
                                                       .plane_stress = plane_stress};
