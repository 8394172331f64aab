/// The error of the time step by Milne's device: a scheme of order p has the local error
/// C h^(p+1) q^(p+1), and that derivative is the backward difference p + 1 of q. C is measured on
/// an oscillator, so that it is there for any table. Source: docs/theory.md, the section on the
/// error of a time step; Hairer, Norsett & Wanner, Solving Ordinary Differential Equations I,
/// section III.2.
#include "integrators/step_error.h"

#include "integrators/sweep.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/// Differences 0 .. p + 1 of a scheme of order 6; points of a step.
enum { DIFFERENCES = 8, WIDTH = 8 };

/// Angle of the oscillator over a step by which constants are measured: small enough for the
/// leading term, large enough for round-off at order 6.
static const double ANGLE = 0.1;

struct gb_step_error {
  gb_system *system;
  double step;           ///< h
  int degree;            ///< of the difference that tells the error, p + 1
  double constant;       ///< C
  bool solved;           ///< ends of steps have accelerations of their own
  int64_t count;         ///< ends of steps so far
  double error, t, size; ///< largest squares, and where the error was
  gb_scalar *difference; ///< [degree + 1][n]
};

/// The unit of what oscillates: cos(x + phase) with x = w (t - end), and its derivatives by t.
typedef struct oscillator {
  double frequency, phase, end;
  double shift; ///< by which the auxiliary acceleration lies ahead of its point
} oscillator;

static void exact(const oscillator *o, double t, double y[GB_SLOTS]) {
  const double w = o->frequency, x = w * (t - o->end) + o->phase;
  y[GB_Q] = cos(x);
  y[GB_V] = -w * sin(x);
  y[GB_A] = -w * w * cos(x);
  y[GB_S] = -w * w * cos(x + w * o->shift);
}

/// The auxiliary acceleration of the alpha family is that of t + shift: the shift for which its
/// relation with accelerations holds for linear ones.
static double find_shift(const gb_point *point, double h) {
  const double(*c)[GB_SLOTS] = point->history[0].c;
  if (point->sigma[GB_S] == 0) return 0;
  return h * (c[GB_A][GB_S] + c[GB_A][GB_A]) / (point->sigma[GB_A] + c[GB_A][GB_S]);
}

/// q at the end of the last step, from exact values before it.
static double march_oscillator(const gb_table *table, const oscillator *o) {
  const int64_t last = gb_table_points(table) - 1;
  gb_point point, earlier;
  gb_table_point(table, last, &point);
  const int64_t first = last - point.place;
  double y[WIDTH][GB_SLOTS] = {{0}};
  for (int64_t k = first; k <= last; k++) {
    double *at = y[k - first], other[GB_SLOTS];
    gb_table_point(table, k, &point);
    for (int j = 0; j < point.histories; j++) {
      const gb_history *history = &point.history[j];
      const int64_t from = k - history->back;
      gb_table_point(table, from, &earlier);
      exact(o, earlier.t, other);
      if (from >= first) memcpy(other, y[from - first], sizeof other);
      for (int to = 0; to < GB_SLOTS; to++)
        for (int i = 0; i < GB_SLOTS; i++) at[to] += history->c[to][i] * other[i];
    }
    if (point.kind != GB_POINT_SOLVE) continue;
    const double w2 = o->frequency * o->frequency;
    const double unknown =
        -(at[GB_A] + w2 * at[GB_Q]) / (point.sigma[GB_A] + w2 * point.sigma[GB_Q]);
    for (int i = 0; i < GB_SLOTS; i++) at[i] += point.sigma[i] * unknown;
  }
  return y[last - first][GB_Q];
}

/// The constant and the order of the last step, which is as long as its piece is.
static void measure(const gb_table *table, gb_step_error *s) {
  const int64_t last = gb_table_points(table) - 1;
  gb_point point, start, first;
  double error[2];
  gb_table_point(table, last, &point);
  gb_table_point(table, last - point.place, &first);
  gb_table_point(table, last - point.place - 1, &start);
  const double h = point.t - start.t;
  for (int i = 0; i < 2; i++) {
    const double angle = i ? ANGLE / 2 : ANGLE;
    double part[2];
    for (int k = 0; k < 2; k++) {
      const oscillator o = {angle / h, k ? M_PI / 2 : 0, point.t, find_shift(&first, h)};
      part[k] = march_oscillator(table, &o) - cos(o.phase);
    }
    error[i] = hypot(part[0], part[1]);
  }
  const double degree = round(log2(error[0] / error[1]));
  s->degree = (int)fmin(fmax(degree, 2), DIFFERENCES - 1);
  s->constant = error[0] / pow(ANGLE, s->degree);
  s->solved = point.kind == GB_POINT_SOLVE;
}

