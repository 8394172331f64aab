/// Each stage of a table is combined from earlier ones, and solved if it has an unknown. A snapshot
/// of a block of stages is all that the march needs to continue from there.
/// Source: docs/theory.md, the sections on tables and on memory.
#include "integrators/trajectory.h"

#include "integrators/pass.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

gb_state *gb_trajectory_state(const gb_trajectory *s, int64_t k) {
  return s->ring.state[k % s->ring.capacity];
}

const gb_stage *gb_trajectory_stage(const gb_trajectory *s) {
  return &s->ring.stage[s->k < 0 ? 0 : s->k % s->ring.capacity];
}

static gb_scalar *earlier(void *context, int back, int component) {
  const gb_trajectory *s = context;
  return gb_trajectory_state(s, s->k - back)->component[component];
}

/// Number of states in the ring: enough for all history terms, for a block and for a step.
static int count_capacity(const gb_table *table) {
  gb_blocks blocks;
  gb_table_blocks(table, &blocks);
  int capacity = gb_table_window(table) + 1;
  if (capacity < blocks.first) capacity = blocks.first;
  if (capacity < blocks.size) capacity = blocks.size;
  const int step = gb_table_width(table) + 1; // a step, and the end of the one before it
  return capacity < step ? step : capacity;
}

static int reserve(gb_trajectory *s, gb_error *error) {
  gb_state_ring *ring = &s->ring;
  ring->capacity = count_capacity(s->table);
  GB_TRY(GB_TAKE(&s->memory, ring->state, (size_t)ring->capacity, error));
  GB_TRY(GB_TAKE(&s->memory, ring->stage, (size_t)ring->capacity, error));
  for (int i = 0; i < ring->capacity; i++)
    GB_TRY(gb_state_create(s->system, &s->memory, &ring->state[i], error));
  GB_TRY(
      GB_TAKE(&s->memory, ring->memory, (size_t)ring->capacity * (size_t)s->system->memory, error));
  GB_TRY(
      gb_stage_solver_create(s->system, s->options, gb_table_width(s->table), &s->solver, error));
  if (gb_table_scheme(s->table)->order == 0) GB_TRY(gb_path_create(s->system, &s->path, error));
  return gb_step_error_create(s->system, s->table, &s->step_error, error);
}

