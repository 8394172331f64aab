/// Indices of entries in compressed columns, sums of their values, and scaling of rows and columns.
#include "solve/factor/columns.h"

#include "base/count.h"

#include <float.h>
#include <stdlib.h>
#include <string.h>

/// Largest number of scalings. Each halves the logarithms of the largest entries.
enum { MOST_SCALINGS = 20 };
/// Scaling ends if the largest entries of all rows and columns are between 1 / ALIKE and ALIKE.
static const double ALIKE = 2;

/// Entries of all ranks as pairs of indices in the order of elimination.
typedef struct entry_list {
  int64_t count;  ///< number of entries of all ranks
  int64_t first;  ///< number of entries of the ranks before this one
  int (*pair)[2]; ///< row and column of each entry, [count]
} entry_list;

static void list_own(const gb_linear_pattern *pattern, const int position[], int (*pair)[2]) {
  for (int64_t e = 0; e < pattern->entries; e++) {
    pair[e][0] = position[pattern->row[e] - 1];
    pair[e][1] = position[pattern->column[e] - 1];
  }
}

static int list_all(const gb_linear *linear, const int position[], gb_arena *arena, entry_list *out,
                    gb_error *error) {
  const gb_linear_pattern *pattern = linear->pattern;
  int64_t total = pattern->entries;
  int *count = NULL;
  MPI_Allreduce(MPI_IN_PLACE, &total, 1, MPI_INT64_T, MPI_SUM, linear->comm);
  if (total > GB_LARGEST_COUNT / 4)
    return gb_fail(error, GB_TOO_LARGE, "a sparse factor with %lld entries is too large",
                   (long long)total);
  out->count = total;
  int status = GB_TAKE(arena, out->pair, (size_t)total, error);
  if (status == GB_OK) status = GB_TAKE(arena, count, 2 * (size_t)linear->ranks, error);
  GB_TRY(gb_agree(linear->comm, status, error));
  int *start = count + linear->ranks, mine = 2 * (int)pattern->entries;
  MPI_Allgather(&mine, 1, MPI_INT, count, 1, MPI_INT, linear->comm);
  for (int r = 1; r < linear->ranks; r++) start[r] = start[r - 1] + count[r - 1];
  out->first = start[gb_linear_rank(linear)] / 2;
  list_own(pattern, position, out->pair + out->first);
  if (linear->ranks > 1)
    MPI_Allgatherv(MPI_IN_PLACE, 0, MPI_INT, out->pair, count, start, MPI_INT, linear->comm);
  return GB_OK;
}

int gb_columns_take(const gb_columns *columns, gb_arena *memory, gb_column_matrix *out,
                    gb_error *error) {
  const size_t size = (size_t)columns->size, most = (size_t)columns->most;
  *out = (gb_column_matrix){.of = columns};
  GB_TRY(GB_TAKE(memory, out->sum, most, error));
  GB_TRY(GB_TAKE(memory, out->start, size + 1, error));
  GB_TRY(GB_TAKE(memory, out->row, most, error));
  GB_TRY(GB_TAKE(memory, out->value, most, error));
  GB_TRY(GB_TAKE(memory, out->scale, size, error));
  return GB_TAKE(memory, out->largest, size, error);
}

/// Find row and column of an entry; numbers beyond the last entry mean transposed entries. @return
/// whether this entry exists
static bool find_pair(const entry_list *all, int64_t entry, int *i, int *j) {
  const bool transposed = entry >= all->count;
  const int *pair = all->pair[transposed ? entry - all->count : entry];
  *i = pair[transposed];
  *j = pair[!transposed];
  return !transposed || *i != *j;
}

/// Sort entries by rows: row `row` has the entries first[row] .. first[row + 1] - 1.
static void sort_by_rows(const entry_list *all, int64_t count, int size, int first[], int entry[]) {
  int i, j;
  for (int64_t k = 0; k < count; k++)
    if (find_pair(all, k, &i, &j)) first[i + 2]++;
  for (int row = 0; row < size; row++) first[row + 2] += first[row + 1];
  for (int64_t k = 0; k < count; k++)
    if (find_pair(all, k, &i, &j)) entry[first[i + 1]++] = (int)k;
}

