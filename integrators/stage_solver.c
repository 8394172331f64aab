/// First guesses and Newton's method for the stages of a march. Source: docs/theory.md, (9.1) and
/// the sections on tables and on the error of Newton's method.
#include "integrators/stage_solver.h"

#include "base/squares.h"
#include "solve/approach.h"
#include "solve/imaginary.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { PAIRS = 20 }; ///< pairs of corrections stored by Anderson acceleration

/// The predicted guess is compared with the second guess if its distance from the step before
/// exceeds this factor times the largest distance so far.
static const double FAR = 2;
/// There is a second guess if the distance of the first one from the step before exceeds this
/// factor times the distance of the second one.
static const double FARTHER = 1e-6;
/// Newton's method with exact solves also ends when a correction is less than NOISE times the
/// unknowns and not less than STAGNATED times the correction before.
static const double NOISE = 1e-9, STAGNATED = 0.3;
/// Relative perturbation of first guesses in marches that measure the effect of round-off.
static const double PERTURBATION = 1e-3;

int gb_stage_solver_create(gb_system *system, const gb_newton_options *options, int width,
                           gb_stage_solver **out, gb_error *error) {
  const size_t n = (size_t)system->n, length = n + (size_t)system->m;
  gb_stage_solver *s;
  *out = NULL;
  GB_TRY(GB_ALLOCATE(s, 1, error));
  *s = (gb_stage_solver){.system = system, .options = options};
  *out = s;
  GB_TRY(GB_TAKE(&s->memory, s->base, GB_COMPONENTS * n, error));
  GB_TRY(GB_TAKE(&s->memory, s->w, length, error));
  GB_TRY(GB_TAKE(&s->memory, s->other, length, error));
  GB_TRY(GB_TAKE(&s->memory, s->work, GB_NEWTON_WORK * length, error));
  GB_TRY(gb_anderson_create(system, &s->memory, PAIRS, 1, &s->anderson, error));
  return gb_predictor_create(system, width, &s->predictor, error);
}

void gb_stage_solver_destroy(gb_stage_solver **solver) {
  gb_stage_solver *s = *solver;
  if (!s) return;
  gb_arena_free(&s->memory);
  gb_predictor_destroy(&s->predictor);
  free(s);
  *solver = NULL;
}

void gb_stage_solver_forget(gb_stage_solver *s) {
  gb_predictor_forget(s->predictor);
  memset(s->record, 0, sizeof s->record);
}

/// Compute squared distances from q at the end of the step before: of the stage with the guess w,
/// of the stage with the guess `other`, and of a motion with the velocity at the end of that step.
static int measure_strides(gb_stage_solver *s, const gb_scalar w[], const gb_scalar other[],
                           double square[3], gb_error *error) {
  const gb_scalar *q = s->before->component[GB_Q], *v = s->before->component[GB_V];
  const double time = s->stage->t - s->before->t;
  const size_t n = (size_t)s->system->n;
  gb_scalar sum[3] = {0};
  for (size_t from = 0; from < n; from += GB_CHUNK) {
    const size_t count = n - from < GB_CHUNK ? n - from : GB_CHUNK;
    const gb_scalar *weight = s->system->weight ? s->system->weight + from : NULL;
    gb_scalar stride[GB_CHUNK];
    for (int k = 0; k < 2 && (k == 0 || other != w); k++) {
      const gb_scalar *at = (k ? other : w) + from;
      for (size_t i = 0; i < count; i++)
        stride[i] = s->base[from + i] + s->stage->sigma[GB_Q] * at[i] - q[from + i];
      sum[k] += gb_squares(count, weight, stride);
    }
    sum[2] += time * time * gb_squares(count, weight, v + from);
  }
  GB_TRY(s->system->op->sum(s->system, 3, sum, error));
  for (int k = 0; k < 3; k++) square[k] = gb_real(sum[k]);
  return GB_OK;
}

/// Compute the squared norm of the residual for the guess w.
static int measure_residual(gb_stage_solver *s, gb_state *state, const gb_scalar w[],
                            double *square, gb_error *error) {
  const size_t n = (size_t)s->system->n, m = (size_t)s->system->m;
  gb_scalar sum = 0;
  for (size_t i = 0; i < GB_COMPONENTS; i++)
    for (size_t j = 0; j < n; j++)
      state->component[i][j] = s->base[i * n + j] + s->stage->sigma[i] * w[j];
  if (m) memcpy(state->multiplier, w + n, m * sizeof *w);
  GB_TRY(s->system->op->residual(s->system, state, s->work, error));
  for (size_t j = 0; j < n + m; j++)
    sum += pow(gb_real(s->work[j]) / gb_system_weight(s->system, j), 2);
  GB_TRY(s->system->op->sum(s->system, 1, &sum, error));
  *square = gb_real(sum);
  return GB_OK;
}

