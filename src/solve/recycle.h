/// Directions p and their images a = P^-1 A p under a preconditioned operator, gathered while a
/// kept factor P corrects and carried from point to point: they make the corrections by an old
/// factor converge as fast as those by a new one. The least squares are those of Anderson
/// acceleration; keeping the pairs while the operator changes slowly is subspace recycling.
/// Sources: Walker & Ni, SIAM J. Numer. Anal. 49 (2011); Parks et al., SIAM J. Sci. Comput. 28
/// (2006).
#ifndef GB_SOLVE_RECYCLE_H
#define GB_SOLVE_RECYCLE_H

#include "integrators/system.h"

typedef struct gb_recycle gb_recycle;

/// Room for `most` pairs and for the last corrections of `count` right-hand sides. Local.
int gb_recycle_create(gb_system *system, int most, int count, gb_recycle **out, gb_error *error);
void gb_recycle_destroy(gb_recycle **recycle);

/// Forget all pairs: the factor or sigma is another one.
void gb_recycle_forget(gb_recycle *recycle);
/// The next corrections are of another point: they make no pair with the last ones. Another sigma
/// than before means another operator: pairs are forgotten.
void gb_recycle_open(gb_recycle *recycle, const double sigma[3]);
/// Turn corrections f = -P^-1 R, [count][n + m], into better ones, in place; pairs are made from
/// the corrections before (of this point) and what became of f. Real and imaginary parts are
/// corrected separately, by pairs of real parts. Collective.
int gb_recycle_correct(gb_recycle *recycle, int count, gb_scalar f[], gb_error *error);

/// Solve A x = b or A^T x = b by corrections with the system's factor, [count][n + m]; the pairs
/// are used and added to. @param x in: first guess, out: solution
/// @param iterations out: uses of the factor; when it is `most` without convergence `solved` is
/// false and x the best known.
int gb_recycle_solve(gb_recycle *recycle, const double sigma[3], const gb_state *state,
                     bool transpose, int count, const gb_scalar b[], gb_scalar x[],
                     double tolerance, int most, int *iterations, bool *solved, gb_error *error);

#endif
