/// Block elimination: with x = A^-1 r_q and z = A^-1 R_t, the correction of the load parameter is
/// d = (r - c . x) / (-c . z), and the correction of the other unknowns is x - d z. Source:
/// Crisfield, Computers & Structures 13 (1981); docs/theory.md, (7.8).
#include "integrators/statics/bordered.h"

#include "base/arena.h"
#include "integrators/pass.h"
#include "solve/newton.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/// Increment of the load parameter for the finite difference R_t, relative to the final load
/// parameter. It affects Newton's corrections only, not the solution.
static const double DIFFERENCE = 1e-4;

struct gb_bordered {
  gb_system *outer;
  gb_system *inner;
  bool owns;
  gb_arena memory; ///< owns the outer system and the arrays
  const gb_newton_options *options;
  const gb_border *border;
  bool current;      ///< `slope` was computed with the current factor of the system
  gb_scalar *normal; ///< derivative of the additional equation by q, [n]
  gb_scalar *slope;  ///< A^-1 R_t, [n + m]
  gb_scalar *behind; ///< residual at the lower load parameter of the difference, [n + m]
  gb_anderson *anderson;
  gb_solve_vectors *at; ///< the solve of the outer system, with base zero
};

enum { PAIRS = 8 }; ///< pairs of corrections stored by Anderson acceleration

static gb_bordered *of(gb_system *system) {
  return system->data;
}

/// The state of the inner system, whose t is the last multiplier of the rank that owns it.
static int inner_state(gb_bordered *b, const gb_state *state, gb_state *out, gb_error *error) {
  gb_scalar t = b->owns ? state->multiplier[b->inner->m] : 0;
  GB_TRY(b->inner->op->sum(b->inner, 1, &t, error));
  *out = *state;
  out->t = gb_real(t);
  return GB_OK;
}

/// Compute the residual of the additional equation, and its derivative `normal`.
static int set_equation(gb_bordered *b, const gb_scalar *q, gb_scalar *value, gb_error *error) {
  const gb_border *e = b->border;
  gb_scalar sum = 0;
  for (size_t i = 0; i < (size_t)b->inner->n; i++) {
    const gb_scalar way = q[i] - e->from[i];
    b->normal[i] = e->row ? e->row[i] : pow(gb_system_weight(b->inner, i), 2) * way / e->length;
    sum += b->normal[i] * way;
  }
  GB_TRY(b->inner->op->sum(b->inner, 1, &sum, error));
  *value = e->row ? sum - e->length : 0.5 * (sum - e->length);
  return GB_OK;
}

static int residual(gb_system *system, const gb_state *state, gb_scalar *r, gb_error *error) {
  gb_bordered *b = of(system);
  gb_state inner;
  gb_scalar value;
  GB_TRY(inner_state(b, state, &inner, error));
  GB_TRY(set_equation(b, state->component[GB_Q], &value, error));
  if (b->owns) r[gb_system_length(b->inner)] = value;
  return b->inner->op->residual(b->inner, &inner, r, error);
}

static gb_preconditioner_kind preconditioner(gb_system *system, const double sigma[3]) {
  gb_bordered *b = of(system);
  return b->current ? b->inner->op->preconditioner(b->inner, sigma) : GB_PRECONDITIONER_NONE;
}

/// Compute slope = A^-1 R_t at a state, where R_t is a finite difference of residuals.
static int set_slope(gb_bordered *b, const double sigma[3], const gb_state *at, double end,
                     gb_error *error) {
  const gb_system_operations *op = b->inner->op;
  const double change = DIFFERENCE * end;
  gb_state state = *at;
  state.t = at->t - (at->t > change ? change : 0);
  const double begin = state.t;
  GB_TRY(op->residual(b->inner, &state, b->behind, error));
  state.t = at->t + change;
  GB_TRY(op->residual(b->inner, &state, b->slope, error));
  for (size_t i = 0; i < gb_system_length(b->inner); i++)
    b->slope[i] = (b->slope[i] - b->behind[i]) / (state.t - begin);
  return op->precondition(b->inner, &(gb_operator){.sigma = sigma}, 1, b->slope, error);
}

static int refactor(gb_system *system, const double sigma[3], const gb_state *state,
                    gb_error *error) {
  gb_bordered *b = of(system);
  gb_state inner;
  GB_TRY(inner_state(b, state, &inner, error));
  GB_TRY(b->inner->op->refactor(b->inner, sigma, &inner, error));
  GB_TRY(set_slope(b, sigma, &inner, b->border->end, error));
  b->current = true;
  return GB_OK;
}

static void forget(gb_system *system) {
  gb_bordered *b = of(system);
  b->current = false;
  if (b->inner->op->forget) b->inner->op->forget(b->inner);
}

static void residual_size(gb_system *system, const gb_scalar *r, gb_residual_size *size) {
  gb_bordered *b = of(system);
  if (b->inner->op->residual_size) b->inner->op->residual_size(b->inner, r, size);
}

