/// Path steps of a static walk, with arc-length or displacement control, and branch switching at a
/// bifurcation point.
/// Source: docs/theory.md, the sections on static walks and on the stability of static states.
#include "integrators/statics/walker.h"

#include "integrators/pass.h"
#include "integrators/statics/stability.h"

#include <math.h>
#include <string.h>

/// The state at the goal may be at most this factor times as far from the last state as the path's
/// state beyond the goal; otherwise it is on another branch.
static const double NEAR = 1.5;
/// Smallest cosine between two successive path steps: a step that turns more may be a jump and is
/// cut.
static const double TURN = 0.7;
/// Steps along a path grow where the path is straight and flat: the cosine between its last two
/// steps is at least ALONG, and the change of the load parameter is at most FLAT times the change
/// in the first step. They begin to grow when the displacement exceeds FAR times the length of all
/// steps that the user asked for, each as long as the first one. A step is then at most DOUBLE
/// times the last one, and at most SHARE times the displacement, or FEW times the displacement
/// divided by the number of steps that the user asked for if that is less.
static const double ALONG = 0.995, FLAT = 0.5, SHARE = 0.35, FEW = 16, FAR = 0.75, DOUBLE = 2;
/// A limit point is near if the slope dt/ds of the path changes by more than this factor times the
/// smaller of the two slopes.
static const double STEADY = 1;
/// First distance along the critical vector, relative to the norm of the positions.
static const double AWAY = 1e-3;
/// The first guess is extrapolated by a parabola if each step is at most this many times as long as
/// the step before.
static const double PARABOLA_RATIO = 2.5;

/// The size of the next path step. With displacement control, the last step covers the remaining
/// displacement; a step that would leave a smaller remainder is replaced by two equal ones.
static double next_size(const gb_walker *k, bool *last) {
  const double remaining = k->path->control.remaining, size = k->path->steps.pace.next;
  *last = k->path->control.remaining > 0 && size >= remaining * (1 - 1e-9);
  if (*last) return remaining;
  return remaining > 0 && size > 0.5 * remaining ? 0.5 * remaining : size;
}

/// Undo a failed path step of this size, and shorten the next attempt.
static int cut(gb_walker *k, double size, int status, const gb_error *failure, gb_error *error) {
  if (status != GB_DIVERGED && status != GB_SINGULAR)
    return gb_fail(error, gb_error_code(status, failure), "%s", failure->message);
  if (!gb_walk_shorten(&k->path->steps.pace, size) || gb_walk_exceeds_attempts(k))
    return gb_walk_fail(k, status, failure, error);
  k->trajectory->report->failures++;
  k->trajectory->k++;
  gb_trajectory_retreat(k->trajectory, k->w);
  return GB_OK;
}

/// Solve a path step. The first guess is on the parabola through the last three states or on the
/// line through the last two; with displacement control it is the last state.
static int solve(gb_walker *k, double size, double *t, gb_error *error) {
  const gb_scalar *row = k->settings->row;
  const gb_border border = {.from = k->w,
                            .row = row,
                            .length = row ? k->path->control.direction * size : size,
                            .end = gb_walk_end(k->settings)};
  const double last = k->last.distance, before = k->last.distance_before;
  const bool bends =
      !row && before > 0 && size <= PARABOLA_RATIO * last && last <= PARABOLA_RATIO * before;
  const double bend = bends ? size * (size + last) / (last + before) : 0;
  const double along = row ? 0 : (size + bend) / last, back = bends ? bend / before : 0;
  const size_t length = gb_walk_length(k);
  gb_scalar *guess = gb_bordered_unknowns(k->path->bordered);
  for (size_t i = 0; i < length; i++)
    guess[i] =
        k->w[i] + along * (k->w[i] - k->before[0][i]) - back * (k->before[0][i] - k->before[1][i]);
  *t = k->last.t + along * (k->last.t - k->last.t_before) -
       back * (k->last.t_before - k->last.t_older);
  return gb_bordered_solve(k->path->bordered, &border, t, k->trajectory->report, error);
}

