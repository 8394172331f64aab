/// A finite-element model as a system: gather nodal values, loop over the elements, scatter.
#include "system/model_system.h"

#include "base/arena.h"
#include "system/admissible.h"
#include "system/assembly.h"
#include "system/control_functionals.h"
#include "system/node_functionals.h"
#include "system/quantities.h"
#include "system/shape_sensitivity.h"

#include <stdlib.h>
#include <string.h>

/// Memory that the operations share.
typedef struct work {
  gb_arena memory, buffers; ///< of the arrays with one vector, and of the others
  size_t size;              ///< nodal values
  gb_scalar *q, *v, *a, *r; ///< nodal values, [size] each
  gb_scalar *increment;     ///< q less what designs move; NULL: they move nothing
  int room;                 ///< vectors of the arrays below
  gb_scalar *x, *y;         ///< nodal multi-vectors, [room][size]
  gb_scalar *owned;         ///< [room][owned]
  gb_scalar *joined;        ///< components with multipliers behind each, [room][n + m]
} work;

/// The linearisation that the assembly keeps for products, see gb_assembly_cache.
typedef struct cached_linearisation {
  const gb_state *state; ///< NULL: none is kept
  double sigma[3];
} cached_linearisation;

typedef struct model_system {
  gb_system base;
  const gb_model *model;
  gb_timers *timers;
  gb_nodal *nodal;
  gb_assembly *assembly;
  gb_preconditioner *preconditioner;
  struct {
    gb_aggregate *aggregate;
    gb_point_functionals *points;
    gb_node_functionals *nodes;
    gb_control_functionals *controls;
    const gb_state_bars *given; ///< in their place; or NULL
    double scale;               ///< of multipliers, for these
  } functionals;
  struct {
    gb_quantities *all; ///< of the model; NULL: there are none
    gb_scalar *value;   ///< their values
    gb_scalar *origin;  ///< about which a linear system is linear, [nodal values]; or NULL
  } quantities;
  gb_scalar *change; ///< of the designs from the model's values, [designs]
  work work;
  cached_linearisation cached;
  struct {
    gb_start *velocity;          ///< of a model with constraints
    gb_equilibrium *equilibrium; ///< NULL: the march begins from the reference
  } initial;
  struct {
    bool start; ///< the operations are those of `start`
    bool rest;  ///< constraints act on positions, and given motions have no rates
  } at;
  double upright; ///< time of the last state whose directors were upright, see gb_admissible; NAN
  gb_motions *motions;
  gb_shape_sensitivity *shape;
} model_system;

static model_system *of(gb_system *system) {
  return system->data;
}

static int reserve(model_system *s, int count, gb_error *error) {
  gb_arena_free(&s->work.buffers);
  s->work.room = 0;
  size_t vectors = (size_t)count, owned = vectors * (size_t)s->model->dofs->owned;
  GB_TRY(GB_TAKE(&s->work.buffers, s->work.x, vectors * s->work.size, error));
  GB_TRY(GB_TAKE(&s->work.buffers, s->work.y, vectors * s->work.size, error));
  GB_TRY(GB_TAKE(&s->work.buffers, s->work.owned, owned, error));
  GB_TRY(GB_TAKE(&s->work.buffers, s->work.joined, owned, error));
  s->work.room = count;
  return GB_OK;
}

/// Room for `count` vectors in x, y and those of owned unknowns. Collective.
static int make_room(model_system *s, int count, gb_error *error) {
  if (count <= s->work.room) return GB_OK;
  return gb_agree(s->model->comm, reserve(s, count, error), error);
}

/// Vectors of all unknowns from y[count][n] and multipliers (NULL: zeros), which have no rates.
/// They last until the next call.
static const gb_scalar *join(model_system *s, int count, const gb_scalar y[],
                             const gb_scalar multiplier[]) {
  const size_t n = (size_t)s->base.n, m = (size_t)s->base.m;
  if (m == 0) return y;
  for (size_t c = 0; c < (size_t)count; c++) {
    gb_scalar *out = s->work.joined + c * (n + m);
    memcpy(out, y + c * n, n * sizeof *y);
    if (multiplier)
      memcpy(out + n, multiplier, m * sizeof *y);
    else
      memset(out + n, 0, m * sizeof *y);
  }
  return s->work.joined;
}

/// Whether inertia and constraints alone count.
static bool is_impulse(const model_system *s, const gb_state *state) {
  return s->at.start || state->returns != GB_RETURN_NONE;
}

/// Whether given motions count in a component.
static bool has_motion(const model_system *s, const gb_state *state, int component) {
  return component == GB_Q || !(s->at.rest || (is_impulse(s, state) && component == GB_A));
}

/// What a nodal state says beside its values.
static gb_nodal_state open_nodal(const model_system *s, const gb_state *state) {
  return (gb_nodal_state){.t = state->t,
                          .initial = state->initial,
                          .impulse = is_impulse(s, state),
                          .shift = state->returns == GB_RETURN_POSITIONS,
                          .rest = s->at.rest};
}

/// z = T y + g of one component, docs/theory.md, (2.3). Collective.
static int gather_increments(model_system *s, const gb_state *state, int component, gb_scalar z[],
                             gb_error *error) {
  const gb_scalar *multiplier = component == GB_Q ? state->multiplier : NULL;
  const gb_scalar *own = join(s, 1, state->component[component], multiplier);
  GB_TRY(gb_nodal_gather(s->nodal, 1, own, z, error));
  if (has_motion(s, state, component)) gb_motions_add(s->motions, state->t, component, z);
  return GB_OK;
}

