/// Factor of a distributed matrix on rank 0 alone, by the backend of several ranks on this one,
/// which detects singular matrices that MUMPS alone does not. The factorisation of a small matrix
/// takes less time than the messages by which several ranks would share it.
#include "solve/factor/replicated.h"

#include <string.h>

/// A factor on rank 0, with the entries and right-hand sides of all ranks.
typedef struct gathered_factor {
  gb_linear base;           ///< first member: a pointer to it is a pointer to the factor
  gb_replicated *right;     ///< right-hand sides, then solutions
  gb_linear_pattern *whole; ///< rank 0: entries of all ranks, one rank after another
  gb_linear *factor;        ///< rank 0: their factor; NULL on other ranks
  int *count, *start;       ///< rank 0: number of entries of each rank; first of them, [ranks]
  gb_scalar *values;        ///< rank 0: values of the entries, [entries of all ranks]
  double seconds[2], bytes; ///< cost of the factor: seconds to factor and to substitute; memory
} gathered_factor;

static bool is_first(const gathered_factor *linear) {
  return gb_linear_rank(&linear->base) == 0;
}

/// Rank 0: allocate memory for the entries of all ranks.
static int take_entries(gathered_factor *linear, gb_error *error) {
  gb_arena *memory = &linear->base.memory;
  gb_linear_pattern *whole = linear->whole;
  whole->entries = 0;
  for (int r = 0; r < linear->base.ranks; r++) {
    linear->start[r] = (int)whole->entries;
    whole->entries += linear->count[r];
  }
  const size_t entries = (size_t)whole->entries;
  GB_TRY(GB_TAKE(memory, whole->row, entries, error));
  GB_TRY(GB_TAKE(memory, whole->column, entries, error));
  return GB_TAKE(memory, linear->values, entries, error);
}

/// Gather the numbers of the entries on rank 0. Collective.
static int gather_pattern(gathered_factor *linear, gb_error *error) {
  const gb_linear_pattern *pattern = linear->base.pattern;
  const MPI_Comm comm = linear->base.comm;
  const int entries = (int)pattern->entries;
  const size_t ranks = (size_t)linear->base.ranks;
  int status = GB_TAKE(&linear->base.memory, linear->count, 2 * ranks, error);
  if (status == GB_OK) status = GB_TAKE(&linear->base.memory, linear->whole, 1, error);
  GB_TRY(gb_agree(comm, status, error));
  linear->start = linear->count + ranks;
  *linear->whole = *pattern;
  linear->whole->first = 0;
  linear->whole->owned = pattern->size;
  MPI_Gather(&entries, 1, MPI_INT, linear->count, 1, MPI_INT, 0, comm);
  GB_TRY(gb_agree(comm, is_first(linear) ? take_entries(linear, error) : GB_OK, error));
  MPI_Gatherv(pattern->row, entries, MPI_INT, linear->whole->row, linear->count, linear->start,
              MPI_INT, 0, comm);
  MPI_Gatherv(pattern->column, entries, MPI_INT, linear->whole->column, linear->count,
              linear->start, MPI_INT, 0, comm);
  return GB_OK;
}

static int create_with(const gb_linear_operations *op, gb_linear *base, gb_error *error) {
  gathered_factor *linear = (gathered_factor *)base;
  const double start = gb_timer_now();
  int status = GB_OK;
  GB_TRY(gb_replicated_create(base, &linear->right, error));
  GB_TRY(gather_pattern(linear, error));
  if (is_first(linear))
    status = gb_linear_start(op, MPI_COMM_SELF, linear->whole, NULL, &linear->factor, error);
  gb_timer_add(base->timers, GB_PHASE_ANALYSIS, start);
  return gb_agree(base->comm, status, error);
}

static int create(gb_linear *base, gb_error *error) {
  return create_with(&gb_linear_substructured, base, error);
}

static int create_single(gb_linear *base, gb_error *error) {
  return create_with(&gb_linear_substructured_single, base, error);
}

