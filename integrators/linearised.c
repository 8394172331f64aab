/// Residual and operator of the linearised system are computed at the reference configuration.
/// Derivatives by designs need the derivative of K(0) y by designs. It is the central difference of
/// fourth order of residual derivatives at +-y and +-2 y, which is exact because residuals of the
/// elements are polynomials of degree three at most.
#include "integrators/linearised.h"

#include "base/arena.h"
#include "integrators/pass.h"

#include <stdlib.h>
#include <string.h>

struct gb_linearised {
  gb_system outer; ///< must be the first member: a pointer to it is cast to the whole struct
  gb_system_operations operations; ///< operations of `inner`, except those replaced below
  gb_system *inner;
  gb_arena memory;     ///< owns the arrays
  gb_state *reference; ///< q = 0
  gb_state *near;      ///< a multiple of a state y
  gb_scalar *x, *y;    ///< work arrays, [n + m]
};

static gb_linearised *of(gb_system *system) {
  return (gb_linearised *)system;
}

/// The reference configuration at the time of a state, without prescribed motions.
static const gb_state *find_reference(gb_linearised *l, const gb_state *state,
                                      gb_turning_loads turning) {
  l->reference->withheld = 1;
  l->reference->unheated = turning == GB_TURNING_ALONE;
  l->reference->linear = state->linear;
  l->reference->frozen = turning == GB_TURNING_ALONE;
  l->reference->turning = turning;
  l->reference->t = state->t;
  l->reference->initial = state->initial;
  l->reference->last = state->last;
  memcpy(l->reference->sigma, state->sigma, sizeof state->sigma);
  return l->reference;
}

/// The state at which the operator is K(0). Loads and temperatures do not contribute to it, because
/// displacements depend on them linearly.
static const gb_state *reference(gb_linearised *l, const gb_state *state) {
  find_reference(l, state, GB_TURNING_LEFT_OUT);
  l->reference->unheated = 1;
  return l->reference;
}

/// The reference with temperatures (unheated: 0) or without them (1). K(0) has no temperatures, so
/// derivatives by designs are computed without them, and then the derivatives with temperatures
/// less the derivatives without them are added, at prescribed motions that do not depend on
/// designs.
static const gb_state *heat(gb_linearised *l, const gb_state *state, double unheated) {
  find_reference(l, state, GB_TURNING_LEFT_OUT);
  l->reference->frozen = true;
  l->reference->unheated = unheated;
  return l->reference;
}

/// The displacements of a state and the prescribed motions, multiplied by e.
static const gb_state *multiple_of(gb_linearised *l, const gb_state *state, double e) {
  gb_scalar *const *component = l->near->component;
  l->near->withheld = 1 - e;
  l->near->unheated = 1;
  l->near->linear = state->linear;
  l->near->frozen = true;
  l->near->turning = GB_TURNING_LEFT_OUT;
  l->near->t = state->t;
  memcpy(l->near->sigma, state->sigma, sizeof state->sigma);
  for (size_t i = 0; i < (size_t)l->inner->n; i++)
    component[GB_Q][i] = e * state->component[GB_Q][i];
  for (size_t i = 0; i < (size_t)l->inner->m; i++)
    l->near->multiplier[i] = e * state->multiplier[i];
  return l->near;
}

/// Add to r the derivative of the residual along the prescribed motions at the time of a state.
static int add_given(gb_linearised *l, const gb_state *state, gb_scalar *r, gb_error *error) {
  if (!gb_system_is(l->inner, GB_SYSTEM_PRESCRIBED)) return GB_OK;
  const gb_state *origin = reference(l, state);
  for (int k = 0; k < GB_DIFFERENCES; k++) {
    GB_TRY(
        l->inner->op->residual(l->inner, multiple_of(l, origin, gb_difference_at[k]), l->y, error));
    for (size_t i = 0; i < gb_system_length(l->inner); i++)
      r[i] += gb_difference_weight[k] * l->y[i];
  }
  return GB_OK;
}

static int residual(gb_system *system, const gb_state *state, gb_scalar *r, gb_error *error) {
  static const double sigma[3] = {1, 0, 0};
  gb_linearised *l = of(system);
  GB_TRY(l->inner->op->residual(l->inner, find_reference(l, state, GB_TURNING_KEPT), r, error));
  const gb_state *origin = reference(l, state);
  memcpy(l->x, state->component[GB_Q], (size_t)l->inner->n * sizeof *l->x);
  if (gb_system_length(l->inner) > (size_t)l->inner->n)
    memcpy(l->x + (size_t)l->inner->n, state->multiplier, ((size_t)l->inner->m) * sizeof *l->x);
  GB_TRY(
      l->inner->op->product(l->inner, &(gb_operator){sigma, origin, false}, 1, l->x, l->y, error));
  for (size_t i = 0; i < gb_system_length(l->inner); i++) r[i] += l->y[i];
  return add_given(l, state, r, error);
}

static int product(gb_system *system, const gb_operator *A, int count, const gb_scalar *x,
                   gb_scalar *y, gb_error *error) {
  gb_linearised *l = of(system);
  const gb_operator inner = {A->sigma, reference(l, A->state), A->transpose};
  return l->inner->op->product(l->inner, &inner, count, x, y, error);
}

static int partial(gb_system *system, int component, const gb_state *state, int count,
                   const gb_scalar *psi, gb_scalar *y, gb_error *error) {
  gb_linearised *l = of(system);
  return l->inner->op->partial(l->inner, component, reference(l, state), count, psi, y, error);
}

static int refactor(gb_system *system, const double sigma[3], const gb_state *state,
                    gb_error *error) {
  gb_linearised *l = of(system);
  return l->inner->op->refactor(l->inner, sigma, reference(l, state), error);
}

