/// Real and imaginary part of a stage by linear solves with the operator itself. Corrections by an
/// older factor, or by the factor of a symmetric part, approach the imaginary part linearly or not
/// at all, which can look like round-off.
#ifndef GB_SOLVE_IMAGINARY_H
#define GB_SOLVE_IMAGINARY_H

#include "solve/equation.h"

/// Find the imaginary part of w. The real part of w already solves the equation, except for the
/// change caused by the imaginary part. Corrections by exact solves continue until they are below
/// the tolerance or no longer shrink; with exact solves, stagnation means round-off. The real build
/// does nothing.
/// @param w     iterate, [n + m], in and out
/// @param state its components and multipliers are overwritten with the solution's
/// errors: GB_NO_CONVERGENCE, GB_SOLVER_STALLED, GB_SINGULAR. Collective.
int gb_imaginary_solve(const gb_newton_equation *equation, gb_scalar *w, gb_state *state,
                       gb_newton_report *report, gb_error *error);

#endif
