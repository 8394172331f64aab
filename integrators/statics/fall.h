/// Statics beyond a limit point: the walk downhill at fixed loads from a state that has lost its
/// balance, to the stable state to which the model falls.
/// Source: docs/theory.md, the section on the stability of static states; Kelley & Keyes,
/// Convergence analysis of pseudo-transient continuation, SIAM J. Numer. Anal. 35, 1998.
#ifndef GB_INTEGRATORS_STATICS_FALL_H
#define GB_INTEGRATORS_STATICS_FALL_H

#include "integrators/drivers.h"

/// A fall has an energy that it loses.
typedef struct gb_fall {
  int most;     ///< steps after which it ends in vain
  double scale; ///< |smallest eigenvalue| at the beginning of the march; much smaller ones are zero
  double energy; ///< out: energy of the model and its loads before, less that after
} gb_fall;

/// Walk from w, [n + m], to near a stable equilibrium, from which Newton's method converges.
/// Constraints hold to first order in each step. Collective. errors: GB_DIVERGED if no equilibrium
/// comes near; GB_SINGULAR, GB_FILE
/// @param fall a gb_fall
/// @param[out] report steps and factorisations
int gb_fall_walk(void *fall, const gb_newton_equation *equation, gb_scalar w[], gb_state *state,
                 gb_newton_report *report, gb_error *error);

#endif
