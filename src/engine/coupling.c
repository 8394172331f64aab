/// A march and its adjoint by steps. The inputs of a step are values of designs while its stages
/// are solved and passed, so that the derivatives by designs of one stage are those by its inputs.
#include "engine/coupling.h"

#include "base/count.h"
#include "engine/run.h"
#include "functions/function.h"
#include "integrators/trajectory.h"
#include "system/nodal_values/node_rotation.h"

#include <stdlib.h>
#include <string.h>

static bool is_static(const gb_run *r) {
  return gb_table_scheme(r->table)->order == 0;
}

/// Compare designs by node, axis and kind.
static int compare_designs(const void *a, const void *b) {
  const gb_design *one = *(const gb_design *const *)a, *other = *(const gb_design *const *)b;
  if (one->node != other->node) return one->node < other->node ? -1 : 1;
  if (one->axis != other->axis) return one->axis < other->axis ? -1 : 1;
  return (one->kind > other->kind) - (one->kind < other->kind);
}

/// Check that motions are complete: in dynamics displacements, velocities and accelerations, in a
/// static march displacements alone. Local. errors: GB_WRONG_CALL; GB_FILE (memory)
static int check_motions(const gb_run *r, const gb_coupled_inputs *inputs, gb_error *error) {
  const gb_design *design = r->analysis->model->designs->design, **moves;
  const int orders = is_static(r) ? 1 : GB_MOTION_ORDERS;
  size_t count = 0;
  GB_SCRATCH(scratch);
  GB_TRY(GB_TAKE(&scratch, moves, (size_t)inputs->count, error));
  for (int i = 0; i < inputs->count; i++) {
    const gb_design *of = &design[inputs->design[i]];
    if (gb_design_is_motion(of)) moves[count++] = of;
    if (of->kind != GB_NODE_DISPLACEMENT || is_static(r) || inputs->initial[i] == 0) continue;
    return gb_fail(error, GB_WRONG_CALL,
                   "%s: found %g at t = 0, where the model is in its reference; accepted: 0",
                   of->name, inputs->initial[i]);
  }
  qsort(moves, count, sizeof(*moves), compare_designs);
  for (size_t i = 0; i < count; i++)
    if ((int)moves[i]->kind != GB_NODE_DISPLACEMENT + (int)i % orders ||
        moves[i]->node != moves[i - i % (size_t)orders]->node || count % (size_t)orders != 0)
      return gb_fail(error, GB_WRONG_CALL,
                     "%s: the given motion of this node is not complete; accepted: displacements%s "
                     "of its support",
                     moves[i]->name, is_static(r) ? " alone" : ", velocities and accelerations");
  return GB_OK;
}

/// @return the largest number of different times of the stages of a step
/// @param[out] end index of the last time of each step, [steps + 1]; NULL: not wanted
static int count_stages(const gb_table *table, int end[]) {
  gb_stage stage;
  int most = 1;
  for (int64_t k = 0; k < gb_table_stages(table); k++) {
    gb_table_stage(table, k, &stage);
    if (end) end[stage.step] = stage.instant;
    if (stage.instant + 1 > most) most = stage.instant + 1;
  }
  return most;
}

static bool has_motions(const gb_run *r, const gb_coupled_inputs *inputs) {
  const gb_design *design = r->analysis->model->designs->design;
  bool any = false;
  for (int i = 0; i < inputs->count; i++)
    any = any || gb_design_is_motion(&design[inputs->design[i]]);
  return any;
}

