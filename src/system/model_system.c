/// A finite-element model as a system: gather nodal values, loop over the elements, scatter.
#include "system/model_system.h"

#include "base/squares.h"
#include "system/diagnostics/admissible.h"
#include "system/model_data.h"
#include "system/model_functionals.h"
#include "system/model_memory.h"
#include "system/model_relief.h"
#include "system/model_reports.h"
#include "system/model_statics.h"

#include <float.h>
#include <stdlib.h>
#include <string.h>

/// Compute the nodal values of the components on which R depends. Collective.
static int gather_all(gb_model_data *s, const gb_state *state, gb_nodal_state *nodal,
                      gb_error *error) {
  if (s->model->blocks->damped || s->relief)
    return gb_model_data_gather(s, state, GB_A, nodal, error);
  GB_TRY(gb_model_data_gather(s, state, GB_Q, nodal, error));
  nodal->a = s->work->a;
  return gb_model_data_component(s, state, GB_A, s->work->a, error);
}

static int initial(gb_system *system, gb_scalar *q, gb_scalar *v, gb_error *error) {
  const gb_model_data *s = gb_model_data_of(system);
  memset(q, 0, (size_t)system->n * sizeof *q);
  memset(v, 0, (size_t)system->n * sizeof *v);
  gb_initial_velocities(s->model, v);
  gb_initial_change(s->model, s->change, v);
  if (s->initial.equilibrium) GB_TRY(gb_equilibrium_solve(s->initial.equilibrium, q, error));
  return gb_model_data_constrained(s) ? gb_start_solve(s->initial.velocity, q, v, error) : GB_OK;
}

static int residual(gb_system *system, const gb_state *state, gb_scalar *r, gb_error *error) {
  gb_model_data *s = gb_model_data_of(system);
  double start = gb_timer_now();
  gb_nodal_state nodal;
  GB_TRY(gather_all(s, state, &nodal, error));
  memset(s->work->r, 0, s->work->size * sizeof *s->work->r);
  gb_assembly_residual(s->assembly, &nodal, s->work->r);
  GB_TRY(gb_nodal_scatter(s->nodal, 1, s->work->r, r, error));
  gb_timer_add(s->timers, GB_PHASE_ASSEMBLY, start);
  return GB_OK;
}

enum { PIECE = 256 }; ///< number of rows whose kinds are compared at once

static void residual_size(gb_system *system, const gb_scalar *r, gb_residual_size *size) {
  const gb_model_data *s = gb_model_data_of(system);
  *size = (gb_residual_size){.column = gb_assembly_column(s->assembly)};
  gb_assembly_terms(s->assembly, size->terms);
  gb_assembly_carried(s->assembly, size->carried);
  if (gb_system_is(system, GB_SYSTEM_TOUCHES))
    size->carried[GB_ROWS_POSITION] += gb_model_reactions(s);
  const size_t n = (size_t)system->n;
  const int kinds = system->kind ? GB_ROW_KINDS : GB_ROWS_STATE;
  for (size_t from = 0; from < n; from += PIECE) {
    const size_t count = n - from < PIECE ? n - from : PIECE;
    gb_scalar of_kind[PIECE];
    for (int kind = 0; kind < kinds; kind++) {
      for (size_t i = 0; i < count; i++) of_kind[i] = s->work->kind[from + i] == kind;
      size->rows[kind] += gb_squares(count, of_kind, r + from);
    }
  }
}

static gb_preconditioner_kind preconditioner(gb_system *system, const double sigma[3]) {
  return gb_preconditioner_kind_of(gb_model_data_of(system)->preconditioner, sigma);
}

static int refactor(gb_system *system, const double sigma[3], const gb_state *state,
                    gb_error *error) {
  gb_model_data *s = gb_model_data_of(system);
  gb_nodal_state nodal;
  GB_TRY(gb_model_data_gather(s, state, gb_model_data_last_component(s), &nodal, error));
  return gb_preconditioner_refactor(s->preconditioner, sigma, state, &nodal, error);
}

static int rotate(gb_system *system, const double sigma[3], const gb_state *state,
                  gb_rotation *rotation, gb_error *error) {
  gb_model_data *s = gb_model_data_of(system);
  GB_TRY(gb_model_data_component(s, state, GB_Q, s->work->q, error));
  return gb_preconditioner_rotate(s->preconditioner, sigma, state, s->work->q, rotation, error);
}