/// z = T y + g + X(x) - X, (2.10). Collective.
static int gather_component(model_system *s, const gb_state *state, int component, gb_scalar z[],
                            gb_error *error) {
  GB_TRY(gather_increments(s, state, component, z, error));
  const gb_scalar *shift = gb_shape_sensitivity_shift(s->shape);
  for (size_t i = 0; shift && component == GB_Q && i < s->work.size; i++) z[i] += shift[i];
  return GB_OK;
}

/// q, and, where designs move it, its increments from there. Collective.
static int gather_positions(model_system *s, const gb_state *state, gb_nodal_state *nodal,
                            gb_error *error) {
  const gb_scalar *shift = gb_shape_sensitivity_shift(s->shape);
  gb_scalar *own = shift ? s->work.increment : s->work.q;
  GB_TRY(gather_increments(s, state, GB_Q, own, error));
  for (size_t i = 0; shift && i < s->work.size; i++) s->work.q[i] = own[i] + shift[i];
  nodal->q = s->work.q;
  nodal->increment = shift ? own : NULL;
  nodal->moved = shift;
  return GB_OK;
}

/// Nodal values of the components up to `last`, in the system's own memory. Collective.
static int gather(model_system *s, const gb_state *state, int last, gb_nodal_state *nodal,
                  gb_error *error) {
  *nodal = open_nodal(s, state);
  GB_TRY(gather_positions(s, state, nodal, error));
  if (last >= GB_V) GB_TRY(gather_component(s, state, GB_V, s->work.v, error));
  if (last >= GB_A) GB_TRY(gather_component(s, state, GB_A, s->work.a, error));
  nodal->v = last >= GB_V ? s->work.v : NULL;
  nodal->a = last >= GB_A ? s->work.a : NULL;
  memcpy(nodal->sigma, state->sigma, sizeof nodal->sigma);
  return GB_OK;
}

/// Nodal values of the components on which R depends. Collective.
static int gather_all(model_system *s, const gb_state *state, gb_nodal_state *nodal,
                      gb_error *error) {
  if (s->model->blocks->damped) return gather(s, state, GB_A, nodal, error);
  GB_TRY(gather(s, state, GB_Q, nodal, error));
  nodal->a = s->work.a;
  return gather_component(s, state, GB_A, s->work.a, error);
}

/// The last component on which the combined Jacobian depends.
static int last_component(const model_system *s) {
  return s->model->dofs->total_multipliers > 0 ? GB_A : s->model->blocks->damped ? GB_V : GB_Q;
}

/// Whether initial velocities are moved to those that constraints allow.
static bool is_constrained(const model_system *s) {
  return s->model->dofs->total_multipliers > 0 && !s->at.rest;
}

static int initial(gb_system *system, gb_scalar *q, gb_scalar *v, gb_error *error) {
  const model_system *s = of(system);
  memset(q, 0, (size_t)system->n * sizeof *q);
  memset(v, 0, (size_t)system->n * sizeof *v);
  gb_initial_velocities(s->model, v);
  gb_initial_change(s->model, s->change, v);
  if (s->initial.equilibrium) GB_TRY(gb_equilibrium_solve(s->initial.equilibrium, q, error));
  return is_constrained(s) ? gb_start_solve(s->initial.velocity, q, v, error) : GB_OK;
}

static int residual(gb_system *system, const gb_state *state, gb_scalar *r, gb_error *error) {
  model_system *s = of(system);
  double start = gb_timer_now();
  gb_nodal_state nodal;
  GB_TRY(gather_all(s, state, &nodal, error));
  memset(s->work.r, 0, s->work.size * sizeof *s->work.r);
  gb_assembly_residual(s->assembly, &nodal, s->work.r);
  GB_TRY(gb_nodal_scatter(s->nodal, 1, s->work.r, r, error));
  gb_timer_add(s->timers, GB_PHASE_ASSEMBLY, start);
  return GB_OK;
}

static gb_preconditioner_kind preconditioner(gb_system *system, const double sigma[3]) {
  return gb_preconditioner_kind_of(of(system)->preconditioner, sigma);
}

static int refactor(gb_system *system, const double sigma[3], const gb_state *state,
                    gb_error *error) {
  model_system *s = of(system);
  gb_nodal_state nodal;
  GB_TRY(gather(s, state, last_component(s), &nodal, error));
  return gb_preconditioner_refactor(s->preconditioner, sigma, state, &nodal, error);
}

static bool reject(gb_system *system, const double sigma[3]) {
  return gb_preconditioner_reject(of(system)->preconditioner, sigma);
}

static void forget(gb_system *system) {
  gb_preconditioner_forget(of(system)->preconditioner);
}

static double refactor_cost(gb_system *system, const double sigma[3]) {
  return gb_preconditioner_cost(of(system)->preconditioner, sigma);
}

static int precondition(gb_system *system, const gb_operator *A, int count, gb_scalar *x,
                        gb_error *error) {
  return gb_preconditioner_apply(of(system)->preconditioner, A, count, x, error);
}

static int sum(gb_system *system, int count, gb_scalar *values, gb_error *error) {
  (void)error;
  const model_system *s = of(system);
  int ranks;
  MPI_Comm_size(s->model->comm, &ranks);
  if (ranks > 1) MPI_Allreduce(MPI_IN_PLACE, values, count, GB_MPI_SCALAR, MPI_SUM, s->model->comm);
  return GB_OK;
}

