/// A shell's share of the stiffness about its normal with which a frame at one of its nodes follows
/// the mean rotation of the shell, as K6ROT is in Nastran: k s^2 / 2 with k = A G t times a factor,
/// and s = sum_i g_i.(x_i - x_0), where the vectors g_i turn with the frame; for small rotations s
/// is the rotation of the shell relative to the frame. The nodes of the element are the frame,
/// the node x_0, and the corners x_i of the shell in order from there. Source: docs/theory.md,
/// (3.12a).
#include "elements/element.h"
#include "elements/shell/share.h"

enum { AXES = 3, FIRST_AXIS = 3, OWN = 12, CORNERS = 4, CORNER = 15, MOST = CORNER + 3 * CORNERS };

/// Corner i has the reference Y_i and the increment w_i, both from the node; g_i = sum_a c_ia d_a,
/// which is G_i in the reference.
typedef struct drilling {
  int corners, size;
  gb_pack Y[CORNERS][3], w[CORNERS][3], G[CORNERS][3], g[CORNERS][3], c[CORNERS][AXES];
  gb_pack s;
} drilling;

static void normalise(gb_pack a[3]) {
  const gb_pack size = gb_pack_sqrt(gb_pack_dot3(a, a));
  for (int i = 0; i < 3; i++) a[i] /= size;
}

/// Find axes e1, e2 of the plane of the shell at the node, about the normal e1 x e2.
static void find_plane(const drilling *d, gb_pack e[2][3]) {
  gb_pack n[3] = {0}, part[3];
  for (int i = 0; i + 1 < d->corners; i++) {
    gb_pack_cross3(d->Y[i], d->Y[i + 1], part);
    for (int k = 0; k < 3; k++) n[k] += part[k];
  }
  normalise(n);
  gb_pack_cross3(n, d->Y[0], e[1]);
  normalise(e[1]);
  gb_pack_cross3(e[1], n, e[0]);
}

/// Find the vectors G_i with which sum_i G_i.w_i is half the curl of the field w that fits the
/// corners best among the linear ones: with the coordinates y_i in the plane and M = sum y y^T,
/// G_i = n x (M^-1 y_i) / 2.
static void find_weights(const drilling *d, gb_pack G[CORNERS][3]) {
  gb_pack e[2][3], y[CORNERS][2], M[3] = {0};
  find_plane(d, e);
  for (int i = 0; i < d->corners; i++) {
    for (int k = 0; k < 2; k++) y[i][k] = gb_pack_dot3(d->Y[i], e[k]);
    M[0] += y[i][0] * y[i][0];
    M[1] += y[i][0] * y[i][1];
    M[2] += y[i][1] * y[i][1];
  }
  const gb_pack half = 0.5 / (M[0] * M[2] - M[1] * M[1]);
  for (int i = 0; i < d->corners; i++) {
    const gb_pack first = half * (M[2] * y[i][0] - M[1] * y[i][1]);
    const gb_pack second = half * (M[0] * y[i][1] - M[1] * y[i][0]);
    for (int k = 0; k < 3; k++) G[i][k] = first * e[1][k] - second * e[0][k];
  }
}

static void open_corners(const gb_element_input *in, const gb_element_state *state, drilling *d) {
  const gb_geometry *D[AXES] = {in->director[0], in->second[0], in->third[0]};
  d->corners = in->nodes - 2;
  d->size = CORNER + 3 * d->corners;
  for (int i = 0; i < d->corners; i++)
    for (int k = 0; k < 3; k++) {
      d->Y[i][k] = in->position[2 + i][k] - in->position[1][k];
      d->w[i][k] = state->q[CORNER + 3 * i + k] - state->q[OWN + k];
    }
  find_weights(d, d->G);
  d->s = (gb_pack){0};
  for (int i = 0; i < d->corners; i++) {
    gb_pack turn[3] = {0};
    for (int a = 0; a < AXES; a++) {
      d->c[i][a] = gb_pack_dot3(d->G[i], D[a]);
      for (int k = 0; k < 3; k++) turn[k] += d->c[i][a] * state->q[FIRST_AXIS + 3 * a + k];
    }
    d->s += gb_pack_dot3(d->G[i], d->w[i]) + gb_pack_dot3(turn, d->Y[i]);
    if (!state->linear) d->s += gb_pack_dot3(turn, d->w[i]);
    for (int k = 0; k < 3; k++) {
      d->g[i][k] = state->linear ? d->G[i][k] : d->G[i][k] + turn[k];
      if (!state->linear) d->Y[i][k] += d->w[i][k]; // from here on the present vector
    }
  }
}