/// The operator is linearised about the reference configuration, so its factor does not rotate with
/// the state.
static int rotate(gb_system *system, const double sigma[3], const gb_state *state,
                  gb_rotation *rotation, gb_error *error) {
  gb_linearised *l = of(system);
  return l->inner->op->rotate(l->inner, sigma, reference(l, state), rotation, error);
}

static int residual_report(gb_system *system, const gb_state *state, const gb_scalar *r,
                           size_t size, char *text, gb_error *error) {
  gb_linearised *l = of(system);
  return l->inner->op->residual_report(l->inner, find_reference(l, state, GB_TURNING_KEPT), r, size,
                                       text, error);
}

static int design_product(gb_system *system, const gb_state *state, int count, const gb_scalar *psi,
                          gb_scalar *gradient, gb_error *error) {
  gb_linearised *l = of(system);
  const size_t size = (size_t)count * (size_t)system->designs;
  gb_scalar *part = NULL;
  GB_TRY(l->inner->op->design_product(l->inner, reference(l, state), count, psi, gradient, error));
  GB_TRY(l->inner->op->design_product(l->inner, find_reference(l, state, GB_TURNING_ALONE), count,
                                      psi, gradient, error));
  GB_SCRATCH(scratch);
  GB_TRY(gb_system_agree(l->inner, GB_TAKE(&scratch, part, size, error), error));
  for (int k = 0; gb_system_is(l->inner, GB_SYSTEM_HEATED) && k < 2; k++) {
    memset(part, 0, size * sizeof *part);
    GB_TRY(l->inner->op->design_product(l->inner, heat(l, state, k), count, psi, part, error));
    for (size_t i = 0; i < size; i++) gradient[i] += k ? -part[i] : part[i];
  }
  for (int k = 0; k < GB_DIFFERENCES; k++) {
    const gb_state *near = multiple_of(l, state, gb_difference_at[k]);
    memset(part, 0, size * sizeof *part);
    GB_TRY(l->inner->op->design_product(l->inner, near, count, psi, part, error));
    for (size_t i = 0; i < size; i++) gradient[i] += gb_difference_weight[k] * part[i];
  }
  return GB_OK;
}

static int direction(gb_system *system, const gb_state *state, int count, const gb_scalar *dx,
                     const gb_scalar *const d[3], gb_scalar *r, gb_error *error) {
  gb_linearised *l = of(system);
  const gb_scalar *none[3] = {NULL};
  const size_t size = (size_t)count * gb_system_length(l->inner);
  gb_scalar *part = NULL;
  GB_TRY(l->inner->op->direction(l->inner, reference(l, state), count, dx, d, r, error));
  GB_SCRATCH(scratch);
  GB_TRY(gb_system_agree(l->inner, GB_TAKE(&scratch, part, size, error), error));
  const gb_state *turning = find_reference(l, state, GB_TURNING_ALONE);
  GB_TRY(l->inner->op->direction(l->inner, turning, count, dx, none, part, error));
  for (size_t i = 0; i < size; i++) r[i] += part[i];
  for (int k = 0; gb_system_is(l->inner, GB_SYSTEM_HEATED) && k < 2; k++) {
    GB_TRY(l->inner->op->direction(l->inner, heat(l, state, k), count, dx, none, part, error));
    for (size_t i = 0; i < size; i++) r[i] += k ? -part[i] : part[i];
  }
  for (int k = 0; k < GB_DIFFERENCES; k++) {
    const gb_state *near = multiple_of(l, state, gb_difference_at[k]);
    GB_TRY(l->inner->op->direction(l->inner, near, count, dx, none, part, error));
    for (size_t i = 0; i < size; i++) r[i] += gb_difference_weight[k] * part[i];
  }
  return GB_OK;
}

/// Replace the operations of the inner system. The linearised system caches nothing and accepts any
/// state.
static void set_operations(gb_linearised *l) {
  gb_system_operations *op = &l->operations;
  *op = *l->inner->op;
  op->residual = residual;
  op->product = product;
  op->partial = partial;
  op->refactor = refactor;
  if (op->rotate) op->rotate = rotate;
  op->residual_report = residual_report;
  op->design_product = design_product;
  op->direction = direction;
  op->cache_linearisation = NULL;
  op->residual_size = NULL;
  op->reject = NULL;
  op->forget = NULL;
  op->admissible = NULL;
}

static int reserve(gb_linearised *l, gb_error *error) {
  GB_TRY(gb_state_create(l->inner, &l->memory, &l->reference, error));
  GB_TRY(gb_state_create(l->inner, &l->memory, &l->near, error));
  GB_TRY(GB_TAKE(&l->memory, l->x, gb_system_length(l->inner), error));
  return GB_TAKE(&l->memory, l->y, gb_system_length(l->inner), error);
}

int gb_linearised_create(gb_system *system, gb_linearised **out, gb_error *error) {
  gb_linearised *l = NULL;
  *out = NULL;
  int status = GB_ALLOCATE(l, 1, error);
  if (status == GB_OK) {
    l->inner = system;
    l->outer = *system;
    l->outer.op = &l->operations;
    set_operations(l);
    status = reserve(l, error);
  }
  status = gb_system_agree(system, status, error);
  if (status != GB_OK) gb_linearised_destroy(&l);
  *out = l;
  return status;
}

void gb_linearised_destroy(gb_linearised **linearised) {
  gb_linearised *l = *linearised;
  if (!l) return;
  gb_arena_free(&l->memory);
  free(l);
  *linearised = NULL;
}

gb_system *gb_linearised_system(gb_linearised *l) {
  return &l->outer;
}
