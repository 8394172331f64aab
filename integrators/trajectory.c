/// Stages of a table are combined from earlier ones and solved where they have an unknown; a
/// snapshot of a window of stages is all that the march needs to go on from there.
/// Source: docs/theory.md, the sections on tables and on memory.
#include "integrators/trajectory.h"

#include "integrators/pass.h"
#include "integrators/path.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { PAIRS = 20 }; ///< pairs that corrections of a march keep

/// A guess is looked at where it lies this much farther than any stage so far from the step before.
static const double FAR = 2;
/// Guesses are two where one lies this much farther from the step before than the other.
static const double FARTHER = 1e-6;

gb_state *gb_trajectory_state(const gb_trajectory *s, int64_t k) {
  return &s->ring[k % s->places];
}

static gb_scalar *earlier(void *context, int back, int component) {
  const gb_trajectory *s = context;
  return gb_trajectory_state(s, s->k - back)->component[component];
}

/// Places for what the histories reach, and for a whole block.
static int count_places(const gb_table *table) {
  gb_blocks blocks;
  gb_table_blocks(table, &blocks);
  int places = gb_table_window(table) + 1;
  if (places < blocks.first) places = blocks.first;
  if (places < blocks.size) places = blocks.size;
  const int step = gb_table_scheme(table)->width + 1; // a step, and the end of the one before it
  return places < step ? step : places;
}

static int reserve(gb_trajectory *s, gb_error *error) {
  const size_t n = (size_t)s->system->n, length = n + (size_t)s->system->m;
  s->places = count_places(s->table);
  GB_TRY(gb_allocate((size_t)s->places, sizeof *s->ring, &s->ring, error));
  for (int i = 0; i < s->places; i++) GB_TRY(gb_state_create(s->system, &s->ring[i], error));
  GB_TRY(gb_allocate(GB_COMPONENTS * n + (2 + GB_NEWTON_WORK) * length, sizeof *s->memory,
                     &s->memory, error));
  GB_TRY(gb_anderson_create(s->system, PAIRS, 1, &s->anderson, error));
  GB_TRY(gb_predictor_create(s->system, gb_table_scheme(s->table)->width, &s->predictor, error));
  GB_TRY(gb_step_error_create(s->system, s->table, &s->step_error, error));
  s->base = s->memory;
  s->w = s->base + GB_COMPONENTS * n;
  s->other = s->w + length;
  s->work = s->other + length;
  return GB_OK;
}

int gb_trajectory_create(gb_system *system, const gb_table *table, const gb_newton_options *options,
                         gb_checkpoint *store, gb_trajectory **out, gb_error *error) {
  gb_trajectory *s = NULL;
  *out = NULL;
  int status = gb_allocate(1, sizeof *s, &s, error);
  if (status == GB_OK) {
    s->system = system;
    s->table = table;
    s->options = options;
    s->store = store;
    s->k = -1;
    status = reserve(s, error);
  }
  status = gb_system_agree(system, status, error);
  if (status != GB_OK) gb_trajectory_destroy(&s);
  *out = s;
  return status;
}

void gb_trajectory_destroy(gb_trajectory **trajectory) {
  gb_trajectory *s = *trajectory;
  if (!s) return;
  for (int i = 0; s->ring && i < s->places; i++) gb_state_destroy(&s->ring[i]);
  free(s->ring);
  free(s->memory);
  gb_anderson_destroy(&s->anderson);
  gb_predictor_destroy(&s->predictor);
  gb_step_error_destroy(&s->step_error);
  gb_path_free(s);
  free(s);
  *trajectory = NULL;
}

/// Nothing is known of the stages before the next one but the last one's w.
static void forget(gb_trajectory *s) {
  gb_predictor_forget(s->predictor);
  s->contraction = (gb_factor_record){0};
}

/// The same of the system's preconditioners: what comes depends on the last w alone.
static void forget_all(gb_trajectory *s) {
  forget(s);
  if (s->system->op->forget) s->system->op->forget(s->system);
}

