/// Statics as a walk: in steps of the load parameter, none of which passes over one of the user's
/// and the last of which ends exactly at the walk's end, or in steps along the path of states and
/// loads. Each of these has its length, or its part of a displacement that is driven, and finds its
/// load parameter, so they pass limit points; when the path first reaches the end load, a load step
/// from between the last two states ends the walk. A static state has no history, so there is one
/// walk, and its last state gives the functionals and their derivatives.
/// Source: docs/theory.md, the section on static walks.
#include "integrators/bordered.h"
#include "integrators/ease.h"
#include "integrators/pass.h"
#include "integrators/trajectory.h"

#include "base/arena.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/// Load steps of the user at most, before they are joined; corrections of a step up to which the
/// next one is longer, and beyond which it is shorter; attempts for each of the user's steps, after
/// which a walk is hopeless.
enum { MOST_LEVELS = 40, QUICK = 12, SLOW = 30, MOST_ATTEMPTS = 100 };
/// The factors of the next step's size: after a quick one, a slow one, one that failed, and one
/// more.
static const double GROWTH = 2, SHORTER = 0.7, CUT = 0.5, CUT_AGAIN = 0.25;
/// Load steps that fail though they are this part of those asked for fail at a limit of the load.
static const double AT_A_LIMIT = 1e-4;
/// A line through the last two states is the prediction where its error at the last one was so much
/// smaller than the way there: where shells turn, a line stretches them and costs more than it
/// saves.
static const double STRAIGHT = 0.1;
/// Steps along the path grow to so many times the first one, so that limit points are not passed
/// over.
static const double LONGEST = 2;
/// How much farther from the last state the one at the end load may be than the one beyond it: more
/// is another branch.
static const double NEAR = 1.5;
/// A step so much shorter than what it leads to is round-off: it moves nothing, and has no
/// direction that a path could follow.
static const double STILL = 1e-6;
/// The least cosine between two steps along the path: a farther turn is cut, for it may be a jump.
static const double TURN = 0.7;

// The next three are written to restart files as they are: members of eight bytes leave no gaps.

/// Steps of one kind: they are cut where they fail and grow again while Newton's method is quick.
typedef struct pace {
  double next;              ///< to be tried
  double largest, smallest; ///< that are tried
  double shortest;          ///< that was tried
  int64_t failed;           ///< whether the last attempt did
} pace;

/// The last state and the one before it.
typedef struct last_states {
  double t, t_before;
  double distance;  ///< between them
  int64_t known;    ///< whether the one before is, and no attempt failed since
  int64_t straight; ///< whether the line through the two before would have led to the last one
} last_states;

/// A displacement that is driven.
typedef struct control {
  double direction; ///< 1 or -1
  double remaining; ///< to be driven; 0: the walk ends at the end load
} control;

typedef struct walk {
  gb_trajectory *trajectory;
  gb_table *table;
  const gb_walk_settings *settings;
  const gb_observer *observer;
  double borne;     ///< part of what acts at the load parameter 0 from which the walk begins
  double end;       ///< of the load parameter
  double grid;      ///< its multiples are not passed over
  pace loads, path; ///< steps of the load parameter, and along the path
  size_t length;    ///< n + m
  gb_arena memory;  ///< of its arrays
  last_states last;
  gb_scalar *w, *w_before; ///< their unknowns, [n + m]
  control control;
  gb_bordered *bordered; ///< NULL: steps of the load parameter alone
} walk;

static void grow(pace *p, double size, int64_t corrections) {
  if (corrections <= QUICK) p->next = fmax(p->next, size * GROWTH);
  if (corrections > SLOW) p->next = size * SHORTER;
  p->next = fmin(p->next, p->largest);
  p->failed = false;
}

static bool shorten(pace *p, double size) {
  const bool cut = size > p->smallest * (1 + 1e-9);
  p->next = fmax((p->failed ? CUT_AGAIN : CUT) * size, p->smallest);
  p->failed = true;
  return cut;
}

static int reserve(walk *k, gb_error *error) {
  GB_TRY(GB_TAKE(&k->memory, k->w, k->length, error));
  return GB_TAKE(&k->memory, k->w_before, k->length, error);
}

/// Bisections of a step at most.
static int bisections_of(const gb_walk_settings *set) {
  return set->retry > 0 ? set->retry : set->adapt ? GB_RETRIES : 0;
}

