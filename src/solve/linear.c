/// Factors by the backend that suits the size and the precision that is asked for.
#include "solve/linear_backend.h"

#include <stddef.h>

static const gb_linear_operations *choose(int32_t size, gb_precision precision) {
  if (size <= GB_DENSE_UNKNOWNS) return &gb_linear_lapack;
  return precision == GB_PRECISION_SINGLE ? &gb_linear_mumps_single : &gb_linear_mumps;
}

int gb_linear_singular(int size, gb_error *error) {
  return gb_fail(
      error, GB_SINGULAR,
      "the operator of %d unknowns is singular: a part that no support or inertia holds?", size);
}

int gb_linear_create(MPI_Comm comm, const gb_linear_pattern *pattern, gb_precision precision,
                     gb_timers *timers, gb_linear **out, gb_error *error) {
  return choose(pattern->size, precision)->create(comm, pattern, timers, out, error);
}

void gb_linear_destroy(gb_linear **linear) {
  if (*linear) (*linear)->op->destroy(*linear);
  *linear = NULL;
}

int gb_linear_factor(gb_linear *linear, gb_scalar values[], gb_error *error) {
  return linear->op->factor(linear, values, error);
}

int gb_linear_solve(gb_linear *linear, int count, gb_scalar x[], gb_error *error) {
  return linear->op->solve(linear, count, x, error);
}

void gb_linear_work(const gb_linear *linear, double *factorise, double *substitute) {
  linear->op->work(linear, factorise, substitute);
}

double gb_linear_bytes(const gb_linear *linear) {
  return linear->op->bytes(linear);
}
