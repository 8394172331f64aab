/// Shapes of PBARL and PBEAML from their dimensions. Some are shapes of this program; the others
/// become constants, by the theory of thin walls (constitutive/beam/walls.h). Source: MSC Nastran
/// Quick Reference Guide, PBARL.
///
/// The functions describe shapes with y upwards and z to the right, and name their dimensions in
/// the order of the card.
#include "constitutive/beam/walls.h"
#include "nastran/entries/bar.h"

#include <math.h>
#include <string.h>

static gb_pack pack(double number) {
  return (gb_pack){0} + number;
}

/// Add a wall with its rectangle. Its shear flow continues that of walls that end where it begins.
static void add(gb_walls *all, double t, const double from[2], const double to[2],
                const double low[2], const double size[2]) {
  gb_wall *w = gb_walls_add(all, (gb_pack[]){pack(from[0]), pack(from[1])},
                            (gb_pack[]){pack(to[0]), pack(to[1])}, pack(t));
  int known = 0;
  for (int i = 0; i < 2; ++i) {
    w->low[i] = pack(low[i]);
    w->size[i] = pack(size[i]);
  }
  for (int n = 0; n < all->count - 1 && known < 2; ++n)
    if (!memcmp(all->wall[n].to, w->from, sizeof w->from)) w->before[known++] = n;
}

/// Add a plate along z between two ends, whose middle line is at the height y, from z = a to b.
static void add_flat(gb_walls *all, double y, double t, const double ends[2], double a, double b) {
  add(all, t, (double[]){y, a}, (double[]){y, b}, (double[]){y - t / 2, fmin(ends[0], ends[1])},
      (double[]){t, fabs(ends[1] - ends[0])});
}

/// Add a plate along y between two ends, whose middle line is at z, from y = a to b.
static void add_upright(gb_walls *all, double z, double t, const double ends[2], double a,
                        double b) {
  add(all, t, (double[]){a, z}, (double[]){b, z}, (double[]){fmin(ends[0], ends[1]), z - t / 2},
      (double[]){fabs(ends[1] - ends[0]), t});
}

static double first(gb_pack value) {
  return gb_lanes(&value)[0];
}

/// Set the shear factors, each from the energy of the shear flow of its own force.
static void set_shear(const gb_beam_shape *s, gb_section_entry *section) {
  const double y = first(s->shear[0]), z = first(s->shear[1]), yz = first(s->shear[2]);
  const double determinant = y * z - yz * yz;
  section->k_y = determinant / (z * first(s->area));
  section->k_z = determinant / (y * first(s->area));
}

/// Set the constants of walls, all of which must have positive sizes.
static const char *set_walls(gb_walls *all, gb_nastran_section *p) {
  gb_beam_shape s;
  gb_wall_flows flows;
  gb_pack twice = {0};
  for (const gb_wall *w = all->wall; w < all->wall + all->count; ++w)
    if (!(first(w->size[0]) > 0 && first(w->size[1]) > 0 && first(gb_wall_length(w)) > 0))
      return "its walls fill it, or leave no room for each other";
  gb_walls_integrate(all, &s);
  gb_walls_find_flows(all, &flows);
  if (all->closed) gb_walls_close(all, &flows);
  gb_walls_find_shear(all, &flows, &s);
  for (const gb_wall *w = all->wall; w < all->wall + all->count; ++w)
    twice += w->from[0] * w->to[1] - w->from[1] * w->to[0];
  p->is.kind = GB_SECTION_CONSTANTS;
  p->is.area = first(s.area);
  p->is.I_zz = first(s.yy);
  p->is.I_yy = first(s.zz);
  const double both = p->is.I_yy + p->is.I_zz, size = sqrt(both / p->is.area);
  p->is.I_yz = fabs(first(s.yz)) > 1e-14 * both ? first(s.yz) : 0;
  p->is.J = first(gb_walls_torsion(all, twice));
  set_shear(&s, &p->is);
  for (int i = 0; i < 2; ++i)
    p->is.center[i] = fabs(first(s.center[i])) < 1e-14 * size ? 0 : first(s.center[i]);
  return NULL;
}

