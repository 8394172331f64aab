/// Complex functions that continue real ones analytically. The result is NaN where the real
/// function is undefined. At the ends of the real domain the derivative is infinite, instead of the
/// derivative of another branch. Private to src/base.
#ifndef GB_BASE_EXPRESSION_EXPRESSION_COMPLEX_H
#define GB_BASE_EXPRESSION_EXPRESSION_COMPLEX_H

#include "base/expression/expression_code.h"

#include <complex.h>
#include <math.h>

#ifndef CMPLX // clang before version 15 under glibc
#define CMPLX(real, imaginary) __builtin_complex((double)(real), (double)(imaginary))
#endif

static inline double complex end_of_domain(double value, double imaginary) {
  return CMPLX(value, imaginary == 0 ? 0 : imaginary * INFINITY);
}

static inline double complex complex_arc_sine(double complex z) {
  if (fabs(creal(z)) > 1) return NAN;
  if (fabs(creal(z)) == 1) return end_of_domain(asin(creal(z)), cimag(z));
  return casin(z);
}

static inline double complex complex_arc_cosine(double complex z) {
  if (fabs(creal(z)) > 1) return NAN;
  if (fabs(creal(z)) == 1) return end_of_domain(acos(creal(z)), -cimag(z));
  return cacos(z);
}

static inline double complex complex_logarithm(double complex z) {
  return creal(z) > 0 ? clog(z) : log(creal(z));
}

static inline double complex complex_root(double complex z) {
  if (creal(z) > 0) return csqrt(z);
  return end_of_domain(sqrt(creal(z)), cimag(z));
}

/// z^n by repeated squaring, which is exact for a small imaginary part of a negative z.
static inline double complex whole_power(double complex z, double n) {
  double complex result = 1;
  for (double left = fabs(n); left > 0; left = floor(left / 2)) {
    if (fmod(left, 2) == 1) result *= z;
    z *= z;
  }
  return n < 0 ? 1 / result : result;
}

static inline double complex complex_power(double complex z, double complex exponent) {
  const double x = creal(z), p = creal(exponent);
  if (cimag(exponent) == 0 && p == floor(p) && fabs(p) <= 1024) return whole_power(z, p);
  if (x > 0 && cimag(exponent) == 0) return pow(cabs(z), p) * cexp(I * p * carg(z));
  if (x > 0) return cexp(exponent * clog(z));
  if (x < 0) return pow(x, p) + (cimag(z) != 0 || cimag(exponent) != 0 ? NAN : 0);
  if (p > 1 || cimag(z) == 0) return pow(0, p);
  return end_of_domain(pow(0, p), cimag(z));
}

#endif
