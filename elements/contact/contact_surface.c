/// Distances from the surfaces of contacts. Source: docs/theory.md, (5.34) and (5.42).
#include "elements/contact/contact_surface.h"

#include <math.h>

/// Set the distance to `radius` from the place where v is zero; only components with their bits in
/// `counts` count. At this place itself the normal is along z.
static void leave_place(const gb_scalar v[3], unsigned counts, gb_scalar radius,
                        gb_contact_nearest *out) {
  gb_scalar square = 0;
  for (int i = 0; i < 3; i++)
    if (counts >> i & 1) square += v[i] * v[i];
  const bool at_place = !(gb_real(square) > 0);
  const gb_scalar length = at_place ? 0 : gb_sqrt(square);
  out->distance = length - radius;
  for (int i = 0; i < 3; i++)
    out->normal[i] = at_place ? i == 2 : (counts >> i & 1) ? v[i] / length : 0;
  for (int i = 0; i < 3 && !at_place; i++)
    for (int j = 0; j < 3; j++)
      out->curvature[i][j] =
          ((i == j && (counts >> i & 1)) - out->normal[i] * out->normal[j]) / length;
}

static void leave_box(const gb_scalar edge[3], const gb_scalar p[3], gb_contact_nearest *out) {
  gb_scalar over[3], v[3];
  unsigned outside = 0;
  int most = 0;
  for (int i = 0; i < 3; i++) {
    const double sign = gb_real(p[i]) < 0 ? -1 : 1;
    over[i] = sign * p[i] - edge[i] / 2;
    v[i] = sign * over[i];
    if (gb_real(over[i]) > gb_real(over[most])) most = i;
    if (gb_real(over[i]) > 0) outside |= 1U << i;
  }
  if (outside) {
    leave_place(v, outside, 0, out);
    return;
  }
  out->distance = over[most];
  out->normal[most] = gb_real(p[most]) < 0 ? -1 : 1;
}

void gb_contact_find_nearest(const gb_contact_form *form, const gb_scalar size[3],
                             const gb_scalar p[3], gb_contact_nearest *out) {
  enum { RADIAL = 3, ALL = 7 };
  gb_scalar v[3] = {p[0], p[1], p[2]};
  unsigned counts = ALL;
  *out =
      (gb_contact_nearest){.distance = p[2], .normal = {0, 0, form->surface == GB_CONTACT_PLANE}};
  if (form->surface == GB_CONTACT_PLANE) return;
  if (form->surface == GB_CONTACT_BOX) {
    leave_box(size, p, out);
    return;
  }
  if (form->surface == GB_CONTACT_CYLINDER) counts = RADIAL;
  if (form->surface == GB_CONTACT_CAPSULE) {
    const double z = gb_real(p[2]), half = gb_real(size[1]) / 2;
    if (z <= half && z >= -half) counts = RADIAL;
    v[2] -= (z > 0 ? 1 : -1) * size[1] / 2;
  }
  leave_place(v, counts, size[0], out);
  if (!form->inside) return;
  out->distance = -out->distance;
  for (int i = 0; i < 3; i++) {
    out->normal[i] = -out->normal[i];
    for (int j = 0; j < 3; j++) out->curvature[i][j] = -out->curvature[i][j];
  }
}

/// The sphere at s: its distance from the surface and the first two derivatives of it by s. The
/// first one does not decrease with s.
typedef struct sphere {
  gb_scalar distance, slope, curvature;
} sphere;

static sphere find_sphere(const gb_contact_line *line, gb_scalar s) {
  gb_contact_nearest at;
  gb_scalar p[3];
  sphere out = {0};
  for (int i = 0; i < 3; i++) p[i] = line->middle[i] + s * line->direction[i];
  gb_contact_find_nearest(line->form, &line->parameter[GB_CONTACT_SIZE], p, &at);
  out.distance = at.distance - line->parameter[GB_CONTACT_BALL];
  for (int i = 0; i < 3; i++) {
    out.slope += at.normal[i] * line->direction[i];
    for (int j = 0; j < 3; j++)
      out.curvature += line->direction[i] * at.curvature[i][j] * line->direction[j];
  }
  return out;
}

/// @return half of the length of a line, 0 of a point
static gb_scalar find_half(const gb_contact_line *line) {
  return line->form->line ? line->parameter[GB_CONTACT_LINE] / 2 : 0;
}

/// Improve a zero of the distance or of its derivative by Newton's method, whose imaginary part is
/// not yet known.
static gb_scalar polish(const gb_contact_line *line, bool of_slope, gb_scalar s) {
  enum { STEPS = 20 };
  for (int k = 0; k < STEPS; k++) {
    const sphere at = find_sphere(line, s);
    const gb_scalar below = of_slope ? at.curvature : at.slope;
    const gb_scalar next = s - (of_slope ? at.slope : at.distance) / below;
    if (below == 0 || next == s) break;
    s = next;
  }
  return s;
}

