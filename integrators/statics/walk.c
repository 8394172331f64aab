/// A static walk takes load steps or path steps. Load steps prescribe the load parameter; they end
/// at each grid load and exactly at the final load. Path steps prescribe their length or the change
/// of a displacement, and solve for the load parameter, so that they pass limit points. When the
/// path first reaches the final load, a load step between the last two states ends the walk. A
/// static state has no history: the last state alone gives the functionals and their derivatives.
/// Source: docs/theory.md, the section on static walks.
#include "integrators/statics/walker.h"

#include "integrators/pass.h"
#include "integrators/statics/initial_loads.h"
#include "integrators/statics/stability.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/// A load step that is longer by this factor than its tangent may have skipped a limit point:
/// before steps along the path, and others.
static const double FARTHER = 2, FARTHEST = 5;
/// A fall has followed its path if the cosine of its motion with the tangent is at least BEND, and
/// the motion is at most LONGER times as long.
static const double BEND = 0.9, LONGER = 1.5;
/// A load step is checked by its two halves if the cosine of its motion with its tangent is less
/// than TURN, or if it is less than BEND and the motion is LONGER times as long; where parts touch,
/// which turns the motion, if it is negative. It is confirmed if
/// they lead to the same state but for SAME times the motion.
static const double TURN = 0.7, SAME = 1e-3;
/// A bifurcation or a limit point is located within this fraction of the user's load steps before
/// the branch is switched, the step is taken, or the model falls; where parts touch, it falls from
/// within TOUCHING of them. Failed steps shorter than VAIN times this length do not fall, because
/// longer ones have fallen in vain, but for the shortest step of all.
static const double NARROW = 1. / 64, TOUCHING = 1. / 8, VAIN = 0.1;
/// Limits of the steps of falls that were asked for, and of others, whose march may go on.
enum { ASKED_STEPS = 4000, STEPS = 400 };
/// A walk downhill loses this factor times the energy that its load step would lose along its
/// tangent if the model falls; else it has followed the path where Newton's method failed.
static const double MUCH = 10;

static int reserve(gb_walker *k, gb_arena *arena, gb_error *error) {
  const size_t length = gb_walk_length(k);
  GB_TRY(GB_TAKE(arena, k->w, length, error));
  GB_TRY(GB_TAKE(arena, k->loading->heading, length, error));
  GB_TRY(GB_TAKE(arena, k->before[0], length, error));
  return GB_TAKE(arena, k->before[1], length, error);
}

static void set_steps(gb_walker *k) {
  const gb_walk_settings *set = k->settings;
  const double grid = gb_walk_grid(set);
  k->path->steps.goal = gb_walk_end(set);
  k->loads = (gb_walk_pace){.next = grid,
                            .largest = grid,
                            .smallest = ldexp(set->step, -gb_walk_bisections(k)),
                            .shortest = grid};
  if (!set->row || isnan(set->to)) return;
  k->path->control.direction = set->to > 0 ? 1 : -1;
  k->path->control.remaining = fabs(set->to);
  gb_walk_set_path(k, k->path->control.remaining / set->steps, 1);
}

/// The load parameter of the next load step. A step that would leave a remainder shorter than
/// itself before the next grid load is replaced by two equal steps.
static double next_level(const gb_walker *k) {
  const double grid = gb_walk_next_grid_load(k), remaining = grid - k->last.t, step = k->loads.next;
  if (step >= remaining * (1 - 1e-9)) return grid;
  return step > 0.5 * remaining ? k->last.t + 0.5 * remaining : k->last.t + step;
}

/// Set the first guess: the last state, or the extrapolation along the line through the last two.
static void predict(gb_walker *k, double t) {
  gb_scalar *w = k->trajectory->solver->w;
  gb_predictor_forget(k->trajectory->solver->predictor);
  const size_t length = gb_walk_length(k);
  memcpy(w, k->w, length * sizeof *w);
  if (!k->last.known || !k->last.straight) return;
  const double along = fmin((t - k->last.t) / (k->last.t - k->last.t_before), 1);
  for (size_t i = 0; i < length; i++) w[i] += along * (k->w[i] - k->before[0][i]);
}

static int go_back(gb_walker *k) {
  k->trajectory->report->failures++;
  k->last.known = false;
  gb_trajectory_retreat(k->trajectory, k->w);
  return GB_OK;
}

