/// Distances from the surfaces of contacts. Source: docs/theory.md, (5.34).
#include "elements/contact_surface.h"

#include <stdbool.h>

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
