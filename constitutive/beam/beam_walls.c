/// Thin-walled sections with dimensions: box, I, C and L. Source: docs/theory.md, section 11;
/// Timoshenko & Gere; Bredt.
#include "constitutive/beam/beam_outline.h"
#include "constitutive/beam/walls.h"

#include <string.h>

enum { WIDTH = GB_BEAM_SHAPE, HEIGHT, FLANGE, WEB, THICKNESS = FLANGE };

static void set_rectangle(gb_wall *w, gb_pack y, gb_pack z, gb_pack width, gb_pack height) {
  w->low[0] = y;
  w->low[1] = z;
  w->size[0] = width;
  w->size[1] = height;
}

/// List the walls of an I: half flanges from their free ends to the web, then the web. The origin
/// is the middle of the web.
static void open_flanges(const gb_pack p[], bool both, gb_walls *all) {
  const gb_pack b = p[WIDTH], h = p[HEIGHT], f = p[FLANGE], web = p[WEB], zero = {0};
  const gb_pack z = (h - f) / 2, tip = both ? b / 2 : b - web / 2;
  all->count = 0;
  all->closed = false;
  for (int top = 0; top < 2; top++)
    for (int side = 0; side < (both ? 2 : 1); side++) {
      const double sign = side ? -1 : 1;
      const gb_pack level = top ? z : -z;
      gb_wall *w = gb_walls_add(all, (gb_pack[]){sign * tip, level}, (gb_pack[]){zero, level}, f);
      const gb_pack width = both ? b / 2 : b;
      if (!both) w->beyond = web / 2;
      set_rectangle(w, both ? (side ? -b / 2 : zero) : -web / 2, level - f / 2, width, f);
    }
  gb_wall *w = gb_walls_add(all, (gb_pack[]){zero, -z}, (gb_pack[]){zero, z}, web);
  set_rectangle(w, -web / 2, f - h / 2, web, h - 2 * f);
  w->before[0] = 0;
  if (both) w->before[1] = 1;
}

/// List the walls of an L: both legs from their free ends to the corner.
static void open_angle(const gb_pack p[], gb_walls *all) {
  const gb_pack b = p[WIDTH], h = p[HEIGHT], t = p[THICKNESS], zero = {0};
  all->count = 0;
  all->closed = false;
  gb_wall *w = gb_walls_add(all, (gb_pack[]){b - t / 2, zero}, (gb_pack[]){zero, zero}, t);
  set_rectangle(w, -t / 2, -t / 2, b, t);
  w = gb_walls_add(all, (gb_pack[]){zero, h - t / 2}, (gb_pack[]){zero, zero}, t);
  set_rectangle(w, -t / 2, t / 2, t, h - t);
  all->wall[0].beyond = all->wall[1].beyond = t / 2;
}

/// List the walls of a box: halves of the four walls, each from its middle to a corner. A shear
/// force along z has no flow in the middles of the walls normal to it, by symmetry; the flow runs
/// from there to the middles of the other walls.
static void open_box(const gb_pack p[], gb_walls *all) {
  const gb_pack b = p[WIDTH], h = p[HEIGHT], t = p[THICKNESS], zero = {0};
  const gb_pack y = (b - t) / 2, z = (h - t) / 2;
  all->count = 0;
  all->closed = true;
  for (int k = 0; k < 4; k++) {
    const double u = k % 2 ? 1 : -1, v = k / 2 ? 1 : -1;
    gb_wall *w = gb_walls_add(all, (gb_pack[]){zero, v * z}, (gb_pack[]){u * y, v * z}, t);
    set_rectangle(w, u > 0 ? zero : -b / 2, v * z - t / 2, b / 2, t);
    w = gb_walls_add(all, (gb_pack[]){u * y, zero}, (gb_pack[]){u * y, v * z}, t);
    set_rectangle(w, u * y - t / 2, v > 0 ? zero : t - h / 2, t, h / 2 - t);
    w[-1].beyond = w[0].beyond = t / 2;
  }
}

