/// The value of an expression of motions, forces and section values at the end of one step
/// (docs/theory.md, eq. 6.13).
#include "functions/function.h"

static void integrand(double P, double largest, gb_scalar f, gb_scalar phi[], gb_scalar dphi[]) {
  (void)P, (void)largest;
  phi[0] = f;
  dphi[0] = 1;
}

static gb_scalar value(double P, double largest, const gb_scalar S[], gb_scalar dS[]) {
  (void)P, (void)largest;
  dS[0] = 1;
  return S[0];
}

const gb_function gb_function_value = {
    .type = "value",
    .title = "value at a time of an expression of points, forces, sections",
    .field = GB_FIELD_POINTS,
    .counted = GB_COUNT_AT,
    .sums = 1,
    .integrand = integrand,
    .value = value,
};
