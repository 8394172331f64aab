/// Small symmetric matrices.
#include "base/symmetric.h"

#include <math.h>

int gb_symmetric_factor(int n, const double triangle[], double row[]) {
  double left[GB_SYMMETRIC_ROWS][GB_SYMMETRIC_ROWS], own[GB_SYMMETRIC_ROWS];
  int count = 0;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) left[i][j] = triangle[gb_symmetric_entry(n, i, j)];
  for (int k = 0; k < n; k++) own[k] = fabs(left[k][k]);
  for (int k = 0; k < n; k++) {
    const double pivot = left[k][k];
    if (fabs(pivot) <= 1e-14 * own[k]) continue;
    for (int i = 0; i < n; i++) row[n * count + i] = i < k ? 0 : left[k][i] / sqrt(fabs(pivot));
    count++;
    for (int i = k + 1; i < n; i++)
      for (int j = n - 1; j > k; j--) left[i][j] -= left[k][i] * left[k][j] / pivot;
  }
  return count;
}
