/// The area of contact: the sum w s(P f) of the depths f of points, where s(x) = x^2 (3 - 2 x)
/// between 0 and 1. A point counts in part up to the depth 1/P, so that the area has derivatives.
/// Source: docs/theory.md, (5.43).
#include "functions/function.h"

static void integrand(double P, double largest, gb_scalar f, gb_scalar phi[], gb_scalar dphi[]) {
  const gb_scalar x = P * f;
  (void)largest;
  phi[0] = gb_real(x) >= 1;
  dphi[0] = 0;
  if (gb_real(x) <= 0 || gb_real(x) >= 1) return;
  phi[0] = x * x * (3 - 2 * x);
  dphi[0] = 6 * P * x * (1 - x);
}

const gb_function gb_function_area = {
    .type = "area",
    .title = "area of the points of contacts that touch, in part up to the depth 1/weight",
    .field = GB_FIELD_TOUCH,
    .sharp = true,
    .sums = 1,
    .integrand = integrand,
    .value = gb_plain_sum,
};
