/// A pressure p on a surface, along the reference normal (dead) or along the present normal
/// (following). A positive pressure pushes along the normal of the node order: r_a = -p integral of
/// N_a n dA. Source: docs/theory.md, section 5.
#include "elements/element.h"
#include "elements/tangents.h"

/// @return the pressure, the value of the load times its amplitude
static gb_pack pressure(const gb_element_input *in) {
  return in->parameter[0] * in->parameter[1];
}

static void dead_residual(const gb_element_input *in, const gb_element_state *state, gb_pack r[]) {
  (void)state;
  const gb_pack p = pressure(in);
  gb_quadrature_point rule[GB_SURFACE_POINTS];
  const gb_basis *basis = gb_basis_of(2, in->nodes);
  int points = gb_basis_quadrature(basis, rule);
  for (int g = 0; g < points; g++) {
    gb_shape_values shape;
    gb_geometry G1[3], G2[3], normal[3];
    gb_basis_shape(basis, rule[g].xi, rule[g].eta, &shape);
    gb_basis_tangents(in->nodes, &shape, in->position, G1, G2);
    gb_geometry_cross(G1, G2, normal);
    for (int a = 0; a < in->nodes; a++)
      for (int i = 0; i < 3; i++) r[3 * a + i] -= p * (rule[g].weight * shape.N[a] * normal[i]);
  }
}

/// A quadrature point of the face: its weight, shape functions, and present tangents x,1 and x,2.
typedef struct face_point {
  double weight;
  gb_shape_values shape;
  gb_pack g1[3], g2[3];
} face_point;

/// @return the number of points
static int find_points(const gb_element_input *in, const gb_element_state *state,
                       face_point point[GB_SURFACE_POINTS]) {
  gb_quadrature_point rule[GB_SURFACE_POINTS];
  const gb_basis *basis = gb_basis_of(2, in->nodes);
  const int points = gb_basis_quadrature(basis, rule);
  for (int g = 0; g < points; g++) {
    face_point *at = &point[g];
    at->weight = rule[g].weight;
    gb_basis_shape(basis, rule[g].xi, rule[g].eta, &at->shape);
    for (int i = 0; i < 3; i++) {
      at->g1[i] = at->g2[i] = (gb_pack){0};
      for (int a = 0; a < in->nodes; a++) {
        const gb_pack x = in->position[a][i] + state->q[3 * a + i];
        at->g1[i] += at->shape.N1[a] * x;
        at->g2[i] += at->shape.N2[a] * x;
      }
    }
  }
  return points;
}

static void following_residual(const gb_element_input *in, const gb_element_state *state,
                               gb_pack r[]) {
  const gb_pack p = pressure(in);
  face_point point[GB_SURFACE_POINTS];
  const int points = find_points(in, state, point);
  for (const face_point *at = point; at < point + points; at++)
    for (int i = 0; i < 3; i++) {
      const int j = (i + 1) % 3, k = (i + 2) % 3;
      const gb_pack push = p * at->weight * (at->g1[j] * at->g2[k] - at->g1[k] * at->g2[j]);
      for (int a = 0; a < in->nodes; a++) r[3 * a + i] -= at->shape.N[a] * push;
    }
}

/// Compute the derivative of x,1 x x,2 by the displacement of node b in the direction e: N1_b (e x
/// x,2) + N2_b (x,1 x e).
static void following_jacobian(const gb_element_input *in, const gb_element_state *state,
                               const double sigma[3], gb_pack J[]) {
  const int size = 3 * in->nodes;
  const gb_pack p = pressure(in);
  face_point point[GB_SURFACE_POINTS];
  const int points = find_points(in, state, point);
  for (const face_point *at = point; at < point + points; at++) {
    const gb_pack c = sigma[0] * p * at->weight;
    const double *N1 = at->shape.N1, *N2 = at->shape.N2;
    for (int b = 0; b < in->nodes; b++)
      for (int i = 0; i < 3; i++) {
        const int j = (i + 1) % 3, k = (i + 2) % 3;
        const gb_pack at_j = c * (N1[b] * at->g2[k] - N2[b] * at->g1[k]);
        const gb_pack at_k = c * (N2[b] * at->g1[j] - N1[b] * at->g2[j]);
        for (int a = 0; a < in->nodes; a++) {
          J[size * (3 * a + i) + 3 * b + j] -= at->shape.N[a] * at_j;
          J[size * (3 * a + i) + 3 * b + k] -= at->shape.N[a] * at_k;
        }
      }
  }
}

const gb_element gb_element_pressure = {
    .name = "pressure faces",
    .fields = {GB_POSITION},
    .symmetric = true,
    .constant = true,
    .uses_reference = true,
    .parameter = {"value", "amplitude"},
    .residual = dead_residual,
};

const gb_element gb_element_following_pressure = {
    .name = "following pressure faces",
    .fields = {GB_POSITION},
    .symmetric = false,
    .turning = true,
    .uses_reference = true,
    .parameter = {"value", "amplitude"},
    .residual = following_residual,
    .jacobian = following_jacobian,
};