static int residual_report(gb_system *system, const gb_state *state, const gb_scalar *r,
                           size_t size, char *text, gb_error *error) {
  model_system *s = of(system);
  gb_nodal_state nodal;
  GB_TRY(gather_all(s, state, &nodal, error));
  return gb_residual_report(s->model, s->assembly, &nodal, r, size, text, error);
}

static int admissible(gb_system *system, const gb_state *now, const gb_state *before, bool *yes,
                      size_t size, char *text, gb_error *error) {
  model_system *s = of(system);
  *yes = true;
  const gb_problem *problem = s->model->problem;
  const bool shells = s->model->blocks->total_shells > 0;
  if (!shells && problem->joints.count + problem->beams.count == 0) return GB_OK;
  GB_TRY(gather_component(s, now, GB_Q, s->work.q, error));
  if (!shells) before = NULL; // joints and beams are looked at as they are now
  if (before) GB_TRY(gather_component(s, before, GB_Q, s->work.v, error));
  bool upright = before && before->t == s->upright;
  *yes = gb_admissible(s->assembly, now->t, s->work.q, before ? s->work.v : NULL, &upright, size,
                       text);
  if (upright && *yes) s->upright = now->t;
  if (!upright && now->t == s->upright) s->upright = NAN;
  return GB_OK;
}

static int initial_product(gb_system *system, int count, gb_scalar *bar_q, gb_scalar *bar_v,
                           gb_scalar *gradient, gb_error *error) {
  const model_system *s = of(system);
  if (is_constrained(s))
    GB_TRY(gb_start_product(s->initial.velocity, count, bar_q, bar_v, gradient, error));
  gb_initial_product(s->model, count, bar_v, gradient);
  if (!s->initial.equilibrium) return GB_OK;
  return gb_equilibrium_product(s->initial.equilibrium, count, bar_q, gradient, error);
}

static int initial_direction(gb_system *system, const gb_scalar *dx, gb_scalar *dq, gb_scalar *dv,
                             gb_error *error) {
  const model_system *s = of(system);
  memset(dq, 0, (size_t)system->n * sizeof *dq);
  memset(dv, 0, (size_t)system->n * sizeof *dv);
  gb_initial_change(s->model, dx, dv);
  if (s->initial.equilibrium)
    GB_TRY(gb_equilibrium_direction(s->initial.equilibrium, dx, dq, error));
  return is_constrained(s) ? gb_start_direction(s->initial.velocity, dx, dq, dv, error) : GB_OK;
}

static bool is_cached(const model_system *s, const double sigma[3], const gb_state *state) {
  return s->cached.state == state && memcmp(s->cached.sigma, sigma, sizeof s->cached.sigma) == 0;
}

/// Nodal values of what a Jacobian of this sigma depends on.
static int gather_for(model_system *s, const double sigma[3], const gb_state *state,
                      gb_nodal_state *nodal, gb_error *error) {
  *nodal = open_nodal(s, state);
  if (sigma[0] == 0 && (sigma[1] == 0 || !s->model->blocks->damped) &&
      s->model->dofs->total_multipliers == 0)
    return GB_OK;
  return gather(s, state, last_component(s), nodal, error);
}

static int cache_linearisation(gb_system *system, const double sigma[3], const gb_state *state,
                               gb_error *error) {
  model_system *s = of(system);
  s->cached.state = NULL;
  if (!state || state->returns) return GB_OK;
  double start = gb_timer_now();
  gb_nodal_state nodal;
  GB_TRY(gather_for(s, sigma, state, &nodal, error));
  GB_TRY(gb_agree(s->model->comm, gb_assembly_cache(s->assembly, &nodal, sigma, error), error));
  s->cached.state = state;
  memcpy(s->cached.sigma, sigma, sizeof s->cached.sigma);
  gb_timer_add(s->timers, GB_PHASE_ASSEMBLY, start);
  return GB_OK;
}

static int product(gb_system *system, const gb_operator *A, int count, const gb_scalar *x,
                   gb_scalar *y, gb_error *error) {
  model_system *s = of(system);
  double start = gb_timer_now();
  gb_nodal_state nodal;
  GB_TRY(make_room(s, count, error));
  GB_TRY(gather_for(s, A->sigma, A->state, &nodal, error));
  nodal.cached = is_cached(s, A->sigma, A->state);
  GB_TRY(gb_nodal_gather(s->nodal, count, x, s->work.x, error));
  memset(s->work.y, 0, (size_t)count * s->work.size * sizeof *s->work.y);
  const gb_nodal_operator J = {A->sigma, &nodal, A->transpose};
  GB_TRY(gb_assembly_product(s->assembly, &J, count, s->work.x, s->work.y, error));
  GB_TRY(gb_nodal_scatter(s->nodal, count, s->work.y, y, error));
  gb_timer_add(s->timers, GB_PHASE_ASSEMBLY, start);
  return GB_OK;
}

/// y[count][m] += the part of work.owned[count][n + m] of multipliers.
static void add_owned_multipliers(const model_system *s, int count, gb_scalar y[]) {
  const size_t n = (size_t)s->base.n, m = (size_t)s->base.m;
  for (size_t c = 0; c < (size_t)count; c++)
    for (size_t i = 0; i < m; i++) y[c * m + i] += s->work.owned[c * (n + m) + n + i];
}

