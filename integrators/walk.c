/// A static walk takes load steps or path steps. Load steps prescribe the load parameter; they end
/// at each grid load and exactly at the final load. Path steps prescribe their length or the change
/// of a displacement, and solve for the load parameter, so that they pass limit points. When the
/// path first reaches the final load, a load step between the last two states ends the walk. A
/// static state has no history: the last state alone gives the functionals and their derivatives.
/// Source: docs/theory.md, the section on static walks.
#include "integrators/walk.h"

#include "integrators/initial_loads.h"
#include "integrators/pass.h"
#include "integrators/stability.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/// MAX_LOADS: number of load steps of the user above which several are joined to one.
/// QUICK, SLOW: the next step is longer after up to QUICK corrections, shorter after more than
/// SLOW. MAX_ATTEMPTS: limit of attempts, per load step of the user.
enum { MAX_LOADS = 40, QUICK = 12, SLOW = 30, MAX_ATTEMPTS = 100 };
/// Factors of the next step's size: after a quick step, a slow step, a first failure, and a further
/// failure.
static const double GROWTH = 2, SHORTER = 0.7, CUT = 0.5, CUT_AGAIN = 0.25;
/// Load steps that fail at less than this fraction of the requested size indicate a limit load.
static const double AT_A_LIMIT = 1e-4;
/// Rotation of directors between two nodes, rad, above which the mesh is too coarse: a linear
/// element has its largest bending moment at 0.5 and then carries less.
static const double COARSE = 0.35;
/// Extrapolate along the line through the last two states only if its error at the last state was
/// below this fraction of the last step. Where shells rotate, a straight line stretches them and
/// costs more iterations than it saves.
static const double STRAIGHT = 0.1;
/// A step shorter than this fraction of the displacements is round-off, without a direction that a
/// path could follow.
static const double NO_MOTION = 1e-6;
/// A first load step longer than this factor times its tangent prediction may have skipped a limit
/// point.
static const double FARTHEST = 2;
/// A bifurcation is located within this fraction of a load step before the branch is switched.
static const double NARROW = 1. / 64;

/// Whether the walk counts negative eigenvalues.
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
  const int joined = set->adapt ? (set->steps + MAX_LOADS - 1) / MAX_LOADS : 1;
  k->end = k->path.goal = set->steps * set->step;
  k->grid = (set->arc_length ? 1 : joined) * set->step;
  k->loads = (gb_walk_pace){.next = k->grid,
                            .largest = k->grid,
                            .smallest = ldexp(set->step, -gb_walk_bisections(set)),
                            .shortest = k->grid};
  if (!set->row || isnan(set->to)) return;
  k->control.direction = set->to > 0 ? 1 : -1;
  k->control.remaining = fabs(set->to);
  gb_walk_set_path(k, k->control.remaining / set->steps, 1);
}

bool gb_walk_exceeds_attempts(const gb_walker *k) {
  return k->trajectory->k + k->trajectory->report->failures >
         MAX_ATTEMPTS * (1 + (int64_t)k->settings->steps);
}

/// Advice for a walk that failed at the last state. `bend` is the largest rotation of directors
/// between two nodes of an element.
static const char *find_advice(const gb_walker *k, double bend) {
  const bool on_path = k->path.pace.shortest > 0;
  if (!on_path && !k->settings->adapt && k->settings->retry == 0)
    return "; adapt: true cuts steps that fail";
  if (bend > COARSE) return "; a finer mesh there, or elements of second order";
  if (on_path && k->settings->row)
    return "; arc_length: true without control follows displacements that turn back";
  if (on_path || k->last.t <= 0 || k->loads.shortest > AT_A_LIMIT * k->grid) return "";
  return "; such small steps fail at a limit load or where the model buckles; arc_length: true "
         "passes limit points";
}

int gb_walk_fail(const gb_walker *k, int status, const gb_error *failure, gb_error *error) {
  gb_system *system = k->trajectory->system;
  const gb_state last = {
      .t = k->last.t, .component = {[GB_Q] = k->w}, .multiplier = k->w + system->n};
  const bool on_path = k->path.pace.shortest > 0;
  char start[100] = "", coarse[200] = "";
  double bend = 0;
  int64_t element;
  if (system->op->bend) GB_TRY(system->op->bend(system, &last, &bend, &element, error));
  if (bend > COARSE)
    snprintf(
        coarse, sizeof coarse,
        "; the mesh is too coarse for this bending: between two nodes of element %lld directors "
        "turn by %.0f degrees",
        (long long)element, bend * 180 / M_PI);
  if (k->start_fraction < 1)
    snprintf(start, sizeof start,
             ", and only the fraction %.3g of the loads at t = 0 could be applied",
             k->start_fraction);
  return gb_fail(error, gb_error_code(status, failure),
                 "%s; the walk came to t = %g of %g, the smallest %s tried was %.3g%s%s%s",
                 failure->message, k->last.t, k->end, on_path ? "step along the path" : "load step",
                 on_path ? k->path.pace.shortest : k->loads.shortest, start, coarse,
                 find_advice(k, bend));
}

