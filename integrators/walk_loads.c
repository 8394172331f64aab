/// Steps of the load parameter: none passes over one of the user's, and the last one ends exactly
/// at the walk's end.
#include "integrators/walk.h"

#include "integrators/pass.h"
#include "integrators/predictor.h"

#include <math.h>
#include <string.h>

/// The load parameter to try; a step that would leave a small rest is one of two equal ones.
static double next_level(const gb_walk_state *k) {
  const double ahead = (floor(k->t / k->grid + 1e-9) + 1) * k->grid;
  const double barrier = ahead > k->end * (1 - 1e-9) ? k->end : ahead;
  const double left = barrier - k->t, step = k->loads.next;
  if (step >= left * (1 - 1e-9)) return barrier;
  return step > 0.5 * left ? k->t + 0.5 * left : k->t + step;
}

/// The unknowns to start from: the last ones, or those ahead on the line through the last two.
static void predict(gb_walk_state *k, double t) {
  gb_scalar *w = k->s->w;
  gb_predictor_forget(k->s->predictor);
  memcpy(w, k->w, k->length * sizeof *w);
  if (!k->known || !k->straight) return;
  const double along = fmin((t - k->t) / (k->t - k->before), 1);
  for (size_t i = 0; i < k->length; i++) w[i] += along * (k->w[i] - k->w_before[i]);
}

int gb_walk_try_load(gb_walk_state *k, bool *done, gb_error *error) {
  gb_march_report *report = k->s->report;
  gb_error own = {0};
  const double t = next_level(k), size = t - k->t;
  const int64_t before = report->newton_iterations;
  int status = gb_table_set_level(k->table, k->s->k + 1, t, t == k->end, error);
  GB_TRY(gb_system_agree(k->s->system, status, error));
  predict(k, t);
  k->loads.shortest = fmin(k->loads.shortest, size);
  status = gb_trajectory_advance(k->s, &own);
  *done = status == GB_OK;
  if (status == GB_OK) {
    gb_pace_grow(&k->loads, size, report->newton_iterations - before);
    return gb_walk_learn(k, t, error);
  }
  if (status != GB_DIVERGED && status != GB_SINGULAR)
    return gb_fail(error, status, "%s", own.message);
  if (!gb_pace_cut(&k->loads, size) || gb_walk_is_hopeless(k))
    return gb_walk_give_up(k, status, own.message, error);
  report->failures++;
  k->known = false;
  gb_trajectory_retreat(k->s, k->w);
  return GB_OK;
}
