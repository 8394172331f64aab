/// Shapes of PBARL and PBEAML from their dimensions: those that are shapes of ours, and others as
/// constants, by the theory of thin walls. Area and second moments are those of the rectangles; the
/// shear flow along the middle lines gives shear areas by its energy and the shear center by its
/// torque; torsion is that of Saint-Venant, or Bredt's of a box. Source: MSC Nastran Quick
/// Reference Guide, PBARL; docs/theory.md, section 11; Timoshenko & Gere; Bredt.
///
/// Shapes are drawn with y up and z to the right.
#include "nastran/bars.h"

#include <math.h>
#include <string.h>

enum { WALLS = 6, PLACES = 3 };

/// A rectangle along y or z. The shear flow runs along its middle line, from `from` to `to`, where
/// that of the next walls begins.
typedef struct wall {
  double low[2], size[2]; ///< corner of the smallest y and z; sizes along y and z
  double from[2], to[2], thickness;
} wall;

typedef struct walls {
  int count;
  bool closed; ///< a tube: one wall begins where the one before ends
  wall wall[WALLS];
} walls;

static void add(walls *all, const wall *w) {
  all->wall[all->count++] = *w;
}

/// A plate along z from z0 to z1 whose middle line is at the height y, from z = a to b.
static void add_flat(walls *all, double y, double t, const double ends[2], double a, double b) {
  add(all,
      &(wall){
          {y - t / 2, fmin(ends[0], ends[1])}, {t, fabs(ends[1] - ends[0])}, {y, a}, {y, b}, t});
}

/// A plate along y from y0 to y1 at z, with its middle line from y = a to b.
static void add_upright(walls *all, double z, double t, const double ends[2], double a, double b) {
  add(all,
      &(wall){
          {fmin(ends[0], ends[1]), z - t / 2}, {fabs(ends[1] - ends[0]), t}, {a, z}, {b, z}, t});
}

/// Area, centroid and second moments of the rectangles.
typedef struct integrals {
  double area, center[2], yy, zz, yz;
} integrals;

static integrals integrate(const walls *all) {
  integrals s = {0};
  for (const wall *w = all->wall; w < all->wall + all->count; ++w) {
    const double area = w->size[0] * w->size[1];
    s.area += area;
    for (int i = 0; i < 2; ++i) s.center[i] += area * (w->low[i] + w->size[i] / 2);
  }
  for (int i = 0; i < 2; ++i) s.center[i] /= s.area;
  for (const wall *w = all->wall; w < all->wall + all->count; ++w) {
    const double area = w->size[0] * w->size[1];
    const double y = w->low[0] + w->size[0] / 2 - s.center[0];
    const double z = w->low[1] + w->size[1] / 2 - s.center[1];
    s.yy += area * (y * y + w->size[0] * w->size[0] / 12);
    s.zz += area * (z * z + w->size[1] * w->size[1] / 12);
    s.yz += area * y * z;
  }
  return s;
}

static double length_of(const wall *w) {
  return hypot(w->to[0] - w->from[0], w->to[1] - w->from[1]);
}

/// The same integrals of the middle lines, so that flows are in balance.
static integrals integrate_lines(const walls *all) {
  integrals s = {0};
  for (const wall *w = all->wall; w < all->wall + all->count; ++w) {
    const double area = length_of(w) * w->thickness;
    s.area += area;
    for (int i = 0; i < 2; ++i) s.center[i] += area * (w->from[i] + w->to[i]) / 2;
  }
  for (int i = 0; i < 2; ++i) s.center[i] /= s.area;
  for (const wall *w = all->wall; w < all->wall + all->count; ++w) {
    const double part = length_of(w) * w->thickness / 3;
    const double a = w->from[0] - s.center[0], b = w->to[0] - s.center[0];
    const double c = w->from[1] - s.center[1], d = w->to[1] - s.center[1];
    s.yy += part * (a * a + a * b + b * b);
    s.zz += part * (c * c + c * d + d * d);
    s.yz += part * (a * c + (a * d + b * c) / 2 + b * d);
  }
  return s;
}

/// Flows by a unit force along y or z.
typedef struct flow {
  double center[2], slope[2]; ///< of the axial stress by y and z
  double start[WALLS];
} flow;

static double flow_at(const walls *all, const flow *f, int k, double part) {
  const wall *w = &all->wall[k];
  double sum = 0;
  for (int i = 0; i < 2; ++i)
    sum += f->slope[i] * (w->from[i] - f->center[i] + part / 2 * (w->to[i] - w->from[i]));
  return f->start[k] - part * length_of(w) * w->thickness * sum;
}

static const double place[PLACES] = {0.1127016653792583, 0.5, 0.8872983346207417};
static const double weight[PLACES] = {5.0 / 18, 8.0 / 18, 5.0 / 18};

/// A flow around a tube that leaves it without twist.
static void close_flow(const walls *all, flow *f) {
  double around = 0, sum = 0;
  for (int k = 0; k < all->count; ++k) {
    const double scale = length_of(&all->wall[k]) / all->wall[k].thickness;
    around += scale;
    for (int g = 0; g < PLACES; ++g) sum += weight[g] * scale * flow_at(all, f, k, place[g]);
  }
  for (int k = 0; k < all->count; ++k) f->start[k] -= sum / around;
}

