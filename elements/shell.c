/// The geometrically exact director shell with 3 (MITC3) or 4 (MITC4) nodes: energy of membrane,
/// bending and tied shear strains, inertia of mid-surface and director, gravity, and the nodal
/// penalty E t A_n (d.d - 1)^2 / 8 on the director's length. Source: docs/theory.md, sections 3
/// to 5.
#include "elements/shell_point.h"

#include <string.h>

enum { UNKNOWNS = GB_ELEMENT_UNKNOWNS };

/// Force of the strains, as weights of the pairs: W_p = sum over points of S_c C_cp.
static void stress_weights(const gb_element_input *in, const gb_section *section, const gb_pack G[],
                           gb_pack W[]) {
  const gb_shell_table *table = in->table;
  memset(W, 0, GB_PAIRS * sizeof W[0]);
  for (int g = 0; g < table->points; g++) {
    gb_shell_metric metric;
    gb_pack covariant[GB_STRAINS], E[GB_STRAINS], S[GB_STRAINS];
    gb_shell_metric_at(in, g, &metric);
    gb_kernel_strains(&table->form, table->point[g].C, G, covariant);
    gb_shell_to_local(&metric, covariant, E);
    gb_shell_stress(section, E, S);
    gb_shell_to_covariant(&metric, S, covariant);
    for (int c = 0; c < GB_STRAINS; c++) covariant[c] *= metric.area;
    gb_kernel_weights(&table->form, table->point[g].C, covariant, W);
  }
}

/// M_ab = integral of N_a N_b and the tributary areas A_a = integral of N_a.
static void areas(const gb_element_input *in, gb_geometry M[4][4], gb_geometry A[4]) {
  const gb_shell_table *table = in->table;
  memset(M, 0, 16 * sizeof M[0][0]);
  memset(A, 0, 4 * sizeof A[0]);
  for (int g = 0; g < table->points; g++) {
    gb_shell_metric metric;
    gb_shell_metric_at(in, g, &metric);
    const double *N = table->point[g].shape.N;
    for (int a = 0; a < in->nodes; a++) {
      A[a] += metric.area * N[a];
      for (int b = 0; b < in->nodes; b++) M[a][b] += metric.area * N[a] * N[b];
    }
  }
}

/// (d.d - 1)/2 of director a from its increment.
static gb_pack stretch(const gb_shell_vectors *s, int a) {
  return gb_pack_dot3(s->V[a], s->U[a]) + gb_pack_dot3(s->U[a], s->U[a]) / 2;
}

