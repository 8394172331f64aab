/// Statics as a walk: in steps of the load parameter, none of which passes over one of the user's
/// and the last of which ends exactly at the walk's end, or in steps along the path of states and
/// loads. Each of these has its length, or its part of a displacement that is driven, and finds its
/// load parameter, so they pass limit points; when the path first reaches the end load, a load step
/// from between the last two states ends the walk. A static state has no history, so there is one
/// walk, and its last state gives the functionals and their derivatives.
/// Source: docs/theory.md, the section on static walks.
#include "integrators/walk.h"

#include "integrators/ease.h"
#include "integrators/pass.h"
#include "integrators/stability.h"

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
/// Elements whose directors turn by more than this between two nodes bear less and less moment: an
/// element of straight lines has its largest moment at 0.5.
static const double COARSE = 0.35;
/// A line through the last two states is the prediction where its error at the last one was so much
/// smaller than the way there: where shells turn, a line stretches them and costs more than it
/// saves.
static const double STRAIGHT = 0.1;
/// A step so much shorter than what it leads to is round-off: it moves nothing, and has no
/// direction that a path could follow.
static const double STILL = 1e-6;
/// A first load step that goes so many times as far as the tangent at its beginning may have passed
/// a limit point.
static const double FARTHEST = 2;
/// Part of a load step within which a bifurcation is found before its branch is taken.
static const double NARROW = 1. / 64;
static bool counts(const gb_walker *k) {
  return k->settings->stability && !k->settings->known && k->trajectory->system->op->negative &&
         !gb_table_scheme(k->table)->linear;
}

void gb_walk_grow(gb_walk_pace *p, double size, int64_t corrections) {
  if (corrections <= QUICK) p->next = fmax(p->next, size * GROWTH);
  if (corrections > SLOW) p->next = size * SHORTER;
  p->next = fmin(p->next, p->largest);
  p->failed = false;
}

bool gb_walk_shorten(gb_walk_pace *p, double size) {
  const bool cut = size > p->smallest * (1 + 1e-9);
  p->next = fmax((p->failed ? CUT_AGAIN : CUT) * size, p->smallest);
  p->failed = true;
  return cut;
}

static int reserve(gb_walker *k, gb_error *error) {
  GB_TRY(GB_TAKE(&k->memory, k->w, k->length, error));
  GB_TRY(GB_TAKE(&k->memory, k->before[0], k->length, error));
  return GB_TAKE(&k->memory, k->before[1], k->length, error);
}

int gb_walk_bisections(const gb_walk_settings *set) {
  return set->retry > 0 ? set->retry : set->adapt ? GB_RETRIES : 0;
}

static void set_steps(gb_walker *k) {
  const gb_walk_settings *set = k->settings;
  const int joined = set->adapt ? (set->steps + MOST_LEVELS - 1) / MOST_LEVELS : 1;
  k->end = k->path.goal = set->steps * set->step;
  k->grid = (set->follows ? 1 : joined) * set->step;
  k->loads = (gb_walk_pace){.next = k->grid,
                            .largest = k->grid,
                            .smallest = ldexp(set->step, -gb_walk_bisections(set)),
                            .shortest = k->grid};
  if (!set->row || isnan(set->to)) return;
  k->control.direction = set->to > 0 ? 1 : -1;
  k->control.remaining = fabs(set->to);
  gb_walk_set_path(k, k->control.remaining / set->steps, 1);
}

bool gb_walk_is_hopeless(const gb_walker *k) {
  return k->trajectory->k + k->trajectory->report->failures >
         MOST_ATTEMPTS * (1 + (int64_t)k->settings->steps);
}

/// What helps a walk that fails at the last state, where an element has turned by an angle.
static const char *find_advice(const gb_walker *k, double bend) {
  const bool on_path = k->path.pace.shortest > 0;
  if (!on_path && !k->settings->adapt && k->settings->retry == 0)
    return "; adapt: true cuts steps that fail";
  if (bend > COARSE) return "; a finer mesh there, or elements of second order";
  if (on_path && k->settings->row)
    return "; arc_length: true without control follows displacements that turn back";
  if (on_path || k->last.t <= 0 || k->loads.shortest > AT_A_LIMIT * k->grid) return "";
  return "; steps so small fail where the load is at a limit or the model buckles: arc_length: "
         "true "
         "goes past a limit";
}