/// y[count][n] += the part of work.owned[count][n + m] without multipliers.
static void add_owned(const model_system *s, int count, gb_scalar y[]) {
  const size_t n = (size_t)s->base.n, length = n + (size_t)s->base.m;
  for (int c = 0; c < count; c++)
    for (size_t i = 0; i < n; i++) y[(size_t)c * n + i] += s->work.owned[(size_t)c * length + i];
}

static int partial(gb_system *system, int component, const gb_state *state, int count,
                   const gb_scalar *psi, gb_scalar *y, gb_error *error) {
  model_system *s = of(system);
  if ((component == GB_V && !s->model->blocks->damped) || component == GB_S) return GB_OK;
  double sigma[3] = {component == GB_Q, component == GB_V, component == GB_A};
  GB_TRY(make_room(s, count, error));
  GB_TRY(product(system, &(gb_operator){sigma, state, true}, count, psi, s->work.owned, error));
  add_owned(s, count, y);
  return GB_OK;
}

/// gradient += psi . (R_q g_x + R_v g'_x + R_a g''_x) of given motions g, psi being in work.x.
static int motion_product(model_system *s, const gb_state *state, const gb_nodal_state *nodal,
                          int count, gb_scalar gradient[], gb_error *error) {
  if (!gb_motions_vary(s->motions)) return GB_OK;
  for (int component = GB_Q; component <= GB_A; component++) {
    const double sigma[3] = {component == GB_Q, component == GB_V, component == GB_A};
    if (!has_motion(s, state, component)) continue;
    memset(s->work.y, 0, (size_t)count * s->work.size * sizeof *s->work.y);
    GB_TRY(gb_assembly_product(s->assembly, &(gb_nodal_operator){sigma, nodal, true}, count,
                               s->work.x, s->work.y, error));
    gb_motions_gradient(s->motions, nodal->t, component, count, s->work.y, gradient);
  }
  return GB_OK;
}

static int design_product(gb_system *system, const gb_state *state, int count, const gb_scalar *psi,
                          gb_scalar *gradient, gb_error *error) {
  model_system *s = of(system);
  double start = gb_timer_now();
  gb_nodal_state nodal;
  GB_TRY(make_room(s, count, error));
  GB_TRY(gather_all(s, state, &nodal, error));
  GB_TRY(gb_nodal_gather(s->nodal, count, psi, s->work.x, error));
  gb_assembly_design_product(s->assembly, &nodal, count, s->work.x, gradient);
  GB_TRY(gb_shape_sensitivity_product(s->shape, state, &nodal, count, psi, gradient, error));
  GB_TRY(motion_product(s, state, &nodal, count, gradient, error));
  gb_timer_add(s->timers, GB_PHASE_ASSEMBLY, start);
  return GB_OK;
}

/// work.y += R_q dX of the elements that know positions as X + z.
static int move_direction(model_system *s, const gb_nodal_state *nodal, int count,
                          const gb_scalar dx[], gb_error *error) {
  static const double sigma[3] = {1, 0, 0};
  if (!s->model->dofs->T.varies) return GB_OK;
  memset(s->work.x, 0, (size_t)count * s->work.size * sizeof *s->work.x);
  gb_shape_sensitivity_move(s->shape, count, dx, s->work.x);
  gb_nodal_state placed = *nodal;
  placed.in = GB_IN_PLACED;
  const gb_nodal_operator J = {sigma, &placed, false};
  return gb_assembly_product(s->assembly, &J, count, s->work.x, s->work.y, error);
}

static int direction(gb_system *system, const gb_state *state, int count, const gb_scalar *dx,
                     const gb_scalar *const d[3], gb_scalar *r, gb_error *error) {
  model_system *s = of(system);
  double start = gb_timer_now();
  gb_nodal_state nodal;
  const gb_scalar *x[3] = {NULL};
  GB_TRY(make_room(s, 3 * count, error));
  GB_TRY(gather_all(s, state, &nodal, error));
  for (int component = GB_Q; component <= GB_A; component++) {
    const bool moves = gb_motions_vary(s->motions) && has_motion(s, state, component);
    if ((!d[component] && !s->model->dofs->T.follows && !moves) ||
        (component == GB_V && !s->model->blocks->damped))
      continue;
    gb_scalar *here = s->work.x + (size_t)component * (size_t)count * s->work.size;
    memset(here, 0, (size_t)count * s->work.size * sizeof *here);
    if (d[component])
      GB_TRY(gb_nodal_gather(s->nodal, count, join(s, count, d[component], NULL), here, error));
    GB_TRY(gb_shape_sensitivity_gather(s->shape, state, component, count, dx, here, error));
    if (moves) gb_motions_direction(s->motions, state->t, component, count, dx, here);
    x[component] = here;
  }
  memset(s->work.y, 0, (size_t)count * s->work.size * sizeof *s->work.y);
  GB_TRY(gb_assembly_direction(s->assembly, &nodal, count, dx, x, s->work.y, error));
  GB_TRY(move_direction(s, &nodal, count, dx, error));
  GB_TRY(gb_nodal_scatter(s->nodal, count, s->work.y, r, error));
  GB_TRY(gb_shape_sensitivity_scatter(s->shape, &nodal, count, dx, r, error));
  gb_timer_add(s->timers, GB_PHASE_ASSEMBLY, start);
  return GB_OK;
}

static int functionals_begin(gb_system *system, gb_error *error) {
  (void)error;
  gb_aggregate_reset(of(system)->functionals.aggregate);
  return GB_OK;
}