static int negative(gb_system *system, const double sigma[3], int64_t *count, gb_error *error) {
  return gb_preconditioner_negative(gb_model_data_of(system)->preconditioner, sigma, count, error);
}

static bool reject(gb_system *system, const double sigma[3]) {
  return gb_preconditioner_reject(gb_model_data_of(system)->preconditioner, sigma);
}

static void forget(gb_system *system) {
  gb_preconditioner_forget(gb_model_data_of(system)->preconditioner);
}

static double refactor_cost(gb_system *system, const double sigma[3]) {
  return gb_preconditioner_cost(gb_model_data_of(system)->preconditioner, sigma);
}

static int precondition(gb_system *system, const gb_operator *A, int count, gb_scalar *x,
                        gb_error *error) {
  return gb_preconditioner_apply(gb_model_data_of(system)->preconditioner, A, count, x, error);
}

static int sum(gb_system *system, int count, gb_scalar *values, gb_error *error) {
  (void)error;
  const gb_model_data *s = gb_model_data_of(system);
  int ranks;
  MPI_Comm_size(s->model->comm, &ranks);
  if (ranks > 1) MPI_Allreduce(MPI_IN_PLACE, values, count, GB_MPI_SCALAR, MPI_SUM, s->model->comm);
  return GB_OK;
}

static int residual_report(gb_system *system, const gb_state *state, const gb_scalar *r,
                           size_t size, char *text, gb_error *error) {
  gb_model_data *s = gb_model_data_of(system);
  gb_nodal_state nodal;
  GB_TRY(gather_all(s, state, &nodal, error));
  return gb_residual_report(s->model, s->assembly, &nodal, r, size, text, error);
}

static int admissible(gb_system *system, const gb_state *now, const gb_state *before, bool *yes,
                      size_t size, char *text, gb_error *error) {
  gb_model_data *s = gb_model_data_of(system);
  *yes = true;
  const gb_problem *problem = s->model->problem;
  const bool shells = s->model->blocks->total_shells > 0;
  const int others = problem->joints.count + problem->beams.count + problem->solids.count;
  if (!shells && others == 0) return GB_OK;
  GB_TRY(gb_model_data_component(s, now, GB_Q, s->work->q, error));
  if (!shells) before = NULL; // other elements are checked at the present state only
  if (before) GB_TRY(gb_model_data_component(s, before, GB_Q, s->work->v, error));
  bool upright = before && before->t == s->upright;
  *yes = gb_admissible(s->assembly, now->t, s->work->q, before ? s->work->v : NULL, &upright, size,
                       text);
  if (upright && *yes) s->upright = now->t;
  if (!upright && now->t == s->upright) s->upright = NAN;
  return GB_OK;
}

static int largest_turn(gb_system *system, const gb_state *from, const gb_state *to, double *turn,
                        gb_error *error) {
  gb_model_data *s = gb_model_data_of(system);
  const gb_node_set *nodes = s->model->nodes;
  GB_TRY(gb_model_data_component(s, to, GB_Q, s->work->q, error));
  memset(s->work->v, 0, s->work->size * sizeof *s->work->v);
  if (from) GB_TRY(gb_model_data_component(s, from, GB_Q, s->work->v, error));
  *turn = 0;
  for (int32_t n = 0; n < nodes->owned; n++)
    GB_EACH_FIELD(field, nodes->fields[n] & GB_DIRECTORS) {
      const int32_t k = gb_node_value(nodes, n, field);
      double square = 0;
      for (int i = 0; i < 3; i++) square += pow(gb_real(s->work->q[k + i] - s->work->v[k + i]), 2);
      *turn = fmax(*turn, sqrt(square));
    }
  MPI_Allreduce(MPI_IN_PLACE, turn, 1, MPI_DOUBLE, MPI_MAX, s->model->comm);
  return GB_OK;
}

static int largest_bend(gb_system *system, const gb_state *state, double *angle, int64_t *element,
                        gb_error *error) {
  gb_model_data *s = gb_model_data_of(system);
  GB_TRY(gb_model_data_component(s, state, GB_Q, s->work->q, error));
  gb_largest_bend(s->model, s->work->q, angle, element);
  return GB_OK;
}

