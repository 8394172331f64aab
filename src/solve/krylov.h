/// Right-preconditioned restarted GMRES for several right-hand sides at once (the products and the
/// preconditioner see all of them in one call; each has its own Krylov space).
#ifndef GB_SOLVE_KRYLOV_H
#define GB_SOLVE_KRYLOV_H

#include "integrators/system.h"

/// Solve A x = b (or A^T x = b) with A = the system's sigma-combined operator at `state`.
/// @param b [count][n + m]; a zero right-hand side costs nothing and gives x = 0
/// @param x [count][n + m]; in: first guess when `guess`, out: solution
/// @param iterations out: applications of the preconditioner (not counting vectors)
/// Real operator only: in the complex build the real part of A is used and b must be real.
/// errors: GB_DIVERGED when the relative residual stalls above 1e3 x tolerance, unless it is below
/// 1e-6 and P^-1 r, about the error of x, is below 1e3 x tolerance of x (b may be far smaller than
/// the terms of A x); GB_FILE. Collective.
int gb_krylov_solve(gb_system *system, const double sigma[3], const gb_state *state, bool transpose,
                    int count, const gb_scalar *b, bool guess, gb_scalar *x, double tolerance,
                    int *iterations, gb_error *error);

#endif
