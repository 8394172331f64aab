/// Solve Re A x = -R for real and imaginary part, repeatedly for the remaining residual.
/// Source: docs/theory.md, section 9.
#include "solve/imaginary.h"

#include <string.h>

enum {
  REAL,
  IMAGINARY,
  MULTIPLIERS,
  PARTS
}; ///< real and imaginary part of the unknowns, imaginary part of the multipliers
enum { MOST = 40, SIDES = 2 };
/// Relative error that each linear solve may leave to the next: a solve to round-off might stall
/// there.
static const double LEFT = 1e-6;

typedef struct imaginary {
  const gb_newton_equation *equation;
  gb_system *system;
  gb_scalar *w, *right, *change; ///< right, change: real part, then imaginary part
  gb_state *state;
  gb_anderson *anderson;
  gb_contraction part[PARTS];
} imaginary;

static size_t length_of(const imaginary *s) {
  return gb_system_length(s->system);
}

/// right <- -R at w, with real and imaginary parts as separate right-hand sides.
static int find_right(imaginary *s, gb_error *error) {
  const size_t length = length_of(s);
  gb_equation_set_state(s->equation, s->w, s->state);
  GB_TRY(s->system->op->residual(s->system, s->state, s->right, error));
  for (size_t i = 0; i < length; i++) {
    s->right[length + i] = -gb_imag(s->right[i]);
    s->right[i] = -gb_real(s->right[i]);
  }
  return GB_OK;
}

/// w <- w + change, and compute the norms of the change and of w over all ranks. The size of a part
/// is its largest norm so far because a vanishing imaginary part has no size of its own.
static int correct(imaginary *s, gb_error *error) {
  const size_t length = length_of(s), n = (size_t)s->system->n;
  gb_scalar sums[2 * PARTS] = {0};
  for (size_t i = 0; i < length; i++) {
    const double re = gb_real(s->change[i]), im = gb_real(s->change[length + i]);
    const int part = i < n ? IMAGINARY : MULTIPLIERS;
    s->w[i] += gb_join(re, im);
    if (i < n) sums[REAL] += re * re;
    if (i < n) sums[PARTS + REAL] += gb_real(s->w[i]) * gb_real(s->w[i]);
    sums[part] += im * im;
    sums[PARTS + part] += gb_imag(s->w[i]) * gb_imag(s->w[i]);
  }
  GB_TRY(s->system->op->sum(s->system, 2 * PARTS, sums, error));
  for (int i = 0; i < PARTS; i++) {
    gb_contraction_add(&s->part[i], sqrt(gb_real(sums[i])));
    s->part[i].size = fmax(s->part[i].size, sqrt(gb_real(sums[PARTS + i])));
  }
  return GB_OK;
}

/// Whether the corrections of a part are below the tolerance or at round-off. Corrections of the
/// real part (which is known) and of multipliers (which are linear) are round-off as soon as they
/// do not shrink.
static bool is_done(const imaginary *s, int index) {
  const gb_contraction *p = &s->part[index];
  const double slack = index == MULTIPLIERS ? gb_convergence.multipliers : 1;
  return p->norm[0] <= slack * s->equation->options->tolerance * p->size ||
         p->stagnant >= (index == IMAGINARY ? gb_convergence.patience : 1);
}

static int solve(imaginary *s, gb_newton_report *report, gb_error *error) {
  const gb_linear_equations equations = {
      .A = {s->equation->sigma, s->state, false}, .count = SIDES, .b = s->right, .tolerance = LEFT};
  for (int k = 1; k <= MOST; k++) {
    gb_linear_report linear;
    GB_TRY(find_right(s, error));
    GB_TRY(gb_anderson_solve(s->anderson, &equations, s->change, NULL, &linear, error));
    report->iterations += linear.iterations;
    report->factorisations += linear.factorisations;
    GB_TRY(correct(s, error));
    if (is_done(s, REAL) && is_done(s, IMAGINARY) && is_done(s, MULTIPLIERS)) return GB_OK;
  }
  const gb_contraction *p = &s->part[IMAGINARY];
  return gb_fail(error, GB_NO_CONVERGENCE,
                 "the imaginary part of the complex step does not converge: after %d exact solves "
                 "the last correction was %.1e of it",
                 MOST, p->norm[0] / p->size);
}

/// Start without an imaginary part, with a factor of this state.
static int begin(imaginary *s, gb_newton_report *report, gb_error *error) {
  for (size_t i = 0; i < length_of(s); i++) s->w[i] = gb_real(s->w[i]);
  for (int i = 0; i < PARTS; i++) s->part[i] = gb_contraction_start();
  if (s->equation->anderson) gb_anderson_forget(s->equation->anderson);
  gb_equation_set_state(s->equation, s->w, s->state);
  report->factorisations++;
  return s->system->op->refactor(s->system, s->equation->sigma, s->state, error);
}

static int reserve(imaginary *s, gb_arena *arena, gb_error *error) {
  GB_TRY(GB_TAKE(arena, s->right, SIDES * length_of(s), error));
  GB_TRY(GB_TAKE(arena, s->change, SIDES * length_of(s), error));
  return gb_anderson_create(s->system, arena, GB_PAIRS, SIDES, &s->anderson, error);
}

int gb_imaginary_solve(const gb_newton_equation *equation, gb_scalar *w, gb_state *state,
                       gb_newton_report *report, gb_error *error) {
  imaginary s = {.equation = equation, .system = equation->system, .w = w, .state = state};
  GB_SCRATCH(scratch);
  if (GB_PARTS == 1) return GB_OK;
  GB_TRY(gb_system_agree(s.system, reserve(&s, &scratch, error), error));
  GB_TRY(begin(&s, report, error));
  GB_TRY(solve(&s, report, error));
  gb_equation_set_state(equation, w, state);
  return GB_OK;
}
