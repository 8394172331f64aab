/// Gaussian elimination of sparse rows, one after another, which finds the rows that depend
/// linearly on earlier ones, with the coefficients. Memory and time grow with the number of
/// entries.
#ifndef GB_MODEL_CONSTRAINTS_ROW_REDUCTION_H
#define GB_MODEL_CONSTRAINTS_ROW_REDUCTION_H

#include "base/arena.h"
#include <stdbool.h>

/// A sparse vector under construction.
typedef struct gb_accumulator {
  double *value; ///< [size], 0 for indices without entry
  int count;
  int *index; ///< indices with an entry, [count]
  bool *there;
} gb_accumulator;

/// Add a value to an entry.
void gb_accumulator_add(gb_accumulator *a, int index, double value);

/// A sparse vector with `count` entries.
typedef struct gb_sparse_vector {
  int count, *index;
  double *value;
} gb_sparse_vector;

/// A reduced row: 1 at its pivot, 0 at the pivots of earlier rows.
typedef struct gb_reduced_row {
  /// Entries of the row; coefficients of the original rows, by their numbers.
  gb_sparse_vector entries, shares;
  int pivot;
} gb_reduced_row;

/// State of a reduction.
typedef struct gb_row_reduction {
  gb_arena *arena;           ///< borrowed
  int free;                  ///< number of columns that may contain pivots; they are the first ones
  gb_accumulator row, blend; ///< current row, and its coefficients of the original rows
  int rank;
  gb_reduced_row *kept; ///< reduced rows, [rank]
  int *kept_at;         ///< reduced row with its pivot in a free column, -1: none, [free]
  /// Heap of the reduced rows to subtract from the current row, smallest index on top.
  int waiting, *heap;
  bool *waits; ///< whether a reduced row is in the heap, [rows]
} gb_row_reduction;

/// Create an empty reduction. @param rows largest number of rows. errors: GB_FILE
int gb_row_reduction_create(gb_arena *arena, int free, int columns, int rows,
                            gb_row_reduction **out, gb_error *error);
/// Begin the row of this number. The caller then adds its entries to `row`.
void gb_row_reduction_open(gb_row_reduction *r, int number);
/// Reduce the row by earlier ones. Keep it unless its remainder in the free columns is negligible
/// relative to the largest entry of its first `counted` columns before the reduction. `row`
/// contains the remainder and `blend` the coefficients of the original rows. errors: GB_FILE
int gb_row_reduction_close(gb_row_reduction *r, int counted, double negligible, bool *redundant,
                           gb_error *error);

#endif