/// Whether falls are allowed in this load step, which is not one yet. A march that may continue in
/// an unstable state tries it once.
static bool may_fall(const gb_walker *k) {
  const gb_unstable unstable = k->settings->unstable;
  if (k->trajectory->solver->walk) return false;
  return unstable == GB_UNSTABLE_FALL ||
         (unstable == GB_UNSTABLE_AUTO && !k->loading->in_vain && gb_walk_counts(k));
}

/// Length of the load steps that fall.
static double falling_size(const gb_walker *k) {
  const bool touches = gb_system_is(k->trajectory->system, GB_SYSTEM_BALANCES);
  return (touches ? TOUCHING : NARROW) * gb_walk_grid(k->settings);
}

/// Whether a load step can be cut, and is longer than a limit.
static bool is_longer(const gb_walker *k, double size, double limit) {
  return size > fmax(limit, k->loads.smallest) * (1 + 1e-9);
}

/// Go back to the last state, and let the next load step fall, which is as long as this one.
/// @param loses the model has lost its stability
static int repeat_falling(gb_walker *k, double size, bool loses) {
  k->loading->loses = loses;
  k->loading->fall.most = k->settings->unstable == GB_UNSTABLE_FALL ? ASKED_STEPS : STEPS;
  k->loading->fall.scale = k->settings->stability->scale;
  k->trajectory->solver->walk = &k->loading->falling;
  k->loads.next = size;
  return go_back(k);
}

/// Whether a load step of this size that failed with a status is repeated as a fall. A march that
/// was not asked to fall does so at a singular state alone, unless it began at one.
static bool falls_after(const gb_walker *k, double size, int status) {
  if (!may_fall(k) || is_longer(k, size, falling_size(k))) return false;
  if (k->settings->unstable == GB_UNSTABLE_AUTO &&
      (status != GB_SINGULAR || k->settings->stability->scale == 0))
    return false;
  return size >= VAIN * falling_size(k) || !is_longer(k, size, 0);
}

/// Discard a load step and go back to the last state.
static int undo(gb_walker *k, double size, int status, const gb_error *failure, gb_error *error) {
  const bool fell = k->trajectory->solver->walk;
  if (falls_after(k, size, status)) return repeat_falling(k, size, false);
  k->trajectory->solver->walk = NULL;
  if (fell && k->settings->unstable == GB_UNSTABLE_AUTO) {
    k->loading->in_vain = true;
    k->loads.next = size;
    return go_back(k);
  }
  if (!gb_walk_shorten(&k->loads, size) || gb_walk_exceeds_attempts(k))
    return gb_walk_fail(k, status, failure, error);
  return go_back(k);
}

/// Count a load step to load parameter t if it fell, and did not follow its path.
static int add_fall(gb_walker *k, double t, gb_error *error) {
  const double size = t - k->last.t, followed = MUCH * k->loading->energy * size * size;
  double along, longer;
  if (!k->trajectory->solver->walk) return GB_OK;
  k->trajectory->solver->walk = NULL;
  GB_TRY(gb_walk_compare(k, size, &along, &longer, error));
  if (along >= BEND && longer > 0 && longer <= LONGER) return GB_OK;
  if (!k->loading->loses && k->loading->fall.energy <= followed) return GB_OK;
  gb_stability_add_loss(k->settings->stability, k->last.t, t);
  k->settings->stability->falls++;
  k->settings->stability->fallen += k->loading->fall.energy;
  return GB_OK;
}

/// A suspicion tells what is wrong with the state that a load step found.
typedef enum suspicion { NOTHING, UNSTABLE, STRAYED, JUMPED } suspicion;
static const char *const suspicions[] = {[UNSTABLE] = "the state is unstable",
                                         [STRAYED] = "its two halves lead to another state",
                                         [JUMPED] = "another branch was found"};

/// Solve for the state at load parameter t from the last state.
/// @param guess the first guess; NULL: as predicted
/// @param[out] found whether there is one
static int try_state(gb_walker *k, double t, const gb_scalar *guess, bool *found, gb_error *error) {
  gb_trajectory *s = k->trajectory;
  gb_error own = {0};
  gb_trajectory_retreat(s, k->w);
  int status = gb_table_set_level(k->table, s->k + 1, t, t == gb_walk_end(k->settings), error);
  GB_TRY(gb_system_agree(s->system, status, error));
  predict(k, t);
  if (guess) memcpy(s->solver->w, guess, gb_walk_length(k) * sizeof *guess);
  status = gb_trajectory_advance(s, &own);
  *found = status == GB_OK;
  if (status == GB_OK || status == GB_DIVERGED || status == GB_SINGULAR) return GB_OK;
  return gb_fail(error, gb_error_code(status, &own), "%s", own.message);
}