/// Set the flows at the starts of the walls of a box along a shear force, from the flows of the
/// walls normal to it.
static void chain_box(const gb_walls *all, gb_wall_flows *f, int force) {
  for (int k = 0; k < all->count; k++) {
    const int across = force == 1 ? k - k % 2 : k - k % 2 + 1; // the wall normal to the force
    if (k == across) continue;
    // a wall along the force starts with the flow of the wall at its corner, and runs backwards to
    // its middle
    const gb_pack corner = gb_wall_flow(all, f, across, force, 1);
    f->start[k][force] = (gb_pack){0};
    f->start[k][force] = -corner - gb_wall_flow(all, f, k, force, 1);
  }
}

static void find_flows(const gb_walls *all, gb_wall_flows *f) {
  gb_walls_find_flows(all, f);
  for (int force = 0; force < 2 && all->closed; force++) chain_box(all, f, force);
}

/// @return twice the area that the middle line of a box encloses
static gb_pack twice_inside(const gb_pack p[]) {
  return 2 * (p[WIDTH] - p[THICKNESS]) * (p[HEIGHT] - p[THICKNESS]);
}

typedef void opener(const gb_pack p[], gb_walls *all);

static void open_all(const gb_pack p[], opener *open, gb_walls *all, gb_wall_flows *f,
                     gb_beam_shape *s) {
  open(p, all);
  gb_walls_integrate(all, s);
  find_flows(all, f);
  gb_walls_find_shear(all, f, s);
  s->torsion = gb_walls_torsion(all, all->closed ? twice_inside(p) : (gb_pack){0});
}

static void fill(const gb_pack p[], opener *open, gb_section *out) {
  gb_walls all;
  gb_wall_flows f;
  gb_beam_shape shape;
  open_all(p, open, &all, &f, &shape);
  gb_beam_fill(p, &shape, out);
}

static void add_outline(const gb_pack p[], opener *open, gb_outline *outline) {
  gb_walls all;
  gb_beam_shape shape;
  open(p, &all);
  gb_walls_integrate(&all, &shape);
  for (const gb_wall *w = all.wall; w < all.wall + all.count; w++)
    gb_outline_rectangle(w->low[0], w->low[1], w->size[0], w->size[1], outline);
}

/// A point of a wall at which the failure index is evaluated.
typedef struct spot {
  unsigned char wall;
  double part;
  int face; ///< -1, 1
} spot;

static void add_rows(const gb_pack p[], opener *open, int points, const spot at[],
                     gb_pack row[][GB_BEAM_STRESSES][GB_BEAM_STRAINS]) {
  gb_walls all;
  gb_wall_flows f;
  gb_beam_shape shape;
  open_all(p, open, &all, &f, &shape);
  for (int n = 0; n < points; n++) {
    const gb_wall *w = &all.wall[at[n].wall];
    const gb_pack length = gb_wall_length(w);
    gb_beam_point point;
    gb_pack along[2];
    for (int i = 0; i < 2; i++) along[i] = (w->to[i] - w->from[i]) / length;
    gb_pack place[2];
    for (int i = 0; i < 2; i++) {
      place[i] = w->from[i] + at[n].part * (w->to[i] - w->from[i]);
      if (at[n].part == 1) place[i] += w->beyond * along[i];
      place[i] += at[n].face * w->thickness / 2 * (i ? along[0] : -along[1]);
    }
    point.y = place[0];
    point.z = place[1];
    const gb_pack round = (w->from[0] * w->to[1] - w->from[1] * w->to[0]) / length;
    for (int i = 0; i < 2; i++) {
      point.twist[i] = -at[n].face * w->thickness * along[i];
      if (all.closed) {
        // the constant flow around the box due to twist, in the direction of the wall
        gb_pack sense = round;
        for (int lane = 0; lane < GB_LANES; lane++)
          gb_lanes(&sense)[lane] = gb_real(gb_lanes(&sense)[lane]) < 0 ? -1 : 1;
        point.twist[i] = sense * shape.torsion / (twice_inside(p) * w->thickness) * along[i];
      }
      for (int force = 0; force < 2; force++)
        point.shear[i][force] =
            gb_wall_flow(&all, &f, at[n].wall, force, at[n].part) / w->thickness * along[i];
    }
    gb_beam_rows(p, &shape, &point, row[n]);
  }
}