static void destroy(gb_linear *base) {
  gb_linear_destroy(&((gathered_factor *)base)->factor);
}

/// Tell all ranks the cost of the factor. Collective.
static void weigh(gathered_factor *linear) {
  double cost[3] = {0};
  if (linear->factor) {
    gb_linear_work(linear->factor, &cost[0], &cost[1]);
    cost[2] = gb_linear_bytes(linear->factor);
  }
  MPI_Bcast(cost, 3, MPI_DOUBLE, 0, linear->base.comm);
  linear->seconds[0] = cost[0];
  linear->seconds[1] = cost[1];
  linear->bytes = cost[2];
}

static int factor(gb_linear *base, gb_scalar values[], gb_error *error) {
  gathered_factor *linear = (gathered_factor *)base;
  const double start = gb_timer_now();
  int status = GB_OK;
  MPI_Gatherv(values, (int)base->pattern->entries, GB_MPI_SCALAR, linear->values, linear->count,
              linear->start, GB_MPI_SCALAR, 0, base->comm);
  if (linear->factor) status = gb_linear_factor(linear->factor, linear->values, error);
  status = gb_agree(base->comm, status, error);
  if (status == GB_OK) weigh(linear);
  gb_timer_add(base->timers, GB_PHASE_FACTORISATION, start);
  return status;
}

static int reserve(gb_linear *base, int count, gb_error *error) {
  return gb_replicated_reserve(base, ((gathered_factor *)base)->right, count, error);
}

static int solve(gb_linear *base, bool transpose, int count, gb_scalar x[], gb_error *error) {
  gathered_factor *linear = (gathered_factor *)base;
  const size_t size = (size_t)base->pattern->size, owned = (size_t)base->pattern->owned;
  const double start = gb_timer_now();
  gb_scalar *whole = linear->right->whole;
  int status = GB_OK;
  gb_replicated_gather(base, linear->right, count, x);
  if (linear->factor) status = gb_linear_solve(linear->factor, transpose, count, whole, error);
  GB_TRY(gb_agree(base->comm, status, error));
  MPI_Bcast(whole, count * (int)size, GB_MPI_SCALAR, 0, base->comm);
  for (size_t c = 0; c < (size_t)count; c++)
    memcpy(x + c * owned, whole + c * size + base->pattern->first, owned * sizeof *x);
  gb_timer_add(base->timers, GB_PHASE_SOLVE, start);
  return GB_OK;
}

static int negative(gb_linear *base, int64_t *count, gb_error *error) {
  gathered_factor *linear = (gathered_factor *)base;
  int status = GB_OK;
  if (linear->factor) status = gb_linear_negative(linear->factor, count, error);
  GB_TRY(gb_agree(base->comm, status, error));
  MPI_Bcast(count, 1, MPI_INT64_T, 0, base->comm);
  return GB_OK;
}

static void work(const gb_linear *base, double *factorise, double *substitute) {
  const gathered_factor *linear = (const gathered_factor *)base;
  *factorise = linear->seconds[0];
  *substitute = linear->seconds[1];
}

static double bytes(const gb_linear *base) {
  return ((const gathered_factor *)base)->bytes;
}

const gb_linear_operations gb_linear_gathered = {.size = sizeof(gathered_factor),
                                                 .create = create,
                                                 .destroy = destroy,
                                                 .reserve = reserve,
                                                 .factor = factor,
                                                 .solve = solve,
                                                 .negative = negative,
                                                 .work = work,
                                                 .bytes = bytes};

const gb_linear_operations gb_linear_gathered_single = {.size = sizeof(gathered_factor),
                                                        .create = create_single,
                                                        .destroy = destroy,
                                                        .reserve = reserve,
                                                        .factor = factor,
                                                        .solve = solve,
                                                        .negative = negative,
                                                        .work = work,
                                                        .bytes = bytes};
