/// LDL^T factor by MUMPS with distributed entries, right-hand sides and solutions, and our own
/// elimination order; the source for every precision. The including file defines what
/// mumps_calls.inc.h needs and BACKEND (the symbol to export).
#include "solve/factor/mumps_calls.inc.h"

#include "base/count.h"

/// Transfer of a solution from the ranks where MUMPS leaves it to the owners. Planned anew after
/// each factorisation.
typedef struct redistribution {
  bool planned;
  int *send_count, *send_start, *receive_count, *receive_start; ///< [ranks] each
  /// Index in the solution found here; index in the owned unknowns.
  int32_t *send_index, *receive_index;
  gb_scalar *send, *receive;
} redistribution;

/// A factor by MUMPS over all ranks.
typedef struct mumps_factor {
  gb_linear base; ///< first member: a pointer to it is a pointer to the factor
  MUMPS_DATA mumps;
  work_space work_space; ///< work space that this rank allocates for MUMPS; empty on one rank, and
                         ///< with factors on disk
  bool started;
  int *order;          ///< rank 0, until the analysis: elimination positions from 1, [size]
  int *owned_number;   ///< global numbers of the owned unknowns, from 1, [owned]
  int *found_number;   ///< global numbers of the entries of the solution that MUMPS leaves here,
                       ///< [local solution]
  MUMPS_NUMBER *right; ///< right-hand sides, scaled to a largest entry of 1, [capacity][owned]
  MUMPS_NUMBER *found; ///< [capacity][local solution]
  double *scale;       ///< scale of each right-hand side, [capacity]
  redistribution *to_owners; ///< NULL: there is one rank
} mumps_factor;

/// Gather the pattern on rank 0, which analyses it alone. If each rank passed its own entries to
/// the analysis, MUMPS 5.5 would make two lists of all columns on every rank.
static int gather_pattern(mumps_factor *linear, gb_arena *arena, gb_error *error) {
  const gb_linear_pattern *pattern = linear->base.pattern;
  const size_t bytes = (size_t)pattern->entries * sizeof(int);
  const MPI_Comm comm = linear->base.comm;
  const bool first = gb_linear_rank(&linear->base) == 0;
  MUMPS_DATA *m = &linear->mumps;
  int status = GB_OK;
  MPI_Reduce(&pattern->entries, &m->nnz, 1, MPI_INT64_T, MPI_SUM, 0, comm);
  if (first) status = GB_TAKE(arena, m->irn, (size_t)m->nnz, error);
  if (first && status == GB_OK) status = GB_TAKE(arena, m->jcn, (size_t)m->nnz, error);
  GB_TRY(gb_agree(comm, status, error));
  gb_gather_on_first_rank(comm, bytes, pattern->row, m->irn);
  gb_gather_on_first_rank(comm, bytes, pattern->column, m->jcn);
  return GB_OK;
}

static int analyse(mumps_factor *linear, gb_error *error) {
  const gb_linear_pattern *pattern = linear->base.pattern;
  MUMPS_DATA *m = &linear->mumps;
  double start = gb_timer_now();
  GB_SCRATCH(whole);
  linear->started = true;
  GB_TRY(start_mumps(m, linear->base.comm, pattern, error));
  *control(m, 18) = linear->base.ranks > 1 ? 2 : 0;  // the ranks have the values of their entries
  *control(m, 20) = linear->base.ranks > 1 ? 10 : 0; // distributed right-hand sides
  *control(m, 21) = linear->base.ranks > 1;          // distributed solutions
  m->n = pattern->size;
  m->nnz = m->nnz_loc = pattern->entries;
  m->irn = m->irn_loc = pattern->row;
  m->jcn = m->jcn_loc = pattern->column;
  if (linear->base.ranks > 1) GB_TRY(gather_pattern(linear, &whole, error));
  m->perm_in = linear->order;
  if (pattern->unordered) *control(m, 7) = MUMPS_CHOOSES;
  const int status = call(m, ANALYSE, pattern->size, "analysis", error);
  m->perm_in = NULL;
  size_work_space(m, &linear->work_space);
  if (linear->base.ranks > 1) m->irn = m->jcn = NULL;
  free(linear->order);
  linear->order = NULL;
  gb_timer_add(linear->base.timers, GB_PHASE_ANALYSIS, start);
  return status;
}

