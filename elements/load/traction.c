/// A dead traction per length of a line or per area of a surface: r_a = -T integral of N_a, times
/// an amplitude. Source: docs/theory.md, section 5.
#include "elements/element.h"
#include "elements/tangents.h"

enum { AMPLITUDE = 3 };

static void add_traction(const gb_element_input *in, const gb_basis *basis, gb_pack r[]) {
  gb_pack push[3];
  for (int i = 0; i < 3; i++) push[i] = in->parameter[AMPLITUDE] * in->parameter[i];
  gb_quadrature_point rule[GB_SURFACE_POINTS];
  int points = gb_basis_quadrature(basis, rule);
  for (int g = 0; g < points; g++) {
    gb_shape_values shape;
    gb_geometry G1[3], G2[3], normal[3];
    gb_basis_shape(basis, rule[g].xi, rule[g].eta, &shape);
    gb_basis_tangents(in->nodes, &shape, in->position, G1, G2);
    gb_geometry measure = basis->dimension == 1
                              ? gb_pack_sqrt(G1[0] * G1[0] + G1[1] * G1[1] + G1[2] * G1[2])
                              : gb_geometry_cross(G1, G2, normal);
    for (int a = 0; a < in->nodes; a++)
      for (int i = 0; i < 3; i++) r[3 * a + i] -= push[i] * (rule[g].weight * measure * shape.N[a]);
  }
}

static void surface_residual(const gb_element_input *in, const gb_element_state *state,
                             gb_pack r[]) {
  (void)state;
  add_traction(in, gb_basis_of(2, in->nodes), r);
}

static void line_residual(const gb_element_input *in, const gb_element_state *state, gb_pack r[]) {
  (void)state;
  add_traction(in, gb_basis_of(1, in->nodes), r);
}

#define TRACTION                                                                                   \
  .fields = {GB_POSITION}, .symmetric = true, .constant = true, .uses_reference = true,            \
  .parameter = {"x", "y", "z", "amplitude"}

const gb_element gb_element_traction = {
    .name = "traction faces", .residual = surface_residual, TRACTION};
const gb_element gb_element_line_traction = {
    .name = "traction lines", .residual = line_residual, TRACTION};