double gb_random_factor(uint64_t index, uint64_t stage, uint64_t sample) {
  uint64_t z = index * 0x9e3779b97f4a7c15u + stage * 0xd1b54a32d192ed03u + sample;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  z ^= z >> 31;
  return (z & 1 ? -1 : 1) * (0.5 + ldexp((double)(z >> 11), -53));
}

/// Perturb the first guess by random factors, so that Newton's method ends with other round-off.
static void perturb_guess(gb_stage_solver *s) {
  for (size_t i = 0; s->perturbation_sample && i < (size_t)s->system->n; i++)
    s->w[i] *= 1 + PERTURBATION * gb_random_factor(i, (uint64_t)s->stage->step,
                                                   (uint64_t)s->perturbation_sample);
}

static void swap_guesses(gb_stage_solver *s) {
  gb_scalar *w = s->w;
  s->w = s->other;
  s->other = w;
}

/// Set the first guess of w, by extrapolation of earlier stages. The second guess, `other`, keeps
/// the displacements of the step before. Exchange them if the extrapolation moves much farther than
/// any step so far and than the current velocity, and has the larger residual: in a long step
/// extrapolated accelerations are a bad guess, for example under a sudden load.
/// @param[out] more whether there is a second guess
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

int gb_check_admissible(gb_system *system, const gb_state *state, const gb_state *before,
                        gb_error *error) {
  char text[400] = "";
  bool yes = true;
  if (!system->op->admissible) return GB_OK;
  GB_TRY(system->op->admissible(system, state, before, &yes, sizeof text, text, error));
  if (yes) return GB_OK;
  return gb_fail(error, GB_NO_CONVERGENCE, "the state that was found is not admissible: %s", text);
}

/// The nonlinear equation of the stage.
static gb_newton_equation equation_of(gb_stage_solver *s, const gb_newton_options *options,
                                      const gb_state *state) {
  return (gb_newton_equation){.system = s->system,
                              .sigma = s->stage->sigma,
                              .base = s->base,
                              .options = options,
                              .anderson = s->anderson,
                              .record = &s->record[gb_solve_of(state)],
                              .work = s->work};
}

static void add_work(gb_stage_solver *s, const gb_newton_report *report) {
  s->report->newton_iterations += report->iterations;
  s->report->krylov_iterations += report->krylov_iterations;
  s->report->factorisations += report->factorisations;
}

/// Newton's method from w. Imaginary parts converge later than real parts. In the complex build
/// twice as many iterations are allowed, so that every step that converges in the real build also
/// converges here.
static int attempt(gb_stage_solver *s, gb_state *state, gb_error *error) {
  gb_newton_report newton = {0};
  gb_newton_options options = *s->options;
  options.iterations *= GB_PARTS;
  options.change = s->stage->projection != GB_PROJECT_NONE;
  const gb_newton_equation equation = equation_of(s, &options, state);
  int status = GB_OK;
  if (s->walk) status = s->walk->go(s->walk->context, &equation, s->w, state, &newton, error);
  add_work(s, &newton);
  GB_TRY(status);
  status = gb_approach_solve(&equation, s->w, state, &newton, error);
  add_work(s, &newton);
  return status == GB_OK ? gb_check_admissible(s->system, state, s->before, error) : status;
}

/// Set the state from w, whose real part is the solution, and solve for its imaginary part.
static int find_imaginary_part(gb_stage_solver *s, gb_state *state, gb_error *error) {
  gb_newton_report report = {0};
  const gb_newton_equation equation = equation_of(s, s->options, state);
  gb_equation_set_state(&equation, s->w, state);
  const int status = gb_imaginary_solve(&equation, s->w, state, &report, error);
  s->report->krylov_iterations += report.iterations;
  s->report->factorisations += report.factorisations;
  return status;
}

/// Compute the norms of the real parts of a correction and of w.
static int measure_correction(gb_stage_solver *s, const gb_scalar x[], double norm[2],
                              gb_error *error) {
  gb_scalar sum[2] = {0};
  for (size_t i = 0; i < (size_t)s->system->n; i++) {
    sum[0] += gb_real(x[i]) * gb_real(x[i]);
    sum[1] += gb_real(s->w[i]) * gb_real(s->w[i]);
  }
  GB_TRY(s->system->op->sum(s->system, 2, sum, error));
  for (int k = 0; k < 2; k++) norm[k] = sqrt(gb_real(sum[k]));
  return GB_OK;
}

/// Whether a correction is within the tolerance, or as small as round-off permits.
static bool is_done(double correction, double before, double size, double tolerance) {
  return correction <= tolerance * size ||
         (correction <= NOISE * size && correction >= STAGNATED * before);
}

