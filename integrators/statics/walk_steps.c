/// Functions that load steps and path steps of a static walk share: sizes of steps, failures,
/// counts of negative eigenvalues, and the acceptance of states. Source: docs/theory.md, the
/// section on static walks.
#include "integrators/statics/walker.h"

#include "integrators/statics/stability.h"
#include "solve/approach.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/// QUICK, SLOW: the next step is longer after up to QUICK corrections, shorter after more than
/// SLOW. MAX_ATTEMPTS: limit of attempts, per load step of the user. MAX_LOADS: number of load
/// steps of the user above which several are joined to one.
enum { QUICK = 12, SLOW = 30, MAX_ATTEMPTS = 100, MAX_LOADS = 40 };
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

int gb_walk_bisections(const gb_walker *k) {
  const gb_walk_settings *set = k->settings;
  if (gb_table_scheme(k->table)->linear) return 0; // a smaller load would fail too
  return set->retry > 0 ? set->retry : set->adapt ? GB_RETRIES : 0;
}

bool gb_walk_exceeds_attempts(const gb_walker *k) {
  return k->trajectory->k + k->trajectory->report->failures >
         MAX_ATTEMPTS * (1 + (int64_t)k->settings->steps);
}

/// Advice for a walk that failed at the last state. `bend` is the largest rotation of directors
/// between two nodes of an element.
static const char *find_advice(const gb_walker *k, double bend) {
  const bool on_path = k->path->steps.pace.shortest > 0;
  if (gb_table_scheme(k->table)->linear)
    return "; the equations are linear: round-off keeps corrections large where stiffnesses differ "
           "by many powers of ten, or where a model is very slender for its elements";
  const gb_stability_report *stability = k->settings->stability;
  if (k->settings->unstable == GB_UNSTABLE_AUTO && stability && stability->falls > 0)
    return "; the march had left an unstable state before; unstable: warn keeps such states";
  if (!on_path && !k->settings->adapt && k->settings->retry == 0)
    return "; adapt: true cuts steps that fail";
  if (bend > COARSE) return "; a finer mesh there, or elements of second order";
  if (on_path && k->settings->row)
    return "; arc_length: true without control follows displacements that turn back";
  if (on_path || k->last.t <= 0 || k->loads.shortest > AT_A_LIMIT * gb_walk_grid(k->settings))
    return "";
  return "; such small steps fail at a limit load or where the model buckles; arc_length: true "
         "passes limit points";
}

int gb_walk_fail(const gb_walker *k, int status, const gb_error *failure, gb_error *error) {
  gb_system *system = k->trajectory->system;
  const gb_state last = {
      .t = k->last.t, .component = {[GB_Q] = k->w}, .multiplier = k->w + system->n};
  const bool on_path = k->path->steps.pace.shortest > 0;
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
  if (k->loading->start_fraction < 1)
    snprintf(start, sizeof start,
             ", and only the fraction %.3g of the loads at t = 0 could be applied",
             k->loading->start_fraction);
  return gb_fail(error, gb_error_code(status, failure),
                 "%s; the walk came to t = %g of %g, the smallest %s tried was %.3g%s%s%s",
                 failure->message, k->last.t, gb_walk_end(k->settings),
                 on_path ? "step along the path" : "load step",
                 on_path ? k->path->steps.pace.shortest : k->loads.shortest, start, coarse,
                 find_advice(k, bend));
}

double gb_walk_end(const gb_walk_settings *settings) {
  return settings->steps * settings->step;
}

double gb_walk_grid(const gb_walk_settings *set) {
  const int joined = set->adapt ? (set->steps + MAX_LOADS - 1) / MAX_LOADS : 1;
  return (set->arc_length ? 1 : joined) * set->step;
}

double gb_walk_next_grid_load(const gb_walker *k) {
  const double grid = gb_walk_grid(k->settings), end = gb_walk_end(k->settings);
  const double ahead = (floor(k->last.t / grid + 1e-9) + 1) * grid;
  return ahead > end * (1 - 1e-9) ? end : ahead;
}

bool gb_walk_counts(const gb_walker *k) {
  return k->settings->stability && !k->settings->known && gb_system_counts(k->trajectory->system) &&
         !gb_table_scheme(k->table)->linear;
}

