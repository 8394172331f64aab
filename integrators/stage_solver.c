/// Newton's method for one stage after the other. Source: docs/theory.md, (9.1) and the sections on
/// tables and on the error of Newton's method.
#include "integrators/stage_solver.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { PAIRS = 20 }; ///< pairs of corrections

/// A guess is looked at where it lies this much farther than any stage so far from the step before.
static const double FAR = 2;
/// Guesses are two where one lies this much farther from the step before than the other.
static const double FARTHER = 1e-6;

int gb_stage_solver_create(gb_system *system, const gb_newton_options *options, int width,
                           gb_stage_solver *s, gb_error *error) {
  const size_t n = (size_t)system->n, length = n + (size_t)system->m;
  *s = (gb_stage_solver){.system = system, .options = options};
  GB_TRY(GB_TAKE(&s->memory, s->base, GB_COMPONENTS * n, error));
  GB_TRY(GB_TAKE(&s->memory, s->w, length, error));
  GB_TRY(GB_TAKE(&s->memory, s->other, length, error));
  GB_TRY(GB_TAKE(&s->memory, s->work, GB_NEWTON_WORK * length, error));
  GB_TRY(gb_anderson_create(system, &s->memory, PAIRS, 1, &s->anderson, error));
  return gb_predictor_create(system, width, &s->predictor, error);
}

void gb_stage_solver_free(gb_stage_solver *s) {
  gb_arena_free(&s->memory);
  gb_predictor_destroy(&s->predictor);
}

void gb_stage_solver_forget(gb_stage_solver *s) {
  gb_predictor_forget(s->predictor);
  s->record = (gb_factor_record){0};
}

/// Squared distances from q at the end of the step before: of the stage by a guess of w, by another
/// guess, and of the motion at the velocity there.
static int measure_strides(gb_stage_solver *s, const gb_scalar w[], const gb_scalar other[],
                           double square[3], gb_error *error) {
  const gb_scalar *q = s->before->component[GB_Q], *v = s->before->component[GB_V];
  const double time = s->stage->t - s->before->t;
  gb_scalar sum[3] = {0};
  for (size_t i = 0; i < (size_t)s->system->n; i++) {
    for (int k = 0; k < 2; k++) {
      const gb_scalar at = s->base[i] + s->stage->sigma[GB_Q] * (k ? other : w)[i];
      const double stride = gb_real(at - q[i]);
      sum[k] += stride * stride;
    }
    sum[2] += time * time * gb_real(v[i]) * gb_real(v[i]);
  }
  GB_TRY(s->system->op->sum(s->system, 3, sum, error));
  for (int k = 0; k < 3; k++) square[k] = gb_real(sum[k]);
  return GB_OK;
}

/// The residual's square at a guess of w.
static int measure_residual(gb_stage_solver *s, gb_state *state, const gb_scalar w[],
                            double *square, gb_error *error) {
  const size_t n = (size_t)s->system->n, m = (size_t)s->system->m;
  gb_scalar sum = 0;
  for (size_t i = 0; i < GB_COMPONENTS; i++)
    for (size_t j = 0; j < n; j++)
      state->component[i][j] = s->base[i * n + j] + s->stage->sigma[i] * w[j];
  if (m) memcpy(state->multiplier, w + n, m * sizeof *w);
  GB_TRY(s->system->op->residual(s->system, state, s->work, error));
  for (size_t j = 0; j < n + m; j++) sum += gb_real(s->work[j]) * gb_real(s->work[j]);
  GB_TRY(s->system->op->sum(s->system, 1, &sum, error));
  *square = gb_real(sum);
  return GB_OK;
}

static void swap_guesses(gb_stage_solver *s) {
  gb_scalar *w = s->w;
  s->w = s->other;
  s->other = w;
}

