/// The geometrically exact director beam with 2 or 3 nodes and one or two integration points:
/// strains
///   Gamma_i = d_i.r' - D_i.R',  kappa_i = e_ijk (d_k.d_j' - D_k.D_j') / 2
/// in the axes d1 (along the beam), d2 and d3 of the section. A constant mass matrix on r, d2, d3.
/// Nodes: u, d1, d2, d3 each. Source: docs/theory.md, the section on beams; Betsch & Steinmann
/// 2002.
#include "constitutive/beam.h"
#include "elements/element.h"
#include "elements/kernel.h"
#include "mesh/basis.h"

#include <string.h>

enum {
  NODES = 3,
  POINTS = GB_BEAM_PLACES,
  VECTORS = 4, ///< of a node
  STRAINS = GB_BEAM_STRAINS,
  RULE = 3, ///< most points of the rule for inertia
  TOGETHER = 4
};

/// Constants of the reference element.
typedef struct table {
  gb_form form; ///< strain i at point g is number points i + g
  int nodes, points, rule;
  double C[STRAINS * POINTS][GB_PAIRS];        ///< by the derivative along xi
  double weight[POINTS], slope[POINTS][NODES]; ///< of the strains' points: dN/dxi
  double inner_weight[RULE], N[RULE][NODES], inner_slope[RULE][NODES]; ///< of the rule for inertia
} table;

/// Which directors a curvature is of: kappa_i = (d_k.d_j' - d_j.d_k') / 2.
static void find_pair(int i, int *j, int *k) {
  *j = 1 + (i + 1) % 3;
  *k = 1 + (i + 2) % 3;
}

static void add_pair(gb_form *form, int a, int b) {
  form->pair[form->pairs][0] = (unsigned char)a;
  form->pair[form->pairs++][1] = (unsigned char)b;
}

/// The pairs of strain i: of all two nodes one vector each.
static void add_pairs(table *t, int i) {
  gb_form *form = &t->form;
  int j, k;
  const int begin = form->pairs;
  find_pair(i % 3, &j, &k);
  for (int a = 0; a < t->nodes; a++)
    for (int b = 0; b < t->nodes; b++)
      if (i < 3)
        add_pair(form, VECTORS * a + 1 + i, VECTORS * b);
      else
        add_pair(form, VECTORS * a + k, VECTORS * b + j);
  for (int g = 0; g < t->points; g++) {
    form->begin[form->strains] = (unsigned char)begin;
    form->end[form->strains++] = (unsigned char)form->pairs;
  }
}

static void set_coefficients(table *t, int g, const gb_shape_values *s) {
  for (int i = 0; i < STRAINS; i++) {
    const int c = t->points * i + g;
    int p = t->form.begin[c];
    for (int a = 0; a < t->nodes; a++)
      for (int b = 0; b < t->nodes; b++)
        t->C[c][p++] = i < 3 ? s->N[a] * s->N1[b] : (s->N[a] * s->N1[b] - s->N[b] * s->N1[a]) / 2;
  }
}

/// Strains have one point less than nodes, or they lock; inertia is exact.
static void make_table(int nodes, table *t) {
  const gb_basis *basis = gb_basis_of(1, nodes), *fewer = gb_basis_of(1, 2);
  gb_quadrature_point point[GB_BASIS_POINTS] = {{0, 0, 2}};
  gb_shape_values s;
  memset(t, 0, sizeof *t);
  t->nodes = nodes;
  t->points = nodes - 1;
  t->form.vectors = VECTORS * nodes;
  for (int i = 0; i < STRAINS; i++) add_pairs(t, i);
  gb_kernel_connect(&t->form);
  if (t->points > 1) gb_basis_quadrature(fewer, point);
  for (int g = 0; g < t->points; g++) {
    gb_basis_shape(basis, point[g].xi, 0, &s);
    set_coefficients(t, g, &s);
    t->weight[g] = point[g].weight;
    memcpy(t->slope[g], s.N1, (size_t)nodes * sizeof *s.N1);
  }
  t->rule = gb_basis_quadrature(basis, point);
  for (int g = 0; g < t->rule; g++) {
    gb_basis_shape(basis, point[g].xi, 0, &s);
    t->inner_weight[g] = point[g].weight;
    memcpy(t->N[g], s.N, (size_t)nodes * sizeof *s.N);
    memcpy(t->inner_slope[g], s.N1, (size_t)nodes * sizeof *s.N1);
  }
}

