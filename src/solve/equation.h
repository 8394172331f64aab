/// A stage's equation R(base + sigma w, lambda) = 0, how it is solved, and what that took.
#ifndef GB_SOLVE_EQUATION_H
#define GB_SOLVE_EQUATION_H

#include "solve/anderson.h"

typedef struct gb_newton_options {
  bool each;               ///< each solve begins with a new factor
  int iterations;          ///< iterations that a stage may take without an end in sight, default 40
  double tolerance;        ///< relative size of the error that may remain, default 1e-12
  double krylov_tolerance; ///< the same of linear solves (adjoint, tangent), default 1e-12
  double block_memory; ///< bytes over all ranks for the right-hand sides of an adjoint of lists of
                       ///< values; 0, the default: any
  bool change;      ///< w is a small change of a component: its error is one of that component, and
                    ///< multipliers do not matter
  bool unsymmetric; ///< a stage that factors of symmetric parts do not solve is solved by linear
                    ///< solves with the operator itself
} gb_newton_options;

enum { GB_NEWTON_WORK = 2 }; ///< vectors of memory that a solve takes

gb_newton_options gb_newton_defaults(void);

typedef struct gb_newton_report {
  int iterations, krylov_iterations,
      factorisations; ///< corrections by a factor, by a diagonal; factors
  double rate;        ///< slowest contraction of two corrections above round-off; 0: none seen
} gb_newton_report;

/// R(base + sigma w, lambda) = 0, and how it is solved.
typedef struct gb_newton_equation {
  gb_system *system;
  const double *sigma;   ///< [GB_COMPONENTS]
  const gb_scalar *base; ///< [GB_COMPONENTS][n]
  const gb_newton_options *options;
  gb_anderson
      *anderson; ///< pairs of corrections by an older factor, one right-hand side; NULL: none
  gb_factor_record *record; ///< of the march that this stage belongs to, in and out; NULL: none
  gb_scalar *work;          ///< [GB_NEWTON_WORK][n + m]
} gb_newton_equation;

/// Components and multipliers of the state: base + sigma w, lambda. Local.
void gb_equation_set_state(const gb_newton_equation *equation, const gb_scalar *w, gb_state *state);

#endif
