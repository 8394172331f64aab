/// Real and imaginary part of a stage by linear solves with the operator itself. Corrections by an
/// older factor, or by that of a symmetric part, approach the imaginary part linearly or not at
/// all, and then look like round-off.
#ifndef GB_SOLVE_IMAGINARY_H
#define GB_SOLVE_IMAGINARY_H

#include "solve/equation.h"

/// Find the imaginary part of w, whose real part solves the equation but for what the imaginary one
/// changes in it: corrections by exact solves go on until they are below the tolerance or no
/// longer shrink, which by exact solves is round-off. The real build does nothing.
/// @param w     [n + m], in and out
/// @param state its components and multiplier are overwritten with the solution's
/// errors: GB_DIVERGED, GB_SINGULAR. Collective.
int gb_imaginary_solve(const gb_newton_equation *equation, gb_scalar *w, gb_state *state,
                       gb_newton_report *report, gb_error *error);

#endif