/// Steps along the path, the longest so many times as long as this one.
static void set_path(walk *k, double size, double longest) {
  k->path = (pace){.next = size,
                   .largest = longest * size,
                   .smallest = ldexp(size, -bisections_of(k->settings)),
                   .shortest = size};
}

static void set_steps(walk *k) {
  const gb_walk_settings *set = k->settings;
  const int joined = set->adapt ? (set->steps + MOST_LEVELS - 1) / MOST_LEVELS : 1;
  k->end = set->steps * set->step;
  k->grid = (set->follows ? 1 : joined) * set->step;
  k->loads = (pace){.next = k->grid,
                    .largest = k->grid,
                    .smallest = ldexp(set->step, -bisections_of(set)),
                    .shortest = k->grid};
  if (!set->row || isnan(set->to)) return;
  k->control.direction = set->to > 0 ? 1 : -1;
  k->control.remaining = fabs(set->to);
  set_path(k, k->control.remaining / set->steps, 1);
}

static bool is_hopeless(const walk *k) {
  return k->trajectory->k + k->trajectory->report->failures >
         MOST_ATTEMPTS * (1 + (int64_t)k->settings->steps);
}

static int give_up(const walk *k, int status, const gb_error *failure, gb_error *error) {
  const bool on_path = k->path.shortest > 0, driven = on_path && k->settings->row;
  const bool fixed = !k->settings->adapt && k->settings->retry == 0;
  char borne[100] = "";
  if (k->borne < 1)
    snprintf(borne, sizeof borne,
             ", and of what acts at t = 0 the reference bears a part of %.3g alone", k->borne);
  const char *advice =
      driven  ? "; arc_length: true without control follows displacements that turn back"
      : fixed ? "; adapt: true cuts steps that fail"
      : !on_path && k->last.t > 0 && k->loads.shortest <= AT_A_LIMIT * k->grid
          ? "; steps so small fail where the load is at a limit or the model buckles: arc_length: "
            "true goes past a limit"
          : "";
  return gb_fail(error, gb_error_code(status, failure),
                 "%s; the walk came to t = %g of %g, the smallest %s tried was %.3g%s%s",
                 failure->message, k->last.t, k->end, on_path ? "step along the path" : "load step",
                 on_path ? k->path.shortest : k->loads.shortest, borne, advice);
}

/// Whether the line through the last two states, not farther than these are apart, would have led
/// to the state that was found; and how far that is from the last one.
static int measure(walk *k, double t, double *distance, gb_error *error) {
  const gb_scalar *w = k->trajectory->solver.w;
  const double along =
      k->last.known ? fmin((t - k->last.t) / (k->last.t - k->last.t_before), 1) : 0;
  gb_scalar square[3] = {0};
  for (int32_t i = 0; i < k->trajectory->system->n; i++) {
    const double change = gb_real(w[i] - k->w[i]);
    const double off = change - along * gb_real(k->w[i] - k->w_before[i]);
    square[0] += change * change;
    square[1] += off * off;
    square[2] += gb_real(w[i]) * gb_real(w[i]);
  }
  GB_TRY(k->trajectory->system->op->sum(k->trajectory->system, 3, square, error));
  k->last.straight = k->last.known && gb_real(square[1]) < STRAIGHT * STRAIGHT * gb_real(square[0]);
  *distance = sqrt(gb_real(square[0]));
  if (*distance <= STILL * sqrt(gb_real(square[2]))) *distance = 0;
  return GB_OK;
}

/// The displacement that is driven, from the last state to that which was found.
static int measure_control(walk *k, double *distance, gb_error *error) {
  gb_scalar sum = 0;
  for (int32_t i = 0; i < k->trajectory->system->n; i++)
    sum += k->settings->row[i] * (k->trajectory->solver.w[i] - k->w[i]);
  GB_TRY(k->trajectory->system->op->sum(k->trajectory->system, 1, &sum, error));
  *distance = gb_real(sum);
  return GB_OK;
}

/// Steps along the path are as long as the first load step made it.
static int begin_path(walk *k, double distance, gb_error *error) {
  const gb_walk_settings *set = k->settings;
  if (set->row && distance > 0) GB_TRY(measure_control(k, &distance, error));
  if (distance == 0 && !set->row) return GB_OK; // nothing moves yet: load steps go on
  if (distance == 0)
    return gb_fail(error, GB_WRONG_SCHEME,
                   "time.control: the first load step does not move the probe in its direction; "
                   "accepted: a displacement that the loads cause");
  k->control.direction = distance > 0 ? 1 : -1;
  set_path(k, fabs(distance), LONGEST);
  return GB_OK;
}

