/// Choice of the backend for a factor by size and precision.
#include "solve/factor/linear.h"

#include <stdbool.h>
#include <stdlib.h>

static const gb_linear_operations *choose(MPI_Comm comm, const gb_linear_pattern *pattern,
                                          gb_precision precision) {
  const bool single = precision == GB_PRECISION_SINGLE;
  int ranks;
  MPI_Comm_size(comm, &ranks);
  if (pattern->sparse) return &gb_linear_sparse;
  if (pattern->size <= GB_DENSE_UNKNOWNS) return &gb_linear_lapack;
  if (pattern->whole) return &gb_linear_sparse;
  if (pattern->petsc && !pattern->counts && GB_PARTS == 1) return &gb_linear_petsc;
  if (ranks > 1 && !pattern->unordered && pattern->size <= GB_GATHERED_UNKNOWNS)
    return single ? &gb_linear_gathered_single : &gb_linear_gathered;
  if (ranks > 1 && !pattern->unordered)
    return single ? &gb_linear_substructured_single : &gb_linear_substructured;
  return single ? &gb_linear_mumps_single : &gb_linear_mumps;
}

int gb_linear_singular(int size, gb_error *error) {
  return gb_fail(
      error, GB_SINGULAR,
      "the operator of %d unknowns is singular: is there a part without support or inertia?", size);
}

int gb_linear_explain(int code, int detail, int size, const char *task, gb_error *error) {
  if (code == -6 || code == -10) return gb_linear_singular(size, error);
  if (code == -9 ||
      code == -8) // the workspace was too small although it was enlarged several times
    return gb_fail(
        error, GB_SINGULAR,
        "the operator of %d unknowns is singular or nearly singular: the factorisation finds no "
        "pivots although its memory was enlarged several times (MUMPS %d, %d): is there a part "
        "without support or inertia?",
        size, code, detail);
  if (code == -13 || code == -7 || code == -5 || code == -19)
    return gb_fail(error, GB_OUT_OF_MEMORY,
                   "not enough memory for the %s of %d unknowns (MUMPS %d, %d)", task, size, code,
                   detail);
  if (code == -90)
    return gb_fail(
        error, GB_CANNOT_WRITE,
        "solver.out_of_core: a factor of %d unknowns cannot be written to the folder, or "
        "read from it (MUMPS %d, %d)",
        size, code, detail);
  return gb_fail(error, GB_SINGULAR, "MUMPS failed in the %s (INFOG %d, %d)", task, code, detail);
}

int gb_linear_rank(const gb_linear *linear) {
  int rank;
  MPI_Comm_rank(linear->comm, &rank);
  return rank;
}

int gb_linear_start(const gb_linear_operations *op, MPI_Comm comm, const gb_linear_pattern *pattern,
                    gb_timers *timers, gb_linear **out, gb_error *error) {
  gb_linear *linear = NULL;
  *out = NULL;
  int status = gb_agree(comm, gb_allocate(1, op->size, &linear, error), error);
  if (status != GB_OK) {
    free(linear);
    return status;
  }
  *linear = (gb_linear){.op = op, .comm = comm, .pattern = pattern, .timers = timers};
  MPI_Comm_size(comm, &linear->ranks);
  status = op->create ? op->create(linear, error) : GB_OK;
  if (status != GB_OK) gb_linear_destroy(&linear);
  *out = linear;
  return status;
}

int gb_linear_create(MPI_Comm comm, const gb_linear_pattern *pattern, gb_precision precision,
                     gb_timers *timers, gb_linear **out, gb_error *error) {
  const gb_linear_operations *op = choose(comm, pattern, precision);
  return gb_linear_start(op, comm, pattern, timers, out, error);
}

void gb_linear_destroy(gb_linear **linear) {
  gb_linear *l = *linear;
  if (!l) return;
  if (l->op->destroy) l->op->destroy(l);
  gb_arena_free(&l->memory);
  gb_arena_free(&l->buffers);
  free(l);
  *linear = NULL;
}

static int reserve(gb_linear *linear, int count, gb_error *error) {
  gb_arena_free(&linear->buffers);
  linear->capacity = 0;
  GB_TRY(gb_agree(linear->comm, linear->op->reserve(linear, count, error), error));
  linear->capacity = count;
  return GB_OK;
}

int gb_linear_factor(gb_linear *linear, gb_scalar values[], gb_error *error) {
  return linear->op->factor(linear, values, error);
}

int gb_linear_solve(gb_linear *linear, bool transpose, int count, gb_scalar x[], gb_error *error) {
  if (count == 0) return GB_OK;
  if (count > linear->capacity) GB_TRY(reserve(linear, count, error));
  return linear->op->solve(linear, transpose, count, x, error);
}

int gb_linear_negative(gb_linear *linear, int64_t *count, gb_error *error) {
  return linear->op->negative(linear, count, error);
}

void gb_linear_work(const gb_linear *linear, double *factorise, double *substitute) {
  linear->op->work(linear, factorise, substitute);
}

double gb_linear_bytes(const gb_linear *linear) {
  return linear->op->bytes(linear);
}
