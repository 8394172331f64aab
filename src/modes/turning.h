/// Modes in a steadily rotating frame: the relative equilibrium, and the eigenpairs of value^2 M +
/// value C + K with the gyroscopic matrix C. Source: docs/theory.md, the section on modes.
#ifndef GB_MODES_TURNING_H
#define GB_MODES_TURNING_H

#include "modes/base_state.h"
#include "modes/spectrum.h"

enum { GB_TURNING_MAX = 200 }; ///< largest number of modes of a rotating model

/// A steady rotation; supports rotate with the frame.
typedef struct gb_turning {
  const double *spin, *about; ///< angular velocity, rad per unit time; a point on the axis
} gb_turning;

/// Find the relative equilibrium R + M W^2 x = 0, where W is the matrix of the spin, starting from
/// the base state; if necessary with increasing fractions of spin^2. K of the pencil is that of the
/// rotating frame afterwards. Collective. errors: GB_DIVERGED, GB_SINGULAR, GB_FILE
int gb_turning_equilibrium(const gb_turning *turning, gb_base_state *base,
                           const gb_spectrum *spectrum, gb_error *error);

/// The range of the search.
typedef struct gb_turning_range {
  double scale;    ///< magnitude of the smallest values
  double positive; ///< K + positive^2 M is positive definite
  bool critical;   ///< K is nearly singular: search with the shift `positive`
} gb_turning_range;

/// Find the pairs with the smallest |value|, one of each conjugate pair. The pencil has another
/// factor afterwards. Collective. errors: GB_DIVERGED, GB_FILE
/// @param[out] value    real part, and imaginary part >= 0, ascending by |value|, [count][2]
/// @param[out] vector   real and imaginary part, [count][2][length]
/// @param[out] residual relative residual of each pair, [count]
int gb_turning_pairs(const gb_spectrum *spectrum, int count, const gb_turning_range *range,
                     double value[][2], double vector[], double residual[], gb_error *error);

#endif
