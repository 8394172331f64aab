/// Polynomials without a constant term, as springs and dampers have them.
#ifndef GB_ELEMENTS_SPRING_POLYNOMIAL_H
#define GB_ELEMENTS_SPRING_POLYNOMIAL_H

#include "base/pack.h"

/// c1 x + c2 x^2 + c3 x^3.
static inline gb_pack gb_polynomial(const gb_pack c[3], gb_pack x) {
  return ((c[2] * x + c[1]) * x + c[0]) * x;
}
/// Its derivative.
static inline gb_pack gb_polynomial_slope(const gb_pack c[3], gb_pack x) {
  return (3.0 * c[2] * x + 2.0 * c[1]) * x + c[0];
}
/// Its integral from 0.
static inline gb_pack gb_polynomial_integral(const gb_pack c[3], gb_pack x) {
  return ((c[2] / 4.0 * x + c[1] / 3.0) * x + c[0] / 2.0) * x * x;
}

#endif
