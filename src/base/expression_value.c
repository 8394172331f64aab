/// The values of expressions on a small stack, in real and in complex numbers, and their
/// derivatives by complex step. Source: Squire & Trapp 1998, "Using complex variables to estimate
/// derivatives of real functions", SIAM Rev. 40; docs/theory.md, eq. 6.14.
#include "base/expression.h"

#include "base/expression_code.h"

#include <complex.h>
#include <math.h>

#ifndef CMPLX // clang before version 15 under glibc
#define CMPLX(real, imaginary) __builtin_complex((double)(real), (double)(imaginary))
#endif

// Real numbers.

#define NUMBER          double
#define NAME(word)      real_##word
#define MATH(function)  function
#define REAL(z)         (z)
#define real_arc_sine   asin
#define real_arc_cosine acos
#define real_logarithm  log
#define real_root       sqrt
#define real_power      pow
#include "base/expression_value.inc.h"
#undef NUMBER
#undef NAME
#undef MATH
#undef REAL

// Complex numbers: where the real function has no value there is none, and at the ends of its
// domain the slope is infinite, not that of another branch.

static double complex end_of_domain(double value, double imaginary) {
  return CMPLX(value, imaginary == 0 ? 0 : imaginary * INFINITY);
}

static double complex complex_arc_sine(double complex z) {
  if (fabs(creal(z)) > 1) return NAN;
  if (fabs(creal(z)) == 1) return end_of_domain(asin(creal(z)), cimag(z));
  return casin(z);
}

static double complex complex_arc_cosine(double complex z) {
  if (fabs(creal(z)) > 1) return NAN;
  if (fabs(creal(z)) == 1) return end_of_domain(acos(creal(z)), -cimag(z));
  return cacos(z);
}

static double complex complex_logarithm(double complex z) {
  return creal(z) > 0 ? clog(z) : log(creal(z));
}

static double complex complex_root(double complex z) {
  if (creal(z) > 0) return csqrt(z);
  return end_of_domain(sqrt(creal(z)), cimag(z));
}

/// z^n by squares, which keeps a small imaginary part of a negative z exact.
static double complex whole_power(double complex z, double n) {
  double complex result = 1;
  for (double left = fabs(n); left > 0; left = floor(left / 2)) {
    if (fmod(left, 2) == 1) result *= z;
    z *= z;
  }
  return n < 0 ? 1 / result : result;
}

static double complex complex_power(double complex z, double complex exponent) {
  const double x = creal(z), p = creal(exponent);
  if (cimag(exponent) == 0 && p == floor(p) && fabs(p) <= 1024) return whole_power(z, p);
  if (x > 0 && cimag(exponent) == 0) return pow(cabs(z), p) * cexp(I * p * carg(z));
  if (x > 0) return cexp(exponent * clog(z));
  if (x < 0) return pow(x, p) + (cimag(z) != 0 || cimag(exponent) != 0 ? NAN : 0);
  if (p > 1 || cimag(z) == 0) return pow(0, p);
  return end_of_domain(pow(0, p), cimag(z));
}

#define NUMBER         double complex
#define NAME(word)     complex_##word
#define MATH(function) c##function
#define REAL(z)        creal(z)
#include "base/expression_value.inc.h"

double gb_expression_real(const gb_expression *expression, const double variables[]) {
  return real_evaluate(expression, variables);
}

double _Complex gb_expression_complex(const gb_expression *expression,
                                      const double _Complex variables[]) {
  return complex_evaluate(expression, variables);
}

double gb_expression_slope(const gb_expression *expression, double _Complex variables[], int k) {
  const double step = 1e-200; // its square is zero: no term of second order is left
  const double value = creal(variables[k]);
  variables[k] = CMPLX(value, step);
  const double complex found = complex_evaluate(expression, variables);
  variables[k] = value;
  return cimag(found) / step;
}
