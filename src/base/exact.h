/// What round-off takes from a sum and from a product, itself without round-off: with it two
/// numbers carry twice the digits of one. Must be compiled without reassociation.
/// Source: Knuth, The Art of Computer Programming 2, section 4.2.2; Ogita, Rump & Oishi 2005, SIAM
/// J. Sci. Comput. 26.
#ifndef GB_BASE_EXACT_H
#define GB_BASE_EXACT_H

#include "base/scalar.h"

/// x <- x + y. @return what the new x lacks
static inline gb_scalar gb_add_exactly(gb_scalar *x, gb_scalar y) {
  const gb_scalar sum = *x + y, gain = sum - *x, lost = (*x - (sum - gain)) + (y - gain);
  *x = sum;
  return lost;
}

/// What y = c x lacks.
static inline gb_scalar gb_product_loss(double c, gb_scalar x, gb_scalar y) {
  return gb_join(fma(c, gb_real(x), -gb_real(y)), fma(c, gb_imag(x), -gb_imag(y)));
}

#endif
