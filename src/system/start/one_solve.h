/// A single linear solve outside a march and outside an adjoint or tangent pass.
#ifndef GB_SYSTEM_START_ONE_SOLVE_H
#define GB_SYSTEM_START_ONE_SOLVE_H

#include "solve/anderson.h"

/// Solve A x = b for `count` right-hand sides with relative tolerance 1e-13; b and x [count][n +
/// m]. Collective. errors: GB_DIVERGED, GB_SINGULAR, GB_FILE
int gb_one_solve(gb_system *system, const gb_operator *A, int count, const gb_scalar b[],
                 gb_scalar x[], gb_error *error);

#endif
