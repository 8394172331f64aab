/// An inerter between two nodes, whose forces follow from the acceleration of the second relative
/// to the first along the axes n_c of the first node's frame: r_B = -r_A = sum_cd n_c B_cd n_d .
/// (a_B - a_A). In a case these axes do not rotate (`apart` of bushings). Source: Smith, IEEE
/// Transactions on Automatic Control 47 (2002); docs/theory.md, (5.18a).
#include "elements/element.h"

enum { NUMBERS = 6, AXES = 3, SECOND = 12, SIZE = 15 };

/// @return the index of entry (row, column) among the parameters
static int entry(int row, int column) {
  static const int at[AXES][AXES] = {{0, 1, 2}, {1, 3, 4}, {2, 4, 5}};
  return at[row][column];
}

/// Find the present axes n and the weighted axes sum_d B_cd n_d.
static void find_axes(const gb_element_input *in, const gb_element_state *state, gb_pack n[AXES][3],
                      gb_pack weighted[AXES][3]) {
  const gb_geometry *reference[AXES] = {in->director[0], in->second[0], in->third[0]};
  for (int c = 0; c < AXES; c++)
    for (int i = 0; i < 3; i++) {
      n[c][i] = (gb_pack){0} + reference[c][i];
      if (!state->linear) n[c][i] += state->q[3 + 3 * c + i];
      weighted[c][i] = (gb_pack){0};
    }
  for (int c = 0; c < AXES; c++)
    for (int d = 0; d < AXES; d++)
      for (int i = 0; i < 3; i++) weighted[c][i] += in->parameter[entry(c, d)] * n[d][i];
}

/// Find the relative acceleration and the forces along the axes.
static void find_forces(const gb_element_state *state, const gb_pack weighted[AXES][3],
                        gb_pack a[3], gb_pack S[AXES]) {
  for (int i = 0; i < 3; i++) a[i] = state->a[SECOND + i] - state->a[i];
  for (int c = 0; c < AXES; c++) S[c] = gb_pack_dot3(weighted[c], a);
}

static void residual(const gb_element_input *in, const gb_element_state *state, gb_pack r[]) {
  gb_pack n[AXES][3], weighted[AXES][3], a[3], S[AXES];
  find_axes(in, state, n, weighted);
  find_forces(state, (const gb_pack(*)[3])weighted, a, S);
  for (int c = 0; c < AXES; c++)
    for (int i = 0; i < 3; i++) {
      r[SECOND + i] += n[c][i] * S[c];
      r[i] -= n[c][i] * S[c];
    }
}

/// J += factor in the rows of both forces, with opposite signs.
static void add_rows(gb_pack factor, int row, int column, gb_pack J[]) {
  J[SIZE * (SECOND + row) + column] += factor;
  J[SIZE * row + column] -= factor;
}

static void jacobian(const gb_element_input *in, const gb_element_state *state,
                     const double sigma[3], gb_pack J[]) {
  gb_pack n[AXES][3], weighted[AXES][3], a[3], S[AXES];
  find_axes(in, state, n, weighted);
  find_forces(state, (const gb_pack(*)[3])weighted, a, S);
  for (int c = 0; c < AXES; c++)
    for (int i = 0; i < 3; i++) {
      for (int j = 0; j < 3; j++) {
        add_rows(sigma[2] * n[c][i] * weighted[c][j], i, SECOND + j, J);
        add_rows(-sigma[2] * n[c][i] * weighted[c][j], i, j, J);
        if (!state->linear) add_rows(sigma[0] * weighted[c][i] * a[j], i, 3 + 3 * c + j, J);
      }
      if (!state->linear) add_rows(sigma[0] * S[c], i, 3 + 3 * c + i, J);
    }
}

const gb_element gb_element_inerter = {
    .name = "inerters",
    .fields = {GB_FRAME, GB_POSITION},
    .massive = true,
    .parameter = {"inertance_11", "inertance_12", "inertance_13", "inertance_22", "inertance_23",
                  "inertance_33"},
    .residual = residual,
    .jacobian = jacobian,
};
