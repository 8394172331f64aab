/// The error of the time step by Milne's device: a scheme of order p has the local error
/// C h^(p+1) q^(p+1), and that derivative is the backward difference p + 1 of q. C is measured on
/// an oscillator, so that it is there for any table. Source: docs/theory.md, the section on the
/// error of a time step; Hairer, Norsett & Wanner, Solving Ordinary Differential Equations I,
/// section III.2.
#include "integrators/step_error.h"

#include "base/squares.h"
#include "integrators/pass.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/// Differences 0 .. p + 1 of a scheme of order 6; stages of a step.
enum { DIFFERENCES = 8, WIDTH = 8 };

/// Angle of the oscillator over a step by which constants are measured: small enough for the
/// leading term, large enough for round-off at order 6.
static const double ANGLE = 0.1;

/// The angle of an oscillator that no step resolves, and the amplitude below which a scheme damps
/// it.
static const double FAST = 1e4, DAMPED = 0.1;

/// Constant C and order of a step.
typedef struct gb_rule {
  int degree; ///< of the difference that tells the error, p + 1
  double constant;
} gb_rule;

/// What a march has shown so far; written to restart files as it is.
typedef struct findings {
  int64_t count;       ///< ends of steps
  double error, t;     ///< the largest, squared, and where it was
  double size, second; ///< largest squares of q and of its second differences
  double first, drift; ///< squares: error of the first step, and h times that of its velocity
} findings;

struct gb_step_error {
  gb_system *system;
  double step;         ///< h
  gb_rule first, rule; ///< of the first step, and of the last one
  bool rings;          ///< motions far too fast for the step ring on
  bool solved;         ///< ends of steps have accelerations of their own
  findings found;
  gb_scalar *difference; ///< [rule.degree + 1][n]
};

/// The oscillation cos(x + phase) with x = w (t - end), and its derivatives by t.
typedef struct oscillator {
  double frequency, phase, end;
  double shift; ///< by which the auxiliary acceleration lies ahead of its stage
} oscillator;

static void exact(const oscillator *o, double t, double y[GB_COMPONENTS]) {
  const double w = o->frequency, x = w * (t - o->end) + o->phase;
  y[GB_Q] = cos(x);
  y[GB_V] = -w * sin(x);
  y[GB_A] = -w * w * cos(x);
  y[GB_S] = -w * w * cos(x + w * o->shift);
}

/// The auxiliary acceleration of the alpha family is the one at t + shift: the shift for which its
/// relation with accelerations is exact where these are linear in t.
static double find_shift(const gb_stage *stage, double h) {
  const double(*c)[GB_COMPONENTS] = stage->history[0].c;
  if (stage->sigma[GB_S] == 0) return 0;
  return h * (c[GB_A][GB_S] + c[GB_A][GB_A]) / (stage->sigma[GB_A] + c[GB_A][GB_S]);
}

/// q at stage `last`, the end of a step, from exact values before that step.
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

/// Error of q at stage `last`, the end of a step, over the phases of an oscillator that turns by
/// `angle` in it; `of`: 1, or 0 for q itself.
static double oscillate(const gb_table *table, int64_t last, double angle, double of) {
  gb_stage stage, start, first;
  double part[2];
  gb_table_stage(table, last, &stage);
  gb_table_stage(table, last - stage.index, &first);
  gb_table_stage(table, last - stage.index - 1, &start);
  const double h = stage.t - start.t;
  for (int k = 0; k < 2; k++) {
    const oscillator o = {angle / h, k ? M_PI / 2 : 0, stage.t, find_shift(&first, h)};
    part[k] = march_oscillator(table, last, &o) - of * cos(o.phase);
  }
  return hypot(part[0], part[1]);
}

/// The rule of the step that ends at stage `last`.
static gb_rule measure(const gb_table *table, int64_t last) {
  const double error = oscillate(table, last, ANGLE, 1);
  const double half = oscillate(table, last, ANGLE / 2, 1);
  const int degree = (int)fmin(fmax(round(log2(error / half)), 2), DIFFERENCES - 1);
  return (gb_rule){degree, error / pow(ANGLE, degree)};
}

/// The stage at the end of the first step, or of its first substep.
static int64_t end_of_first(const gb_table *table) {
  gb_stage stage;
  int64_t k = 1;
  for (; k + 1 < gb_table_stages(table); k++) {
    gb_table_stage(table, k + 1, &stage);
    if (stage.index == 0) break;
  }
  return k;
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
  s->rings = !(oscillate(table, gb_table_stages(table) - 1, FAST, 0) <= DAMPED);
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

/// Differences of the state, of which as many are known as there were steps; sums of squares of q,
/// of the highest difference and of the second, in the norm of the system.
static void update(gb_step_error *s, const gb_state *state, gb_scalar square[3]) {
  const size_t n = (size_t)s->system->n;
  const int last = s->found.count < s->rule.degree ? (int)s->found.count : s->rule.degree;
  for (size_t from = 0; from < n; from += GB_PIECE) {
    const size_t count = n - from < GB_PIECE ? n - from : GB_PIECE;
    const gb_scalar *weight = s->system->weight ? s->system->weight + from : NULL;
    gb_scalar change[GB_PIECE];
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

/// A first step has no differences yet. Its error is the displacement by its acceleration (at ends
/// that are combined, the displacement beyond that by the first acceleration), or, where fast
/// motions that the scheme suppresses cause it, half of the change of the displacement. The error
/// of a low scheme's velocity, against the mean of both accelerations, displaces the second step.
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

/// The error of a step, squared, from the square of the highest difference that is known. Where
/// that is larger than any second one, or the second larger than any displacement, differences
/// approximate no derivative: the step does not resolve the motion, and its second difference is
/// taken for the error.
static double judge(const gb_step_error *s, double highest, double second) {
  if (s->found.count > 2 && highest > s->found.second) return 0.25 * s->found.second;
  if (s->found.count > 1 && second > s->found.size) return 0.25 * second;
  double known = 0, further = 0;
  if (s->found.count >= s->rule.degree) known = s->rule.constant * sqrt(highest);
  if (s->found.count == 2)
    further = sqrt(s->found.first) + fmin(sqrt(s->found.drift), 0.5 * sqrt(second));
  return pow(fmax(known, further), 2);
}

int gb_step_error_learn(gb_step_error *s, const gb_stage *stage, const gb_state *state,
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

double gb_step_error_worst(const gb_step_error *s, double round_off, double *t) {
  *t = s ? s->found.t : 0;
  if (!s || s->found.count < 2) return NAN;
  return s->found.error > 0 && s->found.size > round_off * round_off
             ? sqrt(s->found.error / s->found.size)
             : 0;
}

bool gb_step_error_rings(const gb_step_error *s) {
  return s && s->rings;
}

int gb_step_error_archive(gb_step_error *s, gb_archive *archive, gb_error *error) {
  GB_TRY(gb_archive_bytes(archive, sizeof s->found, &s->found, error));
  for (int k = 0; k <= s->rule.degree; k++)
    GB_TRY(gb_archive_unknowns(archive, s->difference + (size_t)k * (size_t)s->system->n, error));
  return GB_OK;
}
