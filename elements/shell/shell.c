/// The geometrically exact director shell with 3 (MITC3), 4 (MITC4), 6 (MITC6) or 9 nodes (MITC9):
/// energy of membrane, bending and shear strains, inertia of mid-surface and director, gravity, and
/// the nodal penalty E t A_n (d.d - 1)^2 / 8 on the director's length. Source: docs/theory.md,
/// sections 3 to 5.
#include "elements/shell/shell_matrix.h"
#include "elements/shell/shell_tangent.h"

#include <string.h>

enum { NODES = GB_SURFACE_NODES };

static void add_gravity_and_penalty(const gb_element_input *in, const gb_shell_vectors *s,
                                    const gb_section *section, const gb_geometry M[],
                                    const gb_geometry A[], gb_pack R[][3]) {
  for (int a = 0; a < in->nodes; a++) {
    int d = in->nodes + a;
    gb_pack push = section->penalty * A[a] * gb_shell_stretch(s, d);
    gb_geometry load = {0}; // integral of N_a over the element
    for (int b = 0; b < in->nodes; b++) load += M[in->nodes * a + b];
    for (int i = 0; i < 3; i++) {
      R[a][i] -= section->mass * load * in->gravity[i];
      if (section->coupled) R[d][i] -= section->moment * load * in->gravity[i];
      R[d][i] += push * s->v[d][i];
    }
  }
}

/// Compute the residual of the sections of an element, or its derivative along derivatives of the
/// sections.
static void add_forces(const gb_element_input *in, const gb_element_state *state,
                       const gb_section *strained, const gb_section *section, gb_pack r[]) {
  const gb_shell_table *table = in->table;
  gb_shell_vectors s;
  gb_pack G[GB_PAIRS], W[GB_PAIRS], R[GB_VECTORS][3];
  gb_geometry M[NODES * NODES], A[NODES];
  gb_geometry memory[GB_SHELL_MEMORY];
  gb_shell_geometry geometry;
  gb_section own;
  gb_shell_geometry_of(in, state, strained, memory, &geometry);
  gb_shell_gather(in, state, &s);
  gb_shell_gram(in, state, &geometry, &s, G);
  gb_shell_stress_weights(in, &geometry, strained, section, G, W);
  memset(R, 0, (size_t)table->form.vectors * sizeof R[0]);
  gb_kernel_forces(&table->form, W, s.v, R);
  for (int part = 0; part < gb_shell_parts(in); part++) {
    const gb_section *of = gb_shell_areas(in, &geometry, section, part, &own, M, A);
    if (part > 0) memset(R, 0, (size_t)table->form.vectors * sizeof R[0]);
    add_gravity_and_penalty(in, &s, of, M, A, R);
    gb_shell_merge(in->nodes, R, r);
    gb_shell_add_inertia(in->nodes, of, M, state->a, r);
  }
}

static void residual(const gb_element_input *in, const gb_element_state *state, gb_pack r[]) {
  gb_section own[GB_SHELL_SECTIONS];
  const gb_section *section = gb_shell_sections(in, own);
  add_forces(in, state, section, section, r);
}

static void parameter_residual(const gb_element_input *in, const gb_element_state *state, int k,
                               gb_pack r[]) {
  gb_section own[GB_SHELL_SECTIONS], own_by[GB_SHELL_SECTIONS];
  const gb_section *section = gb_shell_sections(in, own);
  const gb_section *by = gb_shell_sections_by(in, k, own_by);
  add_forces(in, state, section, by, r);
}

/// Compute three times the offset of the middle from the nodes times the mean change of curvature,
/// see docs/theory.md on offsets.
static void excess(const gb_element_input *in, const gb_element_state *state, gb_geometry *ratio) {
  gb_pack E[GB_ELEMENT_STRAINS], middle = gb_layup_middle(in->layup, in->parameter);
  gb_geometry k[3];
  const int points = ((const gb_shell_table *)in->table)->points;
  memset(k, 0, sizeof k);
  memset(ratio, 0, sizeof *ratio);
  if (!in->layup->offset) return;
  gb_shell_strains_of(in, state, E);
  for (int g = 0; g < points; g++)
    for (int i = 0; i < 3; i++) k[i] += gb_real(E[g * GB_STRAINS + GB_BENDING + i]) / points;
  const gb_geometry z = gb_real(middle), square = k[0] * k[0] + k[1] * k[1] + k[2] * k[2] / 2;
  *ratio = 3 * gb_pack_sqrt(z * z * square);
}

#define SHELL                                                                                      \
  .fields = {GB_SHELL}, .symmetric = true, .massive = true, .bound = GB_BOUND_OFFSET,              \
  .excess = excess, .uses_reference = true, .table_size = sizeof(gb_shell_table),                  \
  .metric_size = gb_shell_metric_size, .metric = gb_shell_metric, .residual = residual,            \
  .jacobian = gb_shell_jacobian, .tangent_size = gb_shell_tangent_size,                            \
  .tangent = gb_shell_tangent, .tangent_product = gb_shell_tangent_product,                        \
  .parameter_residual = parameter_residual, .strains = gb_shell_strains_of,                        \
  .orientation = gb_shell_orientation, .strain_product = gb_shell_strain_product,                  \
  .strain_change = gb_shell_strain_change, .areas = gb_shell_sample_areas,                         \
  .damping = &gb_shell_damping

/// Numbers of samples of the fields of mean strains.
#define MEANS GB_STRAINS, GB_STRAINS, GB_FACES *GB_FACE_STRESSES

const gb_element gb_element_mitc3 = {.name = "3-node shells (MITC3)",
                                     .tables = gb_shell_triangle_tables,
                                     .samples = {3, 3, 3, MEANS},
                                     SHELL};
const gb_element gb_element_mitc6 = {.name = "6-node shells (MITC6)",
                                     .tables = gb_shell_quadratic_triangle_tables,
                                     .samples = {6, 6, 6, MEANS},
                                     SHELL};
const gb_element gb_element_mitc4 = {.name = "4-node shells (MITC4)",
                                     .tables = gb_shell_quadrilateral_tables,
                                     .samples = {4, 4, 4, MEANS},
                                     SHELL};
const gb_element gb_element_mitc9 = {.name = "9-node shells (MITC9)",
                                     .tables = gb_shell_quadratic_tables,
                                     .samples = {9, 9, 9, MEANS},
                                     SHELL};