static int initial_product(gb_system *system, int count, gb_scalar *bar_q, gb_scalar *bar_v,
                           gb_scalar *gradient, gb_error *error) {
  const gb_model_data *s = gb_model_data_of(system);
  if (gb_model_data_constrained(s))
    GB_TRY(gb_start_product(s->initial.velocity, count, bar_q, bar_v, gradient, error));
  gb_initial_product(s->model, count, bar_v, gradient);
  if (!s->initial.equilibrium) return GB_OK;
  return gb_equilibrium_product(s->initial.equilibrium, count, bar_q, gradient, error);
}

static int initial_direction(gb_system *system, const gb_scalar *dx, gb_scalar *dq, gb_scalar *dv,
                             gb_error *error) {
  const gb_model_data *s = gb_model_data_of(system);
  memset(dq, 0, (size_t)system->n * sizeof *dq);
  memset(dv, 0, (size_t)system->n * sizeof *dv);
  gb_initial_change(s->model, dx, dv);
  if (s->initial.equilibrium)
    GB_TRY(gb_equilibrium_direction(s->initial.equilibrium, dx, dq, error));
  return gb_model_data_constrained(s) ? gb_start_direction(s->initial.velocity, dx, dq, dv, error)
                                      : GB_OK;
}

static bool is_cached(const gb_model_data *s, const double sigma[3], const gb_state *state) {
  return s->work->cached.state == state &&
         memcmp(s->work->cached.sigma, sigma, sizeof s->work->cached.sigma) == 0;
}

/// Compute the nodal values on which a Jacobian with this sigma depends. Collective.
static int gather_for(gb_model_data *s, const double sigma[3], const gb_state *state,
                      gb_nodal_state *nodal, gb_error *error) {
  *nodal = gb_model_data_open(s, state);
  if (sigma[0] == 0 && (sigma[1] == 0 || !s->model->blocks->damped) &&
      s->model->dofs->total_multipliers == 0)
    return GB_OK;
  return gb_model_data_gather(s, state, gb_model_data_last_component(s), nodal, error);
}

static int cache_linearisation(gb_system *system, const double sigma[3], const gb_state *state,
                               gb_error *error) {
  gb_model_data *s = gb_model_data_of(system);
  s->work->cached.state = NULL;
  if (!state || state->projection) return GB_OK;
  double start = gb_timer_now();
  gb_nodal_state nodal;
  GB_TRY(gather_for(s, sigma, state, &nodal, error));
  GB_TRY(gb_agree(s->model->comm, gb_assembly_cache(s->assembly, &nodal, sigma, error), error));
  s->work->cached.state = state;
  memcpy(s->work->cached.sigma, sigma, sizeof s->work->cached.sigma);
  gb_timer_add(s->timers, GB_PHASE_ASSEMBLY, start);
  return GB_OK;
}

static int product(gb_system *system, const gb_operator *A, int count, const gb_scalar *x,
                   gb_scalar *y, gb_error *error) {
  gb_model_data *s = gb_model_data_of(system);
  double start = gb_timer_now();
  gb_nodal_state nodal;
  GB_TRY(gb_model_data_make_room(s, count, error));
  GB_TRY(gather_for(s, A->sigma, A->state, &nodal, error));
  nodal.cached = is_cached(s, A->sigma, A->state);
  GB_TRY(gb_nodal_gather(s->nodal, count, x, s->work->x, error));
  memset(s->work->y, 0, (size_t)count * s->work->size * sizeof *s->work->y);
  const gb_nodal_operator J = {A->sigma, &nodal, A->transpose};
  const bool relieved = s->relief && A->sigma[0] != 0 && A->state->turning == GB_TURNING_KEPT;
  if (relieved && A->transpose)
    GB_TRY(gb_relief_product(s->relief, count, s->work->x, s->work->y, error));
  GB_TRY(gb_assembly_product(s->assembly, &J, count, s->work->x, s->work->y, error));
  if (relieved && !A->transpose)
    GB_TRY(gb_relief_direction(s->relief, count, s->work->x, s->work->y, error));
  GB_TRY(gb_nodal_scatter(s->nodal, count, s->work->y, y, error));
  gb_timer_add(s->timers, GB_PHASE_ASSEMBLY, start);
  return GB_OK;
}