static int allocate(mumps_factor *linear, gb_error *error) {
  size_t ranks = (size_t)linear->base.ranks, owned = (size_t)linear->base.pattern->owned;
  GB_TRY(GB_TAKE(&linear->base.memory, linear->owned_number, owned, error));
  for (size_t i = 0; i < owned; i++)
    linear->owned_number[i] = linear->base.pattern->first + (int)i + 1;
  const gb_linear_pattern *pattern = linear->base.pattern;
  if (gb_linear_rank(&linear->base) == 0 && !pattern->unordered) {
    GB_TRY(GB_ALLOCATE(linear->order, (size_t)pattern->size, error));
    for (int32_t i = 0; i < pattern->size; i++) linear->order[i] = pattern->pivot_order[i] + 1;
  }
  if (ranks == 1) return GB_OK;
  redistribution *to;
  GB_TRY(GB_TAKE(&linear->base.memory, to, 1, error));
  GB_TRY(GB_TAKE(&linear->base.memory, to->send_count, 4 * ranks + 2, error));
  to->receive_count = to->send_count + ranks;
  to->send_start = to->receive_count + ranks;
  to->receive_start = to->send_start + ranks + 1;
  linear->to_owners = to;
  return GB_TAKE(&linear->base.memory, to->receive_index, owned, error);
}

static int create(gb_linear *base, gb_error *error) {
  mumps_factor *linear = (mumps_factor *)base;
  GB_TRY(gb_agree(base->comm, allocate(linear, error), error));
  return gb_agree(base->comm, analyse(linear, error), error);
}

static void destroy(gb_linear *base) {
  mumps_factor *linear = (mumps_factor *)base;
  if (linear->started) {
    linear->mumps.job = END;
    call_mumps(&linear->mumps);
  }
  free(linear->order);
  free(linear->work_space.entry);
}

/// Convert the values to MUMPS's precision in place.
static void convert(int64_t entries, gb_scalar values[]) {
  for (int64_t i = 0; i < entries; i++) {
    const MUMPS_NUMBER value = (MUMPS_NUMBER)values[i];
    memcpy((char *)values + (size_t)i * sizeof value, &value, sizeof value);
  }
}

static int factor(gb_linear *base, gb_scalar values[], gb_error *error) {
  mumps_factor *linear = (mumps_factor *)base;
  MUMPS_DATA *m = &linear->mumps;
  double start = gb_timer_now();
  if (sizeof(MUMPS_NUMBER) < sizeof(gb_scalar)) convert(base->pattern->entries, values);
  if (base->ranks > 1) base->capacity = 0; // the next solution is distributed differently
  m->a = m->a_loc = (void *)values;
  factor_values(m, base->ranks > 1 && !base->pattern->directory ? &linear->work_space : NULL);
  m->a = m->a_loc = NULL;
  gb_timer_add(linear->base.timers, GB_PHASE_FACTORISATION, start);
  const int code = m->infog[0], detail = m->infog[1], size = linear->base.pattern->size;
  return code < 0 ? gb_linear_explain(code, detail, size, "factorisation", error) : GB_OK;
}

