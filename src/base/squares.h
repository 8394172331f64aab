/// Sums of squares and products. Terms are added to several partial sums at once, so that an
/// addition need not wait for the one before. The order of additions is the same in every run.
#ifndef GB_BASE_SQUARES_H
#define GB_BASE_SQUARES_H

#include "base/scalar.h"

#include <stddef.h>

enum { GB_SQUARES = 8 };
typedef double gb_eight __attribute__((vector_size(GB_SQUARES * sizeof(double))));

/// sum_i (weight_i part(x_i))^2. @param weight [count], only real parts are used; NULL: 1
/// @param part 0: the real part of x, 1: the imaginary part
static inline double gb_squares_of(size_t count, const gb_scalar *weight, const gb_scalar *x,
                                   int part) {
  gb_eight sum = {0};
  double all = 0;
  size_t i = 0;
  for (; i + GB_SQUARES <= count; i += GB_SQUARES) {
    gb_eight z;
    for (int k = 0; k < GB_SQUARES; k++) z[k] = part == 0 ? gb_real(x[i + k]) : gb_imag(x[i + k]);
    for (int k = 0; weight && k < GB_SQUARES; k++) z[k] *= gb_real(weight[i + k]);
    sum += z * z;
  }
  for (; i < count; i++) {
    const double own = part == 0 ? gb_real(x[i]) : gb_imag(x[i]);
    const double z = weight ? gb_real(weight[i]) * own : own;
    all += z * z;
  }
  for (int k = 0; k < GB_SQUARES; k++) all += sum[k];
  return all;
}

/// sum_i (weight_i real(x_i))^2
static inline double gb_squares(size_t count, const gb_scalar *weight, const gb_scalar *x) {
  return gb_squares_of(count, weight, x, 0);
}

/// sum_i x_i y_i
static inline double gb_product(size_t count, const double *x, const double *y) {
  gb_eight sum = {0};
  double all = 0;
  size_t i = 0;
  for (; i + GB_SQUARES <= count; i += GB_SQUARES)
    for (int k = 0; k < GB_SQUARES; k++) sum[k] += x[i + k] * y[i + k];
  for (; i < count; i++) all += x[i] * y[i];
  for (int k = 0; k < GB_SQUARES; k++) all += sum[k];
  return all;
}

#endif