static int partial(gb_system *system, int component, const gb_state *state, int count,
                   const gb_scalar *psi, gb_scalar *y, gb_error *error) {
  gb_model_data *s = gb_model_data_of(system);
  if ((component == GB_V && !s->model->blocks->damped) || component == GB_S) return GB_OK;
  double sigma[3] = {component == GB_Q, component == GB_V, component == GB_A};
  GB_TRY(gb_model_data_make_room(s, count, error));
  GB_TRY(product(system, &(gb_operator){sigma, state, true}, count, psi, s->work->owned, error));
  gb_model_data_add_owned(s, count, y);
  return GB_OK;
}

/// gradient += psi . (R_q g_x + R_v g'_x + R_a g''_x) of prescribed motions g, with psi in work.x.
/// Collective.
static int motion_product(gb_model_data *s, const gb_state *state, const gb_nodal_state *nodal,
                          int count, gb_scalar gradient[], gb_error *error) {
  if (!gb_motions_vary(s->motions) || state->frozen) return GB_OK;
  for (int component = GB_Q; component <= GB_A; component++) {
    const double sigma[3] = {component == GB_Q, component == GB_V, component == GB_A};
    if (!gb_model_data_has_motion(s, state, component)) continue;
    memset(s->work->y, 0, (size_t)count * s->work->size * sizeof *s->work->y);
    GB_TRY(gb_assembly_product(s->assembly, &(gb_nodal_operator){sigma, nodal, true}, count,
                               s->work->x, s->work->y, error));
    const gb_tangent_motion tangent = gb_model_data_tangent(state, component);
    gb_motions_gradient(s->motions, tangent.t, component, count, s->work->y, gradient);
    if (tangent.by == 0) continue;
    for (size_t i = 0; i < (size_t)count * s->work->size; i++) s->work->y[i] *= tangent.by;
    gb_motions_gradient(s->motions, tangent.t, GB_V, count, s->work->y, gradient);
  }
  return GB_OK;
}

static int design_product(gb_system *system, const gb_state *state, int count, const gb_scalar *psi,
                          gb_scalar *gradient, gb_error *error) {
  gb_model_data *s = gb_model_data_of(system);
  double start = gb_timer_now();
  gb_nodal_state nodal;
  GB_TRY(gb_model_data_make_room(s, count, error));
  GB_TRY(gather_all(s, state, &nodal, error));
  GB_TRY(gb_nodal_gather(s->nodal, count, psi, s->work->x, error));
  GB_TRY(gb_model_relief_product(s, state, count, gradient, error));
  gb_assembly_design_product(s->assembly, &nodal, count, s->work->x, gradient);
  const gb_scalar *const both[2] = {psi, s->work->x};
  GB_TRY(gb_shape_sensitivity_product(s->shape, state, &nodal, count, both, gradient, error));
  GB_TRY(motion_product(s, state, &nodal, count, gradient, error));
  gb_timer_add(s->timers, GB_PHASE_ASSEMBLY, start);
  return GB_OK;
}

/// work.y += R_q dX for the elements that use present positions X + z only.
static int move_direction(gb_model_data *s, const gb_nodal_state *nodal, int count,
                          const gb_scalar dx[], gb_error *error) {
  static const double sigma[3] = {1, 0, 0};
  if (!s->model->dofs->T.varies) return GB_OK;
  memset(s->work->x, 0, (size_t)count * s->work->size * sizeof *s->work->x);
  gb_shape_sensitivity_reference_direction(s->shape, count, dx, s->work->x);
  gb_nodal_state by_position = *nodal;
  by_position.selection = GB_SELECT_BY_POSITION;
  const gb_nodal_operator J = {sigma, &by_position, false};
  return gb_assembly_product(s->assembly, &J, count, s->work->x, s->work->y, error);
}

