/// A rigid body: a frame at a point of the body. The mass acts on u, the static moment m s between
/// u and the directors, and the Euler tensor E = tr(J) I / 2 - J on the directors. Six multipliers
/// keep the frame orthonormal. Node: u, d1, d2, d3, the multipliers. Source: docs/theory.md, the
/// section on rigid bodies; Betsch & Steinmann 2001.
#include "elements/multibody/rigid_body.h"
#include "elements/multibody/frame_rows.h"

enum { SIZE = GB_FRAME_SIZE, VECTORS = GB_FRAME_VECTORS };

/// Compute the mass matrix of the vectors u, d1, d2, d3; each entry stands for a multiple of the 3
/// x 3 identity.
static void masses(const gb_element_input *in, gb_pack M[VECTORS][VECTORS]) {
  static const signed char place[6][2] = {{1, 1}, {2, 2}, {3, 3}, {1, 2}, {1, 3}, {2, 3}};
  const gb_pack *p = in->parameter;
  M[0][0] = p[GB_BODY_MASS];
  for (int i = 0; i < 3; i++) M[0][1 + i] = M[1 + i][0] = p[GB_BODY_MOMENT + i];
  gb_pack trace = p[GB_BODY_INERTIA] + p[GB_BODY_INERTIA + 1] + p[GB_BODY_INERTIA + 2];
  for (int k = 0; k < 6; k++) {
    const int i = place[k][0], j = place[k][1];
    M[i][j] = -p[GB_BODY_INERTIA + k];
    if (i == j) M[i][j] += trace / 2.0;
    M[j][i] = M[i][j];
  }
}

static void residual(const gb_element_input *in, const gb_element_state *state, gb_pack r[]) {
  gb_pack M[VECTORS][VECTORS];
  gb_row_vector vector[VECTORS];
  gb_row rows[6];
  masses(in, M);
  for (int k = 0; k < VECTORS; k++)
    for (int i = 0; i < 3; i++) {
      gb_pack force = -M[k][0] * in->gravity[i];
      for (int l = 0; l < VECTORS; l++) force += M[k][l] * state->a[3 * l + i];
      r[3 * k + i] += force;
    }
  gb_frame_rows(in, state, vector, rows);
  for (int k = 0; k < 6; k++) gb_row_residual(in, state, &rows[k], r);
}

static void jacobian(const gb_element_input *in, const gb_element_state *state,
                     const double sigma[3], gb_pack J[]) {
  gb_pack M[VECTORS][VECTORS];
  gb_row_vector vector[VECTORS];
  gb_row rows[6];
  masses(in, M);
  for (int k = 0; k < VECTORS; k++)
    for (int l = 0; l < VECTORS; l++)
      for (int i = 0; i < 3; i++) J[SIZE * (3 * k + i) + 3 * l + i] += sigma[2] * M[k][l];
  gb_frame_rows(in, state, vector, rows);
  for (int k = 0; k < 6; k++) gb_row_jacobian(in, state, &rows[k], sigma, SIZE, J);
}

static int levels(const gb_element_input *in, const gb_element_state *state, gb_pack level[][3]) {
  gb_row_vector vector[VECTORS];
  gb_row rows[6];
  gb_frame_rows(in, state, vector, rows);
  for (int k = 0; k < 6; k++) gb_row_levels(&rows[k], level[k]);
  return 6;
}

static void product(const gb_element_input *in, const gb_element_state *state,
                    const double sigma[3], bool transpose, int count, const gb_pack x[],
                    gb_pack y[]) {
  gb_pack M[VECTORS][VECTORS];
  gb_row_vector vector[VECTORS];
  gb_row rows[6];
  masses(in, M);
  gb_frame_rows(in, state, vector, rows);
  for (int c = 0; c < count; c++, x += SIZE, y += SIZE) {
    for (int k = 0; k < VECTORS; k++)
      for (int l = 0; l < VECTORS; l++)
        for (int i = 0; i < 3; i++) y[3 * k + i] += sigma[2] * M[k][l] * x[3 * l + i];
    for (int k = 0; k < 6; k++) gb_row_product(in, state, &rows[k], sigma, transpose, x, y);
  }
}

static void sample(const gb_element_input *in, const gb_element_state *state, gb_field field,
                   gb_pack f[], gb_geometry area[]) {
  (void)state, (void)field;
  f[0] = in->parameter[GB_BODY_MASS];
  area[0] = (gb_geometry){0} + 1.0;
}

const gb_element gb_element_rigid_body = {
    .name = "rigid bodies",
    .fields = {GB_FRAME | GB_MULTIPLIERS},
    .massive = true,
    .damped = true, // the rates of its constraints
    .constrained = true,
    .parameter = {"mass", "moment_x", "moment_y", "moment_z", "inertia_xx", "inertia_yy",
                  "inertia_zz", "inertia_xy", "inertia_xz", "inertia_yz"},
    .residual = residual,
    .jacobian = jacobian,
    .rows = levels,
    .product = product,
    .samples = {1, 0, 0},
    .sample = sample,
};
