/// Interface between the program and the shared object gimbal-petsc.so, which solves linear
/// equations with PETSc.
#ifndef GB_SOLVE_FACTOR_PETSC_H
#define GB_SOLVE_FACTOR_PETSC_H

#include "solve/factor/linear.h"

/// A matrix, its preconditioner and its solver.
typedef struct gb_petsc gb_petsc;

/// Reports of calls. `message` is empty if no error is described.
typedef struct gb_petsc_report {
  int iterations;     ///< largest number of iterations for a right-hand side of the last solution
  bool wrong_options; ///< the error is in the options of the user
  char message[1000];
} gb_petsc_report;

/// Functions of the shared object. They return 0, or another number after an error; the report then
/// has a message on at least one rank. All but destroy are collective.
typedef struct gb_petsc_functions {
  size_t pattern_size; ///< sizeof(gb_linear_pattern), by which an object of another build is found
  int (*create)(MPI_Comm comm, const gb_linear_pattern *pattern, gb_petsc **out,
                gb_petsc_report *report);
  /// Prepare the preconditioner of the matrix with these values, [entries].
  int (*factor)(gb_petsc *petsc, const double values[], gb_petsc_report *report);
  /// x <- A^-1 x for x[count][owned].
  int (*solve)(gb_petsc *petsc, int count, double x[], gb_petsc_report *report);
  /// Bytes of the matrix over all ranks.
  double (*bytes)(const gb_petsc *petsc);
  void (*destroy)(gb_petsc **petsc);
} gb_petsc_functions;

#define GB_PETSC_SYMBOL "gb_plugin_petsc"
__attribute__((visibility("default"))) extern const gb_petsc_functions gb_plugin_petsc;

#endif