static flow find_flow(const walls *all, int force) {
  const integrals s = integrate_lines(all);
  const double determinant = s.yy * s.zz - s.yz * s.yz;
  flow f = {.center = {s.center[0], s.center[1]}};
  f.slope[force] = (force ? s.yy : s.zz) / determinant;
  f.slope[1 - force] = -s.yz / determinant;
  for (int k = 1; k < all->count; ++k)
    for (int n = 0; n < k; ++n)
      if (!memcmp(all->wall[n].to, all->wall[k].from, sizeof all->wall[k].from))
        f.start[k] += flow_at(all, &f, n, 1);
  if (all->closed) close_flow(all, &f);
  return f;
}

/// The energy of a flow's square over G, and its torque about a point.
static void add_up(const walls *all, const flow *f, const double about[2], double *energy,
                   double *torque) {
  *energy = *torque = 0;
  for (int k = 0; k < all->count; ++k) {
    const wall *w = &all->wall[k];
    const double a[2] = {w->from[0] - about[0], w->from[1] - about[1]};
    const double b[2] = {w->to[0] - about[0], w->to[1] - about[1]};
    for (int g = 0; g < PLACES; ++g) {
      const double q = flow_at(all, f, k, place[g]);
      *energy += weight[g] * length_of(w) / w->thickness * q * q;
      *torque += weight[g] * (a[0] * b[1] - a[1] * b[0]) * q;
    }
  }
}

static double torsion_of(const walls *all) {
  double around = 0, twice = 0, sum = 0;
  for (const wall *w = all->wall; w < all->wall + all->count; ++w) {
    around += length_of(w) / w->thickness;
    twice += w->from[0] * w->to[1] - w->from[1] * w->to[0];
    sum += w->size[0] * w->size[1] * w->thickness * w->thickness / 3;
  }
  return all->closed ? twice * twice / around : sum;
}

