#include "solve/descent.h"

#include <math.h>

/// Largest share of the diagonal.
static const double LARGEST = 1e3;

int gb_descent_allocate(gb_descent *s, gb_arena *arena, gb_error *error) {
  const size_t length = gb_system_length(s->system);
  int status = GB_TAKE(arena, s->next, length, error);
  if (status == GB_OK) status = GB_TAKE(arena, s->step, length, error);
  if (status == GB_OK) status = GB_TAKE(arena, s->r, length, error);
  return gb_system_agree(s->system, status, error);
}

int gb_descent_step(gb_descent *s, gb_error *error) {
  const gb_operator K = {.sigma = s->equation->sigma};
  for (size_t i = 0; i < gb_system_length(s->system); i++) s->step[i] = -gb_real(s->r[i]);
  return s->system->op->precondition(s->system, &K, 1, s->step, error);
}

int gb_descent_size(const gb_descent *s, double *size, gb_error *error) {
  gb_scalar sum[2] = {0, s->system->n};
  for (int32_t i = 0; i < s->system->n; i++)
    sum[0] += pow(gb_real(s->step[i]) * gb_system_weight(s->system, (size_t)i), 2);
  GB_TRY(s->system->op->sum(s->system, 2, sum, error));
  *size = sqrt(gb_real(sum[0]) / fmax(gb_real(sum[1]), 1));
  return GB_OK;
}

int gb_descent_slope(const gb_descent *s, double *slope, gb_error *error) {
  gb_scalar sum = 0;
  for (int32_t i = 0; i < s->system->n; i++) sum += gb_real(s->r[i]) * gb_real(s->step[i]);
  GB_TRY(s->system->op->sum(s->system, 1, &sum, error));
  *slope = gb_real(sum);
  return GB_OK;
}

int gb_descent_factor(gb_descent *s, double raise, gb_error *error) {
  const gb_system_operations *op = s->system->op;
  for (;; s->share *= raise) {
    gb_error own = {0};
    int64_t negative = 0;
    op->stiffen(s->system, s->share);
    gb_equation_set_state(s->equation, s->w, s->state);
    const int status = op->refactor(s->system, s->equation->sigma, s->state, &own);
    s->report->factorisations++;
    if (status == GB_OK && gb_system_counts(s->system))
      GB_TRY(op->negative(s->system, s->equation->sigma, &negative, error));
    if (status == GB_OK && negative <= 0) return GB_OK;
    if ((status != GB_OK && status != GB_SINGULAR) || s->share > LARGEST)
      return gb_fail(error, gb_error_code(status ? status : GB_NO_CONVERGENCE, &own), "%s",
                     status ? own.message : "the stiffness has negative pivots");
  }
}
