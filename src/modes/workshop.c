/// The state of a search for modes, the check of its tangent, and the shapes.
#include "modes/workshop.h"

#include "system/model_system.h"

#include <math.h>

/// Relative difference below which two frequencies or load factors count as equal.
static const double SAME = 1e-6;

int gb_workshop_open(const gb_modes_request *request, gb_workshop *out, gb_error *error) {
  const gb_model *model = request->analysis->model;
  *out = (gb_workshop){.request = request, .model = model, .length = (size_t)model->dofs->owned};
  GB_TRY(gb_base_state_create(request, &out->base, error));
  return gb_pencil_create(out->base.system, out->base.state, &out->pencil, error);
}

void gb_workshop_close(gb_workshop *w) {
  gb_finder_destroy(&w->finder);
  gb_pencil_destroy(&w->pencil);
  gb_base_state_destroy(&w->base);
}

static double largest_of(const gb_workshop *w, const double x[]) {
  double largest = 0;
  for (size_t i = 0; i < w->length; i++) largest = fmax(largest, fabs(x[i]));
  MPI_Allreduce(MPI_IN_PLACE, &largest, 1, MPI_DOUBLE, MPI_MAX, w->model->comm);
  return largest;
}

/// Fill x with numbers of different sizes and signs that do not depend on the number of ranks.
static void fill(const gb_workshop *w, double x[]) {
  for (size_t i = 0; i < w->length; i++) x[i] = sin(1.7 * (double)w->model->dofs->order[i] + 0.3);
}

int gb_workshop_asymmetry(const gb_workshop *w, double of_mass, double *asymmetry,
                          gb_error *error) {
  double *x = NULL;
  const size_t n = w->length;
  GB_SCRATCH(scratch);
  GB_TRY(gb_agree(w->model->comm, GB_TAKE(&scratch, x, 3 * n, error), error));
  double *y = x + n, *z = y + n;
  fill(w, x);
  GB_TRY(gb_pencil_stiffness(w->pencil, false, 1, x, y, error));
  GB_TRY(gb_pencil_stiffness(w->pencil, true, 1, x, z, error));
  for (size_t i = 0; i < n; i++) z[i] -= y[i];
  double difference = largest_of(w, z);
  if (of_mass > 0) {
    GB_TRY(gb_pencil_mass(w->pencil, 1, x, z, error));
    difference -= of_mass * largest_of(w, z);
  }
  *asymmetry = fmax(difference, 0) / fmax(largest_of(w, y), 1e-300);
  return GB_OK;
}

int gb_workshop_refuse(const gb_workshop *w, double asymmetry, gb_error *error) {
  return gb_fail(error, GB_NOT_NORMAL_MODES,
                 "%s: the tangent of the state is not symmetric (by %.1e of its size): following "
                 "loads, moments and moving dampers have no normal modes; accepted: a case without "
                 "them",
                 w->request->settings->where, asymmetry);
}

int gb_workshop_examine(const gb_workshop *w, double accepted, gb_error *error) {
  double asymmetry;
  GB_TRY(gb_workshop_asymmetry(w, 0, &asymmetry, error));
  return asymmetry <= accepted ? GB_OK : gb_workshop_refuse(w, asymmetry, error);
}

int gb_workshop_damping(const gb_workshop *w, bool *damped, gb_error *error) {
  double *x = NULL;
  GB_SCRATCH(scratch);
  GB_TRY(gb_agree(w->model->comm, GB_TAKE(&scratch, x, 2 * w->length, error), error));
  fill(w, x);
  GB_TRY(gb_pencil_damping(w->pencil, 1, x, x + w->length, error));
  *damped = largest_of(w, x + w->length) > 0;
  return GB_OK;
}

gb_spectrum gb_workshop_spectrum(const gb_workshop *w) {
  const gb_dof_map *dofs = w->model->dofs;
  return (gb_spectrum){.comm = w->model->comm,
                       .analysis = w->request->analysis,
                       .pencil = w->pencil,
                       .length = dofs->owned,
                       .multipliers = dofs->owned_multipliers,
                       .held = dofs->total_multipliers,
                       .first = dofs->first,
                       .total = dofs->total,
                       .order = dofs->order};
}

bool gb_workshop_is_near(double a, double b) {
  return fabs(a - b) <= SAME * fmax(fabs(a), fabs(b));
}

/// The largest displacement along an axis, with the sign of the first node of the result mesh whose
/// displacement is nearly as large, so that the sign does not depend on the number of ranks.
static double extreme_of(const gb_workshop *w, const double z[]) {
  const gb_node_set *nodes = w->model->nodes;
  double largest = 0;
  struct {
    double value;
    int rank;
  } sign = {1, 0};
  int64_t first = INT64_MAX, all;
  for (int32_t i = 0; i < nodes->in_results; i++)
    for (int k = 0; k < 3; k++)
      largest = fmax(largest, fabs(z[gb_node_displacement(nodes, i) + (size_t)k]));
  MPI_Allreduce(MPI_IN_PLACE, &largest, 1, MPI_DOUBLE, MPI_MAX, w->model->comm);
  for (int32_t i = 0; i < nodes->in_results; i++)
    for (int k = 0; k < 3; k++) {
      const double value = z[gb_node_displacement(nodes, i) + (size_t)k];
      const int64_t index = 3 * nodes->index[i] + k;
      if (fabs(value) < (1 - SAME) * largest || index >= first) continue;
      first = index;
      sign.value = value < 0 ? -1 : 1;
    }
  MPI_Allreduce(&first, &all, 1, MPI_INT64_T, MPI_MIN, w->model->comm);
  double found = first == all && all < INT64_MAX ? sign.value : 0;
  MPI_Allreduce(MPI_IN_PLACE, &found, 1, MPI_DOUBLE, MPI_SUM, w->model->comm);
  return found < 0 ? -largest : largest;
}

int gb_workshop_shapes(const gb_workshop *w, const double vectors[], gb_modes *modes,
                       gb_error *error) {
  const size_t size = gb_node_values(w->model->nodes);
  for (int c = 0; c < modes->count; c++) {
    double *z = modes->shape + (size_t)c * size;
    GB_TRY(gb_pencil_nodal(w->pencil, 1, vectors + (size_t)c * w->length, z, error));
    const double extreme = extreme_of(w, z);
    for (size_t i = 0; extreme != 0 && i < size; i++) z[i] /= extreme;
  }
  modes->about.t = w->base.state->t;
  if (!modes->about.base) return GB_OK;
  return gb_model_system_nodal(w->base.system, w->base.state, GB_Q, modes->about.base, error);
}