int gb_walk_give_up(const gb_walker *k, int status, const gb_error *failure, gb_error *error) {
  gb_system *system = k->trajectory->system;
  const gb_state last = {
      .t = k->last.t, .component = {[GB_Q] = k->w}, .multiplier = k->w + system->n};
  const bool on_path = k->path.pace.shortest > 0;
  char borne[100] = "", coarse[200] = "";
  double bend = 0;
  int64_t element;
  if (system->op->bend) GB_TRY(system->op->bend(system, &last, &bend, &element, error));
  if (bend > COARSE)
    snprintf(
        coarse, sizeof coarse,
        "; the mesh is too coarse for this bending: between two nodes of element %lld directors "
        "turn by %.0f degrees",
        (long long)element, bend * 180 / M_PI);
  if (k->borne < 1)
    snprintf(borne, sizeof borne,
             ", and of what acts at t = 0 the reference bears a part of %.3g alone", k->borne);
  return gb_fail(error, gb_error_code(status, failure),
                 "%s; the walk came to t = %g of %g, the smallest %s tried was %.3g%s%s%s",
                 failure->message, k->last.t, k->end, on_path ? "step along the path" : "load step",
                 on_path ? k->path.pace.shortest : k->loads.shortest, borne, coarse,
                 find_advice(k, bend));
}

/// Whether the line through the last two states, not farther than these are apart, would have led
/// to the state that was found; and how far that is from the last one.
static int measure(gb_walker *k, double t, double *distance, gb_error *error) {
  const gb_scalar *w = k->trajectory->solver.w;
  const double along =
      k->last.known ? fmin((t - k->last.t) / (k->last.t - k->last.t_before), 1) : 0;
  gb_scalar square[3] = {0};
  for (int32_t i = 0; i < k->trajectory->system->n; i++) {
    const double change = gb_real(w[i] - k->w[i]);
    const double off = change - along * gb_real(k->w[i] - k->before[0][i]);
    square[0] += change * change;
    square[1] += off * off;
    square[2] += gb_real(w[i]) * gb_real(w[i]);
  }
  GB_TRY(k->trajectory->system->op->sum(k->trajectory->system, 3, square, error));
  k->last.straight = k->last.known && gb_real(square[1]) < STRAIGHT * STRAIGHT * gb_real(square[0]);
  *distance = sqrt(gb_real(square[0]));
  k->path.size = sqrt(gb_real(square[2]));
  if (*distance <= STILL * sqrt(gb_real(square[2]))) *distance = 0;
  return GB_OK;
}

/// The displacement that is driven, from the last state to that which was found.
static int measure_control(gb_walker *k, double *distance, gb_error *error) {
  gb_scalar sum = 0;
  for (int32_t i = 0; i < k->trajectory->system->n; i++)
    sum += k->settings->row[i] * (k->trajectory->solver.w[i] - k->w[i]);
  GB_TRY(k->trajectory->system->op->sum(k->trajectory->system, 1, &sum, error));
  *distance = gb_real(sum);
  return GB_OK;
}

/// Steps along the path are as long as the first load step made it.
static int begin_path(gb_walker *k, double t, double distance, gb_error *error) {
  const gb_walk_settings *set = k->settings;
  if (set->row && distance > 0) GB_TRY(measure_control(k, &distance, error));
  if (distance == 0 && !set->row) return GB_OK; // nothing moves yet: load steps go on
  if (distance == 0)
    return gb_fail(error, GB_WRONG_SCHEME,
                   "time.control: the first load step does not move the probe in its direction; "
                   "accepted: a displacement that the loads cause");
  k->control.direction = distance > 0 ? 1 : -1;
  gb_walk_set_path(k, fabs(distance), GB_LONGEST_STEP);
  k->path.unit[0] = distance;
  k->path.unit[1] = t - k->last.t;
  return GB_OK;
}