/// The first guess of w: a polynomial through earlier stages, or, where that leads farther than the
/// march has come in any step, or its velocity would, and leaves the larger residual, the w of the
/// last displacements. A polynomial in accelerations is a bad guess where the step is long: under a
/// sudden load the first acceleration alone would move the structure by metres.
/// @param more out: whether `other` is a guess too
static int predict(gb_stage_solver *s, gb_state *state, bool *more, gb_error *error) {
  const size_t n = (size_t)s->system->n, m = (size_t)s->system->m;
  const gb_state *before = s->before;
  const double sigma = s->stage->sigma[GB_Q];
  *more = false;
  gb_predictor_guess(s->predictor, s->stage->index, s->stage->sigma, s->w);
  if (!before || sigma == 0) return GB_OK;
  for (size_t i = 0; i < n; i++) s->other[i] = (before->component[GB_Q][i] - s->base[i]) / sigma;
  if (m) memcpy(s->other + n, before->multiplier, m * sizeof *s->other);
  double stride[3], residual[2];
  GB_TRY(measure_strides(s, s->w, s->other, stride, error));
  *more = stride[0] > FARTHER * FARTHER * stride[1];
  if (stride[0] <= FAR * FAR * fmax(s->stride, stride[2]) || !*more) return GB_OK;
  GB_TRY(measure_residual(s, state, s->w, &residual[0], error));
  GB_TRY(measure_residual(s, state, s->other, &residual[1], error));
  if (!(residual[0] <= residual[1])) swap_guesses(s);
  return GB_OK;
}

int gb_admit(gb_system *system, const gb_state *state, const gb_state *before, gb_error *error) {
  char text[400] = "";
  bool yes = true;
  if (!system->op->admissible) return GB_OK;
  GB_TRY(system->op->admissible(system, state, before, &yes, sizeof text, text, error));
  if (yes) return GB_OK;
  return gb_fail(error, GB_DIVERGED, "the state that was found is refused: %s", text);
}

/// Newton's method from w. Imaginary parts converge behind the real ones: they get twice as many
/// corrections, or a step that just converges in a real march would fail.
static int attempt(gb_stage_solver *s, gb_state *state, gb_error *error) {
  gb_newton_report newton;
  gb_newton_options options = *s->options;
  options.iterations *= GB_PARTS;
  const gb_newton_equation equation = {.system = s->system,
                                       .sigma = s->stage->sigma,
                                       .base = s->base,
                                       .options = &options,
                                       .anderson = s->anderson,
                                       .record = &s->record,
                                       .work = s->work};
  const int status = gb_newton_solve(&equation, s->w, state, &newton, error);
  s->report->newton_iterations += newton.iterations;
  s->report->krylov_iterations += newton.krylov_iterations;
  s->report->factorisations += newton.factorisations;
  return status == GB_OK ? gb_admit(s->system, state, s->before, error) : status;
}

/// Keep the stage for the guesses of the next ones.
static int learn(gb_stage_solver *s, gb_error *error) {
  const gb_state *before = s->before;
  double stride[3];
  if (before && s->stage->sigma[GB_Q] != 0) {
    GB_TRY(measure_strides(s, s->w, s->w, stride, error));
    s->stride = fmax(s->stride, stride[0]);
  }
  return gb_predictor_learn(s->predictor, s->stage->index, s->w, error);
}

/// From the first guess, and where that fails from the other one.
static int try_guesses(gb_stage_solver *s, gb_state *state, gb_error *error) {
  gb_error second = {0};
  bool more;
  GB_TRY(predict(s, state, &more, error));
  const int status = attempt(s, state, error);
  if (!more || (status != GB_DIVERGED && status != GB_SINGULAR)) return status;
  swap_guesses(s);
  s->record = (gb_factor_record){0};
  const int again = attempt(s, state, &second);
  if (again == GB_DIVERGED || again == GB_SINGULAR) return status;
  *error = second;
  return again;
}

int gb_stage_solver_solve(gb_stage_solver *s, const gb_stage *stage, const gb_state *before,
                          gb_state *state, gb_march_report *report, gb_error *error) {
  s->stage = stage;
  s->before = before;
  s->report = report;
  const int status = try_guesses(s, state, error);
  if (status == GB_OK) return learn(s, error);
  gb_stage_solver_forget(s);
  return status;
}
