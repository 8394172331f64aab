/// Factors of a matrix whose solutions are known, by each backend.
#include "solve/factor/linear.h"
#include "tests/unit/twice/probe.h"

#include <stdlib.h>
#include <string.h>

enum { MOST = 120, SIDES = 3, BAND = 4 };

typedef struct problem {
  const gb_probe_factor *task;
  int rank, ranks, first, owned;
  gb_scalar matrix[MOST][MOST];
  int row[2 * MOST * MOST], column[2 * MOST * MOST];
  int32_t order[MOST];
  gb_scalar values[2 * MOST * MOST];
  int64_t entries;
} problem;

static double random_number(unsigned *seed) {
  *seed = *seed * 1103515245u + 12345u;
  return (double)(*seed >> 8) / (1 << 24) - 0.5;
}

static double scale_of(const problem *p, int i) {
  if (p->task->light) return i % 3 < 2 ? p->task->spread : 1 / p->task->spread;
  return pow(p->task->spread, i / (double)p->task->size);
}

/// Unknowns 0 and 1: (1 1; 1 1), and one of them with the first of the next rank.
static void stick(problem *p) {
  const int size = p->task->size;
  for (int i = 0; i < 2; i++)
    for (int j = 0; j < size; j++)
      p->matrix[i][j] = p->matrix[j][i] = j < 2 || (i == 0 && j == size / 3);
}

/// The last third of the diagonal is zero, as multipliers' is.
static void make_matrix(problem *p, unsigned seed) {
  const int size = p->task->size;
  for (int i = 0; i < size; i++)
    for (int j = 0; j <= i; j++) {
      const double re = random_number(&seed), im = random_number(&seed);
      p->matrix[i][j] = i == j && 3 * i > 2 * size ? 0 : gb_join(re, im);
      if (p->task->banded && i - j > BAND) p->matrix[i][j] = 0;
      if (p->task->light) p->matrix[i][j] = i / 3 == j / 3 && (i % 3 < 2 ? i == j : i > j);
      if (p->task->changes && i - j > 1 && (i + j + (int)seed) % 3 == 0) p->matrix[i][j] = 0;
      p->matrix[j][i] = p->matrix[i][j];
      if (p->task->skew && j < i && p->matrix[i][j] != 0) p->matrix[j][i] += random_number(&seed);
    }
  for (int i = 0; i < size && p->task->definite; i++)
    p->matrix[i][i] = 3 * i > 2 * size ? -0.6 * size : 0.6 * size;
  if (p->task->stuck) stick(p);
  const bool vanishes = p->task->definite;
  for (int i = 0; i < size && p->task->singular; i++) {
    p->matrix[i][1] = vanishes ? 0 : p->matrix[i][0];
    p->matrix[1][i] = vanishes ? 0 : p->matrix[0][i];
  }
  if (p->task->singular && !vanishes)
    p->matrix[1][1] = p->matrix[1][0] = p->matrix[0][1] = p->matrix[0][0];
  for (int i = 0; i < size; i++)
    for (int j = 0; j < size; j++) p->matrix[i][j] *= scale_of(p, i) * scale_of(p, j);
}

/// The share of an entry, by its lesser unknown j, that this rank brings: of all entries one, or of
/// each all that has its first unknown here.
static double share_of(const problem *p, int j) {
  if (!p->task->banded) return (p->rank + 1) / (p->ranks * (p->ranks + 1) / 2.0);
  return j >= p->first && j < p->first + p->owned;
}

static void bring(problem *p, int i, int j, gb_scalar value) {
  const bool lower = p->task->skew || (i + j + p->rank) % 2;
  p->row[p->entries] = (lower ? i : j) + 1;
  p->column[p->entries] = (lower ? j : i) + 1;
  p->values[p->entries++] = value;
}

