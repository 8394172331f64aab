/// Values of controls at a time. They are cached: a second call with the same time reuses them.
#include "system/nodal_values/controls.h"

#include <complex.h>
#include <string.h>

struct gb_controls {
  const gb_model *model;
  const gb_problem *problem;
  const gb_scalar *change;
  int count;
  double t;                ///< time of the following values; NAN: not computed yet
  gb_control_place *place; ///< piece and weights of each control at t, [count]
  gb_scalar (*motion)[3];  ///< t and the controls, with two derivatives each, [1 + count]
  gb_scalar *value;        ///< t and the controls, [1 + count]
  gb_control_slope *slope; ///< derivatives by designs, [count GB_CONTROL_TERMS]
};

int gb_controls_create(const gb_model *model, const gb_scalar change[], gb_arena *arena,
                       gb_controls **out, gb_error *error) {
  gb_controls *c;
  const size_t count = (size_t)model->problem->controls.count;
  GB_TRY(GB_TAKE(arena, c, 1, error));
  *c = (gb_controls){
      .model = model, .problem = model->problem, .change = change, .count = (int)count, .t = NAN};
  *out = c;
  GB_TRY(GB_TAKE(arena, c->place, count, error));
  GB_TRY(GB_TAKE(arena, c->motion, 1 + count, error));
  GB_TRY(GB_TAKE(arena, c->value, 1 + count, error));
  return GB_TAKE(arena, c->slope, count * GB_CONTROL_TERMS, error);
}

/// @return the design that is a coefficient of a control, or -1
static int varying_of(const gb_controls *c, int control, int coefficient) {
  const gb_control_designs *at = &c->model->designs->control[control];
  const int nodes = c->problem->controls.entry[control].nodes;
  if (at->node < 0) return -1;
  return coefficient < nodes ? at->node + coefficient : at->moment + coefficient - nodes;
}

static gb_scalar coefficient_of(const gb_controls *c, int control, int coefficient) {
  const gb_control *of = &c->problem->controls.entry[control];
  const int varying = varying_of(c, control, coefficient);
  const double base =
      coefficient < of->nodes ? of->node[coefficient] : of->moment[coefficient - of->nodes];
  return varying < 0 ? base : base + c->change[varying];
}

const gb_scalar (*gb_controls_at(gb_controls *c, double t))[3] {
  if (t == c->t) return (const gb_scalar(*)[3])c->motion;
  c->motion[0][0] = c->value[0] = t;
  c->motion[0][1] = 1;
  for (int k = 0; k < c->count; k++) {
    const gb_control_place *place = &c->place[k];
    gb_control_find(&c->problem->controls.entry[k], t, &c->place[k]);
    memset(c->motion[1 + k], 0, sizeof c->motion[1 + k]);
    for (int i = 0; i < place->terms; i++) {
      const gb_scalar coefficient = coefficient_of(c, k, place->coefficient[i]);
      for (int r = 0; r < GB_CONTROL_ORDERS; r++)
        c->motion[1 + k][r] += place->weight[i][r] * coefficient;
    }
    c->value[1 + k] = c->motion[1 + k][0];
  }
  c->t = t;
  return (const gb_scalar(*)[3])c->motion;
}

gb_scalar gb_controls_value(gb_controls *controls, const gb_expression *expression, double t) {
  gb_controls_at(controls, t);
  return gb_evaluate(expression, controls->value);
}

void gb_controls_motion(gb_controls *controls, const gb_expression *expression, double t,
                        gb_scalar out[3]) {
  gb_evaluate_motion(expression, gb_controls_at(controls, t), out);
}

bool gb_controls_vary(const gb_controls *controls, const gb_expression *expression) {
  for (int k = 0; expression && k < controls->count; k++)
    if (controls->model->designs->control[k].node >= 0 && gb_expression_uses(expression, 1 + k))
      return true;
  return false;
}

/// Append the derivatives of a quantity by a control's coefficients. by[order][r]: derivatives of
/// the quantity's orders by u, u' and u''. @return number of derivatives afterwards
static int add_slopes(gb_controls *c, int control, const double by[][GB_CONTROL_ORDERS], int orders,
                      int count) {
  const gb_control_place *place = &c->place[control];
  for (int i = 0; i < place->terms; i++) {
    gb_control_slope *slope = &c->slope[count++];
    *slope = (gb_control_slope){.design = varying_of(c, control, place->coefficient[i])};
    for (int order = 0; order < orders; order++)
      for (int r = 0; r < GB_CONTROL_ORDERS; r++)
        slope->by[order] += by[order][r] * place->weight[i][r];
  }
  return count;
}

int gb_controls_slopes(gb_controls *controls, const gb_expression *expression, double t, bool whole,
                       const gb_control_slope **out) {
  const double step = 1e-200;
  double _Complex at[1 + GB_MOST_CONTROLS][3], found[3];
  const int orders = whole ? GB_CONTROL_ORDERS : 1;
  int count = 0;
  gb_controls_at(controls, t);
  for (int k = 0; k <= controls->count; k++)
    for (int r = 0; r < GB_CONTROL_ORDERS; r++) at[k][r] = gb_real(controls->motion[k][r]);
  for (int k = 0; k < controls->count; k++) {
    double by[GB_CONTROL_ORDERS][GB_CONTROL_ORDERS] = {{0}};
    if (controls->model->designs->control[k].node < 0 || !gb_expression_uses(expression, 1 + k))
      continue;
    for (int r = 0; r < orders; r++) {
      const double _Complex value = at[1 + k][r];
      at[1 + k][r] = CMPLX(creal(value), step);
      gb_expression_motion_complex(expression, (const double _Complex(*)[3])at, found);
      at[1 + k][r] = value;
      for (int order = 0; order < orders; order++) by[order][r] = cimag(found[order]) / step;
    }
    count = add_slopes(controls, k, (const double(*)[GB_CONTROL_ORDERS])by, orders, count);
  }
  *out = controls->slope;
  return count;
}

int gb_controls_chain(gb_controls *controls, const double by[][GB_CONTROL_ORDERS], double t,
                      const gb_control_slope **out) {
  int count = 0;
  gb_controls_at(controls, t);
  for (int k = 0; k < controls->count; k++)
    if (controls->model->designs->control[k].node >= 0)
      count = add_slopes(controls, k, &by[k], 1, count);
  *out = controls->slope;
  return count;
}
