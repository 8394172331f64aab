/// The plane of a flat shell, found from reference directors.
#include "system/preconditioner/flatness.h"

#include "model/sections/triad.h"

#include <math.h>
#include <string.h>

int32_t gb_free_unknowns(const gb_model *model, int32_t node, unsigned field) {
  const int32_t *start = &model->dofs->T.start[gb_node_value(model->nodes, node, field)];
  if (model->nodes->tied[node]) return -1;
  for (int i = 0; i < 3; i++)
    if (start[i + 1] - start[i] != 1 || model->dofs->T.factor[start[i]] != 1 ||
        model->dofs->T.unknown[start[i]] != model->dofs->T.unknown[start[0]] + i)
      return -1;
  return model->dofs->T.unknown[start[0]];
}

enum { AXES = 3 };
/// Sine of the largest angle between two directions that count as parallel.
static const double STRAIGHT = 1e-6;

static bool is_along(const double d[3], const double e[3]) {
  for (int i = 0; i < AXES; i++) {
    const int j = (i + 1) % AXES, k = (i + 2) % AXES;
    if (fabs(d[j] * e[k] - d[k] * e[j]) > STRAIGHT) return false;
  }
  return true;
}

/// Find the reference director of the first shell node, from the first rank that has one.
/// Collective.
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

/// Whether a node's displacements are three unknowns of their own or all fixed.
static bool is_free_or_fixed(const gb_model *model, int32_t node) {
  const int32_t *start = &model->dofs->T.start[gb_node_displacement(model->nodes, node)];
  return start[AXES] == start[0] || gb_free_unknowns(model, node, GB_POSITION) >= 0;
}

gb_flatness gb_flatness_find(const gb_model *model) {
  gb_flatness flat = {.across = -1};
  double normal[AXES];
  int fits = 1;
  if (model->dofs->total_multipliers > 0 || !find_normal(model, normal)) return flat;
  gb_triad(normal, (double[3]){0}, flat.axis);
  flat.turned = true;
  for (int k = 0; k < AXES && flat.turned; k++)
    flat.turned = !is_along(normal, (const double[]){k == 0, k == 1, k == 2});
  for (int32_t i = 0; i < model->nodes->count && fits; i++)
    fits = (!gb_node_has(model->nodes, i, GB_DIRECTOR_1) ||
            is_along(gb_node_reference(model->nodes, i, GB_DIRECTOR_1), normal)) &&
           (!flat.turned || is_free_or_fixed(model, i));
  MPI_Allreduce(MPI_IN_PLACE, &fits, 1, MPI_INT, MPI_MIN, model->comm);
  if (!fits) return flat;
  flat.across = 2;
  for (int k = 0; k < AXES && !flat.turned; k++)
    if (fabs(normal[k]) > 0.5) flat.across = k;
  return flat;
}
