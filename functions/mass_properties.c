/// Functionals for mass centre and inertia tensor, from the sums S = (m, m x) and S = (m, s_a, s_b,
/// I), where s are first and I second moments of mass. Inertia about the mass centre follows by the
/// parallel axis theorem. For inertia about a fixed point m and s are passed as 0, so that nothing
/// is subtracted (docs/theory.md, the section on functionals of energy and mass).
#include "functions/function.h"

static gb_scalar centre(double P, double largest, const gb_scalar S[], gb_scalar dS[]) {
  (void)P, (void)largest;
  dS[0] = -S[1] / (S[0] * S[0]);
  dS[1] = 1 / S[0];
  return S[1] / S[0];
}

/// Moment of inertia about an axis, I - (s_a^2 + s_b^2) / m; s_a, s_b are first moments along the
/// other two axes.
static gb_scalar moment(double P, double largest, const gb_scalar S[], gb_scalar dS[]) {
  (void)P, (void)largest;
  dS[0] = dS[1] = dS[2] = 0;
  dS[3] = 1;
  if (gb_real(S[0]) == 0) return S[3];
  const gb_scalar shift = (S[1] * S[1] + S[2] * S[2]) / S[0];
  dS[0] = shift / S[0];
  dS[1] = -2 * S[1] / S[0];
  dS[2] = -2 * S[2] / S[0];
  return S[3] - shift;
}

/// Product of inertia, I + s_a s_b / m with I = -sum m x_a x_b.
static gb_scalar product(double P, double largest, const gb_scalar S[], gb_scalar dS[]) {
  (void)P, (void)largest;
  dS[0] = dS[1] = dS[2] = 0;
  dS[3] = 1;
  if (gb_real(S[0]) == 0) return S[3];
  const gb_scalar shift = S[1] * S[2] / S[0];
  dS[0] = -shift / S[0];
  dS[1] = S[2] / S[0];
  dS[2] = S[1] / S[0];
  return S[3] + shift;
}

#define PROPERTY(name, component, words, a, b, count, value_)                                      \
  const gb_function gb_function_##name##_##component = {.type = #name,                             \
                                                        .form = #component,                        \
                                                        .title = words,                            \
                                                        .field = GB_FIELD_INERTIA,                 \
                                                        .counted = GB_COUNT_FIRST,                 \
                                                        .sums = count,                             \
                                                        .axis = {a, b},                            \
                                                        .value = value_};

PROPERTY(mass_centre, x, "x of the mass centre", 0, 0, 2, centre)
PROPERTY(mass_centre, y, "y of the mass centre", 1, 1, 2, centre)
PROPERTY(mass_centre, z, "z of the mass centre", 2, 2, 2, centre)
PROPERTY(inertia, xx, "moment of inertia about x", 0, 0, 4, moment)
PROPERTY(inertia, yy, "moment of inertia about y", 1, 1, 4, moment)
PROPERTY(inertia, zz, "moment of inertia about z", 2, 2, 4, moment)
PROPERTY(inertia, xy, "product of inertia, -sum m x y", 0, 1, 4, product)
PROPERTY(inertia, xz, "product of inertia, -sum m x z", 0, 2, 4, product)
PROPERTY(inertia, yz, "product of inertia, -sum m y z", 1, 2, 4, product)