static int direction(gb_system *system, const gb_state *state, int count, const gb_scalar *dx,
                     const gb_scalar *const d[3], gb_scalar *r, gb_error *error) {
  gb_model_data *s = gb_model_data_of(system);
  double start = gb_timer_now();
  gb_nodal_state nodal;
  const gb_scalar *x[3] = {NULL};
  GB_TRY(gb_model_data_make_room(s, 3 * count, error));
  GB_TRY(gather_all(s, state, &nodal, error));
  for (int component = GB_Q; component <= GB_A; component++) {
    const bool moves = gb_motions_vary(s->motions) && !state->frozen &&
                       gb_model_data_has_motion(s, state, component);
    if ((!d[component] && !s->model->dofs->T.follows && !moves) ||
        (component == GB_V && !s->model->blocks->damped))
      continue;
    gb_scalar *here = s->work->x + (size_t)component * (size_t)count * s->work->size;
    memset(here, 0, (size_t)count * s->work->size * sizeof *here);
    if (d[component])
      GB_TRY(gb_nodal_gather(s->nodal, count, gb_model_data_join(s, count, d[component], NULL),
                             here, error));
    GB_TRY(gb_shape_sensitivity_gather(s->shape, state, component, count, dx, here, error));
    if (moves) gb_motions_direction(s->motions, state->t, component, count, dx, here);
    x[component] = here;
  }
  memset(s->work->y, 0, (size_t)count * s->work->size * sizeof *s->work->y);
  GB_TRY(gb_assembly_direction(s->assembly, &nodal, count, dx, x, s->work->y, error));
  GB_TRY(move_direction(s, &nodal, count, dx, error));
  GB_TRY(gb_model_relief_direction(s, state, count, dx, d[GB_Q], error));
  GB_TRY(gb_nodal_scatter(s->nodal, count, s->work->y, r, error));
  GB_TRY(gb_shape_sensitivity_scatter(s->shape, &nodal, count, dx, r, error));
  gb_timer_add(s->timers, GB_PHASE_ASSEMBLY, start);
  return GB_OK;
}

static void set_stage(gb_system *system, int step, int instant, double t) {
  gb_model_data *s = gb_model_data_of(system);
  if (!s->inputs) return;
  s->inputs->step = step;
  s->inputs->instant = instant;
  s->inputs->t = t;
  gb_model_data_set_inputs(s, step, instant);
}

void gb_model_system_set_inputs(gb_system *system, gb_step_inputs *inputs) {
  gb_model_data *s = gb_model_data_of(system);
  s->inputs = inputs;
  for (int i = 0; i < inputs->count; i++)
    inputs->moves =
        inputs->moves || gb_design_is_motion(&s->model->designs->design[inputs->design[i]]);
}

static const gb_system_operations operations = {
    .set_stage = set_stage,
    .initial = initial,
    .residual = residual,
    .residual_size = residual_size,
    .cache_linearisation = cache_linearisation,
    .product = product,
    .partial = partial,
    .preconditioner = preconditioner,
    .refactor = refactor,
    .rotate = rotate,
    .negative = negative,
    .reject = reject,
    .forget = forget,
    .refactor_cost = refactor_cost,
    .precondition = precondition,
    .sum = sum,
    .residual_report = residual_report,
    .approach = gb_model_approach,
    .stiffen = gb_model_stiffen,
    .admissible = admissible,
    .turn = largest_turn,
    .bend = largest_bend,
    .functionals_begin = gb_model_functionals_begin,
    .functionals_add = gb_model_functionals_add,
    .functionals_end = gb_model_functionals_end,
    .functionals_derivative = gb_model_functionals_derivative,
    .value_of = gb_model_functionals_value_of,
    .design_product = design_product,
    .direction = direction,
    .remember = gb_model_remember,
    .memory_product = gb_model_memory_product,
    .memory_direction = gb_model_memory_direction,
    .initial_product = initial_product,
    .initial_direction = initial_direction,
};

/// Find the kinds of the unknowns' rows. Rows of a body's director also contain forces on positions
/// that depend on it.
static int find_kinds(gb_model_data *s, gb_error *error) {
  const gb_node_set *nodes = s->model->nodes;
  const gb_node_map *T = &s->model->dofs->T;
  GB_TRY(GB_TAKE(&s->work->memory, s->work->kind, (size_t)s->system->n, error));
  if (s->model->problem->states.count > 0) s->system->kind = s->work->kind;
  for (int32_t node = 0; node < nodes->owned; node++)
    GB_EACH_FIELD(field, nodes->fields[node] & ~(unsigned)GB_POSITION) {
      const gb_node_field *of = gb_node_field_of(field);
      const int32_t row = gb_node_value(nodes, node, field);
      for (int32_t k = T->start[row]; k < T->start[row + of->width]; k++)
        if (T->unknown[k] < s->system->n) s->work->kind[T->unknown[k]] = (unsigned char)of->group;
    }
  return GB_OK;
}

