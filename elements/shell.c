/// The geometrically exact director shell with 3 (MITC3), 4 (MITC4) or 9 nodes (MITC9): energy of
/// membrane, bending and shear strains, inertia of mid-surface and director, gravity, and the nodal
/// penalty E t A_n (d.d - 1)^2 / 8 on the director's length. Source: docs/theory.md, sections 3
/// to 5.
#include "elements/shell_tangent.h"

#include <string.h>

enum { NODES = GB_BASIS_NODES, UNKNOWNS = 6 * NODES };

/// y += (mass or inertia) M x on nodal 6-vectors.
static void add_inertia(int nodes, const gb_section *section, const gb_geometry M[],
                        const gb_pack x[], gb_pack y[]) {
  for (int a = 0; a < nodes; a++)
    for (int b = 0; b < nodes; b++) {
      gb_pack mass = M[nodes * a + b] * section->mass,
              inertia = M[nodes * a + b] * section->inertia;
      for (int i = 0; i < 3; i++) {
        y[6 * a + i] += mass * x[6 * b + i];
        y[6 * a + 3 + i] += inertia * x[6 * b + 3 + i];
      }
    }
}

/// The residual is linear in the section: the same function gives R and, with a differentiated
/// section, R_x.
static void add_forces(const gb_element_input *in, const gb_element_state *state,
                       const gb_section *section, gb_pack r[]) {
  const gb_shell_table *table = in->table;
  gb_shell_vectors s;
  gb_pack G[GB_PAIRS], W[GB_PAIRS], R[GB_VECTORS][3];
  gb_geometry M[NODES * NODES], A[NODES], metric[GB_ELEMENT_METRIC];
  gb_shell_geometry geometry;
  gb_shell_geometry_of(in, metric, &geometry);
  gb_shell_gather(in, state->q, &s);
  gb_kernel_gram(&table->form, s.V, s.U, G);
  gb_shell_stress_weights(table, &geometry, section, G, W);
  memset(R, 0, (size_t)table->form.vectors * sizeof R[0]);
  gb_kernel_forces(&table->form, W, s.v, R);
  gb_shell_areas(table, &geometry, M, A);
  for (int a = 0; a < in->nodes; a++) {
    int d = in->nodes + a;
    gb_pack push = section->penalty * A[a] * gb_shell_stretch(&s, d);
    for (int i = 0; i < 3; i++) {
      R[a][i] -= section->mass * A[a] * in->gravity[i];
      R[d][i] += push * s.v[d][i];
    }
  }
  gb_shell_merge(in->nodes, R, r);
  add_inertia(in->nodes, section, M, state->a, r);
}

static void residual(const gb_element_input *in, const gb_element_state *state, gb_pack r[]) {
  gb_section section;
  gb_isotropic_section(in->parameter, &section);
  add_forces(in, state, &section, r);
}

static void parameter_residual(const gb_element_input *in, const gb_element_state *state, int k,
                               gb_pack r[]) {
  gb_section slope;
  gb_isotropic_section_by(in->parameter, k, &slope);
  add_forces(in, state, &slope, r);
}

/// The section by components times the area: C[8][8], rows and columns as the strains.
static void spread_section(const gb_pack entry[GB_SECTION_ENTRIES],
                           gb_pack C[GB_STRAINS][GB_STRAINS]) {
  const int row[] = {0, 1, 2, 0, 0, 1}, column[] = {0, 1, 2, 1, 2, 2};
  memset(C, 0, GB_STRAINS * sizeof C[0]);
  for (int k = 0; k < 6; k++)
    for (int first = GB_MEMBRANE; first <= GB_BENDING; first += 3)
      C[first + row[k]][first + column[k]] = C[first + column[k]][first + row[k]] =
          entry[2 * first + k]; // bending's begin at 6
  for (int k = 0; k < 2; k++) C[GB_SHEAR + k][GB_SHEAR + k] = entry[12 + k];
  C[GB_SHEAR][GB_SHEAR + 1] = C[GB_SHEAR + 1][GB_SHEAR] = entry[14];
}

/// J += B^T C B of one quadrature point, upper triangle in the order of the vectors.
static void add_material(int size, const gb_pack B[][GB_VECTORS][3], const gb_pack C[][GB_STRAINS],
                         gb_pack K[UNKNOWNS][UNKNOWNS]) {
  gb_pack CB[GB_STRAINS][UNKNOWNS];
  for (int c = 0; c < GB_STRAINS; c++) {
    memset(CB[c], 0, (size_t)size * sizeof CB[c][0]);
    // membrane, bending and shear do not couple
    int begin = c < GB_BENDING ? 0 : c < GB_SHEAR ? GB_BENDING : GB_SHEAR;
    int end = c < GB_BENDING ? GB_BENDING : c < GB_SHEAR ? GB_SHEAR : GB_STRAINS;
    for (int d = begin; d < end; d++)
      for (int j = 0; j < size; j++) CB[c][j] += C[c][d] * (&B[d][0][0])[j];
  }
  for (int i = 0; i < size; i++)
    for (int c = 0; c < GB_STRAINS; c++) {
      gb_pack b = (&B[c][0][0])[i];
      for (int j = i; j < size; j++) K[i][j] += b * CB[c][j];
    }
}

