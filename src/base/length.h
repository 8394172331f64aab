/// Length, dot product and cross product of 3-vectors.
#ifndef GB_BASE_LENGTH_H
#define GB_BASE_LENGTH_H

#include <math.h>

/// |v|, without overflow or underflow of the squares.
static inline double gb_length(const double v[3]) {
  const double square = v[0] * v[0] + v[1] * v[1] + v[2] * v[2];
  return square > 1e-280 && square < 1e280 ? sqrt(square) : hypot(hypot(v[0], v[1]), v[2]);
}

/// a . b
static inline double gb_dot(const double a[3], const double b[3]) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/// a x b
static inline void gb_cross(const double a[3], const double b[3], double out[3]) {
  for (int i = 0; i < 3; i++)
    out[i] = a[(i + 1) % 3] * b[(i + 2) % 3] - a[(i + 2) % 3] * b[(i + 1) % 3];
}

#endif
