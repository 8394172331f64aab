/// Sparse LU factor by KLU for models with few entries per row: bodies, beams and joints. Every
/// rank stores and factors the whole matrix, scaled like a dense one. Blocks of frames and
/// constraints contain many zeros, which each factorisation leaves out. The elimination order is
/// found once, for the pattern of all entries. Each factorisation chooses its own pivots, so a
/// factor does not depend on earlier ones.
/// Source: Davis & Palamadai Natarajan, Algorithm 907: KLU, ACM Transactions on Mathematical
/// Software 37, 2010.
#include "solve/factor/columns.h"
#include "solve/factor/replicated.h"

#include <float.h>
#include <stdlib.h>
#include <suitesparse/klu.h>

#ifdef GB_COMPLEX
#define call_factor klu_z_factor
#define call_free   klu_z_free_numeric
#define call_solve  klu_z_solve
#define call_transpose(symbolic, numeric, size, count, x, common)                                  \
  klu_z_tsolve(symbolic, numeric, size, count, x, 0, common)
#define call_flops klu_z_flops
#else
#define call_factor    klu_factor
#define call_free      klu_free_numeric
#define call_solve     klu_solve
#define call_transpose klu_tsolve
#define call_flops     klu_flops
#endif

/// A diagonal entry is used as pivot if it is at least this share of the largest entry in its
/// column.
static const double LEAST_PIVOT = 0.01;

/// The symmetric part, whose negative eigenvalues a factor counts. The analysis of its pattern
/// serves as long as the entries stay in place.
typedef struct symmetric_part {
  gb_linear *factor; ///< NULL: the pattern is not analysed
  gb_linear_pattern pattern;
  gb_arena memory;
} symmetric_part;

struct gb_linear_layout {
  gb_arena memory;
  gb_columns columns;
  klu_symbolic *symbolic;
  klu_common common;       ///< settings of the analysis
  symmetric_part *counted; ///< of the last factor that counted; NULL: none did, on this rank
};

typedef struct sparse_factor {
  gb_linear base; ///< first member: a pointer to it is a pointer to the factor
  gb_replicated *right;
  gb_column_matrix matrix;
  gb_scalar *permuted; ///< right-hand sides in the order of the columns, [capacity][size]
  klu_common common;
  gb_linear_layout *layout; ///< owned if the pattern does not store one
  klu_numeric *numeric;
} sparse_factor;

static int explain(const klu_common *common, int size, gb_error *error) {
  if (common->status == KLU_SINGULAR) return gb_linear_singular(size, error);
  return gb_fail(error, GB_OUT_OF_MEMORY,
                 "not enough memory for the factorisation of %d unknowns (KLU %d)", size,
                 common->status);
}

static void forget_pattern(symmetric_part *part) {
  if (!part) return;
  gb_linear_destroy(&part->factor);
  gb_arena_free(&part->memory);
}

void gb_linear_layout_destroy(gb_linear_layout **layout) {
  if (!*layout) return;
  forget_pattern((*layout)->counted);
  if ((*layout)->symbolic) klu_free_symbolic(&(*layout)->symbolic, &(*layout)->common);
  gb_arena_free(&(*layout)->memory);
  free(*layout);
  *layout = NULL;
}

static void set_defaults(klu_common *common) {
  klu_defaults(common);
  common->tol = LEAST_PIVOT;
  common->scale = -1; // the matrix is already scaled
  common->btf = 0;
}

/// Find the indices of all entries and an elimination order for them. The nonzero entries at one
/// state would have less fill-in but would need another order at the next state.
static int make_layout(const gb_linear *base, gb_linear_layout *layout, gb_error *error) {
  const gb_columns *columns = &layout->columns;
  set_defaults(&layout->common);
  GB_TRY(gb_columns_place(base, &layout->memory, &layout->columns, error));
  layout->symbolic = klu_analyze(columns->size, columns->every, columns->place, &layout->common);
  const int status = layout->symbolic ? GB_OK : explain(&layout->common, columns->size, error);
  return gb_agree(base->comm, status, error);
}

static int create(gb_linear *base, gb_error *error) {
  sparse_factor *linear = (sparse_factor *)base;
  gb_linear_layout **layout = base->pattern->layout ? base->pattern->layout : &linear->layout;
  const double start = gb_timer_now();
  set_defaults(&linear->common);
  GB_TRY(gb_replicated_create(base, &linear->right, error));
  if (!*layout) {
    GB_TRY(gb_agree(base->comm, GB_ALLOCATE(*layout, 1, error), error));
    GB_TRY(make_layout(base, *layout, error));
  }
  linear->layout = *layout;
  const int status =
      gb_columns_take(&linear->layout->columns, &base->memory, &linear->matrix, error);
  gb_timer_add(base->timers, GB_PHASE_ANALYSIS, start);
  return gb_agree(base->comm, status, error);
}

