/// A march and its adjoint by steps. The forces of a step are values of designs while its stages
/// are solved and passed, so that the derivatives by designs of one step are those by its forces.
#include "engine/coupling.h"

#include "engine/run.h"
#include "integrators/trajectory.h"

#include <stdlib.h>
#include <string.h>

static int refuse(const gb_run *r, gb_error *error) {
  const gb_march_settings *time = r->analysis->time;
  if (gb_table_scheme(r->table)->order == 0)
    return gb_fail(error, GB_WRONG_CALL,
                   "time.scheme: found %s; accepted in a coupled march: a "
                   "scheme of dynamics",
                   time->scheme);
  if (time->newton.retry > 0)
    return gb_fail(error, GB_WRONG_CALL,
                   "time.retry: found %d; accepted in a coupled march: 0, since steps have the "
                   "length that both programs know",
                   time->newton.retry);
  if (r->analysis->method != GB_NO_GRADIENT && r->system->values > r->system->functionals)
    return gb_fail(error, GB_WRONG_CALL,
                   "the adjoint of a coupled march has functions of one value "
                   "each; accepted: functions without a list of times");
  return GB_OK;
}

/// A node of this rank with its number.
typedef struct numbered_node {
  int64_t id;
  int32_t node;
} numbered_node;

static int compare_numbers(const void *a, const void *b) {
  const int64_t one = ((const numbered_node *)a)->id, other = ((const numbered_node *)b)->id;
  return (one > other) - (one < other);
}

/// Find the nodes of this rank. Local. errors: GB_FILE (memory)
static int find_nodes(const gb_run *r, gb_error *error) {
  const gb_model *model = r->analysis->model;
  const gb_node_set *nodes = model->nodes;
  const gb_run_coupling *c = r->coupling;
  numbered_node *owned;
  size_t count = 0;
  GB_SCRATCH(scratch);
  GB_TRY(GB_TAKE(&scratch, owned, (size_t)nodes->owned, error));
  for (int32_t i = 0; i < nodes->owned; i++)
    if (gb_node_has(nodes, i, GB_POSITION)) owned[count++] = (numbered_node){nodes->id[i], i};
  qsort(owned, count, sizeof *owned, compare_numbers);
  for (int k = 0; k < c->nodes; k++) {
    const numbered_node key = {.id = model->designs->design[c->forces.first + 3 * k].node};
    const numbered_node *found =
        count ? bsearch(&key, owned, count, sizeof key, compare_numbers) : NULL;
    c->node[k] = found ? found->node : -1;
  }
  return GB_OK;
}

static int allocate(gb_run *r, int first, int nodes, gb_error *error) {
  const size_t values = 3 * (size_t)nodes;
  gb_arena *memory = &r->memory;
  gb_run_coupling *c;
  GB_TRY(GB_TAKE(memory, c, 1, error));
  *c = (gb_run_coupling){.nodes = nodes, .forces = {.first = first, .count = 3 * nodes}};
  GB_TRY(GB_TAKE(memory, c->value, (size_t)(gb_table_steps(r->table) + 1) * values, error));
  GB_TRY(GB_TAKE(memory, c->node, (size_t)nodes, error));
  for (int i = 0; i < GB_COUPLED_VECTORS; i++) GB_TRY(GB_TAKE(memory, c->motion[i], values, error));
  c->forces.value = c->value;
  c->step = gb_table_steps(r->table) + 1;
  r->coupling = c;
  gb_model_system_set_forces(r->system, &c->forces);
  return find_nodes(r, error);
}

/// Gather positions of the nodes in the reference configuration on all ranks.
static void find_positions(const gb_run *r) {
  const gb_node_set *nodes = r->analysis->model->nodes;
  const gb_run_coupling *c = r->coupling;
  double *position = c->motion[GB_COUPLED_REFERENCE];
  for (int k = 0; k < c->forces.count; k++)
    if (c->node[k / 3] >= 0)
      position[k] = gb_node_reference(nodes, c->node[k / 3], GB_POSITION)[k % 3];
  MPI_Allreduce(MPI_IN_PLACE, position, c->forces.count, MPI_DOUBLE, MPI_SUM,
                r->analysis->model->comm);
}

