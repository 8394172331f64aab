/// Gaussian elimination of sparse rows, one after another: which of them follow from those before,
/// and of which. Memory and time grow with the entries that there are.
#ifndef GB_MODEL_ROW_REDUCTION_H
#define GB_MODEL_ROW_REDUCTION_H

#include "base/arena.h"
#include <stdbool.h>

/// A sparse vector while it is put together.
typedef struct gb_accumulator {
  double *value; ///< [size], 0 where nothing was added
  int count;
  int *index; ///< that were added to, [count]
  bool *there;
} gb_accumulator;

void gb_accumulator_add(gb_accumulator *a, int index, double value);

typedef struct gb_sparse_vector {
  int count, *index;
  double *value;
} gb_sparse_vector;

/// A reduced row: 1 at its pivot, 0 at those of the rows before it.
typedef struct gb_reduced_row {
  gb_sparse_vector entries, shares; ///< shares: of the rows of which it is made, by their numbers
  int pivot;
} gb_reduced_row;

typedef struct gb_row_reduction {
  gb_arena *arena;           ///< borrowed
  int free;                  ///< columns that pivots may have: the first
  gb_accumulator row, blend; ///< the present one, and of which rows it is made
  int rank;
  gb_reduced_row *kept; ///< [rank]
  int *kept_at;         ///< row with its pivot in a free column, -1: none, [free]
  int waiting, *heap;   ///< kept rows by which the present one is to be reduced, the first on top
  bool *waits;          ///< [rows]
} gb_row_reduction;

/// @param rows  most rows. errors: GB_FILE
int gb_row_reduction_create(gb_arena *arena, int free, int columns, int rows,
                            gb_row_reduction **out, gb_error *error);
/// Begin the row of this number: add to `row`.
void gb_row_reduction_open(gb_row_reduction *r, int number);
/// Reduce the row by those before it, and keep it unless what is left of it in the free columns is
/// negligible beside the largest entry of its first `counted` columns as it was. What is left is in
/// `row`, and in `blend` of which rows. errors: GB_FILE
int gb_row_reduction_close(gb_row_reduction *r, int counted, double negligible, bool *redundant,
                           gb_error *error);

#endif