/// Record that the current factor belongs to the last state and was not made by Newton's method. A
/// singular stiffness is not an error.
static int keep_factor(gb_walker *k, int status, const gb_error *failure, gb_error *error) {
  gb_factor_record *record = &k->trajectory->solver->record[GB_PROJECT_NONE];
  if (status == GB_SINGULAR) return GB_OK;
  record->age = 1;
  record->sum = record->moment = 0;
  return status == GB_OK ? GB_OK
                         : gb_fail(error, gb_error_code(status, failure), "%s", failure->message);
}

int gb_walk_count(gb_walker *k, const gb_state *state, int64_t *negative, gb_error *error) {
  gb_system *system = k->trajectory->system;
  gb_error own = {0};
  *negative = k->settings->stability ? k->settings->stability->negative : 0;
  if (!gb_walk_counts(k)) return GB_OK;
  // where the march begins, parts that only contacts hold are free, which makes no state unstable
  const bool free = gb_system_is(system, GB_SYSTEM_BALANCES) && k->trajectory->k == 0;
  if (free) system->op->stiffen(system, GB_FREE_SHARE);
  const int status = gb_stability_count(system, state, k->settings->stability->scale,
                                        k->trajectory->report, negative, &own);
  if (free) system->op->stiffen(system, 0);
  return keep_factor(k, status, &own, error);
}

int gb_walk_judge(gb_walker *k, int64_t negative, bool snapped, double t, gb_error *error) {
  if (!gb_walk_counts(k)) return GB_OK;
  const bool lost = gb_stability_add(k->settings->stability, negative, k->last.t, t);
  if (snapped) gb_stability_add_snap(k->settings->stability, k->last.t, t);
  if (!(lost || snapped) || k->settings->unstable != GB_UNSTABLE_STOP) return GB_OK;
  return gb_fail(
      error, GB_UNSTABLE,
      "time.unstable: stop: a limit or bifurcation point lies between t = %g and t = %g; "
      "the stiffness has %lld negative eigenvalue%s there",
      k->last.t, t, (long long)negative, negative == 1 ? "" : "s");
}

int gb_walk_assess(gb_walker *k, double t, gb_error *error) {
  int64_t negative;
  GB_TRY(gb_walk_count(k, gb_trajectory_state(k->trajectory, k->trajectory->k), &negative, error));
  return gb_walk_judge(k, negative, false, t, error);
}

void gb_walk_set_path(gb_walker *k, double size, double longest) {
  k->path->steps.pace = (gb_walk_pace){.next = size,
                                       .largest = longest * size,
                                       .smallest = ldexp(size, -gb_walk_bisections(k)),
                                       .shortest = size};
}

/// Compute the distance from the last state to the state found at t, and whether extrapolation
/// along the line through the last two states would have predicted it well (k->last.straight).
static int measure(gb_walker *k, double t, double *distance, gb_error *error) {
  const gb_scalar *w = k->trajectory->solver->w;
  const double along =
      k->last.known ? fmin((t - k->last.t) / (k->last.t - k->last.t_before), 1) : 0;
  gb_scalar square[3] = {0};
  for (int32_t i = 0; i < k->trajectory->system->n; i++) {
    const double weight = gb_system_weight(k->trajectory->system, (size_t)i);
    const double change = weight * gb_real(w[i] - k->w[i]);
    const double off = change - along * weight * gb_real(k->w[i] - k->before[0][i]);
    square[0] += change * change;
    square[1] += off * off;
    square[2] += pow(weight * gb_real(w[i]), 2);
  }
  GB_TRY(k->trajectory->system->op->sum(k->trajectory->system, 3, square, error));
  k->last.straight = k->last.known && gb_real(square[1]) < STRAIGHT * STRAIGHT * gb_real(square[0]);
  *distance = sqrt(gb_real(square[0]));
  k->path->steps.size = sqrt(gb_real(square[2]));
  if (*distance <= NO_MOTION * sqrt(gb_real(square[2]))) *distance = 0;
  return GB_OK;
}