static void tables2(void *t) {
  make_table(2, t);
}

static void tables3(void *t) {
  make_table(3, t);
}

/// What kernels need of the reference line: ds/dxi at the strains' points, lengths at those of the
/// rule, and the integrals of N_a N_b.
typedef struct line {
  gb_geometry stretch[POINTS], length[RULE], M[NODES][NODES];
} line;

enum { LINE = sizeof(line) / sizeof(gb_geometry) };

static int metric_size(const void *t) {
  (void)t;
  return LINE;
}

static gb_geometry stretch_of(const gb_element_input *in, const double slope[]) {
  gb_geometry square = {0};
  for (int i = 0; i < 3; i++) {
    gb_geometry sum = {0};
    for (int a = 0; a < in->nodes; a++) sum += slope[a] * (in->position[a][i] - in->position[0][i]);
    square += sum * sum;
  }
  return gb_geometry_sqrt(square);
}

static void find_line(const gb_element_input *in, line *l) {
  const table *t = in->table;
  memset(l, 0, sizeof *l);
  for (int g = 0; g < t->points; g++) l->stretch[g] = stretch_of(in, t->slope[g]);
  for (int g = 0; g < t->rule; g++) {
    l->length[g] = t->inner_weight[g] * stretch_of(in, t->inner_slope[g]);
    for (int a = 0; a < t->nodes; a++)
      for (int b = 0; b < t->nodes; b++) l->M[a][b] += t->N[g][a] * t->N[g][b] * l->length[g];
  }
}

static void metric(const gb_element_input *in, gb_geometry out[]) {
  line l;
  find_line(in, &l);
  memcpy(out, &l, sizeof l);
}

/// What came with the element, or else worked out in `own`.
static const line *line_of(const gb_element_input *in, line *own) {
  if (in->metric) return (const line *)(const void *)in->metric;
  find_line(in, own);
  return own;
}

static const gb_beam_section *section_of(const gb_element_input *in, gb_section *own) {
  if (in->section) return &in->section->beam;
  gb_section_find(in->layup, in->parameter, own);
  return &own->beam;
}

static const gb_beam_section *section_by(const gb_element_input *in, int k, gb_section *own) {
  if (in->section_by) return &in->section_by->beam;
  gb_section_find_by(in->layup, in->parameter, k, own);
  return &own->beam;
}

/// Vectors of reference, increments and their sums; positions from that of the first node.
typedef struct vectors {
  gb_pack V[GB_VECTORS][3], U[GB_VECTORS][3], v[GB_VECTORS][3];
} vectors;

static void gather(const gb_element_input *in, const gb_pack q[], vectors *s) {
  for (int a = 0; a < in->nodes; a++) {
    const gb_geometry *D[] = {in->position[a], in->director[a], in->second[a], in->third[a]};
    for (int k = 0; k < VECTORS; k++)
      for (int i = 0; i < 3; i++) {
        const int n = VECTORS * a + k;
        s->V[n][i] = (gb_pack)(k ? D[k][i] : D[k][i] - in->position[0][i]);
        s->U[n][i] = k ? q[3 * n + i] : q[3 * n + i] - q[i];
        s->v[n][i] = s->V[n][i] + s->U[n][i];
      }
  }
}

/// Strains at each point, E[points][STRAINS], from those by xi.
static void per_length(const table *t, const line *l, const gb_pack by_xi[], gb_pack E[][STRAINS]) {
  for (int i = 0; i < STRAINS; i++)
    for (int g = 0; g < t->points; g++) E[g][i] = by_xi[t->points * i + g] / l->stretch[g];
}

static void strains_at(const table *t, const line *l, const vectors *s, gb_pack E[][STRAINS]) {
  gb_pack G[GB_PAIRS], by_xi[STRAINS * POINTS];
  gb_kernel_gram(&t->form, s->V, s->U, G);
  gb_kernel_strains(&t->form, t->C, G, by_xi);
  per_length(t, l, by_xi, E);
}

/// W += stresses at the points, times factors, as weights of pairs.
static void add_weights(const table *t, const gb_pack S[][STRAINS], const gb_geometry factor[],
                        gb_pack W[]) {
  gb_pack weighted[STRAINS * POINTS];
  for (int i = 0; i < STRAINS; i++)
    for (int g = 0; g < t->points; g++) weighted[t->points * i + g] = factor[g] * S[g][i];
  gb_kernel_weights(&t->form, t->C, weighted, W);
}