static gb_instant instant_of(const gb_state *state, double weight) {
  return (gb_instant){
      .weight = weight, .first = state->first, .last = state->last, .step = state->step};
}

/// Whether functionals depend on a component at a time point.
static bool is_sampled(const model_system *s, gb_instant instant, int component) {
  return component == GB_Q || gb_point_functionals_use(s->functionals.points, instant, component) ||
         gb_node_functionals_use(s->functionals.nodes, instant, component);
}

/// The last such component.
static int last_sampled_component(const model_system *s, gb_instant instant) {
  int component = GB_A;
  while (!is_sampled(s, instant, component)) component--;
  return component;
}

static int functionals_add(gb_system *system, const gb_state *state, double weight,
                           gb_error *error) {
  model_system *s = of(system);
  double start = gb_timer_now();
  gb_nodal_state nodal;
  gb_instant instant = instant_of(state, weight);
  GB_TRY(gather(s, state, last_sampled_component(s, instant), &nodal, error));
  gb_assembly_sample(s->assembly, &nodal, instant, s->functionals.aggregate);
  GB_TRY(gb_point_functionals_sample(s->functionals.points, &nodal, instant, error));
  GB_TRY(gb_node_functionals_sample(s->functionals.nodes, &nodal, instant, error));
  GB_TRY(gb_control_functionals_sample(s->functionals.controls, instant, error));
  gb_timer_add(s->timers, GB_PHASE_FUNCTIONALS, start);
  return GB_OK;
}

static int functionals_end(gb_system *system, gb_scalar *values, gb_error *error) {
  if (of(system)->functionals.given)
    memset(values, 0, (size_t)system->functionals * sizeof *values);
  return gb_aggregate_close(of(system)->functionals.aggregate, values, error);
}

/// bar += those of given functionals, if this is their state.
static int add_given(const model_system *s, const gb_state *state, gb_scalar *bar[GB_BARS]) {
  const gb_state_bars *given = s->functionals.given;
  const size_t n = (size_t)s->base.n, m = (size_t)s->base.m;
  const double scale = state->initial ? 1 : s->functionals.scale;
  if (!(given->first ? state->first : state->last)) return GB_OK;
  for (size_t c = 0; c < (size_t)given->count; c++) {
    const double *own = given->bar + c * (n + m);
    for (size_t i = 0; i < n; i++) bar[GB_Q][c * n + i] += own[i];
    for (size_t i = 0; i < m; i++) bar[GB_MULTIPLIER][c * m + i] += scale * own[n + i];
  }
  return GB_OK;
}

/// Zeroed bars of a component, see gb_assembly_sample_product: apart where designs move what
/// elements measure.
static void open_bars(model_system *s, int component, int count, gb_scalar *bar[2]) {
  const size_t bytes = (size_t)count * s->work.size * sizeof *s->work.y;
  const bool moves = s->model->dofs->T.varies && component == GB_Q;
  bar[0] = s->work.y;
  bar[1] = moves ? s->work.x : s->work.y;
  memset(bar[0], 0, bytes);
  if (moves) memset(bar[1], 0, bytes);
}

/// gradient += work.y times what designs move; then work.y has the derivatives of all elements.
static void add_measured(model_system *s, int count, gb_scalar *gradient) {
  if (!s->model->dofs->T.varies) return;
  gb_shape_sensitivity_moved(s->shape, count, s->work.y, gradient);
  for (size_t i = 0; i < (size_t)count * s->work.size; i++) s->work.y[i] += s->work.x[i];
}

static int functionals_derivative(gb_system *system, const gb_state *state, double weight,
                                  gb_scalar *bar[GB_BARS], gb_scalar *gradient, gb_error *error) {
  model_system *s = of(system);
  if (s->functionals.given) return add_given(s, state, bar);
  double start = gb_timer_now();
  int count = system->functionals;
  gb_instant instant = instant_of(state, weight);
  gb_nodal_state nodal;
  GB_TRY(make_room(s, count, error));
  GB_TRY(gather(s, state, last_sampled_component(s, instant), &nodal, error));
  GB_TRY(gb_point_functionals_differentiate(s->functionals.points, &nodal, instant, error));
  GB_TRY(gb_control_functionals_gradient(s->functionals.controls, instant, gradient, error));
  for (int component = GB_Q; component <= GB_A; component++) {
    if (!is_sampled(s, instant, component)) continue;
    gb_scalar *part[2];
    open_bars(s, component, count, part);
    if (component == GB_Q)
      GB_TRY(gb_assembly_sample_product(s->assembly, &nodal, instant, s->functionals.aggregate,
                                        part, gradient, error));
    GB_TRY(gb_point_functionals_bar(s->functionals.points, &nodal, component, part, error));
    GB_TRY(gb_node_functionals_bar(s->functionals.nodes, &nodal, instant, component, s->work.y,
                                   gradient, error));
    if (component == GB_Q) {
      gb_point_functionals_gradient(s->functionals.points, &nodal, gradient);
      add_measured(s, count, gradient);
    }
    GB_TRY(gb_shape_sensitivity_gradient(s->shape, state, component, count, s->work.y, gradient,
                                         error));
    if (has_motion(s, state, component))
      gb_motions_gradient(s->motions, state->t, component, count, s->work.y, gradient);
    GB_TRY(gb_nodal_scatter(s->nodal, count, s->work.y, s->work.owned, error));
    add_owned(s, count, bar[component]);
    if (component == GB_Q) add_owned_multipliers(s, count, bar[GB_MULTIPLIER]);
  }
  gb_timer_add(s->timers, GB_PHASE_FUNCTIONALS, start);
  return GB_OK;
}

