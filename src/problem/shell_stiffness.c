/// Stiffnesses of shells that are given as numbers.
#include "problem/shell_stiffness.h"

enum { ROWS = 6 };

/// Eliminate the rows of a symmetric matrix one after the other (overwrites it). @return the first
/// row without a positive pivot, or `rows`
static int eliminate(int rows, double K[ROWS][ROWS]) {
  for (int i = 0; i < rows; i++) {
    if (!(K[i][i] > 0)) return i;
    for (int j = i + 1; j < rows; j++)
      for (int k = i + 1; k < rows; k++) K[j][k] -= K[j][i] * K[i][k] / K[i][i];
  }
  return rows;
}

const char *gb_shell_indefinite(const gb_section_entry *section) {
  static const int entry[3][3] = {{0, 1, 2}, {1, 3, 4}, {2, 4, 5}};
  const double *A = section->stiffness + GB_SHELL_A, *B = section->stiffness + GB_SHELL_B,
               *D = section->stiffness + GB_SHELL_D, *S = section->stiffness + GB_SHELL_SHEAR;
  double K[ROWS][ROWS], shear[ROWS][ROWS] = {{S[0], S[1]}, {S[1], S[2]}};
  bool coupled = false;
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++) {
      K[i][j] = A[entry[i][j]];
      K[i][3 + j] = K[3 + i][j] = B[entry[i][j]];
      K[3 + i][3 + j] = D[entry[i][j]];
      coupled = coupled || B[entry[i][j]] != 0;
    }
  const int row = eliminate(ROWS, K);
  if (row < ROWS) return row < 3 ? "A" : coupled ? "B" : "D";
  return eliminate(2, shear) < 2 ? "shear" : NULL;
}
