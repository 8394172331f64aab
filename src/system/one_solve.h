/// A linear solve on its own, outside of a march or a pass.
#ifndef GB_SYSTEM_ONE_SOLVE_H
#define GB_SYSTEM_ONE_SOLVE_H

#include "solve/anderson.h"

/// A x = b for `count` right-hand sides to 1e-13, b and x [count][n + m]. Collective. errors:
/// GB_DIVERGED, GB_SINGULAR, GB_FILE
int gb_one_solve(gb_system *system, const gb_operator *A, int count, const gb_scalar b[],
                 gb_scalar x[], gb_error *error);

#endif
