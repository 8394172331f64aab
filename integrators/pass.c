/// Combinations of stages and the linear solves of the sweeps that differentiate a march.
/// Source: docs/theory.md, the sections on the tangent and the adjoint of a table.
#include "integrators/pass.h"

#include <stdlib.h>
#include <string.h>

void gb_add_scaled(size_t count, double c, const gb_scalar *x, gb_scalar *y) {
  for (size_t i = 0; i < count; i++) y[i] += c * x[i];
}

bool gb_stage_counts(const gb_table *table, int64_t k, const gb_stage *stage) {
  return stage->weight != 0 || k == 0 || k == gb_table_stages(table) - 1;
}

bool gb_stage_has_row(const gb_stage *stage, int row) {
  for (int j = 0; j < stage->histories; j++)
    for (int column = 0; column < GB_COMPONENTS; column++)
      if (stage->history[j].c[row][column] != 0) return true;
  return false;
}

void gb_stage_combine(const gb_stage *stage, gb_earlier *earlier, void *context, size_t count,
                      gb_scalar *base[GB_COMPONENTS]) {
  for (int j = 0; j < stage->histories; j++) {
    const gb_history_term *history = &stage->history[j];
    for (int row = 0; row < GB_COMPONENTS; row++)
      for (int column = 0; column < GB_COMPONENTS; column++)
        if (history->c[row][column] != 0)
          gb_add_scaled(count, history->c[row][column], earlier(context, history->back, column),
                        base[row]);
  }
}

int gb_system_agree(gb_system *system, int status, gb_error *error) {
  gb_scalar failures = status != GB_OK;
  GB_TRY(system->op->sum(system, 1, &failures, error));
  if (gb_real(failures) == 0) return GB_OK;
  return gb_fail(error, GB_FILE, "out of memory on another rank");
}

int gb_state_create(const gb_system *system, gb_state *state, gb_error *error) {
  const size_t n = (size_t)system->n, length = GB_COMPONENTS * n + (size_t)system->m;
  gb_scalar *memory = NULL;
  const int status = gb_allocate(length, sizeof *memory, &memory, error);
  *state = (gb_state){0};
  if (status != GB_OK) return status;
  for (int i = 0; i < GB_COMPONENTS; i++) state->component[i] = memory + (size_t)i * n;
  state->multiplier = memory + GB_COMPONENTS * n;
  return GB_OK;
}

void gb_state_destroy(gb_state *state) {
  free(state->component[0]);
  *state = (gb_state){0};
}

int gb_pass_create(gb_system *system, const gb_newton_options *options, int count,
                   gb_march_report *report, gb_pass *sweep, gb_error *error) {
  const size_t block = (size_t)count * ((size_t)system->n + (size_t)system->m);
  *sweep = (gb_pass){.system = system, .options = options, .report = report, .count = count};
  GB_TRY(gb_allocate(block, sizeof *sweep->right, &sweep->right, error));
  GB_TRY(gb_allocate(block, sizeof *sweep->solution, &sweep->solution, error));
  GB_TRY(gb_anderson_create(system, GB_PAIRS, count, &sweep->anderson, error));
  return gb_allocate((size_t)count, sizeof *sweep->size, &sweep->size, error);
}

void gb_pass_destroy(gb_pass *sweep) {
  free(sweep->right);
  free(sweep->solution);
  free(sweep->size);
  gb_anderson_destroy(&sweep->anderson);
  *sweep = (gb_pass){0};
}

int gb_pass_archive(gb_pass *sweep, gb_archive *archive, gb_error *error) {
  GB_TRY(gb_archive_integers(archive, 1, &sweep->report->krylov_iterations, error));
  return gb_archive_bytes(archive, sizeof sweep->record, &sweep->record, error);
}

/// Norms (sums of magnitudes, which do not underflow) of the right-hand sides over all ranks.
static int measure(gb_pass *sweep, gb_error *error) {
  const size_t length = (size_t)sweep->system->n + (size_t)sweep->system->m;
  for (int c = 0; c < sweep->count; c++) {
    double sum = 0;
    for (size_t i = 0; i < length; i++) sum += fabs(gb_real(sweep->right[(size_t)c * length + i]));
    sweep->size[c] = sum;
  }
  return sweep->system->op->sum(sweep->system, sweep->count, sweep->size, error);
}

int gb_pass_solve(gb_pass *sweep, const double sigma[], const gb_state *state, bool transpose,
                  gb_error *error) {
  gb_system *system = sweep->system;
  const size_t length = (size_t)system->n + (size_t)system->m, bytes = length * sizeof(gb_scalar);
  gb_scalar *b = sweep->right, *x = sweep->solution;
  int open = 0, iterations, factorisations;
  GB_TRY(measure(sweep, error));
  for (size_t c = 0; c < (size_t)sweep->count; c++)
    if (gb_real(sweep->size[c]) != 0) memmove(b + (size_t)open++ * length, b + c * length, bytes);
  sweep->record.each = sweep->options->each;
  if (open && system->op->cache_linearisation)
    GB_TRY(system->op->cache_linearisation(system, sigma, state, error));
  GB_TRY(gb_anderson_solve(sweep->anderson, sigma, state, transpose, open, b, x,
                           sweep->options->krylov_tolerance, &sweep->record, &iterations,
                           &factorisations, error));
  if (open && system->op->cache_linearisation)
    GB_TRY(system->op->cache_linearisation(system, sigma, NULL, error));
  sweep->report->krylov_iterations += iterations;
  sweep->report->factorisations += factorisations;
  for (size_t c = (size_t)sweep->count; c-- > 0;)
    if (gb_real(sweep->size[c]) != 0)
      memmove(x + c * length, x + (size_t)--open * length, bytes);
    else
      memset(x + c * length, 0, bytes);
  return GB_OK;
}
