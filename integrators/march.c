/// The march: every point of a table is combined from earlier ones, solved where it has an unknown,
/// kept for the adjoint, and added to the functionals. Source: docs/theory.md, the section on
/// tables.
#include "integrators/sweep.h"

#include <stdlib.h>
#include <string.h>

enum { PAIRS = 8 }; ///< pairs that corrections of a march keep

typedef struct march {
  gb_system *system;
  const gb_table *table;
  const gb_newton_options *options;
  gb_checkpoint *store;
  const gb_observer *observer;
  gb_march_report *report;
  gb_anderson *anderson;
  int places;          ///< points that are alive
  gb_state *ring;      ///< [places]: point k lies at k % places
  gb_scalar *memory;   ///< base, w and work
  gb_scalar *base;     ///< [GB_SLOTS][n]
  gb_scalar *w, *work; ///< [n + m], [1 + 2 GB_PARTS][n + m]; w is the last solved point's
  int64_t k;
  gb_point point;
} march;

static gb_state *state_at(const march *s, int64_t k) {
  return &s->ring[k % s->places];
}

static gb_scalar *earlier(void *context, int back, int slot) {
  const march *s = context;
  return state_at(s, s->k - back)->slot[slot];
}

static int reserve(march *s, gb_error *error) {
  const size_t n = (size_t)s->system->n, length = n + (size_t)s->system->m;
  s->places = gb_table_window(s->table) + 1;
  GB_TRY(gb_allocate((size_t)s->places, sizeof *s->ring, &s->ring, error));
  for (int i = 0; i < s->places; i++) GB_TRY(gb_state_create(s->system, &s->ring[i], error));
  GB_TRY(gb_allocate(GB_SLOTS * n + (2 + 2 * GB_PARTS) * length, sizeof *s->memory, &s->memory,
                     error));
  GB_TRY(gb_anderson_create(s->system, PAIRS, 1, &s->anderson, error));
  s->base = s->memory;
  s->w = s->base + GB_SLOTS * n;
  s->work = s->w + length;
  return GB_OK;
}

static void release(march *s) {
  for (int i = 0; s->ring && i < s->places; i++) gb_state_destroy(&s->ring[i]);
  free(s->ring);
  free(s->memory);
  gb_anderson_destroy(&s->anderson);
}

/// The prediction of w: an acceleration stays as it was at the last solved point; displacements
/// that depend on no earlier ones in the base (backward differentiation) go on from the last step
/// end by Taylor's formula.
static void predict(march *s) {
  const gb_point *point = &s->point;
  if (point->kind != GB_POINT_SOLVE || point->histories == 0 || gb_point_has_row(point, GB_Q))
    return;
  const gb_state *last = state_at(s, s->k - point->history[0].back);
  const double h = point->t - last->t;
  for (int32_t i = 0; i < s->system->n; i++)
    s->w[i] = last->slot[GB_Q][i] + h * (last->slot[GB_V][i] + 0.5 * h * last->slot[GB_A][i]);
}

static int solve(march *s, gb_state *state, gb_error *error) {
  gb_newton_report newton;
  gb_error own = {0};
  predict(s);
  const int status = gb_newton_solve(s->system, s->point.sigma, s->base, s->w, state, s->options,
                                     s->anderson, s->work, &newton, &own);
  s->report->newton_iterations += newton.iterations;
  s->report->krylov_iterations += newton.krylov_iterations;
  s->report->renewals += newton.renewals;
  if (status == GB_OK) return GB_OK;
  const char *advice = "";
  if (status == GB_DIVERGED)
    advice = s->point.kind == GB_POINT_INITIAL ? "; are the initial values consistent?"
                                               : "; try a smaller time.step";
  return gb_fail(error, status, "step %d of %d (t = %g): %s%s", s->point.step,
                 gb_table_steps(s->table), s->point.t, own.message, advice);
}

/// Slots and multipliers of the point.
static int find_state(march *s, gb_error *error) {
  const size_t n = (size_t)s->system->n, m = (size_t)s->system->m;
  gb_state *state = state_at(s, s->k);
  gb_scalar *base[GB_SLOTS];
  for (int i = 0; i < GB_SLOTS; i++) base[i] = s->base + (size_t)i * n;
  memset(s->base, 0, GB_SLOTS * n * sizeof *s->base);
  state->t = s->point.t;
  state->initial = s->k == 0;
  state->last = s->k == gb_table_points(s->table) - 1;
  if (s->k == 0) GB_TRY(s->system->op->initial(s->system, base[GB_Q], base[GB_V], error));
  gb_point_combine(&s->point, earlier, s, n, base);
  if (s->point.kind == GB_POINT_INITIAL || s->point.kind == GB_POINT_SOLVE)
    return solve(s, state, error);
  if (s->point.kind == GB_POINT_GIVEN) {
    memset(base[GB_V], 0, n * sizeof *s->base);
    memcpy(s->w, base[GB_Q], n * sizeof *s->w);
  }
  for (int i = 0; i < GB_SLOTS; i++) memcpy(state->slot[i], base[i], n * sizeof *s->base);
  if (m) memcpy(state->multiplier, s->w + n, m * sizeof *s->w);
  return GB_OK;
}

static int march_point(march *s, gb_error *error) {
  gb_table_point(s->table, s->k, &s->point);
  GB_TRY(find_state(s, error));
  const gb_state *state = state_at(s, s->k);
  if (s->store) GB_TRY(gb_checkpoint_put(s->store, s->k, state, error));
  if (gb_point_counts(s->table, s->k, &s->point))
    GB_TRY(s->system->op->functionals_add(s->system, state, s->point.weight, error));
  if (s->point.step_end && s->observer && s->observer->step)
    GB_TRY(s->observer->step(s->observer->context, s->point.step, state, error));
  return GB_OK;
}

int gb_march(gb_system *system, const gb_table *table, const gb_newton_options *options,
             gb_checkpoint *store, const gb_observer *observer, gb_scalar values[],
             gb_march_report *report, gb_error *error) {
  march s = {.system = system,
             .table = table,
             .options = options,
             .store = store,
             .observer = observer,
             .report = report};
  *report = (gb_march_report){0};
  int status = gb_system_agree(system, reserve(&s, error), error);
  if (status == GB_OK) status = system->op->functionals_begin(system, error);
  for (s.k = 0; s.k < gb_table_points(table) && status == GB_OK; s.k++)
    status = march_point(&s, error);
  if (status == GB_OK) status = system->op->functionals_end(system, values, error);
  release(&s);
  return status;
}