int gb_walk_learn(gb_walker *k, double t, gb_error *error) {
  double distance;
  GB_TRY(measure(k, t, &distance, error));
  if (k->settings->follows && k->path.pace.shortest == 0) GB_TRY(begin_path(k, t, distance, error));
  gb_scalar *oldest = k->before[1];
  k->before[1] = k->before[0];
  k->before[0] = k->w;
  k->w = oldest;
  memcpy(k->w, k->trajectory->solver.w, k->length * sizeof *k->w);
  k->last.known = k->trajectory->k > 1;
  k->last.t_older = k->last.t_before;
  k->last.t_before = k->last.t;
  k->last.t = t;
  k->last.distance_before = k->last.distance;
  k->last.distance = distance;
  return GB_OK;
}

/// The user's next load parameter.
double gb_walk_barrier(const gb_walker *k) {
  const double ahead = (floor(k->last.t / k->grid + 1e-9) + 1) * k->grid;
  return ahead > k->end * (1 - 1e-9) ? k->end : ahead;
}

/// The load parameter to try; where a step would leave a small remainder, two equal ones take its
/// place.
static double next_level(const gb_walker *k) {
  const double barrier = gb_walk_barrier(k), remaining = barrier - k->last.t, step = k->loads.next;
  if (step >= remaining * (1 - 1e-9)) return barrier;
  return step > 0.5 * remaining ? k->last.t + 0.5 * remaining : k->last.t + step;
}

/// The unknowns to start from: the last ones, or those ahead on the line through the last two.
static void predict(gb_walker *k, double t) {
  gb_scalar *w = k->trajectory->solver.w;
  gb_predictor_forget(k->trajectory->solver.predictor);
  memcpy(w, k->w, k->length * sizeof *w);
  if (!k->last.known || !k->last.straight) return;
  const double along = fmin((t - k->last.t) / (k->last.t - k->last.t_before), 1);
  for (size_t i = 0; i < k->length; i++) w[i] += along * (k->w[i] - k->before[0][i]);
}

/// The factor in use is of the state found last, and is not Newton's own.
static void note_factor(gb_walker *k) {
  gb_factor_record *record = &k->trajectory->solver.record[GB_PROJECT_NONE];
  record->age = 1;
  record->sum = record->moment = 0;
}

/// Count the negative eigenvalues of the stiffness at a state; one that is singular has as many as
/// the state before.
static int count(gb_walker *k, const gb_state *state, int64_t *negative, gb_error *error) {
  gb_system *system = k->trajectory->system;
  gb_error own = {0};
  *negative = k->settings->stability ? k->settings->stability->negative : 0;
  if (!counts(k)) return GB_OK;
  const int status = gb_stability_count(system, state, k->settings->stability->scale,
                                        k->trajectory->report, negative, &own);
  if (status == GB_SINGULAR) return GB_OK;
  note_factor(k);
  return status == GB_OK ? GB_OK : gb_fail(error, gb_error_code(status, &own), "%s", own.message);
}

/// Take in the count at the state found last, whose load parameter is t.
static int judge(gb_walker *k, int64_t negative, double t, gb_error *error) {
  if (!counts(k)) return GB_OK;
  const bool lost = gb_stability_learn(k->settings->stability, negative, k->last.t, t);
  if (!lost || k->settings->unstable != GB_UNSTABLE_STOP) return GB_OK;
  return gb_fail(
      error, GB_UNSTABLE,
      "time.unstable: stop: a limit or bifurcation point lies between t = %g and t = %g; "
      "the stiffness has %lld negative eigenvalue%s there",
      k->last.t, t, (long long)negative, negative == 1 ? "" : "s");
}

int gb_walk_assess(gb_walker *k, double t, gb_error *error) {
  int64_t negative;
  GB_TRY(count(k, gb_trajectory_state(k->trajectory, k->trajectory->k), &negative, error));
  return judge(k, negative, t, error);
}

/// Whether a first load step, of which a path takes its length, went much farther than the tangent
/// at its beginning: past a limit point, to where the structure has snapped.
static int is_jump(gb_walker *k, double t, double size, bool *yes, gb_error *error) {
  double distance;
  *yes = false;
  if (!k->settings->follows || k->path.rate == 0 || size <= k->loads.smallest * (1 + 1e-9))
    return GB_OK;
  GB_TRY(measure(k, t, &distance, error));
  *yes = distance > FARTHEST * k->path.rate * size;
  return GB_OK;
}

