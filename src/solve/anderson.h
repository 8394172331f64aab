/// Anderson acceleration of corrections by a kept factor P: directions p and their images a = P^-1
/// A p, gathered at one stage, give by least squares a better correction than the factor's own.
/// Several right-hand sides of one operator share their pairs. Source: Walker & Ni, SIAM J. Numer.
/// Anal. 49 (2011).
#ifndef GB_SOLVE_ANDERSON_H
#define GB_SOLVE_ANDERSON_H

#include "solve/contraction.h"

enum { GB_PAIRS = 48 }; ///< the most that are held

typedef struct gb_anderson gb_anderson;

/// Room for `most` pairs, GB_PAIRS at most, and for the last corrections of `count` right-hand
/// sides. Local.
int gb_anderson_create(gb_system *system, int most, int count, gb_anderson **out, gb_error *error);
void gb_anderson_destroy(gb_anderson **anderson);

/// Forget all pairs: the stage, the factor or the operator is another one.
void gb_anderson_forget(gb_anderson *anderson);
/// Roots of the positive diagonal P that preconditions this sigma, [n + m], until the next call.
/// Corrections multiplied by them have the inner product a . P b, in which unknowns of different
/// size, as displacements and directors, count alike. Collective.
int gb_anderson_weights(gb_anderson *anderson, const double sigma[3], const gb_scalar **weight,
                        gb_error *error);
/// Turn corrections f = -P^-1 R, [count][n + m], into better ones, in place; pairs are made from
/// the corrections before (of this stage) and what became of f. Real and imaginary parts are
/// corrected separately, by pairs of real parts. Collective.
int gb_anderson_correct(gb_anderson *anderson, int count, gb_scalar f[], gb_error *error);

/// Solve A x = b or A^T x = b by corrections with the system's factor or diagonal, all right-hand
/// sides together; the factor is renewed at this state where that is cheaper.
/// @param b, x [count][n + m]
/// @param tolerance relative error that may remain of x, and of what the guess lacks
/// @param iterations out: uses of the preconditioner
/// @param factorisations out: factors made
/// errors: GB_DIVERGED, GB_SINGULAR. Collective.
int gb_anderson_solve(gb_anderson *anderson, const double sigma[3], const gb_state *state,
                      bool transpose, int count, const gb_scalar b[], gb_scalar x[],
                      double tolerance, gb_factor_record *record, int *iterations,
                      int *factorisations, gb_error *error);

#endif