/// Weights of pairs for the stresses at a state (overwrites): strain and length bring the stretch
/// once each, so that it cancels.
static void stress_weights(const table *t, const line *l, const gb_beam_section *section,
                           const vectors *s, gb_pack W[]) {
  gb_pack E[POINTS][STRAINS], S[POINTS][STRAINS];
  gb_geometry factor[POINTS];
  strains_at(t, l, s, E);
  for (int g = 0; g < t->points; g++) {
    gb_beam_stress(section, E[g], S[g]);
    factor[g] = (gb_geometry){0} + t->weight[g];
  }
  memset(W, 0, (size_t)t->form.pairs * sizeof *W);
  add_weights(t, (const gb_pack(*)[STRAINS])S, factor, W);
}

/// Between the vectors r, d1, d2, d3 of two nodes, times the integral of N_a N_b; zero for d1.
static void masses(const gb_beam_section *s, gb_pack M[VECTORS][VECTORS]) {
  memset(M, 0, VECTORS * sizeof *M);
  M[0][0] = s->mass;
  M[0][2] = M[2][0] = s->moment[0];
  M[0][3] = M[3][0] = s->moment[1];
  M[2][2] = s->inertia[0];
  M[3][3] = s->inertia[1];
  M[2][3] = M[3][2] = s->inertia[2];
}

/// y += factor M x.
static void add_inertia(const line *l, int nodes, const gb_pack M[VECTORS][VECTORS], double factor,
                        const gb_pack x[], gb_pack y[]) {
  for (int a = 0; a < nodes; a++)
    for (int k = 0; k < VECTORS; k++)
      for (int b = 0; k != 1 && b < nodes; b++)
        for (int m = 0; m < VECTORS; m++) {
          if (m == 1) continue;
          const gb_pack mass = factor * l->M[a][b] * M[k][m];
          for (int i = 0; i < 3; i++)
            y[3 * (VECTORS * a + k) + i] += mass * x[3 * (VECTORS * b + m) + i];
        }
}

static void add_gravity(const gb_element_input *in, const line *l,
                        const gb_pack M[VECTORS][VECTORS], gb_pack r[]) {
  for (int a = 0; a < in->nodes; a++) {
    gb_geometry share = {0};
    for (int b = 0; b < in->nodes; b++) share += l->M[a][b];
    for (int k = 0; k < VECTORS; k++)
      for (int i = 0; i < 3; i++) r[3 * (VECTORS * a + k) + i] -= share * M[k][0] * in->gravity[i];
  }
}

/// The residual is linear in the section: the same function gives R and, with a differentiated
/// section, R_x.
static void add_forces(const gb_element_input *in, const gb_element_state *state,
                       const gb_beam_section *section, gb_pack r[]) {
  const table *t = in->table;
  gb_pack W[GB_PAIRS], M[VECTORS][VECTORS];
  vectors s;
  line own;
  const line *l = line_of(in, &own);
  gather(in, state->q, &s);
  stress_weights(t, l, section, &s, W);
  gb_kernel_forces(&t->form, W, s.v, (gb_pack(*)[3])r);
  masses(section, M);
  add_gravity(in, l, (const gb_pack(*)[VECTORS])M, r);
  add_inertia(l, in->nodes, (const gb_pack(*)[VECTORS])M, 1, state->a, r);
}

static void residual(const gb_element_input *in, const gb_element_state *state, gb_pack r[]) {
  gb_section own;
  add_forces(in, state, section_of(in, &own), r);
}

static void parameter_residual(const gb_element_input *in, const gb_element_state *state, int k,
                               gb_pack r[]) {
  gb_section own;
  add_forces(in, state, section_by(in, k, &own), r);
}