static int value_of(gb_system *system, int f, const gb_state *state, double weight) {
  return gb_aggregate_value_of(of(system)->functionals.aggregate, f, instant_of(state, weight));
}

static const gb_system_operations operations = {
    .initial = initial,
    .residual = residual,
    .cache_linearisation = cache_linearisation,
    .product = product,
    .partial = partial,
    .preconditioner = preconditioner,
    .refactor = refactor,
    .reject = reject,
    .forget = forget,
    .refactor_cost = refactor_cost,
    .precondition = precondition,
    .sum = sum,
    .residual_report = residual_report,
    .admissible = admissible,
    .functionals_begin = functionals_begin,
    .functionals_add = functionals_add,
    .functionals_end = functionals_end,
    .functionals_derivative = functionals_derivative,
    .value_of = value_of,
    .design_product = design_product,
    .direction = direction,
    .initial_product = initial_product,
    .initial_direction = initial_direction,
};

/// Room for the values of all quantities.
static int open_quantities(model_system *s, gb_error *error) {
  const gb_quantity_set *set = s->model->quantities;
  bool *all;
  if (set->count == 0) return GB_OK;
  GB_TRY(GB_TAKE(&s->work.memory, s->quantities.value, (size_t)set->values, error));
  GB_TRY(GB_TAKE(&s->work.memory, all, (size_t)set->count, error));
  for (int i = 0; i < set->count; i++) all[i] = true;
  return gb_quantities_create(s->assembly, all, 0, &s->work.memory, &s->quantities.all, error);
}

static int largest_turn(gb_system *system, const gb_state *from, const gb_state *to, double *turn,
                        gb_error *error) {
  model_system *s = of(system);
  const gb_node_set *nodes = s->model->nodes;
  GB_TRY(gather_component(s, to, GB_Q, s->work.q, error));
  memset(s->work.v, 0, s->work.size * sizeof *s->work.v);
  if (from) GB_TRY(gather_component(s, from, GB_Q, s->work.v, error));
  *turn = 0;
  for (int32_t n = 0; n < nodes->owned; n++)
    for (unsigned field = GB_DIRECTOR_1; field <= GB_DIRECTOR_3; field <<= 1) {
      if (!gb_node_has(nodes, n, field)) continue;
      const int32_t k = gb_node_vector(nodes, n, field);
      double square = 0;
      for (int i = 0; i < 3; i++)
        square += pow(gb_real(s->work.q[3 * k + i] - s->work.v[3 * k + i]), 2);
      *turn = fmax(*turn, sqrt(square));
    }
  MPI_Allreduce(MPI_IN_PLACE, turn, 1, MPI_DOUBLE, MPI_MAX, s->model->comm);
  return GB_OK;
}

static int build(model_system *s, const gb_model_system_request *request, gb_error *error) {
  GB_TRY(GB_TAKE(&s->work.memory, s->change, (size_t)s->model->designs->width, error));
  for (int i = 0; i < s->model->designs->width; i++)
    s->change[i] = request->design[i] - s->model->designs->built[i];
  GB_TRY(gb_nodal_create(s->model, s->change, &s->nodal, error));
  GB_TRY(gb_assembly_create(s->model, request->design, &request->enforcement, &s->assembly, error));
  GB_TRY(gb_shape_sensitivity_create(s->model, s->nodal, s->assembly, s->change, &s->shape, error));
  GB_TRY(gb_motions_create(s->model, gb_assembly_controls(s->assembly), &s->work.memory,
                           &s->motions, error));
  GB_TRY(gb_aggregate_create(s->model->comm, s->base.functionals, request->functional,
                             &s->functionals.aggregate, error));
  s->base.values = gb_aggregate_values(s->functionals.aggregate);
  GB_TRY(gb_point_functionals_create(s->assembly, request->functional, s->functionals.aggregate,
                                     &s->work.memory, &s->functionals.points, error));
  GB_TRY(gb_node_functionals_create(s->assembly, request->functional, s->functionals.aggregate,
                                    &s->work.memory, &s->functionals.nodes, error));
  GB_TRY(gb_control_functionals_create(s->assembly, request->functional, request->duration,
                                       s->functionals.aggregate, &s->work.memory,
                                       &s->functionals.controls, error));
  GB_TRY(open_quantities(s, error));
  s->work.size = gb_nodal_size(s->nodal);
  GB_TRY(reserve(s, 1, error));
  GB_TRY(GB_TAKE(&s->work.memory, s->work.q, s->work.size, error));
  if (s->model->dofs->T.varies)
    GB_TRY(GB_TAKE(&s->work.memory, s->work.increment, s->work.size, error));
  GB_TRY(GB_TAKE(&s->work.memory, s->work.v, s->work.size, error));
  GB_TRY(GB_TAKE(&s->work.memory, s->work.a, s->work.size, error));
  GB_TRY(GB_TAKE(&s->work.memory, s->work.r, s->work.size, error));
  if (s->model->dofs->total_multipliers > 0)
    GB_TRY(gb_start_create(&s->base, &s->work.memory, &s->at.start, &s->initial.velocity, error));
  if (request->settle > 0)
    GB_TRY(gb_equilibrium_create(
        &(gb_equilibrium_request){&s->base, &s->at.rest, request->settle, largest_turn},
        &s->work.memory, &s->initial.equilibrium, error));
  return gb_preconditioner_create(s->nodal, s->assembly, s->timers, request->memory, request->whole,
                                  &s->preconditioner, error);
}

