/// Error of the time step by Milne's device: the local error of a scheme of order p is C h^(p+1)
/// q^(p+1), where the derivative is approximated by the backward difference p + 1 of q. C is
/// measured by integrating an oscillator, which is possible for any table. Source: docs/theory.md,
/// the section on the error of a time step; Hairer, Norsett & Wanner, Solving Ordinary Differential
/// Equations I, section III.2.
#include "integrators/step_error.h"

#include "base/squares.h"
#include "integrators/pass.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/// Number of differences 0 .. p + 1 for order p = 6; largest number of stages of a step.
enum { DIFFERENCES = 8, WIDTH = 8 };

/// Angle per step of the oscillator that measures C: small enough that the leading term dominates,
/// large enough that round-off is negligible at order 6.
static const double ANGLE = 0.1;

/// Angle per step of an oscillator much faster than the step, and the amplitude after one step up
/// to which a scheme counts as damping it.
static const double FAST = 1e4, DAMPED = 0.1;

/// Error formula of a step: error = constant x backward difference.
typedef struct gb_rule {
  int degree;      ///< degree of the backward difference, p + 1
  double constant; ///< C
} gb_rule;

/// Results for the march so far; written to restart files as one block.
typedef struct findings {
  int64_t count;   ///< number of step ends added
  double error, t; ///< square of the largest error, and its time
  double size;     ///< largest squared norm of q
  double second;   ///< largest squared norm of the second differences of q
  double first;    ///< squared error of the first step
  double drift;    ///< (h x error of the velocity at the end of the first step) squared
} findings;

struct gb_step_error {
  gb_system *system;
  double step;         ///< h
  gb_rule first, rule; ///< formulas of the first step and of the last step
  bool undamped;       ///< the scheme does not damp oscillations much faster than the step
  bool solved;         ///< accelerations at step ends are solved for
  findings found;
  gb_scalar *difference; ///< backward differences, [rule.degree + 1][n]
};

/// The oscillation q = cos(w (t - end) + phase).
typedef struct oscillator {
  double frequency, phase, end;
  double shift; ///< the auxiliary acceleration is the acceleration at t + shift
} oscillator;

/// The exact components y at time t.
static void exact(const oscillator *o, double t, double y[GB_COMPONENTS]) {
  const double w = o->frequency, x = w * (t - o->end) + o->phase;
  y[GB_Q] = cos(x);
  y[GB_V] = -w * sin(x);
  y[GB_A] = -w * w * cos(x);
  y[GB_S] = -w * w * cos(x + w * o->shift);
}

/// The auxiliary acceleration of the alpha family is the acceleration at t + shift. Find the shift
/// for which the scheme's relation between the two is exact for accelerations linear in t.
static double find_shift(const gb_stage *stage, double h) {
  const double(*c)[GB_COMPONENTS] = stage->history[0].c;
  if (stage->sigma[GB_S] == 0) return 0;
  return h * (c[GB_A][GB_S] + c[GB_A][GB_A]) / (stage->sigma[GB_A] + c[GB_A][GB_S]);
}

/// Compute q at stage `last`, the end of a step, from exact values before that step.
static double march_oscillator(const gb_table *table, int64_t last, const oscillator *o) {
  gb_stage stage, earlier;
  gb_table_stage(table, last, &stage);
  const int64_t first = last - stage.index;
  double y[WIDTH][GB_COMPONENTS] = {{0}};
  for (int64_t k = first; k <= last; k++) {
    double *at = y[k - first], other[GB_COMPONENTS];
    gb_table_stage(table, k, &stage);
    for (int j = 0; j < stage.histories; j++) {
      const gb_history_term *history = &stage.history[j];
      const int64_t from = k - history->back;
      gb_table_stage(table, from, &earlier);
      exact(o, earlier.t, other);
      if (from >= first) memcpy(other, y[from - first], sizeof other);
      for (int to = 0; to < GB_COMPONENTS; to++)
        for (int i = 0; i < GB_COMPONENTS; i++) at[to] += history->c[to][i] * other[i];
    }
    if (stage.kind != GB_STAGE_SOLVE || stage.projection) continue;
    const double w2 = o->frequency * o->frequency;
    const double unknown =
        -(at[GB_A] + w2 * at[GB_Q]) / (stage.sigma[GB_A] + w2 * stage.sigma[GB_Q]);
    for (int i = 0; i < GB_COMPONENTS; i++) at[i] += stage.sigma[i] * unknown;
  }
  return y[last - first][GB_Q];
}