int gb_trajectory_create(gb_system *system, const gb_table *table, const gb_newton_options *options,
                         gb_checkpoint *store, gb_trajectory **out, gb_error *error) {
  gb_trajectory *s = NULL;
  *out = NULL;
  int status = GB_ALLOCATE(s, 1, error);
  if (status == GB_OK) {
    s->system = system;
    s->table = table;
    s->options = options;
    s->snapshots.store = store;
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
  gb_arena_free(&s->memory);
  gb_stage_solver_destroy(&s->solver);
  gb_step_error_destroy(&s->step_error);
  gb_path_destroy(&s->path);
  free(s);
  *trajectory = NULL;
}

/// Forget the predictor and the system's preconditioners, so that later stages depend only on w.
static void forget_all(gb_trajectory *s) {
  gb_stage_solver_forget(s->solver);
  if (s->system->op->forget) s->system->op->forget(s->system);
}

/// The state at the end of the step before stage k; NULL at stage 0.
static const gb_state *step_before(gb_trajectory *s) {
  const int64_t k = s->k - gb_trajectory_stage(s)->index - 1;
  return s->k > 0 && k >= s->ring.oldest ? gb_trajectory_state(s, k) : NULL;
}

/// Solve for w. An error message names the step and a remedy.
static int solve(gb_trajectory *s, gb_state *state, gb_error *error) {
  gb_error own = {0};
  const int status = gb_stage_solver_solve(s->solver, gb_trajectory_stage(s), step_before(s), state,
                                           s->report, &own);
  if (status == GB_OK) return GB_OK;
  if (gb_table_walks(s->table))
    return gb_fail(error, gb_error_code(status, &own), "load step %d (t = %g): %s",
                   gb_trajectory_stage(s)->step, gb_trajectory_stage(s)->t, own.message);
  const char *advice = "";
  if (status == GB_DIVERGED)
    advice = gb_trajectory_stage(s)->kind == GB_STAGE_INITIAL
                 ? "; are the initial values consistent?"
                 : "; try a smaller time.step";
  return gb_fail(error, gb_error_code(status, &own), "step %d of %d (t = %g): %s%s",
                 gb_trajectory_stage(s)->step, gb_table_steps(s->table), gb_trajectory_stage(s)->t,
                 own.message, advice);
}

/// Check a step end that is combined from its stages.
static int admit_end(gb_trajectory *s, const gb_state *state, gb_error *error) {
  gb_error own = {0};
  const int status = gb_check_admissible(s->system, state, step_before(s), &own);
  if (status == GB_OK) return GB_OK;
  return gb_fail(error, gb_error_code(status, &own),
                 "step %d of %d (t = %g): %s; try a smaller time.step",
                 gb_trajectory_stage(s)->step, gb_table_steps(s->table), gb_trajectory_stage(s)->t,
                 own.message);
}

/// Set time, sigma and flags of the state of stage k from the table; the components are not set.
static gb_state *new_state(gb_trajectory *s) {
  gb_state *state = gb_trajectory_state(s, s->k);
  gb_stage *stage = &s->ring.stage[s->k % s->ring.capacity];
  gb_table_stage(s->table, s->k, stage);
  gb_stage_set(s->system, stage);
  state->t = stage->t;
  state->first = s->k == 0;
  state->initial = state->first || stage->given;
  state->projection = stage->projection;
  state->step = stage->step_end ? stage->step : -1;
  state->last = s->k == gb_table_stages(s->table) - 1;
  memcpy(state->sigma, stage->sigma, sizeof state->sigma);
  const size_t place = (size_t)(s->k % s->ring.capacity) * (size_t)s->system->memory;
  state->memory = s->k > 0 && s->system->memory > 0 ? s->ring.memory + place : NULL;
  return state;
}

/// Set what elements remember of the beginning of the state's step: the end of the step before, or
/// what they remember in the stage before of the same step.
static int remember(gb_trajectory *s, gb_state *state, gb_error *error) {
  if (!state->memory) return GB_OK;
  const gb_state *before = gb_trajectory_state(s, s->k - 1);
  if (gb_trajectory_stage(s)->index == 0)
    return s->system->op->remember(s->system, before, state->memory, error);
  memcpy(state->memory, before->memory, (size_t)s->system->memory * sizeof *state->memory);
  return GB_OK;
}

/// Compute the components and multipliers of stage k.
static int find_state(gb_trajectory *s, gb_error *error) {
  const size_t n = (size_t)s->system->n, m = (size_t)s->system->m;
  gb_state *state = new_state(s);
  gb_scalar *base[GB_COMPONENTS];
  if (gb_trajectory_stage(s)->fresh) forget_all(s);
  GB_TRY(remember(s, state, error));
  for (int i = 0; i < GB_COMPONENTS; i++) base[i] = s->solver->base + (size_t)i * n;
  memset(s->solver->base, 0, GB_COMPONENTS * n * sizeof *s->solver->base);
  if (s->k == 0) GB_TRY(s->system->op->initial(s->system, base[GB_Q], base[GB_V], error));
  gb_stage_combine(gb_trajectory_stage(s), earlier, s, n, base);
  if (gb_trajectory_stage(s)->kind == GB_STAGE_INITIAL ||
      gb_trajectory_stage(s)->kind == GB_STAGE_SOLVE)
    return solve(s, state, error);
  if (gb_trajectory_stage(s)->kind == GB_STAGE_GIVEN) {
    memset(base[GB_V], 0, n * sizeof *s->solver->base);
    memcpy(s->solver->w, base[GB_Q], n * sizeof *s->solver->w);
  }
  for (int i = 0; i < GB_COMPONENTS; i++)
    memcpy(state->component[i], base[i], n * sizeof *s->solver->base);
  if (m) memcpy(state->multiplier, s->solver->w + n, m * sizeof *s->solver->w);
  return gb_trajectory_stage(s)->kind == GB_STAGE_COMBINE ? admit_end(s, state, error) : GB_OK;
}

/// The component of a stage that equals w, so that snapshots need not store w. The end of a
/// Runge-Kutta step has no unknown of its own; w is stored in place of its unused acceleration.
static int component_of_unknown(const gb_stage *stage) {
  if (stage->kind == GB_STAGE_COMBINE) return GB_A;
  for (int i = 0; i < GB_COMPONENTS; i++)
    if (stage->sigma[i] == 1 && !gb_stage_has_row(stage, i)) return i;
  return GB_Q;
}

static void set_next(gb_trajectory *s, int64_t from) {
  const int64_t next = gb_checkpoint_next(s->snapshots.store, from, s->snapshots.goal);
  s->snapshots.next = next <= s->snapshots.goal
                          ? gb_blocks_last(gb_checkpoint_blocks(s->snapshots.store), next)
                          : -1;
}

/// Store the stages of the block whose last stage is k.
static int put_snapshot(gb_trajectory *s, gb_error *error) {
  const int64_t block = gb_blocks_of(gb_checkpoint_blocks(s->snapshots.store), s->k);
  for (int64_t k = gb_checkpoint_first(s->snapshots.store, block); k <= s->k; k++) {
    gb_state state = *gb_trajectory_state(s, k);
    if (k == s->k && gb_trajectory_stage(s)->kind == GB_STAGE_COMBINE)
      state.component[GB_A] = s->solver->w;
    GB_TRY(gb_checkpoint_put(s->snapshots.store, k, &state, error));
  }
  set_next(s, block);
  return GB_OK;
}

int64_t gb_trajectory_before(const gb_trajectory *s, int64_t k) {
  return s->system->memory > 0 ? k - 1 : gb_table_before(s->table, k);
}

void gb_trajectory_begin(gb_trajectory *s, bool stores) {
  memset(s->solver->w, 0, (gb_system_length(s->system)) * sizeof *s->solver->w);
  s->k = -1;
  gb_stage_solver_forget(s->solver);
  s->ring.oldest = 0;
  s->snapshots.next = -1;
  if (stores) s->again = false;
  if (!s->again) s->solver->stride = 0;
  if (s->step_error && !s->again) gb_step_error_forget(s->step_error);
  if (!s->snapshots.store || !stores) return;
  s->snapshots.goal = gb_blocks_count(gb_checkpoint_blocks(s->snapshots.store)) - 1;
  if (!gb_checkpoint_is_whole(s->snapshots.store, s->snapshots.goal)) s->snapshots.goal--;
  set_next(s, -1);
}

/// Record the last stage of a walk; stage 0 need not be recorded.
static int record(gb_trajectory *s, gb_error *error) {
  if (s->k == 0) return GB_OK;
  return gb_path_record(s->path, s->whole, s->k, gb_trajectory_state(s, s->k), error);
}

int gb_trajectory_compute(gb_trajectory *s, gb_error *error) {
  s->k++;
  if (s->k - s->ring.oldest == s->ring.capacity) s->ring.oldest++;
  return find_state(s, error);
}

int gb_trajectory_keep(gb_trajectory *s, gb_error *error) {
  if (s->step_error && gb_trajectory_stage(s)->step_end && !s->again)
    GB_TRY(gb_step_error_add(s->step_error, gb_trajectory_stage(s), gb_trajectory_state(s, s->k),
                             step_before(s), error));
  if (gb_table_walks(s->table)) return record(s, error);
  return s->k == s->snapshots.next ? put_snapshot(s, error) : GB_OK;
}

int gb_trajectory_advance(gb_trajectory *s, gb_error *error) {
  GB_TRY(gb_trajectory_compute(s, error));
  return gb_trajectory_keep(s, error);
}

void gb_trajectory_repeat(gb_trajectory *s) {
  const int64_t before = s->k - gb_trajectory_stage(s)->index - 1;
  gb_stage stage;
  for (int64_t k = s->k; k > before; k--) {
    gb_table_stage(s->table, k, &stage);
    gb_stage_solver_remove(s->solver, &stage, s->k == before + 1);
  }
  s->k = before;
}

void gb_trajectory_retreat(gb_trajectory *s, const gb_scalar *w) {
  forget_all(s);
  s->k -= gb_trajectory_stage(s)->index + 1;
  memcpy(s->solver->w, w, (gb_system_length(s->system)) * sizeof *w);
}

/// Set the components and multipliers of a state of a walk.
static void fill(const gb_trajectory *s, gb_state *state, const gb_scalar *q,
                 const gb_scalar *multiplier) {
  const size_t n = (size_t)s->system->n, m = (size_t)s->system->m;
  for (int i = 0; i < GB_COMPONENTS; i++) memset(state->component[i], 0, n * sizeof *q);
  memcpy(state->component[GB_Q], q, n * sizeof *q);
  if (m) memcpy(state->multiplier, multiplier, m * sizeof *q);
}

int gb_trajectory_append(gb_trajectory *s, const gb_state *given, gb_error *error) {
  const size_t n = (size_t)s->system->n, m = (size_t)s->system->m;
  s->k++;
  if (s->k - s->ring.oldest == s->ring.capacity) s->ring.oldest++;
  gb_state *state = new_state(s);
  GB_TRY(remember(s, state, error));
  fill(s, state, given->component[GB_Q], given->multiplier);
  memcpy(s->solver->w, given->component[GB_Q], n * sizeof *s->solver->w);
  if (m) memcpy(s->solver->w + n, given->multiplier, m * sizeof *s->solver->w);
  return record(s, error);
}

/// Restore a recorded stage of a walk, or recompute stage 0.
static int restore_record(gb_trajectory *s, int64_t k, gb_error *error) {
  if (k == 0) {
    gb_trajectory_begin(s, false);
    return gb_trajectory_advance(s, error);
  }
  s->k = s->ring.oldest = k;
  const gb_scalar *q = gb_path_at(s->path, k);
  gb_state *state = new_state(s);
  fill(s, state, q, q + s->system->n);
  if (state->memory)
    memcpy(state->memory, q + gb_system_length(s->system),
           (size_t)s->system->memory * sizeof *state->memory);
  return GB_OK;
}

/// Restore a block from its snapshot.
static int restore(gb_trajectory *s, int64_t block, gb_error *error) {
  const size_t n = (size_t)s->system->n, m = (size_t)s->system->m;
  const int64_t last = gb_blocks_last(gb_checkpoint_blocks(s->snapshots.store), block);
  gb_state *state = NULL;
  s->ring.oldest = gb_checkpoint_first(s->snapshots.store, block);
  for (s->k = s->ring.oldest;; s->k++) {
    state = new_state(s);
    GB_TRY(gb_checkpoint_get(s->snapshots.store, s->k, state, error));
    if (s->k == last) break;
  }
  memcpy(s->solver->w, state->component[component_of_unknown(gb_trajectory_stage(s))],
         n * sizeof *s->solver->w);
  if (m) memcpy(s->solver->w + n, state->multiplier, m * sizeof *s->solver->w);
  if (gb_trajectory_stage(s)->kind == GB_STAGE_COMBINE)
    memset(state->component[GB_A], 0, n * sizeof *s->solver->w);
  return GB_OK;
}

int gb_trajectory_archive(gb_trajectory *s, gb_archive *archive, gb_error *error) {
  const int components = gb_table_components(s->table);
  int64_t position[4] = {s->k, s->ring.oldest, s->snapshots.goal, s->snapshots.next};
  GB_TRY(gb_archive_integers(archive, 4, position, error));
  GB_TRY(gb_archive_within(archive, position[0], -1, gb_table_stages(s->table) - 1, error));
  GB_TRY(gb_archive_within(archive, position[1], position[0] < 0 ? -1 : 0, position[0] + 1, error));
  GB_TRY(gb_archive_within(archive, position[0] - position[1], -1, s->ring.capacity - 1, error));
  if (gb_table_walks(s->table)) GB_TRY(gb_path_archive(s->path, archive, error));
  if (s->snapshots.store) GB_TRY(gb_checkpoint_archive(s->snapshots.store, archive, error));
  for (s->k = s->ring.oldest = position[1]; s->k <= position[0]; s->k++)
    GB_TRY(gb_archive_state(archive, components, new_state(s), error));
  s->k = position[0];
  s->snapshots.goal = position[2];
  s->snapshots.next = position[3];
  GB_TRY(gb_predictor_archive(s->solver->predictor, archive, error));
  GB_TRY(gb_archive_bytes(archive, sizeof s->solver->record, s->solver->record, error));
  GB_TRY(gb_archive_numbers(archive, 1, &s->solver->stride, error));
  if (s->step_error) GB_TRY(gb_step_error_archive(s->step_error, archive, error));
  return gb_archive_vectors(archive, 1, s->solver->w, error);
}

int gb_trajectory_archive_pass(gb_trajectory *s, int64_t *k, gb_archive *archive, gb_error *error) {
  GB_TRY(gb_archive_integers(archive, 1, k, error));
  GB_TRY(gb_archive_within(archive, *k, -1, gb_table_stages(s->table) - 1, error));
  GB_TRY(gb_march_report_archive(archive, s->report, error));
  return gb_trajectory_archive(s, archive, error);
}

int gb_trajectory_restore(gb_trajectory *s, int64_t k, bool stores, gb_error *error) {
  if (k >= s->ring.oldest && k <= s->k) return GB_OK;
  if (gb_table_walks(s->table)) return restore_record(s, k, error);
  gb_stage_solver_forget(s->solver);
  s->again = true;
  const gb_blocks *blocks = gb_checkpoint_blocks(s->snapshots.store);
  const int64_t block = gb_blocks_of(blocks, k), last = gb_blocks_last(blocks, block);
  s->snapshots.goal = gb_checkpoint_is_whole(s->snapshots.store, block) ? block : block - 1;
  const int64_t from =
      s->snapshots.goal >= 0 ? gb_checkpoint_find(s->snapshots.store, s->snapshots.goal) : -1;
  const int64_t start = from >= 0 ? gb_blocks_last(blocks, from) : -1;
  const bool goes_on = s->k >= 0 && s->k < k && s->k >= start;
  if (!goes_on && from < 0) gb_trajectory_begin(s, false);
  if (!goes_on && from >= 0) GB_TRY(restore(s, from, error));
  s->snapshots.next = -1;
  if (stores) set_next(s, from);
  while (s->k < last) {
    GB_TRY(gb_trajectory_advance(s, error));
    s->report->recomputed_steps += gb_trajectory_stage(s)->step_end && s->k > 0;
  }
  return GB_OK;
}