static int learn(walk *k, double t, gb_error *error) {
  double distance;
  GB_TRY(measure(k, t, &distance, error));
  if (k->settings->follows && k->path.shortest == 0) GB_TRY(begin_path(k, distance, error));
  gb_scalar *oldest = k->w_before;
  k->w_before = k->w;
  k->w = oldest;
  memcpy(k->w, k->trajectory->solver.w, k->length * sizeof *k->w);
  k->last.known = k->trajectory->k > 1;
  k->last.t_before = k->last.t;
  k->last.t = t;
  k->last.distance = distance;
  return GB_OK;
}

/// The load parameter to try; where a step would leave a small remainder, two equal ones take its
/// place.
static double next_level(const walk *k) {
  const double ahead = (floor(k->last.t / k->grid + 1e-9) + 1) * k->grid;
  const double barrier = ahead > k->end * (1 - 1e-9) ? k->end : ahead;
  const double remaining = barrier - k->last.t, step = k->loads.next;
  if (step >= remaining * (1 - 1e-9)) return barrier;
  return step > 0.5 * remaining ? k->last.t + 0.5 * remaining : k->last.t + step;
}

/// The unknowns to start from: the last ones, or those ahead on the line through the last two.
static void predict(walk *k, double t) {
  gb_scalar *w = k->trajectory->solver.w;
  gb_predictor_forget(k->trajectory->solver.predictor);
  memcpy(w, k->w, k->length * sizeof *w);
  if (!k->last.known || !k->last.straight) return;
  const double along = fmin((t - k->last.t) / (k->last.t - k->last.t_before), 1);
  for (size_t i = 0; i < k->length; i++) w[i] += along * (k->w[i] - k->w_before[i]);
}

static int try_load(walk *k, bool *done, gb_error *error) {
  gb_march_report *report = k->trajectory->report;
  gb_error own = {0};
  const double t = next_level(k), size = t - k->last.t;
  const int64_t before = report->newton_iterations;
  int status = gb_table_set_level(k->table, k->trajectory->k + 1, t, t == k->end, error);
  GB_TRY(gb_system_agree(k->trajectory->system, status, error));
  predict(k, t);
  k->loads.shortest = fmin(k->loads.shortest, size);
  status = gb_trajectory_advance(k->trajectory, &own);
  *done = status == GB_OK;
  if (status == GB_OK) {
    grow(&k->loads, size, report->newton_iterations - before);
    return learn(k, t, error);
  }
  if (status != GB_DIVERGED && status != GB_SINGULAR)
    return gb_fail(error, gb_error_code(status, &own), "%s", own.message);
  if (!shorten(&k->loads, size) || is_hopeless(k)) return give_up(k, status, &own, error);
  report->failures++;
  k->last.known = false;
  gb_trajectory_retreat(k->trajectory, k->w);
  return GB_OK;
}

/// The last step takes all that remains of a driven displacement; where a step would leave a small
/// remainder, two equal ones take its place.
static double next_size(const walk *k, bool *last) {
  const double remaining = k->control.remaining, size = k->path.next;
  *last = k->control.remaining > 0 && size >= remaining * (1 - 1e-9);
  if (*last) return remaining;
  return remaining > 0 && size > 0.5 * remaining ? 0.5 * remaining : size;
}

/// A failed attempt at a step of this size.
static int cut(walk *k, double size, int status, const gb_error *failure, gb_error *error) {
  if (status != GB_DIVERGED && status != GB_SINGULAR)
    return gb_fail(error, gb_error_code(status, failure), "%s", failure->message);
  if (!shorten(&k->path, size) || is_hopeless(k)) return give_up(k, status, failure, error);
  k->trajectory->report->failures++;
  k->trajectory->k++;
  gb_trajectory_retreat(k->trajectory, k->w);
  return GB_OK;
}

/// The step's equation and guess: on the line through the last two states, which tells the
/// direction; a driven displacement needs no guess.
static int solve(walk *k, double size, double *t, gb_error *error) {
  const gb_scalar *row = k->settings->row;
  const gb_border border = {
      .from = k->w, .row = row, .length = row ? k->control.direction * size : size, .end = k->end};
  const double along = row ? 0 : size / k->last.distance;
  gb_scalar *guess = gb_bordered_unknowns(k->bordered);
  for (size_t i = 0; i < k->length; i++) guess[i] = k->w[i] + along * (k->w[i] - k->w_before[i]);
  *t = k->last.t + along * (k->last.t - k->last.t_before);
  return gb_bordered_solve(k->bordered, &border, t, k->trajectory->report, error);
}

