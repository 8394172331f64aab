/// Dot and cross products of vectors of scalars.
#ifndef GB_SYSTEM_NODAL_VALUES_CROSS_H
#define GB_SYSTEM_NODAL_VALUES_CROSS_H

#include "base/scalar.h"

/// @return a . b, without complex conjugation
static inline gb_scalar gb_scalar_dot(const gb_scalar a[3], const gb_scalar b[3]) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/// sum += factor (a x b).
static inline void gb_add_cross(double factor, const gb_scalar a[3], const gb_scalar b[3],
                                gb_scalar sum[3]) {
  for (int i = 0; i < 3; i++) {
    const int j = (i + 1) % 3, k = (i + 2) % 3;
    sum[i] += factor * (a[j] * b[k] - a[k] * b[j]);
  }
}

#endif
