/// Statics as a walk along the load parameter: load steps that fail are cut, and grow again while
/// Newton's method is quick. A static state has no history, so there is one walk, and its last
/// state gives the functionals and their derivatives.
/// Source: docs/theory.md, the section on static walks.
#include "integrators/predictor.h"
#include "integrators/sweep.h"
#include "integrators/trajectory.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/// Load steps of the user at most, before they are joined; corrections of a load step up to which
/// the next one is longer, and beyond which it is shorter.
enum { MOST_LEVELS = 40, QUICK = 12, SLOW = 30 };
/// Attempts at load steps for each of the user's, after which a walk is without hope.
enum { MOST_ATTEMPTS = 100 };
/// What becomes of a load step: after a quick one, a slow one, one that failed, and one after that.
static const double GROWTH = 2, SHORTER = 0.7, CUT = 0.5, CUT_AGAIN = 0.25;
/// A line through the last two states is the prediction where its error at the last one was so much
/// smaller than the way there: where shells turn, a line stretches them and costs more than it
/// saves.
static const double STRAIGHT = 0.1;

typedef struct walk {
  gb_trajectory *s;
  gb_table *table;
  const gb_walk_settings *settings;
  const gb_observer *observer;
  gb_newton_options options;
  double end,
      grid;        ///< of the load parameter; levels that are not passed over are multiples of grid
  double smallest; ///< step
  double shortest; ///< step that was tried
  double t, before;        ///< of the last state, and of the one before it
  double step;             ///< of the load parameter, to be tried next
  bool known;              ///< the state before the last one is, and no attempt failed since
  bool failed;             ///< the last attempt did
  bool secant;             ///< the line through the two is to be the prediction
  size_t length;           ///< n + m
  gb_scalar *w, *w_before; ///< unknowns of the two states
} walk;

static int reserve(walk *k, gb_error *error) {
  GB_TRY(gb_allocate(k->length, sizeof *k->w, &k->w, error));
  return gb_allocate(k->length, sizeof *k->w_before, &k->w_before, error);
}

static void set_steps(walk *k) {
  const gb_walk_settings *set = k->settings;
  const int joined = set->adapt ? (set->steps + MOST_LEVELS - 1) / MOST_LEVELS : 1;
  const int halvings = set->retry > 0 ? set->retry : set->adapt ? GB_RETRIES : 0;
  k->end = set->steps * set->step;
  k->grid = joined * set->step;
  k->step = k->shortest = k->grid;
  k->smallest = ldexp(set->step, -halvings);
}

/// The load parameter to try: never beyond the next of the levels that are not passed over, and
/// exactly there where it is near.
static double next_level(const walk *k) {
  const double ahead = (floor(k->t / k->grid + 1e-9) + 1) * k->grid;
  const double barrier = ahead > k->end * (1 - 1e-9) ? k->end : ahead;
  const double left = barrier - k->t;
  if (k->step >= left * (1 - 1e-9)) return barrier;
  return k->step > 0.5 * left ? k->t + 0.5 * left : k->t + k->step;
}

/// How far the line through the last two states goes, not farther than these are apart.
static double reach(const walk *k, double t) {
  return fmin((t - k->t) / (k->t - k->before), 1);
}

/// The unknowns to start from: the last ones, or those ahead on the line.
static void predict(walk *k, double t) {
  gb_scalar *w = k->s->w;
  gb_predictor_forget(k->s->predictor);
  memcpy(w, k->w, k->length * sizeof *w);
  if (!k->secant) return;
  const double along = reach(k, t);
  for (size_t i = 0; i < k->length; i++) w[i] += along * (k->w[i] - k->w_before[i]);
}

/// Whether the line would have led to the state that was found.
static int compare(walk *k, double t, bool *straight, gb_error *error) {
  const gb_scalar *w = k->s->w;
  const double along = k->known ? reach(k, t) : 0;
  gb_scalar square[2] = {0};
  for (int32_t i = 0; i < k->s->system->n; i++) {
    const double way = gb_real(w[i] - k->w[i]);
    const double off = way - along * gb_real(k->w[i] - k->w_before[i]);
    square[0] += way * way;
    square[1] += off * off;
  }
  GB_TRY(k->s->system->op->sum(k->s->system, 2, square, error));
  *straight = k->known && gb_real(square[1]) < STRAIGHT * STRAIGHT * gb_real(square[0]);
  return GB_OK;
}

/// Go on from the state that was found; the next load step follows from what this one took.
static int learn(walk *k, double t, int64_t corrections, gb_error *error) {
  gb_scalar *oldest = k->w_before;
  GB_TRY(compare(k, t, &k->secant, error));
  k->w_before = k->w;
  k->w = oldest;
  memcpy(k->w, k->s->w, k->length * sizeof *k->w);
  k->known = k->s->k > 1;
  k->failed = false;
  k->before = k->t;
  const double made = t - k->t;
  k->t = t;
  if (corrections <= QUICK) k->step = fmax(k->step, made * GROWTH);
  if (corrections > SLOW) k->step = made * SHORTER;
  k->step = fmin(k->step, k->grid);
  return GB_OK;
}

