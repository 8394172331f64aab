/// Statics as a walk along the load parameter, or along the path of states and loads. A static
/// state has no history, so there is one walk, and its last state gives the functionals and their
/// derivatives.
/// Source: docs/theory.md, the section on static walks.
#include "integrators/walk.h"

#include "integrators/pass.h"
#include "integrators/predictor.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/// Load steps of the user at most, before they are joined; corrections of a step up to which the
/// next one is longer, and beyond which it is shorter; attempts for each of the user's steps, after
/// which a walk is without hope.
enum { MOST_LEVELS = 40, QUICK = 12, SLOW = 30, MOST_ATTEMPTS = 100 };
/// What becomes of a step: after a quick one, a slow one, one that failed, and one after that.
static const double GROWTH = 2, SHORTER = 0.7, CUT = 0.5, CUT_AGAIN = 0.25;
/// A line through the last two states is the prediction where its error at the last one was so much
/// smaller than the way there: where shells turn, a line stretches them and costs more than it
/// saves.
static const double STRAIGHT = 0.1;
/// Steps along the path grow to so many of the first one, which keeps limit points visible.
static const double LONGEST = 2;

void gb_pace_grow(gb_pace *p, double size, int64_t corrections) {
  if (corrections <= QUICK) p->next = fmax(p->next, size * GROWTH);
  if (corrections > SLOW) p->next = size * SHORTER;
  p->next = fmin(p->next, p->largest);
  p->failed = false;
}

bool gb_pace_cut(gb_pace *p, double size) {
  const bool cut = size > p->smallest * (1 + 1e-9);
  p->next = fmax((p->failed ? CUT_AGAIN : CUT) * size, p->smallest);
  p->failed = true;
  return cut;
}

static int reserve(gb_walk_state *k, gb_error *error) {
  GB_TRY(gb_allocate(k->length, sizeof *k->w, &k->w, error));
  return gb_allocate(k->length, sizeof *k->w_before, &k->w_before, error);
}

/// Steps along the path, the longest so many times as long as this one.
static void set_path(gb_walk_state *k, double size, double longest) {
  k->path = (gb_pace){.next = size,
                      .largest = longest * size,
                      .smallest = ldexp(size, -k->halvings),
                      .shortest = size};
}

static void set_steps(gb_walk_state *k) {
  const gb_walk_settings *set = k->settings;
  const int joined = set->adapt ? (set->steps + MOST_LEVELS - 1) / MOST_LEVELS : 1;
  const int halvings = set->retry > 0 ? set->retry : set->adapt ? GB_RETRIES : 0;
  k->end = set->steps * set->step;
  k->grid = (set->follows ? 1 : joined) * set->step;
  k->halvings = halvings;
  k->loads = (gb_pace){.next = k->grid,
                       .largest = k->grid,
                       .smallest = ldexp(set->step, -halvings),
                       .shortest = k->grid};
  if (!set->row || isnan(set->to)) return;
  k->way = set->to > 0 ? 1 : -1;
  k->left = fabs(set->to);
  set_path(k, k->left / set->steps, 1);
}

bool gb_walk_is_hopeless(const gb_walk_state *k) {
  return k->s->k + k->s->report->failures > MOST_ATTEMPTS * (1 + (int64_t)k->settings->steps);
}

int gb_walk_give_up(const gb_walk_state *k, int status, const char *reason, gb_error *error) {
  const bool on_path = k->path.shortest > 0, driven = on_path && k->settings->row;
  const bool fixed = !k->settings->adapt && k->settings->retry == 0;
  const char *advice =
      driven  ? "; arc_length: true without control follows displacements that turn back"
      : fixed ? "; adapt: true cuts steps that fail"
              : "";
  return gb_fail(error, status,
                 "%s; the walk came to t = %g of %g, the smallest %s tried was %.3g%s", reason,
                 k->t, k->end, on_path ? "step along the path" : "load step",
                 on_path ? k->path.shortest : k->loads.shortest, advice);
}

/// Whether the line through the last two states, not farther than these are apart, would have led
/// to the state that was found; and how far that is from the last one.
static int measure(gb_walk_state *k, double t, double *way, gb_error *error) {
  const gb_scalar *w = k->s->w;
  const double along = k->known ? fmin((t - k->t) / (k->t - k->before), 1) : 0;
  gb_scalar square[2] = {0};
  for (int32_t i = 0; i < k->s->system->n; i++) {
    const double change = gb_real(w[i] - k->w[i]);
    const double off = change - along * gb_real(k->w[i] - k->w_before[i]);
    square[0] += change * change;
    square[1] += off * off;
  }
  GB_TRY(k->s->system->op->sum(k->s->system, 2, square, error));
  k->straight = k->known && gb_real(square[1]) < STRAIGHT * STRAIGHT * gb_real(square[0]);
  *way = sqrt(gb_real(square[0]));
  return GB_OK;
}

/// The displacement that is driven, from the last state to that which was found.
static int measure_control(gb_walk_state *k, double *way, gb_error *error) {
  gb_scalar sum = 0;
  for (int32_t i = 0; i < k->s->system->n; i++) sum += k->settings->row[i] * (k->s->w[i] - k->w[i]);
  GB_TRY(k->s->system->op->sum(k->s->system, 1, &sum, error));
  *way = gb_real(sum);
  return GB_OK;
}