/// Check the state found at load parameter t: whether the state half way leads to it too. It is
/// then replaced by the one to which that state leads.
static int check_by_halves(gb_walker *k, double t, bool *same, gb_error *error) {
  gb_trajectory *s = k->trajectory;
  const size_t length = gb_walk_length(k);
  gb_comparison whole, off;
  gb_scalar *first, *half;
  int64_t negative;
  GB_SCRATCH(scratch);
  int status = GB_TAKE(&scratch, first, length, error);
  if (status == GB_OK) status = GB_TAKE(&scratch, half, length, error);
  GB_TRY(gb_system_agree(s->system, status, error));
  memcpy(first, s->solver->w, length * sizeof *first);
  GB_TRY(try_state(k, 0.5 * (k->last.t + t), NULL, same, error));
  if (!*same) return GB_OK;
  memcpy(half, s->solver->w, length * sizeof *half);
  GB_TRY(gb_walk_count(k, gb_trajectory_state(s, s->k), &negative, error));
  *same = negative <= k->settings->stability->negative;
  if (!*same) return GB_OK;
  GB_TRY(try_state(k, t, half, same, error));
  if (!*same) return GB_OK;
  GB_TRY(gb_stability_compare(s->system, k->w, first, NULL, &whole, error));
  GB_TRY(gb_stability_compare(s->system, first, s->solver->w, NULL, &off, error));
  *same = off.motion <= SAME * whole.motion;
  return GB_OK;
}

/// Count the negative eigenvalues of the state found at load parameter t, and find what is wrong
/// with it.
static int suspect(gb_walker *k, double t, int64_t *negative, suspicion *out, gb_error *error) {
  const gb_trajectory *s = k->trajectory;
  const double size = t - k->last.t, narrow = NARROW * gb_walk_grid(k->settings);
  double along, longer;
  bool same;
  GB_TRY(gb_walk_count(k, gb_trajectory_state(s, s->k), negative, error));
  *out = NOTHING;
  if (s->solver->walk) return GB_OK;
  GB_TRY(gb_walk_compare(k, size, &along, &longer, error));
  if (longer > (k->settings->arc_length ? FARTHER : FARTHEST)) *out = JUMPED;
  if (*negative > k->settings->stability->negative) *out = UNSTABLE;
  const bool touches = gb_system_is(s->system, GB_SYSTEM_BALANCES);
  const bool bends = along < (touches ? 0 : TURN) || (!touches && along < BEND && longer > LONGER);
  if (*out != NOTHING || !bends || !is_longer(k, size, narrow)) return GB_OK;
  GB_TRY(check_by_halves(k, t, &same, error));
  if (!same) *out = STRAYED;
  return same ? gb_walk_count(k, gb_trajectory_state(s, s->k), negative, error) : GB_OK;
}

/// Whether a load step of this size is cut because of a suspicion. Others end in the state found,
/// or fall from it.
static bool is_cut(const gb_walker *k, suspicion wrong, double size) {
  const bool branches = k->settings->unstable == GB_UNSTABLE_BRANCH;
  switch (wrong) {
  case NOTHING:
    return false;
  case UNSTABLE:
    return branches || (may_fall(k) && is_longer(k, size, falling_size(k)));
  case STRAYED:
    return true;
  case JUMPED:
    return is_longer(k, size, k->settings->arc_length ? 0 : NARROW * gb_walk_grid(k->settings));
  }
  return false;
}

/// Accept the state found by a load step, or go back if it is beyond a limit or bifurcation point
/// or on another branch.
static int accept_or_undo(gb_walker *k, double t, double size, int64_t corrections, bool *done,
                          gb_error *error) {
  const gb_unstable unstable = k->settings->unstable;
  gb_error own = {0};
  int64_t negative;
  suspicion wrong;
  *done = false;
  GB_TRY(suspect(k, t, &negative, &wrong, error));
  if (wrong == UNSTABLE && unstable == GB_UNSTABLE_BRANCH &&
      size <= NARROW * gb_walk_grid(k->settings))
    return gb_walk_switch_branch(k, t, done, error);
  if (is_cut(k, wrong, size)) {
    const int status = gb_fail(&own, wrong == UNSTABLE ? GB_UNSTABLE : GB_NO_CONVERGENCE,
                               "load step to t = %g: %s", t, suspicions[wrong]);
    return undo(k, size, status, &own, error);
  }
  if (may_fall(k) && (wrong != NOTHING || (unstable == GB_UNSTABLE_FALL && negative > 0)))
    return repeat_falling(k, size, true);
  GB_TRY(add_fall(k, t, error));
  k->loading->in_vain = false;
  GB_TRY(gb_walk_judge(k, negative, wrong == JUMPED, t, error));
  gb_walk_grow(&k->loads, size, corrections);
  *done = true;
  return gb_walk_accept(k, t, error);
}

