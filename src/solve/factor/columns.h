/// Sparse matrix in compressed columns, summed from the entries of all ranks and identical on each.
/// Rows and columns are in the order of the pattern's elimination, which does not depend on the
/// number of ranks.
#ifndef GB_SOLVE_FACTOR_COLUMNS_H
#define GB_SOLVE_FACTOR_COLUMNS_H

#include "solve/factor/linear.h"

/// Places of the entries of a pattern in compressed columns, shared by all its factors.
typedef struct gb_columns {
  int size;
  int most;      ///< number of entries of the pattern
  int *position; ///< column of each unknown, [size]
  int *slot;     ///< index in `sum` of each entry of this rank, [entries]
  int *mirror;   ///< index of the transposed entry, -1: none; [entries], NULL: the pattern is whole
  int *every, *place; ///< first entry of each column, [size + 1], and row of each entry, [most]
} gb_columns;

/// A sparse matrix in compressed columns.
typedef struct gb_column_matrix {
  const gb_columns *of;
  gb_scalar *sum;   ///< value of each entry, [most]
  int *start, *row; ///< columns of the nonzero scaled entries
  gb_scalar *value;
  double *scale, *largest; ///< scales and largest entries of rows and columns, [size]
} gb_column_matrix;

/// Find the indices of the entries of linear->pattern in columns. Collective. errors: GB_TOO_LARGE,
/// GB_FILE
int gb_columns_place(const gb_linear *linear, gb_arena *memory, gb_columns *out, gb_error *error);
/// Allocate a matrix with these columns, which are borrowed. Local. errors: GB_FILE
int gb_columns_take(const gb_columns *columns, gb_arena *memory, gb_column_matrix *out,
                    gb_error *error);
/// Sum the values of all ranks, [entries]. Collective.
void gb_columns_sum(const gb_linear *linear, gb_column_matrix *matrix, const gb_scalar values[]);
/// Copy the nonzero sums, scale rows and columns symmetrically until the largest entries of all are
/// similar, and drop entries at round-off.
/// @param without_units first scale the diagonal to one
/// Local. Source: Ruiz, RAL-TR-2001-034.
void gb_columns_scale(gb_column_matrix *matrix, bool without_units);

#endif