gb_scalar gb_contact_find_deepest(const gb_contact_line *line) {
  enum { HALVINGS = 30 };
  const gb_scalar half = find_half(line);
  double low = -gb_real(half), high = -low;
  if (!(high > 0) || !(gb_real(find_sphere(line, low).slope) < 0)) return -half;
  if (gb_real(find_sphere(line, high).slope) < 0) return half;
  for (int k = 0; k < HALVINGS; k++) {
    const double middle = (low + high) / 2;
    if (gb_real(find_sphere(line, middle).slope) < 0)
      low = middle;
    else
      high = middle;
  }
  return polish(line, true, (low + high) / 2);
}

/// Find a place where a sphere reaches into the material. @return whether there is one
static bool find_touching(const gb_contact_line *line, double half, double *place) {
  enum { STEPS = 60 };
  double from[2] = {-half, half}, distance[2], slope[2];
  for (int k = 0; k < STEPS; k++) {
    // the ends first, then where the tangents at both meet: they are below the convex distance
    *place = k < 2 ? from[k]
                   : (distance[1] - distance[0] + slope[0] * from[0] - slope[1] * from[1]) /
                         (slope[0] - slope[1]);
    if (k >= 2 && !(distance[0] + slope[0] * (*place - from[0]) < 0)) return false;
    const sphere at = find_sphere(line, *place);
    if (gb_real(at.distance) < 0) return true;
    const int end = k < 2 ? k : gb_real(at.slope) >= 0;
    from[end] = *place;
    distance[end] = gb_real(at.distance);
    slope[end] = gb_real(at.slope);
    if (k > 0 && !(slope[0] < 0 && slope[1] > 0)) return false; // an end is the nearest place
  }
  return false;
}

/// Move an end of a line to where the distance is zero. Newton's method does not pass this place,
/// because the distance is a convex function of s.
/// @param within a place within the surface @return whether the end was outside of the surface
static bool move_end(const gb_contact_line *line, double within, gb_scalar *end) {
  enum { STEPS = 60 };
  double from = gb_real(*end);
  sphere at = find_sphere(line, from);
  if (!(gb_real(at.distance) > 0)) return false;
  for (int k = 0; k < STEPS && gb_real(at.distance) > 0; k++) {
    const double next = from - gb_real(at.distance) / gb_real(at.slope);
    if (next == from || !((within - next) * (within - from) > 0)) break; // round-off
    from = next;
    at = find_sphere(line, from);
  }
  *end = polish(line, false, from);
  return true;
}

/// Add the place where a component of the position has a level, if it is within the part.
static void add_cut(const gb_contact_line *line, int axis, gb_scalar level, gb_contact_part *out) {
  const double place =
      gb_real(level - line->middle[axis]) / gb_real(line->direction[axis]); // not finite: parallel
  int k = out->cuts;
  if (!(place > gb_real(out->end[0]) && place < gb_real(out->end[1]))) return;
  for (; k > 0 && out->cut[k - 1].place > place; k--) out->cut[k] = out->cut[k - 1];
  out->cut[k].place = place;
  out->cut[k].axis = axis;
  out->cut[k].level = level;
  out->cuts++;
}

/// Find where the part passes from one region of the surface to another: a face, edge or corner of
/// a box, or the cylinder and the half spheres of a capsule.
static void find_cuts(const gb_contact_line *line, gb_contact_part *out) {
  const gb_contact_surface surface = line->form->surface;
  const gb_scalar *size = &line->parameter[GB_CONTACT_SIZE];
  for (int i = 0; i < 3; i++)
    for (int sign = -1; sign <= 1; sign += 2) {
      if (surface == GB_CONTACT_BOX) add_cut(line, i, sign * size[i] / 2, out);
      if (surface == GB_CONTACT_CAPSULE && i == 2) add_cut(line, i, sign * size[1] / 2, out);
    }
}

bool gb_contact_find_part(const gb_contact_line *line, gb_contact_part *out) {
  const gb_scalar half = find_half(line);
  double square = 0;
  *out = (gb_contact_part){.end = {-half, half}};
  for (int i = 0; i < 3; i++) square += gb_real(line->direction[i]) * gb_real(line->direction[i]);
  const double distance = gb_real(find_sphere(line, 0).distance);
  if (!(distance < gb_real(half) * sqrt(square))) return false; // no end can touch
  if (!line->form->line) return true;
  double place;
  if (!find_touching(line, gb_real(half), &place)) return false;
  for (int k = 0; k < 2; k++) out->free[k] = move_end(line, place, &out->end[k]);
  find_cuts(line, out);
  return true;
}
