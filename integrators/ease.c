/// A part s of what acts: R(q, lambda, 0) - (1 - s) R(0, 0, 0) = 0, which the reference solves for
/// s = 0. Dead loads are thereby multiplied by s; forces of all other kinds, given displacements
/// among them, begin with none too. Source: docs/theory.md, the section on static walks.
#include "integrators/ease.h"

#include "base/arena.h"
#include "integrators/pass.h"
#include "integrators/stage_solver.h"
#include "solve/newton.h"

#include <string.h>

/// Directors turn by half a radian in a part at most: a longer way may lead to another branch.
static const double LARGEST_TURN = 0.5;

typedef struct ease {
  gb_system outer; ///< first: a pointer to it is one to the whole
  gb_system_operations operations;
  gb_system *inner;
  size_t n, length;
  double held;     ///< 1 - s
  gb_scalar *acts; ///< R(0, 0, 0), [n + m]
  gb_arena memory; ///< of its arrays and states
  gb_state now, last;
  gb_scalar *base, *w, *work; ///< [GB_COMPONENTS][n], [n + m], [GB_NEWTON_WORK][n + m]
} ease;

static const double statics[GB_COMPONENTS] = {[GB_Q] = 1};

static int residual(gb_system *system, const gb_state *state, gb_scalar *r, gb_error *error) {
  ease *e = (ease *)system;
  GB_TRY(e->inner->op->residual(e->inner, state, r, error));
  for (size_t i = 0; i < e->length; i++) r[i] -= e->held * e->acts[i];
  return GB_OK;
}

static int reserve(ease *e, gb_error *error) {
  GB_TRY(gb_state_create(e->inner, &e->memory, &e->now, error));
  GB_TRY(gb_state_create(e->inner, &e->memory, &e->last, error));
  GB_TRY(GB_TAKE(&e->memory, e->acts, e->length, error));
  GB_TRY(GB_TAKE(&e->memory, e->base, GB_COMPONENTS * e->n, error));
  GB_TRY(GB_TAKE(&e->memory, e->w, e->length, error));
  return GB_TAKE(&e->memory, e->work, GB_NEWTON_WORK * e->length, error);
}

/// Whether anything acts on the reference.
static int find_acting(ease *e, bool *acts, gb_error *error) {
  gb_scalar square = 0;
  GB_TRY(e->inner->op->residual(e->inner, &e->now, e->acts, error));
  for (size_t i = 0; i < e->length; i++) square += gb_real(e->acts[i]) * gb_real(e->acts[i]);
  GB_TRY(e->inner->op->sum(e->inner, 1, &square, error));
  *acts = gb_real(square) > 0;
  return GB_OK;
}

/// The state under a part, which must not be far from the last one.
static int attempt(ease *e, const gb_newton_options *options, const gb_scalar w[], double part,
                   gb_march_report *report, gb_error *error) {
  gb_newton_options own = *options;
  gb_newton_report newton;
  double turn = 0;
  own.iterations *= GB_PARTS;
  e->held = 1 - part;
  memcpy(e->w, w, e->length * sizeof *w);
  const gb_newton_equation equation = {
      .system = &e->outer, .sigma = statics, .base = e->base, .options = &own, .work = e->work};
  const int status = gb_newton_solve(&equation, e->w, &e->now, &newton, error);
  report->newton_iterations += newton.iterations;
  report->factorisations += newton.factorisations;
  GB_TRY(status);
  GB_TRY(gb_admit(e->inner, &e->now, &e->last, error));
  if (e->inner->op->turn) GB_TRY(e->inner->op->turn(e->inner, &e->last, &e->now, &turn, error));
  if (turn <= LARGEST_TURN) return GB_OK;
  return gb_fail(error, GB_NO_CONVERGENCE, "a part turns the model by %.2g", turn);
}

static void keep(ease *e, gb_scalar w[]) {
  const gb_state now = e->now;
  e->now = e->last;
  e->last = now;
  memcpy(w, e->w, e->length * sizeof *w);
}

/// Parts, each so large as it can be, or half of that.
static int bring_on(ease *e, const gb_newton_options *options, int bisections, gb_scalar w[],
                    double *part, gb_march_report *report, gb_error *error) {
  double size = 1;
  for (int cuts = 0; *part < 1 && cuts <= bisections;) {
    gb_error own = {0};
    const double next = *part + size < 1 ? *part + size : 1;
    const int64_t before = report->newton_iterations;
    const int status = attempt(e, options, w, next, report, &own);
    if (status != GB_OK && status != GB_DIVERGED && status != GB_SINGULAR)
      return gb_fail(error, gb_error_code(status, &own), "%s", own.message);
    const bool first = *part == 0 && report->newton_iterations == before;
    if (status == GB_SINGULAR && first)
      break; // of any part, for it is the operator of the reference
    if (status == GB_OK) {
      keep(e, w);
      *part = next;
      size *= 2;
      cuts--;
    } else {
      size /= 2;
      cuts++;
    }
    cuts = cuts < 0 ? 0 : cuts;
  }
  return GB_OK;
}

int gb_ease_in(gb_system *system, const gb_newton_options *options, int bisections, gb_scalar w[],
               double *part, gb_march_report *report, gb_error *error) {
  ease e = {.outer = *system,
            .operations = *system->op,
            .inner = system,
            .n = (size_t)system->n,
            .length = (size_t)system->n + (size_t)system->m};
  bool acts = false;
  e.outer.op = &e.operations;
  e.operations.residual = residual;
  *part = 0;
  int status = gb_system_agree(system, reserve(&e, error), error);
  if (status == GB_OK) status = find_acting(&e, &acts, error);
  if (status == GB_OK && acts) status = bring_on(&e, options, bisections, w, part, report, error);
  if (!acts) *part = 1;
  if (*part < 1) memset(w, 0, e.length * sizeof *w);
  if (acts && system->op->forget) system->op->forget(system);
  gb_arena_free(&e.memory);
  return status;
}
