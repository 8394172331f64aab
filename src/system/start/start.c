/// Projection of initial velocities by impulses of the constraints: M w + G^T p = 0 and G (v + w) +
/// Phi_t = 0 for the change w of the velocities. This is a solve stage with v + w as velocity and w
/// as acceleration, so tangent and adjoint are those of any stage. Source: docs/theory.md, the
/// section on starts.
/// The map T of a node's own unknowns is orthonormal, so y = T^T z converts given nodal velocities
/// into unknowns (section 2).
#include "system/start/start.h"

#include "base/arena.h"
#include "integrators/pass.h"
#include "solve/newton.h"
#include "system/start/one_solve.h"

#include <string.h>

static int32_t unknowns_of(const gb_model *model) {
  return model->dofs->owned - model->dofs->owned_multipliers;
}

/// Add a change of nodal value i to the unknowns: y += T^T z, without multipliers; nothing if
/// another rank owns the node.
static void pick_unknowns(const gb_model *model, int32_t i, gb_scalar z, gb_scalar y[]) {
  if (i >= model->nodes->first[model->nodes->owned]) return;
  for (int32_t k = model->dofs->T.start[i]; k < model->dofs->T.start[i + 1]; k++)
    if (model->dofs->T.unknown[k] < unknowns_of(model))
      y[model->dofs->T.unknown[k]] += model->dofs->T.factor[k] * z;
}

/// @return y . T^T z of a unit change z of nodal value i, as pick_unknowns adds it
static gb_scalar dot_unknowns(const gb_model *model, int32_t i, const gb_scalar y[]) {
  gb_scalar sum = 0;
  if (i >= model->nodes->first[model->nodes->owned]) return 0;
  for (int32_t k = model->dofs->T.start[i]; k < model->dofs->T.start[i + 1]; k++)
    if (model->dofs->T.unknown[k] < unknowns_of(model))
      sum += y[model->dofs->T.unknown[k]] * model->dofs->T.factor[k];
  return sum;
}

void gb_initial_velocities(const gb_model *model, gb_scalar v[]) {
  for (int32_t i = 0; i < model->nodes->first[model->nodes->owned]; i++)
    pick_unknowns(model, i, model->initial->value[i], v);
}

void gb_initial_change(const gb_model *model, const gb_scalar dx[], gb_scalar v[]) {
  for (int i = 0; i < model->initial->slopes; i++) {
    const gb_initial_slope *slope = &model->initial->slope[i];
    pick_unknowns(model, slope->value, dx[slope->design] * slope->factor, v);
  }
}

void gb_initial_product(const gb_model *model, int count, const gb_scalar bar[],
                        gb_scalar gradient[]) {
  const size_t n = (size_t)unknowns_of(model), designs = (size_t)model->designs->width;
  for (int i = 0; i < model->initial->slopes; i++) {
    const gb_initial_slope *slope = &model->initial->slope[i];
    for (size_t c = 0; c < (size_t)count; c++)
      gradient[c * designs + (size_t)slope->design] +=
          slope->factor * dot_unknowns(model, slope->value, bar + c * n);
  }
}

static const double sigma[GB_COMPONENTS] = {0, 1, 1, 0};

struct gb_start {
  gb_system *system;
  bool *at_start;
  bool solved;
  bool again; ///< a pass after a restart solves the start again; its derivatives then use the same
              ///< factor
  gb_solve_vectors *at; ///< the solve; ///< components v + w (GB_V) and w (GB_A)
};

int gb_start_create(gb_system *system, gb_arena *arena, bool *at_start, gb_start **out,
                    gb_error *error) {
  gb_start *s;
  GB_TRY(GB_TAKE(arena, s, 1, error));
  s->system = system;
  s->at_start = at_start;
  *out = s;
  return gb_solve_vectors_create(system, arena, &s->at, error);
}

/// Delete all factors so that solves at the start do not depend on earlier ones. Projections of
/// velocities in the march have the same sigma, and whether their factor exists differs after a
/// restart.
static void forget_factors(const gb_start *s) {
  s->system->op->forget(s->system);
}

/// Check whether the given velocities satisfy the constraints exactly, as in a model at rest; no
/// solve is needed then.
static int look(gb_start *s, const gb_newton_equation *equation, bool *allowed, gb_error *error) {
  const gb_system_operations *op = s->system->op;
  const size_t length = gb_system_length(s->system);
  gb_scalar sum = 0;
  gb_equation_set_state(equation, s->at->w, s->at->state);
  GB_TRY(op->residual(s->system, s->at->state, s->at->work, error));
  for (size_t i = 0; i < length; i++) sum += s->at->work[i] != 0;
  GB_TRY(op->sum(s->system, 1, &sum, error));
  *allowed = gb_real(sum) == 0;
  return GB_OK;
}

