/// Splines through nodes by their moments. Source: de Boor, "A Practical Guide to Splines", ch. 4;
/// docs/theory.md, the section on controls.
#include "problem/controls.h"

#include <math.h>
#include <string.h>

/// Times whose distance from a knot is below this fraction of the piece before it are taken as the
/// knot, because times of steps are rounded.
static const double NEAR = 1e-9;

/// The system of the moments: lower[i] m[i-1] + middle[i] m[i] + upper[i] m[i+1] = r[i]. With
/// GB_ENDS_NOT_A_KNOT the unknowns are the inner moments, from which the moments at the ends
/// follow.
typedef struct tridiagonal {
  int count;
  double *lower, *middle, *upper, *work; ///< [count] each
} tridiagonal;

static double length_of(const gb_control *c, int piece) {
  return c->knot[piece + 1] - c->knot[piece];
}

static bool extrapolates(const gb_control *c) {
  return c->ends == GB_ENDS_NOT_A_KNOT;
}

/// @return the factor in the moment at an end, (1 + part) m_1 - part m_2 of the next two moments,
/// so that the third derivative does not jump at the second node. With three nodes all moments are
/// equal.
static double part_of(const gb_control *c, bool last) {
  const int pieces = c->nodes - 1;
  if (c->nodes == 3) return 0;
  return last ? length_of(c, pieces - 1) / length_of(c, pieces - 2)
              : length_of(c, 0) / length_of(c, 1);
}

static int fill(const gb_control *c, gb_arena *arena, tridiagonal *s, gb_error *error) {
  const int n = c->nodes;
  s->count = n;
  GB_TRY(GB_TAKE(arena, s->lower, (size_t)n, error));
  GB_TRY(GB_TAKE(arena, s->middle, (size_t)n, error));
  GB_TRY(GB_TAKE(arena, s->upper, (size_t)n, error));
  GB_TRY(GB_TAKE(arena, s->work, (size_t)n, error));
  for (int i = 1; i < n - 1; i++) {
    s->lower[i] = length_of(c, i - 1);
    s->upper[i] = length_of(c, i);
    s->middle[i] = 2 * (s->lower[i] + s->upper[i]);
  }
  s->middle[0] = s->middle[n - 1] = 1;
  if (c->ends == GB_ENDS_CLAMPED) {
    s->middle[0] = 2 * (s->upper[0] = length_of(c, 0));
    s->middle[n - 1] = 2 * (s->lower[n - 1] = length_of(c, n - 2));
  }
  for (int end = 0; end < 2 && extrapolates(c) && n > 2; end++) {
    const int i = end ? n - 2 : 1;
    double *outer = end ? &s->upper[i] : &s->lower[i], *inner = end ? &s->lower[i] : &s->upper[i];
    const double part = part_of(c, end);
    s->middle[i] += *outer * (1 + part);
    if (n > 3) *inner -= *outer * part;
    *outer = 0;
  }
  return GB_OK;
}

/// Solve the system or its transpose in place.
static void solve(const tridiagonal *s, bool transpose, double x[]) {
  const int n = s->count;
  double pivot = s->middle[0];
  x[0] /= pivot;
  for (int i = 1; i < n; i++) {
    const double below = transpose ? s->upper[i - 1] : s->lower[i];
    const double beside = transpose ? s->lower[i] : s->upper[i - 1];
    s->work[i] = beside / pivot;
    pivot = s->middle[i] - below * s->work[i];
    x[i] = (x[i] - below * x[i - 1]) / pivot;
  }
  for (int i = n - 2; i >= 0; i--) x[i] -= s->work[i + 1] * x[i + 1];
}

/// The right-hand side at node i is 6 (d_i - d_(i-1)), with the slopes d of the secants. Beyond a
/// clamped end the slope is 0; other ends have no equation.
static bool has_secant(const gb_control *c, int i, int piece) {
  const bool inner = i > 0 && i < c->nodes - 1;
  return piece >= 0 && piece < c->nodes - 1 && (inner || c->ends == GB_ENDS_CLAMPED);
}

int gb_control_moments(const gb_control *control, const double value[], double moment[],
                       gb_error *error) {
  const int n = control->nodes;
  GB_SCRATCH(scratch);
  tridiagonal s;
  GB_TRY(fill(control, &scratch, &s, error));
  for (int i = 0; i < n; i++) {
    moment[i] = 0;
    for (int side = 0; side < 2; side++) {
      const int piece = i - 1 + side;
      if (has_secant(control, i, piece))
        moment[i] +=
            (side ? 6 : -6) * (value[piece + 1] - value[piece]) / length_of(control, piece);
    }
  }
  solve(&s, false, moment);
  if (!extrapolates(control) || n < 3) return GB_OK;
  const double first = part_of(control, false), last = part_of(control, true);
  moment[0] = (1 + first) * moment[1] - (n > 3 ? first * moment[2] : 0);
  moment[n - 1] = (1 + last) * moment[n - 2] - (n > 3 ? last * moment[n - 3] : 0);
  return GB_OK;
}