/// Compute two cosines between the new step, to load parameter t, and the step before: of the
/// displacements, and of displacements and load parameter, scaled by those of the first step.
static int measure_turn(gb_walker *k, double t, double cosine[2], gb_error *error) {
  const gb_scalar *found = gb_bordered_unknowns(k->path->bordered);
  const double *unit = k->path->steps.unit;
  gb_scalar sums[3] = {0};
  for (int32_t i = 0; i < k->trajectory->system->n; i++) {
    const double weight = gb_system_weight(k->trajectory->system, (size_t)i);
    const double last = weight * gb_real(k->w[i] - k->before[0][i]);
    const double now = weight * gb_real(found[i] - k->w[i]);
    sums[0] += last * last;
    sums[1] += now * now;
    sums[2] += last * now;
  }
  GB_TRY(k->trajectory->system->op->sum(k->trajectory->system, 3, sums, error));
  const double q[3] = {gb_real(sums[0]), gb_real(sums[1]), gb_real(sums[2])};
  const double last = k->last.t - k->last.t_before, now = t - k->last.t;
  const double ratio = unit[1] != 0 ? pow(unit[0] / unit[1], 2) : 0;
  cosine[0] = q[2] / sqrt(q[0] * q[1]);
  cosine[1] =
      (q[2] + ratio * last * now) / sqrt((q[0] + ratio * last * last) * (q[1] + ratio * now * now));
  return GB_OK;
}

/// Adapt the largest step size. Steps may grow on a straight path with little change of the load,
/// far beyond the first steps. Where the slope of the load changes much, a limit point is near, and
/// steps become shorter again.
static void lengthen(gb_walker *k, double t, double size, double cosine) {
  const gb_walk_settings *set = k->settings;
  const double *unit = k->path->steps.unit;
  if (set->row || unit[1] == 0 || k->path->steps.size < FAR * set->steps * unit[0]) return;
  const double slope = (t - k->last.t) / size;
  const double before = (k->last.t - k->last.t_before) / k->last.distance;
  const double share = fmin(SHARE, FEW / set->steps) * k->path->steps.size;
  if (fabs(slope - before) > STEADY * fmin(fabs(slope), fabs(before)))
    k->path->steps.pace.largest = fmax(GB_LONGEST_STEP * unit[0], size / DOUBLE);
  else if (cosine >= ALONG && fabs(t - k->last.t) <= FLAT * unit[1])
    k->path->steps.pace.largest = fmax(k->path->steps.pace.largest, fmin(DOUBLE * size, share));
}

/// Whether the state found at the goal is between the last state and the one beyond the goal.
static int is_between(gb_walker *k, bool *yes, gb_error *error) {
  gb_system *system = k->trajectory->system;
  gb_comparison there, all;
  GB_TRY(gb_stability_compare(system, k->w, k->trajectory->solver->w, NULL, &there, error));
  GB_TRY(gb_stability_compare(system, k->w, gb_bordered_unknowns(k->path->bordered), NULL, &all,
                              error));
  *yes = there.motion <= NEAR * all.motion;
  return GB_OK;
}

/// Solve for the state at the goal, which the path has just passed at t. Load steps follow if the
/// goal is not the final load.
static int finish(gb_walker *k, double t, double size, bool *done, gb_error *error) {
  const gb_scalar *beyond = gb_bordered_unknowns(k->path->bordered);
  const double end = gb_walk_end(k->settings);
  const double goal = k->path->steps.goal, part = (goal - k->last.t) / (t - k->last.t);
  gb_error own = {0};
  int status = gb_table_set_level(k->table, k->trajectory->k + 1, goal, goal == end, error);
  GB_TRY(gb_system_agree(k->trajectory->system, status, error));
  gb_predictor_forget(k->trajectory->solver->predictor);
  const size_t length = gb_walk_length(k);
  for (size_t i = 0; i < length; i++)
    k->trajectory->solver->w[i] = k->w[i] + part * (beyond[i] - k->w[i]);
  status = gb_trajectory_advance(k->trajectory, &own);
  if (status == GB_OK) GB_TRY(is_between(k, done, error));
  if (*done) {
    GB_TRY(gb_walk_assess(k, goal, error));
    if (goal < end) k->path->steps.pace = (gb_walk_pace){0};
    return gb_walk_accept(k, goal, error);
  }
  if (status == GB_OK)
    status =
        gb_fail(&own, GB_NO_CONVERGENCE, "load step to t = %g: another branch was found", goal);
  k->trajectory->k--;
  return cut(k, size, status, &own, error);
}

/// Append the state that the bordered system has found at t, and assess its stability.
static int append(gb_walker *k, double t, bool last, gb_error *error) {
  const int status = gb_table_set_level(k->table, k->trajectory->k + 1, t, last, error);
  GB_TRY(gb_system_agree(k->trajectory->system, status, error));
  GB_TRY(gb_trajectory_append(k->trajectory, gb_bordered_state(k->path->bordered), error));
  return gb_walk_assess(k, t, error);
}

