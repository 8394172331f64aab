/// The frame of a beam's node: six multipliers keep its directors orthonormal. Node: u, d1, d2, d3,
/// the multipliers. Source: docs/theory.md, the sections on rigid bodies and on beams.
#include "elements/multibody/frame_rows.h"

void gb_frame_rows(const gb_element_input *in, const gb_element_state *state,
                   gb_row_vector vector[GB_FRAME_VECTORS], gb_row rows[GB_FRAME_ROWS]) {
  static const signed char pair[GB_FRAME_ROWS][2] = {{1, 1}, {2, 2}, {3, 3},
                                                     {1, 2}, {1, 3}, {2, 3}};
  const gb_geometry *reference[GB_FRAME_VECTORS] = {in->position[0], in->director[0], in->second[0],
                                                    in->third[0]};
  const gb_pack zero = {0};
  for (int k = 0; k < GB_FRAME_VECTORS; k++)
    gb_row_vector_open(state, reference[k], 3 * k, &vector[k]);
  for (int k = 0; k < GB_FRAME_ROWS; k++) {
    const int i = pair[k][0], j = pair[k][1];
    rows[k] = (gb_row){.terms = 1,
                       .term = {{&vector[i], &vector[j], {zero + 0.5, zero, zero}}},
                       .s = {zero + (i == j ? 0.5 : 0.0), zero, zero},
                       .multiplier = 3 * GB_FRAME_VECTORS + k};
  }
}

static void residual(const gb_element_input *in, const gb_element_state *state, gb_pack r[]) {
  gb_row_vector vector[GB_FRAME_VECTORS];
  gb_row rows[GB_FRAME_ROWS];
  gb_frame_rows(in, state, vector, rows);
  for (int k = 0; k < GB_FRAME_ROWS; k++) gb_row_residual(in, state, &rows[k], r);
}

static void jacobian(const gb_element_input *in, const gb_element_state *state,
                     const double sigma[3], gb_pack J[]) {
  gb_row_vector vector[GB_FRAME_VECTORS];
  gb_row rows[GB_FRAME_ROWS];
  gb_frame_rows(in, state, vector, rows);
  for (int k = 0; k < GB_FRAME_ROWS; k++)
    gb_row_jacobian(in, state, &rows[k], sigma, GB_FRAME_SIZE, J);
}

static int levels(const gb_element_input *in, const gb_element_state *state, gb_pack level[][3]) {
  gb_row_vector vector[GB_FRAME_VECTORS];
  gb_row rows[GB_FRAME_ROWS];
  gb_frame_rows(in, state, vector, rows);
  for (int k = 0; k < GB_FRAME_ROWS; k++) gb_row_levels(&rows[k], level[k]);
  return GB_FRAME_ROWS;
}

static void product(const gb_element_input *in, const gb_element_state *state,
                    const double sigma[3], bool transpose, int count, const gb_pack x[],
                    gb_pack y[]) {
  gb_row_vector vector[GB_FRAME_VECTORS];
  gb_row rows[GB_FRAME_ROWS];
  gb_frame_rows(in, state, vector, rows);
  for (int c = 0; c < count; c++, x += GB_FRAME_SIZE, y += GB_FRAME_SIZE)
    for (int k = 0; k < GB_FRAME_ROWS; k++)
      gb_row_product(in, state, &rows[k], sigma, transpose, x, y);
}

const gb_element gb_element_frame = {
    .name = "frames of beams",
    .fields = {GB_FRAME | GB_MULTIPLIERS},
    .massive = true, // its rows may be of accelerations
    .damped = true,
    .constrained = true,
    .residual = residual,
    .jacobian = jacobian,
    .rows = levels,
    .product = product,
};