/// y += (mass or inertia) M x on nodal 6-vectors.
static void add_inertia(int nodes, const gb_section *section, const gb_geometry M[4][4],
                        double factor, const gb_pack x[], gb_pack y[]) {
  for (int a = 0; a < nodes; a++)
    for (int b = 0; b < nodes; b++) {
      gb_pack mass = factor * M[a][b] * section->mass,
              inertia = factor * M[a][b] * section->inertia;
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
  gb_pack G[GB_PAIRS], W[GB_PAIRS], R[GB_VECTORS][3] = {0};
  gb_geometry M[4][4], A[4];
  gb_shell_gather(in, state->q, &s);
  gb_kernel_gram(&table->form, s.V, s.U, G);
  stress_weights(in, section, G, W);
  gb_kernel_forces(&table->form, W, s.v, R);
  areas(in, M, A);
  for (int a = 0; a < in->nodes; a++) {
    int d = in->nodes + a;
    gb_pack push = section->penalty * A[a] * stretch(&s, d);
    for (int i = 0; i < 3; i++) {
      R[a][i] -= section->mass * A[a] * in->gravity[i];
      R[d][i] += push * s.v[d][i];
    }
  }
  gb_shell_merge(in->nodes, R, r);
  add_inertia(in->nodes, section, M, 1, state->a, r);
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

/// y += K x: material part B^T C B x and geometric part W x.
static void add_stiffness(const gb_element_input *in, const gb_section *section,
                          const gb_shell_vectors *s, const gb_pack W[], const gb_pack A[],
                          double factor, const gb_pack x[], gb_pack y[]) {
  const gb_shell_table *table = in->table;
  gb_pack X[GB_VECTORS][3], Y[GB_VECTORS][3] = {0}, G[GB_PAIRS], change[GB_PAIRS];
  gb_shell_split(in->nodes, x, X);
  for (int a = 0; a < 2 * in->nodes; a++)
    for (int i = 0; i < 3; i++) X[a][i] *= factor;
  gb_kernel_gram_product(&table->form, s->v, X, G);
  stress_weights(in, section, G, change);
  gb_kernel_forces(&table->form, change, s->v, Y);
  gb_kernel_forces(&table->form, W, X, Y);
  for (int a = 0; a < in->nodes; a++) {
    int d = in->nodes + a;
    gb_pack along = gb_pack_dot3(s->v[d], X[d]), length = stretch(s, d);
    for (int i = 0; i < 3; i++) Y[d][i] += A[a] * (along * s->v[d][i] + length * X[d][i]);
  }
  gb_shell_merge(in->nodes, Y, y);
}

static void product(const gb_element_input *in, const gb_element_state *state,
                    const double sigma[3], bool transpose, int count, const gb_pack x[],
                    gb_pack y[]) {
  (void)transpose; // symmetric
  int n = 6 * in->nodes;
  const gb_shell_table *table = in->table;
  gb_section section;
  gb_pack G[GB_PAIRS], W[GB_PAIRS], push[4];
  gb_shell_vectors s;
  gb_geometry M[4][4], A[4];
  gb_isotropic_section(in->parameter, &section);
  areas(in, M, A);
  if (sigma[0] != 0) {
    gb_shell_gather(in, state->q, &s);
    gb_kernel_gram(&table->form, s.V, s.U, G);
    stress_weights(in, &section, G, W);
    for (int a = 0; a < in->nodes; a++) push[a] = section.penalty * A[a];
  }
  for (int c = 0; c < count; c++) {
    if (sigma[0] != 0) add_stiffness(in, &section, &s, W, push, sigma[0], &x[n * c], &y[n * c]);
    if (sigma[2] != 0) add_inertia(in->nodes, &section, M, sigma[2], &x[n * c], &y[n * c]);
  }
}

/// The section in the convective basis times the area: C[8][8], rows and columns as the strains.
static void covariant_section(const gb_section *section, const gb_shell_metric *metric,
                              gb_pack C[][GB_STRAINS]) {
  for (int j = 0; j < GB_STRAINS; j++) {
    gb_pack unit[GB_STRAINS] = {0}, E[GB_STRAINS], S[GB_STRAINS];
    unit[j] = metric->area;
    gb_shell_to_local(metric, unit, E);
    gb_shell_stress(section, E, S);
    gb_shell_to_covariant(metric, S, C[j]);
  }
}

/// J += B^T C B of one quadrature point, upper triangle in the order of the vectors.
static void add_material(int size, const gb_pack B[][GB_VECTORS][3], const gb_pack C[][GB_STRAINS],
                         gb_pack K[UNKNOWNS][UNKNOWNS]) {
  gb_pack CB[GB_STRAINS][UNKNOWNS] = {0};
  for (int c = 0; c < GB_STRAINS; c++) {
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
      K[3 * d + i][3 * d + i] += k * stretch(s, d);
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
                                 const gb_section *section, const gb_geometry A[], double factor,
                                 gb_pack J[]) {
  const gb_shell_table *table = in->table;
  gb_pack K[UNKNOWNS][UNKNOWNS] = {0}, G[GB_PAIRS], W[GB_PAIRS];
  gb_shell_vectors s;
  gb_shell_gather(in, state->q, &s);
  gb_kernel_gram(&table->form, s.V, s.U, G);
  stress_weights(in, section, G, W);
  for (int g = 0; g < table->points; g++) {
    gb_shell_metric metric;
    gb_pack C[GB_STRAINS][GB_STRAINS], B[GB_STRAINS][GB_VECTORS][3];
    gb_shell_metric_at(in, g, &metric);
    covariant_section(section, &metric, C);
    gb_kernel_gradients(&table->form, table->point[g].C, s.v, B);
    add_material(6 * in->nodes, B, C, K);
  }
  add_geometric(in, section, &s, W, A, K);
  spread(in->nodes, factor, K, J);
}

static void jacobian(const gb_element_input *in, const gb_element_state *state,
                     const double sigma[3], gb_pack J[]) {
  int size = 6 * in->nodes;
  gb_section section;
  gb_geometry M[4][4], A[4];
  gb_isotropic_section(in->parameter, &section);
  areas(in, M, A);
  if (sigma[0] != 0) add_stiffness_matrix(in, state, &section, A, sigma[0], J);
  for (int a = 0; a < in->nodes; a++)
    for (int b = 0; b < in->nodes; b++)
      for (int i = 0; i < 6; i++)
        J[size * (6 * a + i) + 6 * b + i] +=
            sigma[2] * M[a][b] * (i < 3 ? section.mass : section.inertia);
}

static void quadrilateral_tables(void *table) {
  gb_shell_strains(4, table);
}

static void triangle_tables(void *table) {
  gb_shell_strains(3, table);
}

#define SHELL                                                                                      \
  .source = "docs/theory.md, section 3", .node_unknowns = 6, .symmetric = true, .massive = true,   \
  .parameter = {"young", "poisson", "density", "yield", "thickness"},                              \
  .table_size = sizeof(gb_shell_table), .residual = residual, .jacobian = jacobian,                \
  .product = product, .parameter_residual = parameter_residual, .sample = gb_shell_sample,         \
  .sample_product = gb_shell_sample_product, .sample_parameter = gb_shell_sample_parameter

const gb_element gb_element_mitc4 = {
    .name = "4-node shells (MITC4)", .tables = quadrilateral_tables, .samples = {4, 4, 8}, SHELL};
const gb_element gb_element_mitc3 = {
    .name = "3-node shells (MITC3)", .tables = triangle_tables, .samples = {3, 3, 6}, SHELL};
