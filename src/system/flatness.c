/// Directors that stand across one plane, and entries between membrane and bending.
#include "system/flatness.h"

#include "system/stretch.h"

#include <string.h>

enum { AXES = 3 };
/// Sine of the angle up to which two directions are along each other.
static const double STRAIGHT = 1e-6;

static bool is_along(const double d[3], const double e[3]) {
  for (int i = 0; i < AXES; i++) {
    const int j = (i + 1) % AXES, k = (i + 2) % AXES;
    if (fabs(d[j] * e[k] - d[k] * e[j]) > STRAIGHT) return false;
  }
  return true;
}

/// The reference director of the first shell node of the first rank that has one.
static bool find_normal(const gb_model *model, double normal[3]) {
  int first, rank, ranks;
  MPI_Comm_rank(model->comm, &rank);
  MPI_Comm_size(model->comm, &ranks);
  first = ranks;
  for (int32_t i = 0; i < model->nodes->count && first == ranks; i++) {
    if (!gb_node_has(model->nodes, i, GB_DIRECTOR_1)) continue;
    memcpy(normal, gb_node_reference(model->nodes, i, GB_DIRECTOR_1), AXES * sizeof *normal);
    if (normal[0] != 0 || normal[1] != 0 || normal[2] != 0) first = rank;
  }
  MPI_Allreduce(MPI_IN_PLACE, &first, 1, MPI_INT, MPI_MIN, model->comm);
  if (first < ranks) MPI_Bcast(normal, AXES, MPI_DOUBLE, first, model->comm);
  return first < ranks;
}

/// Whether a node's displacements are three unknowns of their own, or none is an unknown.
static bool is_free_or_held(const gb_model *model, int32_t node) {
  const int32_t *start = &model->dofs->T.start[gb_node_displacement(model->nodes, node)];
  return start[AXES] == start[0] || gb_stretch_three(model, node, GB_POSITION) >= 0;
}

gb_flatness gb_flatness_find(const gb_model *model) {
  gb_flatness flat = {.across = -1};
  double normal[AXES];
  int fits = 1;
  if (model->dofs->total_multipliers > 0 || !find_normal(model, normal)) return flat;
  gb_stretch_axes(normal, flat.axis);
  flat.turned = true;
  for (int k = 0; k < AXES && flat.turned; k++)
    flat.turned = !is_along(normal, (const double[]){k == 0, k == 1, k == 2});
  for (int32_t i = 0; i < model->nodes->count && fits; i++)
    fits = (!gb_node_has(model->nodes, i, GB_DIRECTOR_1) ||
            is_along(gb_node_reference(model->nodes, i, GB_DIRECTOR_1), normal)) &&
           (!flat.turned || is_free_or_held(model, i));
  MPI_Allreduce(MPI_IN_PLACE, &fits, 1, MPI_INT, MPI_MIN, model->comm);
  if (!fits) return flat;
  flat.across = 2;
  for (int k = 0; k < AXES && !flat.turned; k++)
    if (fabs(normal[k]) > 0.5) flat.across = k;
  return flat;
}

void gb_flatness_turn_blocks(const gb_flatness *flat, const gb_model *model,
                             const gb_node_pairs *pairs, gb_scalar block[]) {
  const double(*axis)[3] = (const double(*)[3])flat->axis;
  for (int32_t i = 0; flat->turned && i < model->nodes->count; i++)
    for (int32_t k = pairs->start[i]; k < pairs->start[i + 1]; k++) {
      const int height = 3 * gb_node_vectors(model->nodes, i);
      const int width = 3 * gb_node_vectors(model->nodes, pairs->column[k]);
      gb_stretch_turn_rows(axis, width, &block[pairs->block[k]]);
      gb_stretch_turn_columns(axis, height, width, &block[pairs->block[k]]);
    }
}

void gb_flatness_turn(const gb_flatness *flat, const gb_model *model, bool back, gb_scalar x[]) {
  for (int32_t i = 0; flat->turned && i < model->nodes->owned; i++) {
    const int32_t first = gb_stretch_three(model, i, GB_POSITION);
    if (first >= 0) gb_stretch_turn_three((const double(*)[3])flat->axis, back, x + first);
  }
}

static bool is_membrane(int across, int value) {
  return value < AXES && value != across;
}

bool gb_flatness_parts(int across, int r, int c) {
  return is_membrane(across, r) != is_membrane(across, c);
}

/// The blocks of a matrix by nodes i <= j: the largest squared ratio of an entry between membrane
/// and bending to the diagonal entries of its row and column.
static double largest_in(int across, const gb_node_set *nodes, const gb_node_pairs *pairs,
                         int32_t i, int32_t pair, const gb_scalar block[]) {
  const int32_t j = pairs->column[pair];
  const int height = 3 * gb_node_vectors(nodes, i), width = 3 * gb_node_vectors(nodes, j);
  const gb_scalar *entry = &block[pairs->block[pair]];
  const gb_scalar *of_rows = &block[pairs->block[pairs->start[i]]];
  const gb_scalar *of_columns = &block[pairs->block[pairs->start[j]]];
  double largest = 0;
  for (int r = 0; r < height; r++)
    for (int c = 0; c < width; c++) {
      const double value = gb_real(entry[width * r + c]);
      const double sizes =
          gb_real(of_rows[(height + 1) * r]) * gb_real(of_columns[(width + 1) * c]);
      if (value == 0 || !gb_flatness_parts(across, r, c)) continue;
      largest = fmax(largest, sizes > 0 ? value * value / sizes : INFINITY);
    }
  return largest;
}

double gb_flatness_coupling(const gb_model *model, int across, const gb_node_pairs *pairs,
                            const gb_scalar block[]) {
  double largest = 0;
  for (int32_t i = 0; i < model->nodes->count; i++)
    for (int32_t k = pairs->start[i]; k < pairs->start[i + 1]; k++)
      largest = fmax(largest, largest_in(across, model->nodes, pairs, i, k, block));
  MPI_Allreduce(MPI_IN_PLACE, &largest, 1, MPI_DOUBLE, MPI_MAX, model->comm);
  return sqrt(largest);
}
