/// The scalar type of the computation. Sources that include this header are compiled twice into the
/// program: with double, and with double complex (GB_COMPLEX). The complex objects are linked into
/// one relocatable object whose only visible symbol is GB_ENGINE; therefore names need no suffix.
#ifndef GB_BASE_SCALAR_H
#define GB_BASE_SCALAR_H

#include <math.h>
#include <mpi.h>

#ifdef GB_COMPLEX

#include <complex.h>
typedef double complex gb_scalar;
#define GB_MPI_SCALAR      MPI_C_DOUBLE_COMPLEX
#define GB_ENGINE          gb_engine_complex
#define GB_PARTS           2 ///< doubles in a scalar
#define gb_real(z)         creal(z)
#define gb_imag(z)         cimag(z)
#define gb_join(re, im)    ((re) + I * (im))
#define gb_sqrt(z)         csqrt(z)
#define gb_exp(z)          cexp(z)
#define gb_log(z)          clog(z)
#define gb_pow(z, p)       cpow(z, p)
#define gb_evaluate        gb_expression_complex
#define gb_evaluate_motion gb_expression_motion_complex
#define gb_cos(z)          ccos(z)
#define gb_sin(z)          csin(z)
#define gb_atan(z)         catan(z)

#else

typedef double gb_scalar;
#define GB_MPI_SCALAR      MPI_DOUBLE
#define GB_ENGINE          gb_engine_real
#define GB_PARTS           1
#define gb_real(z)         (z)
#define gb_imag(z)         (0.0 * (z))
#define gb_join(re, im)    ((re) + 0.0 * (im)) ///< the scalar of two parts
#define gb_sqrt(z)         sqrt(z)
#define gb_exp(z)          exp(z)
#define gb_log(z)          log(z)
#define gb_pow(z, p)       pow(z, p)
#define gb_evaluate        gb_expression_real ///< the value of an expression
#define gb_evaluate_motion gb_expression_motion
#define gb_cos(z)          cos(z)
#define gb_sin(z)          sin(z)
#define gb_atan(z)         atan(z)

#endif

/// The angle of the point (x, y) in the plane, between -pi and pi: the angle of the real parts plus
/// the analytic continuation for the imaginary parts.
static inline gb_scalar gb_angle(gb_scalar y, gb_scalar x) {
  const double u = gb_real(x), v = gb_real(y);
  return atan2(v, u) + gb_atan((u * y - v * x) / (u * x + v * y));
}

/// log(1 + z) without loss of digits of small z; not a number where the real part of 1 + z is
/// negative.
static inline gb_scalar gb_log_of_one_plus(gb_scalar z) {
  const double x = gb_real(z), turn = gb_imag(z) / (1 + x);
  return gb_join(log1p(x) + log1p(turn * turn) / 2, atan(turn));
}

/// |z| continued analytically, as complex step needs it: z or -z by the sign of the real part.
static inline gb_scalar gb_magnitude(gb_scalar z) {
  return gb_real(z) < 0 ? -z : z;
}

#endif
