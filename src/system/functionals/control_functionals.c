/// Functionals of controls: integrals over the time of the march of expressions of t, controls and
/// their rates, by Gauss quadrature on the pieces between all knots (docs/theory.md, the section on
/// controls). They need no state: all their samples belong to stage 0. Variable 0 of the
/// expressions is t, 1 + 2 k the value of control k, 2 + 2 k its rate.
#include "system/assembly/sources.h"

#include <complex.h>
#include <stdlib.h>

enum { POINTS = 8 }; ///< Gauss points per piece: exact for polynomials of t up to degree 15

/// Positive points and their weights of Gauss's rule on [-1, 1]. Source: Abramowitz & Stegun, table
/// 25.4.
static const double place[POINTS / 2] = {0.18343464249564980494, 0.52553240991632898582,
                                         0.79666647741362673959, 0.96028985649753623168};
static const double weight[POINTS / 2] = {0.36268378337836198297, 0.31370664587788728734,
                                          0.22238103445337447054, 0.10122853629037625915};

typedef struct control_source {
  const gb_model *model;
  const gb_functional *functional;
  gb_aggregate *aggregate;
  gb_controls *controls;
  int count, pieces;
  bool any;     ///< at least one functional is of controls
  double *knot; ///< ascending times, [pieces + 1]
} control_source;