static int refuse(const gb_run *r, const gb_coupled_inputs *inputs, gb_error *error) {
  const gb_march_settings *time = r->analysis->time;
  if (time->newton.retry > 0)
    return gb_fail(error, GB_WRONG_CALL,
                   "time.retry: found %d; accepted in a coupled march: 0, since steps have the "
                   "length that both programs know",
                   time->newton.retry);
  if (time->walk.arc_length || time->walk.probe >= 0 || time->walk.unstable > GB_UNSTABLE_WARN)
    return gb_fail(error, GB_WRONG_CALL,
                   "time: found path steps or a reaction to unstable states; accepted in a coupled "
                   "march: load steps, which both programs know, and unstable: warn");
  for (int i = 0; i < r->analysis->functionals; i++)
    if (r->functional[i].function->field == GB_FIELD_MODES)
      return gb_fail(error, GB_WRONG_CALL,
                     "%s: it is of modes, which a coupled march does not find; accepted: functions "
                     "of its motion",
                     r->functional[i].where);
  if (r->analysis->method != GB_NO_GRADIENT && r->system->values > r->system->functionals)
    return gb_fail(error, GB_WRONG_CALL,
                   "the adjoint of a coupled march has functions of one value "
                   "each; accepted: functions without a list of times");
  GB_TRY(check_motions(r, inputs, error));
  if (!inputs->staged && has_motions(r, inputs) && count_stages(r->table, NULL) > 1)
    return gb_fail(error, GB_WRONG_CALL,
                   "time.scheme: found %s, whose steps have several stages; accepted with given "
                   "motions: inputs for each stage, or a scheme of one stage",
                   time->scheme);
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

/// List the numbers of the nodes of the inputs, each once. Local. errors: GB_FILE (memory)
static int list_nodes(gb_run *r, gb_error *error) {
  const gb_design *design = r->analysis->model->designs->design;
  gb_run_coupling *c = r->coupling;
  const int vectors = c->inputs->count / 3;
  numbered_node *listed;
  GB_SCRATCH(scratch);
  GB_TRY(GB_TAKE(&r->memory, c->id, (size_t)vectors, error));
  GB_TRY(GB_TAKE(&r->memory, c->node, (size_t)vectors, error));
  GB_TRY(GB_TAKE(&scratch, listed, (size_t)vectors, error));
  for (int k = 0; k < vectors; k++)
    listed[k] = (numbered_node){design[c->inputs->design[3 * k]].node, k};
  qsort(listed, (size_t)vectors, sizeof *listed, compare_numbers);
  // of vectors at the same node the first one counts
  for (int from = 0, to; from < vectors; from = to) {
    int first = listed[from].node;
    for (to = from; to < vectors && listed[to].id == listed[from].id; to++)
      if (listed[to].node < first) first = listed[to].node;
    c->node[first] = 1;
  }
  for (int k = 0; k < vectors; k++)
    if (c->node[k]) c->id[c->nodes++] = design[c->inputs->design[3 * k]].node;
  return GB_OK;
}

/// Find the nodes of this rank among those that represent nodes of the mesh in results: at a fold
/// further nodes have the same number. Local. errors: GB_FILE (memory)
static int find_nodes(const gb_run *r, gb_error *error) {
  const gb_node_set *nodes = r->analysis->model->nodes;
  const gb_run_coupling *c = r->coupling;
  numbered_node *owned;
  size_t count = 0;
  GB_SCRATCH(scratch);
  GB_TRY(GB_TAKE(&scratch, owned, (size_t)nodes->in_results, error));
  for (int32_t i = 0; i < nodes->in_results; i++)
    if (gb_node_has(nodes, i, GB_POSITION)) owned[count++] = (numbered_node){nodes->id[i], i};
  qsort(owned, count, sizeof *owned, compare_numbers);
  for (int k = 0; k < c->nodes; k++) {
    const numbered_node key = {.id = c->id[k]};
    const numbered_node *found =
        count ? bsearch(&key, owned, count, sizeof key, compare_numbers) : NULL;
    c->node[k] = found ? found->node : -1;
  }
  return GB_OK;
}

static size_t motion_values(const gb_run_coupling *c) {
  return (size_t)c->inputs->stages * 3 * (size_t)c->nodes;
}

/// @return the number of values of the inputs of a step
static size_t input_values(const gb_run_coupling *c) {
  return (size_t)c->inputs->stages * (size_t)c->inputs->count;
}

static int allocate(gb_run *r, const gb_coupled_inputs *inputs, gb_error *error) {
  gb_arena *memory = &r->memory;
  const size_t steps = (size_t)gb_table_steps(r->table) + 1;
  gb_run_coupling *c = r->coupling;
  int *design, *end;
  bool *is_input;
  GB_TRY(GB_TAKE(memory, c->inputs, 1, error));
  GB_TRY(GB_TAKE(memory, end, steps, error));
  GB_TRY(GB_TAKE(memory, is_input, (size_t)r->analysis->model->designs->count, error));
  for (int i = 0; i < inputs->count; i++) is_input[inputs->design[i]] = true;
  GB_TRY(GB_TAKE(memory, design, (size_t)inputs->count, error));
  memcpy(design, inputs->design, (size_t)inputs->count * sizeof *design);
  *c->inputs = (gb_step_inputs){
      .count = inputs->count, .design = design, .is_input = is_input, .stages = 1, .end = end};
  if (inputs->staged) c->inputs->stages = count_stages(r->table, end);
  GB_TRY(GB_TAKE(memory, c->inputs->value, steps * input_values(c), error));
  GB_TRY(GB_TAKE(memory, c->start, gb_system_length(r->trajectory->system), error));
  c->step = (int)steps;
  GB_TRY(list_nodes(r, error));
  for (int i = 0; i < GB_COUPLED_VECTORS; i++)
    GB_TRY(GB_TAKE(memory, c->motion[i], motion_values(c), error));
  gb_model_system_set_inputs(r->system, c->inputs);
  return find_nodes(r, error);
}

/// Gather positions of the nodes in the reference configuration on all ranks.
static void find_positions(const gb_run *r) {
  const gb_node_set *nodes = r->analysis->model->nodes;
  const gb_run_coupling *c = r->coupling;
  double *position = c->motion[GB_COUPLED_REFERENCE];
  for (int k = 0; k < 3 * c->nodes; k++)
    if (c->node[k / 3] >= 0)
      position[k] = gb_node_reference(nodes, c->node[k / 3], GB_POSITION)[k % 3];
  MPI_Allreduce(MPI_IN_PLACE, position, 3 * c->nodes, MPI_DOUBLE, MPI_SUM,
                r->analysis->model->comm);
}

/// Set the inputs of stage k, and compute its nodal values.
static int gather(gb_run *r, int64_t k, gb_nodal_state *nodal, gb_error *error) {
  gb_stage stage;
  gb_table_stage(r->table, k, &stage);
  gb_stage_set(r->system, &stage);
  return gb_model_system_gather(r->system, gb_trajectory_state(r->trajectory, k), nodal, error);
}

/// @return the index of stage k in arrays of the stages of a step; -1: a later stage at the same
/// time represents it, or the arrays have only ends of steps
static int place_of(const gb_run *r, int64_t k) {
  gb_stage stage, next = {.step = -1};
  gb_table_stage(r->table, k, &stage);
  if (r->coupling->inputs->stages == 1) return stage.step_end ? 0 : -1;
  if (!stage.step_end) gb_table_stage(r->table, k + 1, &next);
  return next.step == stage.step && next.instant == stage.instant ? -1 : stage.instant;
}

/// Gather the motions of the nodes in the last step on all ranks.
static int find_motion(gb_run *r, gb_error *error) {
  const gb_node_set *nodes = r->analysis->model->nodes;
  const gb_run_coupling *c = r->coupling;
  const gb_trajectory *t = r->trajectory;
  for (int i = 0; i < GB_COUPLED_MOTIONS; i++)
    memset(c->motion[i], 0, motion_values(c) * sizeof *c->motion[i]);
  for (int64_t k = t->k - gb_trajectory_stage(t)->index; k <= t->k; k++) {
    const int place = place_of(r, k);
    gb_nodal_state nodal;
    if (place < 0) continue;
    GB_TRY(gather(r, k, &nodal, error));
    for (int m = 0; m < c->nodes; m++) {
      const size_t to = 3 * ((size_t)place * (size_t)c->nodes + (size_t)m);
      if (c->node[m] < 0) continue;
      const size_t from = gb_node_displacement(nodes, c->node[m]);
      for (size_t i = 0; i < 3; i++) {
        c->motion[GB_COUPLED_DISPLACEMENT][to + i] = gb_real(nodal.q[from + i]);
        c->motion[GB_COUPLED_VELOCITY][to + i] = gb_real(nodal.v[from + i]);
      }
      gb_node_rotation_find(nodes, c->node[m], nodal.q, r->linear,
                            &c->motion[GB_COUPLED_ROTATION][to]);
      gb_node_spin_find(nodes, c->node[m], nodal.q, nodal.v, &c->motion[GB_COUPLED_SPIN][to]);
    }
  }
  for (int i = 0; i < GB_COUPLED_MOTIONS; i++)
    gb_sum_over_ranks(r->analysis->model->comm, motion_values(c), c->motion[i]);
  return GB_OK;
}

/// The number of the step that was computed last; -1: none.
static int last_step(const gb_run *r) {
  return r->trajectory->k < 0 ? -1 : gb_trajectory_stage(r->trajectory)->step;
}

static int step(gb_run *r, bool again, const double input[], gb_error *error) {
  gb_run_coupling *c = r->coupling;
  again = again && !c->failed; // a step that failed has to be computed from its start
  const int steps = gb_table_steps(r->table), next = last_step(r) + !again;
  if (again != c->pending || next > steps)
    return gb_fail(error, GB_WRONG_CALL,
                   again        ? "no step can be repeated; accepted: a repetition after a step"
                   : c->pending ? "a step is neither accepted nor repeated; accepted: a step after "
                                  "accepting the one before"
                                : "the march has no further step; accepted: its end");
  const double start = gb_timer_now();
  memcpy(c->inputs->value + (size_t)next * input_values(c), input, input_values(c) * sizeof *input);
  const int status = gb_march_step(r->trajectory, again, c->start, error);
  c->failed = status != GB_OK;
  c->pending = !c->failed;
  if (c->failed) return status;
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
                 const gb_coupled_inputs *inputs, gb_timers *timers, gb_run **out,
                 gb_error *error) {
  gb_run *r;
  GB_TRY(gb_agree(analysis->model->comm, GB_ALLOCATE(r, 1, error), error));
  *r = (gb_run){.analysis = analysis, .timers = timers};
  *out = r;
  GB_TRY(gb_agree(analysis->model->comm, GB_TAKE(&r->memory, r->coupling, 1, error), error));
  GB_TRY(gb_run_build(r, design, NULL, error));
  GB_TRY(gb_agree(analysis->model->comm, refuse(r, inputs, error), error));
  GB_TRY(gb_agree(analysis->model->comm, allocate(r, inputs, error), error));
  find_positions(r);
  GB_TRY(gb_march_begin(r->trajectory, &r->progress->report, error));
  double *first;
  GB_SCRATCH(scratch);
  const int status = GB_TAKE(&scratch, first, input_values(r->coupling), error);
  GB_TRY(gb_agree(analysis->model->comm, status, error));
  memcpy(first, inputs->initial, (size_t)inputs->count * sizeof *first);
  GB_TRY(step(r, false, first, error));
  return accept(r, error);
}

static gb_coupled_size size(const gb_run *r) {
  const gb_run_coupling *c = r->coupling;
  return (gb_coupled_size){c->inputs->stages, c->nodes, c->inputs->count};
}

static const int64_t *numbers(const gb_run *r) {
  return r->coupling->id;
}

/// @return the first stage of a step or, if there is no such step, of a later one
static int64_t first_stage(const gb_table *table, int number) {
  int64_t from = 0, end = gb_table_stages(table);
  gb_stage stage;
  while (from < end) {
    const int64_t middle = from + (end - from) / 2;
    gb_table_stage(table, middle, &stage);
    if (stage.step < number)
      from = middle + 1;
    else
      end = middle;
  }
  return from;
}

static double time_of(const gb_run *r, int number, int index) {
  gb_stage stage;
  for (int64_t k = first_stage(r->table, number); index >= 0 && k < gb_table_stages(r->table);
       k++) {
    gb_table_stage(r->table, k, &stage);
    if (stage.step != number) break;
    if (place_of(r, k) == index) return stage.t;
  }
  return NAN;
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
  GB_TRY(gb_agree(r->analysis->model->comm, GB_TAKE(&outcome->memory, outcome->sights, 1, error),
                  error));
  *outcome->sights = *r->frame->sights;
  GB_TRY(gb_run_judge(r, outcome, error));
  return gb_agree(r->analysis->model->comm, gb_run_copy_values(r, outcome, error), error);
}

/// Derivatives by the nodal values of a component of stage k from those by motions of nodes:
/// part[0] and part[1], [values][nodal values] each, see gb_model_functionals_spread.
static void set_nodal(const gb_run *r, const double *const bars[], int place, int component,
                      const gb_nodal_state *nodal, gb_scalar *const part[2]) {
  const gb_node_set *nodes = r->analysis->model->nodes;
  const gb_run_coupling *c = r->coupling;
  const size_t size = gb_node_values(nodes);
  for (size_t f = 0; f < (size_t)GB_VALUES(r->system); f++)
    for (int m = 0; m < c->nodes; m++) {
      const size_t from = f * motion_values(c) + 3 * ((size_t)place * (size_t)c->nodes + (size_t)m);
      gb_scalar *const own[2] = {part[0] + f * size, part[1] + f * size};
      if (c->node[m] < 0) continue;
      for (size_t i = 0; bars[component] && i < 3; i++)
        own[1][gb_node_displacement(nodes, c->node[m]) + i] += bars[component][from + i];
      if (component == GB_Q && bars[GB_COUPLED_ROTATION])
        gb_node_rotation_add_bar(nodes, c->node[m], nodal->q, r->linear,
                                 bars[GB_COUPLED_ROTATION] + from, own);
      if (bars[GB_COUPLED_SPIN])
        gb_node_spin_add_bar(nodes, c->node[m], nodal->q, nodal->v, component == GB_V,
                             bars[GB_COUPLED_SPIN] + from, own);
    }
}

/// Bars of q and v of stage k, [values][n], from derivatives by motions of nodes. Those by designs
/// are added to the gradient.
static int spread(gb_run *r, const double *const from[], int64_t k, gb_scalar *const to[2],
                  gb_error *error) {
  const gb_model *model = r->analysis->model;
  const size_t values = (size_t)GB_VALUES(r->system), size = gb_node_values(model->nodes);
  gb_nodal_state nodal;
  gb_scalar *part[2];
  GB_SCRATCH(scratch);
  const int status = GB_TAKE(&scratch, part[0], 2 * values * size, error);
  GB_TRY(gb_agree(model->comm, status, error));
  part[1] = part[0] + values * size;
  GB_TRY(gb_trajectory_restore(r->trajectory, k, true, error));
  GB_TRY(gather(r, k, &nodal, error));
  for (int component = GB_Q; component <= (is_static(r) ? GB_Q : GB_V); component++) {
    memset(part[0], 0, 2 * values * size * sizeof *part[0]);
    set_nodal(r, from, place_of(r, k), component, &nodal, part);
    GB_TRY(gb_model_functionals_spread(r->system, gb_trajectory_state(r->trajectory, k), component,
                                       part, to[component], r->values.gradient, error));
  }
  return GB_OK;
}

/// Add the derivatives by inputs in the gradient to out[values][stride], and set them to zero
/// there.
static void take_derivatives(const gb_run *r, size_t stride, double out[]) {
  const gb_run_coupling *c = r->coupling;
  for (int f = 0; f < GB_VALUES(r->system); f++)
    for (int k = 0; k < c->inputs->count; k++) {
      gb_scalar *derivative = &r->values.gradient[f * r->system->designs + c->inputs->design[k]];
      out[(size_t)f * stride + (size_t)k] += gb_real(*derivative);
      *derivative = 0;
    }
}

/// Pass the stages of a step, and add the derivatives by its inputs.
static int pass_stages(gb_run *r, bool again, const double *const bars[], double by_input[],
                       gb_error *error) {
  const gb_run_coupling *c = r->coupling;
  const size_t block = (size_t)GB_VALUES(r->system) * (size_t)r->system->n;
  gb_scalar *bar[2];
  gb_stage stage;
  GB_SCRATCH(scratch);
  const int status = GB_TAKE(&scratch, bar[0], 2 * block, error);
  GB_TRY(gb_agree(r->analysis->model->comm, status, error));
  bar[1] = bar[0] + block;
  for (int64_t k = gb_adjoint_next(c->pass, again), last = k; k >= 0; k--) {
    gb_table_stage(r->table, k, &stage);
    const int place = place_of(r, k);
    if (k < last && stage.step_end) break; // the end of the step before
    memset(bar[0], 0, 2 * block * sizeof *bar[0]);
    if (place >= 0) GB_TRY(spread(r, bars, k, bar, error));
    GB_TRY(gb_adjoint_stage(c->pass, k, again, (const gb_scalar *const[2]){bar[0], bar[1]}, error));
    const size_t first = c->inputs->stages > 1 ? (size_t)(stage.instant * c->inputs->count) : 0;
    take_derivatives(r, input_values(c), by_input + first);
  }
  return GB_OK;
}

static int reverse(gb_run *r, bool again, const double *const bars[GB_COUPLED_MOTIONS],
                   double by_input[], gb_error *error) {
  gb_run_coupling *c = r->coupling;
  const size_t values = (size_t)GB_VALUES(r->system), inputs = (size_t)c->inputs->count;
  const size_t size = values * input_values(c);
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
  GB_SCRATCH(scratch);
  const int status = GB_TAKE(&scratch, before, values * inputs, error);
  GB_TRY(gb_agree(r->analysis->model->comm, status, error));
  take_derivatives(r, inputs, before); // the pass then adds the derivatives of this step alone
  memset(by_input, 0, size * sizeof *by_input);
  GB_TRY(pass_stages(r, again, bars, by_input, error));
  for (size_t i = 0; i < size; i++)
    before[i / input_values(c) * inputs + i % inputs] += by_input[i];
  for (size_t i = 0; i < values * inputs; i++)
    r->values
        .gradient[i / inputs * (size_t)r->system->designs + (size_t)c->inputs->design[i % inputs]] =
        before[i];
  gb_sum_over_ranks(r->analysis->model->comm, size, by_input);
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
  return gb_run_copy_gradient(r, outcome, error);
}

const gb_coupling_operations gb_coupling = {.begin = begin,
                                            .size = size,
                                            .numbers = numbers,
                                            .time = time_of,
                                            .step = step,
                                            .motion = motion,
                                            .accept = accept,
                                            .end = end,
                                            .reverse = reverse,
                                            .differentiate = differentiate};
