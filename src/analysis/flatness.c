/// Directors that stand across one coordinate plane, and entries between membrane and bending.
#include "analysis/flatness.h"

enum { AXES = 3, BLOCK = GB_NODE_VALUES * GB_NODE_VALUES };
/// Sine of the angle to a coordinate axis up to which a director is along it.
static const double STRAIGHT = 1e-6;

int gb_flatness_across(const gb_model *model) {
  int possible[AXES] = {1, 1, 1};
  if (model->total_multipliers > 0) return -1;
  for (int32_t i = 0; i < model->nodes; i++) {
    const double *d = model->director[i];
    if (model->node_id[i] >= model->first_point_id) continue;
    for (int k = 0; k < AXES; k++)
      if (fabs(d[(k + 1) % AXES]) > STRAIGHT || fabs(d[(k + 2) % AXES]) > STRAIGHT) possible[k] = 0;
  }
  MPI_Allreduce(MPI_IN_PLACE, possible, AXES, MPI_INT, MPI_MIN, model->comm);
  for (int k = 0; k < AXES; k++)
    if (possible[k]) return k;
  return -1;
}

static bool is_membrane(int across, int value) {
  return value < AXES && value != across;
}

bool gb_flatness_parts(int across, int r, int c) {
  return is_membrane(across, r) != is_membrane(across, c);
}

/// The largest squared ratio in a block whose rows' and columns' diagonal entries are in two
/// others.
static double largest_in(int across, const gb_scalar entry[], const gb_scalar of_rows[],
                         const gb_scalar of_columns[]) {
  double largest = 0;
  for (int r = 0; r < GB_NODE_VALUES; r++)
    for (int c = 0; c < GB_NODE_VALUES; c++) {
      const double value = gb_real(entry[GB_NODE_VALUES * r + c]);
      const double sizes = gb_real(of_rows[(GB_NODE_VALUES + 1) * r]) *
                           gb_real(of_columns[(GB_NODE_VALUES + 1) * c]);
      if (value == 0 || !gb_flatness_parts(across, r, c)) continue;
      largest = fmax(largest, sizes > 0 ? value * value / sizes : INFINITY);
    }
  return largest;
}

double gb_flatness_coupling(const gb_model *model, int across, const gb_node_pairs *pairs,
                            const gb_scalar block[]) {
  double largest = 0;
  for (int32_t i = 0; i < model->nodes; i++)
    for (int32_t k = pairs->start[i]; k < pairs->start[i + 1]; k++) {
      const size_t rows = (size_t)pairs->start[i], columns = (size_t)pairs->start[pairs->column[k]];
      largest = fmax(largest, largest_in(across, &block[(size_t)k * BLOCK], &block[rows * BLOCK],
                                         &block[columns * BLOCK]));
    }
  MPI_Allreduce(MPI_IN_PLACE, &largest, 1, MPI_DOUBLE, MPI_MAX, model->comm);
  return sqrt(largest);
}
