/// A Runge-Kutta step's end has no multipliers, and those of its last stage are another time's:
/// they are found as at point 0, by a solve point with q and v given that no later point depends
/// on. Where a factor of the operator corrects all of them, a solve begins from an extrapolation of
/// those before; where the diagonal of the mass does, from zeros, as round-off of what it hardly
/// corrects would grow from step to step. Source: docs/theory.md, the section on reactions.
#include "engine/step_end.h"

#include "base/arena.h"
#include "integrators/pass.h"
#include "integrators/predictor.h"
#include "solve/anderson.h"
#include "solve/newton.h"

#include <stdlib.h>
#include <string.h>

static const double sigma[GB_COMPONENTS] = {0, 0, 1, 0};

enum { PAIRS = 20 }; ///< pairs of corrections stored by Anderson acceleration

struct gb_step_end {
  gb_system *system;
  gb_predictor *predictor;
  gb_factor_record record;
  gb_arena memory;
  gb_anderson *anderson;
  gb_solve_vectors *at; ///< the solve, with its last state and unknowns
};

/// Whether the last stage of a step is not its end, or has other accelerations.
static bool ends_elsewhere(const gb_table *table, bool accelerations) {
  gb_stage end, stage;
  const int64_t last = gb_table_stages(table) - 1;
  gb_table_stage(table, last, &end);
  gb_table_stage(table, last - 1, &stage);
  if (stage.projection && !gb_table_scheme(table)->weighted) return false;
  if (stage.projection) return true;
  if (end.kind != GB_STAGE_COMBINE && !end.given) return false;
  return accelerations || fabs(stage.fraction - 1) > 1e-12;
}

static int reserve(gb_step_end *s, gb_error *error) {
  GB_TRY(gb_predictor_create(s->system, 1, &s->predictor, error));
  GB_TRY(gb_anderson_create(s->system, &s->memory, PAIRS, 1, &s->anderson, error));
  return gb_solve_vectors_create(s->system, &s->memory, &s->at, error);
}

int gb_step_end_create(gb_system *system, const gb_table *table, bool accelerations,
                       gb_step_end **out, gb_error *error) {
  gb_step_end *s = NULL;
  *out = NULL;
  if (!ends_elsewhere(table, accelerations)) return GB_OK;
  int status = GB_ALLOCATE(s, 1, error);
  if (status == GB_OK) {
    s->system = system;
    status = reserve(s, error);
  }
  status = gb_system_agree(system, status, error);
  if (status != GB_OK) gb_step_end_destroy(&s);
  *out = s;
  return status;
}

void gb_step_end_destroy(gb_step_end **step_end) {
  gb_step_end *s = *step_end;
  if (!s) return;
  gb_predictor_destroy(&s->predictor);
  gb_arena_free(&s->memory);
  free(s);
  *step_end = NULL;
}

static bool is_diagonal(const gb_step_end *s) {
  return s->system->op->preconditioner(s->system, sigma) == GB_PRECONDITIONER_DIAGONAL;
}

int gb_step_end_solve(gb_step_end *s, const gb_state *end, const gb_state **solved,
                      gb_error *error) {
  const size_t n = (size_t)s->system->n;
  gb_newton_options options = gb_newton_defaults();
  gb_newton_report report;
  options.tolerance = 1e-14; // of accelerations, which makes it 1e-12 of the joints' forces
  const gb_newton_equation equation = {.system = s->system,
                                       .sigma = sigma,
                                       .base = s->at->base,
                                       .options = &options,
                                       .record = &s->record,
                                       .anderson = s->anderson,
                                       .work = s->at->work};
  s->at->state->t = end->t;
  s->at->state->memory = end->memory;
  s->at->state->initial = true; // constraints at acceleration level
  memcpy(s->at->state->sigma, sigma, sizeof sigma);
  for (int component = GB_Q; component <= GB_V; component++)
    memcpy(s->at->base + (size_t)component * n, end->component[component], n * sizeof *s->at->base);
  memset(s->at->w, 0, gb_system_length(s->system) * sizeof *s->at->w);
  if (!is_diagonal(s)) gb_predictor_guess(s->predictor, 0, sigma, s->at->w);
  GB_TRY(gb_newton_solve(&equation, s->at->w, s->at->state, &report, error));
  *solved = s->at->state;
  return is_diagonal(s) ? GB_OK : gb_predictor_add(s->predictor, 0, s->at->w, error);
}

int gb_step_end_archive(gb_step_end *s, gb_archive *archive, gb_error *error) {
  GB_TRY(gb_predictor_archive(s->predictor, archive, error));
  GB_TRY(gb_archive_bytes(archive, sizeof s->record, &s->record, error));
  return gb_archive_vectors(archive, 1, s->at->w, error);
}