/// Give a load step up and go back to the last state.
static int undo(gb_walker *k, double size, int status, const gb_error *failure, gb_error *error) {
  if (!gb_walk_shorten(&k->loads, size) || gb_walk_is_hopeless(k))
    return gb_walk_give_up(k, status, failure, error);
  k->trajectory->report->failures++;
  k->last.known = false;
  gb_trajectory_retreat(k->trajectory, k->w);
  return GB_OK;
}

/// The state that a load step has found: take it, or go back where it lies beyond a point that is
/// not to be passed.
static int take(gb_walker *k, double t, double size, int64_t corrections, bool *done,
                gb_error *error) {
  const gb_state *state = gb_trajectory_state(k->trajectory, k->trajectory->k);
  gb_error own = {0};
  int64_t negative;
  bool jump;
  *done = false;
  GB_TRY(is_jump(k, t, size, &jump, error));
  if (jump) {
    const int status =
        gb_fail(&own, GB_NO_CONVERGENCE, "load step to t = %g: another branch was found", t);
    return undo(k, size, status, &own, error);
  }
  GB_TRY(count(k, state, &negative, error));
  if (k->settings->unstable == GB_UNSTABLE_BRANCH && negative > k->settings->stability->negative) {
    if (size <= NARROW * k->grid) return gb_walk_leave(k, t, done, error);
    const int status = gb_fail(&own, GB_UNSTABLE, "load step to t = %g: the state is unstable", t);
    return undo(k, size, status, &own, error);
  }
  GB_TRY(judge(k, negative, t, error));
  gb_walk_grow(&k->loads, size, corrections);
  *done = true;
  return gb_walk_learn(k, t, error);
}

static int try_load(gb_walker *k, bool *done, gb_error *error) {
  gb_march_report *report = k->trajectory->report;
  gb_error own = {0};
  const double t = next_level(k), size = t - k->last.t;
  const int64_t before = report->newton_iterations;
  int status = gb_table_set_level(k->table, k->trajectory->k + 1, t, t == k->end, error);
  GB_TRY(gb_system_agree(k->trajectory->system, status, error));
  predict(k, t);
  k->loads.shortest = fmin(k->loads.shortest, size);
  status = gb_trajectory_advance(k->trajectory, &own);
  *done = false;
  if (status == GB_OK) return take(k, t, size, report->newton_iterations - before, done, error);
  if (status != GB_DIVERGED && status != GB_SINGULAR)
    return gb_fail(error, gb_error_code(status, &own), "%s", own.message);
  return undo(k, size, status, &own, error);
}

static int archive(void *driver, gb_archive *file, gb_error *error) {
  gb_walker *k = driver;
  GB_TRY(gb_march_report_archive(file, k->trajectory->report, error));
  GB_TRY(gb_archive_bytes(file, sizeof k->last, &k->last, error));
  GB_TRY(gb_archive_bytes(file, sizeof k->control, &k->control, error));
  GB_TRY(gb_archive_bytes(file, sizeof k->loads, &k->loads, error));
  GB_TRY(gb_archive_bytes(file, sizeof k->path, &k->path, error));
  GB_TRY(gb_archive_vectors(file, 1, k->w, error));
  GB_TRY(gb_archive_vectors(file, 1, k->before[0], error));
  GB_TRY(gb_archive_vectors(file, 1, k->before[1], error));
  return gb_trajectory_archive(k->trajectory, file, error);
}