int gb_control_pull(const gb_control *control, const double moment_bar[], double value_bar[],
                    gb_error *error) {
  const int n = control->nodes;
  GB_SCRATCH(scratch);
  tridiagonal s;
  double *bar;
  GB_TRY(fill(control, &scratch, &s, error));
  GB_TRY(GB_TAKE(&scratch, bar, (size_t)n, error));
  memcpy(bar, moment_bar, (size_t)n * sizeof *bar);
  for (int end = 0; end < 2 && extrapolates(control) && n > 2; end++) {
    const int outer = end ? n - 1 : 0, step = end ? -1 : 1;
    const double part = part_of(control, end);
    bar[outer + step] += (1 + part) * bar[outer];
    if (n > 3) bar[outer + 2 * step] -= part * bar[outer];
    bar[outer] = 0;
  }
  solve(&s, true, bar);
  for (int i = 0; i < n; i++)
    for (int side = 0; side < 2; side++) {
      const int piece = i - 1 + side;
      if (!has_secant(control, i, piece)) continue;
      const double by = (side ? 6 : -6) * bar[i] / length_of(control, piece);
      value_bar[piece + 1] += by;
      value_bar[piece] -= by;
    }
  return GB_OK;
}

int gb_control_open(gb_control *c, gb_arena *arena, gb_error *error) {
  const bool timed = c->values.time != NULL;
  c->pieces = c->kind == GB_CONTROL_STEP && !timed ? c->nodes : c->nodes - 1;
  GB_TRY(GB_TAKE(arena, c->knot, (size_t)c->pieces + 1, error));
  GB_TRY(GB_TAKE(arena, c->node, (size_t)c->nodes, error));
  for (int i = 0; i <= c->pieces; i++)
    c->knot[i] = timed            ? c->values.time[i]
                 : i == c->pieces ? c->to
                                  : c->from + (c->to - c->from) * i / c->pieces;
  for (int i = 0; i < c->nodes; i++) c->node[i] = c->values.entry[c->values.whole ? 0 : i];
  if (c->kind != GB_CONTROL_CUBIC) return GB_OK;
  GB_TRY(GB_TAKE(arena, c->moment, (size_t)c->nodes, error));
  return gb_control_moments(c, c->node, c->moment, error);
}

/// @return the piece that contains t
static int piece_of(const gb_control *c, double t) {
  int low = 0, high = c->pieces - 1;
  while (low < high) {
    const int middle = (low + high + 1) / 2;
    if (t >= c->knot[middle] - NEAR * length_of(c, middle - 1))
      low = middle;
    else
      high = middle - 1;
  }
  return low;
}

void gb_control_find(const gb_control *control, double t, gb_control_place *place) {
  const int i = piece_of(control, t);
  *place = (gb_control_place){.terms = 1, .coefficient = {i}, .weight = {{1}}};
  if (control->kind == GB_CONTROL_STEP) { // of a table the last value is that of its end
    const bool ends =
        control->values.time && t >= control->knot[i + 1] - NEAR * length_of(control, i);
    if (ends) place->coefficient[0] = i + 1;
    return;
  }
  const double h = length_of(control, i), a = (control->knot[i + 1] - t) / h, b = 1 - a;
  for (int k = 0; k < 2; k++) {
    const double at = k ? b : a, sign = k ? 1 : -1;
    const double value[] = {at, sign / h, 0};
    const double moment[] = {(at * at * at - at) * h * h / 6, sign * (3 * at * at - 1) * h / 6, at};
    place->coefficient[k] = i + k;
    place->coefficient[2 + k] = control->nodes + i + k;
    memcpy(place->weight[k], value, sizeof value);
    memcpy(place->weight[2 + k], moment, sizeof moment);
  }
  place->terms = control->kind == GB_CONTROL_CUBIC ? 4 : 2;
}

/// Evaluate t and the controls of a problem with their first and second derivatives, the variables
/// of expressions of t, [1 + controls].
static void find_variables(const gb_problem *problem, double t, double variable[][3]) {
  variable[0][0] = t;
  variable[0][1] = 1;
  variable[0][2] = 0;
  for (int k = 0; k < problem->controls.count; k++) {
    const gb_control *c = &problem->controls.entry[k];
    gb_control_place place;
    gb_control_find(c, t, &place);
    for (int r = 0; r < GB_CONTROL_ORDERS; r++) {
      variable[1 + k][r] = 0;
      for (int i = 0; i < place.terms; i++) {
        const int at = place.coefficient[i];
        variable[1 + k][r] +=
            place.weight[i][r] * (at < c->nodes ? c->node[at] : c->moment[at - c->nodes]);
      }
    }
  }
}

static bool uses_controls(const gb_problem *problem, const gb_expression *expression) {
  for (int k = 0; expression && k < problem->controls.count; k++)
    if (gb_expression_uses(expression, 1 + k)) return true;
  return false;
}

double gb_problem_value(const gb_problem *problem, const gb_expression *expression, double t) {
  double variable[1 + GB_MOST_CONTROLS][3], value[1 + GB_MOST_CONTROLS];
  if (!uses_controls(problem, expression)) return gb_expression_real(expression, &t);
  find_variables(problem, t, variable);
  for (int k = 0; k <= problem->controls.count; k++) value[k] = variable[k][0];
  return gb_expression_real(expression, value);
}

void gb_problem_motion(const gb_problem *problem, const gb_expression *expression, double t,
                       double out[3]) {
  double variable[1 + GB_MOST_CONTROLS][3];
  find_variables(problem, t, variable);
  gb_expression_motion(expression, (const double(*)[3])variable, out);
}