/// Copy the right-hand sides to MUMPS's precision, each scaled to a largest entry of 1.
static void scale_in(mumps_factor *linear, int count, const gb_scalar x[]) {
  const size_t owned = (size_t)linear->base.pattern->owned;
  for (int c = 0; c < count; c++) {
    linear->scale[c] = 0;
    for (size_t i = 0; i < owned; i++)
      linear->scale[c] = fmax(linear->scale[c], fabs(gb_real(x[(size_t)c * owned + i])));
  }
  if (linear->base.ranks > 1)
    MPI_Allreduce(MPI_IN_PLACE, linear->scale, count, MPI_DOUBLE, MPI_MAX, linear->base.comm);
  for (int c = 0; c < count; c++) {
    if (!(linear->scale[c] > 0)) linear->scale[c] = 1;
    for (size_t i = (size_t)c * owned; i < (size_t)(c + 1) * owned; i++)
      linear->right[i] = (MUMPS_NUMBER)(x[i] / linear->scale[c]);
  }
}

/// Solve on one rank, which has the whole vectors, in place.
static int solve_alone(mumps_factor *linear, int count, gb_scalar x[], gb_error *error) {
  MUMPS_DATA *m = &linear->mumps;
  m->rhs = (void *)linear->right;
  m->nrhs = count;
  m->lrhs = linear->base.pattern->size;
  const int status = call(m, SOLVE, linear->base.pattern->size, "solution", error);
  m->rhs = NULL;
  if (status != GB_OK) return status;
  const size_t size = (size_t)linear->base.pattern->size;
  for (size_t i = 0; i < (size_t)count * size; i++)
    x[i] = linear->scale[i / size] * (gb_scalar)linear->right[i];
  return GB_OK;
}

static int owner_of(const int *first, int ranks, int number) {
  int low = 0, high = ranks - 1;
  while (low < high) {
    int middle = (low + high + 1) / 2;
    if (first[middle] <= number)
      low = middle;
    else
      high = middle - 1;
  }
  return low;
}

/// Find the owner of each entry of the solution that MUMPS leaves here, and tell the owners which
/// entries they receive.
static int plan(mumps_factor *linear, gb_error *error) {
  const MPI_Comm comm = linear->base.comm;
  const int ranks = linear->base.ranks, locals = linear->mumps.lsol_loc;
  redistribution *to = linear->to_owners;
  int *first = NULL, *wanted = NULL;
  GB_SCRATCH(scratch);
  int status = GB_TAKE(&scratch, first, 2 * (size_t)ranks, error);
  if (status == GB_OK) status = GB_TAKE(&scratch, wanted, (size_t)locals, error);
  GB_TRY(gb_agree(comm, status, error));
  int *next = first + ranks;
  MPI_Allgather(&linear->base.pattern->first, 1, MPI_INT, first, 1, MPI_INT, comm);
  memset(to->send_count, 0, (size_t)ranks * sizeof(int));
  for (int i = 0; i < locals; i++)
    to->send_count[owner_of(first, ranks, linear->found_number[i] - 1)]++;
  MPI_Alltoall(to->send_count, 1, MPI_INT, to->receive_count, 1, MPI_INT, comm);
  to->send_start[0] = to->receive_start[0] = 0;
  for (int r = 0; r < ranks; r++) {
    to->send_start[r + 1] = to->send_start[r] + to->send_count[r];
    next[r] = to->send_start[r];
    if (r + 1 < ranks) to->receive_start[r + 1] = to->receive_start[r] + to->receive_count[r];
  }
  for (int i = 0; i < locals; i++) {
    const int number = linear->found_number[i] - 1, r = owner_of(first, ranks, number);
    wanted[next[r]] = number - first[r];
    to->send_index[next[r]++] = i;
  }
  MPI_Alltoallv(wanted, to->send_count, to->send_start, MPI_INT, to->receive_index,
                to->receive_count, to->receive_start, MPI_INT, comm);
  to->planned = true;
  return GB_OK;
}