int gb_step_error_create(gb_system *system, const gb_table *table, gb_step_error **out,
                         gb_error *error) {
  gb_step_error *s;
  gb_point point;
  *out = NULL;
  if (gb_table_scheme(table)->order == 0) return GB_OK;
  GB_TRY(gb_allocate(1, sizeof *s, &s, error));
  s->system = system;
  gb_table_point(table, gb_table_points(table) - 1, &point);
  s->step = point.t / point.step;
  measure(table, s);
  const size_t size = (size_t)(s->degree + 1) * (size_t)system->n;
  const int status = gb_allocate(size, sizeof *s->difference, &s->difference, error);
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
  s->count = 0;
  s->error = s->t = s->size = 0;
}

/// Before the start the motion goes on with its first velocity.
static void start(gb_step_error *s, const gb_state *state) {
  const size_t n = (size_t)s->system->n;
  memset(s->difference, 0, (size_t)(s->degree + 1) * n * sizeof *s->difference);
  for (size_t i = 0; i < n; i++) {
    s->difference[i] = gb_real(state->slot[GB_Q][i]);
    s->difference[n + i] = s->step * gb_real(state->slot[GB_V][i]);
  }
}

/// Differences of the state; sums of squares of q, of the highest difference and of the second.
static void update(gb_step_error *s, const gb_state *state, gb_scalar square[3]) {
  const size_t n = (size_t)s->system->n;
  for (size_t i = 0; i < n; i++) {
    const double q = gb_real(state->slot[GB_Q][i]);
    double change = q, second = 0;
    for (int k = 0; k <= s->degree; k++) {
      gb_scalar *difference = &s->difference[(size_t)k * n + i];
      const double old = gb_real(*difference);
      *difference = change;
      if (k == 2) second = change;
      if (k < s->degree) change -= old;
    }
    square[0] += q * q;
    square[1] += change * change;
    square[2] += second * second;
  }
}

/// A first step has no differences yet. Its error is what its acceleration changes the displacement
/// by (at ends that are combined, what the displacement has beyond the first acceleration's), or,
/// where that is of fast motions that the scheme holds at rest, half of the step's own change.
static void first_step(const gb_step_error *s, const gb_state *state, const gb_state *before,
                       gb_scalar square[2]) {
  const size_t n = (size_t)s->system->n;
  const double h = s->step, factor = s->degree == 2 ? s->constant : fmin(s->constant, 1.0 / 12);
  double change = 0, rest = 0;
  for (size_t i = 0; i < n; i++) {
    const double a = gb_real(state->slot[GB_A][i]), old = gb_real(before->slot[GB_A][i]);
    const double q = gb_real(state->slot[GB_Q][i] - before->slot[GB_Q][i]);
    const double own = q - h * gb_real(before->slot[GB_V][i]);
    const double by_a = factor * h * h * (s->degree == 2 ? a : a - old);
    const double error = s->solved ? by_a : 0.5 * (own - 0.5 * h * h * old);
    change += error * error;
    rest += 0.25 * own * own;
  }
  square[0] = change;
  square[1] = rest;
}

int gb_step_error_learn(gb_step_error *s, const gb_point *point, const gb_state *state,
                        const gb_state *before, gb_error *error) {
  gb_scalar square[5] = {0};
  if (s->count == 0) start(s, state);
  if (s->count > 0) update(s, state, square);
  if (s->count == 1) first_step(s, state, before, square + 3);
  GB_TRY(s->system->op->sum(s->system, 5, square, error));
  const double highest = gb_real(square[1]), second = gb_real(square[2]);
  // Differences that grow with their degree tell no derivative: the step does not resolve the
  // motion, and all that it changes of the velocity's is error.
  double own = highest > second ? 0.25 * second : s->constant * s->constant * highest;
  if (s->count == 1) own = fmin(gb_real(square[3]), gb_real(square[4]));
  s->size = fmax(s->size, gb_real(square[0]));
  if (s->count > 0 && own > s->error) {
    s->error = own;
    s->t = point->t;
  }
  s->count++;
  return GB_OK;
}

double gb_step_error_worst(const gb_step_error *s, double *t) {
  *t = s ? s->t : 0;
  if (!s || s->count < 2) return NAN;
  return s->error > 0 ? sqrt(s->error / s->size) : 0;
}

int gb_step_error_archive(gb_step_error *s, gb_archive *archive, gb_error *error) {
  double number[] = {s->error, s->t, s->size};
  GB_TRY(gb_archive_integers(archive, 1, &s->count, error));
  GB_TRY(gb_archive_numbers(archive, 3, number, error));
  s->error = number[0];
  s->t = number[1];
  s->size = number[2];
  for (int k = 0; k <= s->degree; k++)
    GB_TRY(gb_archive_unknowns(archive, s->difference + (size_t)k * (size_t)s->system->n, error));
  return GB_OK;
}
