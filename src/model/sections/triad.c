/// Orthonormal triads along given vectors, and their derivatives.
#include "model/sections/triad.h"

#include "base/length.h"

#include <math.h>
#include <string.h>

/// side = w or, if w is zero, the coordinate axis farthest from v.
static void choose_side(const double v[3], const double w[3], double side[3]) {
  int least = 0;
  for (int i = 1; i < 3; i++)
    if (fabs(v[i]) < fabs(v[least])) least = i;
  memcpy(side, w, 3 * sizeof *side);
  if (side[0] == 0 && side[1] == 0 && side[2] == 0) side[least] = 1;
}

static void add_cross(const double a[3], const double b[3], double c[3]) {
  for (int i = 0; i < 3; i++) {
    const int j = (i + 1) % 3, k = (i + 2) % 3;
    c[i] += a[j] * b[k] - a[k] * b[j];
  }
}

/// Compute the unit vector along v and its derivative along dv.
static void unit_slope(const double v[3], const double dv[3], double unit[3], double slope[3]) {
  const double size = gb_length(v);
  for (int i = 0; i < 3; i++) unit[i] = v[i] / size;
  const double along = gb_dot(unit, dv);
  for (int i = 0; i < 3; i++) slope[i] = (dv[i] - along * unit[i]) / size;
}

void gb_triad_slope(const double v[3], const double w[3], const double dv[3], const double dw[3],
                    double axis[3][3], double slope[3][3]) {
  double side[3], across[3], change[3];
  choose_side(v, w, side);
  unit_slope(v, dv, axis[2], slope[2]);
  const double along = gb_dot(side, axis[2]), turn = gb_dot(dw, axis[2]) + gb_dot(side, slope[2]);
  for (int i = 0; i < 3; i++) {
    across[i] = side[i] - along * axis[2][i];
    change[i] = dw[i] - turn * axis[2][i] - along * slope[2][i];
  }
  unit_slope(across, change, axis[0], slope[0]);
  memset(axis[1], 0, sizeof axis[1]);
  memset(slope[1], 0, sizeof slope[1]);
  add_cross(axis[2], axis[0], axis[1]);
  add_cross(slope[2], axis[0], slope[1]);
  add_cross(axis[2], slope[0], slope[1]);
}

void gb_triad(const double v[3], const double w[3], double axis[3][3]) {
  const double none[3] = {0};
  double slope[3][3];
  gb_triad_slope(v, w, none, none, axis, slope);
}

void gb_rotate(const double v[3], double angle, const double e[3], double out[3]) {
  const double size = gb_length(v), n[3] = {v[0] / size, v[1] / size, v[2] / size};
  const double along = n[0] * e[0] + n[1] * e[1] + n[2] * e[2];
  const double c = cos(angle), s = sin(angle);
  for (int i = 0; i < 3; i++) {
    const int j = (i + 1) % 3, k = (i + 2) % 3;
    out[i] = c * e[i] + s * (n[j] * e[k] - n[k] * e[j]) + (1 - c) * along * n[i];
  }
}

void gb_axes(const double given[2][3], double axis[3][3]) {
  static const double space[2][3] = {{1, 0, 0}, {0, 1, 0}};
  const double(*own)[3] = gb_length(given[0]) > 0 ? given : space;
  double triad[3][3]; // x is the third axis of the triad
  gb_triad(own[0], own[1], triad);
  for (int k = 0; k < 3; k++) memcpy(axis[k], triad[(k + 2) % 3], sizeof axis[k]);
}

void gb_rotate_axes(const double v[3], double angle, double axis[3][3]) {
  for (int k = 0; k < 3; k++) gb_rotate(v, angle, (double[]){k == 0, k == 1, k == 2}, axis[k]);
}