/// Gather displacements and velocities of the nodes on all ranks.
static int find_motion(gb_run *r, gb_error *error) {
  const gb_node_set *nodes = r->analysis->model->nodes;
  const gb_run_coupling *c = r->coupling;
  gb_nodal_state nodal;
  GB_TRY(gb_model_system_gather(r->system, gb_trajectory_state(r->trajectory, r->trajectory->k),
                                &nodal, error));
  for (int k = 0; k < c->forces.count; k++) {
    const int32_t node = c->node[k / 3];
    const size_t place = node < 0 ? 0 : gb_node_displacement(nodes, node) + (size_t)(k % 3);
    c->motion[GB_COUPLED_DISPLACEMENT][k] = node < 0 ? 0 : gb_real(nodal.q[place]);
    c->motion[GB_COUPLED_VELOCITY][k] = node < 0 ? 0 : gb_real(nodal.v[place]);
  }
  for (int i = GB_COUPLED_DISPLACEMENT; i <= GB_COUPLED_VELOCITY; i++)
    MPI_Allreduce(MPI_IN_PLACE, c->motion[i], c->forces.count, MPI_DOUBLE, MPI_SUM,
                  r->analysis->model->comm);
  return GB_OK;
}

/// The number of the step that was computed last; -1: none.
static int last_step(const gb_run *r) {
  return r->trajectory->k < 0 ? -1 : gb_trajectory_stage(r->trajectory)->step;
}

static int step(gb_run *r, bool again, const double force[], gb_error *error) {
  gb_run_coupling *c = r->coupling;
  const int steps = gb_table_steps(r->table), next = last_step(r) + !again;
  if (again != c->pending || next > steps)
    return gb_fail(error, GB_WRONG_CALL,
                   again        ? "no step can be repeated; accepted: a repetition after a step"
                   : c->pending ? "a step is neither accepted nor repeated; accepted: a step after "
                                  "accepting the one before"
                                : "the march has no further step; accepted: its end");
  const double start = gb_timer_now();
  memcpy(c->value + (size_t)next * 3 * (size_t)c->nodes, force,
         3 * (size_t)c->nodes * sizeof *force);
  if (again) gb_trajectory_repeat(r->trajectory);
  c->pending = false;
  GB_TRY(gb_march_step(r->trajectory, error));
  c->pending = true;
  GB_TRY(find_motion(r, error));
  r->timers->total[0] += gb_timer_now() - start;
  return GB_OK;
}

static int accept(gb_run *r, gb_error *error) {
  if (!r->coupling->pending)
    return gb_fail(error, GB_WRONG_CALL, "there is no step to accept; accepted: a step before");
  r->coupling->pending = false;
  const gb_observer observer = gb_run_observer(r);
  return gb_march_accept(r->trajectory, &observer, error);
}

static int begin(const gb_analysis *analysis, const double design[],
                 const gb_coupled_forces *forces, gb_timers *timers, gb_run **out,
                 gb_error *error) {
  gb_run *r;
  GB_TRY(gb_agree(analysis->model->comm, GB_ALLOCATE(r, 1, error), error));
  *r = (gb_run){.analysis = analysis, .timers = timers};
  *out = r;
  GB_TRY(gb_run_build(r, design, NULL, error));
  GB_TRY(refuse(r, error));
  GB_TRY(gb_agree(analysis->model->comm, allocate(r, forces->first, forces->nodes, error), error));
  find_positions(r);
  GB_TRY(gb_march_begin(r->trajectory, &r->progress->report, error));
  GB_TRY(step(r, false, forces->initial, error));
  return accept(r, error);
}

static int nodes(const gb_run *r) {
  return r->coupling->nodes;
}

static const double *motion(const gb_run *r, gb_coupled_vector vector) {
  return r->coupling->motion[vector];
}

static int end(gb_run *r, gb_outcome *outcome, gb_error *error) {
  const int steps = gb_table_steps(r->table);
  if (last_step(r) < steps || r->coupling->pending)
    return gb_fail(
        error, GB_WRONG_CALL,
        "the march has not ended: step %d of %d was %s; accepted: its end after all steps",
        last_step(r), steps, r->coupling->pending ? "not accepted" : "accepted");
  GB_TRY(r->system->op->functionals_end(r->system, r->values.value, error));
  r->progress->phase = 1;
  r->progress->march_factorisations = gb_model_system_factorisations(r->system);
  memset(outcome, 0, sizeof *outcome);
  GB_TRY(gb_run_judge(r, outcome, error));
  return gb_agree(r->analysis->model->comm, gb_run_copy_values(r, outcome, error), error);
}

