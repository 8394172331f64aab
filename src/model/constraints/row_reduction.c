/// Elimination of sparse rows. The current row is stored densely, so a subtraction costs as much as
/// the reduced row has entries. The reduced rows to subtract are in a heap because each subtraction
/// can only require later ones.
#include "model/constraints/row_reduction.h"

#include <math.h>

static const double round_off = 1e-14; ///< of a reduced row, relative to its pivot
/// Coefficient of an original row below which it is not reported.
static const double no_part = 1e-6;

void gb_accumulator_add(gb_accumulator *a, int index, double value) {
  if (!a->there[index]) a->index[a->count++] = index;
  a->there[index] = true;
  a->value[index] += value;
}

static void clear(gb_accumulator *a) {
  for (int i = 0; i < a->count; i++) {
    a->value[a->index[i]] = 0;
    a->there[a->index[i]] = false;
  }
  a->count = 0;
}

static int make(gb_arena *arena, size_t size, gb_accumulator *a, gb_error *error) {
  GB_TRY(GB_TAKE(arena, a->value, size, error));
  GB_TRY(GB_TAKE(arena, a->index, size, error));
  return GB_TAKE(arena, a->there, size, error);
}

int gb_row_reduction_create(gb_arena *arena, int free, int columns, int rows,
                            gb_row_reduction **out, gb_error *error) {
  gb_row_reduction *r;
  GB_TRY(GB_TAKE(arena, r, 1, error));
  r->arena = arena;
  r->free = free;
  GB_TRY(make(arena, (size_t)columns, &r->row, error));
  GB_TRY(make(arena, (size_t)rows, &r->blend, error));
  GB_TRY(GB_TAKE(arena, r->kept, (size_t)rows, error));
  GB_TRY(GB_TAKE(arena, r->kept_at, (size_t)free, error));
  GB_TRY(GB_TAKE(arena, r->heap, (size_t)rows, error));
  GB_TRY(GB_TAKE(arena, r->waits, (size_t)rows, error));
  for (int i = 0; i < free; i++) r->kept_at[i] = -1;
  *out = r;
  return GB_OK;
}

void gb_row_reduction_open(gb_row_reduction *r, int number) {
  clear(&r->row);
  clear(&r->blend);
  gb_accumulator_add(&r->blend, number, 1);
}

/// Put the reduced row with its pivot in a column into the heap.
static void await(gb_row_reduction *r, int column) {
  const int k = column < r->free ? r->kept_at[column] : -1;
  if (k < 0 || r->waits[k]) return;
  r->waits[k] = true;
  int at = r->waiting++;
  for (int up = (at - 1) / 2; at > 0 && r->heap[up] > k; at = up, up = (at - 1) / 2)
    r->heap[at] = r->heap[up];
  r->heap[at] = k;
}

static int take_first(gb_row_reduction *r) {
  const int first = r->heap[0], last = r->heap[--r->waiting];
  int at = 0;
  for (int down = 1; down < r->waiting; down = 2 * at + 1) {
    if (down + 1 < r->waiting && r->heap[down + 1] < r->heap[down]) down++;
    if (last <= r->heap[down]) break;
    r->heap[at] = r->heap[down];
    at = down;
  }
  r->heap[at] = last;
  r->waits[first] = false;
  return first;
}

static void subtract(gb_row_reduction *r, const gb_reduced_row *other, double factor) {
  const gb_sparse_vector *entries = &other->entries, *shares = &other->shares;
  for (int i = 0; i < entries->count; i++) {
    gb_accumulator_add(&r->row, entries->index[i], -factor * entries->value[i]);
    await(r, entries->index[i]);
  }
  for (int i = 0; i < shares->count; i++)
    gb_accumulator_add(&r->blend, shares->index[i], -factor * shares->value[i]);
  r->row.value[other->pivot] = 0;
}

static void reduce(gb_row_reduction *r) {
  r->waiting = 0;
  for (int i = 0; i < r->row.count; i++) await(r, r->row.index[i]);
  while (r->waiting > 0) {
    const int k = take_first(r);
    const double factor = r->row.value[r->kept[k].pivot];
    if (factor != 0) subtract(r, &r->kept[k], factor);
  }
}

/// Find the largest entry in the first `columns` columns, with the smallest index if several are
/// equal.
static double largest(const gb_accumulator *a, int columns, int *index) {
  double found = 0;
  for (int i = 0; i < a->count; i++) {
    const double here = a->index[i] < columns ? fabs(a->value[a->index[i]]) : 0;
    if (here < found || here == 0 || (here == found && a->index[i] > *index)) continue;
    found = here;
    *index = a->index[i];
  }
  return found;
}

/// Store the entries of an accumulator that are larger than `least`, divided by the pivot.
static int store(gb_arena *arena, const gb_accumulator *a, double pivot, double least,
                 gb_sparse_vector *out, gb_error *error) {
  size_t capacity = 0;
  for (int i = 0; i < a->count; i++) capacity += fabs(a->value[a->index[i]]) > least;
  GB_TRY(GB_TAKE(arena, out->index, capacity, error));
  GB_TRY(GB_TAKE(arena, out->value, capacity, error));
  for (int i = 0; i < a->count; i++) {
    if (!(fabs(a->value[a->index[i]]) > least)) continue;
    out->index[out->count] = a->index[i];
    out->value[out->count++] = a->value[a->index[i]] / pivot;
  }
  return GB_OK;
}

int gb_row_reduction_close(gb_row_reduction *r, int counted, double negligible, bool *redundant,
                           gb_error *error) {
  int pivot = 0;
  const double before = largest(&r->row, counted, &pivot);
  reduce(r);
  const double left = largest(&r->row, r->free, &pivot);
  *redundant = left <= negligible * before;
  if (*redundant) return GB_OK;
  gb_reduced_row *kept = &r->kept[r->rank];
  const double size = r->row.value[pivot];
  kept->pivot = pivot;
  GB_TRY(store(r->arena, &r->row, size, round_off * left, &kept->entries, error));
  GB_TRY(store(r->arena, &r->blend, size, no_part, &kept->shares, error));
  r->kept_at[pivot] = r->rank++;
  return GB_OK;
}
