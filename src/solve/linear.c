/// LDL^T by MUMPS with distributed entries, right-hand sides and solutions and an order of our own.
#include "solve/linear.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#ifdef GB_COMPLEX
#include <zmumps_c.h>
typedef ZMUMPS_STRUC_C mumps_data;
typedef ZMUMPS_COMPLEX mumps_scalar;
#define call_mumps zmumps_c
#else
#include <dmumps_c.h>
typedef DMUMPS_STRUC_C mumps_data;
typedef double mumps_scalar;
#define call_mumps dmumps_c
#endif

enum { ANALYSE = 1, FACTOR = 2, SOLVE = 3, START = -1, END = -2, TRIES = 4 };

struct gb_linear {
  MPI_Comm comm;
  int rank, ranks;
  const gb_linear_pattern *pattern;
  gb_timers *timers;
  mumps_data mumps;
  bool started;
  int room;          ///< vectors that the buffers hold
  int *owned_number; ///< 1-based global numbers of the owned unknowns, [owned]
  int *found_number; ///< where MUMPS leaves the solution: global numbers, [local solution]
  gb_scalar *found;  ///< [room][local solution]
  // Redistribution of a found solution to the owners, remade after each factorisation.
  bool planned;
  int *send_count, *send_start, *receive_count, *receive_start; ///< [ranks] each
  int32_t *send_place, *receive_place; ///< place in found / in the owned unknowns
  gb_scalar *send, *receive;
};

/// Setting `i` of MUMPS's manual, whose numbering starts at 1.
static int *control(gb_linear *linear, int i) {
  return &linear->mumps.icntl[i - 1];
}

static int explain(gb_linear *linear, const char *task, gb_error *error) {
  int code = linear->mumps.infog[0], detail = linear->mumps.infog[1];
  if (code == -6 || code == -10)
    return gb_fail(error, GB_SINGULAR,
                   "the operator is singular (%d pivots of %d vanish): a part that no support or "
                   "inertia holds?",
                   linear->pattern->size - detail, linear->pattern->size);
  if (code == -13 || code == -7 || code == -5 || code == -9 || code == -8 || code == -19)
    return gb_fail(error, GB_FILE, "not enough memory for the %s of %d unknowns (MUMPS %d, %d)",
                   task, linear->pattern->size, code, detail);
  return gb_fail(error, GB_SINGULAR, "MUMPS failed in the %s (INFOG %d, %d)", task, code, detail);
}

static void configure(gb_linear *linear) {
  for (int i = 1; i <= 4; i++) *control(linear, i) = i == 4 ? 0 : -1; // silent
  *control(linear, 7) = 1;                                            // our order
  *control(linear, 14) = 30;                                          // percent of spare room
  *control(linear, 18) = 3;                                           // distributed entries
  *control(linear, 10) = 0;                                           // refinement is ours
  *control(linear, 8) = 0;                           // no scaling: keep the analysis
  *control(linear, 28) = 1;                          // sequential analysis
  *control(linear, 20) = linear->ranks > 1 ? 10 : 0; // distributed right-hand sides
  *control(linear, 21) = linear->ranks > 1;          // distributed solutions
}

static int analyse(gb_linear *linear, gb_error *error) {
  const gb_linear_pattern *pattern = linear->pattern;
  mumps_data *m = &linear->mumps;
  double start = gb_timer_now();
  m->par = 1;
  m->sym = 2;
  m->comm_fortran = (MUMPS_INT)MPI_Comm_c2f(linear->comm);
  m->job = START;
  call_mumps(m);
  linear->started = true;
  if (m->infog[0] < 0) return explain(linear, "start", error);
  configure(linear);
  m->n = pattern->size;
  m->nnz_loc = pattern->entries;
  m->irn_loc = pattern->row;
  m->jcn_loc = pattern->column;
  int *order = NULL;
  if (linear->rank == 0) {
    GB_TRY(gb_allocate((size_t)pattern->size, sizeof *order, &order, error));
    for (int32_t i = 0; i < pattern->size; i++) order[i] = pattern->pivot_order[i] + 1;
    m->perm_in = order;
  }
  m->job = ANALYSE;
  call_mumps(m);
  free(order);
  m->perm_in = NULL;
  gb_timer_add(linear->timers, GB_PHASE_ANALYSIS, start);
  return m->infog[0] < 0 ? explain(linear, "analysis", error) : GB_OK;
}