/// Compute the distance from the last state to the state found at t, and whether extrapolation
/// along the line through the last two states would have predicted it well (k->last.straight).
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
  if (*distance <= NO_MOTION * sqrt(gb_real(square[2]))) *distance = 0;
  return GB_OK;
}

/// Compute the change of the controlled displacement from the last state to the one found.
static int measure_control(gb_walker *k, double *distance, gb_error *error) {
  gb_scalar sum = 0;
  for (int32_t i = 0; i < k->trajectory->system->n; i++)
    sum += k->settings->row[i] * (k->trajectory->solver.w[i] - k->w[i]);
  GB_TRY(k->trajectory->system->op->sum(k->trajectory->system, 1, &sum, error));
  *distance = gb_real(sum);
  return GB_OK;
}

/// Begin path steps, which are as long as the first load step was.
static int begin_path(gb_walker *k, double t, double distance, gb_error *error) {
  const gb_walk_settings *set = k->settings;
  if (set->row && distance > 0) GB_TRY(measure_control(k, &distance, error));
  if (distance == 0 && !set->row) return GB_OK; // no motion yet: continue with load steps
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

int gb_walk_accept(gb_walker *k, double t, gb_error *error) {
  double distance;
  GB_TRY(measure(k, t, &distance, error));
  if (k->settings->arc_length && k->path.pace.shortest == 0)
    GB_TRY(begin_path(k, t, distance, error));
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

double gb_walk_next_grid_load(const gb_walker *k) {
  const double ahead = (floor(k->last.t / k->grid + 1e-9) + 1) * k->grid;
  return ahead > k->end * (1 - 1e-9) ? k->end : ahead;
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
  gb_scalar *w = k->trajectory->solver.w;
  gb_predictor_forget(k->trajectory->solver.predictor);
  memcpy(w, k->w, k->length * sizeof *w);
  if (!k->last.known || !k->last.straight) return;
  const double along = fmin((t - k->last.t) / (k->last.t - k->last.t_before), 1);
  for (size_t i = 0; i < k->length; i++) w[i] += along * (k->w[i] - k->before[0][i]);
}

/// Record that the current factor belongs to the last state and was not made by Newton's method.
static void record_factor(gb_walker *k) {
  gb_factor_record *record = &k->trajectory->solver.record[GB_PROJECT_NONE];
  record->age = 1;
  record->sum = record->moment = 0;
}

/// Count the negative eigenvalues of the stiffness at a state. If the stiffness is singular, use
/// the number of the state before.
static int count(gb_walker *k, const gb_state *state, int64_t *negative, gb_error *error) {
  gb_system *system = k->trajectory->system;
  gb_error own = {0};
  *negative = k->settings->stability ? k->settings->stability->negative : 0;
  if (!counts(k)) return GB_OK;
  const int status = gb_stability_count(system, state, k->settings->stability->scale,
                                        k->trajectory->report, negative, &own);
  if (status == GB_SINGULAR) return GB_OK;
  record_factor(k);
  return status == GB_OK ? GB_OK : gb_fail(error, gb_error_code(status, &own), "%s", own.message);
}

/// Add the count at load parameter t to the stability report, and end the walk with an error if
/// stability was lost and time.unstable is `stop`.
static int judge(gb_walker *k, int64_t negative, double t, gb_error *error) {
  if (!counts(k)) return GB_OK;
  const bool lost = gb_stability_add(k->settings->stability, negative, k->last.t, t);
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

/// Whether the first load step of a walk with path steps is much longer than its tangent
/// prediction, so that it has skipped a limit point (snap-through).
static int is_jump(gb_walker *k, double t, double size, bool *yes, gb_error *error) {
  double distance;
  *yes = false;
  if (!k->settings->arc_length || k->path.rate == 0 || size <= k->loads.smallest * (1 + 1e-9))
    return GB_OK;
  GB_TRY(measure(k, t, &distance, error));
  *yes = distance > FARTHEST * k->path.rate * size;
  return GB_OK;
}

/// Discard a load step and go back to the last state.
static int undo(gb_walker *k, double size, int status, const gb_error *failure, gb_error *error) {
  if (!gb_walk_shorten(&k->loads, size) || gb_walk_exceeds_attempts(k))
    return gb_walk_fail(k, status, failure, error);
  k->trajectory->report->failures++;
  k->last.known = false;
  gb_trajectory_retreat(k->trajectory, k->w);
  return GB_OK;
}

/// Accept the state found by a load step, or go back if it is beyond a limit or bifurcation point.
static int accept_or_undo(gb_walker *k, double t, double size, int64_t corrections, bool *done,
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
    if (size <= NARROW * k->grid) return gb_walk_switch_branch(k, t, done, error);
    const int status = gb_fail(&own, GB_UNSTABLE, "load step to t = %g: the state is unstable", t);
    return undo(k, size, status, &own, error);
  }
  GB_TRY(judge(k, negative, t, error));
  gb_walk_grow(&k->loads, size, corrections);
  *done = true;
  return gb_walk_accept(k, t, error);
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
  GB_TRY(gb_archive_bytes(file, sizeof k->control, &k->control, error));
  GB_TRY(gb_archive_bytes(file, sizeof k->loads, &k->loads, error));
  GB_TRY(gb_archive_bytes(file, sizeof k->path, &k->path, error));
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
  if (gb_stage_counts(s->table, s->k, &s->stage))
    GB_TRY(s->system->op->functionals_add(s->system, state, s->stage.weight, error));
  if (observer && observer->step)
    GB_TRY(observer->step(observer->context, s->stage.step, state, error));
  if (observer && observer->checkpoint)
    return observer->checkpoint(observer->context, s->stage.step, archive, k, error);
  return GB_OK;
}

/// Compute the magnitude of the smallest eigenvalue at the beginning of the walk, with the current
/// factor.
static int find_scale(gb_walker *k, const gb_state *state, gb_error *error) {
  gb_scalar *x;
  double value;
  GB_SCRATCH(scratch);
  GB_TRY(gb_system_agree(k->trajectory->system, GB_TAKE(&scratch, x, k->length, error), error));
  GB_TRY(gb_stability_vector(k->trajectory->system, state, x, &value, error));
  k->settings->stability->scale = fabs(value);
  return GB_OK;
}

/// Count negative eigenvalues at the beginning of the walk, and compute |dq/dt| there.
static int examine_start(gb_walker *k, gb_error *error) {
  gb_trajectory *s = k->trajectory;
  const size_t n = (size_t)s->system->n, m = (size_t)s->system->m;
  gb_state state;
  int64_t negative;
  if (!counts(k) || k->start_fraction < 1) return GB_OK;
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
  if (!k->settings->known && k->settings->ramps_start)
    GB_TRY(gb_ramp_start(s->system, s->options, GB_RETRIES, k->w, &k->start_fraction, s->report,
                         error));
  GB_TRY(examine_start(k, error));
  return observe(k, error);
}

/// Take a single step to the last state, starting from the known state of another run.
static int take_known_state(gb_walker *k, gb_error *error) {
  const int status = gb_table_set_level(k->table, 1, k->settings->known_level, true, error);
  GB_TRY(gb_system_agree(k->trajectory->system, status, error));
  memcpy(k->trajectory->solver.w, k->settings->known, k->length * sizeof *k->trajectory->solver.w);
  gb_predictor_forget(k->trajectory->solver.predictor);
  k->trajectory->ring.oldest = 1; // the reference may be far away: do not use it as the step before
  GB_TRY(gb_trajectory_advance(k->trajectory, error));
  return observe(k, error);
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
    const bool on_path = k->path.pace.shortest > 0;
    bool done;
    GB_TRY(on_path ? gb_walk_follow(k, &done, error) : try_load(k, &done, error));
    if (done) GB_TRY(observe(k, error));
  }
  if (!gb_table_scheme(k->table)->linear || !k->trajectory->system->op->negative) return GB_OK;
  return gb_stability_check_linear(k->trajectory->system,
                                   gb_trajectory_state(k->trajectory, k->trajectory->k), error);
}

int gb_walk(gb_trajectory *s, gb_table *table, const gb_walk_settings *settings,
            const gb_observer *observer, gb_scalar values[], gb_march_report *report,
            gb_error *error) {
  gb_walker k = {.trajectory = s,
                 .table = table,
                 .settings = settings,
                 .observer = observer,
                 .start_fraction = 1,
                 .length = (size_t)s->system->n + (size_t)s->system->m};
  *report = (gb_march_report){0};
  s->report = report;
  set_steps(&k);
  int status = gb_system_agree(s->system, reserve(&k, error), error);
  if (status == GB_OK && (settings->arc_length || settings->unstable == GB_UNSTABLE_BRANCH))
    status = gb_bordered_create(s->system, s->options, settings->owns, &k.bordered, error);
  if (status == GB_OK) status = walk(&k, error);
  if (status == GB_OK) status = s->system->op->functionals_end(s->system, values, error);
  gb_bordered_destroy(&k.bordered);
  gb_arena_free(&k.memory);
  return status;
}
