/// Anderson acceleration of corrections by an older factor P: directions p and their images a =
/// P^-1 A p, gathered at one stage, give by least squares a better correction than the factor's
/// own. Several right-hand sides of one operator share their pairs. Source: Walker & Ni, SIAM J.
/// Numer. Anal. 49 (2011).
#ifndef GB_SOLVE_ANDERSON_H
#define GB_SOLVE_ANDERSON_H

#include "base/arena.h"
#include "solve/contraction.h"

enum { GB_PAIRS = 48 }; ///< pairs at most

typedef struct gb_anderson gb_anderson;

/// @param pairs at most, up to GB_PAIRS
/// @param sides right-hand sides at most
/// @param arena of its memory. Local.
int gb_anderson_create(gb_system *system, gb_arena *arena, int pairs, int sides, gb_anderson **out,
                       gb_error *error);

/// Forget all pairs: the stage, the factor or the operator is another one.
void gb_anderson_forget(gb_anderson *anderson);
/// Roots of the positive diagonal P that preconditions this sigma, [n + m], until the next call.
/// Corrections multiplied by them have the inner product a . P b, in which unknowns of different
/// size, as displacements and directors, count alike. Collective.
int gb_anderson_weights(gb_anderson *anderson, const double sigma[3], const gb_scalar **weight,
                        gb_error *error);
/// Turn corrections f = -P^-1 R, [count][n + m], into better ones, in place; pairs are made from
/// the corrections before (of this stage) and their change. Real and imaginary parts are corrected
/// separately, by pairs of real parts.
/// @param weight of gb_anderson_weights; NULL: 1
/// @param noise f is round-off, whose change shows nothing of the operator: it makes no pair.
/// Collective.
int gb_anderson_correct(gb_anderson *anderson, int count, const gb_scalar *weight, bool noise,
                        gb_scalar f[], gb_error *error);

/// A x = b for several right-hand sides.
typedef struct gb_linear_equations {
  gb_operator A;
  int count;
  const gb_scalar *b; ///< [count][n + m]
  double tolerance;   ///< relative error that may remain of x, and of what the guess lacks
} gb_linear_equations;

typedef struct gb_linear_report {
  int iterations; ///< uses of the preconditioner
  int factorisations;
} gb_linear_report;

/// Solve linear equations by corrections with the system's factor or diagonal, all right-hand
/// sides together; a new factor is made at this state where that is cheaper.
/// @param x [count][n + m]
/// @param record of the march or pass that this solve belongs to, in and out; NULL: none
/// errors: GB_DIVERGED, GB_SINGULAR. Collective.
int gb_anderson_solve(gb_anderson *anderson, const gb_linear_equations *equations, gb_scalar x[],
                      gb_factor_record *record, gb_linear_report *report, gb_error *error);

#endif
