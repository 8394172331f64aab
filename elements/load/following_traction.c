/// A traction per length of beams that rotates with their sections. Along the axes of a node its
/// components do not change: f_b = sum_k (V.D_k) d_k. The residual is r_a = -integral of N_a N_b
/// f_b over the reference line, times an amplitude. Source: docs/theory.md, (5.12).
#include "elements/element.h"
#include "elements/tangents.h"

enum { AMPLITUDE = 3, AXES = 3, VALUES = 12, MOST = 3 };

/// Compute the components of the load along the axes of a node.
static void components(const gb_element_input *in, int node, gb_pack out[AXES]) {
  const gb_geometry *D[AXES] = {in->director[node], in->second[node], in->third[node]};
  for (int k = 0; k < AXES; k++)
    out[k] = in->parameter[AMPLITUDE] *
             (in->parameter[0] * D[k][0] + in->parameter[1] * D[k][1] + in->parameter[2] * D[k][2]);
}

/// Compute the integrals of N_a N_b over the line.
static void weights(const gb_element_input *in, gb_geometry weight[MOST][MOST]) {
  gb_quadrature_point rule[GB_SURFACE_POINTS];
  const gb_basis *basis = gb_basis_of(1, in->nodes);
  const int points = gb_basis_quadrature(basis, rule);
  for (int a = 0; a < in->nodes; a++)
    for (int b = 0; b < in->nodes; b++) weight[a][b] = (gb_geometry){0};
  for (int g = 0; g < points; g++) {
    gb_shape_values shape;
    gb_geometry G1[3], G2[3];
    gb_basis_shape(basis, rule[g].xi, 0, &shape);
    gb_basis_tangents(in->nodes, &shape, in->position, G1, G2);
    const gb_geometry length =
        rule[g].weight * gb_pack_sqrt(G1[0] * G1[0] + G1[1] * G1[1] + G1[2] * G1[2]);
    for (int a = 0; a < in->nodes; a++)
      for (int b = 0; b < in->nodes; b++) weight[a][b] += length * (shape.N[a] * shape.N[b]);
  }
}

static void residual(const gb_element_input *in, const gb_element_state *state, gb_pack r[]) {
  gb_geometry weight[MOST][MOST];
  weights(in, weight);
  for (int b = 0; b < in->nodes; b++) {
    const gb_geometry *D[AXES] = {in->director[b], in->second[b], in->third[b]};
    gb_pack component[AXES];
    components(in, b, component);
    for (int k = 0; k < AXES; k++)
      for (int i = 0; i < 3; i++) {
        const gb_pack push = component[k] * (D[k][i] + state->q[VALUES * b + 3 + 3 * k + i]);
        for (int a = 0; a < in->nodes; a++) r[VALUES * a + i] -= weight[a][b] * push;
      }
  }
}

static void jacobian(const gb_element_input *in, const gb_element_state *state,
                     const double sigma[3], gb_pack J[]) {
  gb_geometry weight[MOST][MOST];
  const int size = VALUES * in->nodes;
  (void)state;
  weights(in, weight);
  for (int b = 0; b < in->nodes; b++) {
    gb_pack component[AXES];
    components(in, b, component);
    for (int a = 0; a < in->nodes; a++)
      for (int k = 0; k < AXES; k++)
        for (int i = 0; i < 3; i++)
          J[size * (VALUES * a + i) + VALUES * b + 3 + 3 * k + i] -=
              sigma[0] * (weight[a][b] * component[k]);
  }
}

const gb_element gb_element_following_traction = {
    .name = "following traction lines",
    .fields = {GB_FRAME},
    .turning = true,
    .parameter = {"x", "y", "z", "amplitude"},
    .residual = residual,
    .jacobian = jacobian,
};