/// Factor the stiffness at the last state if the march begins there again from a restart file.
/// @param[out] known whether there is a factor
static int ensure_factor(gb_walker *k, const gb_state *state, bool *known, gb_error *error) {
  gb_system *system = k->trajectory->system;
  gb_error own = {0};
  *known = true;
  if (system->op->preconditioner(system, gb_static_sigma) != GB_PRECONDITIONER_NONE) return GB_OK;
  const int status = system->op->refactor(system, gb_static_sigma, state, &own);
  *known = status == GB_OK;
  k->trajectory->report->factorisations++;
  return keep_factor(k, status, &own, error);
}

int gb_walk_head(gb_walker *k, gb_error *error) {
  gb_trajectory *s = k->trajectory;
  const gb_operator K = {.sigma = gb_static_sigma};
  gb_state state = *gb_trajectory_state(s, s->k);
  gb_stage stage;
  gb_scalar sum = 0, *r;
  if (k->loading->heads || !gb_walk_counts(k)) return GB_OK;
  bool known;
  GB_TRY(ensure_factor(k, &state, &known, error));
  if (!known) return GB_OK;
  gb_table_stage(k->table, s->k + 1, &stage);
  gb_stage_set(s->system, &stage);
  state.t = stage.t;
  state.initial = false;
  memcpy(state.sigma, gb_static_sigma, sizeof state.sigma);
  GB_SCRATCH(scratch);
  GB_TRY(gb_system_agree(s->system, GB_TAKE(&scratch, r, gb_walk_length(k), error), error));
  GB_TRY(s->system->op->residual(s->system, &state, r, error));
  memcpy(k->loading->heading, r, gb_walk_length(k) * sizeof *r);
  GB_TRY(s->system->op->precondition(s->system, &K, 1, k->loading->heading, error));
  for (size_t i = 0; i < gb_walk_length(k); i++)
    sum += gb_real(r[i]) * gb_real(k->loading->heading[i]);
  GB_TRY(s->system->op->sum(s->system, 1, &sum, error));
  k->loading->size = stage.t - k->last.t;
  k->loading->energy = 0.5 * fabs(gb_real(sum)) / (k->loading->size * k->loading->size);
  k->loading->heads = true;
  return GB_OK;
}

int gb_walk_compare(gb_walker *k, double size, double *along, double *longer, gb_error *error) {
  gb_comparison c;
  *along = 1;
  *longer = 0;
  if (!k->loading->heads) return GB_OK;
  GB_TRY(gb_stability_compare(k->trajectory->system, k->w, k->trajectory->solver->w,
                              k->loading->heading, &c, error));
  const double direction = c.direction * size / k->loading->size;
  if (c.motion <= NO_MOTION * c.state) return GB_OK;
  *longer = c.motion / direction;
  if (direction > NO_MOTION * c.state) *along = -c.along / (c.motion * c.direction);
  return GB_OK;
}

/// Compute the change of the controlled displacement from the last state to the one found.
static int measure_control(gb_walker *k, double *distance, gb_error *error) {
  gb_scalar sum = 0;
  for (int32_t i = 0; i < k->trajectory->system->n; i++)
    sum += k->settings->row[i] * (k->trajectory->solver->w[i] - k->w[i]);
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
  k->path->control.direction = distance > 0 ? 1 : -1;
  gb_walk_set_path(k, fabs(distance), GB_LONGEST_STEP);
  k->path->steps.unit[0] = distance;
  k->path->steps.unit[1] = t - k->last.t;
  return GB_OK;
}

int gb_walk_accept(gb_walker *k, double t, gb_error *error) {
  double distance;
  GB_TRY(measure(k, t, &distance, error));
  if (k->settings->arc_length && k->path->steps.pace.shortest == 0)
    GB_TRY(begin_path(k, t, distance, error));
  gb_scalar *oldest = k->before[1];
  k->before[1] = k->before[0];
  k->before[0] = k->w;
  k->w = oldest;
  memcpy(k->w, k->trajectory->solver->w, gb_walk_length(k) * sizeof *k->w);
  k->last.known = k->trajectory->k > 1;
  k->loading->heads = false;
  k->last.t_older = k->last.t_before;
  k->last.t_before = k->last.t;
  k->last.t = t;
  k->last.distance_before = k->last.distance;
  k->last.distance = distance;
  return GB_OK;
}