static int solve(gb_start *s, gb_error *error) {
  const gb_newton_options options = gb_newton_defaults();
  bool allowed;
  gb_newton_report report;
  gb_error own = {0};
  s->at->state->initial = true;
  memcpy(s->at->state->sigma, sigma, sizeof sigma);
  const gb_newton_equation equation = {.system = s->system,
                                       .sigma = sigma,
                                       .base = s->at->base,
                                       .options = &options,
                                       .work = s->at->work};
  forget_factors(s);
  int status = look(s, &equation, &allowed, &own);
  if (status == GB_OK && !allowed)
    status = gb_newton_solve(&equation, s->at->w, s->at->state, &report, &own);
  if (!s->again) forget_factors(s);
  if (status == GB_OK) return GB_OK;
  return gb_fail(error, gb_error_code(status, &own),
                 "projection of the initial velocities onto the constraints: %s", own.message);
}

int gb_start_solve(gb_start *s, const gb_scalar q[], gb_scalar v[], gb_error *error) {
  const size_t n = (size_t)s->system->n;
  if (!s->solved) {
    memcpy(s->at->base + GB_Q * n, q, n * sizeof *q);
    memcpy(s->at->base + GB_V * n, v, n * sizeof *v);
    *s->at_start = true;
    const int status = solve(s, error);
    *s->at_start = false;
    GB_TRY(status);
    s->solved = true;
  }
  memcpy(v, s->at->state->component[GB_V], n * sizeof *v);
  return GB_OK;
}

const gb_state *gb_start_state(const gb_start *s) {
  return s->at->state;
}

/// Solve the start if it has not been solved, as in a pass after a restart.
static int prepare(gb_start *s, gb_error *error) {
  const size_t n = (size_t)s->system->n;
  if (s->solved) {
    if (!s->again) forget_factors(s);
    return GB_OK;
  }
  s->again = true;
  return s->system->op->initial(s->system, s->at->base + GB_Q * n, s->at->base + GB_S * n, error);
}

/// Solve A^T psi = -bar_v, then bar_v += R_v^T psi and bar_q += R_q^T psi; b[2][count][n + m] is
/// work memory.
static int reverse(gb_start *s, int count, gb_scalar b[], gb_scalar bar_q[], gb_scalar bar_v[],
                   gb_scalar gradient[], gb_error *error) {
  const size_t n = (size_t)s->system->n, length = n + (size_t)s->system->m;
  const gb_system_operations *op = s->system->op;
  const gb_operator A = {sigma, s->at->state, true};
  gb_scalar *psi = b + (size_t)count * length;
  for (size_t c = 0; c < (size_t)count; c++)
    for (size_t i = 0; i < n; i++) b[c * length + i] = -bar_v[c * n + i];
  GB_TRY(gb_one_solve(s->system, &A, count, b, psi, error));
  forget_factors(s);
  GB_TRY(op->partial(s->system, GB_V, s->at->state, count, psi, bar_v, error));
  GB_TRY(op->partial(s->system, GB_Q, s->at->state, count, psi, bar_q, error));
  return op->design_product(s->system, s->at->state, count, psi, gradient, error);
}

int gb_start_product(gb_start *s, int count, gb_scalar bar_q[], gb_scalar bar_v[],
                     gb_scalar gradient[], gb_error *error) {
  const size_t size = (size_t)count * (gb_system_length(s->system));
  gb_scalar *b = NULL;
  GB_SCRATCH(scratch);
  GB_TRY(prepare(s, error));
  GB_TRY(gb_system_agree(s->system, GB_TAKE(&scratch, b, 2 * size, error), error));
  *s->at_start = true;
  const int status = reverse(s, count, b, bar_q, bar_v, gradient, error);
  *s->at_start = false;
  return status;
}

int gb_start_direction(gb_start *s, const gb_scalar dx[], const gb_scalar dq[], gb_scalar dv[],
                       gb_error *error) {
  const size_t n = (size_t)s->system->n, length = n + (size_t)s->system->m;
  const gb_scalar *const d[3] = {dq, dv, NULL};
  const gb_operator A = {sigma, s->at->state, false};
  gb_scalar *b = NULL;
  GB_SCRATCH(scratch);
  GB_TRY(prepare(s, error));
  GB_TRY(gb_system_agree(s->system, GB_TAKE(&scratch, b, 2 * length, error), error));
  *s->at_start = true;
  int status = s->system->op->direction(s->system, s->at->state, 1, dx, d, b, error);
  for (size_t i = 0; i < length; i++) b[i] = -b[i];
  if (status == GB_OK) status = gb_one_solve(s->system, &A, 1, b, b + length, error);
  forget_factors(s);
  *s->at_start = false;
  for (size_t i = 0; status == GB_OK && i < n; i++) dv[i] += b[length + i];
  return status;
}
