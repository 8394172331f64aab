/// Small symmetric matrices, stored as their upper triangles row by row.
#ifndef GB_BASE_SYMMETRIC_H
#define GB_BASE_SYMMETRIC_H

enum { GB_SYMMETRIC_ROWS = 12 }; ///< most rows of a matrix that is factored

/// @return the index of entry (row, column) of a matrix of n rows among the numbers of its triangle
static inline int gb_symmetric_entry(int n, int row, int column) {
  const int low = row < column ? row : column, high = row < column ? column : row;
  return low * n - low * (low - 1) / 2 + high - low;
}

/// Find the rows of the triangular factor of a matrix of n rows, at most GB_SYMMETRIC_ROWS. Each is
/// a motion that a stiffness resists or a mass has inertia in. Numbers of displacements and
/// rotations have different units, so each pivot is compared with its own diagonal entry. Local.
/// @param row  [n][n] (overwrites)
/// @return the number of rows
int gb_symmetric_factor(int n, const double triangle[], double row[]);

#endif