/// J += W (x) I and the penalty's part, upper triangle in the order of the vectors.
static void add_geometric(const gb_element_input *in, const gb_section *section,
                          const gb_shell_vectors *s, const gb_pack W[], const gb_geometry A[],
                          gb_pack K[UNKNOWNS][UNKNOWNS]) {
  const gb_form *form = &((const gb_shell_table *)in->table)->form;
  for (int p = 0; p < form->pairs; p++) {
    int a = form->pair[p][0], b = form->pair[p][1];
    for (int i = 0; i < 3; i++) K[3 * a + i][3 * b + i] += a == b ? 2 * W[p] : W[p];
  }
  for (int a = 0; a < in->nodes; a++) {
    int d = in->nodes + a;
    gb_pack k = section->penalty * A[a];
    for (int i = 0; i < 3; i++) {
      for (int j = i; j < 3; j++) K[3 * d + i][3 * d + j] += k * s->v[d][i] * s->v[d][j];
      K[3 * d + i][3 * d + i] += k * gb_shell_stretch(s, d);
    }
  }
}

/// J += factor K, from the upper triangle in the order of the vectors to the order of the nodes.
static void spread(int nodes, double factor, gb_pack K[UNKNOWNS][UNKNOWNS], gb_pack J[]) {
  int size = 6 * nodes, place[UNKNOWNS];
  for (int i = 0; i < size; i++) {
    int vector = i / 3;
    place[i] = 6 * (vector % nodes) + 3 * (vector / nodes) + i % 3;
  }
  for (int i = 0; i < size; i++)
    for (int j = 0; j < size; j++)
      J[size * place[i] + place[j]] += factor * (i <= j ? K[i][j] : K[j][i]);
}

static void add_stiffness_matrix(const gb_element_input *in, const gb_element_state *state,
                                 const gb_shell_geometry *geometry, const gb_section *section,
                                 const gb_geometry A[], double factor, gb_pack J[]) {
  const gb_shell_table *table = in->table;
  const int size = 6 * in->nodes;
  gb_pack K[UNKNOWNS][UNKNOWNS], G[GB_PAIRS], W[GB_PAIRS];
  gb_shell_tie_gradients T;
  gb_shell_vectors s;
  for (int i = 0; i < size; i++) memset(K[i], 0, (size_t)size * sizeof K[i][0]);
  gb_shell_gather(in, state->q, &s);
  gb_kernel_gram(&table->form, s.V, s.U, G);
  gb_shell_stress_weights(table, geometry, section, G, W);
  gb_shell_tied_gradients(table, geometry, s.v, T);
  for (int g = 0; g < table->points; g++) {
    gb_pack entry[GB_SECTION_ENTRIES], C[GB_STRAINS][GB_STRAINS], B[GB_STRAINS][GB_VECTORS][3];
    gb_shell_component_section(section, geometry, g, entry);
    spread_section(entry, C);
    gb_shell_gradients(table, g, s.v, T, B);
    add_material(size, B, C, K);
  }
  add_geometric(in, section, &s, W, A, K);
  spread(in->nodes, factor, K, J);
}

static void jacobian(const gb_element_input *in, const gb_element_state *state,
                     const double sigma[3], gb_pack J[]) {
  int size = 6 * in->nodes;
  gb_section section;
  gb_geometry M[NODES * NODES], A[NODES], metric[GB_ELEMENT_METRIC];
  gb_shell_geometry geometry;
  gb_shell_geometry_of(in, metric, &geometry);
  gb_isotropic_section(in->parameter, &section);
  gb_shell_areas(in->table, &geometry, M, A);
  if (sigma[0] != 0) add_stiffness_matrix(in, state, &geometry, &section, A, sigma[0], J);
  for (int a = 0; a < in->nodes; a++)
    for (int b = 0; b < in->nodes; b++)
      for (int i = 0; i < 6; i++)
        J[size * (6 * a + i) + 6 * b + i] +=
            sigma[2] * M[in->nodes * a + b] * (i < 3 ? section.mass : section.inertia);
}

static void triangle_tables(void *table) {
  gb_shell_strains(3, table);
}

static void quadrilateral_tables(void *table) {
  gb_shell_strains(4, table);
}

static void quadratic_tables(void *table) {
  gb_shell_strains(9, table);
}

#define SHELL                                                                                      \
  .source = "docs/theory.md, section 3", .node_unknowns = 6, .symmetric = true, .massive = true,   \
  .parameter = {"young", "poisson", "density", "yield", "thickness"},                              \
  .table_size = sizeof(gb_shell_table), .metric_size = gb_shell_metric_size,                       \
  .metric = gb_shell_metric, .residual = residual, .jacobian = jacobian,                           \
  .tangent_size = gb_shell_tangent_size, .tangent = gb_shell_tangent,                              \
  .tangent_product = gb_shell_tangent_product, .parameter_residual = parameter_residual,           \
  .strains = gb_shell_strains_of, .sample = gb_shell_sample,                                       \
  .sample_product = gb_shell_sample_product, .sample_parameter = gb_shell_sample_parameter

const gb_element gb_element_mitc3 = {
    .name = "3-node shells (MITC3)", .tables = triangle_tables, .samples = {3, 3, 6}, SHELL};
const gb_element gb_element_mitc4 = {
    .name = "4-node shells (MITC4)", .tables = quadrilateral_tables, .samples = {4, 4, 8}, SHELL};
const gb_element gb_element_mitc9 = {
    .name = "9-node shells (MITC9)", .tables = quadratic_tables, .samples = {9, 9, 18}, SHELL};