/// Bars of q and v at the end of the step that the adjoint passes next, [values][n], from
/// derivatives by the motion of nodes, [values][nodes][3]. Those by designs are added to the
/// gradient.
static int spread(gb_run *r, bool again, const double *const from[2], gb_scalar *const to[2],
                  gb_error *error) {
  const gb_model *model = r->analysis->model;
  const gb_run_coupling *c = r->coupling;
  const size_t values = (size_t)GB_VALUES(r->system), size = gb_node_values(model->nodes);
  const size_t width = 3 * (size_t)c->nodes;
  const int64_t k = gb_adjoint_next(c->pass, again);
  gb_scalar *nodal;
  GB_SCRATCH(scratch);
  GB_TRY(gb_agree(model->comm, GB_TAKE(&scratch, nodal, values * size, error), error));
  GB_TRY(gb_trajectory_restore(r->trajectory, k, true, error));
  for (int component = GB_Q; component <= GB_V; component++) {
    memset(nodal, 0, values * size * sizeof *nodal);
    for (size_t i = 0; i < values * width; i++) {
      const int32_t node = c->node[i % width / 3];
      if (node >= 0)
        nodal[i / width * size + gb_node_displacement(model->nodes, node) + i % 3] =
            from[component][i];
    }
    GB_TRY(gb_model_functionals_spread(r->system, gb_trajectory_state(r->trajectory, k), component,
                                       nodal, to[component], r->values.gradient, error));
  }
  return GB_OK;
}

/// Copy the derivatives by forces from the gradient, [values][nodes][3], and set them to zero
/// there.
static void take_derivatives(const gb_run *r, double out[]) {
  const gb_run_coupling *c = r->coupling;
  for (int f = 0; f < GB_VALUES(r->system); f++)
    for (int k = 0; k < c->forces.count; k++) {
      gb_scalar *derivative = &r->values.gradient[f * r->system->designs + c->forces.first + k];
      out[f * c->forces.count + k] = gb_real(*derivative);
      *derivative = 0;
    }
}

static int reverse(gb_run *r, bool again, const double *const bars[2], double by_force[],
                   gb_error *error) {
  gb_run_coupling *c = r->coupling;
  const size_t values = (size_t)GB_VALUES(r->system), n = (size_t)r->system->n;
  const size_t size = values * 3 * (size_t)c->nodes;
  if (r->progress->phase == 0 || !r->store || (again && !c->pass) || (!again && c->step == 0))
    return gb_fail(error, GB_WRONG_CALL,
                   r->progress->phase == 0
                       ? "the march has not ended; accepted: its end before the "
                         "adjoint"
                   : !r->store ? "the march has stored no states; accepted: a march for the adjoint"
                   : again     ? "no step can be passed again; accepted: a repetition after a step"
                               : "the adjoint has passed all steps");
  const double start = gb_timer_now();
  r->timers->part = 1;
  if (!c->pass)
    GB_TRY(gb_adjoint_open(r->trajectory, r->values.gradient, &c->report, &c->pass, error));
  double *before;
  gb_scalar *bar[2];
  GB_SCRATCH(scratch);
  int status = GB_TAKE(&scratch, before, size, error);
  for (int i = 0; i < 2 && status == GB_OK; i++)
    status = GB_TAKE(&scratch, bar[i], values * n, error);
  GB_TRY(gb_agree(r->analysis->model->comm, status, error));
  GB_TRY(spread(r, again, bars, bar, error));
  take_derivatives(r, before); // the pass then adds those of this step alone
  GB_TRY(gb_adjoint_step(c->pass, again, (const gb_scalar *const[2]){bar[0], bar[1]}, error));
  take_derivatives(r, by_force);
  for (int f = 0; f < (int)values; f++)
    for (int k = 0; k < c->forces.count; k++)
      r->values.gradient[f * r->system->designs + c->forces.first + k] =
          before[f * c->forces.count + k] + by_force[f * c->forces.count + k];
  MPI_Allreduce(MPI_IN_PLACE, by_force, (int)size, MPI_DOUBLE, MPI_SUM, r->analysis->model->comm);
  if (!again) c->step--;
  r->timers->total[1] += gb_timer_now() - start;
  r->timers->part = 0;
  return GB_OK;
}

static int differentiate(gb_run *r, gb_outcome *outcome, gb_error *error) {
  const int count = GB_VALUES(r->system) * r->system->designs;
  if (!r->coupling->pass || r->coupling->step > 0)
    return gb_fail(error, GB_WRONG_CALL,
                   "the adjoint has not passed all steps; accepted: the "
                   "gradient after step 0");
  GB_TRY(r->system->op->sum(r->system, count, r->values.gradient, error));
  outcome->iterations.krylov += r->coupling->report.krylov_iterations;
  outcome->iterations.recomputed_steps = r->coupling->report.recomputed_steps;
  outcome->adjoint_factorisations =
      gb_model_system_factorisations(r->system) - outcome->factorisations;
  return gb_agree(r->analysis->model->comm, gb_run_copy_gradient(r, outcome, error), error);
}

const gb_coupling_operations gb_coupling = {.begin = begin,
                                            .nodes = nodes,
                                            .step = step,
                                            .motion = motion,
                                            .accept = accept,
                                            .end = end,
                                            .reverse = reverse,
                                            .differentiate = differentiate};