static int try_load(gb_walker *k, bool *done, gb_error *error) {
  gb_march_report *report = k->trajectory->report;
  gb_error own = {0};
  const double t = next_level(k), size = t - k->last.t;
  const int64_t before = report->newton_iterations;
  int status =
      gb_table_set_level(k->table, k->trajectory->k + 1, t, t == gb_walk_end(k->settings), error);
  GB_TRY(gb_system_agree(k->trajectory->system, status, error));
  GB_TRY(gb_walk_head(k, error));
  predict(k, t);
  k->loads.shortest = fmin(k->loads.shortest, size);
  status = gb_trajectory_advance(k->trajectory, &own);
  *done = false;
  if (status == GB_OK)
    return accept_or_undo(k, t, size, report->newton_iterations - before, done, error);
  if (status != GB_DIVERGED && status != GB_SINGULAR)
    return gb_fail(error, gb_error_code(status, &own), "%s", own.message);
  return undo(k, size, status, &own, error);
}

static int archive(void *driver, gb_archive *file, gb_error *error) {
  gb_walker *k = driver;
  GB_TRY(gb_march_report_archive(file, k->trajectory->report, error));
  GB_TRY(gb_archive_bytes(file, sizeof k->last, &k->last, error));
  GB_TRY(gb_archive_bytes(file, sizeof k->path->control, &k->path->control, error));
  GB_TRY(gb_archive_bytes(file, sizeof k->loads, &k->loads, error));
  GB_TRY(gb_archive_bytes(file, sizeof k->path->steps, &k->path->steps, error));
  GB_TRY(gb_archive_vectors(file, 1, k->w, error));
  GB_TRY(gb_archive_vectors(file, 1, k->before[0], error));
  GB_TRY(gb_archive_vectors(file, 1, k->before[1], error));
  return gb_trajectory_archive(k->trajectory, file, error);
}

/// Add the last state to the functionals, and call the observer.
static int observe(gb_walker *k, gb_error *error) {
  gb_trajectory *s = k->trajectory;
  const gb_state *state = gb_trajectory_state(s, s->k);
  const gb_observer *observer = k->observer;
  if (gb_stage_counts(s->table, s->k, gb_trajectory_stage(s)))
    GB_TRY(s->system->op->functionals_add(s->system, state, gb_trajectory_stage(s)->weight, error));
  if (observer && observer->step)
    GB_TRY(observer->step(observer->context, gb_trajectory_stage(s)->step, state, error));
  if (observer && observer->checkpoint)
    return observer->checkpoint(observer->context, gb_trajectory_stage(s)->step, archive, k, error);
  return GB_OK;
}

/// Compute the magnitude of the smallest eigenvalue at the beginning of the walk, with the current
/// factor.
static int find_scale(gb_walker *k, const gb_state *state, gb_error *error) {
  gb_scalar *x;
  double value;
  GB_SCRATCH(scratch);
  GB_TRY(gb_system_agree(k->trajectory->system, GB_TAKE(&scratch, x, gb_walk_length(k), error),
                         error));
  GB_TRY(gb_stability_vector(k->trajectory->system, state, x, &value, error));
  k->settings->stability->scale = fabs(value);
  return GB_OK;
}

/// Count negative eigenvalues at the beginning of the walk.
static int examine_start(gb_walker *k, gb_error *error) {
  gb_trajectory *s = k->trajectory;
  const size_t n = (size_t)s->system->n, m = (size_t)s->system->m;
  gb_state *state;
  int64_t negative;
  if (!gb_walk_counts(k) || k->loading->start_fraction < 1) return GB_OK;
  GB_SCRATCH(scratch);
  GB_TRY(gb_system_agree(s->system, gb_state_create(s->system, &scratch, &state, error), error));
  memcpy(state->component[GB_Q], k->w, n * sizeof *k->w);
  if (m) memcpy(state->multiplier, k->w + n, m * sizeof *k->w);
  state->sigma[GB_Q] = 1;
  const int64_t before = s->report->factorisations;
  GB_TRY(gb_walk_count(k, state, &negative, error));
  GB_TRY(gb_walk_judge(k, negative, false, 0, error));
  if (s->report->factorisations == before) return GB_OK;
  return find_scale(k, state, error);
}

