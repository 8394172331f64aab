/// Solve R(q, lambda, 0) - (1 - s) R(0, 0, 0) = 0 for a fraction s that grows from 0 to 1. The
/// reference configuration is the solution for s = 0. Dead loads are thereby multiplied by s, and
/// the effect of other forces and of prescribed displacements also begins at zero. Source:
/// docs/theory.md, the section on static walks.
#include "integrators/statics/initial_loads.h"

#include "base/arena.h"
#include "integrators/pass.h"
#include "integrators/stage_solver.h"
#include "solve/approach.h"

#include <string.h>

/// Largest rotation of a director in one increment, rad: a larger one may lead to another branch.
static const double LARGEST_TURN = 0.5;

typedef struct load_ramp {
  gb_system outer; ///< must be the first member: a pointer to it is cast to the whole struct
  gb_system_operations operations;
  gb_system *inner;
  double missing;        ///< 1 - s, the fraction not yet applied
  gb_scalar *loads;      ///< R(0, 0, 0), [n + m]
  gb_arena memory;       ///< owns the arrays and states
  gb_solve_vectors *now; ///< the attempt, with its state and unknowns
  gb_state *last;        ///< state of the last increment that succeeded
} load_ramp;

static int residual(gb_system *system, const gb_state *state, gb_scalar *r, gb_error *error) {
  load_ramp *e = (load_ramp *)system;
  GB_TRY(e->inner->op->residual(e->inner, state, r, error));
  for (size_t i = 0; i < gb_system_length(e->inner); i++) r[i] -= e->missing * e->loads[i];
  return GB_OK;
}

static int reserve(load_ramp *e, gb_error *error) {
  GB_TRY(gb_solve_vectors_create(e->inner, &e->memory, &e->now, error));
  GB_TRY(gb_state_create(e->inner, &e->memory, &e->last, error));
  return GB_TAKE(&e->memory, e->loads, gb_system_length(e->inner), error);
}

/// Compute the loads on the reference configuration, and whether they differ from zero.
static int find_loads(load_ramp *e, bool *loads, gb_error *error) {
  gb_scalar square = 0;
  GB_TRY(e->inner->op->residual(e->inner, e->now->state, e->loads, error));
  for (size_t i = 0; i < gb_system_length(e->inner); i++)
    square += gb_real(e->loads[i]) * gb_real(e->loads[i]);
  GB_TRY(e->inner->op->sum(e->inner, 1, &square, error));
  *loads = gb_real(square) > 0;
  return GB_OK;
}

/// Find the equilibrium under a fraction of the loads; refuse it if it is far from the last one.
static int attempt(load_ramp *e, const gb_newton_options *options, const gb_scalar w[], double part,
                   gb_march_report *report, gb_error *error) {
  gb_newton_options own = *options;
  gb_newton_report newton;
  double turn = 0;
  own.iterations *= GB_PARTS;
  e->missing = 1 - part;
  memcpy(e->now->w, w, gb_system_length(e->inner) * sizeof *w);
  const gb_newton_equation equation = {.system = &e->outer,
                                       .sigma = gb_static_sigma,
                                       .base = e->now->base,
                                       .options = &own,
                                       .work = e->now->work};
  const int status = gb_approach_solve(&equation, e->now->w, e->now->state, &newton, error);
  report->newton_iterations += newton.iterations;
  report->factorisations += newton.factorisations;
  GB_TRY(status);
  GB_TRY(gb_check_admissible(e->inner, e->now->state, e->last, error));
  if (e->inner->op->turn)
    GB_TRY(e->inner->op->turn(e->inner, e->last, e->now->state, &turn, error));
  if (turn <= LARGEST_TURN) return GB_OK;
  return gb_fail(error, GB_NO_CONVERGENCE, "a load increment rotates the model by %.2g", turn);
}

static void keep(load_ramp *e, gb_scalar w[]) {
  gb_state *now = e->now->state;
  e->now->state = e->last;
  e->last = now;
  memcpy(w, e->now->w, gb_system_length(e->inner) * sizeof *w);
}

/// Increase the fraction in increments: double the increment after a success, halve it after a
/// failure.
static int apply_increments(load_ramp *e, const gb_newton_options *options, int bisections,
                            gb_scalar w[], double *part, gb_march_report *report, gb_error *error) {
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
      break; // smaller increments fail too, because the operator of the reference is singular
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

int gb_ramp_start(gb_system *system, const gb_newton_options *options, int bisections,
                  gb_scalar w[], double *part, gb_march_report *report, gb_error *error) {
  load_ramp e = {.outer = *system, .operations = *system->op, .inner = system};
  bool loads = false;
  e.outer.op = &e.operations;
  e.operations.residual = residual;
  *part = 0;
  int status = gb_system_agree(system, reserve(&e, error), error);
  if (status == GB_OK) status = find_loads(&e, &loads, error);
  if (status == GB_OK && loads)
    status = apply_increments(&e, options, bisections, w, part, report, error);
  if (!loads) *part = 1;
  if (*part < 1) memset(w, 0, gb_system_length(system) * sizeof *w);
  if (loads && system->op->forget) system->op->forget(system);
  gb_arena_free(&e.memory);
  return status;
}
