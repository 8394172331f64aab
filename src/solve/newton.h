/// Newton's method on one solve stage, with a factor that is kept while its contraction pays.
#ifndef GB_SOLVE_NEWTON_H
#define GB_SOLVE_NEWTON_H

#include "solve/anderson.h"

typedef struct gb_newton_options {
  bool each;               ///< each solve begins with a new factor
  int iterations;          ///< iterations that a stage may take without an end in sight, default 40
  double tolerance;        ///< relative size of the error that may remain, default 1e-12
  double krylov_tolerance; ///< the same of linear solves (adjoint, tangent), default 1e-12
} gb_newton_options;

enum { GB_NEWTON_WORK = 2 }; ///< vectors of memory that a solve takes

gb_newton_options gb_newton_defaults(void);

typedef struct gb_newton_report {
  int iterations, krylov_iterations,
      factorisations; ///< corrections by a factor, by a diagonal; factors
  double rate;        ///< slowest contraction of two corrections above round-off; 0: none seen
} gb_newton_report;

/// Solve R(base + sigma w, lambda) = 0 for (w, lambda). Real and imaginary parts converge
/// separately, each against its own size, until the estimated remaining error is below the
/// tolerance or at round-off.
/// @param base   [GB_COMPONENTS][n]
/// @param w      [n + m], in: prediction, out: solution (multipliers last)
/// @param state  its components and multiplier are overwritten with the solution's; t, initial are
/// inputs
/// @param work   [GB_NEWTON_WORK][n + m]
/// @param anderson pairs that corrections by the kept factor gather and use, one right-hand side;
///   NULL: none
/// @param record of the march that this stage belongs to, in and out; NULL: none
/// errors: GB_DIVERGED, telling the last corrections and the place of the largest residual;
/// GB_SINGULAR. Collective.
int gb_newton_solve(gb_system *system, const double sigma[GB_COMPONENTS], const gb_scalar *base,
                    gb_scalar *w, gb_state *state, const gb_newton_options *options,
                    gb_anderson *anderson, gb_factor_record *record, gb_scalar *work,
                    gb_newton_report *report, gb_error *error);

#endif