/// The constants of walls, all of which have sizes.
static const char *set_walls(const walls *all, gb_nastran_section *p) {
  const integrals s = integrate(all);
  double energy[2], torque[2];
  for (int k = 0; k < all->count; ++k)
    if (!(all->wall[k].size[0] > 0 && all->wall[k].size[1] > 0 && length_of(&all->wall[k]) > 0))
      return "its walls fill it, or leave no room for each other";
  for (int force = 0; force < 2; ++force) {
    const flow f = find_flow(all, force);
    add_up(all, &f, s.center, &energy[force], &torque[force]);
  }
  p->is.kind = GB_SECTION_CONSTANTS;
  p->is.area = s.area;
  p->is.I_zz = s.yy;
  p->is.I_yy = s.zz;
  p->is.I_yz = fabs(s.yz) > 1e-14 * (s.yy + s.zz) ? s.yz : 0;
  p->is.J = torsion_of(all);
  p->is.k_y = 1 / (energy[0] * s.area);
  p->is.k_z = 1 / (energy[1] * s.area);
  // a force at (y, z) along y has the torque -z, along z the torque y
  p->is.center[0] = torque[1];
  p->is.center[1] = -torque[0];
  const double size = sqrt((s.yy + s.zz) / s.area);
  for (int i = 0; i < 2; ++i)
    if (fabs(p->is.center[i]) < 1e-14 * size) p->is.center[i] = 0;
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

/// Width, height; thickness of the top, the bottom, the left and the right wall.
static const char *set_box1(const double d[], gb_nastran_section *p) {
  const double top = d[1] - d[2] / 2, bottom = d[3] / 2, left = d[4] / 2, right = d[0] - d[5] / 2;
  const double inner[2] = {d[3], d[1] - d[2]}, outer[2] = {0, d[0]};
  walls all = {.closed = true};
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

/// Ours has its web along z.
static const char *set_like_flanges(double width, double height, double web, double flange,
                                    gb_nastran_section *p) {
  p->is.kind = GB_SECTION_I;
  p->turned = true;
  p->is.width = width;
  p->is.height = height;
  p->is.web = web;
  p->is.flange = flange;
  return 2 * flange < height && web < width ? NULL : "flanges or web fill it: give a BAR";
}

/// Two halves of a plate along z, from their ends to the middle.
static void add_halves_flat(walls *all, double y, double t, double width) {
  add_flat(all, y, t, (double[]){-width / 2, 0}, -width / 2, 0);
  add_flat(all, y, t, (double[]){width / 2, 0}, width / 2, 0);
}

/// Two halves of a plate along y, likewise.
static void add_halves_upright(walls *all, double z, double t, double height) {
  add_upright(all, z, t, (double[]){-height / 2, 0}, -height / 2, 0);
  add_upright(all, z, t, (double[]){height / 2, 0}, height / 2, 0);
}

/// Height; widths of the bottom and the top flange; the web; thickness of both flanges.
static const char *set_I(const double d[], gb_nastran_section *p) {
  walls all = {0};
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

/// Room between both flanges; thickness of both together; their height; the web.
static const char *set_H(const double d[], gb_nastran_section *p) {
  walls all = {0};
  const double t = d[1] / 2, z = (d[0] + t) / 2;
  if (d[3] >= d[2]) return "DIM4, of the web, is not below DIM3, the height";
  add_halves_upright(&all, -z, t, d[2]);
  add_flat(&all, 0, d[3], (double[]){-d[0] / 2, d[0] / 2}, -z, z);
  add_halves_upright(&all, z, t, d[2]);
  return set_walls(&all, p);
}

/// Flange on top: its width, height of all, thickness of the flange and of the web.
static const char *set_T(const double d[], gb_nastran_section *p) {
  walls all = {0};
  const double y = d[1] - d[2] / 2;
  if (d[2] >= d[1] || d[3] >= d[0]) return "flange or web fill it: give a BAR";
  add_halves_flat(&all, y, d[2], d[0]);
  add_upright(&all, 0, d[3], (double[]){0, d[1] - d[2]}, 0, y);
  return set_walls(&all, p);
}

/// The same with the flange at the bottom.
static const char *set_T2(const double d[], gb_nastran_section *p) {
  const char *refusal = set_T(d, p);
  p->is.center[0] = 0 - p->is.center[0];
  return refusal;
}

/// An upright flange at the right: its height, length of the web, thickness of flange and web.
static const char *set_T1(const double d[], gb_nastran_section *p) {
  walls all = {0};
  const double z = d[1] + d[2] / 2;
  if (d[3] >= d[0]) return "the web fills it: give a BAR";
  add_halves_upright(&all, z, d[2], d[0]);
  add_flat(&all, 0, d[3], (double[]){0, d[1]}, 0, z);
  return set_walls(&all, p);
}

/// Both arms along z together, thickness of the upright, its height, thickness of the arms.
static const char *set_cross(const double d[], gb_nastran_section *p) {
  walls all = {0};
  const double z = (d[0] + d[1]) / 2;
  if (d[3] >= d[2]) return "DIM4, of the arms, is not below DIM3, the height";
  add_halves_upright(&all, 0, d[1], d[2]);
  add_flat(&all, 0, d[3], (double[]){-z, -d[1] / 2}, -z, 0);
  add_flat(&all, 0, d[3], (double[]){d[1] / 2, z}, z, 0);
  return set_walls(&all, p);
}

/// Flanges from the web to the right: their width, height of all, the web, the flanges.
static const char *set_chan(const double d[], gb_nastran_section *p) {
  walls all = {0};
  const double low = d[3] / 2, high = d[1] - d[3] / 2, z = d[2] / 2, wide[2] = {0, d[0]};
  if (2 * d[3] >= d[1] || d[2] >= d[0]) return "flanges or web fill it: give a BAR";
  add_flat(&all, low, d[3], wide, d[0], z);
  add_upright(&all, z, d[2], (double[]){d[3], d[1] - d[3]}, low, high);
  add_flat(&all, high, d[3], wide, d[0], z);
  return set_walls(&all, p);
}

/// Flanges beyond the web, the web, height between the flanges and of all.
static const char *set_chan1(const double d[], gb_nastran_section *p) {
  if (d[3] <= d[2]) return "DIM4, the height, is not above DIM3, that of the web";
  return set_chan((double[]){d[0] + d[1], d[3], d[1], (d[3] - d[2]) / 2}, p);
}

/// Legs up from a web at the bottom: thickness of legs and web, height and width of all.
static const char *set_chan2(const double d[], gb_nastran_section *p) {
  walls all = {0};
  const double y = d[1] / 2, z = (d[3] - d[0]) / 2, tall[2] = {0, d[2]};
  if (2 * d[0] >= d[3] || d[1] >= d[2]) return "legs or web fill it: give a BAR";
  add_upright(&all, -z, d[0], tall, d[2], y);
  add_flat(&all, y, d[1], (double[]){d[0] - d[3] / 2, d[3] / 2 - d[0]}, -z, z);
  add_upright(&all, z, d[0], tall, d[2], y);
  return set_walls(&all, p);
}

/// Flanges beyond the web, at the bottom to the right and on top to the left; the web; height
/// between the flanges and of all.
static const char *set_Z(const double d[], gb_nastran_section *p) {
  walls all = {0};
  const double t = (d[3] - d[2]) / 2, y = (d[2] + t) / 2, near = d[1] / 2, far = d[0] + near;
  if (d[3] <= d[2]) return "DIM4, the height, is not above DIM3, that of the web";
  add_flat(&all, -y, t, (double[]){-near, far}, far, 0);
  add_upright(&all, 0, d[1], (double[]){-d[2] / 2, d[2] / 2}, -y, y);
  add_flat(&all, y, t, (double[]){-far, near}, -far, 0);
  return set_walls(&all, p);
}

/// Height, thickness of all walls, width of the top, each brim.
static const char *set_hat(const double d[], gb_nastran_section *p) {
  walls all = {0};
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

/// Width and height of the legs, from a corner to the right and up; thickness of each.
static const char *set_L(const double d[], gb_nastran_section *p) {
  walls all = {0};
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
