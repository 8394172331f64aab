/// A sparse matrix by columns, summed from the entries of all ranks and the same on each, in the
/// order of the pattern's elimination, which does not depend on the ranks.
#ifndef GB_SOLVE_COLUMNS_H
#define GB_SOLVE_COLUMNS_H

#include "solve/linear.h"

typedef struct gb_columns {
  int size;
  int most;      ///< entries of the pattern's columns
  int *position; ///< of each unknown among the columns, [size]
  int *slot;     ///< index in `sum` of each entry of this rank, [entries]
  int *mirror; ///< index of its transpose, -1: there is none; [entries], NULL: of a `whole` pattern
  int *every, *place; ///< first index of each column, [size + 1], and rows of all entries, [most]
  // The members below belong to one matrix; factors of one pattern share those above.
  gb_scalar *sum;   ///< values of all entries, [most]
  int *start, *row; ///< columns of the scaled entries that do not vanish
  gb_scalar *value;
  double *scale, *largest; ///< of rows and columns, [size]
} gb_columns;

/// The places of the entries of linear->pattern among columns, without memory for one matrix.
/// Collective. errors: GB_TOO_LARGE
int gb_columns_place(const gb_linear *linear, gb_arena *memory, gb_columns *out, gb_error *error);
/// Memory for one matrix. Local.
int gb_columns_take(gb_columns *columns, gb_arena *memory, gb_error *error);
/// Sum the values of all ranks, [entries]. Collective.
void gb_columns_sum(const gb_linear *linear, gb_columns *columns, const gb_scalar values[]);
/// Copy the sums that are not zero, scale rows and columns by the same factors until the largest
/// entries of all are alike, and leave out entries that are round-off beside these.
/// @param without_units scale to ones on the diagonal first
/// Local. Source: Ruiz, RAL-TR-2001-034.
void gb_columns_scale(gb_columns *columns, bool without_units);

#endif
