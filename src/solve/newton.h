/// Newton's method on one solve point, with a factor that is kept while its contraction pays.
#ifndef GB_SOLVE_NEWTON_H
#define GB_SOLVE_NEWTON_H

#include "solve/anderson.h"

typedef struct gb_newton_options {
  int iterations;          ///< most iterations a point, default 40
  double tolerance;        ///< relative size of the correction that may remain, default 1e-12
  double krylov_tolerance; ///< relative residual of linear solves (adjoint, tangent), default 1e-12
  double keep_rate; ///< renew the factor when a correction shrinks by less than this, default 0.1
} gb_newton_options;

enum { GB_NEWTON_WORK = 2 + 2 * GB_PARTS }; ///< vectors of memory that a solve takes

gb_newton_options gb_newton_defaults(void);

typedef struct gb_newton_report {
  int iterations, krylov_iterations, renewals;
  double rate; ///< slowest contraction of two corrections above round-off; 0: none seen
} gb_newton_report;

/// What one point's solve leaves to the next; all zero: nothing is known.
typedef struct gb_newton_memory {
  double sigma[GB_SLOTS]; ///< of the operator that it is about
  double rate[4];         ///< contraction of each part by the kept factor, 0: unknown
  int least;              ///< corrections of the shortest solve by the kept factor, 0: none
  int lost;               ///< corrections beyond `least` since that factor was made
} gb_newton_memory;

/// Solve R(base + sigma w, lambda) = 0 for (w, lambda). Real and imaginary parts converge
/// separately, each against its own size, until the estimated remaining error is below the
/// tolerance or at round-off. Where the state has `low`, digits that corrections bring beyond those
/// of w count in q, as do those beyond the digits of base + sigma w.
/// @param base   [GB_SLOTS][n]
/// @param w      [n + m], in: prediction, out: solution (multipliers last)
/// @param state  its slots and multiplier are overwritten with the solution's; t, initial are
/// inputs
/// @param work   [GB_NEWTON_WORK][n + m]
/// @param anderson pairs that corrections by the kept factor gather and use, one right-hand side;
///   NULL: none
/// @param memory of the march that this point belongs to, in and out; NULL: none
/// errors: GB_DIVERGED, telling the last corrections and the place of the largest residual;
/// GB_SINGULAR. Collective.
int gb_newton_solve(gb_system *system, const double sigma[GB_SLOTS], const gb_scalar *base,
                    gb_scalar *w, gb_state *state, const gb_newton_options *options,
                    gb_anderson *anderson, gb_newton_memory *memory, gb_scalar *work,
                    gb_newton_report *report, gb_error *error);

#endif