/// Store the index of an entry of this rank, or of its transpose.
static void set_slot(const entry_list *all, int64_t own, int64_t entry, int slot, gb_columns *c) {
  const bool transposed = entry >= all->count;
  const int64_t mine = entry - all->first - (transposed ? all->count : 0);
  if (mine < 0 || mine >= own) return;
  if (transposed)
    c->mirror[mine] = slot;
  else
    c->slot[mine] = slot;
}

/// Find the ascending rows of each column, without duplicates, and the indices of all entries. If
/// the pattern is not whole, each off-diagonal entry also represents its transpose.
static int arrange(const gb_linear *linear, gb_columns *c, const entry_list *all, gb_arena *memory,
                   gb_error *error) {
  const gb_linear_pattern *pattern = linear->pattern;
  const int64_t count = all->count * (pattern->whole ? 1 : 2);
  const size_t size = (size_t)c->size;
  // next free index of each column, and 1 + the row of its last entry
  int *first, *entry, *next, *last;
  GB_SCRATCH(scratch);
  GB_TRY(GB_TAKE(&scratch, first, 3 * size + 3, error));
  GB_TRY(GB_TAKE(&scratch, entry, (size_t)count, error));
  next = first + size + 3;
  last = next + size;
  sort_by_rows(all, count, c->size, first, entry);
  GB_TRY(GB_TAKE(memory, c->every, size + 1, error));
  GB_TRY(GB_TAKE(memory, c->slot, (size_t)pattern->entries, error));
  if (!pattern->whole) GB_TRY(GB_TAKE(memory, c->mirror, (size_t)pattern->entries, error));
  for (int64_t e = 0; c->mirror && e < pattern->entries; e++) c->mirror[e] = -1;
  for (int pass = 0; pass < 2; pass++) {
    int i, j;
    for (int row = 0; row < c->size; row++)
      for (int k = first[row]; k < first[row + 1]; k++) {
        find_pair(all, entry[k], &i, &j);
        const bool new = last[j] != 1 + row;
        last[j] = 1 + row;
        if (new &&pass) c->place[next[j]] = row;
        next[j] += new;
        if (pass) set_slot(all, pattern->entries, entry[k], next[j] - 1, c);
      }
    if (pass) break;
    for (j = 0; j < c->size; j++) c->every[j + 1] = c->every[j] + next[j];
    c->most = c->every[c->size];
    memcpy(next, c->every, size * sizeof *next);
    memset(last, 0, size * sizeof *last);
    GB_TRY(GB_TAKE(memory, c->place, (size_t)c->most, error));
  }
  return GB_OK;
}

int gb_columns_place(const gb_linear *linear, gb_arena *memory, gb_columns *c, gb_error *error) {
  const gb_linear_pattern *pattern = linear->pattern;
  entry_list all;
  GB_SCRATCH(scratch);
  *c = (gb_columns){.size = pattern->size};
  const int status = GB_TAKE(memory, c->position, (size_t)c->size, error);
  GB_TRY(gb_agree(linear->comm, status, error));
  if (gb_linear_rank(linear) == 0)
    memcpy(c->position, pattern->pivot_order, (size_t)c->size * sizeof *c->position);
  if (linear->ranks > 1) MPI_Bcast(c->position, c->size, MPI_INT, 0, linear->comm);
  GB_TRY(list_all(linear, c->position, &scratch, &all, error));
  return gb_agree(linear->comm, arrange(linear, c, &all, memory, error), error);
}