/// J += B^T C B of one point, B being the derivatives of the strains by xi.
static void add_material(const gb_element_input *in, const gb_beam_section *section, double factor,
                         const line *l, int g, const vectors *s, gb_pack J[]) {
  const table *t = in->table;
  const int size = 3 * t->form.vectors;
  gb_pack B[STRAINS][3 * VECTORS * NODES];
  for (int i = 0; i < STRAINS; i++) {
    const int c = t->points * i + g;
    gb_geometry C[GB_PAIRS];
    for (int p = t->form.begin[c]; p < t->form.end[c]; p++) C[p] = (gb_geometry){0} + t->C[c][p];
    gb_kernel_gradient(&t->form, t->form.begin[c], t->form.end[c], C, s->v, (gb_pack(*)[3])B[i]);
  }
  for (int n = 0; n < size; n++) {
    gb_pack column[STRAINS], CB[STRAINS];
    for (int i = 0; i < STRAINS; i++) column[i] = B[i][n] * (factor * t->weight[g] / l->stretch[g]);
    gb_beam_stress(section, column, CB);
    for (int m = 0; m < size; m++) {
      gb_pack sum = J[size * m + n];
      for (int i = 0; i < STRAINS; i++) sum += B[i][m] * CB[i];
      J[size * m + n] = sum;
    }
  }
}

static void jacobian(const gb_element_input *in, const gb_element_state *state,
                     const double sigma[3], gb_pack J[]) {
  const table *t = in->table;
  const int size = 3 * t->form.vectors;
  gb_pack W[GB_PAIRS], M[VECTORS][VECTORS];
  gb_section own_section;
  vectors s;
  line own;
  const line *l = line_of(in, &own);
  const gb_beam_section *section = section_of(in, &own_section);
  gather(in, state->q, &s);
  stress_weights(t, l, section, &s, W);
  for (int p = 0; p < t->form.pairs; p++) {
    const int a = 3 * t->form.pair[p][0], b = 3 * t->form.pair[p][1];
    for (int i = 0; i < 3; i++) {
      J[size * (a + i) + b + i] += sigma[0] * W[p];
      J[size * (b + i) + a + i] += sigma[0] * W[p];
    }
  }
  for (int g = 0; g < t->points; g++) add_material(in, section, sigma[0], l, g, &s, J);
  masses(section, M);
  for (int a = 0; a < t->form.vectors; a++)
    for (int b = 0; b < t->form.vectors; b++)
      for (int i = 0; i < 3; i++)
        J[size * (3 * a + i) + 3 * b + i] +=
            sigma[2] * l->M[a / VECTORS][b / VECTORS] * M[a % VECTORS][b % VECTORS];
}

/// What products at one state share, in the memory of one list of packs.
typedef struct tangent {
  gb_pack v[VECTORS * NODES][3], W[GB_PAIRS]; ///< W times sigma0
  gb_beam_section section;
} tangent;

static int tangent_size(const void *t, const gb_layup *layup) {
  (void)t, (void)layup;
  return (int)(sizeof(tangent) / sizeof(gb_pack));
}

static void find_tangent(const gb_element_input *in, const gb_element_state *state,
                         const double sigma[3], gb_pack memory[]) {
  const table *t = in->table;
  tangent *out = (tangent *)(void *)memory;
  gb_section own_section;
  vectors s;
  line own;
  const line *l = line_of(in, &own);
  const gb_beam_section *section = section_of(in, &own_section);
  gather(in, state->q, &s);
  stress_weights(t, l, section, &s, out->W);
  memcpy(out->v, s.v, sizeof out->v);
  for (int p = 0; p < t->form.pairs; p++) out->W[p] *= sigma[0];
  out->section = *section;
}

static void tangent_product(const gb_element_input *in, const double sigma[3],
                            const gb_pack memory[], int count, const gb_pack x[], gb_pack y[]) {
  const table *t = in->table;
  const tangent *at = (const tangent *)(const void *)memory;
  const int size = 3 * t->form.vectors;
  gb_pack M[VECTORS][VECTORS];
  line own;
  const line *l = line_of(in, &own);
  masses(&at->section, M);
  for (int c = 0; c < count; c++, x += size, y += size) {
    const gb_pack(*X)[3] = (const gb_pack(*)[3])x;
    gb_pack G[GB_PAIRS], W[GB_PAIRS], by_xi[STRAINS * POINTS], E[POINTS][STRAINS];
    gb_pack S[POINTS][STRAINS];
    gb_geometry factor[POINTS];
    gb_kernel_gram_product(&t->form, at->v, X, G);
    gb_kernel_strains(&t->form, t->C, G, by_xi);
    per_length(t, l, by_xi, E);
    for (int g = 0; g < t->points; g++) {
      gb_beam_stress(&at->section, E[g], S[g]);
      factor[g] = (gb_geometry){0} + sigma[0] * t->weight[g];
    }
    memset(W, 0, (size_t)t->form.pairs * sizeof *W);
    add_weights(t, (const gb_pack(*)[STRAINS])S, factor, W);
    gb_kernel_forces(&t->form, W, at->v, (gb_pack(*)[3])y);
    gb_kernel_forces(&t->form, at->W, X, (gb_pack(*)[3])y);
    add_inertia(l, t->nodes, (const gb_pack(*)[VECTORS])M, sigma[2], x, y);
  }
}