/// Amplitude of q - factor x exact q at stage `last`, the end of a step, over all phases of an
/// oscillator that turns by `angle` per step: the error of q for factor 1, q itself for factor 0.
static double oscillate(const gb_table *table, int64_t last, double angle, double factor) {
  gb_stage stage, start, first;
  double part[2];
  gb_table_stage(table, last, &stage);
  gb_table_stage(table, last - stage.index, &first);
  gb_table_stage(table, last - stage.index - 1, &start);
  const double h = stage.t - start.t;
  for (int k = 0; k < 2; k++) {
    const oscillator o = {angle / h, k ? M_PI / 2 : 0, stage.t, find_shift(&first, h)};
    part[k] = march_oscillator(table, last, &o) - factor * cos(o.phase);
  }
  return hypot(part[0], part[1]);
}

/// Measure the error formula of the step that ends at stage `last`.
static gb_rule measure(const gb_table *table, int64_t last) {
  const double error = oscillate(table, last, ANGLE, 1);
  const double half = oscillate(table, last, ANGLE / 2, 1);
  const int degree = (int)fmin(fmax(round(log2(error / half)), 2), DIFFERENCES - 1);
  return (gb_rule){degree, error / pow(ANGLE, degree)};
}

/// The last stage of the first step, or of its first substep.
static int64_t end_of_first(const gb_table *table) {
  gb_stage stage;
  int64_t k = 1;
  for (; k + 1 < gb_table_stages(table); k++) {
    gb_table_stage(table, k + 1, &stage);
    if (stage.index == 0) break;
  }
  return k;
}

bool gb_step_error_rings(const gb_table *table) {
  if (gb_table_scheme(table)->order == 0) return false;
  return !(oscillate(table, gb_table_stages(table) - 1, FAST, 0) <= DAMPED);
}

int gb_step_error_create(gb_system *system, const gb_table *table, gb_step_error **out,
                         gb_error *error) {
  gb_step_error *s;
  gb_stage stage;
  *out = NULL;
  if (gb_table_scheme(table)->order == 0) return GB_OK;
  GB_TRY(GB_ALLOCATE(s, 1, error));
  s->system = system;
  gb_table_stage(table, gb_table_stages(table) - 1, &stage);
  s->step = stage.t / stage.step;
  s->solved = stage.kind == GB_STAGE_SOLVE && !stage.given;
  s->first = measure(table, end_of_first(table));
  s->rule = measure(table, gb_table_stages(table) - 1);
  s->undamped = gb_step_error_rings(table);
  const size_t size = (size_t)(s->rule.degree + 1) * (size_t)system->n;
  const int status = GB_ALLOCATE(s->difference, size, error);
  if (status != GB_OK) gb_step_error_destroy(&s);
  *out = s;
  return status;
}

void gb_step_error_destroy(gb_step_error **error) {
  if (!*error) return;
  free((*error)->difference);
  free(*error);
  *error = NULL;
}

void gb_step_error_forget(gb_step_error *s) {
  s->found = (findings){0};
}

/// Update the differences with a state. Add to `square` the squared norms, in the norm of the
/// system, of q, of the highest known difference and of the second difference.
static void update(gb_step_error *s, const gb_state *state, gb_scalar square[3]) {
  const size_t n = (size_t)s->system->n;
  const int last = s->found.count < s->rule.degree ? (int)s->found.count : s->rule.degree;
  for (size_t from = 0; from < n; from += GB_CHUNK) {
    const size_t count = n - from < GB_CHUNK ? n - from : GB_CHUNK;
    const gb_scalar *weight = s->system->weight ? s->system->weight + from : NULL;
    gb_scalar change[GB_CHUNK];
    for (size_t i = 0; i < count; i++) change[i] = gb_real(state->component[GB_Q][from + i]);
    for (int k = 0; k <= last; k++) {
      gb_scalar *difference = s->difference + (size_t)k * n + from;
      const double own = k == 0 || k == 2 || k == last ? gb_squares(count, weight, change) : 0;
      if (k == 0) square[0] += own;
      if (k == 2) square[2] += own;
      if (k == last) square[1] += own;
      if (k < last)
        gb_difference(count, difference, change);
      else
        memcpy(difference, change, count * sizeof *change);
    }
  }
}