/// The cosine between the step that was found and the one before.
static int measure_turn(walk *k, double *cosine, gb_error *error) {
  const gb_scalar *found = gb_bordered_unknowns(k->bordered);
  gb_scalar sums[3] = {0};
  for (int32_t i = 0; i < k->trajectory->system->n; i++) {
    const double last = gb_real(k->w[i] - k->w_before[i]), now = gb_real(found[i] - k->w[i]);
    sums[0] += last * last;
    sums[1] += now * now;
    sums[2] += last * now;
  }
  GB_TRY(k->trajectory->system->op->sum(k->trajectory->system, 3, sums, error));
  *cosine = gb_real(sums[2]) / sqrt(gb_real(sums[0]) * gb_real(sums[1]));
  return GB_OK;
}

/// Whether the state found at the end load lies between the last one and the one beyond.
static int is_between(walk *k, bool *yes, gb_error *error) {
  const gb_scalar *beyond = gb_bordered_unknowns(k->bordered);
  gb_scalar square[2] = {0};
  for (int32_t i = 0; i < k->trajectory->system->n; i++) {
    const double there = gb_real(k->trajectory->solver.w[i] - k->w[i]),
                 all = gb_real(beyond[i] - k->w[i]);
    square[0] += there * there;
    square[1] += all * all;
  }
  GB_TRY(k->trajectory->system->op->sum(k->trajectory->system, 2, square, error));
  *yes = sqrt(gb_real(square[0])) <= NEAR * sqrt(gb_real(square[1]));
  return GB_OK;
}

/// The state at the end load, which the path has just passed at t.
static int finish(walk *k, double t, double size, bool *done, gb_error *error) {
  const gb_scalar *beyond = gb_bordered_unknowns(k->bordered);
  const double part = (k->end - k->last.t) / (t - k->last.t);
  gb_error own = {0};
  int status = gb_table_set_level(k->table, k->trajectory->k + 1, k->end, true, error);
  GB_TRY(gb_system_agree(k->trajectory->system, status, error));
  gb_predictor_forget(k->trajectory->solver.predictor);
  for (size_t i = 0; i < k->length; i++)
    k->trajectory->solver.w[i] = k->w[i] + part * (beyond[i] - k->w[i]);
  status = gb_trajectory_advance(k->trajectory, &own);
  if (status == GB_OK) GB_TRY(is_between(k, done, error));
  if (*done) return learn(k, k->end, error);
  if (status == GB_OK)
    status =
        gb_fail(&own, GB_NO_CONVERGENCE, "load step to t = %g: another branch was found", k->end);
  k->trajectory->k--;
  return cut(k, size, status, &own, error);
}

static int try_path(walk *k, bool *done, gb_error *error) {
  gb_march_report *report = k->trajectory->report;
  gb_error own = {0};
  bool last;
  double t;
  const double size = next_size(k, &last);
  const int64_t before = report->newton_iterations;
  *done = false;
  k->path.shortest = fmin(k->path.shortest, size);
  int status = solve(k, size, &t, &own);
  if (status != GB_OK) return cut(k, size, status, &own, error);
  status = gb_admit(k->trajectory->system, gb_bordered_state(k->bordered),
                    gb_trajectory_state(k->trajectory, k->trajectory->k), &own);
  if (status != GB_OK) return cut(k, size, status, &own, error);
  double cosine;
  GB_TRY(measure_turn(k, &cosine, error));
  if (cosine < TURN) {
    status = gb_fail(&own, GB_NO_CONVERGENCE, "a step along the path turns too far");
    return cut(k, size, status, &own, error);
  }
  if (k->control.remaining == 0 && t >= k->end) return finish(k, t, size, done, error);
  if (is_hopeless(k)) {
    status = gb_fail(&own, GB_NO_CONVERGENCE, "the path does not reach the end load");
    return give_up(k, status, &own, error);
  }
  status = gb_table_set_level(k->table, k->trajectory->k + 1, t, last, error);
  GB_TRY(gb_system_agree(k->trajectory->system, status, error));
  GB_TRY(gb_trajectory_append(k->trajectory, gb_bordered_state(k->bordered), error));
  grow(&k->path, size, report->newton_iterations - before);
  *done = true;
  k->control.remaining = last ? 0 : k->control.remaining - (k->control.remaining > 0 ? size : 0);
  return learn(k, t, error);
}

