/// What both builds can run. The kernels of elements. One march of a small system: the real one
/// with adjoint and tangent, the complex one with a design moved along the imaginary axis. One
/// factor of a matrix.
#ifndef GB_TESTS_PROBE_H
#define GB_TESTS_PROBE_H

#include "integrators/schemes/table.h"
#include "tests/unit/twice/kernels.h"

enum { PROBE_SIZE = 8 };

typedef struct gb_probe_run {
  const char *system; ///< see small_systems.h
  bool index1;
  double alpha, beta;
  double row, column; ///< scales of constraint rows and multipliers; 0: 1
  gb_time_settings time;
  int64_t halve[4]; ///< points whose steps are halved, up to the first 0
  int design;       ///< complex build: the one that moves
  int states;       ///< that checkpoints have memory for; 0: for all
  bool forgets;     ///< each solve finds no factor
} gb_probe_run;

typedef struct gb_probe_result {
  int n, functionals, designs;
  double value[PROBE_SIZE];
  double derivative[PROBE_SIZE];                                           ///< complex build
  double adjoint[PROBE_SIZE][PROBE_SIZE], tangent[PROBE_SIZE][PROBE_SIZE]; ///< real build
  double end[PROBE_SIZE];                                 ///< q at the last step end
  double end_derivative[PROBE_SIZE];                      ///< of q there; complex build
  double end_tangent[PROBE_SIZE][PROBE_SIZE];             ///< likewise by each design; real build
  int64_t corrections, factorisations, krylov_iterations; ///< of march and sweeps together
  int64_t recomputed_steps, planned_steps;                ///< of the adjoint
  int steps_seen, reverse_steps_seen, tangent_steps_seen; ///< calls of the observer
} gb_probe_result;

typedef enum gb_probe_backend {
  PROBE_DENSE,
  PROBE_MUMPS,
  PROBE_PARTED,
  PROBE_SPARSE,
  PROBE_GATHERED,
  PROBE_BACKENDS
} gb_probe_backend;

/// A symmetric indefinite matrix (complex build: symmetric, not Hermitian) whose unknowns and
/// entries are spread over the ranks; the second of three or four ranks owns nothing.
typedef struct gb_probe_factor {
  gb_probe_backend backend;
  int size, sides;
  bool banded;    ///< few neighbours, each entry of one rank: ranks have unknowns of their own
  bool skew;      ///< not symmetric, which the dense and the sparse backend take
  bool transpose; ///< solve with the transpose
  bool stuck;     ///< banded, and two unknowns hold each other up only with another rank's
  bool singular; ///< two unknowns appear in every row as their sum alone, or (definite) one in none
  bool definite; ///< said to be definite, but a third of the pivots, which need no search, is
                 ///< negative
  bool changes;  ///< the second factorisation is of another matrix, some of whose zeros are others
  bool light; ///< pairs of light unknowns, (1 0; 0 1) times the square of the spread, whose sum a
              ///< multiplier of another scale constrains
  double spread;     ///< rows and columns are scaled from 1 to this
  int64_t *negative; ///< out: how many eigenvalues are; NULL: they are not counted
} gb_probe_factor;

typedef struct gb_probe {
  int (*run)(const gb_probe_run *run, gb_probe_result *result, gb_error *error);
  /// Factor twice, solve for known solutions. Collective over MPI_COMM_WORLD.
  /// @param difference the largest error of a solution's entry, in its own scale, on this rank
  int (*factor)(const gb_probe_factor *task, double *difference, gb_error *error);
  /// See gb_probe_call_kernel, of tests/unit/twice/kernels.c.
  int (*kernel)(const gb_probe_call *call, int lanes, const gb_probe_element element[],
                gb_probe_number value[]);
} gb_probe;

/// The latter function, of tests/unit/twice/factors.c.
int gb_probe_solve(const gb_probe_factor *task, double *difference, gb_error *error);

extern const gb_probe gb_probe_real, gb_probe_complex;

#endif