/// Collective.
static double size_of_places(const gb_model *model) {
  double square = 0;
  for (int32_t i = 0; i < model->nodes->count; i++)
    for (int k = 0; gb_node_has(model->nodes, i, GB_POSITION) && k < 3; k++) {
      const double x = gb_node_reference(model->nodes, i, GB_POSITION)[k];
      square += x * x;
    }
  MPI_Allreduce(MPI_IN_PLACE, &square, 1, MPI_DOUBLE, MPI_SUM, model->comm);
  return sqrt(square);
}

int gb_model_system_create(const gb_model *model, const gb_model_system_request *request,
                           gb_system **out, gb_error *error) {
  model_system *s;
  *out = NULL;
  GB_TRY(gb_agree(model->comm, GB_ALLOCATE(s, 1, error), error));
  s->model = model;
  s->timers = request->timers;
  s->upright = NAN;
  s->base = (gb_system){.op = &operations,
                        .data = s,
                        .n = model->dofs->owned - model->dofs->owned_multipliers,
                        .m = model->dofs->owned_multipliers,
                        .functionals = request->functionals,
                        .designs = model->designs->width,
                        .places = size_of_places(model)};
  int status = gb_agree(model->comm, build(s, request, error), error);
  *out = &s->base;
  if (status != GB_OK) gb_model_system_destroy(out);
  return status;
}

void gb_model_system_destroy(gb_system **system) {
  if (!*system) return;
  model_system *s = of(*system);
  gb_preconditioner_destroy(&s->preconditioner);
  gb_aggregate_destroy(&s->functionals.aggregate);
  gb_shape_sensitivity_destroy(&s->shape);
  gb_assembly_destroy(&s->assembly);
  gb_nodal_destroy(&s->nodal);
  gb_arena_free(&s->work.buffers);
  gb_arena_free(&s->work.memory);
  free(s);
  *system = NULL;
}

int gb_model_system_linear(gb_system *system, gb_error *error) {
  model_system *s = of(system);
  return gb_agree(s->model->comm,
                  GB_TAKE(&s->work.memory, s->quantities.origin, s->work.size, error), error);
}

/// Nodal values where all unknowns are zero: those of given motions. Collective.
static int gather_origin_of_linear(model_system *s, const gb_state *state, gb_error *error) {
  const size_t n = (size_t)s->base.n, m = (size_t)s->base.m;
  GB_TRY(make_room(s, 1, error));
  memset(s->work.joined, 0, (n + m) * sizeof *s->work.joined);
  GB_TRY(gb_nodal_gather(s->nodal, 1, s->work.joined, s->quantities.origin, error));
  gb_motions_add(s->motions, state->t, GB_Q, s->quantities.origin);
  const gb_scalar *shift = gb_shape_sensitivity_shift(s->shape);
  for (size_t i = 0; shift && i < s->work.size; i++) s->quantities.origin[i] += shift[i];
  return GB_OK;
}

void gb_model_system_give(gb_system *system, const gb_state_bars *bars, double scale) {
  model_system *s = of(system);
  s->functionals.given = bars;
  s->functionals.scale = scale;
  system->functionals = system->values = bars->count;
}

void gb_model_system_at_rest(gb_system *system) {
  of(system)->at.rest = true;
}

static int gather_origin(void *context, const gb_state *at, gb_nodal_state *nodal,
                         gb_error *error) {
  model_system *s = context;
  return gather(s, at, last_component(s), nodal, error);
}

int gb_model_system_archive(gb_system *system, gb_archive *archive, gb_error *error) {
  model_system *s = of(system);
  const int writers = gb_archive_ranks(archive);
  const size_t numbers = (size_t)writers * gb_aggregate_numbers(s->functionals.aggregate);
  double *shares;
  GB_SCRATCH(scratch);
  GB_TRY(gb_agree(s->model->comm, GB_TAKE(&scratch, shares, numbers, error), error));
  if (!gb_archive_reads(archive)) gb_aggregate_take(s->functionals.aggregate, shares);
  GB_TRY(gb_archive_numbers(archive, numbers, shares, error));
  if (gb_archive_reads(archive)) gb_aggregate_restore(s->functionals.aggregate, writers, shares);
  return gb_preconditioner_archive(s->preconditioner, archive, gather_origin, s, error);
}

gb_model_loan gb_model_system_lend(gb_system *system) {
  const model_system *s = of(system);
  return (gb_model_loan){s->model, s->nodal, s->assembly, s->timers};
}

int gb_model_system_gather(gb_system *system, const gb_state *state, gb_nodal_state *nodal,
                           gb_error *error) {
  return gather(of(system), state, GB_A, nodal, error);
}

int gb_model_system_nodal(gb_system *system, const gb_state *state, int component, gb_scalar z[],
                          gb_error *error) {
  return gather_component(of(system), state, component, z, error);
}

int gb_model_system_nodal_derivative(gb_system *system, const gb_state *state, const gb_scalar dx[],
                                     const gb_state *derivative, int component, gb_scalar z[],
                                     gb_error *error) {
  model_system *s = of(system);
  GB_TRY(
      gb_nodal_gather(s->nodal, 1, join(s, 1, derivative->component[component], NULL), z, error));
  if (has_motion(s, state, component))
    gb_motions_direction(s->motions, state->t, component, 1, dx, z);
  return gb_shape_sensitivity_gather(s->shape, state, component, 1, dx, z, error);
}

