/// Outlines of sections made of quadrangles: rectangles, circles and rings.
#include "constitutive/beam/beam_outline.h"

#include <math.h>
#include <string.h>

enum { SIDES = 24 };

static void add_point(gb_pack y, gb_pack z, gb_outline *o) {
  o->point[o->points][0] = y;
  o->point[o->points++][1] = z;
}

static void add_cell(int a, int b, int c, int d, gb_outline *o) {
  const unsigned char cell[4] = {(unsigned char)a, (unsigned char)b, (unsigned char)c,
                                 (unsigned char)d};
  memcpy(o->cell[o->cells++], cell, sizeof cell);
}

void gb_outline_rectangle(gb_pack y, gb_pack z, gb_pack width, gb_pack height, gb_outline *o) {
  const int first = o->points;
  add_point(y, z, o);
  add_point(y + width, z, o);
  add_point(y + width, z + height, o);
  add_point(y, z + height, o);
  add_cell(first, first + 1, first + 2, first + 3, o);
}

static void add_ring(gb_pack radius, gb_outline *o) {
  for (int k = 0; k < SIDES; k++) {
    const double angle = 2 * M_PI * (k + 0.5) / SIDES;
    add_point(radius * cos(angle), radius * sin(angle), o);
  }
}

/// Fill the circle by strips between each corner and its mirror image about the axis y.
void gb_outline_circle(gb_pack radius, gb_outline *o) {
  add_ring(radius, o);
  for (int k = 0; k < SIDES / 2 - 1; k++) add_cell(k, k + 1, SIDES - 2 - k, SIDES - 1 - k, o);
}

void gb_outline_tube(gb_pack outer, gb_pack inner, gb_outline *o) {
  add_ring(inner, o);
  add_ring(outer, o);
  for (int k = 0, next = 1; k < SIDES; k++, next = (k + 1) % SIDES)
    add_cell(k, SIDES + k, SIDES + next, next, o);
}