static void strains(const gb_element_input *in, const gb_element_state *state, gb_pack strain[]) {
  vectors s;
  line own;
  gather(in, state->q, &s);
  strains_at(in->table, line_of(in, &own), &s, (gb_pack(*)[STRAINS])strain);
}

/// The strains that came with the state, or else those found now.
static const gb_pack (*find_strains(const gb_element_input *in, const gb_element_state *state,
                                    gb_pack own[POINTS * STRAINS]))[STRAINS] {
  if (!state->strain) strains(in, state, own);
  return (const gb_pack(*)[STRAINS])(state->strain ? state->strain : own);
}

/// The mean of the strains at the points.
static void find_mean(const table *t, const gb_pack E[][STRAINS], gb_pack mean[STRAINS]) {
  for (int i = 0; i < STRAINS; i++) {
    mean[i] = (gb_pack){0};
    for (int g = 0; g < t->points; g++) mean[i] += E[g][i] / (double)t->points;
  }
}

/// Forces and moments of a section at the mean strains, or these themselves.
static void sample_mean(const table *t, const gb_beam_section *section, gb_field field,
                        const gb_pack E[][STRAINS], gb_pack f[]) {
  gb_pack mean[STRAINS];
  find_mean(t, E, mean);
  if (field == GB_FIELD_RESULTANT)
    gb_beam_stress(section, mean, f);
  else
    memcpy(f, mean, sizeof mean);
}

static gb_pack energy(const gb_beam_section *section, const gb_pack E[], gb_pack S[]) {
  gb_pack sum = {0};
  gb_beam_stress(section, E, S);
  for (int i = 0; i < STRAINS; i++) sum += E[i] * S[i];
  return sum;
}

static void sample(const gb_element_input *in, const gb_element_state *state, gb_field field,
                   gb_pack f[], gb_geometry area[]) {
  const table *t = in->table;
  gb_pack own_strain[POINTS * STRAINS], S[STRAINS];
  gb_section own_section;
  line own;
  const line *l = line_of(in, &own);
  const gb_beam_section *section = section_of(in, &own_section);
  if (field == GB_FIELD_MASS) {
    for (int g = 0; g < t->rule; g++) {
      f[g] = section->mass;
      area[g] = l->length[g];
    }
    return;
  }
  const int each = field == GB_FIELD_FAILURE ? gb_layup_points(in->layup) : 1;
  const gb_pack(*E)[STRAINS] = find_strains(in, state, own_strain);
  if (field >= GB_FIELD_RESULTANT) {
    gb_geometry length = {0};
    for (int g = 0; g < t->points; g++) length += t->weight[g] * l->stretch[g];
    for (int i = 0; i < STRAINS; i++) area[i] = length;
    sample_mean(t, section, field, E, f);
    return;
  }
  for (int k = 0; k < each * t->points; k++) area[k] = t->weight[k / each] * l->stretch[k / each];
  if (field == GB_FIELD_FAILURE) gb_beam_failure(in->layup, in->parameter, t->points, E, f);
  for (int g = 0; field == GB_FIELD_ENERGY && g < t->points; g++) f[g] = energy(section, E[g], S);
}

typedef gb_pack point_stresses[POINTS][STRAINS];

/// S += g df/dE of the energy.
static void add_energy_slopes(const gb_element_input *in, const gb_pack E[][STRAINS], int count,
                              const gb_pack g[], point_stresses S[]) {
  const int points = ((const table *)in->table)->points;
  gb_section own;
  gb_pack slope[STRAINS];
  const gb_beam_section *section = section_of(in, &own);
  for (int k = 0; k < points; k++) {
    gb_beam_stress(section, E[k], slope);
    for (int c = 0; c < count; c++)
      for (int i = 0; i < STRAINS; i++) S[c][k][i] += 2 * g[points * c + k] * slope[i];
  }
}