static int allocate(gb_linear *linear, gb_error *error) {
  size_t ranks = (size_t)linear->ranks, owned = (size_t)linear->pattern->owned;
  GB_TRY(gb_allocate(owned, sizeof(int), &linear->owned_number, error));
  for (size_t i = 0; i < owned; i++) linear->owned_number[i] = linear->pattern->first + (int)i + 1;
  GB_TRY(gb_allocate(4 * ranks + 2, sizeof(int), &linear->send_count, error));
  linear->receive_count = linear->send_count + ranks;
  linear->send_start = linear->receive_count + ranks;
  linear->receive_start = linear->send_start + ranks + 1;
  return gb_allocate(owned, sizeof *linear->receive_place, &linear->receive_place, error);
}

int gb_linear_create(MPI_Comm comm, const gb_linear_pattern *pattern, gb_timers *timers,
                     gb_linear **out, gb_error *error) {
  gb_linear *linear;
  *out = NULL;
  GB_TRY(gb_agree(comm, gb_allocate(1, sizeof *linear, &linear, error), error));
  linear->comm = comm;
  linear->pattern = pattern;
  linear->timers = timers;
  MPI_Comm_rank(comm, &linear->rank);
  MPI_Comm_size(comm, &linear->ranks);
  int status = gb_agree(comm, allocate(linear, error), error);
  if (status == GB_OK) status = gb_agree(comm, analyse(linear, error), error);
  if (status != GB_OK) gb_linear_destroy(&linear);
  *out = linear;
  return status;
}

static void free_buffers(gb_linear *linear) {
  free(linear->found);
  free(linear->send);
  free(linear->receive);
  linear->found = linear->send = linear->receive = NULL;
  linear->room = 0;
}

void gb_linear_destroy(gb_linear **linear) {
  gb_linear *l = *linear;
  if (!l) return;
  if (l->started) {
    l->mumps.job = END;
    call_mumps(&l->mumps);
  }
  free_buffers(l);
  free(l->owned_number);
  free(l->found_number);
  free(l->send_count);
  free(l->send_place);
  free(l->receive_place);
  free(l);
  *linear = NULL;
}

int gb_linear_factor(gb_linear *linear, gb_scalar values[], gb_error *error) {
  double start = gb_timer_now();
  mumps_data *m = &linear->mumps;
  linear->planned = false;
  m->a_loc = (mumps_scalar *)values;
  for (int attempt = 0; attempt < TRIES; attempt++) {
    m->job = FACTOR;
    call_mumps(m);
    if (m->infog[0] != -9 && m->infog[0] != -8) break;
    *control(linear, 14) *= 2; // the workspace was too small: more room and again
  }
  m->a_loc = NULL;
  gb_timer_add(linear->timers, GB_PHASE_FACTORISATION, start);
  return m->infog[0] < 0 ? explain(linear, "factorisation", error) : GB_OK;
}

