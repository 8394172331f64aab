/// Forces by law. Source: Fritsch & Carlson, SIAM J. Numer. Anal. 17, 1980; docs/theory.md, (5.19).
#include "elements/spring/force_law.h"

#include <complex.h>

/// @return the slope at a point between two intervals of lengths h and secants d: their harmonic
/// mean, zero at a peak
static double inner_slope(double h0, double d0, double h1, double d1) {
  if (d0 * d1 <= 0) return 0;
  const double w0 = 2 * h1 + h0, w1 = h1 + 2 * h0;
  return (w0 + w1) / (w0 / d0 + w1 / d1);
}

void gb_force_law_slopes(int count, const double point[][2], double out[][3]) {
  double before = 0, length = 0;
  for (int i = 0; i < count; i++) {
    const bool last = i == count - 1;
    const double h = last ? 0 : point[i + 1][0] - point[i][0];
    const double secant = last ? before : (point[i + 1][1] - point[i][1]) / h;
    out[i][0] = point[i][0];
    out[i][1] = point[i][1];
    out[i][2] = i == 0 || last ? secant : inner_slope(length, before, h, secant);
    before = secant;
    length = h;
  }
}

/// Compute force and slope of the table.
static void look_up(const gb_force_law *law, gb_scalar s, gb_scalar force[2]) {
  const double(*p)[3] = law->point;
  int i = 0;
  while (i < law->points && p[i][0] <= gb_real(s)) i++;
  if (i == 0 || i == law->points) {
    const double *end = p[i == 0 ? 0 : law->points - 1];
    force[0] = end[1] + end[2] * (s - end[0]);
    force[1] = end[2];
    return;
  }
  const double *a = p[i - 1], *b = p[i], h = b[0] - a[0];
  const gb_scalar x = (s - a[0]) / h, y = 1 - x;
  force[0] =
      y * y * ((1 + 2 * x) * a[1] + x * h * a[2]) + x * x * ((1 + 2 * y) * b[1] - y * h * b[2]);
  force[1] = 6 * x * y * (b[1] - a[1]) / h + y * (1 - 3 * x) * a[2] + x * (1 - 3 * y) * b[2];
}

void gb_force_law_add(const gb_force_law *law, const gb_pack parameter[], double t,
                      const gb_pack at[2], gb_pack out[3]) {
  for (int lane = 0; lane < GB_LANES; lane++) {
    const gb_scalar here[2] = {gb_lanes((gb_pack *)&at[0])[lane],
                               gb_lanes((gb_pack *)&at[1])[lane]};
    if (law->expression) {
      double _Complex variables[GB_LAW_VARIABLES], f[3];
      variables[0] = here[0];
      variables[1] = here[1];
      variables[2] = t;
      for (int k = 0; k < GB_LAW_NUMBERS; k++)
        variables[3 + k] = gb_lanes((gb_pack *)&parameter[GB_LAW_FIRST + k])[lane];
      for (int k = 0; k < law->controls; k++)
        variables[GB_LAW_OWN + law->control[k]] =
            gb_lanes((gb_pack *)&parameter[law->first + k])[lane];
      gb_expression_slopes(law->expression, variables, &f[0], &f[1]);
      for (int k = 0; k < 3; k++) gb_lanes(&out[k])[lane] += gb_join(creal(f[k]), cimag(f[k]));
    } else {
      gb_scalar force[2];
      look_up(law, here[0], force);
      for (int k = 0; k < 2; k++) gb_lanes(&out[k])[lane] += force[k];
    }
  }
}

uint64_t gb_force_law_sides(const gb_force_law *law, const double parameter[], double t,
                            const double at[2]) {
  const double s = at[0];
  double variables[GB_LAW_VARIABLES] = {s, at[1], t};
  for (int k = 0; k < GB_LAW_NUMBERS; k++) variables[3 + k] = parameter[GB_LAW_FIRST + k];
  for (int k = 0; k < law->controls; k++)
    variables[GB_LAW_OWN + law->control[k]] = parameter[law->first + k];
  if (law->expression) return gb_expression_sides(law->expression, variables);
  return (s < law->point[0][0]) | (uint64_t)(s > law->point[law->points - 1][0]) << 1;
}
