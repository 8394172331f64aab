/// A scalar unknown x with an equation of first order, x' = f(t, x, y, ...). Nodes: x and the other
/// states that its rate names. x is stored as a velocity and x' as an acceleration, so that each
/// scheme of second order integrates it. Table: the expression f. Source: docs/theory.md, section
/// "States".
#include "elements/multibody/state.h"
#include "elements/element.h"

#include <complex.h>

/// @return f of a lane; slope = its derivative by the state of a node; -1: none
static gb_scalar rate(const gb_element_input *in, const gb_element_state *state, int lane, int node,
                      gb_scalar *slope) {
  double _Complex variable[GB_RATE_OWN + GB_ELEMENT_NODES][3] = {{in->t}}, f[3];
  for (int k = 0; k < GB_RATE_NUMBERS; k++)
    variable[1 + k][0] = gb_lanes((gb_pack *)&in->parameter[k])[lane];
  for (int a = 0; a < in->nodes; a++) {
    variable[GB_RATE_OWN + a][0] = gb_lanes((gb_pack *)&state->v[a])[lane];
    variable[GB_RATE_OWN + a][1] = a == node;
  }
  gb_expression_motion_complex(in->table, variable, f);
  *slope = gb_join(creal(f[1]), cimag(f[1]));
  return gb_join(creal(f[0]), cimag(f[0]));
}

static void residual(const gb_element_input *in, const gb_element_state *state, gb_pack r[]) {
  gb_scalar slope;
  r[0] += state->rates == GB_RATES_KEPT ? state->q[0] : state->a[0];
  for (int lane = 0; lane < GB_LANES && state->rates == GB_RATES_MARCH; lane++)
    gb_lanes(&r[0])[lane] -= rate(in, state, lane, -1, &slope);
}

static void jacobian(const gb_element_input *in, const gb_element_state *state,
                     const double sigma[3], gb_pack J[]) {
  gb_scalar slope;
  J[0] += sigma[state->rates == GB_RATES_KEPT ? 0 : 2];
  for (int lane = 0; lane < GB_LANES && state->rates == GB_RATES_MARCH; lane++)
    for (int a = 0; a < in->nodes; a++) {
      rate(in, state, lane, a, &slope);
      gb_lanes(&J[a])[lane] -= sigma[1] * slope;
    }
}

const gb_element gb_element_state_equation = {
    .name = "states",
    .fields = {GB_STATE},
    .massive = true,
    .damped = true,
    .parameter = {"n1", "n2", "n3"},
    .residual = residual,
    .jacobian = jacobian,
};
