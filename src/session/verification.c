/// Directions of a verification, and the derivatives along them by adjoint or tangent and by
/// complex marches.
#include "session/verification.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/// Errors are relative to what cancels in a derivative where the rest is less than this part of it.
static const double CANCELLED = 0.1;
/// And to this part of the function's size: 1e-15 of that is its round-off.
static const double RESOLVED = 1e-7;
/// Differences up to this number of times what the derivative varies by with round-off are nothing
/// else.
static const double NOISE = 10;
/// A complex step of 1e-30 leaves less than this of a function that is zero to second order.
static const double NOTHING = 1e-30;
enum { SAMPLES = 3 }; ///< of random numbers, whose sums may be small by chance

/// A fixed sequence of numbers in [-1, 1], the same on all ranks and machines.
static double next_random(unsigned long long *seed) {
  *seed = *seed * 6364136223846793005ULL + 1442695040888963407ULL;
  return (double)(*seed >> 11) / (double)(1ULL << 52) - 1;
}

static int choose_directions(gb_verification *v, int most, gb_error *error) {
  const gb_model *model = v->session->model;
  size_t designs = (size_t)model->designs->count;
  unsigned long long seed = 20101;
  GB_TRY(GB_TAKE(&v->memory, v->size, (size_t)v->functionals, error));
  v->directions = model->designs->count <= most ? model->designs->count : 1;
  const size_t derivatives = (size_t)v->functionals * (size_t)v->directions;
  GB_TRY(GB_TAKE(&v->memory, v->direction, designs * (size_t)v->directions, error));
  GB_TRY(GB_TAKE(&v->memory, v->cancels, derivatives, error));
  GB_TRY(GB_TAKE(&v->memory, v->noise, derivatives, error));
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

int gb_verification_check(const gb_session *s, gb_error *error) {
  if (!gb_modes_are_requested(s->analysis)) return GB_OK;
  return gb_fail(error, GB_WRONG_FUNCTION,
                 "%s: verify compares with complex step, which frequencies do not have; accepted: "
                 "functions of other types, or --differences",
                 s->description->file);
}

int gb_verification_create(gb_session *s, int most, gb_verification *v, gb_error *error) {
  *v = (gb_verification){.session = s, .functionals = gb_analysis_values(s->analysis)};
  GB_TRY(gb_session_turns(s, GB_ADJOINT, error));
  s->analysis->bisections = &v->bisections;
  return gb_agree(s->comm, choose_directions(v, most, error), error);
}

void gb_verification_destroy(gb_verification *v) {
  if (v->session) v->session->analysis->bisections = NULL;
  free(v->bisections.point);
  free(v->bisections.unknown);
  gb_arena_free(&v->memory);
  *v = (gb_verification){0};
}

/// The derivative of functional i along direction k.
static double along(const gb_verification *v, const gb_outcome *outcome, size_t i, size_t k) {
  const size_t designs = (size_t)v->session->model->designs->count;
  double sum = 0;
  for (size_t j = 0; j < designs; j++)
    sum += outcome->gradient[i * designs + j] * v->direction[k * designs + j];
  return sum;
}

void gb_verification_project(const gb_verification *v, const gb_outcome *outcome,
                             double derivative[]) {
  const size_t directions = (size_t)v->directions;
  for (size_t i = 0; i < (size_t)v->functionals; i++) {
    v->size[i] = fabs(outcome->value[i]);
    for (size_t k = 0; k < directions; k++) {
      const double own = derivative[i * directions + k] = along(v, outcome, i, k);
      v->size[i] = fmax(v->size[i], fabs(own));
    }
  }
}

int gb_verification_differentiate(const gb_verification *v, gb_gradient_method method,
                                  double derivative[], gb_outcome *outcome, gb_error *error) {
  gb_session *s = v->session;
  s->analysis->method = method;
  s->analysis->bisections->known = false;
  memset(v->cancels, 0, (size_t)(v->functionals * v->directions) * sizeof *v->cancels);
  memset(v->noise, 0, (size_t)(v->functionals * v->directions) * sizeof *v->noise);
  GB_TRY(gb_engine_real.run(s->analysis, NULL, s->timers, outcome, error));
  const gb_modes_request modes = gb_session_modes(s, s->analysis);
  GB_TRY(gb_modes_fill(&modes, outcome, error));
  gb_verification_project(v, outcome, derivative);
  return GB_OK;
}

/// Pass a line to the caller.
static void __attribute__((format(printf, 2, 3)))
tell(const gb_verification *v, const char *format, ...) {
  char line[400];
  va_list values;
  if (!v->tell) return;
  va_start(values, format);
  vsnprintf(line, sizeof line, format, values);
  va_end(values);
  v->tell(v->context, line);
}

/// A march from other guesses may fail: round-off is not known then.
static bool may_fail(int status) {
  return status == GB_DIVERGED || status == GB_SINGULAR;
}

/// gb_verification_perturb whose solves begin elsewhere; sample 0: they do not.
static int perturb(const gb_verification *v, double step, int k, int sample, double derivative[],
                   gb_error *error) {
  gb_session *s = v->session;
  const size_t designs = (size_t)s->model->designs->count;
  gb_outcome outcome = {0};
  gb_timers timers = {0};
  double *perturbation;
  GB_SCRATCH(scratch);
  GB_TRY(gb_agree(s->comm, GB_TAKE(&scratch, perturbation, designs, error), error));
  for (size_t j = 0; j < designs; j++)
    perturbation[j] = step * v->direction[(size_t)k * designs + j];
  s->analysis->method = GB_NO_GRADIENT;
  s->analysis->sample = sample;
  int status = gb_engine_complex.run(s->analysis, perturbation, &timers, &outcome, error);
  for (int i = 0; status == GB_OK && i < v->functionals; i++)
    derivative[i] = outcome.imaginary[i] / step;
  if (status == GB_OK && sample == 0 && outcome.kinks->stresses > 0)
    tell(
        v,
        "  kinks: %.0f stresses are zero and change with %s; the derivative of their size is taken "
        "to be 0 there",
        outcome.kinks->stresses, v->name[k]);
  gb_outcome_free(&outcome);
  return status;
}

int gb_verification_perturb(const gb_verification *v, double step, int k, double derivative[],
                            gb_error *error) {
  return perturb(v, step, k, 0, derivative, error);
}

/// Whether a derivative along direction k is off by too much.
static bool is_wrong(const gb_verification *v, const double errors[], int k) {
  for (int i = 0; i < v->functionals; i++)
    if (!(errors[i * v->directions + k] <= gb_verified)) return true;
  return false;
}

int gb_verification_vary(const gb_verification *v, double step, const double exact[],
                         const double errors[], gb_error *error) {
  const size_t functionals = (size_t)v->functionals;
  double *varied;
  GB_SCRATCH(scratch);
  GB_TRY(gb_agree(v->session->comm, GB_TAKE(&scratch, varied, functionals, error), error));
  for (int k = 0; k < v->directions; k++)
    for (int sample = 1; is_wrong(v, errors, k) && sample <= SAMPLES; sample++) {
      gb_error own = {0};
      const int status = perturb(v, step, k, sample, varied, &own);
      for (int i = 0; status == GB_OK && i < v->functionals; i++) {
        double *noise = &v->noise[i * v->directions + k];
        *noise = fmax(*noise, fabs(varied[i] - exact[k * v->functionals + i]));
      }
      if (status == GB_OK || may_fail(status)) continue;
      gb_error_move(error, &own);
      return status;
    }
  return GB_OK;
}

/// One sample's sizes of what cancels, and of functionals.
static void take_sizes(const gb_verification *v, const gb_outcome *outcome) {
  const size_t designs = (size_t)v->session->model->designs->count;
  const size_t directions = (size_t)v->directions;
  for (int i = 0; i < v->functionals; i++) v->size[i] = fmax(v->size[i], outcome->value[i]);
  for (size_t e = 0; e < (size_t)v->functionals * directions; e++)
    for (size_t j = 0; j < designs; j++)
      v->cancels[e] = hypot(v->cancels[e], outcome->gradient[e / directions * designs + j] *
                                               v->direction[e % directions * designs + j]);
}

int gb_verification_measure(const gb_verification *v, gb_gradient_method what, bool wrong,
                            gb_error *error) {
  gb_session *s = v->session;
  const size_t directions = (size_t)v->directions, entries = (size_t)v->functionals * directions;
  const double *known = what == GB_CANCELLATION ? v->cancels : v->noise;
  double *first;
  GB_SCRATCH(scratch);
  for (size_t e = 0; e < entries; e++) wrong = wrong && known[e] == 0;
  if (!wrong) return GB_OK;
  GB_TRY(gb_agree(s->comm, GB_TAKE(&scratch, first, entries, error), error));
  s->analysis->method = what;
  for (s->analysis->sample = 0; s->analysis->sample < SAMPLES; s->analysis->sample++) {
    gb_outcome outcome = {0};
    gb_error own = {0};
    const int status = gb_engine_real.run(s->analysis, NULL, s->timers, &outcome, &own);
    if (status == GB_OK && what == GB_CANCELLATION) take_sizes(v, &outcome);
    for (size_t e = 0; status == GB_OK && what == GB_ROUND_OFF && e < entries; e++) {
      const double varied = along(v, &outcome, e / directions, e % directions);
      if (s->analysis->sample == 0) first[e] = varied;
      v->noise[e] = fmax(v->noise[e], fabs(varied - first[e]));
    }
    gb_outcome_free(&outcome);
    if (status == GB_OK) continue;
    if (what == GB_ROUND_OFF && may_fail(status)) return GB_OK;
    gb_error_move(error, &own);
    return status;
  }
  return GB_OK;
}

double gb_verification_difference(const gb_verification *v, int e, double a, double b) {
  const double size = v->size[e / v->directions], larger = fmax(fabs(a), fabs(b)),
               off = fabs(a - b);
  if (isnan(a) || isnan(b)) return NAN;
  if (off <= gb_verified * larger) return larger > 0 ? off / larger : 0;
  if (off <= gb_verified * RESOLVED * size) return off / size;
  if (size == 0 && larger <= NOTHING) return 0;
  const double terms = fmax(CANCELLED * v->cancels[e], RESOLVED * size);
  return off / fmax(larger, fmax(terms, NOISE / gb_verified * v->noise[e]));
}

/// Errors of the derivatives; whether one is too large.
static bool find_errors(const gb_verification *v, const double derivative[], const double exact[],
                        double errors[]) {
  bool wrong = false;
  for (int i = 0; i < v->functionals; i++)
    for (int k = 0; k < v->directions; k++) {
      const int e = i * v->directions + k;
      errors[e] = gb_verification_difference(v, e, derivative[e], exact[k * v->functionals + i]);
      wrong = wrong || !(errors[e] <= gb_verified);
    }
  return wrong;
}

int gb_verification_compare(const gb_verification *v, double step, const double derivative[],
                            double errors[], gb_error *error) {
  double *exact;
  GB_SCRATCH(scratch);
  GB_TRY(gb_agree(v->session->comm,
                  GB_TAKE(&scratch, exact, (size_t)(v->functionals * v->directions), error),
                  error));
  for (int k = 0; k < v->directions; k++) {
    tell(v, "complex step %g, %d of %d (%s)", step, k + 1, v->directions, v->name[k]);
    GB_TRY(gb_verification_perturb(v, step, k, exact + k * v->functionals, error));
  }
  for (gb_gradient_method what = GB_CANCELLATION; what <= GB_ROUND_OFF; what++)
    GB_TRY(gb_verification_measure(v, what, find_errors(v, derivative, exact, errors), error));
  find_errors(v, derivative, exact, errors);
  GB_TRY(gb_verification_vary(v, step, exact, errors, error));
  find_errors(v, derivative, exact, errors);
  return GB_OK;
}