/// Write the derivative of s by the unknowns.
static void find_slope(const drilling *d, gb_pack slope[MOST]) {
  for (int i = 0; i < d->size; i++) slope[i] = (gb_pack){0};
  for (int i = 0; i < d->corners; i++)
    for (int k = 0; k < 3; k++) {
      slope[CORNER + 3 * i + k] = d->g[i][k];
      slope[OWN + k] -= d->g[i][k];
      for (int a = 0; a < AXES; a++) slope[FIRST_AXIS + 3 * a + k] += d->c[i][a] * d->Y[i][k];
    }
}

static gb_pack stiffness(const gb_element_input *in) {
  gb_section s;
  gb_section_find(in->layup, in->parameter + GB_SHARE_SECTION, &s);
  return in->parameter[GB_SHARE_AREA] * s.membrane[2][2];
}

/// @return the derivative of the stiffness by the area or by a number of the section
static gb_pack stiffness_by(const gb_element_input *in, int k) {
  gb_section s;
  if (k == GB_SHARE_AREA) {
    gb_section_find(in->layup, in->parameter + GB_SHARE_SECTION, &s);
    return s.membrane[2][2];
  }
  gb_section_find_by(in->layup, in->parameter + GB_SHARE_SECTION, k - GB_SHARE_SECTION, &s);
  return in->parameter[GB_SHARE_AREA] * s.membrane[2][2];
}

static void add_forces(const gb_element_input *in, const gb_element_state *state, gb_pack k,
                       gb_pack r[]) {
  drilling d;
  gb_pack slope[MOST];
  open_corners(in, state, &d);
  find_slope(&d, slope);
  for (int i = 0; i < d.size; i++) r[i] += k * d.s * slope[i];
}

static void residual(const gb_element_input *in, const gb_element_state *state, gb_pack r[]) {
  add_forces(in, state, stiffness(in), r);
}

static void parameter_residual(const gb_element_input *in, const gb_element_state *state, int k,
                               gb_pack r[]) {
  add_forces(in, state, stiffness_by(in, k), r);
}

static void jacobian(const gb_element_input *in, const gb_element_state *state,
                     const double sigma[3], gb_pack J[]) {
  const gb_pack k = sigma[0] * stiffness(in);
  drilling d;
  gb_pack slope[MOST];
  open_corners(in, state, &d);
  find_slope(&d, slope);
  for (int i = 0; i < d.size; i++)
    for (int j = 0; j < d.size; j++) J[d.size * i + j] += k * slope[i] * slope[j];
  for (int i = 0; i < d.corners && !state->linear; i++)
    for (int a = 0; a < AXES; a++)
      for (int x = 0; x < 3; x++) {
        const int axis = FIRST_AXIS + 3 * a + x, at = CORNER + 3 * i + x;
        const gb_pack second = k * d.s * d.c[i][a];
        J[d.size * axis + at] += second;
        J[d.size * at + axis] += second;
        J[d.size * axis + OWN + x] -= second;
        J[d.size * (OWN + x) + axis] -= second;
      }
}

const gb_element gb_element_drilling = {
    .name = "shares of stiffnesses about normals",
    .fields = {GB_FRAME, GB_POSITION},
    .symmetric = true,
    .uses_reference = true,
    .parameter = {"area"},
    .residual = residual,
    .jacobian = jacobian,
    .parameter_residual = parameter_residual,
};
