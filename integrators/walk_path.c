/// Steps along the path of states and load parameters: each has its length, or its part of a
/// displacement that is driven, and finds its load parameter; so they pass limit points. The load's
/// end, when the path first reaches it, is a load step from between the last two states.
#include "integrators/walk.h"

#include "integrators/pass.h"
#include "integrators/path.h"
#include "integrators/predictor.h"

#include <math.h>
#include <string.h>

/// How much farther from the last state the one at the end load may be than the one beyond it: more
/// is another branch.
static const double NEAR = 1.5;
/// The least cosine between two steps along the path: a farther turn is cut, for it may be a jump.
static const double TURN = 0.7;

/// What is left of a driven displacement ends the walk; a step that would leave a small rest is one
/// of two equal ones.
static double next_size(const gb_walk_state *k, bool *last) {
  const double left = k->left, size = k->path.next;
  *last = k->left > 0 && size >= left * (1 - 1e-9);
  if (*last) return left;
  return left > 0 && size > 0.5 * left ? 0.5 * left : size;
}

/// A failed attempt at a step of this size.
static int cut(gb_walk_state *k, double size, int status, const char *reason, gb_error *error) {
  if (status != GB_DIVERGED && status != GB_SINGULAR) return gb_fail(error, status, "%s", reason);
  if (!gb_pace_cut(&k->path, size) || gb_walk_is_hopeless(k))
    return gb_walk_give_up(k, status, reason, error);
  k->s->report->failures++;
  k->s->k++;
  gb_trajectory_retreat(k->s, k->w);
  return GB_OK;
}

/// The step's equation and guess: on the line through the last two states, which tells the
/// direction; a driven displacement needs no guess.
static int solve(gb_walk_state *k, double size, double *t, gb_error *error) {
  const gb_scalar *row = k->settings->row;
  const gb_border border = {
      .from = k->w, .row = row, .length = row ? k->way * size : size, .end = k->end};
  const double along = row ? 0 : size / k->made;
  gb_scalar *guess = gb_bordered_unknowns(k->bordered);
  for (size_t i = 0; i < k->length; i++) guess[i] = k->w[i] + along * (k->w[i] - k->w_before[i]);
  *t = k->t + along * (k->t - k->before);
  return gb_bordered_solve(k->bordered, &border, t, k->s->report, error);
}

/// The cosine between the step that was found and the one before.
static int measure_turn(gb_walk_state *k, double *cosine, gb_error *error) {
  const gb_scalar *found = gb_bordered_unknowns(k->bordered);
  gb_scalar sums[3] = {0};
  for (int32_t i = 0; i < k->s->system->n; i++) {
    const double last = gb_real(k->w[i] - k->w_before[i]), now = gb_real(found[i] - k->w[i]);
    sums[0] += last * last;
    sums[1] += now * now;
    sums[2] += last * now;
  }
  GB_TRY(k->s->system->op->sum(k->s->system, 3, sums, error));
  *cosine = gb_real(sums[2]) / sqrt(gb_real(sums[0]) * gb_real(sums[1]));
  return GB_OK;
}

/// Whether the state found at the end load lies between the last one and the one beyond.
static int is_between(gb_walk_state *k, bool *yes, gb_error *error) {
  const gb_scalar *beyond = gb_bordered_unknowns(k->bordered);
  gb_scalar square[2] = {0};
  for (int32_t i = 0; i < k->s->system->n; i++) {
    const double there = gb_real(k->s->w[i] - k->w[i]), all = gb_real(beyond[i] - k->w[i]);
    square[0] += there * there;
    square[1] += all * all;
  }
  GB_TRY(k->s->system->op->sum(k->s->system, 2, square, error));
  *yes = sqrt(gb_real(square[0])) <= NEAR * sqrt(gb_real(square[1]));
  return GB_OK;
}

/// The state at the end load, which the path has just passed at t.
static int finish(gb_walk_state *k, double t, double size, bool *done, gb_error *error) {
  const gb_scalar *beyond = gb_bordered_unknowns(k->bordered);
  const double part = (k->end - k->t) / (t - k->t);
  gb_error own = {0};
  int status = gb_table_set_level(k->table, k->s->k + 1, k->end, true, error);
  GB_TRY(gb_system_agree(k->s->system, status, error));
  gb_predictor_forget(k->s->predictor);
  for (size_t i = 0; i < k->length; i++) k->s->w[i] = k->w[i] + part * (beyond[i] - k->w[i]);
  status = gb_trajectory_advance(k->s, &own);
  if (status == GB_OK) GB_TRY(is_between(k, done, error));
  if (*done) return gb_walk_learn(k, k->end, error);
  if (status == GB_OK)
    status = gb_fail(&own, GB_DIVERGED, "load step to t = %g: another branch was found", k->end);
  k->s->k--;
  return cut(k, size, status, own.message, error);
}

int gb_walk_try_path(gb_walk_state *k, bool *done, gb_error *error) {
  gb_march_report *report = k->s->report;
  gb_error own = {0};
  bool last;
  double t;
  const double size = next_size(k, &last);
  const int64_t before = report->newton_iterations;
  *done = false;
  k->path.shortest = fmin(k->path.shortest, size);
  int status = solve(k, size, &t, &own);
  if (status != GB_OK) return cut(k, size, status, own.message, error);
  status = gb_trajectory_admit(k->s, gb_bordered_state(k->bordered),
                               gb_trajectory_state(k->s, k->s->k), &own);
  if (status != GB_OK) return cut(k, size, status, own.message, error);
  double cosine;
  GB_TRY(measure_turn(k, &cosine, error));
  if (cosine < TURN) return cut(k, size, GB_DIVERGED, "a step along the path turns too far", error);
  if (k->left == 0 && t >= k->end) return finish(k, t, size, done, error);
  if (gb_walk_is_hopeless(k))
    return gb_walk_give_up(k, GB_DIVERGED, "the path does not reach the end load", error);
  status = gb_table_set_level(k->table, k->s->k + 1, t, last, error);
  GB_TRY(gb_system_agree(k->s->system, status, error));
  GB_TRY(gb_path_append(k->s, gb_bordered_state(k->bordered), error));
  gb_pace_grow(&k->path, size, report->newton_iterations - before);
  *done = true;
  k->left = last ? 0 : k->left - (k->left > 0 ? size : 0);
  return gb_walk_learn(k, t, error);
}