static void destroy(gb_linear *base) {
  sparse_factor *linear = (sparse_factor *)base;
  if (linear->numeric) call_free(&linear->numeric, &linear->common);
  if (!base->pattern->layout) gb_linear_layout_destroy(&linear->layout);
}

/// Whether a pivot is round-off, with the limit of a dense factor.
static bool is_singular(const sparse_factor *linear) {
  const int size = linear->base.pattern->size;
  const gb_scalar *pivot = linear->numeric->Udiag;
  const double least = fmin(size, GB_DENSE_UNKNOWNS) * DBL_EPSILON;
  for (int i = 0; i < size; i++)
    if (!(fabs(gb_real(pivot[i])) > least)) return true;
  return false;
}

/// Scale and factor the summed entries.
static int factor_scaled(sparse_factor *linear, bool without_units, gb_error *error) {
  gb_column_matrix *matrix = &linear->matrix;
  gb_columns_scale(matrix, without_units);
  if (linear->numeric) call_free(&linear->numeric, &linear->common);
  linear->numeric = call_factor(matrix->start, matrix->row, (double *)matrix->value,
                                linear->layout->symbolic, &linear->common);
  if (!linear->numeric || linear->common.status != KLU_OK)
    return explain(&linear->common, linear->base.pattern->size, error);
  return is_singular(linear) ? gb_linear_singular(linear->base.pattern->size, error) : GB_OK;
}

/// Factor the matrix. If it seems singular, scale it by its diagonal first and try again, see
/// lapack.c.
static int factor(gb_linear *base, gb_scalar values[], gb_error *error) {
  sparse_factor *linear = (sparse_factor *)base;
  const double start = gb_timer_now();
  gb_error first = {0};
  gb_columns_sum(base, &linear->matrix, values);
  int status = factor_scaled(linear, false, &first);
  if (status == GB_SINGULAR)
    status = factor_scaled(linear, true, error);
  else if (status != GB_OK)
    *error = first;
  if (status == GB_OK) call_flops(linear->layout->symbolic, linear->numeric, &linear->common);
  gb_timer_add(base->timers, GB_PHASE_FACTORISATION, start);
  return gb_agree(base->comm, status, error);
}

static int reserve(gb_linear *base, int count, gb_error *error) {
  sparse_factor *linear = (sparse_factor *)base;
  const size_t entries = (size_t)count * (size_t)base->pattern->size;
  GB_TRY(gb_replicated_reserve(base, linear->right, count, error));
  return GB_TAKE(&base->buffers, linear->permuted, entries, error);
}

static int solve(gb_linear *base, bool transpose, int count, gb_scalar x[], gb_error *error) {
  sparse_factor *linear = (sparse_factor *)base;
  const int size = base->pattern->size, owned = base->pattern->owned;
  const int *position = linear->layout->columns.position, *mine = position + base->pattern->first;
  const double *scale = linear->matrix.scale;
  const double start = gb_timer_now();
  gb_scalar *permuted = linear->permuted;
  gb_replicated_gather(base, linear->right, count, x);
  for (int c = 0; c < count; c++)
    for (int i = 0; i < size; i++)
      permuted[(size_t)c * size + position[i]] =
          scale[position[i]] * linear->right->whole[(size_t)c * size + i];
  klu_symbolic *symbolic = linear->layout->symbolic;
  const int done = transpose ? call_transpose(symbolic, linear->numeric, size, count,
                                              (double *)permuted, &linear->common)
                             : call_solve(symbolic, linear->numeric, size, count,
                                          (double *)permuted, &linear->common);
  for (int c = 0; c < count; c++)
    for (int i = 0; i < owned; i++)
      x[(size_t)c * owned + i] = scale[mine[i]] * permuted[(size_t)c * size + mine[i]];
  gb_timer_add(base->timers, GB_PHASE_SOLVE, start);
  return done ? GB_OK : explain(&linear->common, size, error);
}

