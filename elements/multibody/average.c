/// A body that follows the mean of nodes. The position of its frame is the mean position of the
/// nodes; its axes rotate with the best fit of their rotation, d_j.m_k = d_k.m_j for the moments
/// m_k = sum_i w_i c_ik x_i about the mean. Nodes: the frame tied to the body, (x, m1, m2, m3) tied
/// to the nodes, and the first again for the multipliers. Source: docs/theory.md, (2.7)-(2.9).
#include "elements/multibody/constraint.h"

enum { SECOND = 12, FIRST_MULTIPLIER = 24, ROWS = 6, AXES = 3 };

typedef struct vectors {
  gb_row_vector gap, space[AXES], axis[AXES], moment[AXES];
} vectors;

static void open_vectors(const gb_element_input *in, const gb_element_state *state, vectors *v) {
  gb_row_vector from, to;
  gb_row_vector_open(state, in->position[0], 0, &from);
  gb_row_vector_open(state, in->position[1], SECOND, &to);
  gb_row_vector_difference(&from, &to, &v->gap);
  const gb_geometry *axis[] = {in->director[0], in->second[0], in->third[0]};
  const gb_geometry *moment[] = {in->director[1], in->second[1], in->third[1]};
  for (int k = 0; k < AXES; k++) {
    gb_row_vector_open(state, axis[k], 3 + 3 * k, &v->axis[k]);
    gb_row_vector_open(state, moment[k], SECOND + 3 + 3 * k, &v->moment[k]);
    v->space[k] = (gb_row_vector){.unknown = {-1, -1}};
    v->space[k].reference[k] = v->space[k].reference[k] + 1.0;
  }
}

/// @return the number of rows: fewer than six where the nodes are on a line or at one place
static int open_rows(const gb_element_input *in, const gb_element_state *state, vectors *v,
                     gb_row rows[ROWS]) {
  const gb_pack zero = {0};
  open_vectors(in, state, v);
  for (int k = 0; k < AXES; k++) {
    const int i = (k + 1) % AXES, j = (k + 2) % AXES;
    rows[k] = (gb_row){.terms = 1, .term = {{&v->gap, &v->space[k], {zero + 1.0, zero, zero}}}};
    rows[AXES + k] = (gb_row){.terms = 2,
                              .term = {{&v->axis[i], &v->moment[j], {zero + 1.0, zero, zero}},
                                       {&v->axis[j], &v->moment[i], {zero - 1.0, zero, zero}}}};
  }
  for (int k = 0; k < ROWS; k++) rows[k].multiplier = FIRST_MULTIPLIER + k;
  return in->unknowns->size - FIRST_MULTIPLIER;
}

static void residual(const gb_element_input *in, const gb_element_state *state, gb_pack r[]) {
  vectors v;
  gb_row rows[ROWS];
  const int count = open_rows(in, state, &v, rows);
  for (int k = 0; k < count; k++) gb_row_residual(in, state, &rows[k], r);
}

static void jacobian(const gb_element_input *in, const gb_element_state *state,
                     const double sigma[3], gb_pack J[]) {
  vectors v;
  gb_row rows[ROWS];
  const int count = open_rows(in, state, &v, rows);
  for (int k = 0; k < count; k++)
    gb_row_jacobian(in, state, &rows[k], sigma, FIRST_MULTIPLIER + count, J);
}

static int rows(const gb_element_input *in, const gb_element_state *state, gb_pack level[][3]) {
  vectors v;
  gb_row row[ROWS];
  const int count = open_rows(in, state, &v, row);
  for (int k = 0; k < count; k++) gb_row_levels(&row[k], level[k]);
  return count;
}

const gb_element gb_element_average = {
    .name = "average links",
    .fields = {GB_FRAME, GB_FRAME, GB_MULTIPLIERS},
    .massive = true, // its rows may be of accelerations
    .damped = true,
    .constrained = true,
    .uncoupled = 1u << 1,
    .residual = residual,
    .jacobian = jacobian,
    .rows = rows,
};