static void open_I(const gb_pack p[], gb_walls *all) {
  open_flanges(p, true, all);
}
static void open_C(const gb_pack p[], gb_walls *all) {
  open_flanges(p, false, all);
}

static const spot spots_I[] = {{0, 0, -1}, {0, 0, 1},   {1, 0, -1},   {1, 0, 1},
                               {2, 0, -1}, {2, 0, 1},   {3, 0, -1},   {3, 0, 1},
                               {0, 1, 1},  {1, 1, -1},  {2, 1, -1},   {3, 1, 1},
                               {4, 0, 1},  {4, 0.5, 1}, {4, 0.5, -1}, {4, 1, 1}};
static const spot spots_C[] = {{0, 0, -1},   {0, 0, 1},   {0, 1, -1}, {0, 1, 1},  {1, 0, -1},
                               {1, 0, 1},    {1, 1, -1},  {1, 1, 1},  {2, 0, -1}, {2, 0, 1},
                               {2, 0.5, -1}, {2, 0.5, 1}, {2, 1, -1}, {2, 1, 1}};
static const spot spots_L[] = {{0, 0, -1},   {0, 0, 1},   {0, 0.5, -1}, {0, 0.5, 1},
                               {0, 1, -1},   {0, 1, 1},   {1, 0, -1},   {1, 0, 1},
                               {1, 0.5, -1}, {1, 0.5, 1}, {1, 1, -1},   {1, 1, 1}};
/// Choose the points: the outer faces at the corners, once for each of both walls, and in the
/// middles of the walls.
static const spot spots_box[] = {{0, 1, 1},  {1, 1, -1}, {2, 1, -1}, {3, 1, 1},
                                 {4, 1, -1}, {5, 1, 1},  {6, 1, 1},  {7, 1, -1},
                                 {0, 0, 1},  {4, 0, -1}, {1, 0, -1}, {3, 0, 1}};

#define SPOTS(list) (int)(sizeof(list) / sizeof *(list))
#define SHAPE(SHAPE, shape)                                                                        \
  static void section_##shape(const gb_layup *layup, const gb_pack p[], gb_section *out) {         \
    (void)layup;                                                                                   \
    fill(p, open_##shape, out);                                                                    \
  }                                                                                                \
  static void stresses_##shape(const gb_layup *layup, const gb_pack p[],                           \
                               gb_pack row[][GB_BEAM_STRESSES][GB_BEAM_STRAINS]) {                 \
    (void)layup;                                                                                   \
    add_rows(p, open_##shape, SPOTS(spots_##shape), spots_##shape, row);                           \
  }                                                                                                \
  static void outline_##shape(const gb_pack p[], gb_outline *outline) {                            \
    add_outline(p, open_##shape, outline);                                                         \
  }                                                                                                \
  static const gb_beam_law beam_##shape = {                                                        \
      .points = SPOTS(spots_##shape), .stresses = stresses_##shape, .outline = outline_##shape};   \
  const gb_section_law gb_section_law_##shape = {.name = #shape,                                   \
                                                 .source = "docs/theory.md, section 11",           \
                                                 .material = gb_isotropic_material,                \
                                                 .ply = numbers_##shape,                           \
                                                 .plies = 1,                                       \
                                                 .beam = &beam_##shape,                            \
                                                 .density = GB_BEAM_DENSITY,                       \
                                                 .stress = "yield",                                \
                                                 .section = section_##shape}

static const gb_law_number numbers_box[] = {{"width", GB_NUMBER_NEEDED, 0},
                                            {"height", GB_NUMBER_NEEDED, 0},
                                            {"thickness", GB_NUMBER_NEEDED, 0},
                                            GB_BEAM_LINE,
                                            {NULL, 0, 0}};
#define numbers_L numbers_box
static const gb_law_number numbers_I[] = {{"width", GB_NUMBER_NEEDED, 0},
                                          {"height", GB_NUMBER_NEEDED, 0},
                                          {"flange", GB_NUMBER_NEEDED, 0},
                                          {"web", GB_NUMBER_NEEDED, 0},
                                          GB_BEAM_LINE,
                                          {NULL, 0, 0}};
#define numbers_C numbers_I
#define open_L    open_angle

SHAPE(BOX, box);
SHAPE(I, I);
SHAPE(C, C);
SHAPE(L, L);