/// Whether a load step that failed is not to be cut.
static bool is_hopeless(const walk *k, double step) {
  const int64_t attempts = k->s->k + k->s->report->failures;
  return step <= k->smallest * (1 + 1e-9) ||
         attempts > MOST_ATTEMPTS * (1 + (int64_t)k->settings->steps);
}

static int give_up(const walk *k, int status, const char *reason, gb_error *error) {
  const char *advice = !k->settings->adapt && k->settings->retry == 0
                           ? "; adapt: true cuts load steps that fail"
                           : "";
  return gb_fail(error, status,
                 "%s; the walk came to t = %g of %g, the smallest load step tried was %.3g%s",
                 reason, k->t, k->end, k->shortest, advice);
}

/// One attempt at a load step.
static int attempt(walk *k, bool *done, gb_error *error) {
  gb_march_report *report = k->s->report;
  gb_error own = {0};
  const double t = next_level(k);
  const int64_t corrections = report->newton_iterations;
  GB_TRY(gb_system_agree(k->s->system,
                         gb_table_set_level(k->table, k->s->k + 1, t, t == k->end, error), error));
  predict(k, t);
  k->shortest = fmin(k->shortest, t - k->t);
  const int status = gb_trajectory_advance(k->s, &own);
  *done = status == GB_OK;
  if (status == GB_OK) return learn(k, t, report->newton_iterations - corrections, error);
  if (status != GB_DIVERGED && status != GB_SINGULAR)
    return gb_fail(error, status, "%s", own.message);
  if (is_hopeless(k, t - k->t)) return give_up(k, status, own.message, error);
  report->failures++;
  k->step = fmax((k->failed ? CUT_AGAIN : CUT) * (t - k->t), k->smallest);
  k->failed = true;
  k->known = k->secant = false;
  gb_trajectory_retreat(k->s, k->w);
  return GB_OK;
}

static int archive(void *driver, gb_archive *file, gb_error *error) {
  walk *k = driver;
  gb_march_report *report = k->s->report;
  int64_t work[7] = {report->newton_iterations,
                     report->krylov_iterations,
                     report->renewals,
                     report->failures,
                     k->known,
                     k->secant,
                     k->failed};
  double place[4] = {k->t, k->before, k->step, k->shortest};
  GB_TRY(gb_archive_integers(file, 7, work, error));
  GB_TRY(gb_archive_numbers(file, 4, place, error));
  report->newton_iterations = work[0];
  report->krylov_iterations = work[1];
  report->renewals = work[2];
  report->failures = work[3];
  k->known = work[4];
  k->secant = work[5];
  k->failed = work[6];
  k->t = place[0];
  k->before = place[1];
  k->step = place[2];
  k->shortest = place[3];
  GB_TRY(gb_archive_vectors(file, 1, k->w, error));
  GB_TRY(gb_archive_vectors(file, 1, k->w_before, error));
  return gb_trajectory_archive(k->s, file, error);
}

/// Functionals and observers of the point found last.
static int show(walk *k, gb_error *error) {
  gb_trajectory *s = k->s;
  const gb_state *state = gb_trajectory_state(s, s->k);
  const gb_observer *observer = k->observer;
  if (gb_point_counts(s->table, s->k, &s->point))
    GB_TRY(s->system->op->functionals_add(s->system, state, s->point.weight, error));
  if (observer && observer->step)
    GB_TRY(observer->step(observer->context, s->point.step, state, error));
  if (observer && observer->rest)
    return observer->rest(observer->context, s->point.step, archive, k, error);
  return GB_OK;
}

static int begin(walk *k, gb_error *error) {
  gb_trajectory *s = k->s;
  gb_table_walk(k->table);
  gb_trajectory_begin(s, false);
  GB_TRY(s->system->op->functionals_begin(s->system, error));
  GB_TRY(gb_trajectory_advance(s, error));
  return show(k, error);
}

/// From a state that is known to the last one in one step.
static int follow(walk *k, gb_error *error) {
  GB_TRY(gb_table_set_level(k->table, 1, k->end, true, error));
  memcpy(k->s->w, k->settings->known, k->length * sizeof *k->s->w);
  gb_predictor_forget(k->s->predictor);
  GB_TRY(gb_trajectory_advance(k->s, error));
  return show(k, error);
}

static int go(walk *k, gb_error *error) {
  const gb_observer *observer = k->observer;
  if (observer && observer->resume)
    GB_TRY(archive(k, observer->resume, error));
  else
    GB_TRY(begin(k, error));
  if (k->settings->known) return follow(k, error);
  while (k->t < k->end) {
    bool done;
    GB_TRY(attempt(k, &done, error));
    if (done) GB_TRY(show(k, error));
  }
  return GB_OK;
}

int gb_walk(gb_trajectory *s, gb_table *table, const gb_walk_settings *settings,
            const gb_observer *observer, gb_scalar values[], gb_march_report *report,
            gb_error *error) {
  walk k = {.s = s,
            .table = table,
            .settings = settings,
            .observer = observer,
            .length = (size_t)s->system->n + (size_t)s->system->m};
  *report = (gb_march_report){0};
  s->report = report;
  set_steps(&k);
  int status = gb_system_agree(s->system, reserve(&k, error), error);
  if (status == GB_OK) status = go(&k, error);
  if (status == GB_OK) status = s->system->op->functionals_end(s->system, values, error);
  free(k.w);
  free(k.w_before);
  return status;
}