static int begin(gb_walker *k, gb_error *error) {
  gb_trajectory *s = k->trajectory;
  gb_table_walk(k->table);
  gb_trajectory_begin(s, false);
  GB_TRY(s->system->op->functionals_begin(s->system, error));
  GB_TRY(gb_trajectory_advance(s, error));
  if (!k->settings->known && k->settings->ramps_start)
    GB_TRY(gb_ramp_start(s->system, s->options, GB_RETRIES, k->w, &k->loading->start_fraction,
                         s->report, error));
  GB_TRY(examine_start(k, error));
  return observe(k, error);
}

/// Take a single step to the last state, starting from the known state of another run.
static int take_known_state(gb_walker *k, gb_error *error) {
  const int status = gb_table_set_level(k->table, 1, k->settings->known_level, true, error);
  GB_TRY(gb_system_agree(k->trajectory->system, status, error));
  memcpy(k->trajectory->solver->w, k->settings->known,
         gb_walk_length(k) * sizeof *k->trajectory->solver->w);
  gb_predictor_forget(k->trajectory->solver->predictor);
  k->trajectory->ring.oldest = 1; // the reference may be far away: do not use it as the step before
  GB_TRY(gb_trajectory_advance(k->trajectory, error));
  return observe(k, error);
}

/// Stop within a step: go back to the last state, and let the observer write a restart file there.
static int rest(gb_walker *k, int64_t last, gb_error *error) {
  gb_trajectory *s = k->trajectory;
  const gb_observer *observer = k->observer;
  gb_stage stage;
  if (s->k > last) gb_trajectory_retreat(s, k->w);
  memcpy(s->solver->w, k->w, gb_walk_length(k) * sizeof *k->w);
  gb_table_stage(s->table, s->k, &stage);
  *error = (gb_error){0};
  if (observer && observer->checkpoint)
    GB_TRY(observer->checkpoint(observer->context, stage.step, archive, k, error));
  return gb_fail(error, GB_PAUSED, "stopped");
}

static bool is_complete(const gb_walker *k) {
  return k->trajectory->k > 0 && k->trajectory->k == gb_table_stages(k->table) - 1;
}

static int walk(gb_walker *k, gb_error *error) {
  const gb_observer *observer = k->observer;
  if (observer && observer->resume)
    GB_TRY(archive(k, observer->resume, error));
  else
    GB_TRY(begin(k, error));
  if (k->settings->known) return take_known_state(k, error);
  while (!is_complete(k)) {
    const bool on_path = k->path->steps.pace.shortest > 0;
    const int64_t last = k->trajectory->k;
    bool done;
    const int status = on_path ? gb_walk_follow(k, &done, error) : try_load(k, &done, error);
    if (status == GB_PAUSED) return rest(k, last, error);
    GB_TRY(status);
    if (done) GB_TRY(observe(k, error));
  }
  if (!gb_table_scheme(k->table)->linear || !gb_system_counts(k->trajectory->system)) return GB_OK;
  return gb_stability_check_linear(k->trajectory->system,
                                   gb_trajectory_state(k->trajectory, k->trajectory->k), error);
}

int gb_walk(gb_trajectory *s, gb_table *table, const gb_walk_settings *settings,
            const gb_observer *observer, gb_scalar values[], gb_march_report *report,
            gb_error *error) {
  gb_walk_follower path = {0};
  gb_walk_loading loading = {.start_fraction = 1, .falling = {gb_fall_walk, &loading.fall}};
  gb_walker k = {.trajectory = s,
                 .table = table,
                 .settings = settings,
                 .observer = observer,
                 .loading = &loading,
                 .path = &path};
  GB_SCRATCH(scratch);
  *report = (gb_march_report){0};
  s->report = report;
  set_steps(&k);
  int status = gb_system_agree(s->system, reserve(&k, &scratch, error), error);
  if (status == GB_OK && (settings->arc_length || settings->unstable == GB_UNSTABLE_BRANCH))
    status = gb_bordered_create(s->system, s->options, settings->owns, &path.bordered, error);
  if (status == GB_OK) status = walk(&k, error);
  if (status == GB_OK) status = s->system->op->functionals_end(s->system, values, error);
  gb_bordered_destroy(&path.bordered);
  return status;
}
