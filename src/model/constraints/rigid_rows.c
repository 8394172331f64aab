/// Rows by rigid motions.
#include "model/constraints/rigid_rows.h"

#include <math.h>
#include <string.h>

void gb_rigid_columns(const double arm[3], bool moves, double size,
                      double column[3][GB_RIGID_MOTIONS]) {
  memset(column, 0, 3 * sizeof column[0]);
  for (int i = 0; i < 3; i++) {
    const int j = (i + 1) % 3, k = (i + 2) % 3;
    column[i][i] = moves;
    // component i of w x arm is w_j arm_k - w_k arm_j
    column[i][3 + j] = arm[k] / size;
    column[i][3 + k] = -arm[j] / size;
  }
}

void gb_rigid_node_columns(const gb_topology *t, int32_t node, unsigned field,
                           const double center[3], double size,
                           double column[3][GB_RIGID_MOTIONS]) {
  const bool moves = field == GB_POSITION;
  double arm[3];
  if (moves)
    for (int i = 0; i < 3; i++) arm[i] = gb_topology_position(t, node)[i] - center[i];
  else
    memcpy(arm, gb_topology_reference(t, node, field), sizeof arm);
  gb_rigid_columns(arm, moves, size, column);
}

void gb_rigid_equation_part(const gb_topology *t, const gb_equation_part *part,
                            const double center[3], double size, double row[GB_RIGID_MOTIONS]) {
  double column[3][GB_RIGID_MOTIONS];
  gb_rigid_node_columns(t, part->node, part->field, center, size, column);
  for (int m = 0; m < GB_RIGID_MOTIONS; m++) row[m] = part->weight * column[part->axis][m];
}

int gb_rigid_free_motions(int n, double a[], bool used[], double motion[]) {
  double largest = 0;
  int rank = 0;
  memset(used, 0, (size_t)n * sizeof *used);
  for (int i = 0; i < n; i++) largest = fmax(largest, a[(n + 1) * i]);
  for (; rank < n; rank++) {
    int pivot = -1;
    for (int i = 0; i < n; i++)
      if (!used[i] && (pivot < 0 || a[(n + 1) * i] > a[(n + 1) * pivot])) pivot = i;
    if (a[(n + 1) * pivot] <= 1e-12 * largest) break;
    used[pivot] = true;
    for (int j = n - 1; j >= 0; j--)
      if (j != pivot) a[n * pivot + j] /= a[(n + 1) * pivot];
    for (int i = 0; i < n; i++)
      for (int j = 0; i != pivot && j < n; j++)
        if (j != pivot) a[n * i + j] -= a[n * i + pivot] * a[n * pivot + j];
  }
  int open = 0;
  while (open < n && used[open]) open++;
  for (int i = 0; open < n && i < n; i++)
    motion[i] = i == open ? 1 : used[i] ? -a[n * i + open] : 0;
  return n - rank;
}