void gb_columns_sum(const gb_linear *linear, gb_column_matrix *c, const gb_scalar values[]) {
  const gb_columns *of = c->of;
  const int64_t entries = linear->pattern->entries;
  memset(c->sum, 0, (size_t)of->most * sizeof *c->sum);
  for (int64_t e = 0; e < entries; e++) c->sum[of->slot[e]] += values[e];
  for (int64_t e = 0; of->mirror && e < entries; e++)
    if (of->mirror[e] >= 0) c->sum[of->mirror[e]] += values[e];
  if (linear->ranks > 1)
    MPI_Allreduce(MPI_IN_PLACE, c->sum, of->most, GB_MPI_SCALAR, MPI_SUM, linear->comm);
}

/// Copy the entries of each column that are larger than `least` to c. The entries may be c's own,
/// which are then compacted.
static void choose(gb_column_matrix *c, const int start[], const int row[], const gb_scalar value[],
                   double least) {
  int next = 0;
  for (int j = 0, begin = 0; j < c->of->size; j++) {
    const int end = start[j + 1];
    for (int k = begin; k < end; k++)
      if (fabs(gb_real(value[k])) > least || gb_imag(value[k]) != 0) {
        c->row[next] = row[k];
        c->value[next++] = value[k];
      }
    begin = end;
    c->start[j + 1] = next;
  }
}

/// Find the largest entry of each row and column.
static void find_largest(gb_column_matrix *c) {
  memset(c->largest, 0, (size_t)c->of->size * sizeof *c->largest);
  for (int j = 0; j < c->of->size; j++)
    for (int k = c->start[j]; k < c->start[j + 1]; k++) {
      const double value = fabs(gb_real(c->value[k]));
      double *row = &c->largest[c->row[k]], *column = &c->largest[j];
      *row = value > *row ? value : *row; // faster than a call of fmax
      *column = value > *column ? value : *column;
    }
}

/// Multiply rows and columns by c->largest and update the scales.
static void multiply(gb_column_matrix *c) {
  for (int j = 0; j < c->of->size; j++) {
    c->scale[j] *= c->largest[j];
    for (int k = c->start[j]; k < c->start[j + 1]; k++)
      c->value[k] *= c->largest[j] * c->largest[c->row[k]];
  }
}

/// Scale the diagonal to one. Rows with a zero diagonal, such as those of multipliers, are scaled
/// to a largest entry of one.
static void remove_units(gb_column_matrix *c) {
  double *factor = c->largest;
  memset(factor, 0, (size_t)c->of->size * sizeof *factor);
  for (int j = 0; j < c->of->size; j++)
    for (int k = c->start[j]; k < c->start[j + 1]; k++)
      if (c->row[k] == j && gb_real(c->value[k]) != 0)
        factor[j] = 1 / sqrt(fabs(gb_real(c->value[k])));
  for (int j = 0; j < c->of->size; j++) {
    if (factor[j] > 0) continue;
    double most = 0;
    for (int k = c->start[j]; k < c->start[j + 1]; k++)
      if (factor[c->row[k]] > 0) most = fmax(most, factor[c->row[k]] * fabs(gb_real(c->value[k])));
    factor[j] = most > 0 ? -1 / most : -1; // negative: the diagonal is zero
  }
  for (int j = 0; j < c->of->size; j++) factor[j] = fabs(factor[j]);
  multiply(c);
}

void gb_columns_scale(gb_column_matrix *c, bool without_units) {
  choose(c, c->of->every, c->of->place, c->sum, 0);
  for (int j = 0; j < c->of->size; j++) c->scale[j] = 1;
  if (without_units) remove_units(c);
  for (int round = 0; round < MOST_SCALINGS; round++) {
    bool alike = true;
    find_largest(c);
    for (int j = 0; j < c->of->size; j++) {
      if (!(c->largest[j] > 0)) c->largest[j] = 1; // the factorisation reports the singular row
      alike = alike && c->largest[j] > 1 / ALIKE && c->largest[j] < ALIKE;
      c->largest[j] = 1 / sqrt(c->largest[j]);
    }
    if (alike) break;
    multiply(c);
  }
  choose(c, c->start, c->row, c->value, DBL_EPSILON);
}
