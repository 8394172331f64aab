/// Walks downhill in the energy of a static model share steps (K + s D) dw = -R, with D the
/// diagonal of K, and a share s that leaves no negative pivot.
#ifndef GB_SOLVE_DESCENT_H
#define GB_SOLVE_DESCENT_H

#include "base/arena.h"
#include "solve/newton.h"

typedef struct gb_descent {
  const gb_newton_equation *equation;
  gb_system *system;
  gb_state *state;
  gb_newton_report *report;
  gb_scalar *w, *next, *step, *r; ///< [n + m] each; r is a residual
  double share;                   ///< of the diagonal
} gb_descent;

/// Allocate next, step and r of a walk whose other members are set. Collective. errors: GB_FILE
/// (memory)
int gb_descent_allocate(gb_descent *descent, gb_arena *arena, gb_error *error);
/// Solve for the step from the residual r and the last factor. Collective.
int gb_descent_step(gb_descent *descent, gb_error *error);
/// Compute the root mean square of the step relative to the model's size. Collective.
int gb_descent_size(const gb_descent *descent, double *size, gb_error *error);
/// Compute r . step, the slope of the energy along the step if r = R. Collective.
int gb_descent_slope(const gb_descent *descent, double *slope, gb_error *error);
/// Set the state to w, and factor the operator with the share, which is multiplied by `raise` until
/// no pivot on the motions that constraints leave free is negative. Collective. errors:
/// GB_DIVERGED, GB_SINGULAR
int gb_descent_factor(gb_descent *descent, double raise, gb_error *error);

#endif
