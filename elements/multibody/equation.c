/// A linear equation of components of displacement and rotation: sum_k V_k.e_k = s(t), where the
/// vectors V_k, k = x, y, z, are combinations of all nodes of the equation, with the coefficients
/// of the components along axis k. Node: a frame whose directors are the V_k, with a multiplier.
/// Source: docs/theory.md, the section on equations.
#include "elements/multibody/equation.h"
#include "elements/multibody/constraint.h"

enum { SIZE = 13, FIRST_VECTOR = 3, MULTIPLIER = 12, AXES = 3 };

typedef struct vectors {
  gb_row_vector sum[AXES], space[AXES];
} vectors;

static void open_row(const gb_element_input *in, const gb_element_state *state, vectors *v,
                     gb_row *row) {
  const gb_pack zero = {0};
  const gb_geometry none = {0}, origin[3] = {none, none, none};
  *row = (gb_row){.terms = AXES, .multiplier = MULTIPLIER};
  for (int k = 0; k < AXES; k++) {
    gb_row_vector_open(state, origin, FIRST_VECTOR + 3 * k, &v->sum[k]);
    v->space[k] = (gb_row_vector){.unknown = {-1, -1}};
    v->space[k].reference[k] = v->space[k].reference[k] + 1.0;
    row->term[k] = (gb_row_term){&v->sum[k], &v->space[k], {zero + 1.0, zero, zero}};
    row->s[k] = in->parameter[GB_EQUATION_SCALE] * in->parameter[GB_EQUATION_VALUE + k];
  }
}

static void residual(const gb_element_input *in, const gb_element_state *state, gb_pack r[]) {
  vectors v;
  gb_row row;
  open_row(in, state, &v, &row);
  gb_row_residual(in, state, &row, r);
}

static void jacobian(const gb_element_input *in, const gb_element_state *state,
                     const double sigma[3], gb_pack J[]) {
  vectors v;
  gb_row row;
  open_row(in, state, &v, &row);
  gb_row_jacobian(in, state, &row, sigma, SIZE, J);
}

static int rows(const gb_element_input *in, const gb_element_state *state, gb_pack level[][3]) {
  vectors v;
  gb_row row;
  open_row(in, state, &v, &row);
  gb_row_levels(&row, level[0]);
  return 1;
}

static void product(const gb_element_input *in, const gb_element_state *state,
                    const double sigma[3], bool transpose, int count, const gb_pack x[],
                    gb_pack y[]) {
  vectors v;
  gb_row row;
  open_row(in, state, &v, &row);
  for (int c = 0; c < count; c++)
    gb_row_product(in, state, &row, sigma, transpose, x + SIZE * c, y + SIZE * c);
}

const gb_element gb_element_equation = {
    .name = "equations",
    .fields = {GB_FRAME | GB_MULTIPLIERS},
    .massive = true, // its row may be of accelerations
    .damped = true,
    .constrained = true,
    .parameter = {"value", "value_rate", "value_acceleration", "scale"},
    .residual = residual,
    .jacobian = jacobian,
    .rows = rows,
    .product = product,
};
