/// Sparse LU on one rank for systems of which a call of MUMPS costs more than its arithmetic.
/// Entries that are zero by chance of an element's layout are left out, columns are in an order of
/// least degree, each is eliminated with its own row where that is large enough, and later factors
/// keep rows and pattern as long as their pivots stay large enough. Sources: Gilbert & Peierls,
/// SIAM J. Sci. Stat. Comput. 9, 1988; Davis, Direct Methods for Sparse Linear Systems, chapter 6.
#include "solve/linear.h"

#include <float.h>
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/// A pivot may be smaller than the largest candidate by these: where it is chosen, and where it is
/// kept.
static const double CHOSEN = 0.1, KEPT = 1e-3;

enum { BITS = 64 };

/// Columns one after another; those of a factor grow while pivots are chosen.
typedef struct columns {
  int *start; ///< [size + 1]
  int *row;
  gb_scalar *value;
  size_t capacity;
} columns;

typedef struct sparse_factor {
  gb_linear base; ///< first: a pointer to it is one to the whole
  columns A, L, U;
  int *place[2];      ///< of each entry of the pattern in A, and of its mirror image, [entries]
  int *unknown;       ///< that is eliminated in a step, [size]
  int *pivot, *step;  ///< row of each step, and step of each row (-1: none yet), [size]
  int *stack, *next;  ///< of the search, [size]
  int *mark;          ///< step that met a row last, [size]
  gb_scalar *x;       ///< a column, zero between its uses, [size]
  gb_scalar *solved;  ///< by steps, [size]
  gb_scalar *inverse; ///< of the pivots, [size]
  double *scale;      ///< of rows and columns, [size]
  bool analysed;
} sparse_factor;

static int reserve_entries(columns *c, size_t count, gb_error *error) {
  if (count <= c->capacity) return GB_OK;
  const size_t capacity = 2 * count;
  int *row = realloc(c->row, capacity * sizeof *row);
  if (row) c->row = row;
  gb_scalar *value = realloc(c->value, capacity * sizeof *value);
  if (value) c->value = value;
  if (!row || !value) return gb_fail(error, GB_FILE, "out of memory (%zu entries)", capacity);
  c->capacity = capacity;
  return GB_OK;
}

static int allocate(sparse_factor *f, gb_error *error) {
  gb_arena *memory = &f->base.memory;
  const size_t size = (size_t)f->base.pattern->size, entries = (size_t)f->base.pattern->entries;
  int **const integers[] = {&f->unknown, &f->pivot, &f->step, &f->stack, &f->next, &f->mark};
  columns *const matrix[] = {&f->A, &f->L, &f->U};
  for (size_t i = 0; i < sizeof integers / sizeof *integers; i++)
    GB_TRY(GB_TAKE(memory, *integers[i], size, error));
  for (int i = 0; i < 3; i++) GB_TRY(GB_TAKE(memory, matrix[i]->start, size + 1, error));
  for (int i = 0; i < 2; i++) GB_TRY(GB_TAKE(memory, f->place[i], entries, error));
  GB_TRY(GB_TAKE(memory, f->x, size, error));
  GB_TRY(GB_TAKE(memory, f->inverse, size, error));
  GB_TRY(GB_TAKE(memory, f->scale, size, error));
  return reserve_entries(&f->A, 2 * entries + 1, error);
}

/// Where an entry of the pattern (side 0) or its mirror image (side 1) is in A.
static int row_of(const gb_linear_pattern *p, int64_t entry, int side) {
  return (side ? p->column : p->row)[entry] - 1;
}