static int archive(void *driver, gb_archive *file, gb_error *error) {
  walk *k = driver;
  GB_TRY(gb_march_report_archive(file, k->trajectory->report, error));
  GB_TRY(gb_archive_bytes(file, sizeof k->last, &k->last, error));
  GB_TRY(gb_archive_bytes(file, sizeof k->control, &k->control, error));
  GB_TRY(gb_archive_bytes(file, sizeof k->loads, &k->loads, error));
  GB_TRY(gb_archive_bytes(file, sizeof k->path, &k->path, error));
  GB_TRY(gb_archive_vectors(file, 1, k->w, error));
  GB_TRY(gb_archive_vectors(file, 1, k->w_before, error));
  return gb_trajectory_archive(k->trajectory, file, error);
}

/// Functionals and observers of the stage found last.
static int show(walk *k, gb_error *error) {
  gb_trajectory *s = k->trajectory;
  const gb_state *state = gb_trajectory_state(s, s->k);
  const gb_observer *observer = k->observer;
  if (gb_stage_counts(s->table, s->k, &s->stage))
    GB_TRY(s->system->op->functionals_add(s->system, state, s->stage.weight, error));
  if (observer && observer->step)
    GB_TRY(observer->step(observer->context, s->stage.step, state, error));
  if (observer && observer->checkpoint)
    return observer->checkpoint(observer->context, s->stage.step, archive, k, error);
  return GB_OK;
}

static int begin(walk *k, gb_error *error) {
  gb_trajectory *s = k->trajectory;
  gb_table_walk(k->table);
  gb_trajectory_begin(s, false);
  GB_TRY(s->system->op->functionals_begin(s->system, error));
  GB_TRY(gb_trajectory_advance(s, error));
  if (!k->settings->known && k->settings->eases)
    GB_TRY(gb_ease_in(s->system, s->options, GB_RETRIES, k->w, &k->borne, s->report, error));
  return show(k, error);
}

/// From a state that is known to the last one in one step.
static int take_known_state(walk *k, gb_error *error) {
  const int status = gb_table_set_level(k->table, 1, k->settings->known_level, true, error);
  GB_TRY(gb_system_agree(k->trajectory->system, status, error));
  memcpy(k->trajectory->solver.w, k->settings->known, k->length * sizeof *k->trajectory->solver.w);
  gb_predictor_forget(k->trajectory->solver.predictor);
  k->trajectory->ring.oldest = 1; // the reference may be far away: it is not a step before
  GB_TRY(gb_trajectory_advance(k->trajectory, error));
  return show(k, error);
}

static bool is_complete(const walk *k) {
  return k->trajectory->k > 0 && k->trajectory->k == gb_table_stages(k->table) - 1;
}

static int go(walk *k, gb_error *error) {
  const gb_observer *observer = k->observer;
  if (observer && observer->resume)
    GB_TRY(archive(k, observer->resume, error));
  else
    GB_TRY(begin(k, error));
  if (k->settings->known) return take_known_state(k, error);
  while (!is_complete(k)) {
    const bool on_path = k->path.shortest > 0;
    bool done;
    GB_TRY(on_path ? try_path(k, &done, error) : try_load(k, &done, error));
    if (done) GB_TRY(show(k, error));
  }
  return GB_OK;
}

int gb_walk(gb_trajectory *s, gb_table *table, const gb_walk_settings *settings,
            const gb_observer *observer, gb_scalar values[], gb_march_report *report,
            gb_error *error) {
  walk k = {.trajectory = s,
            .table = table,
            .settings = settings,
            .observer = observer,
            .borne = 1,
            .length = (size_t)s->system->n + (size_t)s->system->m};
  *report = (gb_march_report){0};
  s->report = report;
  set_steps(&k);
  int status = gb_system_agree(s->system, reserve(&k, error), error);
  if (status == GB_OK && settings->follows)
    status = gb_bordered_create(s->system, s->options, settings->owns, &k.bordered, error);
  if (status == GB_OK) status = go(&k, error);
  if (status == GB_OK) status = s->system->op->functionals_end(s->system, values, error);
  gb_bordered_destroy(&k.bordered);
  gb_arena_free(&k.memory);
  return status;
}
