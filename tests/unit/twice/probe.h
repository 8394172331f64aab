/// One march of a small system, as both builds can run it: the real one with adjoint and tangent,
/// the complex one with a design moved along the imaginary axis.
#ifndef GB_TESTS_PROBE_H
#define GB_TESTS_PROBE_H

#include "integrators/table.h"

enum { PROBE_SIZE = 8 };

typedef struct gb_probe_run {
  const char *system; ///< see small_systems.h
  bool index1;
  double alpha, beta;
  double row, column; ///< scales of constraint rows and multipliers; 0: 1
  gb_time_settings time;
  int design; ///< complex build: the one that moves
  bool rough; ///< the preconditioner serves Krylov solves alone
} gb_probe_run;

typedef struct gb_probe_result {
  int n, functionals, designs;
  double value[PROBE_SIZE];
  double derivative[PROBE_SIZE];                                           ///< complex build
  double adjoint[PROBE_SIZE][PROBE_SIZE], tangent[PROBE_SIZE][PROBE_SIZE]; ///< real build
  double end[PROBE_SIZE];                           ///< q at the last step end
  int64_t corrections, renewals, krylov_iterations; ///< of march and sweeps together
  int steps_seen, reverse_steps_seen;               ///< calls of the observer
} gb_probe_result;

typedef struct gb_probe {
  int (*run)(const gb_probe_run *run, gb_probe_result *result, gb_error *error);
} gb_probe;

extern const gb_probe gb_probe_real, gb_probe_complex;

#endif
