/// Directions of a verification and the derivatives along them.
#include "command/verification.h"

#include <math.h>
#include <stdlib.h>

/// A fixed sequence of numbers in [-1, 1], the same on all ranks and machines.
static double next_random(unsigned long long *seed) {
  *seed = *seed * 6364136223846793005ULL + 1442695040888963407ULL;
  return (double)(*seed >> 11) / (double)(1ULL << 52) - 1;
}

static int choose_directions(gb_verification *v, gb_error *error) {
  const gb_model *model = v->session->model;
  size_t designs = (size_t)model->designs->count;
  unsigned long long seed = 20101;
  GB_TRY(GB_TAKE(&v->memory, v->size, (size_t)v->functionals, error));
  v->directions = model->designs->count <= GB_MOST_DIRECTIONS ? model->designs->count : 1;
  GB_TRY(GB_TAKE(&v->memory, v->direction, designs * (size_t)v->directions, error));
  for (int k = 0; k < v->directions; k++) {
    v->name[k] = v->directions == model->designs->count ? model->designs->design[k].name
                                                        : "random direction";
    for (int j = 0; j < model->designs->count; j++) {
      double part = v->directions < model->designs->count ? next_random(&seed) : j == k;
      double value = model->designs->design[j].value;
      v->direction[(size_t)k * designs + (size_t)j] = part * (value != 0 ? value : 1);
    }
  }
  return GB_OK;
}

int gb_verification_create(gb_session *s, gb_verification *v, gb_error *error) {
  *v = (gb_verification){.session = s, .functionals = s->analysis.functionals};
  if (s->model->designs->count == 0 || v->functionals == 0)
    return gb_fail(error, GB_USAGE, "%s: verify needs designs and functions", s->description->file);
  s->analysis.halvings = &v->halvings;
  return gb_agree(s->comm, choose_directions(v, error), error);
}

void gb_verification_destroy(gb_verification *v) {
  if (v->session) v->session->analysis.halvings = NULL;
  free(v->halvings.point);
  free(v->halvings.unknown);
  gb_arena_free(&v->memory);
  *v = (gb_verification){0};
}

int gb_verification_differentiate(const gb_verification *v, gb_gradient_method method,
                                  double derivative[], gb_outcome *outcome, gb_error *error) {
  gb_session *s = v->session;
  size_t designs = (size_t)s->model->designs->count, directions = (size_t)v->directions;
  s->analysis.method = method;
  s->analysis.halvings->known = false;
  GB_TRY(gb_engine_real.run(&s->analysis, NULL, &s->timers, outcome, error));
  for (size_t i = 0; i < (size_t)v->functionals; i++) {
    v->size[i] = fabs(outcome->value[i]);
    for (size_t k = 0; k < directions; k++) {
      double sum = 0;
      for (size_t j = 0; j < designs; j++)
        sum += outcome->gradient[i * designs + j] * v->direction[k * designs + j];
      derivative[i * directions + k] = sum;
      v->size[i] = fmax(v->size[i], fabs(sum));
    }
  }
  return GB_OK;
}

int gb_verification_perturb(const gb_verification *v, double step, int k, double derivative[],
                            gb_error *error) {
  gb_session *s = v->session;
  const size_t designs = (size_t)s->model->designs->count;
  gb_outcome outcome = {0};
  gb_timers timers = {0};
  double *perturbation;
  GB_TRY(gb_agree(s->comm, GB_ALLOCATE(perturbation, designs, error), error));
  for (size_t j = 0; j < designs; j++)
    perturbation[j] = step * v->direction[(size_t)k * designs + j];
  s->analysis.method = GB_NO_GRADIENT;
  int status = gb_engine_complex.run(&s->analysis, perturbation, &timers, &outcome, error);
  for (int i = 0; status == GB_OK && i < v->functionals; i++)
    derivative[i] = outcome.imaginary[i] / step;
  gb_outcome_free(&outcome);
  free(perturbation);
  return status;
}

double gb_relative_difference(double a, double b, double size) {
  const double larger = fmax(fabs(a), fabs(b));
  if (isnan(a) || isnan(b)) return NAN;
  return larger > 0 ? fabs(a - b) / (larger < 1e-12 * size ? size : larger) : 0;
}
