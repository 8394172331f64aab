/// What a factorisation library gives to solve/linear.h. Private to src/solve.
#ifndef GB_SOLVE_LINEAR_BACKEND_H
#define GB_SOLVE_LINEAR_BACKEND_H

#include "solve/linear.h"

typedef struct gb_linear_operations {
  int (*create)(MPI_Comm, const gb_linear_pattern *, gb_timers *, gb_linear **, gb_error *);
  void (*destroy)(gb_linear *);
  int (*factor)(gb_linear *, gb_scalar values[], gb_error *);
  int (*solve)(gb_linear *, int count, gb_scalar x[], gb_error *);
  void (*work)(const gb_linear *, double *factorise, double *substitute);
  double (*bytes)(const gb_linear *);
} gb_linear_operations;

/// The head of every backend's own structure.
struct gb_linear {
  const gb_linear_operations *op;
};

extern const gb_linear_operations gb_linear_mumps, gb_linear_mumps_single, gb_linear_lapack,
    gb_linear_substructured, gb_linear_substructured_single;

/// The message of every backend where a pivot of a matrix with `size` unknowns vanishes.
/// @return GB_SINGULAR
int gb_linear_singular(int size, gb_error *error);
/// What MUMPS's INFOG(1) and INFOG(2) mean after a task on a matrix with `size` unknowns.
/// @return GB_SINGULAR or GB_FILE
int gb_linear_explain(int code, int detail, int size, const char *task, gb_error *error);

#endif
