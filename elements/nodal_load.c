/// A dead force on a node, a dead force that each node has of its own, times a common function of
/// time, and a dead moment m on a shell node. The moment acts by the force m x d on the director,
/// without the part of m along d (drilling). An amplitude multiplies all. Source: docs/theory.md,
/// section 5.
#include "elements/element.h"

enum { AMPLITUDE = 3 };

static void force_residual(const gb_element_input *in, const gb_element_state *state, gb_pack r[]) {
  (void)state;
  for (int i = 0; i < 3; i++) r[i] -= in->parameter[AMPLITUDE] * in->parameter[i];
}

static void own_force_residual(const gb_element_input *in, const gb_element_state *state,
                               gb_pack r[]) {
  enum { VALUE, FORCE, OWN_AMPLITUDE = 4 };
  (void)state;
  for (int i = 0; i < 3; i++)
    r[i] -= in->parameter[OWN_AMPLITUDE] * in->parameter[VALUE] * in->parameter[FORCE + i];
}

static void moment_residual(const gb_element_input *in, const gb_element_state *state,
                            gb_pack r[]) {
  const gb_pack *m = in->parameter;
  for (int i = 0; i < 3; i++) {
    int j = (i + 1) % 3, k = (i + 2) % 3;
    r[3 + i] -= m[AMPLITUDE] * (m[j] * (in->director[0][k] + state->q[3 + k]) -
                                m[k] * (in->director[0][j] + state->q[3 + j]));
  }
}

static void moment_jacobian(const gb_element_input *in, const gb_element_state *state,
                            const double sigma[3], gb_pack J[]) {
  (void)state;
  gb_pack c = sigma[0] * in->parameter[AMPLITUDE];
  for (int i = 0; i < 3; i++) {
    int j = (i + 1) % 3, k = (i + 2) % 3;
    J[6 * (3 + i) + 3 + k] -= c * in->parameter[j];
    J[6 * (3 + i) + 3 + j] += c * in->parameter[k];
  }
}

const gb_element gb_element_force = {
    .name = "nodal forces",
    .fields = {GB_POSITION},
    .symmetric = true,
    .constant = true,
    .parameter = {"x", "y", "z", "amplitude"},
    .residual = force_residual,
};

const gb_element gb_element_own_force = {
    .name = "forces of nodes",
    .fields = {GB_POSITION},
    .symmetric = true,
    .constant = true,
    .parameter = {"value", "x", "y", "z", "amplitude"},
    .residual = own_force_residual,
};

const gb_element gb_element_moment = {
    .name = "nodal moments",
    .fields = {GB_SHELL},
    .symmetric = false,
    .turning = true,
    .parameter = {"x", "y", "z", "amplitude"},
    .residual = moment_residual,
    .jacobian = moment_jacobian,
};
