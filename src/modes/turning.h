/// Modes in a frame that turns steadily: the state of relative equilibrium there, and the pairs of
/// value^2 M + value C + K with the gyroscopic matrix C. Source: docs/theory.md, the section on
/// modes.
#ifndef GB_MODES_TURNING_H
#define GB_MODES_TURNING_H

#include "modes/base_state.h"
#include "modes/spectrum.h"

enum { GB_TURNING_MOST = 200 }; ///< modes of a turning model at most

/// A steady rotation; all that is fixed turns along.
typedef struct gb_turning {
  const double *spin, *about; ///< angular velocity, and a point of the axis
} gb_turning;

/// Bring the state to R + M W^2 x = 0, in parts of the spin's square where that must be; then the
/// pencil's K is that of the turning frame. Collective. errors: GB_DIVERGED, GB_SINGULAR, GB_FILE
int gb_turning_settle(const gb_turning *turning, gb_base_state *base, const gb_spectrum *spectrum,
                      gb_error *error);

/// Where pairs are sought.
typedef struct gb_turning_range {
  double scale;    ///< a value's size
  double positive; ///< K + positive^2 M is positive
  bool critical;   ///< K is singular or nearly so: the values nearest to `positive` are sought
} gb_turning_range;

/// Of the pairs with the least |value|, one of each two that are conjugate. The pencil has another
/// factor afterwards.
/// @param[out] value    real and imaginary part, the latter >= 0, by this one, [count][2]
/// @param[out] vector   real and imaginary part, [count][2][length]
/// @param[out] residual of each pair, relative, [count]
/// Collective. errors: GB_DIVERGED, GB_FILE
int gb_turning_pairs(const gb_spectrum *spectrum, int count, const gb_turning_range *range,
                     double value[][2], double vector[], double residual[], gb_error *error);

#endif