int gb_model_system_failure(gb_system *system, const gb_state *state, double failure[],
                            gb_error *error) {
  gb_nodal_state nodal;
  GB_TRY(gather(of(system), state, GB_Q, &nodal, error));
  gb_assembly_failure(of(system)->assembly, &nodal,
                      (size_t)gb_block_set_cells(of(system)->model->blocks), failure);
  return GB_OK;
}

int gb_model_system_sections(gb_system *system, const gb_state *state, double value[],
                             gb_error *error) {
  gb_nodal_state nodal;
  GB_TRY(gather(of(system), state, GB_Q, &nodal, error));
  gb_assembly_sections(of(system)->assembly, &nodal,
                       (size_t)gb_block_set_cells(of(system)->model->blocks), value);
  return GB_OK;
}

int gb_model_system_displacement(gb_system *system, int probe, const double direction[3],
                                 gb_scalar **row, gb_error *error) {
  model_system *s = of(system);
  const int32_t node = s->model->probes->probe[probe].node;
  const size_t length = (size_t)s->base.n + (size_t)s->base.m;
  const double size =
      sqrt(direction[0] * direction[0] + direction[1] * direction[1] + direction[2] * direction[2]);
  GB_TRY(gb_agree(s->model->comm, GB_ALLOCATE(*row, length, error), error));
  memset(s->work.r, 0, s->work.size * sizeof *s->work.r);
  for (int i = 0; node >= 0 && i < 3; i++)
    s->work.r[gb_node_displacement(s->model->nodes, node) + (size_t)i] = direction[i] / size;
  return gb_nodal_scatter(s->nodal, 1, s->work.r, *row, error);
}

int gb_model_system_balance(gb_system *system, const gb_state *state, gb_balance *balance,
                            gb_error *error) {
  model_system *s = of(system);
  gb_nodal_state nodal;
  GB_TRY(gather(s, state, GB_A, &nodal, error));
  return gb_balance_find(s->assembly, s->work.q, s->work.v, s->work.a, s->work.r, balance, error);
}

int gb_model_system_damping_power(gb_system *system, const gb_state *state, double *power,
                                  gb_error *error) {
  model_system *s = of(system);
  gb_nodal_state nodal;
  *power = 0;
  if (!s->model->blocks->damped) return GB_OK;
  GB_TRY(gather(s, state, GB_A, &nodal, error));
  *power = gb_assembly_damping_power(s->assembly, &nodal);
  MPI_Allreduce(MPI_IN_PLACE, power, 1, MPI_DOUBLE, MPI_SUM, s->model->comm);
  return GB_OK;
}

int gb_model_system_pull(gb_system *system, const gb_state *state, gb_pull *worst,
                         gb_error *error) {
  model_system *s = of(system);
  if (s->model->problem->beams.count == 0) return GB_OK;
  GB_TRY(gather_component(s, state, GB_Q, s->work.q, error));
  gb_pull_find(s->assembly, state->t, s->work.q, worst);
  return GB_OK;
}

int gb_model_system_drift(gb_system *system, const gb_state *state, double drift[3],
                          gb_error *error) {
  model_system *s = of(system);
  gb_nodal_state nodal;
  GB_TRY(gather(s, state, GB_A, &nodal, error));
  gb_drift_raise(s->assembly, &nodal, drift);
  return GB_OK;
}

int gb_model_system_quantities(gb_system *system, const gb_state *state, double value[],
                               gb_error *error) {
  model_system *s = of(system);
  gb_nodal_state nodal;
  if (!s->quantities.all) return GB_OK;
  GB_TRY(gather(s, state, GB_A, &nodal, error));
  gb_nodal_state origin = nodal;
  origin.q = s->quantities.origin;
  if (s->quantities.origin) GB_TRY(gather_origin_of_linear(s, state, error));
  GB_TRY(gb_quantities_find(s->quantities.all, &nodal, s->quantities.origin ? &origin : NULL,
                            s->quantities.value, error));
  for (int i = 0; i < s->model->quantities->values; i++) value[i] = gb_real(s->quantities.value[i]);
  return GB_OK;
}

int gb_model_system_start_report(gb_system *system, gb_start_report *report, gb_error *error) {
  model_system *s = of(system);
  const gb_state *start;
  gb_nodal_state nodal;
  *report = (gb_start_report){0};
  if (s->initial.equilibrium)
    report->equilibrium = gb_equilibrium_report_of(s->initial.equilibrium);
  if (!is_constrained(s)) return GB_OK;
  start = gb_start_state(
      s->initial.velocity); // velocities and, for accelerations, what was added to them
  GB_TRY(gather(s, start, GB_V, &nodal, error));
  GB_TRY(gb_nodal_gather(s->nodal, 1, join(s, 1, start->component[GB_A], NULL), s->work.a, error));
  report->change = gb_largest_motion(s->model, s->work.a, sizeof report->node, report->node);
  for (size_t i = 0; i < s->work.size; i++) s->work.v[i] -= s->work.a[i];
  return gb_joint_report_broken(s->model, s->assembly, &nodal, sizeof report->joints,
                                report->joints, error);
}

int gb_model_system_factorisations(const gb_system *system) {
  return gb_preconditioner_factorisations(((const model_system *)system->data)->preconditioner);
}

double gb_model_system_factor_bytes(const gb_system *system) {
  return gb_preconditioner_bytes(((const model_system *)system->data)->preconditioner);
}