/// The same of resultants or mean strains, g[count][STRAINS].
static void add_mean_slopes(const gb_element_input *in, gb_field field, int count,
                            const gb_pack g[], point_stresses S[]) {
  const int points = ((const table *)in->table)->points;
  gb_section own;
  const gb_beam_section *section = section_of(in, &own);
  for (int c = 0; c < count; c++) {
    gb_pack slope[STRAINS];
    if (field == GB_FIELD_RESULTANT)
      gb_beam_stress(section, g + STRAINS * c, slope); // its matrix is symmetric
    else
      memcpy(slope, g + STRAINS * c, sizeof slope);
    for (int k = 0; k < points; k++)
      for (int i = 0; i < STRAINS; i++) S[c][k][i] += slope[i] / (double)points;
  }
}

static void sample_product(const gb_element_input *in, const gb_element_state *state,
                           gb_field field, int count, const gb_pack g[], gb_pack bar[]) {
  const table *t = in->table;
  const int each = field == GB_FIELD_FAILURE ? gb_layup_points(in->layup) : 1;
  const int samples = field >= GB_FIELD_RESULTANT ? STRAINS : each * t->points;
  const int size = 3 * t->form.vectors;
  gb_pack own_strain[POINTS * STRAINS], W[GB_PAIRS];
  gb_geometry factor[POINTS];
  point_stresses S[TOGETHER];
  vectors s;
  line own;
  const line *l = line_of(in, &own);
  if (field == GB_FIELD_MASS) return; // of the reference configuration
  gather(in, state->q, &s);
  const gb_pack(*E)[STRAINS] = find_strains(in, state, own_strain);
  for (int k = 0; k < t->points; k++) factor[k] = 1 / l->stretch[k];
  for (int c = 0; c < count; c += TOGETHER) {
    const int now = count - c < TOGETHER ? count - c : TOGETHER;
    memset(S, 0, (size_t)now * sizeof S[0]);
    if (field == GB_FIELD_ENERGY) add_energy_slopes(in, E, now, g + samples * c, S);
    if (field >= GB_FIELD_RESULTANT) add_mean_slopes(in, field, now, g + samples * c, S);
    if (field == GB_FIELD_FAILURE)
      gb_beam_failure_product(in->layup, in->parameter, t->points, E, now, g + samples * c, S);
    for (int k = 0; k < now; k++) {
      memset(W, 0, (size_t)t->form.pairs * sizeof *W);
      add_weights(t, (const gb_pack(*)[STRAINS])S[k], factor, W);
      gb_kernel_forces(&t->form, W, s.v, (gb_pack(*)[3])(bar + size * (c + k)));
    }
  }
}

static void sample_parameter(const gb_element_input *in, const gb_element_state *state,
                             gb_field field, int k, gb_pack df[]) {
  const table *t = in->table;
  gb_pack own_strain[POINTS * STRAINS], S[STRAINS];
  gb_section own;
  const gb_pack(*E)[STRAINS] = find_strains(in, state, own_strain);
  if (field == GB_FIELD_FAILURE) {
    gb_beam_failure_by(in->layup, in->parameter, k, t->points, E, df);
    return;
  }
  const gb_beam_section *by = section_by(in, k, &own);
  if (field == GB_FIELD_RESULTANT) sample_mean(t, by, field, E, df);
  if (field == GB_FIELD_STRAIN) memset(df, 0, STRAINS * sizeof *df);
  for (int g = 0; field == GB_FIELD_MASS && g < t->rule; g++) df[g] = by->mass;
  for (int g = 0; field == GB_FIELD_ENERGY && g < t->points; g++) df[g] = energy(by, E[g], S);
}

#define BEAM                                                                                       \
  .source = "docs/theory.md, section 11", .fields = {GB_FRAME}, .symmetric = true,                 \
  .massive = true, .table_size = sizeof(table), .metric_size = metric_size, .metric = metric,      \
  .residual = residual, .jacobian = jacobian, .tangent_size = tangent_size,                        \
  .tangent = find_tangent, .tangent_product = tangent_product,                                     \
  .parameter_residual = parameter_residual, .strains = strains, .sample = sample,                  \
  .sample_product = sample_product, .sample_parameter = sample_parameter

const gb_element gb_element_beam2 = {
    .name = "2-node beams", .tables = tables2, .samples = {2, 1, 1, STRAINS, STRAINS}, BEAM};
const gb_element gb_element_beam3 = {
    .name = "3-node beams", .tables = tables3, .samples = {3, 2, 2, STRAINS, STRAINS}, BEAM};
