/// The operations of a model's system: gather nodal values, loop over the elements, scatter.
#include "system/model_system.h"
#include "system/system_parts.h"

#include "system/admissible.h"
#include "system/initial.h"
#include "system/worst.h"

#include <stdlib.h>
#include <string.h>

static int reserve(gb_model_system *s, int count, gb_error *error) {
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

int gb_model_system_make_room(gb_model_system *s, int count, gb_error *error) {
  if (count <= s->work.room) return GB_OK;
  return gb_agree(s->model->comm, reserve(s, count, error), error);
}

const gb_scalar *gb_model_system_join(gb_model_system *s, int count, const gb_scalar y[],
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

int gb_model_system_gather_component(gb_model_system *s, const gb_state *state, int component,
                                     gb_scalar z[], gb_error *error) {
  const gb_scalar *multiplier = component == GB_Q ? state->multiplier : NULL;
  const gb_scalar *own = gb_model_system_join(s, 1, state->component[component], multiplier);
  GB_TRY(gb_nodal_gather(s->nodal, 1, own, z, error));
  if (component == GB_Q || !(s->at.rest || (s->at.start && component == GB_A)))
    gb_motions_add(s->motions, state->t, component, z);
  const gb_scalar *shift = gb_shape_sensitivity_shift(s->shape);
  for (size_t i = 0; shift && component == GB_Q && i < s->work.size; i++) z[i] += shift[i];
  return GB_OK;
}

int gb_model_system_gather(gb_model_system *s, const gb_state *state, int last,
                           gb_nodal_state *nodal, gb_error *error) {
  GB_TRY(gb_model_system_gather_component(s, state, GB_Q, s->work.q, error));
  if (last >= GB_V) GB_TRY(gb_model_system_gather_component(s, state, GB_V, s->work.v, error));
  if (last >= GB_A) GB_TRY(gb_model_system_gather_component(s, state, GB_A, s->work.a, error));
  *nodal = (gb_nodal_state){.t = state->t,
                            .initial = state->initial,
                            .impulse = s->at.start,
                            .moved = gb_shape_sensitivity_shift(s->shape),
                            .q = s->work.q,
                            .v = last >= GB_V ? s->work.v : NULL,
                            .a = last >= GB_A ? s->work.a : NULL};
  memcpy(nodal->sigma, state->sigma, sizeof nodal->sigma);
  return GB_OK;
}

int gb_model_system_gather_all(gb_model_system *s, const gb_state *state, gb_nodal_state *nodal,
                               gb_error *error) {
  if (s->model->blocks->damped) return gb_model_system_gather(s, state, GB_A, nodal, error);
  GB_TRY(gb_model_system_gather(s, state, GB_Q, nodal, error));
  nodal->a = s->work.a;
  return gb_model_system_gather_component(s, state, GB_A, s->work.a, error);
}

int gb_model_system_last_slot(const gb_model_system *s) {
  return s->model->dofs->total_multipliers > 0 ? GB_A : s->model->blocks->damped ? GB_V : GB_Q;
}

bool gb_model_system_is_constrained(const gb_model_system *s) {
  return s->model->dofs->total_multipliers > 0 && !s->at.rest;
}

static int initial(gb_system *system, gb_scalar *q, gb_scalar *v, gb_error *error) {
  const gb_model_system *s = gb_model_system_of(system);
  memset(q, 0, (size_t)system->n * sizeof *q);
  memset(v, 0, (size_t)system->n * sizeof *v);
  gb_initial_velocities(s->model, v);
  gb_initial_change(s->model, s->change, v);
  return gb_model_system_is_constrained(s) ? gb_start_solve(s->start, v, error) : GB_OK;
}

static int residual(gb_system *system, const gb_state *state, gb_scalar *r, gb_error *error) {
  gb_model_system *s = gb_model_system_of(system);
  double start = gb_timer_now();
  gb_nodal_state nodal;
  GB_TRY(gb_model_system_gather_all(s, state, &nodal, error));
  memset(s->work.r, 0, s->work.size * sizeof *s->work.r);
  gb_assembly_residual(s->assembly, &nodal, s->work.r);
  GB_TRY(gb_nodal_scatter(s->nodal, 1, s->work.r, r, error));
  gb_timer_add(s->timers, GB_PHASE_ASSEMBLY, start);
  return GB_OK;
}

static gb_preconditioner_kind preconditioner(gb_system *system, const double sigma[3]) {
  return gb_preconditioner_kind_of(gb_model_system_of(system)->preconditioner, sigma);
}

static int refactor(gb_system *system, const double sigma[3], const gb_state *state,
                    gb_error *error) {
  gb_model_system *s = gb_model_system_of(system);
  gb_nodal_state nodal;
  GB_TRY(gb_model_system_gather(s, state, gb_model_system_last_slot(s), &nodal, error));
  return gb_preconditioner_renew(s->preconditioner, sigma, state, &nodal, error);
}

static bool reject(gb_system *system, const double sigma[3]) {
  return gb_preconditioner_reject(gb_model_system_of(system)->preconditioner, sigma);
}

static void forget(gb_system *system) {
  gb_preconditioner_forget(gb_model_system_of(system)->preconditioner);
}

static double refactor_cost(gb_system *system, const double sigma[3]) {
  return gb_preconditioner_cost(gb_model_system_of(system)->preconditioner, sigma);
}

static int precondition(gb_system *system, const double sigma[3], int count, gb_scalar *x,
                        gb_error *error) {
  return gb_preconditioner_apply(gb_model_system_of(system)->preconditioner, sigma, count, x,
                                 error);
}

static int sum(gb_system *system, int count, gb_scalar *values, gb_error *error) {
  (void)error;
  const gb_model_system *s = gb_model_system_of(system);
  int ranks;
  MPI_Comm_size(s->model->comm, &ranks);
  if (ranks > 1) MPI_Allreduce(MPI_IN_PLACE, values, count, GB_MPI_SCALAR, MPI_SUM, s->model->comm);
  return GB_OK;
}

static int worst(gb_system *system, const gb_state *state, const gb_scalar *r, size_t size,
                 char *text, gb_error *error) {
  gb_model_system *s = gb_model_system_of(system);
  gb_nodal_state nodal;
  GB_TRY(gb_model_system_gather_all(s, state, &nodal, error));
  return gb_worst_words(s->model, s->assembly, &nodal, r, size, text, error);
}

static int admissible(gb_system *system, const gb_state *now, const gb_state *before, bool *yes,
                      size_t size, char *text, gb_error *error) {
  gb_model_system *s = gb_model_system_of(system);
  *yes = true;
  if (s->model->blocks->total_shells == 0 && s->model->problem->joints.count == 0) return GB_OK;
  GB_TRY(gb_model_system_gather_component(s, now, GB_Q, s->work.q, error));
  if (s->model->blocks->total_shells == 0) before = NULL; // joints are looked at as they are now
  if (before) GB_TRY(gb_model_system_gather_component(s, before, GB_Q, s->work.v, error));
  bool upright = before && before->t == s->upright;
  *yes = gb_admissible(s->assembly, now->t, s->work.q, before ? s->work.v : NULL, &upright, size,
                       text);
  if (upright && *yes) s->upright = now->t;
  if (!upright && now->t == s->upright) s->upright = NAN;
  return GB_OK;
}

static int initial_product(gb_system *system, int count, const gb_scalar *bar_q,
                           const gb_scalar *bar_v, gb_scalar *gradient, gb_error *error) {
  const gb_model_system *s = gb_model_system_of(system);
  gb_scalar *given = NULL;
  (void)bar_q;
  if (gb_model_system_is_constrained(s))
    GB_TRY(gb_start_product(s->start, count, bar_v, gradient, &given, error));
  gb_initial_product(s->model, count, given ? given : bar_v, gradient);
  free(given);
  return GB_OK;
}

static int initial_direction(gb_system *system, const gb_scalar *dx, gb_scalar *dq, gb_scalar *dv,
                             gb_error *error) {
  const gb_model_system *s = gb_model_system_of(system);
  memset(dq, 0, (size_t)system->n * sizeof *dq);
  memset(dv, 0, (size_t)system->n * sizeof *dv);
  gb_initial_change(s->model, dx, dv);
  return gb_model_system_is_constrained(s) ? gb_start_direction(s->start, dx, dv, error) : GB_OK;
}

static const gb_system_operations operations = {
    .initial = initial,
    .residual = residual,
    .cache_linearisation = gb_model_system_cache_linearisation,
    .product = gb_model_system_product,
    .partial = gb_model_system_partial,
    .preconditioner = preconditioner,
    .refactor = refactor,
    .reject = reject,
    .forget = forget,
    .refactor_cost = refactor_cost,
    .precondition = precondition,
    .sum = sum,
    .residual_report = worst,
    .admissible = admissible,
    .functionals_begin = gb_model_system_functionals_begin,
    .functionals_add = gb_model_system_functionals_add,
    .functionals_end = gb_model_system_functionals_end,
    .functionals_derivative = gb_model_system_functionals_derivative,
    .design_product = gb_model_system_design_product,
    .direction = gb_model_system_direction,
    .initial_product = initial_product,
    .initial_direction = initial_direction,
};

static int build(gb_model_system *s, const gb_model_system_request *request, gb_error *error) {
  GB_TRY(GB_TAKE(&s->memory, s->change, (size_t)s->model->designs->count, error));
  for (int i = 0; i < s->model->designs->count; i++)
    s->change[i] = request->design[i] - s->model->designs->design[i].value;
  GB_TRY(gb_nodal_create(s->model, s->change, &s->nodal, error));
  GB_TRY(gb_assembly_create(s->model, request->design, &request->enforcement, &s->assembly, error));
  GB_TRY(gb_shape_sensitivity_create(s->model, s->nodal, s->assembly, s->change, &s->shape, error));
  GB_TRY(gb_motions_create(s->model, &s->motions, error));
  GB_TRY(gb_aggregate_create(s->model->comm, s->base.functionals, request->functional,
                             &s->aggregate, error));
  GB_TRY(gb_point_functionals_create(s->model, s->base.functionals, request->functional,
                                     s->aggregate, &s->points, error));
  s->work.size = gb_nodal_size(s->nodal);
  GB_TRY(reserve(s, 1, error));
  GB_TRY(GB_TAKE(&s->memory, s->work.q, s->work.size, error));
  GB_TRY(GB_TAKE(&s->memory, s->work.v, s->work.size, error));
  GB_TRY(GB_TAKE(&s->memory, s->work.a, s->work.size, error));
  GB_TRY(GB_TAKE(&s->memory, s->work.r, s->work.size, error));
  if (s->model->dofs->total_multipliers > 0)
    GB_TRY(gb_start_create(&s->base, &s->at.start, &s->start, error));
  return gb_preconditioner_create(s->nodal, s->assembly, s->timers, request->memory, request->whole,
                                  &s->preconditioner, error);
}

int gb_model_system_create(const gb_model *model, const gb_model_system_request *request,
                           gb_system **out, gb_error *error) {
  gb_model_system *s;
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
                        .designs = model->designs->count};
  int status = gb_agree(model->comm, build(s, request, error), error);
  *out = &s->base;
  if (status != GB_OK) gb_model_system_destroy(out);
  return status;
}

void gb_model_system_destroy(gb_system **system) {
  if (!*system) return;
  gb_model_system *s = gb_model_system_of(*system);
  gb_preconditioner_destroy(&s->preconditioner);
  gb_point_functionals_destroy(&s->points);
  gb_aggregate_destroy(&s->aggregate);
  gb_motions_destroy(&s->motions);
  gb_shape_sensitivity_destroy(&s->shape);
  gb_assembly_destroy(&s->assembly);
  gb_nodal_destroy(&s->nodal);
  gb_start_destroy(&s->start);
  gb_arena_free(&s->work.buffers);
  gb_arena_free(&s->memory);
  free(s);
  *system = NULL;
}

void gb_model_system_at_rest(gb_system *system) {
  gb_model_system_of(system)->at.rest = true;
}

static int gather_origin(void *context, const gb_state *at, gb_nodal_state *nodal,
                         gb_error *error) {
  gb_model_system *s = context;
  return gb_model_system_gather(s, at, gb_model_system_last_slot(s), nodal, error);
}

int gb_model_system_archive(gb_system *system, gb_archive *archive, gb_error *error) {
  gb_model_system *s = gb_model_system_of(system);
  const int writers = gb_archive_ranks(archive);
  const size_t numbers = (size_t)writers * gb_aggregate_numbers(s->aggregate);
  double *shares;
  GB_TRY(gb_agree(s->model->comm, GB_ALLOCATE(shares, numbers, error), error));
  if (!gb_archive_reads(archive)) gb_aggregate_take(s->aggregate, shares);
  int status = gb_archive_numbers(archive, numbers, shares, error);
  if (status == GB_OK && gb_archive_reads(archive))
    gb_aggregate_restore(s->aggregate, writers, shares);
  free(shares);
  GB_TRY(status);
  return gb_preconditioner_archive(s->preconditioner, archive, gather_origin, s, error);
}
