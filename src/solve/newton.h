/// Newton's method on one solve stage, with a factor that is kept as long as it contracts well
/// enough.
#ifndef GB_SOLVE_NEWTON_H
#define GB_SOLVE_NEWTON_H

#include "solve/equation.h"

/// Solve the equation for (w, lambda). Real and imaginary parts converge separately, each relative
/// to its own size, until the estimated error is below the tolerance or corrections are at
/// round-off.
/// @param w     in: prediction, out: solution, [n + m] with multipliers last
/// @param state its components and multipliers are overwritten with the solution's; t and initial
///   are inputs
/// errors: GB_NO_CONVERGENCE, whose message has the last corrections and the largest residual;
/// GB_SINGULAR. Collective.
int gb_newton_solve(const gb_newton_equation *equation, gb_scalar *w, gb_state *state,
                    gb_newton_report *report, gb_error *error);

#endif
