/// How far a preconditioner of a system is from the inverse of an operator.
#ifndef TESTS_UNIT_PRECONDITIONER_DEFECT_H
#define TESTS_UNIT_PRECONDITIONER_DEFECT_H

#include "solve/system.h"

#include <math.h>

/// The next of a fixed sequence of numbers in [-1, 1). Local.
static inline double next_number(unsigned *seed) {
  *seed = 1664525u * *seed + 1013904223u;
  return 2 * ((double)(*seed >> 8) / (1 << 24)) - 1;
}

/// The largest entry of P^-1 A x - x over all ranks, for an x with random entries up to 1; NAN
/// where the system fails. x and y are work space, [n + m]. Collective over MPI_COMM_WORLD.
static inline double find_preconditioner_defect(gb_system *system, const gb_operator *A,
                                                gb_scalar x[], gb_scalar y[], unsigned *seed,
                                                gb_error *error) {
  const int32_t length = system->n + system->m;
  double largest = 0;
  for (int32_t i = 0; i < length; i++) x[i] = next_number(seed);
  if (system->op->product(system, A, 1, x, y, error) != GB_OK) return NAN;
  if (system->op->precondition(system, A, 1, y, error) != GB_OK) return NAN;
  for (int32_t i = 0; i < length; i++) largest = fmax(largest, fabs(gb_real(y[i] - x[i])));
  MPI_Allreduce(MPI_IN_PLACE, &largest, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
  return largest;
}

#endif