int gb_walk_follow(gb_walker *k, bool *done, gb_error *error) {
  gb_march_report *report = k->trajectory->report;
  gb_error own = {0};
  bool last;
  double t;
  const double size = next_size(k, &last);
  const int64_t before = report->newton_iterations;
  *done = false;
  k->path->steps.pace.shortest = fmin(k->path->steps.pace.shortest, size);
  int status = solve(k, size, &t, &own);
  if (status != GB_OK) return cut(k, size, status, &own, error);
  status = gb_check_admissible(k->trajectory->system, gb_bordered_state(k->path->bordered),
                               gb_trajectory_state(k->trajectory, k->trajectory->k), &own);
  if (status != GB_OK) return cut(k, size, status, &own, error);
  double cosine[2];
  GB_TRY(measure_turn(k, t, cosine, error));
  if (cosine[0] < TURN) {
    status = gb_fail(&own, GB_NO_CONVERGENCE, "a step along the path turns too far");
    return cut(k, size, status, &own, error);
  }
  if (k->path->control.remaining == 0 && t >= k->path->steps.goal)
    return finish(k, t, size, done, error);
  if (gb_walk_exceeds_attempts(k)) {
    status = gb_fail(&own, GB_NO_CONVERGENCE, "the path does not reach the end load");
    return gb_walk_fail(k, status, &own, error);
  }
  GB_TRY(append(k, t, last, error));
  lengthen(k, t, size, cosine[1]);
  gb_walk_grow(&k->path->steps.pace, size, report->newton_iterations - before);
  *done = true;
  k->path->control.remaining =
      last ? 0 : k->path->control.remaining - (k->path->control.remaining > 0 ? size : 0);
  return gb_walk_accept(k, t, error);
}

/// Find a state on the branch, at a distance from the unstable state k->w along a vector [n + m]
/// whose norm in units of the model's size is one. The distance is reduced until Newton's method
/// converges.
/// @param row [n + m]: overwritten, with the derivative of the distance by the unknowns
static int find_branch(gb_walker *k, const gb_scalar *vector, gb_scalar *row, double *t,
                       double *size, gb_error *error) {
  const gb_system *system = k->trajectory->system;
  const double start = *t, least = AWAY * ldexp(1, -2 * GB_RETRIES);
  const size_t length = gb_walk_length(k);
  gb_scalar *guess = gb_bordered_unknowns(k->path->bordered);
  gb_error own = {0};
  for (size_t i = 0; i < length; i++) row[i] = pow(gb_system_weight(system, i), 2) * vector[i];
  for (double part = AWAY; part > least; part /= 4) {
    own = (gb_error){0};
    *t = start;
    *size = part * system->position_norm / system->length;
    const gb_border border = {
        .from = k->w, .row = row, .length = *size, .end = gb_walk_end(k->settings)};
    for (size_t i = 0; i < length; i++) guess[i] = k->w[i] + *size * vector[i];
    int status = gb_bordered_solve(k->path->bordered, &border, t, k->trajectory->report, &own);
    if (status == GB_OK && *t < k->path->steps.goal)
      status = gb_check_admissible(k->trajectory->system, gb_bordered_state(k->path->bordered),
                                   NULL, &own);
    if (status == GB_OK && *t < k->path->steps.goal) return GB_OK;
    if (status != GB_OK && status != GB_DIVERGED && status != GB_SINGULAR)
      return gb_fail(error, gb_error_code(status, &own), "%s", own.message);
  }
  return gb_fail(error, GB_UNSTABLE,
                 "time.unstable: branch: no branch was found that leaves the unstable state at t = "
                 "%g along its critical vector: %s",
                 start, own.message);
}

int gb_walk_switch_branch(gb_walker *k, double t, bool *done, gb_error *error) {
  gb_trajectory *s = k->trajectory;
  const double before = k->last.t;
  const size_t length = gb_walk_length(k);
  double value, size;
  gb_comparison moved;
  gb_scalar *vector, *row;
  GB_SCRATCH(scratch);
  int status = GB_TAKE(&scratch, vector, length, error);
  if (status == GB_OK) status = GB_TAKE(&scratch, row, length, error);
  GB_TRY(gb_system_agree(s->system, status, error));
  GB_TRY(gb_stability_descent(s->system, gb_trajectory_state(s, s->k), 0, vector, &value, error));
  GB_TRY(gb_stability_compare(s->system, k->w, s->solver->w, vector, &moved, error));
  const double scale = gb_stability_side(&moved) / moved.direction;
  for (size_t i = 0; i < length; i++) vector[i] *= scale;
  k->path->steps.goal = gb_walk_next_grid_load(k);
  memcpy(k->w, s->solver->w, length * sizeof *k->w);
  gb_trajectory_retreat(s, k->w);
  gb_stability_add_loss(k->settings->stability, before, t);
  k->last.t = t;
  k->last.distance = 0;
  GB_TRY(find_branch(k, vector, row, &t, &size, error));
  GB_TRY(append(k, t, false, error));
  gb_walk_set_path(k, size, INFINITY);
  *done = true;
  return gb_walk_accept(k, t, error);
}