static const char *set_bar(const double d[], gb_nastran_section *p) {
  p->is.kind = GB_SECTION_RECTANGLE;
  p->is.height = d[0]; // DIM1 is along z
  p->is.width = d[1];
  return NULL;
}

static const char *set_rod(const double d[], gb_nastran_section *p) {
  p->is.kind = GB_SECTION_CIRCLE;
  p->is.radius = d[0];
  return NULL;
}

static const char *set_tube2(const double d[], gb_nastran_section *p) {
  p->is.kind = GB_SECTION_TUBE;
  p->is.radius = d[0];
  p->is.thickness = d[1];
  return d[1] <= d[0] ? NULL : "the wall is thicker than the radius";
}

static const char *set_tube(const double d[], gb_nastran_section *p) {
  if (d[1] >= d[0]) return "DIM2, the inner radius, is not below DIM1, the outer one";
  return set_tube2((double[]){d[0], d[0] - d[1]}, p);
}

static bool alike(double a, double b) {
  return fabs(a - b) <= 1e-9 * a;
}

/// BOX1: width, height; thickness of the top, the bottom, the left and the right wall.
static const char *set_box1(const double d[], gb_nastran_section *p) {
  const double top = d[1] - d[2] / 2, bottom = d[3] / 2, left = d[4] / 2, right = d[0] - d[5] / 2;
  const double inner[2] = {d[3], d[1] - d[2]}, outer[2] = {0, d[0]};
  gb_walls all = {.closed = true};
  if (d[2] + d[3] >= d[1] || d[4] + d[5] >= d[0]) return "the walls fill it: give a BAR";
  add_flat(&all, bottom, d[3], outer, left, right);
  add_upright(&all, right, d[5], inner, bottom, top);
  add_flat(&all, top, d[2], outer, right, left);
  add_upright(&all, left, d[4], inner, top, bottom);
  return set_walls(&all, p);
}

static const char *set_box(const double d[], gb_nastran_section *p) {
  if (!alike(d[2], d[3])) return set_box1((double[]){d[0], d[1], d[2], d[2], d[3], d[3]}, p);
  p->is.kind = GB_SECTION_BOX;
  p->is.height = d[0];
  p->is.width = d[1];
  p->is.thickness = d[2];
  return 2 * d[2] < fmin(d[0], d[1]) ? NULL : "the walls fill it: give a BAR";
}

/// Set a section with a web and two equal flanges. Our shape has its web along z.
static const char *set_like_flanges(double width, double height, double web, double flange,
                                    gb_nastran_section *p) {
  p->is.kind = GB_SECTION_I;
  p->traits |= GB_BAR_TURNED;
  p->is.width = width;
  p->is.height = height;
  p->is.web = web;
  p->is.flange = flange;
  return 2 * flange < height && web < width ? NULL : "flanges or web fill it: give a BAR";
}

/// Add two halves of a plate along z, from their ends to the middle.
static void add_halves_flat(gb_walls *all, double y, double t, double width) {
  add_flat(all, y, t, (double[]){-width / 2, 0}, -width / 2, 0);
  add_flat(all, y, t, (double[]){width / 2, 0}, width / 2, 0);
}

/// Add two halves of a plate along y, from their ends to the middle.
static void add_halves_upright(gb_walls *all, double z, double t, double height) {
  add_upright(all, z, t, (double[]){-height / 2, 0}, -height / 2, 0);
  add_upright(all, z, t, (double[]){height / 2, 0}, height / 2, 0);
}