/// Entries that are not zero now or have been, 2 times their number plus their side, by columns.
static void list_by_columns(sparse_factor *f, const gb_scalar values[], int first[], int entry[]) {
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
static int find_places(sparse_factor *f, const gb_scalar values[], gb_error *error) {
  const gb_linear_pattern *p = f->base.pattern;
  int *first, *entry, count = 0;
  GB_SCRATCH(scratch);
  GB_TRY(GB_TAKE(&scratch, first, (size_t)p->size + 2, error));
  GB_TRY(GB_TAKE(&scratch, entry, 2 * (size_t)p->entries, error));
  list_by_columns(f, values, first, entry);
  for (int i = 0; i < p->size; i++) f->mark[i] = -1;
  for (int j = 0; j < p->size; j++) {
    for (int k = first[j]; k < first[j + 1]; k++) {
      const int side = entry[k] % 2, row = row_of(p, entry[k] / 2, side);
      if (f->mark[row] != j) {
        f->mark[row] = j;
        f->next[row] = count;
        f->A.row[count++] = row;
      }
      f->place[side][entry[k] / 2] = f->next[row];
    }
    f->A.start[j + 1] = count;
  }
  return GB_OK;
}

static int count_bits(int words, const uint64_t set[]) {
  int count = 0;
  for (int w = 0; w < words; w++) count += __builtin_popcountll(set[w]);
  return count;
}

static bool has_bit(const uint64_t set[], int i) {
  return set[i / BITS] >> i % BITS & 1;
}

/// The order of least degree in the graph of A, a set of neighbours for each unknown.
static int order(sparse_factor *f, gb_error *error) {
  const int size = f->base.pattern->size, words = size / BITS + 1;
  uint64_t *graph;
  int *degree = f->next;
  GB_SCRATCH(scratch);
  GB_TRY(GB_TAKE(&scratch, graph, (size_t)size * (size_t)words, error));
  for (int j = 0; j < size; j++) {
    uint64_t *set = graph + (size_t)j * (size_t)words;
    for (int e = f->A.start[j]; e < f->A.start[j + 1]; e++)
      set[f->A.row[e] / BITS] |= (uint64_t)1 << f->A.row[e] % BITS;
    degree[j] = count_bits(words, set);
  }
  for (int k = 0; k < size; k++) {
    int least = -1;
    for (int i = 0; i < size; i++)
      if (degree[i] >= 0 && (least < 0 || degree[i] < degree[least])) least = i;
    const uint64_t *set = graph + (size_t)least * (size_t)words;
    f->unknown[k] = least;
    degree[least] = -1;
    for (int i = 0; i < size; i++) {
      if (degree[i] < 0 || !has_bit(set, i)) continue;
      uint64_t *own = graph + (size_t)i * (size_t)words;
      for (int w = 0; w < words; w++) own[w] |= set[w];
      own[least / BITS] &= ~((uint64_t)1 << least % BITS);
      degree[i] = count_bits(words, own);
    }
  }
  return GB_OK;
}

/// The pattern of A, and an order for it.
static int analyse(sparse_factor *f, const gb_scalar values[], gb_error *error) {
  const double start = gb_timer_now();
  f->analysed = false;
  GB_TRY(find_places(f, values, error));
  const int status = order(f, error);
  gb_timer_add(f->base.timers, GB_PHASE_ANALYSIS, start);
  return status;
}

static int create(gb_linear *base, gb_error *error) {
  sparse_factor *f = (sparse_factor *)base;
  GB_TRY(allocate(f, error));
  for (int64_t e = 0; e < base->pattern->entries; e++) f->place[0][e] = -1;
  return GB_OK;
}

static void destroy(gb_linear *base) {
  sparse_factor *f = (sparse_factor *)base;
  columns *const matrix[] = {&f->A, &f->L, &f->U};
  for (int i = 0; i < 3; i++) {
    free(matrix[i]->row);
    free(matrix[i]->value);
  }
}

/// A with its rows and columns scaled so that no entry of `values` exceeds 1. @return whether all
/// that is not zero has a place
static bool fill(sparse_factor *f, const gb_scalar values[]) {
  const gb_linear_pattern *p = f->base.pattern;
  memset(f->scale, 0, (size_t)p->size * sizeof *f->scale);
  memset(f->A.value, 0, (size_t)f->A.start[p->size] * sizeof *f->A.value);
  for (int64_t e = 0; e < p->entries; e++) {
    if (f->place[0][e] < 0 && values[e] != 0) return false;
    if (f->place[0][e] < 0) continue;
    f->A.value[f->place[0][e]] += values[e];
    if (f->place[1][e] >= 0) f->A.value[f->place[1][e]] += values[e];
    const double size = fabs(gb_real(values[e]));
    f->scale[p->row[e] - 1] = fmax(f->scale[p->row[e] - 1], size);
    f->scale[p->column[e] - 1] = fmax(f->scale[p->column[e] - 1], size);
  }
  for (int i = 0; i < p->size; i++) f->scale[i] = f->scale[i] > 0 ? 1 / sqrt(f->scale[i]) : 1;
  for (int j = 0; j < p->size; j++)
    for (int e = f->A.start[j]; e < f->A.start[j + 1]; e++)
      f->A.value[e] *= f->scale[j] * f->scale[f->A.row[e]];
  return true;
}

/// The rows that an eliminated row leads to, in reverse order before f->stack[top]. @return the new
/// top
static int search(sparse_factor *f, int row, int k, int top) {
  int depth = 0;
  f->stack[0] = row;
  f->mark[row] = k;
  f->next[0] = f->L.start[f->step[row]];
  while (depth >= 0) {
    const int step = f->step[f->stack[depth]];
    int e = f->next[depth], child = -1;
    for (; e < f->L.start[step + 1] && child < 0; e++)
      if (f->mark[f->L.row[e]] != k) {
        f->mark[f->L.row[e]] = k;
        if (f->step[f->L.row[e]] >= 0)
          child = f->L.row[e];
        else
          f->L.row[f->L.start[k + 1]++] = f->L.row[e];
      }
    f->next[depth] = e;
    if (child < 0) {
      f->stack[--top] = f->stack[depth--]; // the search never holds more than is left below top
      continue;
    }
    f->stack[++depth] = child;
    f->next[depth] = f->L.start[f->step[child]];
  }
  return top;
}

/// The pattern of column k: of U in the order of elimination, and of L.
static int find_pattern(sparse_factor *f, int k, gb_error *error) {
  const int size = f->base.pattern->size, column = f->unknown[k];
  int top = size;
  GB_TRY(reserve_entries(&f->L, (size_t)f->L.start[k] + (size_t)size, error));
  GB_TRY(reserve_entries(&f->U, (size_t)f->U.start[k] + (size_t)size, error));
  f->L.start[k + 1] = f->L.start[k];
  for (int e = f->A.start[column]; e < f->A.start[column + 1]; e++) {
    const int row = f->A.row[e];
    if (f->mark[row] == k) continue;
    if (f->step[row] >= 0) {
      top = search(f, row, k, top);
      continue;
    }
    f->mark[row] = k;
    f->L.row[f->L.start[k + 1]++] = row;
  }
  f->U.start[k + 1] = f->U.start[k];
  for (; top < size; top++) f->U.row[f->U.start[k + 1]++] = f->step[f->stack[top]];
  return GB_OK;
}

/// Column k of U, and that of L with its pivot in f->x.
static void eliminate(sparse_factor *f, int k) {
  const int column = f->unknown[k];
  gb_scalar *x = f->x;
  for (int e = f->A.start[column]; e < f->A.start[column + 1]; e++) x[f->A.row[e]] += f->A.value[e];
  for (int e = f->U.start[k]; e < f->U.start[k + 1]; e++) {
    const int step = f->U.row[e];
    const gb_scalar u = x[f->pivot[step]];
    f->U.value[e] = u;
    x[f->pivot[step]] = 0;
    for (int l = f->L.start[step]; l < f->L.start[step + 1]; l++)
      x[f->L.row[l]] -= f->L.value[l] * u;
  }
}

/// The pivot of column k leaves L.
static void choose_pivot(sparse_factor *f, int k) {
  const int first = f->L.start[k], own = f->unknown[k];
  double largest = -1;
  int chosen = -1;
  for (int e = first; e < f->L.start[k + 1]; e++) {
    const double size = fabs(gb_real(f->x[f->L.row[e]]));
    if (size > largest) chosen = e;
    largest = fmax(largest, size);
  }
  for (int e = first; e < f->L.start[k + 1]; e++)
    if (f->L.row[e] == own && fabs(gb_real(f->x[own])) >= CHOSEN * largest) chosen = e;
  f->pivot[k] = chosen < 0 ? -1 : f->L.row[chosen];
  if (chosen < 0) return;
  f->L.row[chosen] = f->L.row[--f->L.start[k + 1]];
  f->step[f->pivot[k]] = k;
}

/// Column k of L from f->x, which becomes zero. @return whether its pivot is that part of the
/// largest entry, and no round-off
static bool divide(sparse_factor *f, int k, double part) {
  const int row = f->pivot[k];
  const double size = fabs(gb_real(f->x[row]));
  double largest = size;
  f->inverse[k] = 1 / f->x[row];
  f->x[row] = 0;
  for (int e = f->L.start[k]; e < f->L.start[k + 1]; e++) {
    gb_scalar *entry = &f->x[f->L.row[e]];
    largest = fmax(largest, fabs(gb_real(*entry)));
    f->L.value[e] = *entry * f->inverse[k];
    *entry = 0;
  }
  return size >= part * largest && size > f->base.pattern->size * DBL_EPSILON;
}

/// With the rows and the pattern of the last factor. @return whether they still serve
static bool factor_again(sparse_factor *f) {
  for (int k = 0; k < f->base.pattern->size; k++) {
    eliminate(f, k);
    if (!divide(f, k, KEPT)) return false;
  }
  return true;
}

static int factor_anew(sparse_factor *f, gb_error *error) {
  const int size = f->base.pattern->size;
  f->analysed = false;
  for (int i = 0; i < size; i++) f->step[i] = f->mark[i] = -1;
  for (int k = 0; k < size; k++) {
    GB_TRY(find_pattern(f, k, error));
    eliminate(f, k);
    choose_pivot(f, k);
    if (f->pivot[k] < 0 || !divide(f, k, 0)) {
      memset(f->x, 0, (size_t)size * sizeof *f->x);
      return gb_linear_singular(size, error);
    }
  }
  f->analysed = true;
  return GB_OK;
}

static int factor(gb_linear *base, gb_scalar values[], gb_error *error) {
  sparse_factor *f = (sparse_factor *)base;
  if (!fill(f, values)) {
    GB_TRY(analyse(f, values, error));
    (void)fill(f, values);
  }
  const double start = gb_timer_now();
  const int status = f->analysed && factor_again(f) ? GB_OK : factor_anew(f, error);
  gb_timer_add(base->timers, GB_PHASE_FACTORISATION, start);
  return status;
}

static int reserve(gb_linear *base, int count, gb_error *error) {
  sparse_factor *f = (sparse_factor *)base;
  (void)count;
  return GB_TAKE(&base->buffers, f->solved, (size_t)base->pattern->size, error);
}

/// b <- A^-1 b.
static void substitute(sparse_factor *f, gb_scalar b[]) {
  const int size = f->base.pattern->size;
  gb_scalar *z = f->solved;
  for (int i = 0; i < size; i++) b[i] *= f->scale[i];
  for (int k = 0; k < size; k++) {
    const gb_scalar y = z[k] = b[f->pivot[k]];
    for (int e = f->L.start[k]; e < f->L.start[k + 1]; e++) b[f->L.row[e]] -= f->L.value[e] * y;
  }
  for (int k = size - 1; k >= 0; k--) {
    const gb_scalar y = z[k] *= f->inverse[k];
    for (int e = f->U.start[k]; e < f->U.start[k + 1]; e++) z[f->U.row[e]] -= f->U.value[e] * y;
  }
  for (int k = 0; k < size; k++) b[f->unknown[k]] = f->scale[f->unknown[k]] * z[k];
}

static int solve(gb_linear *base, int count, gb_scalar x[], gb_error *error) {
  const double start = gb_timer_now();
  (void)error;
  for (int c = 0; c < count; c++)
    substitute((sparse_factor *)base, x + (size_t)c * (size_t)base->pattern->size);
  gb_timer_add(base->timers, GB_PHASE_SOLVE, start);
  return GB_OK;
}

/// About a nanosecond for an entry and an operation.
static void work(const gb_linear *base, double *factorise, double *solves) {
  const sparse_factor *f = (const sparse_factor *)base;
  const int size = base->pattern->size;
  double operations = 0;
  for (int e = 0; f->analysed && e < f->U.start[size]; e++)
    operations += f->L.start[f->U.row[e] + 1] - f->L.start[f->U.row[e]];
  *solves = 1e-9 * (f->L.start[size] + f->U.start[size] + size);
  *factorise = 1e-9 * operations + *solves;
}

static double bytes(const gb_linear *base) {
  const sparse_factor *f = (const sparse_factor *)base;
  return (double)(f->L.capacity + f->U.capacity) * (sizeof(int) + sizeof(gb_scalar));
}

const gb_linear_operations gb_linear_sparse = {.size = sizeof(sparse_factor),
                                               .create = create,
                                               .destroy = destroy,
                                               .reserve = reserve,
                                               .factor = factor,
                                               .solve = solve,
                                               .work = work,
                                               .bytes = bytes};