static int compare(const void *a, const void *b) {
  const double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

/// Sort the knots of all controls within the march, without duplicates.
static int join_knots(control_source *f, double duration, gb_arena *arena, gb_error *error) {
  const gb_problem *problem = f->model->problem;
  size_t most = 2;
  int count = 0, kept = 1;
  for (int k = 0; k < problem->controls.count; k++)
    most += (size_t)problem->controls.entry[k].pieces + 1;
  GB_TRY(GB_TAKE(arena, f->knot, most, error));
  f->knot[count++] = 0;
  f->knot[count++] = duration;
  for (int k = 0; k < problem->controls.count; k++) {
    const gb_control *c = &problem->controls.entry[k];
    for (int i = 0; i <= c->pieces; i++)
      if (c->knot[i] > 0 && c->knot[i] < duration) f->knot[count++] = c->knot[i];
  }
  qsort(f->knot, (size_t)count, sizeof *f->knot, compare);
  for (int i = 1; i < count; i++)
    if (f->knot[i] > f->knot[kept - 1] + 1e-12 * duration) f->knot[kept++] = f->knot[i];
  f->knot[kept - 1] = duration;
  f->pieces = kept - 1;
  return GB_OK;
}

static int create(const gb_source_request *request, void **out, gb_error *error) {
  control_source *f;
  GB_TRY(GB_TAKE(request->arena, f, 1, error));
  *f = (control_source){.model = gb_assembly_model(request->assembly),
                        .functional = request->functional,
                        .aggregate = request->aggregate,
                        .controls = gb_assembly_controls(request->assembly),
                        .count = request->count};
  *out = f;
  for (int i = 0; i < f->count; i++)
    f->any = f->any || f->functional[i].function->field == GB_FIELD_CONTROLS;
  return f->any ? join_knots(f, request->duration, request->arena, error) : GB_OK;
}

/// Find the time of Gauss point j of a piece. @return its weight
static double point_of(const control_source *f, int piece, int j, double *t) {
  const double half = (f->knot[piece + 1] - f->knot[piece]) / 2, at = place[j / 2];
  *t = f->knot[piece] + half * (j % 2 ? 1 - at : 1 + at);
  return half * weight[j / 2];
}

static int refuse(const control_source *f, int i, double found, double t, gb_error *error) {
  return gb_fail(
      error, GB_NOT_FINITE,
      "%s.value: not finite at t = %g (found %g); accepted: expressions with finite values "
      "and derivatives during the whole march",
      f->functional[i].where, t, found);
}

static gb_scalar value_at(control_source *f, int i, double t) {
  gb_scalar variable[1 + 2 * GB_MOST_CONTROLS];
  const gb_scalar(*motion)[3] = gb_controls_at(f->controls, t);
  variable[0] = t;
  for (int k = 0; k < f->model->problem->controls.count; k++) {
    variable[1 + 2 * k] = motion[1 + k][0];
    variable[2 + 2 * k] = motion[1 + k][1];
  }
  return gb_evaluate(f->functional[i].value, variable);
}

static int sample(void *own, const gb_nodal_state *state, gb_instant instant, gb_error *error) {
  control_source *f = own;
  int rank;
  (void)state;
  MPI_Comm_rank(f->model->comm, &rank);
  for (int i = 0; i < f->count; i++) {
    if (!gb_aggregate_samples(f->aggregate, i, GB_FIELD_CONTROLS, instant)) continue;
    for (int piece = 0; piece < f->pieces; piece++) {
      gb_scalar value[POINTS];
      gb_scalar area[POINTS];
      double t;
      for (int j = 0; j < POINTS; j++) {
        area[j] = point_of(f, piece, j, &t);
        value[j] = value_at(f, i, t);
        if (!isfinite(gb_real(value[j]))) return refuse(f, i, gb_real(value[j]), t, error);
      }
      gb_aggregate_add_to(f->aggregate, i, instant, rank == 0 ? POINTS : 0, value, area);
    }
  }
  return GB_OK;
}

/// by[control] = derivatives of a functional's expression by the control's value and rate.
static void find_slopes(control_source *f, int i, double t, double by[][GB_CONTROL_ORDERS]) {
  double _Complex variable[1 + 2 * GB_MOST_CONTROLS];
  const gb_scalar(*motion)[3] = gb_controls_at(f->controls, t);
  const gb_expression *value = f->functional[i].value;
  const int controls = f->model->problem->controls.count;
  variable[0] = t;
  for (int k = 0; k < 2 * controls; k++) variable[1 + k] = gb_real(motion[1 + k / 2][k % 2]);
  for (int k = 0; k < controls; k++) {
    by[k][2] = 0;
    for (int r = 0; r < 2; r++) {
      const int name = 1 + 2 * k + r;
      by[k][r] = gb_expression_uses(value, name) ? gb_expression_slope(value, variable, name) : 0;
    }
  }
}

static int add_gradient(void *own, const gb_nodal_state *state, gb_instant instant,
                        gb_scalar gradient[], gb_error *error) {
  control_source *f = own;
  const size_t width = (size_t)f->model->designs->width;
  const gb_scalar one = 1;
  double by[GB_MOST_CONTROLS][GB_CONTROL_ORDERS], t;
  int rank;
  (void)state;
  MPI_Comm_rank(f->model->comm, &rank);
  for (int i = 0; i < f->count; i++) {
    if (!gb_aggregate_samples(f->aggregate, i, GB_FIELD_CONTROLS, instant)) continue;
    for (int k = 0; k < f->pieces * POINTS; k++) {
      const double area = point_of(f, k / POINTS, k % POINTS, &t);
      const gb_scalar value = value_at(f, i, t);
      const gb_control_slope *slope;
      gb_scalar g;
      gb_aggregate_weights_of(f->aggregate, i, instant, 1, &value, &one, &g);
      find_slopes(f, i, t, by);
      const int slopes =
          gb_controls_chain(f->controls, (const double(*)[GB_CONTROL_ORDERS])by, t, &slope);
      for (int j = 0; j < slopes; j++) {
        const double change = area * slope[j].by[0];
        if (!isfinite(change)) return refuse(f, i, change, t, error);
        if (rank == 0) gradient[(size_t)i * width + (size_t)slope[j].design] += g * change;
      }
    }
  }
  return GB_OK;
}

const gb_source gb_source_controls = {.create = create, .sample = sample, .gradient = add_gradient};
