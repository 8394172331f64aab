/// Packs for vectorised element kernels: a pack contains one number for each of GB_LANES elements,
/// so that a kernel written for one element computes GB_LANES elements at once. In the real build a
/// pack is a compiler vector of doubles; in the complex build it is one complex number.
#ifndef GB_BASE_PACK_H
#define GB_BASE_PACK_H

#include "base/scalar.h"

#ifdef GB_COMPLEX
enum { GB_LANES = 1 };
typedef gb_scalar gb_pack; ///< a scalar of each lane
#else
// As many doubles as a register contains; the compiler generates slow code for wider vectors.
#if defined(__AVX512F__)
enum { GB_LANES = 8 };
#elif defined(__AVX__)
enum { GB_LANES = 4 };
#else
enum { GB_LANES = 2 };
#endif
typedef double gb_pack __attribute__((vector_size(GB_LANES * sizeof(double))));
#endif
typedef gb_pack gb_geometry; ///< reference positions and directors, which may depend on designs

/// The lanes of a pack as an array; a vector may be accessed by its elements' type.
static inline gb_scalar *gb_lanes(gb_pack *pack) {
  return (gb_scalar *)pack;
}

/// Square roots lane by lane.
static inline gb_pack gb_pack_sqrt(gb_pack z) {
  for (int lane = 0; lane < GB_LANES; lane++) gb_lanes(&z)[lane] = gb_sqrt(gb_lanes(&z)[lane]);
  return z;
}

/// Powers with a real exponent lane by lane.
static inline gb_pack gb_pack_pow(gb_pack z, double exponent) {
  for (int lane = 0; lane < GB_LANES; lane++)
    gb_lanes(&z)[lane] = gb_pow(gb_lanes(&z)[lane], exponent);
  return z;
}

/// log(1 + z) lane by lane.
static inline gb_pack gb_pack_log_of_one_plus(gb_pack z) {
  for (int lane = 0; lane < GB_LANES; lane++)
    gb_lanes(&z)[lane] = gb_log_of_one_plus(gb_lanes(&z)[lane]);
  return z;
}

/// Cosines and sines lane by lane.
static inline gb_pack gb_pack_cos(gb_pack z) {
  for (int lane = 0; lane < GB_LANES; lane++) gb_lanes(&z)[lane] = gb_cos(gb_lanes(&z)[lane]);
  return z;
}
static inline gb_pack gb_pack_sin(gb_pack z) {
  for (int lane = 0; lane < GB_LANES; lane++) gb_lanes(&z)[lane] = gb_sin(gb_lanes(&z)[lane]);
  return z;
}

/// The angle of the point (x, y) in the plane, between -pi and pi, lane by lane.
static inline gb_pack gb_pack_angle(gb_pack y, gb_pack x) {
  gb_pack z = {0};
  for (int lane = 0; lane < GB_LANES; lane++)
    gb_lanes(&z)[lane] = gb_angle(gb_lanes(&y)[lane], gb_lanes(&x)[lane]);
  return z;
}

/// 1 / z lane by lane, 0 where z is zero.
static inline gb_pack gb_pack_inverse_or_zero(gb_pack z) {
  for (int lane = 0; lane < GB_LANES; lane++) {
    gb_scalar value = gb_lanes(&z)[lane];
    gb_lanes(&z)[lane] = gb_real(value) == 0 ? 0 : 1 / value;
  }
  return z;
}

/// Real parts lane by lane.
static inline gb_pack gb_pack_real(gb_pack z) {
#ifdef GB_COMPLEX
  return gb_real(z);
#else
  return z;
#endif
}

/// a . b of 3-vectors, without conjugation.
static inline gb_pack gb_pack_dot3(const gb_pack a[3], const gb_pack b[3]) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/// out = a x b.
static inline void gb_pack_cross3(const gb_pack a[3], const gb_pack b[3], gb_pack out[3]) {
  for (int i = 0; i < 3; i++)
    out[i] = a[(i + 1) % 3] * b[(i + 2) % 3] - a[(i + 2) % 3] * b[(i + 1) % 3];
}

#endif
