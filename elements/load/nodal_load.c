/// A dead force on a node, and a dead moment m on a shell node. The moment acts by the force m x d
/// on the director, without the part of m along d (drilling). Source: docs/theory.md, section 5.
#include "elements/load/nodal_load.h"

static void force_residual(const gb_element_input *in, const gb_element_state *state, gb_pack r[]) {
  gb_pack force[3];
  (void)state;
  gb_load_vector(in, force);
  for (int i = 0; i < 3; i++) r[i] -= force[i];
}

static void moment_residual(const gb_element_input *in, const gb_element_state *state,
                            gb_pack r[]) {
  gb_pack m[3];
  gb_load_vector(in, m);
  for (int i = 0; i < 3; i++) {
    int j = (i + 1) % 3, k = (i + 2) % 3;
    r[3 + i] -= m[j] * (in->director[0][k] + state->q[3 + k]) -
                m[k] * (in->director[0][j] + state->q[3 + j]);
  }
}

static void moment_jacobian(const gb_element_input *in, const gb_element_state *state,
                            const double sigma[3], gb_pack J[]) {
  gb_pack m[3];
  (void)state;
  gb_load_vector(in, m);
  for (int i = 0; i < 3; i++) {
    int j = (i + 1) % 3, k = (i + 2) % 3;
    J[6 * (3 + i) + 3 + k] -= sigma[0] * m[j];
    J[6 * (3 + i) + 3 + j] += sigma[0] * m[k];
  }
}

const gb_element gb_element_force = {
    .name = "nodal forces",
    .fields = {GB_POSITION},
    .symmetric = true,
    .constant = true,
    .parameter = GB_LOAD_PARAMETERS,
    .residual = force_residual,
};

const gb_element gb_element_moment = {
    .name = "nodal moments",
    .fields = {GB_SHELL},
    .symmetric = false,
    .turning = true,
    .parameter = GB_LOAD_PARAMETERS,
    .residual = moment_residual,
    .jacobian = moment_jacobian,
};