/// I: height; widths of the bottom and the top flange; the web; thickness of both flanges.
static const char *set_I(const double d[], gb_nastran_section *p) {
  gb_walls all = {.count = 0};
  if (alike(d[1], d[2]) && alike(d[4], d[5])) return set_like_flanges(d[1], d[0], d[3], d[4], p);
  const double bottom = d[4] / 2, top = d[0] - d[5] / 2;
  if (d[4] + d[5] >= d[0] || d[3] >= d[1] || d[3] >= d[2])
    return "flanges or web fill it: give a BAR";
  add_halves_flat(&all, bottom, d[4], d[1]);
  add_upright(&all, 0, d[3], (double[]){d[4], d[0] - d[5]}, bottom, top);
  add_halves_flat(&all, top, d[5], d[2]);
  return set_walls(&all, p);
}

static const char *set_I1(const double d[], gb_nastran_section *p) {
  if (d[3] <= d[2]) return "DIM4, the height, is not above DIM3, that of the web";
  return set_like_flanges(d[0] + d[1], d[3], d[1], (d[3] - d[2]) / 2, p);
}

/// H: distance between the flanges; thickness of both together; their height; the web.
static const char *set_H(const double d[], gb_nastran_section *p) {
  gb_walls all = {.count = 0};
  const double t = d[1] / 2, z = (d[0] + t) / 2;
  if (d[3] >= d[2]) return "DIM4, of the web, is not below DIM3, the height";
  add_halves_upright(&all, -z, t, d[2]);
  add_flat(&all, 0, d[3], (double[]){-d[0] / 2, d[0] / 2}, -z, z);
  add_halves_upright(&all, z, t, d[2]);
  return set_walls(&all, p);
}

/// T: width of the flange on top, height, thickness of the flange and of the web.
static const char *set_T(const double d[], gb_nastran_section *p) {
  gb_walls all = {.count = 0};
  const double y = d[1] - d[2] / 2;
  if (d[2] >= d[1] || d[3] >= d[0]) return "flange or web fill it: give a BAR";
  add_halves_flat(&all, y, d[2], d[0]);
  add_upright(&all, 0, d[3], (double[]){0, d[1] - d[2]}, 0, y);
  return set_walls(&all, p);
}

/// T2: as T, with the flange at the bottom.
static const char *set_T2(const double d[], gb_nastran_section *p) {
  const char *refusal = set_T(d, p);
  p->is.center[0] = 0 - p->is.center[0];
  return refusal;
}

/// T1: height of the upright flange at the right, length of the web, thickness of flange and web.
static const char *set_T1(const double d[], gb_nastran_section *p) {
  gb_walls all = {.count = 0};
  const double z = d[1] + d[2] / 2;
  if (d[3] >= d[0]) return "the web fills it: give a BAR";
  add_halves_upright(&all, z, d[2], d[0]);
  add_flat(&all, 0, d[3], (double[]){0, d[1]}, 0, z);
  return set_walls(&all, p);
}

/// CROSS: length of both arms along z together, thickness of the upright, its height, thickness of
/// the arms.
static const char *set_cross(const double d[], gb_nastran_section *p) {
  gb_walls all = {.count = 0};
  const double z = (d[0] + d[1]) / 2;
  if (d[3] >= d[2]) return "DIM4, of the arms, is not below DIM3, the height";
  add_halves_upright(&all, 0, d[1], d[2]);
  add_flat(&all, 0, d[3], (double[]){-z, -d[1] / 2}, -z, 0);
  add_flat(&all, 0, d[3], (double[]){d[1] / 2, z}, z, 0);
  return set_walls(&all, p);
}

/// CHAN: width of the flanges, from the web to the right, height, the web, the flanges.
static const char *set_chan(const double d[], gb_nastran_section *p) {
  gb_walls all = {.count = 0};
  const double low = d[3] / 2, high = d[1] - d[3] / 2, z = d[2] / 2, wide[2] = {0, d[0]};
  if (2 * d[3] >= d[1] || d[2] >= d[0]) return "flanges or web fill it: give a BAR";
  add_flat(&all, low, d[3], wide, d[0], z);
  add_upright(&all, z, d[2], (double[]){d[3], d[1] - d[3]}, low, high);
  add_flat(&all, high, d[3], wide, d[0], z);
  return set_walls(&all, p);
}