/// One rank: the whole vector is here, solved in place.
static int solve_alone(gb_linear *linear, int count, gb_scalar x[], gb_error *error) {
  mumps_data *m = &linear->mumps;
  m->rhs = (mumps_scalar *)x;
  m->nrhs = count;
  m->lrhs = linear->pattern->size;
  m->job = SOLVE;
  call_mumps(m);
  m->rhs = NULL;
  return m->infog[0] < 0 ? explain(linear, "solution", error) : GB_OK;
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

/// Find who owns each entry of the solution that MUMPS leaves here, and tell them which they will
/// get.
static int plan(gb_linear *linear, gb_error *error) {
  int ranks = linear->ranks, locals = linear->mumps.lsol_loc, *first, *wanted = NULL, *place = NULL;
  GB_TRY(gb_allocate((size_t)ranks + 1, sizeof *first, &first, error));
  int status = gb_allocate((size_t)locals, sizeof *wanted, &wanted, error);
  free(linear->send_place);
  linear->send_place = NULL;
  if (status == GB_OK)
    status = gb_allocate((size_t)locals, sizeof *linear->send_place, &linear->send_place, error);
  if (status == GB_OK) status = gb_allocate((size_t)ranks, sizeof *place, &place, error);
  status = gb_agree(linear->comm, status, error);
  if (status == GB_OK) {
    MPI_Allgather(&linear->pattern->first, 1, MPI_INT, first, 1, MPI_INT, linear->comm);
    memset(linear->send_count, 0, (size_t)ranks * sizeof(int));
    for (int i = 0; i < locals; i++)
      linear->send_count[owner_of(first, ranks, linear->found_number[i] - 1)]++;
    MPI_Alltoall(linear->send_count, 1, MPI_INT, linear->receive_count, 1, MPI_INT, linear->comm);
    linear->send_start[0] = linear->receive_start[0] = 0;
    for (int r = 0; r < ranks; r++) {
      linear->send_start[r + 1] = linear->send_start[r] + linear->send_count[r];
      place[r] = linear->send_start[r];
      if (r + 1 < ranks)
        linear->receive_start[r + 1] = linear->receive_start[r] + linear->receive_count[r];
    }
    for (int i = 0; i < locals; i++) {
      int number = linear->found_number[i] - 1, r = owner_of(first, ranks, number);
      wanted[place[r]] = number - first[r];
      linear->send_place[place[r]++] = i;
    }
    MPI_Alltoallv(wanted, linear->send_count, linear->send_start, MPI_INT, linear->receive_place,
                  linear->receive_count, linear->receive_start, MPI_INT, linear->comm);
    linear->planned = true;
  }
  free(first);
  free(wanted);
  free(place);
  return status;
}

static int make_room(gb_linear *linear, int count, gb_error *error) {
  if (linear->room >= count && linear->planned) return GB_OK;
  free_buffers(linear);
  size_t locals = (size_t)linear->mumps.info[22], owned = (size_t)linear->pattern->owned;
  if (!linear->planned) {
    free(linear->found_number);
    linear->found_number = NULL;
    GB_TRY(gb_allocate(locals, sizeof(int), &linear->found_number, error));
  }
  GB_TRY(gb_allocate(locals * (size_t)count, sizeof *linear->found, &linear->found, error));
  GB_TRY(gb_allocate(locals, sizeof *linear->send, &linear->send, error));
  GB_TRY(gb_allocate(owned, sizeof *linear->receive, &linear->receive, error));
  linear->room = count;
  return GB_OK;
}

static int solve_together(gb_linear *linear, int count, gb_scalar x[], gb_error *error) {
  mumps_data *m = &linear->mumps;
  GB_TRY(gb_agree(linear->comm, make_room(linear, count, error), error));
  int32_t owned = linear->pattern->owned;
  m->nrhs = count;
  m->nloc_rhs = owned;
  m->lrhs_loc = owned > 0 ? owned : 1;
  m->irhs_loc = linear->owned_number;
  m->rhs_loc = (mumps_scalar *)x;
  m->lsol_loc = m->info[22];
  m->isol_loc = linear->found_number;
  m->sol_loc = (mumps_scalar *)linear->found;
  m->job = SOLVE;
  call_mumps(m);
  if (m->infog[0] < 0) return explain(linear, "solution", error);
  if (!linear->planned) GB_TRY(plan(linear, error));
  for (int c = 0; c < count; c++) {
    const gb_scalar *found = linear->found + (size_t)c * (size_t)m->lsol_loc;
    for (int i = 0; i < m->lsol_loc; i++) linear->send[i] = found[linear->send_place[i]];
    MPI_Alltoallv(linear->send, linear->send_count, linear->send_start, GB_MPI_SCALAR,
                  linear->receive, linear->receive_count, linear->receive_start, GB_MPI_SCALAR,
                  linear->comm);
    for (int32_t i = 0; i < owned; i++)
      x[(size_t)c * (size_t)owned + (size_t)linear->receive_place[i]] = linear->receive[i];
  }
  return GB_OK;
}

int gb_linear_solve(gb_linear *linear, int count, gb_scalar x[], gb_error *error) {
  if (count == 0) return GB_OK;
  double start = gb_timer_now();
  int status = linear->ranks > 1 ? solve_together(linear, count, x, error)
                                 : solve_alone(linear, count, x, error);
  gb_timer_add(linear->timers, GB_PHASE_SOLVE, start);
  return status;
}

void gb_linear_work(const gb_linear *linear, double *factorise, double *solve) {
  const mumps_data *m = &linear->mumps;
  // INFOG(29): entries of the factors, in millions when negative; RINFOG(1): operations of the
  // elimination
  double entries = m->infog[28] < 0 ? -1e6 * m->infog[28] : m->infog[28];
  *factorise = 1e-10 * m->rinfog[0] + 2e-9 * entries;
  *solve = 3e-9 * entries;
}

double gb_linear_bytes(const gb_linear *linear) {
  return 1e6 * linear->mumps.infog[21]; // INFOG(22): megabytes used over all ranks
}