/// Squared error estimates of the first step, for which there are no differences yet.
/// square[0]: by the displacement due to the acceleration; if step ends are combined, by the
/// displacement minus the part due to the initial acceleration. square[1]: by half of the
/// displacement minus the part due to the initial velocity, for fast motions that the scheme damps.
/// square[2]: for schemes of
/// order 1, h times the error of the velocity against the mean of both accelerations, which is an
/// error of the second step.
static void first_step(const gb_step_error *s, const gb_state *state, const gb_state *before,
                       gb_scalar square[3]) {
  const size_t n = (size_t)s->system->n;
  const bool simple = s->first.degree == 2;
  const double h = s->step, factor = simple ? s->first.constant : fmin(s->first.constant, 1.0 / 12);
  double change = 0, suppressed = 0, drift = 0;
  for (size_t i = 0; i < n; i++) {
    const double a = gb_real(state->component[GB_A][i]), old = gb_real(before->component[GB_A][i]);
    const double q = gb_real(state->component[GB_Q][i] - before->component[GB_Q][i]);
    const double own = q - h * gb_real(before->component[GB_V][i]);
    const double by_a = factor * h * h * (simple ? a : a - old);
    const double error = s->solved ? by_a : 0.5 * (own - 0.5 * h * h * old);
    const double v = gb_real(state->component[GB_V][i] - before->component[GB_V][i]);
    const double further = s->solved && simple ? h * (v - 0.5 * h * (a + old)) : 0;
    const double weight = gb_system_weight(s->system, i);
    change += pow(weight * error, 2);
    suppressed += pow(weight * 0.5 * own, 2);
    drift += pow(weight * further, 2);
  }
  square[0] = change;
  square[1] = suppressed;
  square[2] = drift;
}

/// Squared error of a step from the squared norms of the highest known and the second difference.
/// If the highest difference is larger than any second difference, or the second difference larger
/// than any displacement, then differences do not approximate derivatives, because the step does
/// not resolve the motion; half of the second difference is then the error.
static double judge(const gb_step_error *s, double highest, double second) {
  if (s->found.count > 2 && highest > s->found.second) return 0.25 * s->found.second;
  if (s->found.count > 1 && second > s->found.size) return 0.25 * second;
  double known = 0, further = 0;
  if (s->found.count >= s->rule.degree) known = s->rule.constant * sqrt(highest);
  if (s->found.count == 2)
    further = sqrt(s->found.first) + fmin(sqrt(s->found.drift), 0.5 * sqrt(second));
  return pow(fmax(known, further), 2);
}

int gb_step_error_add(gb_step_error *s, const gb_stage *stage, const gb_state *state,
                      const gb_state *before, gb_error *error) {
  gb_scalar square[6] = {0};
  update(s, state, square);
  if (s->found.count == 1) first_step(s, state, before, square + 3);
  GB_TRY(s->system->op->sum(s->system, 6, square, error));
  s->found.second = fmax(s->found.second, gb_real(square[2]));
  s->found.size = fmax(s->found.size, gb_real(square[0]));
  double own = judge(s, gb_real(square[1]), gb_real(square[2]));
  if (s->found.count == 1) {
    own = s->found.first = fmin(gb_real(square[3]), gb_real(square[4]));
    s->found.drift = gb_real(square[5]);
  }
  if (s->found.count > 0 && own > s->found.error) {
    s->found.error = own;
    s->found.t = stage->t;
  }
  s->found.count++;
  return GB_OK;
}

double gb_step_error_largest(const gb_step_error *s, double round_off, double *t) {
  *t = s ? s->found.t : 0;
  if (!s || s->found.count < 2) return NAN;
  return s->found.error > 0 && s->found.size > round_off * round_off
             ? sqrt(s->found.error / s->found.size)
             : 0;
}

bool gb_step_error_undamped(const gb_step_error *s) {
  return s && s->undamped;
}

int gb_step_error_archive(gb_step_error *s, gb_archive *archive, gb_error *error) {
  GB_TRY(gb_archive_bytes(archive, sizeof s->found, &s->found, error));
  for (int k = 0; k <= s->rule.degree; k++)
    GB_TRY(gb_archive_unknowns(archive, s->difference + (size_t)k * (size_t)s->system->n, error));
  return GB_OK;
}
