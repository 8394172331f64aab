/// Anderson acceleration of corrections by a kept factor P: directions p and their images a = P^-1
/// A p, gathered at one point, give by least squares a better correction than the factor's own.
/// Several right-hand sides of one operator share their pairs. Source: Walker & Ni, SIAM J. Numer.
/// Anal. 49 (2011).
#ifndef GB_SOLVE_ANDERSON_H
#define GB_SOLVE_ANDERSON_H

#include "integrators/system.h"

typedef struct gb_anderson gb_anderson;

/// Room for `most` pairs and for the last corrections of `count` right-hand sides. Local.
int gb_anderson_create(gb_system *system, int most, int count, gb_anderson **out, gb_error *error);
void gb_anderson_destroy(gb_anderson **anderson);

/// Forget all pairs: the point, the factor or the operator is another one.
void gb_anderson_forget(gb_anderson *anderson);
/// Turn corrections f = -P^-1 R, [count][n + m], into better ones, in place; pairs are made from
/// the corrections before (of this point) and what became of f. Real and imaginary parts are
/// corrected separately, by pairs of real parts. Collective.
int gb_anderson_correct(gb_anderson *anderson, int count, gb_scalar f[], gb_error *error);

/// Solve A x = b or A^T x = b by corrections with the system's factor, [count][n + m]; the pairs
/// are used and added to.
/// @param guessed  x is a first guess; else it starts from zeros, which saves a product
/// @param x in: first guess or zeros, out: solution
/// @param iterations out: uses of the factor; when it is `most` without convergence `solved` is
/// false and x the best known.
int gb_anderson_solve(gb_anderson *anderson, const double sigma[3], const gb_state *state,
                      bool transpose, int count, const gb_scalar b[], bool guessed, gb_scalar x[],
                      double tolerance, int most, int *iterations, bool *solved, gb_error *error);

#endif