static int reserve(gb_linear *base, int count, gb_error *error) {
  mumps_factor *linear = (mumps_factor *)base;
  const size_t locals = (size_t)linear->mumps.info[22];
  const size_t owned = (size_t)base->pattern->owned, vectors = (size_t)count;
  redistribution *to = linear->to_owners;
  GB_TRY(GB_TAKE(&base->buffers, linear->right, vectors * owned, error));
  GB_TRY(GB_TAKE(&base->buffers, linear->scale, vectors, error));
  if (!to) return GB_OK;
  to->planned = false;
  GB_TRY(GB_TAKE(&base->buffers, linear->found_number, locals, error));
  GB_TRY(GB_TAKE(&base->buffers, linear->found, vectors * locals, error));
  GB_TRY(GB_TAKE(&base->buffers, to->send_index, locals, error));
  GB_TRY(GB_TAKE(&base->buffers, to->send, locals, error));
  return GB_TAKE(&base->buffers, to->receive, owned, error);
}

static int solve_together(mumps_factor *linear, int count, gb_scalar x[], gb_error *error) {
  MUMPS_DATA *m = &linear->mumps;
  redistribution *to = linear->to_owners;
  int32_t owned = linear->base.pattern->owned;
  m->nrhs = count;
  m->nloc_rhs = owned;
  m->lrhs_loc = owned > 0 ? owned : 1;
  m->irhs_loc = linear->owned_number;
  m->rhs_loc = (void *)linear->right;
  m->lsol_loc = m->info[22];
  m->isol_loc = linear->found_number;
  m->sol_loc = (void *)linear->found;
  GB_TRY(call(m, SOLVE, linear->base.pattern->size, "solution", error));
  if (!to->planned) GB_TRY(plan(linear, error));
  for (int c = 0; c < count; c++) {
    const MUMPS_NUMBER *found = linear->found + (size_t)c * (size_t)m->lsol_loc;
    for (int i = 0; i < m->lsol_loc; i++)
      to->send[i] = linear->scale[c] * (gb_scalar)found[to->send_index[i]];
    MPI_Alltoallv(to->send, to->send_count, to->send_start, GB_MPI_SCALAR, to->receive,
                  to->receive_count, to->receive_start, GB_MPI_SCALAR, linear->base.comm);
    for (int32_t i = 0; i < owned; i++)
      x[(size_t)c * (size_t)owned + (size_t)to->receive_index[i]] = to->receive[i];
  }
  return GB_OK;
}

static int solve(gb_linear *base, bool transpose, int count, gb_scalar x[], gb_error *error) {
  mumps_factor *linear = (mumps_factor *)base;
  double start = gb_timer_now();
  (void)transpose; // the matrix is symmetric
  scale_in(linear, count, x);
  int status = linear->base.ranks > 1 ? solve_together(linear, count, x, error)
                                      : solve_alone(linear, count, x, error);
  gb_timer_add(linear->base.timers, GB_PHASE_SOLVE, start);
  return status;
}

static void work(const gb_linear *base, double *factorise, double *substitute) {
  const MUMPS_DATA *m = &((const mumps_factor *)base)->mumps;
  const double entries = factor_entries(m);
  const double single = (double)sizeof(MUMPS_NUMBER) / sizeof(gb_scalar);
  *factorise = single * (1e-10 * m->rinfog[0] + 2e-9 * entries); // RINFOG(1): operations
  *substitute = single * 3e-9 * entries;
}

/// Return INFOG(12), the number of negative pivots.
static int negative(gb_linear *base, int64_t *count, gb_error *error) {
  (void)error;
  *count = ((const mumps_factor *)base)->mumps.infog[11];
  return GB_OK;
}

static double bytes(const gb_linear *base) {
  return 1e6 * ((const mumps_factor *)base)->mumps.infog[21]; // INFOG(22): megabytes over all ranks
}

const gb_linear_operations BACKEND = {.size = sizeof(mumps_factor),
                                      .create = create,
                                      .destroy = destroy,
                                      .reserve = reserve,
                                      .factor = factor,
                                      .solve = solve,
                                      .negative = negative,
                                      .work = work,
                                      .bytes = bytes};