/// Functionals and observers of the stage found last.
static int show(gb_walker *k, gb_error *error) {
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

/// The size of the least eigenvalue where the walk begins, by the factor made there.
static int find_scale(gb_walker *k, const gb_state *state, gb_error *error) {
  gb_scalar *x;
  double value;
  GB_SCRATCH(scratch);
  GB_TRY(gb_system_agree(k->trajectory->system, GB_TAKE(&scratch, x, k->length, error), error));
  GB_TRY(gb_stability_vector(k->trajectory->system, state, x, &value, error));
  k->settings->stability->scale = fabs(value);
  return GB_OK;
}

/// Stability where the walk begins, and how fast it sets out.
static int examine_start(gb_walker *k, gb_error *error) {
  gb_trajectory *s = k->trajectory;
  const size_t n = (size_t)s->system->n, m = (size_t)s->system->m;
  gb_state state;
  int64_t negative;
  if (!counts(k) || k->borne < 1) return GB_OK;
  GB_SCRATCH(scratch);
  GB_TRY(gb_system_agree(s->system, gb_state_create(s->system, &scratch, &state, error), error));
  memcpy(state.component[GB_Q], k->w, n * sizeof *k->w);
  if (m) memcpy(state.multiplier, k->w + n, m * sizeof *k->w);
  state.sigma[GB_Q] = 1;
  const int64_t before = s->report->factorisations;
  GB_TRY(count(k, &state, &negative, error));
  GB_TRY(judge(k, negative, 0, error));
  if (s->report->factorisations == before) return GB_OK;
  GB_TRY(find_scale(k, &state, error));
  if (!k->bordered) return GB_OK;
  return gb_bordered_rate(k->bordered, &state, k->end, &k->path.rate, error);
}

static int begin(gb_walker *k, gb_error *error) {
  gb_trajectory *s = k->trajectory;
  gb_table_walk(k->table);
  gb_trajectory_begin(s, false);
  GB_TRY(s->system->op->functionals_begin(s->system, error));
  GB_TRY(gb_trajectory_advance(s, error));
  if (!k->settings->known && k->settings->eases)
    GB_TRY(gb_ease_in(s->system, s->options, GB_RETRIES, k->w, &k->borne, s->report, error));
  GB_TRY(examine_start(k, error));
  return show(k, error);
}

/// From a state that is known to the last one in one step.
static int take_known_state(gb_walker *k, gb_error *error) {
  const int status = gb_table_set_level(k->table, 1, k->settings->known_level, true, error);
  GB_TRY(gb_system_agree(k->trajectory->system, status, error));
  memcpy(k->trajectory->solver.w, k->settings->known, k->length * sizeof *k->trajectory->solver.w);
  gb_predictor_forget(k->trajectory->solver.predictor);
  k->trajectory->ring.oldest = 1; // the reference may be far away: it is not a step before
  GB_TRY(gb_trajectory_advance(k->trajectory, error));
  return show(k, error);
}

static bool is_complete(const gb_walker *k) {
  return k->trajectory->k > 0 && k->trajectory->k == gb_table_stages(k->table) - 1;
}

static int go(gb_walker *k, gb_error *error) {
  const gb_observer *observer = k->observer;
  if (observer && observer->resume)
    GB_TRY(archive(k, observer->resume, error));
  else
    GB_TRY(begin(k, error));
  if (k->settings->known) return take_known_state(k, error);
  while (!is_complete(k)) {
    const bool on_path = k->path.pace.shortest > 0;
    bool done;
    GB_TRY(on_path ? gb_walk_follow(k, &done, error) : try_load(k, &done, error));
    if (done) GB_TRY(show(k, error));
  }
  if (!gb_table_scheme(k->table)->linear || !k->trajectory->system->op->negative) return GB_OK;
  return gb_stability_refuse(k->trajectory->system,
                             gb_trajectory_state(k->trajectory, k->trajectory->k), error);
}

int gb_walk(gb_trajectory *s, gb_table *table, const gb_walk_settings *settings,
            const gb_observer *observer, gb_scalar values[], gb_march_report *report,
            gb_error *error) {
  gb_walker k = {.trajectory = s,
                 .table = table,
                 .settings = settings,
                 .observer = observer,
                 .borne = 1,
                 .length = (size_t)s->system->n + (size_t)s->system->m};
  *report = (gb_march_report){0};
  s->report = report;
  set_steps(&k);
  int status = gb_system_agree(s->system, reserve(&k, error), error);
  if (status == GB_OK && (settings->follows || settings->unstable == GB_UNSTABLE_BRANCH))
    status = gb_bordered_create(s->system, s->options, settings->owns, &k.bordered, error);
  if (status == GB_OK) status = go(&k, error);
  if (status == GB_OK) status = s->system->op->functionals_end(s->system, values, error);
  gb_bordered_destroy(&k.bordered);
  gb_arena_free(&k.memory);
  return status;
}
