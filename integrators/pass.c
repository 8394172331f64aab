/// Combination of earlier stages, and the linear solves of tangent and adjoint passes.
/// Source: docs/theory.md, the sections on the tangent and the adjoint of a table.
#include "integrators/pass.h"

#include "base/arena.h"

#include <stdlib.h>
#include <string.h>

void gb_add_scaled(size_t count, double c, const gb_scalar *x, gb_scalar *y) {
  for (size_t i = 0; i < count; i++) y[i] += c * x[i];
}

void gb_difference(size_t count, gb_scalar *last, gb_scalar *x) {
  for (size_t i = 0; i < count; i++) {
    const gb_scalar old = last[i];
    last[i] = x[i];
    x[i] -= old;
  }
}

bool gb_stage_counts(const gb_table *table, int64_t k, const gb_stage *stage) {
  return stage->weight != 0 || stage->requested || k == 0 || k == gb_table_stages(table) - 1;
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

int gb_state_create(const gb_system *system, gb_arena *arena, gb_state **out, gb_error *error) {
  const size_t n = (size_t)system->n, length = GB_COMPONENTS * n + (size_t)system->m;
  gb_state *state = NULL;
  gb_scalar *memory = NULL;
  GB_TRY(GB_TAKE(arena, state, 1, error));
  GB_TRY(GB_TAKE(arena, memory, length, error));
  for (int i = 0; i < GB_COMPONENTS; i++) state->component[i] = memory + (size_t)i * n;
  state->multiplier = memory + GB_COMPONENTS * n;
  *out = state;
  return GB_OK;
}

int gb_solve_vectors_create(const gb_system *system, gb_arena *arena, gb_solve_vectors **out,
                            gb_error *error) {
  const size_t n = (size_t)system->n, length = n + (size_t)system->m;
  gb_solve_vectors *v;
  GB_TRY(GB_TAKE(arena, v, 1, error));
  *out = v;
  GB_TRY(gb_state_create(system, arena, &v->state, error));
  GB_TRY(GB_TAKE(arena, v->base, GB_COMPONENTS * n, error));
  GB_TRY(GB_TAKE(arena, v->w, length, error));
  return GB_TAKE(arena, v->work, GB_NEWTON_WORK * length, error);
}

int gb_pass_create(gb_system *system, const gb_newton_options *options, int count,
                   gb_march_report *report, gb_pass **out, gb_error *error) {
  const size_t block = (size_t)count * (gb_system_length(system));
  gb_pass *pass;
  *out = NULL;
  GB_TRY(GB_ALLOCATE(pass, 1, error));
  *pass = (gb_pass){.system = system, .options = options, .report = report, .count = count};
  *out = pass;
  GB_TRY(GB_TAKE(&pass->memory, pass->right, block, error));
  GB_TRY(GB_TAKE(&pass->memory, pass->solution, block, error));
  GB_TRY(gb_anderson_create(system, &pass->memory, GB_PAIRS, count, &pass->anderson, error));
  return GB_TAKE(&pass->memory, pass->size, (size_t)count, error);
}

void gb_pass_destroy(gb_pass **pass) {
  if (!*pass) return;
  gb_arena_free(&(*pass)->memory);
  free(*pass);
  *pass = NULL;
}

int gb_pass_archive(gb_pass *pass, gb_archive *archive, gb_error *error) {
  return gb_archive_bytes(archive, sizeof pass->record, pass->record, error);
}

/// Compute the norms of the right-hand sides over all ranks: sums of magnitudes, which do not
/// underflow as squares may.
static int measure(gb_pass *pass, gb_error *error) {
  const size_t length = gb_system_length(pass->system);
  for (int c = 0; c < pass->count; c++) {
    double sum = 0;
    for (size_t i = 0; i < length; i++) sum += fabs(gb_real(pass->right[(size_t)c * length + i]));
    pass->size[c] = sum;
  }
  return pass->system->op->sum(pass->system, pass->count, pass->size, error);
}

int gb_pass_solve(gb_pass *pass, const gb_operator *A, gb_error *error) {
  gb_system *system = pass->system;
  const size_t length = gb_system_length(system), bytes = length * sizeof(gb_scalar);
  gb_scalar *b = pass->right, *x = pass->solution;
  gb_linear_equations equations = {.A = *A, .b = b, .tolerance = pass->options->krylov_tolerance};
  gb_linear_report report;
  int nonzero = 0;
  GB_TRY(measure(pass, error));
  for (size_t c = 0; c < (size_t)pass->count; c++)
    if (gb_real(pass->size[c]) != 0) memmove(b + (size_t)nonzero++ * length, b + c * length, bytes);
  equations.count = nonzero;
  gb_factor_record *record = &pass->record[gb_solve_of(A->state)];
  record->each = pass->options->each;
  const bool caches = nonzero && system->op->cache_linearisation;
  if (caches) GB_TRY(system->op->cache_linearisation(system, A->sigma, A->state, error));
  GB_TRY(gb_anderson_solve(pass->anderson, &equations, x, record, &report, error));
  if (caches) GB_TRY(system->op->cache_linearisation(system, A->sigma, NULL, error));
  pass->report->krylov_iterations += report.iterations;
  pass->report->factorisations += report.factorisations;
  for (size_t c = (size_t)pass->count; c-- > 0;)
    if (gb_real(pass->size[c]) != 0)
      memmove(x + c * length, x + (size_t)--nonzero * length, bytes);
    else
      memset(x + c * length, 0, bytes);
  return GB_OK;
}