/// CHAN1: flanges beyond the web, the web, height between the flanges and in total.
static const char *set_chan1(const double d[], gb_nastran_section *p) {
  if (d[3] <= d[2]) return "DIM4, the height, is not above DIM3, that of the web";
  return set_chan((double[]){d[0] + d[1], d[3], d[1], (d[3] - d[2]) / 2}, p);
}

/// CHAN2: thickness of the legs and of the web at the bottom, height and width in total.
static const char *set_chan2(const double d[], gb_nastran_section *p) {
  gb_walls all = {.count = 0};
  const double y = d[1] / 2, z = (d[3] - d[0]) / 2, tall[2] = {0, d[2]};
  if (2 * d[0] >= d[3] || d[1] >= d[2]) return "legs or web fill it: give a BAR";
  add_upright(&all, -z, d[0], tall, d[2], y);
  add_flat(&all, y, d[1], (double[]){d[0] - d[3] / 2, d[3] / 2 - d[0]}, -z, z);
  add_upright(&all, z, d[0], tall, d[2], y);
  return set_walls(&all, p);
}

/// Z: flanges beyond the web, at the bottom to the right and on top to the left; the web; height
/// between the flanges and in total.
static const char *set_Z(const double d[], gb_nastran_section *p) {
  gb_walls all = {.count = 0};
  const double t = (d[3] - d[2]) / 2, y = (d[2] + t) / 2, near = d[1] / 2, far = d[0] + near;
  if (d[3] <= d[2]) return "DIM4, the height, is not above DIM3, that of the web";
  add_flat(&all, -y, t, (double[]){-near, far}, far, 0);
  add_upright(&all, 0, d[1], (double[]){-d[2] / 2, d[2] / 2}, -y, y);
  add_flat(&all, y, t, (double[]){-far, near}, -far, 0);
  return set_walls(&all, p);
}

/// HAT: height, thickness of all walls, width of the top, each brim.
static const char *set_hat(const double d[], gb_nastran_section *p) {
  gb_walls all = {.count = 0};
  const double t = d[1], low = t / 2, high = d[0] - t / 2, z = (d[2] - t) / 2;
  const double tall[2] = {0, d[0]}, out = d[2] / 2;
  if (2 * t >= d[2] || t >= d[0]) return "the walls fill it: give a BAR";
  for (int side = -1; side < 2; side += 2) {
    add_flat(&all, low, t, (double[]){side * out, side * (out + d[3])}, side * (out + d[3]),
             side * z);
    add_upright(&all, side * z, t, tall, low, high);
    if (side < 0) add_flat(&all, high, t, (double[]){t - out, out - t}, -z, z);
  }
  return set_walls(&all, p);
}

/// L: width and height of the legs, from a corner to the right and up; thickness of each.
static const char *set_L(const double d[], gb_nastran_section *p) {
  gb_walls all = {.count = 0};
  const double y = d[2] / 2, z = d[3] / 2;
  if (d[2] >= d[1] || d[3] >= d[0]) return "the legs fill it: give a BAR";
  add_flat(&all, y, d[2], (double[]){0, d[0]}, d[0], z);
  add_upright(&all, z, d[3], (double[]){d[2], d[1]}, d[1], y);
  return set_walls(&all, p);
}

const gb_nastran_shape gb_nastran_shapes[] = {
    {"BAR", 2, set_bar},     {"ROD", 1, set_rod},   {"TUBE", 2, set_tube},
    {"TUBE2", 2, set_tube2}, {"BOX", 4, set_box},   {"BOX1", 6, set_box1},
    {"I", 6, set_I},         {"I1", 4, set_I1},     {"H", 4, set_H},
    {"T", 4, set_T},         {"T1", 4, set_T1},     {"T2", 4, set_T2},
    {"CROSS", 4, set_cross}, {"CHAN", 4, set_chan}, {"CHAN1", 4, set_chan1},
    {"CHAN2", 4, set_chan2}, {"Z", 4, set_Z},       {"HAT", 4, set_hat},
    {"L", 4, set_L},         {NULL, 0, NULL}};
