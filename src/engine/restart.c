/// A restart file belongs to a run by the words of its case and by the forces that its model
/// answers a made-up motion with; unknowns lie in it by node, in the order of the mesh file.
#include "engine/restart.h"

#include <stdlib.h>
#include <string.h>

enum { MOMENTS = 4 }; ///< times of the made-up motion

struct gb_restart {
  const gb_analysis *analysis;
  gb_system *system;
  double end;
  const int64_t *unknown; ///< places in the file
  int64_t *multiplier;
  bool measured;
  double forces[2 * MOMENTS]; ///< sums of the made-up motion's residuals
};

/// A number in [-1, 1] for each place of a vector, the same on any number of ranks.
static double made_up(int64_t place, int which) {
  uint64_t z = (uint64_t)place * 2654435761u + (uint64_t)which * 40503u + 1;
  z = (z ^ (z >> 31)) * 0x9e3779b97f4a7c15ULL;
  return (double)(z >> 11) / (double)(1ULL << 52) - 1;
}

/// Sums of the residual, one weighed, at one moment.
static int measure_forces(gb_restart *r, int moment, gb_state *state, gb_scalar *residual,
                          gb_error *error) {
  const int32_t n = r->system->n;
  gb_scalar sums[2] = {0};
  state->t = r->end * (moment + 1) / MOMENTS;
  GB_TRY(r->system->op->residual(r->system, state, residual, error));
  for (int32_t i = 0; i < n; i++) {
    sums[0] += residual[i] * made_up(r->unknown[i], 5);
    sums[1] += residual[i] * residual[i];
  }
  GB_TRY(r->system->op->sum(r->system, 2, sums, error));
  for (int i = 0; i < 2; i++) r->forces[2 * moment + i] = gb_real(sums[i]);
  return GB_OK;
}

static int measure(gb_restart *r, gb_scalar *memory, gb_error *error) {
  const size_t n = (size_t)r->system->n, m = (size_t)r->system->m;
  gb_state state = {.multiplier = memory + GB_COMPONENTS * n};
  for (int component = 0; component < GB_COMPONENTS; component++) {
    state.component[component] = memory + (size_t)component * n;
    const double size = component == GB_Q ? 1e-3 : 1;
    for (size_t i = 0; i < n; i++)
      state.component[component][i] = size * made_up(r->unknown[i], component);
  }
  for (int moment = 0; moment < MOMENTS; moment++)
    GB_TRY(measure_forces(r, moment, &state, memory + GB_COMPONENTS * n + m, error));
  r->measured = true;
  return GB_OK;
}

/// The forces, when they are first asked for.
static int find_forces(gb_restart *r, gb_error *error) {
  const size_t length = (size_t)r->system->n + (size_t)r->system->m;
  gb_scalar *memory = NULL;
  if (r->measured) return GB_OK;
  int status = GB_ALLOCATE(memory, (GB_COMPONENTS + 1) * length, error);
  status = gb_agree(r->analysis->model->comm, status, error);
  if (status == GB_OK) status = measure(r, memory, error);
  free(memory);
  return status;
}

/// Places of unknowns, and of multipliers, which stand behind all of them.
static int prepare(gb_restart *r, gb_error *error) {
  const gb_model *model = r->analysis->model;
  const size_t n = (size_t)r->system->n, m = (size_t)r->system->m;
  int status = GB_ALLOCATE(r->multiplier, m, error);
  GB_TRY(gb_agree(model->comm, status, error));
  r->unknown = model->dofs->order;
  for (size_t i = 0; i < m; i++)
    r->multiplier[i] =
        model->dofs->order[n + i] - (model->dofs->total - model->dofs->total_multipliers);
  return GB_OK;
}

int gb_restart_create(const gb_analysis *analysis, gb_system *system, const gb_table *table,
                      gb_restart **out, gb_error *error) {
  gb_restart *r = NULL;
  gb_stage last;
  int status = gb_agree(analysis->model->comm, GB_ALLOCATE(r, 1, error), error);
  *out = r;
  if (status != GB_OK) return status;
  gb_table_stage(table, gb_table_stages(table) - 1, &last);
  r->analysis = analysis;
  r->system = system;
  r->end = last.t;
  status = prepare(r, error);
  if (status != GB_OK) gb_restart_destroy(out);
  return status;
}

void gb_restart_destroy(gb_restart **restart) {
  if (!*restart) return;
  free((*restart)->multiplier);
  free(*restart);
  *restart = NULL;
}

static gb_archive_order order_of(const gb_restart *r) {
  return (gb_archive_order){
      .n = r->system->n, .m = r->system->m, .unknown = r->unknown, .multiplier = r->multiplier};
}

int gb_restart_create_file(const gb_restart *r, gb_archive **out, gb_error *error) {
  const gb_archive_order order = order_of(r);
  return gb_archive_create(r->analysis->model->comm, r->analysis->restart_path, &order, out, error);
}

int gb_restart_open_file(const gb_restart *r, gb_archive **out, gb_error *error) {
  const gb_archive_order order = order_of(r);
  return gb_archive_open(r->analysis->model->comm, r->analysis->restart_from, &order, out, error);
}

/// One number in the file and here.
static int compare(const gb_restart *r, gb_archive *archive, const char *name, double value,
                   double scale, gb_error *error) {
  double found = value;
  GB_TRY(gb_archive_numbers(archive, 1, &found, error));
  if (isnan(found) && isnan(value)) return GB_OK;
  if (fabs(found - value) <= 1e-9 * fmax(fabs(found), fmax(fabs(value), scale))) return GB_OK;
  return gb_fail(error, GB_USAGE,
                 "%s is of another run: what differs is %s; accepted: the case, its --set and its "
                 "mesh as they were (title, output and checkpoint may change)",
                 r->analysis->restart_from, name);
}

int gb_restart_identify(gb_restart *r, gb_archive *archive, gb_error *error) {
  const gb_analysis *analysis = r->analysis;
  int64_t count = analysis->identities;
  double scale[2] = {0};
  GB_TRY(gb_archive_integers(archive, 1, &count, error));
  for (int i = 0; i < analysis->identities; i++)
    GB_TRY(compare(r, archive, analysis->identity[i].name, analysis->identity[i].value, 0, error));
  GB_TRY(find_forces(r, error));
  for (int i = 0; i < 2 * MOMENTS; i++) scale[i % 2] = fmax(scale[i % 2], fabs(r->forces[i]));
  for (int i = 0; i < 2 * MOMENTS; i++)
    GB_TRY(compare(r, archive, "the model that mesh and materials make", r->forces[i], scale[i % 2],
                   error));
  return GB_OK;
}
