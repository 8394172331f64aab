/// Anderson acceleration of corrections made with a factor P of an older state. Directions p and
/// their images a = P^-1 A p, gathered at one stage, give a better correction than the factor alone
/// by least squares. Several right-hand sides with the same operator share their pairs. Source:
/// Walker & Ni, SIAM J. Numer. Anal. 49 (2011).
#ifndef GB_SOLVE_ANDERSON_H
#define GB_SOLVE_ANDERSON_H

#include "base/arena.h"
#include "solve/contraction.h"

enum { GB_PAIRS = 48 }; ///< largest number of pairs

typedef struct gb_anderson gb_anderson;

/// Create an accelerator without pairs. Local. errors: GB_FILE
/// @param pairs largest number of pairs; at most GB_PAIRS are kept
/// @param sides largest number of right-hand sides
/// @param arena owns the memory
int gb_anderson_create(gb_system *system, gb_arena *arena, int pairs, int sides, gb_anderson **out,
                       gb_error *error);

/// Delete all pairs; required when the stage, the factor or the operator changes.
void gb_anderson_forget(gb_anderson *anderson);
/// Find the square roots of the positive diagonal P that preconditions this sigma, [n + m], valid
/// until the next call. The inner product of corrections multiplied by these weights is a . P b, in
/// which unknowns of different size (displacements, directors) have similar influence. Collective.
int gb_anderson_weights(gb_anderson *anderson, const double sigma[3], const gb_scalar **weight,
                        gb_error *error);
/// Set the weights by which corrections enter the products of pairs, so that the states weigh as
/// much as the other unknowns. States have units of their own: without these weights the products
/// may consist of one of the two groups alone, and the coefficients found from them are then wrong
/// for the other group. The weights are kept until the pairs are deleted. Local.
/// @param weight   weights of gb_anderson_weights; NULL: 1
/// @param unknowns size of the other unknowns, see gb_contraction_scale; 0: there is none
/// @param states   size of the states; 0: there are none, and nothing is done
void gb_anderson_balance(gb_anderson *anderson, const gb_scalar *weight, double unknowns,
                         double states);
/// Improve corrections f = -P^-1 R, [count][n + m], in place. The previous corrections of this
/// stage and their change become new pairs. Real and imaginary parts are corrected separately, with
/// pairs of real parts.
/// @param weight weights of gb_anderson_weights; NULL: 1
/// @param noise  f is round-off and contains no information on the operator: make no pair
/// Collective.
int gb_anderson_correct(gb_anderson *anderson, int count, const gb_scalar *weight, bool noise,
                        gb_scalar f[], gb_error *error);

/// Linear equations A x = b with several right-hand sides.
typedef struct gb_linear_equations {
  gb_operator A;
  int count;
  const gb_scalar *b; ///< [count][n + m]
  double tolerance;   ///< relative error of x, and of its change from the guess
} gb_linear_equations;

/// Work spent on linear equations.
typedef struct gb_linear_report {
  int iterations; ///< number of uses of the preconditioner
  int factorisations;
} gb_linear_report;

/// Solve linear equations by corrections with the system's factor or diagonal, all right-hand sides
/// together. A new factor is made at the operator's state if that is cheaper.
/// @param x      solution, [count][n + m] (overwrites)
/// @param record record of the march or pass that contains this solve, in and out; NULL: none
/// errors: GB_SOLVER_STALLED, GB_SINGULAR. Collective.
int gb_anderson_solve(gb_anderson *anderson, const gb_linear_equations *equations, gb_scalar x[],
                      gb_factor_record *record, gb_linear_report *report, gb_error *error);

#endif
