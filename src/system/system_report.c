/// What reports and results ask of a model's system at a state.
#include "system/model_system.h"
#include "system/system_parts.h"

#include "system/worst.h"

#include <string.h>

static gb_model_system *of(gb_system *system) {
  return system->data;
}

int gb_model_system_nodal(gb_system *system, const gb_state *state, int component, gb_scalar z[],
                          gb_error *error) {
  return gb_model_system_gather_component(of(system), state, component, z, error);
}

int gb_model_system_nodal_derivative(gb_system *system, const gb_state *state, const gb_scalar dx[],
                                     const gb_state *derivative, int component, gb_scalar z[],
                                     gb_error *error) {
  gb_model_system *s = of(system);
  GB_TRY(gb_nodal_gather(
      s->nodal, 1, gb_model_system_join(s, 1, derivative->component[component], NULL), z, error));
  return gb_shape_sensitivity_displacements(s->shape, state, component, dx, z, error);
}

int gb_model_system_failure(gb_system *system, const gb_state *state, double failure[],
                            gb_error *error) {
  gb_nodal_state nodal;
  GB_TRY(gb_model_system_gather(of(system), state, GB_Q, &nodal, error));
  gb_assembly_failure(of(system)->assembly, &nodal,
                      (size_t)gb_block_set_cells(of(system)->model->blocks), failure);
  return GB_OK;
}

int gb_model_system_displacement(gb_system *system, int probe, const double direction[3],
                                 gb_scalar **row, gb_error *error) {
  gb_model_system *s = of(system);
  const int32_t node = s->model->probes->probe[probe].node;
  const size_t length = (size_t)s->base.n + (size_t)s->base.m;
  const double size =
      sqrt(direction[0] * direction[0] + direction[1] * direction[1] + direction[2] * direction[2]);
  GB_TRY(gb_agree(s->model->comm, gb_allocate(length, sizeof **row, row, error), error));
  memset(s->work.r, 0, s->work.size * sizeof *s->work.r);
  for (int i = 0; node >= 0 && i < 3; i++)
    s->work.r[gb_node_displacement(s->model->nodes, node) + (size_t)i] = direction[i] / size;
  return gb_nodal_scatter(s->nodal, 1, s->work.r, *row, error);
}

int gb_model_system_balance(gb_system *system, const gb_state *state, gb_balance *balance,
                            gb_error *error) {
  gb_model_system *s = of(system);
  gb_nodal_state nodal;
  GB_TRY(gb_model_system_gather(s, state, GB_A, &nodal, error));
  return gb_balance_find(s->assembly, s->work.q, s->work.v, s->work.a, s->work.r, balance, error);
}

int gb_model_system_damping_power(gb_system *system, const gb_state *state, double *power,
                                  gb_error *error) {
  gb_model_system *s = of(system);
  gb_nodal_state nodal;
  *power = 0;
  if (!s->model->blocks->damped) return GB_OK;
  GB_TRY(gb_model_system_gather(s, state, GB_A, &nodal, error));
  *power = gb_assembly_damping_power(s->assembly, &nodal);
  MPI_Allreduce(MPI_IN_PLACE, power, 1, MPI_DOUBLE, MPI_SUM, s->model->comm);
  return GB_OK;
}

int gb_model_system_joints(gb_system *system, const gb_state *state, gb_joint_report *report,
                           gb_error *error) {
  gb_model_system *s = of(system);
  gb_nodal_state nodal;
  GB_TRY(gb_model_system_gather(s, state, GB_A, &nodal, error));
  gb_joint_report_make(s->model, s->assembly, &nodal, report);
  return GB_OK;
}

int gb_model_system_start_report(gb_system *system, gb_start_report *report, gb_error *error) {
  gb_model_system *s = of(system);
  const gb_state *start;
  gb_nodal_state nodal;
  *report = (gb_start_report){0};
  if (!gb_model_system_is_constrained(s)) return GB_OK;
  start = gb_start_state(s->start); // velocities and, for accelerations, what was added to them
  GB_TRY(gb_model_system_gather(s, start, GB_V, &nodal, error));
  GB_TRY(gb_nodal_gather(s->nodal, 1, gb_model_system_join(s, 1, start->component[GB_A], NULL),
                         s->work.a, error));
  report->change = gb_worst_motion(s->model, s->work.a, sizeof report->node, report->node);
  for (size_t i = 0; i < s->work.size; i++) s->work.v[i] -= s->work.a[i];
  return gb_joint_report_broken(s->model, s->assembly, &nodal, sizeof report->joints,
                                report->joints, error);
}

int gb_model_system_factorisations(const gb_system *system) {
  return gb_preconditioner_factorisations(((const gb_model_system *)system->data)->preconditioner);
}

double gb_model_system_factor_bytes(const gb_system *system) {
  return gb_preconditioner_bytes(((const gb_model_system *)system->data)->preconditioner);
}
