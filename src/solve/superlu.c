/// Sparse LU by SuperLU on one rank, for systems of which a call of MUMPS costs more than its
/// arithmetic. Entries that are zero by chance of an element's layout are left out. In real numbers
/// alone: its price would let imaginary parts of a march, which only `verify` has, lag behind.
/// Source: Demmel, Eisenstat, Gilbert, Li & Liu, SIAM J. Matrix Anal. Appl. 20, 1999.
#include "solve/linear.h"

#include <float.h>
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include <superlu/slu_ddefs.h>

/// A pivot on the diagonal may be smaller than the largest candidate by this.
static const double PART = 0.1;

typedef struct sparse_factor {
  gb_linear base; ///< first: a pointer to it is one to the whole
  struct {
    int *start, *row;
    double *value;
  } entry;       ///< of A by columns, which the library borrows
  int *place[2]; ///< of each entry of the pattern in A, and of its mirror image, [entries]
  double *scale; ///< of rows and columns, [size]
  struct {
    int *columns, *rows, *tree; ///< [size]
  } order;
  SuperMatrix A, ordered, L, U;
  superlu_options_t options;
  SuperLUStat_t statistics;
  GlobalLU_t shared;
  bool made, factored; ///< A and `ordered`; L and U
} sparse_factor;

static int allocate(sparse_factor *f, gb_error *error) {
  gb_arena *memory = &f->base.memory;
  const size_t size = (size_t)f->base.pattern->size, entries = (size_t)f->base.pattern->entries;
  int **const integers[] = {&f->order.columns, &f->order.rows, &f->order.tree};
  for (size_t i = 0; i < sizeof integers / sizeof *integers; i++)
    GB_TRY(GB_TAKE(memory, *integers[i], size, error));
  for (int i = 0; i < 2; i++) GB_TRY(GB_TAKE(memory, f->place[i], entries, error));
  GB_TRY(GB_TAKE(memory, f->entry.start, size + 1, error));
  GB_TRY(GB_TAKE(memory, f->entry.row, 2 * entries + 1, error));
  GB_TRY(GB_TAKE(memory, f->entry.value, 2 * entries + 1, error));
  return GB_TAKE(memory, f->scale, size, error);
}

/// Where an entry of the pattern (side 0) or its mirror image (side 1) is in A.
static int row_of(const gb_linear_pattern *p, int64_t entry, int side) {
  return (side ? p->column : p->row)[entry] - 1;
}

/// Entries that are not zero now or have been, 2 times their number plus their side, by columns.
static void list_by_columns(sparse_factor *f, const double values[], int first[], int entry[]) {
  const gb_linear_pattern *p = f->base.pattern;
  for (int64_t e = 0; e < p->entries; e++) {
    const bool used = values[e] != 0 || f->place[0][e] >= 0;
    f->place[0][e] = used ? 0 : -1;
    f->place[1][e] = used && p->row[e] != p->column[e] ? 0 : -1;
    for (int side = 0; side < 2; side++)
      if (f->place[side][e] == 0) first[row_of(p, e, !side) + 2]++;
  }
  for (int j = 0; j < p->size; j++) first[j + 2] += first[j + 1];
  for (int64_t e = 0; e < p->entries; e++)
    for (int side = 0; side < 2; side++)
      if (f->place[side][e] == 0) entry[first[row_of(p, e, !side) + 1]++] = 2 * (int)e + side;
}

/// The columns of A, in which duplicates of the pattern have one place.
static int find_places(sparse_factor *f, const double values[], gb_error *error) {
  const gb_linear_pattern *p = f->base.pattern;
  int *first, *entry, *mark, *next, count = 0;
  GB_SCRATCH(scratch);
  GB_TRY(GB_TAKE(&scratch, mark, (size_t)p->size, error));
  GB_TRY(GB_TAKE(&scratch, next, (size_t)p->size, error));
  GB_TRY(GB_TAKE(&scratch, first, (size_t)p->size + 2, error));
  GB_TRY(GB_TAKE(&scratch, entry, 2 * (size_t)p->entries, error));
  list_by_columns(f, values, first, entry);
  for (int i = 0; i < p->size; i++) mark[i] = -1;
  for (int j = 0; j < p->size; j++) {
    for (int k = first[j]; k < first[j + 1]; k++) {
      const int side = entry[k] % 2, row = row_of(p, entry[k] / 2, side);
      if (mark[row] != j) {
        mark[row] = j;
        next[row] = count;
        f->entry.row[count++] = row;
      }
      f->place[side][entry[k] / 2] = next[row];
    }
    f->entry.start[j + 1] = count;
  }
  return GB_OK;
}

static void drop(sparse_factor *f) {
  if (f->factored) {
    Destroy_SuperNode_Matrix(&f->L);
    Destroy_CompCol_Matrix(&f->U);
  }
  if (f->made) {
    Destroy_CompCol_Permuted(&f->ordered);
    Destroy_SuperMatrix_Store(&f->A);
  }
  f->made = f->factored = false;
}

/// The pattern of A, and an order for it.
static int analyse(sparse_factor *f, const double values[], gb_error *error) {
  const double start = gb_timer_now();
  const int size = f->base.pattern->size;
  GB_TRY(find_places(f, values, error));
  drop(f);
  dCreate_CompCol_Matrix(&f->A, size, size, f->entry.start[size], f->entry.value, f->entry.row,
                         f->entry.start, SLU_NC, SLU_D, SLU_GE);
  get_perm_c(MMD_AT_PLUS_A, &f->A, f->order.columns);
  f->options.Fact = DOFACT;
  sp_preorder(&f->options, &f->A, f->order.columns, f->order.tree, &f->ordered);
  f->made = true;
  gb_timer_add(f->base.timers, GB_PHASE_ANALYSIS, start);
  return GB_OK;
}

