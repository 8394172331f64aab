/// Newton's method on one solve stage, with a factor that serves as long as it contracts well
/// enough.
#ifndef GB_SOLVE_NEWTON_H
#define GB_SOLVE_NEWTON_H

#include "solve/equation.h"

/// Solve the equation for (w, lambda). Real and imaginary parts converge
/// separately, each against its own size, until the estimated remaining error is below the
/// tolerance or at round-off.
/// @param w      [n + m], in: prediction, out: solution (multipliers last)
/// @param state  its components and multiplier are overwritten with the solution's; t, initial are
/// inputs
/// errors: GB_DIVERGED, naming the last corrections and where the largest residual is;
/// GB_SINGULAR. Collective.
int gb_newton_solve(const gb_newton_equation *equation, gb_scalar *w, gb_state *state,
                    gb_newton_report *report, gb_error *error);

#endif