/// The state at the end of the step before stage k; NULL at stage 0.
static const gb_state *step_before(gb_trajectory *s) {
  const int64_t k = s->k - s->stage.index - 1;
  return s->k > 0 && k >= s->oldest ? gb_trajectory_state(s, k) : NULL;
}

/// How far from q at the end of the step before a guess of w puts the stage, and another one, and
/// how far the velocity there would carry it, squared.
static int measure_strides(gb_trajectory *s, const gb_state *before, const gb_scalar w[],
                           const gb_scalar other[], double square[3], gb_error *error) {
  const gb_scalar *q = before->component[GB_Q], *v = before->component[GB_V];
  const double time = s->stage.t - before->t;
  gb_scalar sum[3] = {0};
  for (size_t i = 0; i < (size_t)s->system->n; i++) {
    for (int k = 0; k < 2; k++) {
      const gb_scalar at = s->base[i] + s->stage.sigma[GB_Q] * (k ? other : w)[i];
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
static int measure_residual(gb_trajectory *s, gb_state *state, const gb_scalar w[], double *square,
                            gb_error *error) {
  const size_t n = (size_t)s->system->n, m = (size_t)s->system->m;
  gb_scalar sum = 0;
  for (size_t i = 0; i < GB_COMPONENTS; i++)
    for (size_t j = 0; j < n; j++)
      state->component[i][j] = s->base[i * n + j] + s->stage.sigma[i] * w[j];
  if (m) memcpy(state->multiplier, w + n, m * sizeof *w);
  GB_TRY(s->system->op->residual(s->system, state, s->work, error));
  for (size_t j = 0; j < n + m; j++) sum += gb_real(s->work[j]) * gb_real(s->work[j]);
  GB_TRY(s->system->op->sum(s->system, 1, &sum, error));
  *square = gb_real(sum);
  return GB_OK;
}

static void swap_guesses(gb_trajectory *s) {
  gb_scalar *w = s->w;
  s->w = s->other;
  s->other = w;
}

/// The first guess of w: a polynomial through earlier stages, or, where that leads farther than the
/// march has come in any step, or its velocity would, and leaves the larger residual, the w of the
/// last displacements. A polynomial in accelerations is no good where the step is long: under a
/// sudden load the first acceleration alone would move the structure by metres.
/// @param more out: whether `other` is a guess too
static int predict(gb_trajectory *s, gb_state *state, bool *more, gb_error *error) {
  const size_t n = (size_t)s->system->n, m = (size_t)s->system->m;
  const gb_state *before = step_before(s);
  const double sigma = s->stage.sigma[GB_Q];
  *more = false;
  gb_predictor_guess(s->predictor, s->stage.index, s->stage.sigma, s->w);
  if (!before || sigma == 0) return GB_OK;
  for (size_t i = 0; i < n; i++) s->other[i] = (before->component[GB_Q][i] - s->base[i]) / sigma;
  if (m) memcpy(s->other + n, before->multiplier, m * sizeof *s->other);
  double stride[3], left[2];
  GB_TRY(measure_strides(s, before, s->w, s->other, stride, error));
  *more = stride[0] > FARTHER * FARTHER * stride[1];
  if (stride[0] <= FAR * FAR * fmax(s->stride, stride[2]) || !*more) return GB_OK;
  GB_TRY(measure_residual(s, state, s->w, &left[0], error));
  GB_TRY(measure_residual(s, state, s->other, &left[1], error));
  if (!(left[0] <= left[1])) swap_guesses(s);
  return GB_OK;
}

int gb_trajectory_admit(gb_trajectory *s, const gb_state *state, const gb_state *before,
                        gb_error *error) {
  char text[400] = "";
  bool yes = true;
  if (!s->system->op->admissible) return GB_OK;
  GB_TRY(s->system->op->admissible(s->system, state, before, &yes, sizeof text, text, error));
  if (yes) return GB_OK;
  return gb_fail(error, GB_DIVERGED, "the state that was found is refused: %s", text);
}

/// Newton's method from w. Imaginary parts converge behind the real ones: with as many corrections
/// as a real march has they might be left behind in a step that it just manages.
static int attempt(gb_trajectory *s, gb_state *state, gb_error *error) {
  gb_newton_report newton;
  gb_newton_options options = *s->options;
  options.iterations *= GB_PARTS;
  const int status = gb_newton_solve(s->system, s->stage.sigma, s->base, s->w, state, &options,
                                     s->anderson, &s->contraction, s->work, &newton, error);
  s->report->newton_iterations += newton.iterations;
  s->report->krylov_iterations += newton.krylov_iterations;
  s->report->factorisations += newton.factorisations;
  return status == GB_OK ? gb_trajectory_admit(s, state, step_before(s), error) : status;
}

/// What the next stages' guesses are judged by.
static int learn(gb_trajectory *s, gb_error *error) {
  const gb_state *before = step_before(s);
  double stride[3];
  if (before && s->stage.sigma[GB_Q] != 0) {
    GB_TRY(measure_strides(s, before, s->w, s->w, stride, error));
    s->stride = fmax(s->stride, stride[0]);
  }
  return gb_predictor_learn(s->predictor, s->stage.index, s->w, error);
}

/// Solve for w, from its first guess, and where that fails from another one.
static int solve(gb_trajectory *s, gb_state *state, gb_error *error) {
  gb_error own = {0}, second = {0};
  bool more;
  GB_TRY(predict(s, state, &more, error));
  int status = attempt(s, state, &own);
  if (more && (status == GB_DIVERGED || status == GB_SINGULAR)) {
    swap_guesses(s);
    s->contraction = (gb_factor_record){0};
    const int again = attempt(s, state, &second);
    if (again != GB_DIVERGED && again != GB_SINGULAR) {
      status = again;
      own = second;
    }
  }
  if (status == GB_OK) return learn(s, error);
  forget(s);
  if (gb_table_walks(s->table))
    return gb_fail(error, status, "load step %d (t = %g): %s", s->stage.step, s->stage.t,
                   own.message);
  const char *advice = "";
  if (status == GB_DIVERGED)
    advice = s->stage.kind == GB_STAGE_INITIAL ? "; are the initial values consistent?"
                                               : "; try a smaller time.step";
  return gb_fail(error, status, "step %d of %d (t = %g): %s%s", s->stage.step,
                 gb_table_steps(s->table), s->stage.t, own.message, advice);
}

/// The end of a step that is combined from its stages.
static int admit_end(gb_trajectory *s, const gb_state *state, gb_error *error) {
  gb_error own = {0};
  const int status = gb_trajectory_admit(s, state, step_before(s), &own);
  if (status == GB_OK) return GB_OK;
  return gb_fail(error, status, "step %d of %d (t = %g): %s; try a smaller time.step",
                 s->stage.step, gb_table_steps(s->table), s->stage.t, own.message);
}

gb_state *gb_trajectory_new_state(gb_trajectory *s) {
  gb_state *state = gb_trajectory_state(s, s->k);
  gb_table_stage(s->table, s->k, &s->stage);
  state->t = s->stage.t;
  state->initial = s->k == 0;
  state->last = s->k == gb_table_stages(s->table) - 1;
  memcpy(state->sigma, s->stage.sigma, sizeof state->sigma);
  return state;
}

/// Components and multipliers of the stage.
static int find_state(gb_trajectory *s, gb_error *error) {
  const size_t n = (size_t)s->system->n, m = (size_t)s->system->m;
  gb_state *state = gb_trajectory_new_state(s);
  gb_scalar *base[GB_COMPONENTS];
  if (s->stage.fresh) forget_all(s);
  for (int i = 0; i < GB_COMPONENTS; i++) base[i] = s->base + (size_t)i * n;
  memset(s->base, 0, GB_COMPONENTS * n * sizeof *s->base);
  if (s->k == 0) GB_TRY(s->system->op->initial(s->system, base[GB_Q], base[GB_V], error));
  gb_stage_combine(&s->stage, earlier, s, n, base);
  if (s->stage.kind == GB_STAGE_INITIAL || s->stage.kind == GB_STAGE_SOLVE)
    return solve(s, state, error);
  if (s->stage.kind == GB_STAGE_GIVEN) {
    memset(base[GB_V], 0, n * sizeof *s->base);
    memcpy(s->w, base[GB_Q], n * sizeof *s->w);
  }
  for (int i = 0; i < GB_COMPONENTS; i++) memcpy(state->component[i], base[i], n * sizeof *s->base);
  if (m) memcpy(state->multiplier, s->w + n, m * sizeof *s->w);
  return s->stage.kind == GB_STAGE_COMBINE ? admit_end(s, state, error) : GB_OK;
}

/// The component of a stage that is w itself: Newton's next prediction then needs no place of its
/// own. The end of a Runge-Kutta step has no w, but its acceleration is unused: w is kept there.
static int component_of_unknown(const gb_stage *stage) {
  if (stage->kind == GB_STAGE_COMBINE) return GB_A;
  for (int i = 0; i < GB_COMPONENTS; i++)
    if (stage->sigma[i] == 1 && !gb_stage_has_row(stage, i)) return i;
  return GB_Q;
}

static void set_next(gb_trajectory *s, int64_t from) {
  const int64_t next = gb_checkpoint_next(s->store, from, s->goal);
  s->kept_next = next <= s->goal ? gb_blocks_last(gb_checkpoint_blocks(s->store), next) : -1;
}

/// Keep the stages of the block that k ends.
static int keep(gb_trajectory *s, gb_error *error) {
  const int64_t block = gb_blocks_of(gb_checkpoint_blocks(s->store), s->k);
  for (int64_t k = gb_checkpoint_first(s->store, block); k <= s->k; k++) {
    gb_state state = *gb_trajectory_state(s, k);
    if (k == s->k && s->stage.kind == GB_STAGE_COMBINE) state.component[GB_A] = s->w;
    GB_TRY(gb_checkpoint_put(s->store, k, &state, error));
  }
  set_next(s, block);
  return GB_OK;
}

void gb_trajectory_begin(gb_trajectory *s, bool keeps) {
  memset(s->w, 0, ((size_t)s->system->n + (size_t)s->system->m) * sizeof *s->w);
  s->k = -1;
  forget(s);
  s->oldest = 0;
  s->kept_next = -1;
  if (keeps) s->again = false;
  if (!s->again) s->stride = 0;
  if (s->step_error && !s->again) gb_step_error_forget(s->step_error);
  if (!s->store || !keeps) return;
  s->goal = gb_blocks_count(gb_checkpoint_blocks(s->store)) - 1;
  if (!gb_checkpoint_is_whole(s->store, s->goal)) s->goal--;
  set_next(s, -1);
}

double gb_trajectory_step_error(const gb_trajectory *s, double round_off, double *t) {
  return gb_step_error_worst(s->step_error, round_off, t);
}

bool gb_trajectory_rings(const gb_trajectory *s) {
  return gb_step_error_rings(s->step_error);
}

int gb_trajectory_advance(gb_trajectory *s, gb_error *error) {
  s->k++;
  if (s->k - s->oldest == s->places) s->oldest++;
  GB_TRY(find_state(s, error));
  if (s->step_error && s->stage.step_end && !s->again)
    GB_TRY(gb_step_error_learn(s->step_error, &s->stage, gb_trajectory_state(s, s->k),
                               step_before(s), error));
  if (gb_table_walks(s->table)) return gb_path_record(s, error);
  return s->k == s->kept_next ? keep(s, error) : GB_OK;
}

void gb_trajectory_retreat(gb_trajectory *s, const gb_scalar *w) {
  forget_all(s);
  s->k--;
  memcpy(s->w, w, ((size_t)s->system->n + (size_t)s->system->m) * sizeof *w);
}

/// Go back to the end of a block that is kept.
static int restore(gb_trajectory *s, int64_t block, gb_error *error) {
  const size_t n = (size_t)s->system->n, m = (size_t)s->system->m;
  const int64_t last = gb_blocks_last(gb_checkpoint_blocks(s->store), block);
  gb_state *state = NULL;
  s->oldest = gb_checkpoint_first(s->store, block);
  for (s->k = s->oldest;; s->k++) {
    state = gb_trajectory_new_state(s);
    GB_TRY(gb_checkpoint_get(s->store, s->k, state, error));
    if (s->k == last) break;
  }
  memcpy(s->w, state->component[component_of_unknown(&s->stage)], n * sizeof *s->w);
  if (m) memcpy(s->w + n, state->multiplier, m * sizeof *s->w);
  if (s->stage.kind == GB_STAGE_COMBINE) memset(state->component[GB_A], 0, n * sizeof *s->w);
  return GB_OK;
}

int gb_trajectory_archive(gb_trajectory *s, gb_archive *archive, gb_error *error) {
  const int components = gb_table_components(s->table);
  int64_t place[4] = {s->k, s->oldest, s->goal, s->kept_next};
  GB_TRY(gb_archive_integers(archive, 4, place, error));
  if (gb_table_walks(s->table)) GB_TRY(gb_path_archive(s, archive, error));
  if (s->store) GB_TRY(gb_checkpoint_archive(s->store, archive, error));
  for (s->k = s->oldest = place[1]; s->k <= place[0]; s->k++)
    GB_TRY(gb_archive_state(archive, components, gb_trajectory_new_state(s), error));
  s->k = place[0];
  s->goal = place[2];
  s->kept_next = place[3];
  if (s->k >= 0) gb_table_stage(s->table, s->k, &s->stage);
  GB_TRY(gb_predictor_archive(s->predictor, archive, error));
  GB_TRY(gb_archive_bytes(archive, sizeof s->contraction, &s->contraction, error));
  GB_TRY(gb_archive_numbers(archive, 1, &s->stride, error));
  if (s->step_error) GB_TRY(gb_step_error_archive(s->step_error, archive, error));
  return gb_archive_vectors(archive, 1, s->w, error);
}

int gb_trajectory_archive_pass(gb_trajectory *s, int64_t *k, gb_archive *archive, gb_error *error) {
  gb_march_report *report = s->report;
  int64_t at[3] = {*k, report->factorisations, report->recomputed_steps};
  GB_TRY(gb_archive_integers(archive, 3, at, error));
  *k = at[0];
  report->factorisations = at[1];
  report->recomputed_steps = at[2];
  return gb_trajectory_archive(s, archive, error);
}

int gb_trajectory_restore(gb_trajectory *s, int64_t k, bool keeps, gb_error *error) {
  if (k >= s->oldest && k <= s->k) return GB_OK;
  if (gb_table_walks(s->table)) return gb_path_restore(s, k, error);
  forget(s);
  s->again = true;
  const gb_blocks *blocks = gb_checkpoint_blocks(s->store);
  const int64_t block = gb_blocks_of(blocks, k), last = gb_blocks_last(blocks, block);
  s->goal = gb_checkpoint_is_whole(s->store, block) ? block : block - 1;
  const int64_t from = s->goal >= 0 ? gb_checkpoint_find(s->store, s->goal) : -1;
  const int64_t start = from >= 0 ? gb_blocks_last(blocks, from) : -1;
  const bool goes_on = s->k >= 0 && s->k < k && s->k >= start;
  if (!goes_on && from < 0) gb_trajectory_begin(s, false);
  if (!goes_on && from >= 0) GB_TRY(restore(s, from, error));
  s->kept_next = -1;
  if (keeps) set_next(s, from);
  while (s->k < last) {
    GB_TRY(gb_trajectory_advance(s, error));
    s->report->recomputed_steps += s->stage.step_end && s->k > 0;
  }
  return GB_OK;
}