/// Steps along the path are as long as the first load step made it.
static int begin_path(gb_walk_state *k, double way, gb_error *error) {
  const gb_walk_settings *set = k->settings;
  if (set->row) GB_TRY(measure_control(k, &way, error));
  if (way == 0 && !set->row) return GB_OK; // nothing moves yet: load steps go on
  if (way == 0)
    return gb_fail(error, GB_USAGE,
                   "time.control: the first load step does not move the probe in its direction; "
                   "accepted: a displacement that the loads cause");
  k->way = way > 0 ? 1 : -1;
  set_path(k, fabs(way), LONGEST);
  return GB_OK;
}

int gb_walk_learn(gb_walk_state *k, double t, gb_error *error) {
  double way;
  GB_TRY(measure(k, t, &way, error));
  if (k->settings->follows && k->path.shortest == 0) GB_TRY(begin_path(k, way, error));
  gb_scalar *oldest = k->w_before;
  k->w_before = k->w;
  k->w = oldest;
  memcpy(k->w, k->s->w, k->length * sizeof *k->w);
  k->known = k->s->k > 1;
  k->before = k->t;
  k->t = t;
  k->made = way;
  return GB_OK;
}

static void archive_pace(gb_pace *p, double number[5], bool reads) {
  if (reads)
    *p = (gb_pace){number[0], number[1], number[2], number[3], number[4] != 0};
  else
    memcpy(number, (double[]){p->next, p->largest, p->smallest, p->shortest, p->failed},
           5 * sizeof *number);
}

static int archive(void *driver, gb_archive *file, gb_error *error) {
  gb_walk_state *k = driver;
  gb_march_report *report = k->s->report;
  const bool reads = gb_archive_reads(file);
  int64_t work[6] = {report->newton_iterations,
                     report->krylov_iterations,
                     report->factorisations,
                     report->failures,
                     k->known,
                     k->straight};
  double place[5] = {k->t, k->before, k->made, k->way, k->left}, pace[10];
  archive_pace(&k->loads, pace, false);
  archive_pace(&k->path, pace + 5, false);
  GB_TRY(gb_archive_integers(file, 6, work, error));
  GB_TRY(gb_archive_numbers(file, 5, place, error));
  GB_TRY(gb_archive_numbers(file, 10, pace, error));
  if (reads) archive_pace(&k->loads, pace, true);
  if (reads) archive_pace(&k->path, pace + 5, true);
  report->newton_iterations = work[0];
  report->krylov_iterations = work[1];
  report->factorisations = work[2];
  report->failures = work[3];
  k->known = work[4];
  k->straight = work[5];
  k->t = place[0];
  k->before = place[1];
  k->made = place[2];
  k->way = place[3];
  k->left = place[4];
  GB_TRY(gb_archive_vectors(file, 1, k->w, error));
  GB_TRY(gb_archive_vectors(file, 1, k->w_before, error));
  return gb_trajectory_archive(k->s, file, error);
}

/// Functionals and observers of the stage found last.
static int show(gb_walk_state *k, gb_error *error) {
  gb_trajectory *s = k->s;
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

static int begin(gb_walk_state *k, gb_error *error) {
  gb_trajectory *s = k->s;
  gb_table_walk(k->table);
  gb_trajectory_begin(s, false);
  GB_TRY(s->system->op->functionals_begin(s->system, error));
  GB_TRY(gb_trajectory_advance(s, error));
  return show(k, error);
}

/// From a state that is known to the last one in one step.
static int go_there(gb_walk_state *k, gb_error *error) {
  const int status = gb_table_set_level(k->table, 1, k->settings->known_level, true, error);
  GB_TRY(gb_system_agree(k->s->system, status, error));
  memcpy(k->s->w, k->settings->known, k->length * sizeof *k->s->w);
  gb_predictor_forget(k->s->predictor);
  GB_TRY(gb_trajectory_advance(k->s, error));
  return show(k, error);
}

static bool is_complete(const gb_walk_state *k) {
  return k->s->k > 0 && k->s->k == gb_table_stages(k->table) - 1;
}

static int go(gb_walk_state *k, gb_error *error) {
  const gb_observer *observer = k->observer;
  if (observer && observer->resume)
    GB_TRY(archive(k, observer->resume, error));
  else
    GB_TRY(begin(k, error));
  if (k->settings->known) return go_there(k, error);
  while (!is_complete(k)) {
    const bool on_path = k->path.shortest > 0;
    bool done;
    GB_TRY(on_path ? gb_walk_try_path(k, &done, error) : gb_walk_try_load(k, &done, error));
    if (done) GB_TRY(show(k, error));
  }
  return GB_OK;
}

int gb_walk(gb_trajectory *s, gb_table *table, const gb_walk_settings *settings,
            const gb_observer *observer, gb_scalar values[], gb_march_report *report,
            gb_error *error) {
  gb_walk_state k = {.s = s,
                     .table = table,
                     .settings = settings,
                     .observer = observer,
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
  free(k.w);
  free(k.w_before);
  return status;
}