/// Compute the model's size: root mean square distance of its nodes from their middle. Collective.
static void measure(gb_model_data *s) {
  const gb_node_set *nodes = s->model->nodes;
  double sum[5] = {0}; // number of nodes, sums of positions and of their squares
  for (int32_t i = 0; i < nodes->owned; i++) {
    if (!gb_node_has(nodes, i, GB_POSITION)) continue;
    const double *x = gb_node_reference(nodes, i, GB_POSITION);
    sum[0]++;
    for (int k = 0; k < 3; k++) sum[1 + k] += x[k];
    for (int k = 0; k < 3; k++) sum[4] += x[k] * x[k];
  }
  MPI_Allreduce(MPI_IN_PLACE, sum, 5, MPI_DOUBLE, MPI_SUM, s->model->comm);
  const double count = fmax(sum[0], 1), away = sum[4] / count;
  double square = away;
  for (int k = 0; k < 3; k++) square -= pow(sum[1 + k] / count, 2);
  s->system->position_norm = sqrt(sum[4]);
  s->system->length = square > DBL_EPSILON * away ? sqrt(square) : 1;
}

/// Set the weights of norms: displacements count relative to the model's size.
static int set_norms(gb_model_data *s, gb_error *error) {
  GB_TRY(GB_TAKE(&s->work->memory, s->work->weight, (size_t)(s->system->n + s->system->m), error));
  for (int32_t i = 0; i < s->system->n + s->system->m; i++) {
    const bool is_position = i < s->system->n && s->work->kind[i] == GB_ROWS_POSITION;
    s->work->weight[i] = is_position ? 1 / s->system->length : 1;
  }
  s->system->weight = s->work->weight;
  return GB_OK;
}

static int build(gb_model_data *s, const gb_model_system_request *request, gb_error *error) {
  measure(s);
  GB_TRY(find_kinds(s, error));
  GB_TRY(set_norms(s, error));
  GB_TRY(GB_TAKE(&s->work->memory, s->change, (size_t)s->model->designs->width, error));
  for (int i = 0; i < s->model->designs->width; i++)
    s->change[i] = request->design[i] - s->model->designs->built[i];
  GB_TRY(gb_nodal_create(s->model, s->change, &s->nodal, error));
  GB_TRY(gb_assembly_create(s->model, request->design, &request->enforcement, request->linear,
                            request->apart, &s->assembly, error));
  GB_TRY(gb_shape_sensitivity_create(s->model, s->nodal, s->assembly, s->change, &s->shape, error));
  GB_TRY(gb_motions_create(s->model, gb_assembly_controls(s->assembly), s->change, request->linear,
                           &s->work->memory, &s->motions, error));
  GB_TRY(gb_model_functionals_create(s->system, request->functional, request->duration, error));
  GB_TRY(gb_model_reports_create(s->system, error));
  s->work->size = gb_nodal_size(s->nodal);
  GB_TRY(gb_model_data_reserve(s, 3, error)); // one vector for each component
  GB_TRY(GB_TAKE(&s->work->memory, s->work->q, 3 * s->work->size, error));
  s->work->v = s->work->q + s->work->size;
  s->work->a = s->work->v + s->work->size;
  if (s->model->dofs->T.varies)
    GB_TRY(GB_TAKE(&s->work->memory, s->work->increment, s->work->size, error));
  if (request->linear) {
    GB_TRY(GB_TAKE(&s->work->memory, s->linear, 1, error));
    GB_TRY(GB_TAKE(&s->work->memory, s->linear->zero, s->work->size, error));
  }
  GB_TRY(GB_TAKE(&s->work->memory, s->work->r, s->work->size, error));
  if (s->model->dofs->total_multipliers > 0)
    GB_TRY(gb_start_create(s->system, &s->work->memory, &s->at.start, &s->initial.velocity, error));
  if (request->settle > 0)
    GB_TRY(gb_equilibrium_create(&(gb_equilibrium_request){s->system, &s->at.rest, request->settle},
                                 &s->work->memory, &s->initial.equilibrium, error));
  return GB_OK;
}

/// Whether the case prescribes motions; the same on all ranks.
static bool has_motions(const gb_problem *problem) {
  bool any = false;
  for (int i = 0; i < problem->supports.count; i++)
    any = any || gb_motion_is_given(&problem->supports.entry[i].motion);
  for (int i = 0; i < problem->masses.count; i++)
    any = any || gb_motion_is_given(&problem->masses.entry[i].motion);
  return any;
}

