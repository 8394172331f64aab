/// Reports of a model's system about its states.
#include "system/model_reports.h"

#include "model/sections/sections.h"
#include "system/diagnostics/contact_reports.h"
#include "system/model_data.h"
#include "system/nodal_values/batch.h"

#include <string.h>

int gb_model_reports_create(gb_system *system, gb_error *error) {
  gb_model_data *s = gb_model_data_of(system);
  const gb_quantity_set *set = s->model->quantities;
  bool *all;
  if (set->count == 0) return GB_OK;
  GB_TRY(GB_TAKE(&s->work->memory, s->work->quantity, (size_t)set->values, error));
  GB_TRY(GB_TAKE(&s->work->memory, all, (size_t)set->count, error));
  for (int i = 0; i < set->count; i++) all[i] = true;
  return gb_quantities_create(s->assembly, all, 0, &s->work->memory, &s->quantities, error);
}

int gb_model_system_nodal(gb_system *system, const gb_state *state, int component, gb_scalar z[],
                          gb_error *error) {
  return gb_model_data_component(gb_model_data_of(system), state, component, z, error);
}

int gb_model_system_nodal_derivative(gb_system *system, const gb_state *state, const gb_scalar dx[],
                                     const gb_state *derivative, int component, gb_scalar z[],
                                     gb_error *error) {
  gb_model_data *s = gb_model_data_of(system);
  GB_TRY(gb_nodal_gather(
      s->nodal, 1, gb_model_data_join(s, 1, derivative->component[component], NULL), z, error));
  if (gb_model_data_has_motion(s, state, component))
    gb_motions_direction(s->motions, state->t, component, 1, dx, z);
  return gb_shape_sensitivity_gather(s->shape, state, component, 1, dx, z, error);
}

int gb_model_system_failure(gb_system *system, const gb_state *state, double failure[],
                            gb_error *error) {
  gb_nodal_state nodal;
  GB_TRY(gb_model_data_gather(gb_model_data_of(system), state, GB_Q, &nodal, error));
  gb_assembly_failure(gb_model_data_of(system)->assembly, &nodal,
                      (size_t)gb_block_set_cells(gb_model_data_of(system)->model->blocks), failure);
  return GB_OK;
}

int gb_model_system_sections(gb_system *system, const gb_state *state, double value[],
                             gb_error *error) {
  gb_nodal_state nodal;
  GB_TRY(gb_model_data_gather(gb_model_data_of(system), state, GB_Q, &nodal, error));
  gb_assembly_sections(gb_model_data_of(system)->assembly, &nodal,
                       (size_t)gb_block_set_cells(gb_model_data_of(system)->model->blocks), value);
  return GB_OK;
}

int gb_model_system_touch(gb_system *system, const gb_state *state, double value[],
                          gb_error *error) {
  gb_nodal_state nodal;
  GB_TRY(gb_model_data_gather(gb_model_data_of(system), state, GB_A, &nodal, error));
  return gb_assembly_touch(gb_model_data_of(system)->assembly, &nodal, value, error);
}

int gb_model_system_displacement(gb_system *system, int probe, const double direction[3],
                                 gb_scalar **row, gb_error *error) {
  gb_model_data *s = gb_model_data_of(system);
  const int32_t node = s->model->probes->probe[probe].node;
  const size_t length = (size_t)s->system->n + (size_t)s->system->m;
  const double size =
      sqrt(direction[0] * direction[0] + direction[1] * direction[1] + direction[2] * direction[2]);
  GB_TRY(gb_agree(s->model->comm, GB_ALLOCATE(*row, length, error), error));
  memset(s->work->r, 0, s->work->size * sizeof *s->work->r);
  for (int i = 0; node >= 0 && i < 3; i++)
    s->work->r[gb_node_displacement(s->model->nodes, node) + (size_t)i] = direction[i] / size;
  return gb_nodal_scatter(s->nodal, 1, s->work->r, *row, error);
}

int gb_model_system_balance(gb_system *system, const gb_state *state, gb_balance *balance,
                            gb_error *error) {
  gb_model_data *s = gb_model_data_of(system);
  gb_nodal_state nodal;
  GB_TRY(gb_model_data_gather(s, state, GB_A, &nodal, error));
  return gb_balance_find(s->assembly, &nodal, s->work->v, s->work->a, s->work->r, balance, error);
}

