/// A shell's share of the penalty that keeps the directors of the frame at a fold orthonormal:
///   k sum_ij E_ij^2 / 2,  E_ij = (d_i.d_j - delta_ij) / 2,  k = E t (A + 100 t^2).
/// Node: u, d1, d2, d3; a frame of two directors has a d3 of zero, which adds nothing. Source:
/// docs/theory.md, (3.12).
#include "elements/element.h"
#include "elements/shell/share.h"

enum { DIRECTORS = 3, SIZE = 12, FIRST = 3 };

typedef struct frame {
  gb_pack D[DIRECTORS][3], U[DIRECTORS][3], d[DIRECTORS][3];
  gb_pack E[DIRECTORS][DIRECTORS];
} frame;

static gb_pack stiffness(const gb_element_input *in) {
  const gb_pack area = in->parameter[GB_SHARE_AREA];
  gb_section s;
  gb_section_find(in->layup, in->parameter + GB_SHARE_SECTION, &s);
  return s.penalty * (area + 100.0 * s.thickness * s.thickness);
}

/// @return the derivative of the stiffness by the area or by a number of the section
static gb_pack stiffness_by(const gb_element_input *in, int k) {
  const gb_pack area = in->parameter[GB_SHARE_AREA];
  gb_section s, by;
  gb_section_find(in->layup, in->parameter + GB_SHARE_SECTION, &s);
  if (k == GB_SHARE_AREA) return s.penalty;
  gb_section_find_by(in->layup, in->parameter + GB_SHARE_SECTION, k - GB_SHARE_SECTION, &by);
  return by.penalty * (area + 100.0 * s.thickness * s.thickness) +
         200.0 * s.penalty * s.thickness * by.thickness;
}

static void open_frame(const gb_element_input *in, const gb_element_state *state, frame *f) {
  const gb_geometry *reference[DIRECTORS] = {in->director[0], in->second[0], in->third[0]};
  const gb_pack zero = {0};
  for (int a = 0; a < DIRECTORS; a++)
    for (int i = 0; i < 3; i++) {
      f->D[a][i] = (gb_pack)reference[a][i];
      f->U[a][i] = state->q[FIRST + 3 * a + i];
      f->d[a][i] = state->linear ? f->D[a][i] : f->D[a][i] + f->U[a][i];
    }
  for (int a = 0; a < DIRECTORS; a++)
    for (int b = 0; b < DIRECTORS; b++)
      f->E[a][b] = (gb_pack_dot3(f->D[a], f->U[b]) + gb_pack_dot3(f->U[a], f->D[b]) +
                    (state->linear ? zero : gb_pack_dot3(f->U[a], f->U[b]))) /
                   2.0;
}

/// r_a = k sum_b E_ab d_b.
static void add_forces(const gb_element_input *in, const gb_element_state *state, gb_pack k,
                       gb_pack r[]) {
  frame f;
  open_frame(in, state, &f);
  for (int a = 0; a < DIRECTORS; a++)
    for (int b = 0; b < DIRECTORS; b++)
      for (int i = 0; i < 3; i++) r[FIRST + 3 * a + i] += k * f.E[a][b] * f.d[b][i];
}

static void residual(const gb_element_input *in, const gb_element_state *state, gb_pack r[]) {
  add_forces(in, state, stiffness(in), r);
}

static void parameter_residual(const gb_element_input *in, const gb_element_state *state, int k,
                               gb_pack r[]) {
  add_forces(in, state, stiffness_by(in, k), r);
}

/// K_ab = k (E_ab I + delta_ab sum_c d_c d_c^T / 2 + d_b d_a^T / 2).
static void jacobian(const gb_element_input *in, const gb_element_state *state,
                     const double sigma[3], gb_pack J[]) {
  frame f;
  open_frame(in, state, &f);
  const gb_pack k = sigma[0] * stiffness(in);
  for (int a = 0; a < DIRECTORS; a++)
    for (int b = 0; b < DIRECTORS; b++)
      for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) {
          gb_pack value = f.d[b][i] * f.d[a][j] / 2.0;
          for (int c = 0; a == b && c < DIRECTORS; c++) value += f.d[c][i] * f.d[c][j] / 2.0;
          if (i == j) value += f.E[a][b];
          J[SIZE * (FIRST + 3 * a + i) + FIRST + 3 * b + j] += k * value;
        }
}

const gb_element gb_element_fold = {
    .name = "shares of folds",
    .fields = {GB_FRAME},
    .symmetric = true,
    .uses_reference = true,
    .parameter = {"area"},
    .residual = residual,
    .jacobian = jacobian,
    .parameter_residual = parameter_residual,
};