static int allocate(gb_model_data **out, gb_error *error) {
  GB_TRY(GB_ALLOCATE(*out, 1, error));
  GB_TRY(GB_ALLOCATE((*out)->system, 1, error));
  GB_TRY(GB_ALLOCATE((*out)->work, 1, error));
  return GB_TAKE(&(*out)->work->memory, (*out)->functionals, 1, error);
}

/// Free data whose parts have been destroyed, or were never created.
static void release(gb_model_data *s) {
  if (!s) return;
  if (s->work) gb_arena_free(&s->work->buffers);
  if (s->work) gb_arena_free(&s->work->memory);
  free(s->work);
  free(s->system);
  free(s);
}

int gb_model_system_create(const gb_model *model, const gb_model_system_request *request,
                           gb_system **out, gb_error *error) {
  gb_model_data *s = NULL;
  *out = NULL;
  int status = gb_agree(model->comm, allocate(&s, error), error);
  if (status != GB_OK) {
    release(s);
    return status;
  }
  s->model = model;
  s->timers = request->timers;
  s->upright = NAN;
  *s->system = (gb_system){.op = &operations,
                           .data = s,
                           .n = model->dofs->owned - model->dofs->owned_multipliers,
                           .m = model->dofs->owned_multipliers,
                           .memory = model->blocks->memory,
                           .functionals = request->functionals,
                           .designs = model->designs->width,
                           .order = model->dofs->order,
                           .traits = (has_motions(model->problem) ? GB_SYSTEM_PRESCRIBED : 0U) |
                                     (model->problem->temperatures.count ? GB_SYSTEM_HEATED : 0U)};
  status = gb_agree(model->comm, build(s, request, error), error);
  if (status == GB_OK && model->relief)
    status =
        gb_agree(model->comm,
                 gb_relief_create(model, s->assembly, &s->work->memory, &s->relief, error), error);
  if (status == GB_OK)
    status = gb_preconditioner_create(s->nodal, s->assembly, s->timers, request->memory,
                                      request->whole, &s->preconditioner, error);
  if (status == GB_OK && gb_preconditioner_is_whole(s->preconditioner))
    s->system->traits |= GB_SYSTEM_WHOLE_FACTORS;
  *out = s->system;
  if (status == GB_OK)
    gb_model_functionals_start(s->system);
  else
    gb_model_system_destroy(out);
  return status;
}

void gb_model_system_destroy(gb_system **system) {
  if (!*system) return;
  gb_model_data *s = gb_model_data_of(*system);
  gb_preconditioner_destroy(&s->preconditioner);
  gb_model_functionals_destroy(*system);
  gb_shape_sensitivity_destroy(&s->shape);
  gb_assembly_destroy(&s->assembly);
  gb_nodal_destroy(&s->nodal);
  release(s);
  *system = NULL;
}

void gb_model_system_take_factors(gb_system *system, gb_system *from) {
  gb_model_data *s = gb_model_data_of(system), *other = gb_model_data_of(from);
  gb_preconditioner_destroy(&s->preconditioner);
  s->preconditioner = other->preconditioner;
  other->preconditioner = NULL;
  gb_preconditioner_move(s->preconditioner, s->nodal, s->assembly);
}

static int gather_origin(void *context, const gb_state *at, gb_nodal_state *nodal,
                         gb_error *error) {
  gb_model_data *s = context;
  return gb_model_data_gather(s, at, gb_model_data_last_component(s), nodal, error);
}

int gb_model_system_archive(gb_system *system, gb_archive *archive, gb_error *error) {
  gb_model_data *s = gb_model_data_of(system);
  GB_TRY(gb_model_functionals_archive(system, archive, error));
  return gb_preconditioner_archive(s->preconditioner, archive, gather_origin, s, error);
}

gb_model_access gb_model_system_access(gb_system *system) {
  const gb_model_data *s = gb_model_data_of(system);
  return (gb_model_access){s->model, s->nodal, s->shape, s->assembly, s->timers};
}

void gb_model_system_motion_designs(gb_system *system, double t, const gb_scalar bar[],
                                    gb_scalar gradient[]) {
  gb_motions_gradient(gb_model_data_of(system)->motions, t, GB_Q, 1, bar, gradient);
}

int gb_model_system_gather(gb_system *system, const gb_state *state, gb_nodal_state *nodal,
                           gb_error *error) {
  return gb_model_data_gather(gb_model_data_of(system), state, GB_A, nodal, error);
}
