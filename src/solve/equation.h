/// Equation R(base + sigma w, lambda) = 0 of a stage, options of its solution and a report.
#ifndef GB_SOLVE_EQUATION_H
#define GB_SOLVE_EQUATION_H

#include "solve/anderson.h"

/// Options of Newton's method and of linear solves.
typedef struct gb_newton_options {
  bool each;        ///< make a new factor for each solve
  int iterations;   ///< number of iterations after which a stage must be close to convergence,
                    ///< default 40
  double tolerance; ///< relative error that may remain, default 1e-12
  double krylov_tolerance; ///< the same for linear solves of adjoint and tangent, default 1e-12
  double block_memory; ///< bytes over all ranks for the right-hand sides of an adjoint with lists
                       ///< of values; 0, the default: no limit
  bool change; ///< w is a small change of a component: its error is measured relative to that
               ///< component, and multipliers are not results
  /// Ask before each correction whether to stop: GB_PAUSED. Collective. NULL: never.
  int (*pause)(void *context, gb_error *);
  void *context;
  bool unsymmetric; ///< if factors of symmetric parts fail on a stage, solve it by linear solves
                    ///< with the operator itself
} gb_newton_options;

enum { GB_NEWTON_WORK = 2 }; ///< number of vectors of work memory for a solve

/// @return the default options
gb_newton_options gb_newton_defaults(void);

/// Work spent on a stage.
typedef struct gb_newton_report {
  /// Number of corrections by a factor; by a diagonal; number of factorisations.
  int iterations, krylov_iterations, factorisations;
  double rate; ///< slowest contraction of two corrections above round-off; 0: none was measured
} gb_newton_report;

/// Equation R(base + sigma w, lambda) = 0 with the data for its solution.
typedef struct gb_newton_equation {
  gb_system *system;
  const double *sigma;   ///< [GB_COMPONENTS]
  const gb_scalar *base; ///< [GB_COMPONENTS][n]
  const gb_newton_options *options;
  gb_anderson *anderson; ///< accelerator for one right-hand side; NULL: none
  /// Record of the march that contains this stage, in and out; NULL: none.
  gb_factor_record *record;
  gb_scalar *work; ///< [GB_NEWTON_WORK][n + m]
} gb_newton_equation;

/// Ask whether the solve is to stop, see gb_newton_options. Collective. errors: GB_PAUSED
int gb_equation_pause(const gb_newton_equation *equation, gb_error *error);
/// Set the components base + sigma w and the multipliers lambda of the state. Local.
void gb_equation_set_state(const gb_newton_equation *equation, const gb_scalar *w, gb_state *state);

#endif
