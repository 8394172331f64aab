/// Solids: tetrahedra with 4 and 10 nodes, the pyramid with 5, wedges with 6 and 15, and hexahedra
/// with 8, 20 and 27, of a material whose stresses (second Piola-Kirchhoff) are functions of
/// Green's strains by its law; inertia and gravity. Source: docs/theory.md, section 12.
#include "elements/solid/solid_point.h"

#include <string.h>

enum { POINTS = GB_SOLID_POINTS, STRAINS = GB_SOLID_STRAINS };

/// Find the points, the deformation gradients there and the state of the material.
static void find_state(const gb_element_input *in, const gb_element_state *state,
                       const gb_solid_section *section, gb_solid_points *at, gb_pack F[][3][3],
                       gb_solid_stress *law) {
  gb_pack E[POINTS][STRAINS];
  gb_solid_points_find(in, at);
  gb_solid_stress_find(in, at, section, state->small, law);
  gb_solid_deform(in, state, section, at, F, E);
  law->form->respond(law, (const gb_pack(*)[STRAINS])E);
}

static void residual(const gb_element_input *in, const gb_element_state *state, gb_pack r[]) {
  gb_section own;
  const gb_solid_section *section = &gb_input_section(in, &own)->solid;
  gb_pack F[POINTS][3][3], S[POINTS][STRAINS];
  gb_solid_points at;
  gb_solid_stress law;
  find_state(in, state, section, &at, F, &law);
  law.form->forces(&law, S);
  gb_solid_add_forces(in, &at, (const gb_pack(*)[3][3])F, (const gb_pack(*)[STRAINS])S, r);
  gb_solid_add_inertia(in, &at, section->mass, in->gravity, state->a, r);
}

static void jacobian(const gb_element_input *in, const gb_element_state *state,
                     const double sigma[3], gb_pack J[]) {
  gb_section own;
  const gb_solid_section *section = &gb_input_section(in, &own)->solid;
  const int points = ((const gb_solid_table *)in->table)->points;
  gb_pack F[POINTS][3][3], G[POINTS][3][3], S[POINTS][STRAINS];
  gb_solid_points at;
  if (sigma[0] != 0) {
    gb_solid_stress law;
    find_state(in, state, section, &at, F, &law);
    law.form->forces(&law, S);
    for (int g = 0; g < points; g++)
      for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) G[g][i][j] = sigma[0] * F[g][i][j];
    gb_solid_add_matrix(in, &law, (const gb_pack(*)[3][3])F, (const gb_pack(*)[3][3])G,
                        (const gb_pack(*)[STRAINS])S, sigma[0], J);
  }
  if (sigma[2] == 0) return;
  gb_solid_points_find(in, &at);
  gb_solid_add_mass(in, &at, sigma[2] * section->mass, J);
}

/// Compute the smallest determinant of the deformation gradients: the volume of a point of the
/// material relative to its reference.
static int sides(const gb_element_input *in, const gb_element_state *state, gb_geometry side[]) {
  const gb_solid_table *t = in->table;
  gb_pack F[POINTS][3][3], E[POINTS][STRAINS];
  gb_solid_points at;
  gb_solid_points_find(in, &at);
  gb_solid_deform(in, state, NULL, &at, F, E);
  for (int g = 0; g < t->points; g++) {
    gb_pack det = {0};
    for (int i = 0; i < 3; i++) {
      const int j = (i + 1) % 3, k = (i + 2) % 3;
      det += F[g][0][i] * (F[g][1][j] * F[g][2][k] - F[g][1][k] * F[g][2][j]);
    }
    for (int lane = 0; lane < GB_LANES; lane++)
      if (g == 0 || gb_real(gb_lanes(&det)[lane]) < gb_real(gb_lanes(side)[lane]))
        gb_lanes(side)[lane] = gb_lanes(&det)[lane];
  }
  return 1;
}

#define SOLID                                                                                      \
  .fields = {GB_POSITION}, .symmetric = true, .massive = true, .uses_reference = true,             \
  .table_size = sizeof(gb_solid_table), .metric_size = gb_solid_metric_size,                       \
  .metric = gb_solid_metric, .residual = residual, .jacobian = jacobian, .sides = sides,           \
  .sample = gb_solid_sample, .sample_product = gb_solid_sample_product,                            \
  .damping = &gb_solid_damping

/// Numbers of samples: mass, energy and failure at the points, mean stresses and strains.
#define POINTWISE(count)                                                                           \
  { count, count, count, STRAINS, STRAINS }

const gb_element gb_element_solid4 = {
    .name = "4-node tetrahedra", .tables = gb_solid_tables4, .samples = POINTWISE(4), SOLID};
const gb_element gb_element_solid5 = {
    .name = "5-node pyramids", .tables = gb_solid_tables5, .samples = POINTWISE(8), SOLID};
const gb_element gb_element_solid6 = {
    .name = "6-node prisms", .tables = gb_solid_tables6, .samples = POINTWISE(6), SOLID};
const gb_element gb_element_solid8 = {
    .name = "8-node hexahedra", .tables = gb_solid_tables8, .samples = POINTWISE(8), SOLID};
const gb_element gb_element_solid10 = {
    .name = "10-node tetrahedra", .tables = gb_solid_tables10, .samples = POINTWISE(14), SOLID};
const gb_element gb_element_solid15 = {
    .name = "15-node prisms", .tables = gb_solid_tables15, .samples = POINTWISE(18), SOLID};
const gb_element gb_element_solid20 = {
    .name = "20-node hexahedra", .tables = gb_solid_tables20, .samples = POINTWISE(27), SOLID};
const gb_element gb_element_solid27 = {
    .name = "27-node hexahedra", .tables = gb_solid_tables27, .samples = POINTWISE(27), SOLID};