/// List the entries of the symmetric part but for their values. Pivots are in KLU's order.
static int list_entries(const sparse_factor *linear, gb_arena *memory, gb_linear_pattern *pattern,
                        gb_error *error) {
  const size_t size = (size_t)linear->base.pattern->size;
  const int entries = linear->matrix.start[size];
  int32_t *order = NULL;
  *pattern = (gb_linear_pattern){
      .size = (int32_t)size, .owned = (int32_t)size, .entries = entries, .counts = true};
  GB_TRY(GB_TAKE(memory, pattern->row, (size_t)entries, error));
  GB_TRY(GB_TAKE(memory, pattern->column, (size_t)entries, error));
  GB_TRY(GB_TAKE(memory, order, size, error));
  for (int j = 0; j < (int)size; j++) {
    order[linear->layout->symbolic->Q[j]] = j;
    for (int k = linear->matrix.start[j]; k < linear->matrix.start[j + 1]; k++) {
      pattern->row[k] = linear->matrix.row[k] + 1;
      pattern->column[k] = j + 1;
    }
  }
  pattern->pivot_order = order;
  return GB_OK;
}

/// Whether the entries have the places of those that were counted last.
static bool is_counted(const sparse_factor *linear) {
  const symmetric_part *part = linear->layout->counted;
  const gb_linear_pattern *last = &part->pattern;
  const int size = linear->base.pattern->size, *start = linear->matrix.start;
  if (!part->factor || last->entries != start[size]) return false;
  for (int j = 0; j < size; j++)
    for (int k = start[j]; k < start[j + 1]; k++)
      if (last->row[k] != linear->matrix.row[k] + 1 || last->column[k] != j + 1) return false;
  return true;
}

/// Count negative eigenvalues of the symmetric part by MUMPS. Local.
static int count_negative(sparse_factor *linear, int64_t *count, gb_error *error) {
  const gb_column_matrix *matrix = &linear->matrix;
  const int size = linear->base.pattern->size;
  gb_scalar *values = NULL;
  GB_SCRATCH(scratch);
  gb_linear_layout *layout = linear->layout;
  if (!layout->counted) GB_TRY(GB_TAKE(&layout->memory, layout->counted, 1, error));
  symmetric_part *part = layout->counted;
  if (!is_counted(linear)) {
    forget_pattern(part);
    GB_TRY(list_entries(linear, &part->memory, &part->pattern, error));
    GB_TRY(gb_linear_start(&gb_linear_mumps, MPI_COMM_SELF, &part->pattern, linear->base.timers,
                           &part->factor, error));
  }
  GB_TRY(GB_TAKE(&scratch, values, (size_t)matrix->start[size], error));
  for (int j = 0; j < size; j++)
    for (int k = matrix->start[j]; k < matrix->start[j + 1]; k++)
      values[k] = gb_real(matrix->value[k]) / (matrix->row[k] == j ? 1 : 2);
  GB_TRY(gb_linear_factor(part->factor, values, error));
  return gb_linear_negative(part->factor, count, error);
}

/// All ranks have the same matrix: the first one counts.
static int negative(gb_linear *base, int64_t *count, gb_error *error) {
  int status = GB_OK;
  if (gb_linear_rank(base) == 0) status = count_negative((sparse_factor *)base, count, error);
  GB_TRY(gb_agree(base->comm, status, error));
  MPI_Bcast(count, 1, MPI_INT64_T, 0, base->comm);
  return GB_OK;
}

static double factor_entries(const sparse_factor *linear) {
  return linear->numeric ? (double)linear->numeric->lnz + linear->numeric->unz : 0;
}

/// Estimated seconds, measured by bench/mechanisms.py.
static void work(const gb_linear *base, double *factorise, double *substitute) {
  const sparse_factor *linear = (const sparse_factor *)base;
  const double entries = factor_entries(linear);
  *factorise = 1e-9 * linear->common.flops + 8e-9 * entries + 2e-9 * linear->layout->columns.most;
  *substitute = 2.5e-9 * entries;
}

static double bytes(const gb_linear *base) {
  const sparse_factor *linear = (const sparse_factor *)base;
  const double each = sizeof(gb_scalar) + sizeof(int);
  return base->ranks * each * (factor_entries(linear) + 2.0 * linear->layout->columns.most);
}

const gb_linear_operations gb_linear_sparse = {.size = sizeof(sparse_factor),
                                               .create = create,
                                               .destroy = destroy,
                                               .reserve = reserve,
                                               .factor = factor,
                                               .solve = solve,
                                               .negative = negative,
                                               .work = work,
                                               .bytes = bytes};