/// Shares of entries in one triangle or the other. Like elements, a rank has something on the
/// diagonal too of what is another's.
static void share_entries(problem *p) {
  const int size = p->task->size;
  p->entries = 0;
  for (int i = 0; i < size; i++)
    for (int j = 0; j <= i; j++) {
      const double share = share_of(p, j);
      if (share == 0 || (p->task->banded && i - j > BAND && p->matrix[i][j] == 0)) continue;
      bring(p, i, j, share * p->matrix[i][j]);
      if (p->task->skew && j < i) bring(p, j, i, share * p->matrix[j][i]);
      if (p->task->banded && share_of(p, i) == 0)
        for (int sign = -1; sign <= 1; sign += 2) bring(p, i, i, sign * p->matrix[i][i]);
    }
  for (int i = 0; i < size; i++) p->order[i] = i;
}

static gb_scalar known(int side, int i) {
  return gb_join(1 + 0.1 * i + side, 2 - 0.3 * i * side);
}

/// The solutions times the matrix, then solved.
static int solve(const problem *p, gb_linear *linear, double *difference, gb_error *error) {
  const int size = p->task->size, sides = p->task->sides;
  gb_scalar x[SIDES * MOST] = {0};
  for (int c = 0; c < sides; c++)
    for (int i = 0; i < p->owned; i++)
      for (int j = 0; j < size; j++)
        x[c * p->owned + i] +=
            (p->task->transpose ? p->matrix[j][p->first + i] : p->matrix[p->first + i][j]) *
            known(c, j) / scale_of(p, j);
  GB_TRY(gb_linear_solve(linear, p->task->transpose, sides, x, error));
  for (int c = 0; c < sides; c++)
    for (int i = 0; i < p->owned; i++) {
      const int at = p->first + i;
      const gb_scalar error_here = x[c * p->owned + i] * scale_of(p, at) - known(c, at);
      *difference = fmax(*difference, fabs(gb_real(error_here)) + fabs(gb_imag(error_here)));
    }
  return GB_OK;
}

static int factor_and_solve(problem *p, double *difference, gb_error *error) {
  const gb_linear_pattern pattern = {.size = p->task->size,
                                     .first = p->first,
                                     .owned = p->owned,
                                     .entries = p->entries,
                                     .whole = p->task->skew,
                                     .definite = p->task->definite,
                                     .counts = p->task->negative != NULL,
                                     .row = p->row,
                                     .column = p->column,
                                     .pivot_order = p->order};
  gb_timers timers = {0};
  gb_linear *linear = NULL;
  const gb_linear_operations *const op[PROBE_BACKENDS] = {&gb_linear_lapack, &gb_linear_mumps,
                                                          &gb_linear_substructured,
                                                          &gb_linear_sparse, &gb_linear_gathered};
  int status =
      gb_linear_start(op[p->task->backend], MPI_COMM_WORLD, &pattern, &timers, &linear, error);
  for (int time = 0; status == GB_OK && time < 2; time++) {
    if (time > 0 && p->task->changes) {
      make_matrix(p, 8);
      share_entries(p);
    }
    gb_scalar *values = malloc((size_t)p->entries * sizeof *values); // may be overwritten
    memcpy(values, p->values, (size_t)p->entries * sizeof *values);
    status = gb_linear_factor(linear, values, error);
    free(values);
    if (status == GB_OK) status = solve(p, linear, difference, error);
    if (status == GB_OK && p->task->negative)
      status = gb_linear_negative(linear, p->task->negative, error);
  }
  gb_linear_destroy(&linear);
  return status;
}

int gb_probe_solve(const gb_probe_factor *task, double *difference, gb_error *error) {
  problem *p;
  GB_TRY(gb_allocate(1, sizeof *p, &p, error));
  p->task = task;
  MPI_Comm_rank(MPI_COMM_WORLD, &p->rank);
  MPI_Comm_size(MPI_COMM_WORLD, &p->ranks);
  const int part = task->size / 3;
  const int end[] = {p->ranks == 1 ? task->size : part, p->ranks == 2 ? task->size : part,
                     p->ranks == 3 ? task->size : 2 * part, task->size};
  p->first = p->rank == 0 ? 0 : end[p->rank - 1];
  p->owned = end[p->rank] - p->first;
  *difference = 0;
  make_matrix(p, 7);
  share_entries(p);
  const int status = factor_and_solve(p, difference, error);
  free(p);
  return status;
}
