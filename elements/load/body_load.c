/// Loads on rigid bodies. A moment m acts by the forces 1/2 m x d_k on the axes d_k, which do the
/// same work. Following loads rotate with the body: v = sum_k (V.D_k) d_k. An amplitude multiplies
/// each load. Source: docs/theory.md, (5.11), (5.12).
#include "elements/load/nodal_load.h"

enum { AMPLITUDE = GB_LOAD_AMPLITUDE, AXES = 3 };

/// Axes of a node's frame, and the components of the load along them.
typedef struct frame {
  gb_pack axis[AXES][3], component[AXES];
  int unknown[AXES]; ///< first unknown of each axis
} frame;

/// @param first  index of the frame's first value among the values of the element
static void open_frame(const gb_element_input *in, const gb_element_state *state, int node,
                       int first, frame *f) {
  const gb_geometry *D[AXES] = {in->director[node], in->second[node], in->third[node]};
  for (int k = 0; k < AXES; k++) {
    f->unknown[k] = first + 3 + 3 * k;
    f->component[k] = (gb_pack){0};
    for (int i = 0; i < 3; i++) {
      f->axis[k][i] = D[k][i] + state->q[f->unknown[k] + i];
      f->component[k] += in->parameter[i] * D[k][i];
    }
  }
}

/// Compute the load in global axes.
static void turn(const frame *f, gb_pack out[3]) {
  for (int i = 0; i < 3; i++) {
    out[i] = (gb_pack){0};
    for (int k = 0; k < AXES; k++) out[i] += f->component[k] * f->axis[k][i];
  }
}

/// Following force. Nodes: the point of action, the body's frame.
static void force_residual(const gb_element_input *in, const gb_element_state *state, gb_pack r[]) {
  frame f;
  gb_pack force[3];
  open_frame(in, state, 1, 3, &f);
  turn(&f, force);
  for (int i = 0; i < 3; i++) r[i] -= in->parameter[AMPLITUDE] * force[i];
}

static void force_jacobian(const gb_element_input *in, const gb_element_state *state,
                           const double sigma[3], gb_pack J[]) {
  frame f;
  open_frame(in, state, 1, 3, &f);
  for (int k = 0; k < AXES; k++)
    for (int i = 0; i < 3; i++)
      J[15 * i + f.unknown[k] + i] -= sigma[0] * in->parameter[AMPLITUDE] * f.component[k];
}

/// Moment, r -= factor / 2 m x d_k. Node: the body's frame.
static void add_moment(gb_pack factor, const frame *f, const gb_pack m[3], gb_pack r[]) {
  for (int k = 0; k < AXES; k++)
    for (int i = 0; i < 3; i++) {
      const int a = (i + 1) % 3, b = (i + 2) % 3;
      r[f->unknown[k] + i] -= factor / 2.0 * (m[a] * f->axis[k][b] - m[b] * f->axis[k][a]);
    }
}

/// J of `rows` += factor v x, for the columns of an unknown vector.
static void add_cross(gb_pack factor, const gb_pack v[3], int row, int column, gb_pack J[]) {
  for (int i = 0; i < 3; i++) {
    const int a = (i + 1) % 3, b = (i + 2) % 3;
    J[12 * (row + i) + column + b] += factor * v[a];
    J[12 * (row + i) + column + a] -= factor * v[b];
  }
}

static void moment_residual(const gb_element_input *in, const gb_element_state *state,
                            gb_pack r[]) {
  const gb_pack one = {0};
  frame f;
  gb_pack m[3];
  open_frame(in, state, 0, 0, &f);
  gb_load_vector(in, m);
  add_moment(one + 1.0, &f, m, r);
}

static void moment_jacobian(const gb_element_input *in, const gb_element_state *state,
                            const double sigma[3], gb_pack J[]) {
  const gb_pack zero = {0};
  frame f;
  gb_pack m[3];
  open_frame(in, state, 0, 0, &f);
  gb_load_vector(in, m);
  for (int k = 0; k < AXES; k++) add_cross(zero - sigma[0] / 2, m, f.unknown[k], f.unknown[k], J);
}

static void following_residual(const gb_element_input *in, const gb_element_state *state,
                               gb_pack r[]) {
  frame f;
  gb_pack m[3];
  open_frame(in, state, 0, 0, &f);
  turn(&f, m);
  add_moment(in->parameter[AMPLITUDE], &f, m, r);
}

static void following_jacobian(const gb_element_input *in, const gb_element_state *state,
                               const double sigma[3], gb_pack J[]) {
  frame f;
  gb_pack m[3];
  open_frame(in, state, 0, 0, &f);
  turn(&f, m);
  const gb_pack half = sigma[0] / 2 * in->parameter[AMPLITUDE];
  for (int k = 0; k < AXES; k++) {
    add_cross(-half, m, f.unknown[k], f.unknown[k], J);
    for (int l = 0; l < AXES; l++) // d_l x d_k = -d_k x d_l
      add_cross(half * f.component[l], f.axis[k], f.unknown[k], f.unknown[l], J);
  }
}

const gb_element gb_element_following_force = {
    .name = "following forces on bodies",
    .fields = {GB_POSITION, GB_FRAME},
    .turning = true,
    .parameter = {"x", "y", "z", "amplitude"},
    .residual = force_residual,
    .jacobian = force_jacobian,
};

const gb_element gb_element_body_moment = {
    .name = "moments on bodies",
    .fields = {GB_FRAME},
    .turning = true,
    .parameter = GB_LOAD_PARAMETERS,
    .residual = moment_residual,
    .jacobian = moment_jacobian,
};

const gb_element gb_element_following_moment = {
    .name = "following moments on bodies",
    .fields = {GB_FRAME},
    .turning = true,
    .parameter = {"x", "y", "z", "amplitude"},
    .residual = following_residual,
    .jacobian = following_jacobian,
};