/// Newton's method from s->w with exact solves of the unsymmetric operator. Other solves use its
/// symmetric part, which is a bad approximation near singular positions of a mechanism with
/// constraints on accelerations.
static int solve_exactly(gb_stage_solver *s, gb_state *state, gb_error *error) {
  const size_t length = gb_system_length(s->system);
  const gb_linear_equations equations = {.A = {s->stage->sigma, state, false},
                                         .count = 1,
                                         .b = s->work + length,
                                         .tolerance = s->options->krylov_tolerance};
  double before = INFINITY, square, norm[2];
  for (int iteration = 0; iteration < s->options->iterations; iteration++) {
    gb_linear_report report;
    GB_TRY(measure_residual(s, state, s->w, &square, error));
    for (size_t i = 0; i < length; i++) s->work[length + i] = -gb_real(s->work[i]);
    GB_TRY(gb_anderson_solve(s->anderson, &equations, s->other, NULL, &report, error));
    for (size_t i = 0; i < length; i++) s->w[i] += gb_real(s->other[i]);
    GB_TRY(measure_correction(s, s->other, norm, error));
    s->report->newton_iterations++;
    s->report->krylov_iterations += report.iterations;
    s->report->factorisations += report.factorisations;
    if (is_done(norm[0], before, norm[1], s->options->tolerance)) {
      GB_TRY(find_imaginary_part(s, state, error));
      return gb_check_admissible(s->system, state, s->before, error);
    }
    before = norm[0];
  }
  return gb_fail(error, GB_NO_CONVERGENCE, "Newton's method with exact solves did not converge");
}

/// Add the stage to the predictor.
static int add_to_predictor(gb_stage_solver *s, gb_error *error) {
  const gb_state *before = s->before;
  double stride[3];
  if (before && s->stage->sigma[GB_Q] != 0) {
    GB_TRY(measure_strides(s, s->w, s->w, stride, error));
    s->stride = fmax(s->stride, stride[0]);
  }
  return gb_predictor_add(s->predictor, s->stage->index, s->w, error);
}

/// Solve from the first guess; if that fails, from the second one.
static int try_guesses(gb_stage_solver *s, gb_state *state, gb_error *error) {
  gb_error second = {0};
  bool more;
  GB_TRY(predict(s, state, &more, error));
  perturb_guess(s);
  const int status = attempt(s, state, error);
  if (!more || (status != GB_DIVERGED && status != GB_SINGULAR)) return status;
  swap_guesses(s);
  s->record[gb_solve_of(state)] = (gb_factor_record){0};
  const int again = attempt(s, state, &second);
  if (again == GB_DIVERGED || again == GB_SINGULAR) return status;
  *error = second;
  return again;
}

/// Solve from both guesses; if that fails and the operator is unsymmetric, as where points that may
/// stick slide, solve with exact solves.
static int try_exactly(gb_stage_solver *s, gb_state *state, gb_error *error) {
  gb_error own = {0};
  bool more;
  if (!s->options->unsymmetric && s->system->memory == 0) return try_guesses(s, state, error);
  const int status = try_guesses(s, state, error);
  if (status != GB_DIVERGED) return status;
  s->record[gb_solve_of(state)] = (gb_factor_record){0};
  GB_TRY(predict(s, state, &more, &own));
  const int again = solve_exactly(s, state, &own);
  return again == GB_DIVERGED || again == GB_SINGULAR ? status : again;
}

/// Solve a stage that returns to the constraints. The first guess is no change. The unknowns of the
/// stage before remain in w for the next stage.
static int solve_return(gb_stage_solver *s, gb_state *state, gb_error *error) {
  const size_t length = gb_system_length(s->system);
  swap_guesses(s);
  memset(s->w, 0, length * sizeof *s->w);
  const int status = attempt(s, state, error);
  swap_guesses(s);
  return status;
}

void gb_stage_solver_remove(gb_stage_solver *s, const gb_stage *stage, bool guess) {
  const bool is_added = stage->kind == GB_STAGE_INITIAL || stage->kind == GB_STAGE_SOLVE;
  if (is_added && !stage->projection) gb_predictor_remove(s->predictor, stage->index, guess);
}

int gb_stage_solver_solve(gb_stage_solver *s, const gb_stage *stage, const gb_state *before,
                          gb_state *state, gb_march_report *report, gb_error *error) {
  s->stage = stage;
  s->before = before;
  s->report = report;
  if (stage->projection) return solve_return(s, state, error);
  const int status = try_exactly(s, state, error);
  if (status == GB_OK) return add_to_predictor(s, error);
  gb_stage_solver_forget(s);
  return status;
}
