/// Small dense systems behind gb_system, for tests of drivers and solvers: an oscillator and a
/// chain of two masses, a spherical pendulum with one multiplier, a truss of two bars. Derivatives
/// are by complex step of the residual itself, so that they share no code with what is tested.
#ifndef GB_TESTS_SMALL_SYSTEMS_H
#define GB_TESTS_SMALL_SYSTEMS_H

#include "solve/system.h"
#include <complex.h>

enum { SMALL_UNKNOWNS = 4, SMALL_DESIGNS = 5, SMALL_FUNCTIONALS = 3 };

typedef double complex small_number;

/// Slots q, v, a of one point, multipliers, time, and the level of the constraints.
typedef struct small_point {
  small_number component[3][SMALL_UNKNOWNS], multiplier[SMALL_UNKNOWNS];
  double t;
  bool index1; ///< else Phi = 0
  double alpha, beta;
  double row, column; ///< scales of constraint rows and multipliers
} small_point;

typedef struct small_model {
  const char *name;
  int n, m, designs;
  double x[SMALL_DESIGNS];
  void (*initial)(const small_number x[], small_number q[], small_number v[]);
  void (*residual)(const small_point *, const small_number x[], small_number r[]);
  small_number (*integrand)(const small_point *, const small_number x[], int functional);
} small_model;

typedef struct small_system {
  gb_system system;
  const small_model *model;
  bool index1;
  double alpha, beta; ///< Baumgarte's numbers
  double row, column; ///< scales of rows and multipliers of Phi = 0; 1 by default
  small_number x[SMALL_DESIGNS];
  bool factored, forgets; ///< forgets: each solve finds no factor
  double sigma[3];
  double factor[SMALL_UNKNOWNS * SMALL_UNKNOWNS];
  int factorisations, residuals, applications; ///< calls so far
  const gb_state *cached;                      ///< products and no other calls are of this state
  double cached_sigma[3];
  small_number sums[SMALL_FUNCTIONALS];
} small_system;

/// "oscillator", "chain", "pendulum", "truss"; the model's own values of x.
void small_system_start(small_system *, const char *name);

#endif
