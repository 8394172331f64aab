/// A dead moment m on the frame of a fold. The forces m x d1 on the first director and (m.d1) d1 x
/// d2 on the second do the work m.w in a rotation w of orthonormal directors. Node: u, d1, d2, d3.
/// Source: docs/theory.md, section 5.
#include "elements/load/nodal_load.h"

enum { FIRST = 3, SECOND = 6, SIZE = 12 };

/// Compute the present directors.
static void open_directors(const gb_element_input *in, const gb_element_state *state, gb_pack d1[3],
                           gb_pack d2[3]) {
  for (int i = 0; i < 3; i++) {
    d1[i] = in->director[0][i] + state->q[FIRST + i];
    d2[i] = in->second[0][i] + state->q[SECOND + i];
  }
}

static void residual(const gb_element_input *in, const gb_element_state *state, gb_pack r[]) {
  gb_pack m[3], d1[3], d2[3], turn[3], third[3];
  gb_load_vector(in, m);
  open_directors(in, state, d1, d2);
  gb_pack_cross3(m, d1, turn);
  gb_pack_cross3(d1, d2, third);
  const gb_pack along = gb_pack_dot3(m, d1);
  for (int i = 0; i < 3; i++) {
    r[FIRST + i] -= turn[i];
    r[SECOND + i] -= along * third[i];
  }
}

static void jacobian(const gb_element_input *in, const gb_element_state *state,
                     const double sigma[3], gb_pack J[]) {
  const gb_pack zero = {0};
  const double c = sigma[0];
  gb_pack m[3], d1[3], d2[3], third[3];
  gb_load_vector(in, m);
  open_directors(in, state, d1, d2);
  gb_pack_cross3(d1, d2, third);
  const gb_pack along = gb_pack_dot3(m, d1);
  for (int j = 0; j < 3; j++) {
    gb_pack e[3] = {zero, zero, zero}, turn[3], by_first[3], by_second[3];
    e[j] = zero + 1.0;
    gb_pack_cross3(m, e, turn);
    gb_pack_cross3(e, d2, by_first);
    gb_pack_cross3(d1, e, by_second);
    for (int i = 0; i < 3; i++) {
      J[SIZE * (FIRST + i) + FIRST + j] -= c * turn[i];
      J[SIZE * (SECOND + i) + FIRST + j] -= c * (m[j] * third[i] + along * by_first[i]);
      J[SIZE * (SECOND + i) + SECOND + j] -= c * along * by_second[i];
    }
  }
}

const gb_element gb_element_frame_moment = {
    .name = "moments at folds",
    .fields = {GB_FRAME},
    .symmetric = false,
    .turning = true,
    .parameter = GB_LOAD_PARAMETERS,
    .residual = residual,
    .jacobian = jacobian,
};