static int create(gb_linear *base, gb_error *error) {
  sparse_factor *f = (sparse_factor *)base;
  StatInit(&f->statistics);
  set_default_options(&f->options);
  f->options.SymmetricMode = YES;
  f->options.DiagPivotThresh = PART;
  GB_TRY(allocate(f, error));
  for (int64_t e = 0; e < base->pattern->entries; e++) f->place[0][e] = -1;
  return GB_OK;
}

static void destroy(gb_linear *base) {
  sparse_factor *f = (sparse_factor *)base;
  drop(f);
  StatFree(&f->statistics);
}

/// A with its rows and columns scaled so that no entry of `values` exceeds 1. @return whether all
/// that is not zero has a place
static bool fill(sparse_factor *f, const double values[]) {
  const gb_linear_pattern *p = f->base.pattern;
  memset(f->scale, 0, (size_t)p->size * sizeof *f->scale);
  memset(f->entry.value, 0, (size_t)f->entry.start[p->size] * sizeof *f->entry.value);
  for (int64_t e = 0; e < p->entries; e++) {
    if (f->place[0][e] < 0 && values[e] != 0) return false;
    if (f->place[0][e] < 0) continue;
    f->entry.value[f->place[0][e]] += values[e];
    if (f->place[1][e] >= 0) f->entry.value[f->place[1][e]] += values[e];
    const double size = fabs(values[e]);
    f->scale[p->row[e] - 1] = fmax(f->scale[p->row[e] - 1], size);
    f->scale[p->column[e] - 1] = fmax(f->scale[p->column[e] - 1], size);
  }
  for (int i = 0; i < p->size; i++) f->scale[i] = f->scale[i] > 0 ? 1 / sqrt(f->scale[i]) : 1;
  for (int j = 0; j < p->size; j++)
    for (int e = f->entry.start[j]; e < f->entry.start[j + 1]; e++)
      f->entry.value[e] *= f->scale[j] * f->scale[f->entry.row[e]];
  return true;
}

/// Whether a pivot is round-off; those of a supernode are on the diagonal of its block.
static bool is_singular(const sparse_factor *f) {
  const SCformat *L = f->L.Store;
  const double *values = L->nzval;
  const int size = f->base.pattern->size;
  for (int j = 0; j < size; j++) {
    const int first = L->sup_to_col[L->col_to_sup[j]];
    if (!(fabs(values[L->nzval_colptr[j] + j - first]) > size * DBL_EPSILON)) return true;
  }
  return false;
}

static int factor(gb_linear *base, double values[], gb_error *error) {
  sparse_factor *f = (sparse_factor *)base;
  const int size = base->pattern->size;
  int info = 0;
  if (!f->made || !fill(f, values)) {
    GB_TRY(analyse(f, values, error));
    (void)fill(f, values);
  }
  const double start = gb_timer_now();
  dgstrf(&f->options, &f->ordered, sp_ienv(2), sp_ienv(1), f->order.tree, NULL, 0, f->order.columns,
         f->order.rows, &f->L, &f->U, &f->shared, &f->statistics, &info);
  f->factored = info <= size;
  f->options.Fact = info == 0 ? SamePattern_SameRowPerm : DOFACT;
  gb_timer_add(base->timers, GB_PHASE_FACTORISATION, start);
  if (info > size)
    return gb_fail(error, GB_FILE, "not enough memory for the factorisation of %d unknowns", size);
  return info > 0 || is_singular(f) ? gb_linear_singular(size, error) : GB_OK;
}

static int reserve(gb_linear *base, int count, gb_error *error) {
  (void)base, (void)count, (void)error;
  return GB_OK;
}

static int solve(gb_linear *base, int count, double x[], gb_error *error) {
  sparse_factor *f = (sparse_factor *)base;
  const double start = gb_timer_now();
  const int size = base->pattern->size;
  SuperMatrix sides;
  int info = 0;
  for (int c = 0; c < count; c++)
    for (int i = 0; i < size; i++) x[(size_t)c * (size_t)size + (size_t)i] *= f->scale[i];
  dCreate_Dense_Matrix(&sides, size, count, x, size, SLU_DN, SLU_D, SLU_GE);
  dgstrs(NOTRANS, &f->L, &f->U, f->order.columns, f->order.rows, &sides, &f->statistics, &info);
  Destroy_SuperMatrix_Store(&sides);
  for (int c = 0; c < count; c++)
    for (int i = 0; i < size; i++) x[(size_t)c * (size_t)size + (size_t)i] *= f->scale[i];
  gb_timer_add(base->timers, GB_PHASE_SOLVE, start);
  return info == 0 ? GB_OK : gb_linear_singular(size, error);
}

/// Entries of both factors.
static double entries_of(const sparse_factor *f) {
  if (!f->factored) return 0;
  return (double)((SCformat *)f->L.Store)->nnz + (double)((NCformat *)f->U.Store)->nnz;
}

/// About a nanosecond for an entry and an operation, of which a column has as many as the square of
/// its entries.
static void work(const gb_linear *base, double *factorise, double *solves) {
  const double entries = entries_of((const sparse_factor *)base), size = base->pattern->size;
  *solves = 1e-9 * (entries + size);
  *factorise = 1e-9 * entries * entries / fmax(size, 1) + *solves;
}

static double bytes(const gb_linear *base) {
  return entries_of((const sparse_factor *)base) * (sizeof(int) + sizeof(double));
}

const gb_linear_operations gb_linear_sparse = {.size = sizeof(sparse_factor),
                                               .create = create,
                                               .destroy = destroy,
                                               .reserve = reserve,
                                               .factor = factor,
                                               .solve = solve,
                                               .work = work,
                                               .bytes = bytes};