int gb_model_system_preload(gb_system *system, const gb_state *state, double *share,
                            gb_error *error) {
  gb_model_data *s = gb_model_data_of(system);
  const size_t length = (size_t)s->system->n + (size_t)s->system->m;
  gb_nodal_state nodal;
  gb_scalar *left, sums[2] = {0};
  GB_SCRATCH(scratch);
  GB_TRY(gb_agree(s->model->comm, GB_TAKE(&scratch, left, length, error), error));
  GB_TRY(gb_model_data_gather(s, state, GB_Q, &nodal, error));
  gb_nodal_state preload = *nodal.origin;
  preload.selection = GB_SELECT_PRELOAD;
  memset(s->work->r, 0, s->work->size * sizeof *s->work->r);
  gb_assembly_residual(s->assembly, &preload, s->work->r);
  for (int kind = 0; kind < GB_ROW_KINDS; kind++) sums[1] += s->assembly->residual->terms[kind];
  GB_TRY(gb_nodal_scatter(s->nodal, 1, s->work->r, left, error));
  for (int32_t i = 0; i < s->system->n; i++) sums[0] += gb_real(left[i]) * gb_real(left[i]);
  GB_TRY(s->system->op->sum(system, 2, sums, error));
  *share = gb_real(sums[1]) > 0 ? sqrt(gb_real(sums[0]) / gb_real(sums[1])) : 0;
  return GB_OK;
}

double gb_model_system_damping_power(gb_system *system, const gb_nodal_state *nodal) {
  const gb_model_data *s = gb_model_data_of(system);
  if (!s->model->blocks->damped) return 0;
  double power = gb_assembly_damping_power(s->assembly, nodal);
  MPI_Allreduce(MPI_IN_PLACE, &power, 1, MPI_DOUBLE, MPI_SUM, s->model->comm);
  return power;
}

/// Whether elements have bounds: beams, given matrices, and shells whose surface is offset from
/// their nodes.
static bool may_exceed(const gb_problem *problem) {
  bool found = problem->beams.count > 0 || problem->matrices.count > 0;
  for (int i = 0; i < problem->shells.count; i++)
    found = found || gb_shell_is_offset(&problem->shells.entry[i]);
  return found;
}

int gb_model_system_excess(gb_system *system, const gb_state *state, gb_excess worst[],
                           gb_error *error) {
  gb_model_data *s = gb_model_data_of(system);
  if (!may_exceed(s->model->problem)) return GB_OK;
  GB_TRY(gb_model_data_component(s, state, GB_Q, s->work->q, error));
  gb_excess_find(s->assembly, state->t, s->work->q, worst);
  return GB_OK;
}

void gb_model_system_drift(gb_system *system, const gb_nodal_state *nodal, double drift[]) {
  gb_drift_raise(gb_model_data_of(system)->assembly, nodal, drift);
}

int gb_model_system_left_out(gb_system *system, const gb_nodal_state *nodal, const char *where,
                             gb_error *error) {
  const gb_model_data *s = gb_model_data_of(system);
  return s->model->checks->left_out_rows > 0 ? gb_left_out_check(s->assembly, nodal, where, error)
                                             : GB_OK;
}

int gb_model_system_opened(gb_system *system, const gb_state *state, size_t size, char *text,
                           gb_error *error) {
  gb_model_data *s = gb_model_data_of(system);
  gb_nodal_state nodal;
  GB_TRY(gb_model_data_gather(s, state, GB_A, &nodal, error));
  return gb_joint_report_broken(s->model, s->assembly, &nodal, 0, size, text, error);
}

int gb_model_system_quantities(gb_system *system, const gb_nodal_state *nodal, double value[],
                               gb_error *error) {
  gb_model_data *s = gb_model_data_of(system);
  if (!s->quantities) return GB_OK;
  GB_TRY(gb_quantities_find(s->quantities, nodal, s->work->quantity, error));
  for (int i = 0; i < s->model->quantities->values; i++) value[i] = gb_real(s->work->quantity[i]);
  return GB_OK;
}

int gb_model_system_start_report(gb_system *system, gb_start_report *report, gb_error *error) {
  gb_model_data *s = gb_model_data_of(system);
  const gb_state *start;
  gb_nodal_state nodal;
  *report = (gb_start_report){0};
  if (s->initial.equilibrium)
    report->equilibrium = gb_equilibrium_report_of(s->initial.equilibrium);
  if (!gb_model_data_constrained(s)) return GB_OK;
  // GB_V: velocities; GB_A: their change by the projection
  start = gb_start_state(s->initial.velocity);
  GB_TRY(gb_model_data_gather(s, start, GB_V, &nodal, error));
  GB_TRY(gb_nodal_gather(s->nodal, 1, gb_model_data_join(s, 1, start->component[GB_A], NULL),
                         s->work->a, error));
  report->change = gb_largest_motion(s->model, s->work->a, sizeof report->node, report->node);
  for (size_t i = 0; i < s->work->size; i++) s->work->v[i] -= s->work->a[i];
  return gb_joint_report_broken(s->model, s->assembly, &nodal, 1, sizeof report->joints,
                                report->joints, error);
}

int gb_model_system_factorisations(const gb_system *system) {
  return gb_preconditioner_factorisations(((const gb_model_data *)system->data)->preconditioner);
}

double gb_model_system_factor_bytes(const gb_system *system) {
  return gb_preconditioner_bytes(((const gb_model_data *)system->data)->preconditioner);
}