static double refactor_cost(gb_system *system, const double sigma[3]) {
  gb_bordered *b = of(system);
  return b->inner->op->refactor_cost(b->inner, sigma);
}

static int precondition(gb_system *system, const gb_operator *A, int count, gb_scalar *x,
                        gb_error *error) {
  gb_bordered *b = of(system);
  gb_scalar sums[3] = {b->owns ? x[gb_system_length(b->inner)] : 0};
  (void)count; // Newton's method passes one right-hand side
  GB_TRY(b->inner->op->precondition(b->inner, A, 1, x, error));
  for (size_t i = 0; i < (size_t)b->inner->n; i++) {
    sums[1] += b->normal[i] * x[i];
    sums[2] += b->normal[i] * b->slope[i];
  }
  GB_TRY(b->inner->op->sum(b->inner, 3, sums, error));
  const gb_scalar level = (sums[1] - sums[0]) / sums[2];
  for (size_t i = 0; i < gb_system_length(b->inner); i++) x[i] -= level * b->slope[i];
  if (b->owns) x[gb_system_length(b->inner)] = level;
  return GB_OK;
}

static int sum(gb_system *system, int count, gb_scalar *values, gb_error *error) {
  gb_bordered *b = of(system);
  return b->inner->op->sum(b->inner, count, values, error);
}

static int residual_report(gb_system *system, const gb_state *state, const gb_scalar *r,
                           size_t size, char *text, gb_error *error) {
  gb_bordered *b = of(system);
  gb_state inner;
  GB_TRY(inner_state(b, state, &inner, error));
  return b->inner->op->residual_report(b->inner, &inner, r, size, text, error);
}

static const gb_system_operations operations = {.residual = residual,
                                                .residual_size = residual_size,
                                                .preconditioner = preconditioner,
                                                .refactor = refactor,
                                                .refactor_cost = refactor_cost,
                                                .forget = forget,
                                                .precondition = precondition,
                                                .sum = sum,
                                                .residual_report = residual_report};

static int reserve(gb_bordered *b, gb_error *error) {
  const gb_system *inner = b->inner;
  const size_t length = gb_system_length(inner);
  GB_TRY(GB_TAKE(&b->memory, b->outer, 1, error));
  *b->outer =
      (gb_system){.op = &operations, .data = b, .n = inner->n, .m = inner->m + (b->owns ? 1 : 0)};
  GB_TRY(GB_TAKE(&b->memory, b->normal, (size_t)inner->n, error));
  GB_TRY(GB_TAKE(&b->memory, b->slope, length, error));
  GB_TRY(GB_TAKE(&b->memory, b->behind, length, error));
  GB_TRY(gb_anderson_create(b->outer, &b->memory, PAIRS, 1, &b->anderson, error));
  return gb_solve_vectors_create(b->outer, &b->memory, &b->at, error);
}

int gb_bordered_create(gb_system *system, const gb_newton_options *options, bool owns,
                       gb_bordered **out, gb_error *error) {
  gb_bordered *b = NULL;
  *out = NULL;
  int status = GB_ALLOCATE(b, 1, error);
  if (status == GB_OK) {
    b->inner = system;
    b->options = options;
    b->owns = owns;
    status = reserve(b, error);
  }
  status = gb_system_agree(system, status, error);
  if (status != GB_OK) gb_bordered_destroy(&b);
  *out = b;
  return status;
}

void gb_bordered_destroy(gb_bordered **bordered) {
  gb_bordered *b = *bordered;
  if (!b) return;
  gb_arena_free(&b->memory);
  free(b);
  *bordered = NULL;
}

gb_scalar *gb_bordered_unknowns(gb_bordered *b) {
  return b->at->w;
}

const gb_state *gb_bordered_state(const gb_bordered *b) {
  return b->at->state;
}

int gb_bordered_solve(gb_bordered *b, const gb_border *border, double *t, gb_march_report *report,
                      gb_error *error) {
  gb_newton_report newton;
  const gb_newton_equation equation = {.system = b->outer,
                                       .sigma = gb_static_sigma,
                                       .base = b->at->base,
                                       .options = b->options,
                                       .anderson = b->anderson,
                                       .work = b->at->work};
  b->border = border;
  b->current = false;
  if (b->owns) b->at->w[gb_system_length(b->inner)] = *t;
  memcpy(b->at->state->sigma, gb_static_sigma, sizeof gb_static_sigma);
  const int status = gb_newton_solve(&equation, b->at->w, b->at->state, &newton, error);
  report->newton_iterations += newton.iterations;
  report->factorisations += newton.factorisations;
  GB_TRY(status);
  gb_scalar level = b->owns ? b->at->w[gb_system_length(b->inner)] : 0;
  GB_TRY(b->inner->op->sum(b->inner, 1, &level, error));
  *t = gb_real(level);
  return GB_OK;
}
