/// Pressure p on a surface: dead along the reference normal, or following the present
/// one. A positive pressure pushes along the normal of the node order: r_a = -p integral of N_a n
/// dA.
#include "elements/element.h"
#include "elements/tangents.h"

/// Pressure: the load's value times its amplitude.
static gb_pack pressure(const gb_element_input *in) {
  return in->parameter[0] * in->parameter[1];
}

static void dead_residual(const gb_element_input *in, const gb_element_state *state, gb_pack r[]) {
  (void)state;
  const gb_pack p = pressure(in);
  gb_quadrature_point rule[GB_BASIS_POINTS];
  const gb_basis *basis = gb_basis_of(2, in->nodes);
  int points = gb_basis_quadrature(basis, rule);
  for (int g = 0; g < points; g++) {
    gb_shape_values shape;
    gb_geometry G1[3], G2[3], normal[3];
    gb_basis_shape(basis, rule[g].xi, rule[g].eta, &shape);
    gb_basis_tangents(in->nodes, &shape, in->position, G1, G2);
    gb_cross(G1, G2, normal);
    for (int a = 0; a < in->nodes; a++)
      for (int i = 0; i < 3; i++) r[3 * a + i] -= p * (rule[g].weight * shape.N[a] * normal[i]);
  }
}

/// Present tangents x,1 and x,2.
static void tangents(const gb_element_input *in, const gb_element_state *state,
                     const gb_shape_values *shape, gb_pack g1[3], gb_pack g2[3]) {
  for (int i = 0; i < 3; i++) {
    g1[i] = g2[i] = (gb_pack){0};
    for (int a = 0; a < in->nodes; a++) {
      gb_pack x = in->position[a][i] + state->q[3 * a + i];
      g1[i] += shape->N1[a] * x;
      g2[i] += shape->N2[a] * x;
    }
  }
}

static void following_residual(const gb_element_input *in, const gb_element_state *state,
                               gb_pack r[]) {
  const gb_pack p = pressure(in);
  gb_quadrature_point rule[GB_BASIS_POINTS];
  const gb_basis *basis = gb_basis_of(2, in->nodes);
  int points = gb_basis_quadrature(basis, rule);
  for (int g = 0; g < points; g++) {
    gb_shape_values shape;
    gb_pack g1[3], g2[3];
    gb_basis_shape(basis, rule[g].xi, rule[g].eta, &shape);
    tangents(in, state, &shape, g1, g2);
    for (int i = 0; i < 3; i++) {
      int j = (i + 1) % 3, k = (i + 2) % 3;
      gb_pack push = p * rule[g].weight * (g1[j] * g2[k] - g1[k] * g2[j]);
      for (int a = 0; a < in->nodes; a++) r[3 * a + i] -= shape.N[a] * push;
    }
  }
}

/// d(x,1 x x,2) along node b's displacement: N1_b (e x x,2) + N2_b (x,1 x e).
static void following_jacobian(const gb_element_input *in, const gb_element_state *state,
                               const double sigma[3], gb_pack J[]) {
  int size = 3 * in->nodes;
  const gb_pack p = pressure(in);
  gb_quadrature_point rule[GB_BASIS_POINTS];
  const gb_basis *basis = gb_basis_of(2, in->nodes);
  int points = gb_basis_quadrature(basis, rule);
  for (int g = 0; g < points; g++) {
    gb_shape_values shape;
    gb_pack g1[3], g2[3];
    gb_basis_shape(basis, rule[g].xi, rule[g].eta, &shape);
    tangents(in, state, &shape, g1, g2);
    for (int b = 0; b < in->nodes; b++)
      for (int i = 0; i < 3; i++) {
        int j = (i + 1) % 3, k = (i + 2) % 3;
        gb_pack c = sigma[0] * p * rule[g].weight;
        gb_pack at_j = c * (shape.N1[b] * g2[k] - shape.N2[b] * g1[k]);
        gb_pack at_k = c * (shape.N2[b] * g1[j] - shape.N1[b] * g2[j]);
        for (int a = 0; a < in->nodes; a++) {
          J[size * (3 * a + i) + 3 * b + j] -= shape.N[a] * at_j;
          J[size * (3 * a + i) + 3 * b + k] -= shape.N[a] * at_k;
        }
      }
  }
}

const gb_element gb_element_pressure = {
    .name = "pressure faces",
    .source = "docs/theory.md, section 5",
    .fields = {GB_POSITION},
    .symmetric = true,
    .constant = true,
    .measures = true,
    .parameter = {"value", "amplitude"},
    .residual = dead_residual,
};

const gb_element gb_element_following_pressure = {
    .name = "following pressure faces",
    .source = "docs/theory.md, section 5",
    .fields = {GB_POSITION},
    .symmetric = false,
    .turning = true,
    .measures = true,
    .parameter = {"value", "amplitude"},
    .residual = following_residual,
    .jacobian = following_jacobian,
};
