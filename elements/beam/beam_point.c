#include "elements/beam/beam_point.h"
#include "elements/lumping.h"

#include "mesh/basis.h"

#include <float.h>
#include <string.h>

enum { POINTS = GB_BEAM_PLACES, STRAINS = GB_BEAM_STRAINS };

/// Indices j, k of the directors in the curvature kappa_i = (d_k.d_j' - d_j.d_k') / 2.
static void find_pair(int i, int *j, int *k) {
  *j = 1 + (i + 1) % 3;
  *k = 1 + (i + 2) % 3;
}

static void add_pair(gb_form *form, int a, int b) {
  form->pair[form->pairs][0] = (unsigned char)a;
  form->pair[form->pairs++][1] = (unsigned char)b;
}

/// List the pairs of strain i: one vector of each of two nodes, for all nodes. The axial strain has
/// each pair of positions once.
static void add_pairs(gb_beam_table *t, int i) {
  gb_form *form = &t->form;
  int j, k;
  const int begin = form->pairs;
  find_pair(i % 3, &j, &k);
  for (int a = 0; a < t->nodes; a++)
    for (int b = i == GB_BEAM_AXIAL ? a : 0; b < t->nodes; b++)
      if (i == GB_BEAM_AXIAL)
        add_pair(form, GB_BEAM_VECTORS * a, GB_BEAM_VECTORS * b);
      else if (i < 3)
        add_pair(form, GB_BEAM_VECTORS * a + 1 + i, GB_BEAM_VECTORS * b);
      else
        add_pair(form, GB_BEAM_VECTORS * a + k, GB_BEAM_VECTORS * b + j);
  for (int g = 0; g < t->points; g++) {
    form->begin[form->strains] = (unsigned char)begin;
    form->end[form->strains++] = (unsigned char)form->pairs;
  }
}

static void set_coefficients(gb_beam_table *t, int g, const gb_shape_values *s) {
  for (int i = 0; i < STRAINS; i++) {
    const int c = t->points * i + g;
    int p = t->form.begin[c];
    for (int a = 0; a < t->nodes; a++)
      for (int b = i == GB_BEAM_AXIAL ? a : 0; b < t->nodes; b++)
        t->C[c][p++] = i == GB_BEAM_AXIAL ? s->N1[a] * s->N1[b] / (a == b ? 2 : 1)
                       : i < 3            ? s->N[a] * s->N1[b]
                                          : (s->N[a] * s->N1[b] - s->N[b] * s->N1[a]) / 2;
  }
}

/// Strains are integrated with one point less than nodes, to avoid locking; inertia is integrated
/// exactly.
static void make_table(int nodes, gb_beam_table *t) {
  const gb_basis *basis = gb_basis_of(1, nodes), *fewer = gb_basis_of(1, 2);
  gb_quadrature_point point[GB_SURFACE_POINTS] = {{.weight = 2}};
  gb_shape_values s;
  memset(t, 0, sizeof *t);
  t->nodes = nodes;
  t->points = nodes - 1;
  t->form.vectors = GB_BEAM_VECTORS * nodes;
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

void gb_beam_tables2(void *t) {
  make_table(2, t);
}

void gb_beam_tables3(void *t) {
  make_table(3, t);
}

int gb_beam_metric_size(const void *t) {
  (void)t;
  return sizeof(gb_beam_line) / sizeof(gb_geometry);
}

static gb_geometry stretch_of(const gb_element_input *in, const double slope[]) {
  gb_geometry square = {0};
  for (int i = 0; i < 3; i++) {
    gb_geometry sum = {0};
    for (int a = 0; a < in->nodes; a++) sum += slope[a] * (in->position[a][i] - in->position[0][i]);
    square += sum * sum;
  }
  return gb_pack_sqrt(square);
}

/// Lump the mass at the ends of the element, which are its first nodes.
static void lump(int nodes, gb_beam_line *l) {
  gb_geometry length = {0};
  const double middle = nodes == 2 ? 0 : gb_lumped_middle;
  for (int a = 0; a < nodes; a++)
    for (int b = 0; b < nodes; b++) length += l->M[a][b];
  memset(l->M, 0, sizeof l->M);
  for (int a = 0; a < nodes; a++) l->M[a][a] = length * (a < 2 ? (1 - middle) / 2 : middle);
}

static void find_line(const gb_element_input *in, gb_beam_line *l) {
  const gb_beam_table *t = in->table;
  memset(l, 0, sizeof *l);
  for (int g = 0; g < t->points; g++) l->stretch[g] = stretch_of(in, t->slope[g]);
  for (int g = 0; g < t->rule; g++) {
    l->length[g] = t->inner_weight[g] * stretch_of(in, t->inner_slope[g]);
    for (int a = 0; a < t->nodes; a++)
      for (int b = 0; b < t->nodes; b++) l->M[a][b] += t->N[g][a] * t->N[g][b] * l->length[g];
  }
  if (in->layup->lumped) lump(t->nodes, l);
}

void gb_beam_metric(const gb_element_input *in, gb_geometry out[]) {
  gb_beam_line l;
  find_line(in, &l);
  memcpy(out, &l, sizeof l);
}

const gb_beam_line *gb_beam_line_of(const gb_element_input *in, gb_beam_line *own) {
  if (in->metric) return (const gb_beam_line *)(const void *)in->metric;
  find_line(in, own);
  return own;
}

const gb_beam_section *gb_beam_section_of(const gb_element_input *in, gb_section *own) {
  return &gb_input_section(in, own)->beam;
}

const gb_beam_section *gb_beam_section_by(const gb_element_input *in, int k, gb_section *own) {
  return &gb_input_section_by(in, k, own)->beam;
}

gb_geometry gb_beam_length(const gb_beam_table *t, const gb_beam_line *l) {
  gb_geometry length = {0};
  for (int g = 0; g < t->points; g++) length += t->weight[g] * l->stretch[g];
  return length;
}

const gb_section *gb_beam_soft_section(const gb_element_input *in, const gb_beam_line *l,
                                       const gb_section *section, gb_section *own) {
  gb_beam_bending bending;
  if (in->nodes != GB_BEAM_ENDS) return section;
  gb_beam_bending_find(&section->beam, gb_beam_length(in->table, l), &bending);
  own->beam = section->beam;
  gb_beam_bending_soften(&bending, &own->beam);
  return own;
}

void gb_beam_gather(const gb_element_input *in, const gb_element_state *state, gb_beam_vectors *s) {
  const gb_pack *q = state->q;
  s->linear = state->linear;
  for (int a = 0; a < in->nodes; a++) {
    const gb_geometry *D[] = {in->position[a], in->director[a], in->second[a], in->third[a]};
    for (int k = 0; k < GB_BEAM_VECTORS; k++)
      for (int i = 0; i < 3; i++) {
        const int n = GB_BEAM_VECTORS * a + k;
        s->V[n][i] = (gb_pack)(k ? D[k][i] : D[k][i] - in->position[0][i]);
        s->U[n][i] = k ? q[3 * n + i] : q[3 * n + i] - q[i];
        s->v[n][i] = state->linear ? s->V[n][i] : s->V[n][i] + s->U[n][i];
      }
  }
}

void gb_beam_relative(int nodes, const gb_pack x[], gb_pack X[][3]) {
  for (int n = 0; n < GB_BEAM_VECTORS * nodes; n++)
    for (int i = 0; i < 3; i++) X[n][i] = n % GB_BEAM_VECTORS ? x[3 * n + i] : x[3 * n + i] - x[i];
}

gb_geometry gb_beam_scale(const gb_beam_line *l, int i, int g) {
  return i == GB_BEAM_AXIAL ? l->stretch[g] * l->stretch[g] : l->stretch[g];
}

void gb_beam_strains(const gb_beam_table *t, const gb_beam_line *l, const gb_pack G[],
                     gb_pack E[][STRAINS]) {
  gb_pack by_xi[STRAINS * POINTS];
  gb_kernel_strains(&t->form, t->C, G, by_xi);
  for (int i = 0; i < STRAINS; i++)
    for (int g = 0; g < t->points; g++) E[g][i] = by_xi[t->points * i + g] / gb_beam_scale(l, i, g);
}

void gb_beam_add_weights(const gb_beam_table *t, const gb_beam_line *l, const gb_pack S[][STRAINS],
                         const gb_geometry length[], gb_pack W[]) {
  gb_pack weighted[STRAINS * POINTS];
  for (int i = 0; i < STRAINS; i++)
    for (int g = 0; g < t->points; g++)
      weighted[t->points * i + g] = length[g] / gb_beam_scale(l, i, g) * S[g][i];
  gb_kernel_weights(&t->form, t->C, weighted, W);
}

/// Stretch at which a beam is crushed. Below it the root goes on along its tangent, so that
/// Newton's method may pass there.
static const double CRUSHED = 0.25;

gb_geometry gb_beam_crushed(const gb_beam_axial *axial, int g) {
  const gb_pack slope = axial->slope[g][GB_BEAM_AXIAL];
  return 1 - CRUSHED * gb_real(slope) - 4 * DBL_EPSILON;
}

void gb_beam_stretch(const gb_beam_table *t, const gb_beam_line *l, const gb_beam_section *section,
                     bool linear, gb_pack E[][STRAINS], gb_beam_axial *axial) {
  gb_beam_bending bending;
  gb_pack by[2][STRAINS], shear[2], normal[STRAINS];
  memset(by, 0, sizeof by);
  for (int m = 0; m < 2; m++) by[m][1 + m] = (gb_pack){0} + 1.0;
  if (t->nodes == GB_BEAM_ENDS) {
    gb_beam_bending_find(section, gb_beam_length(t, l), &bending);
    memcpy(by, bending.strain, sizeof by);
  }
  for (int g = 0; g < t->points; g++) {
    gb_pack twice = 2 * E[g][GB_BEAM_AXIAL];
    for (int m = 0; m < 2; m++) {
      shear[m] = (gb_pack){0};
      for (int j = 0; !linear && j < STRAINS; j++) shear[m] += by[m][j] * E[g][j];
      twice -= shear[m] * shear[m];
    }
    gb_pack square = linear ? (gb_pack){0} + 1.0 : 1 + twice, curved = (gb_pack){0} + 1.0;
    const gb_pack given = square;
    for (int lane = 0; lane < GB_LANES; lane++)
      if (!(gb_real(gb_lanes(&square)[lane]) > CRUSHED * CRUSHED)) {
        gb_lanes(&square)[lane] = CRUSHED * CRUSHED;
        gb_lanes(&curved)[lane] = 0;
      }
    const gb_pack size = gb_pack_sqrt(square);
    for (int j = 0; j < STRAINS; j++)
      normal[j] = ((j == GB_BEAM_AXIAL) - shear[0] * by[0][j] - shear[1] * by[1][j]) / size;
    memcpy(axial->slope[g], normal, sizeof normal);
    for (int i = 0; i < STRAINS; i++)
      for (int j = 0; j < STRAINS; j++)
        axial->second[g][i][j] =
            -(curved * normal[i] * normal[j] + by[0][i] * by[0][j] + by[1][i] * by[1][j]) / size;
    E[g][GB_BEAM_AXIAL] =
        curved * twice / (1 + size) + (1 - curved) * ((given + square) / (2 * size) - 1);
  }
}

void gb_beam_conjugate(const gb_beam_axial *axial, int g, const gb_pack S[STRAINS],
                       gb_pack T[STRAINS]) {
  const gb_pack force = S[GB_BEAM_AXIAL];
  for (int j = 0; j < STRAINS; j++)
    T[j] = (j == GB_BEAM_AXIAL ? (gb_pack){0} : S[j]) + force * axial->slope[g][j];
}

void gb_beam_weights(const gb_beam_table *t, const gb_beam_line *l, const gb_pack S[][STRAINS],
                     gb_pack W[]) {
  gb_geometry length[POINTS];
  for (int g = 0; g < t->points; g++) length[g] = t->weight[g] * l->stretch[g];
  memset(W, 0, (size_t)t->form.pairs * sizeof *W);
  gb_beam_add_weights(t, l, S, length, W);
}

void gb_beam_stress_weights(const gb_beam_table *t, const gb_beam_line *l,
                            const gb_beam_section *section, const gb_beam_axial *axial,
                            const gb_pack force[], const gb_pack G[], gb_pack W[]) {
  gb_pack E[POINTS][STRAINS], S[POINTS][STRAINS], change[STRAINS];
  gb_beam_strains(t, l, G, E);
  for (int g = 0; g < t->points; g++) {
    memcpy(change, E[g], sizeof change);
    E[g][GB_BEAM_AXIAL] = (gb_pack){0};
    for (int j = 0; j < STRAINS; j++) E[g][GB_BEAM_AXIAL] += axial->slope[g][j] * change[j];
    gb_beam_stress(section, E[g], S[g]);
    gb_beam_conjugate(axial, g, S[g], S[g]);
    for (int i = 0; force && i < STRAINS; i++)
      for (int j = 0; j < STRAINS; j++) S[g][i] += force[g] * axial->second[g][i][j] * change[j];
  }
  gb_beam_weights(t, l, (const gb_pack(*)[STRAINS])S, W);
}

void gb_beam_masses(const gb_beam_section *s, gb_pack M[GB_BEAM_VECTORS][GB_BEAM_VECTORS]) {
  memset(M, 0, GB_BEAM_VECTORS * sizeof *M);
  M[0][0] = s->mass;
  M[0][2] = M[2][0] = s->moment[0];
  M[0][3] = M[3][0] = s->moment[1];
  M[2][2] = s->inertia[0];
  M[3][3] = s->inertia[1];
  M[2][3] = M[3][2] = s->inertia[2];
}

void gb_beam_add_inertia(const gb_beam_line *l, int nodes,
                         const gb_pack M[GB_BEAM_VECTORS][GB_BEAM_VECTORS], double factor,
                         const gb_pack x[], gb_pack y[]) {
  for (int a = 0; a < nodes; a++)
    for (int k = 0; k < GB_BEAM_VECTORS; k++)
      for (int b = 0; k != 1 && b < nodes; b++)
        for (int m = 0; m < GB_BEAM_VECTORS; m++) {
          if (m == 1) continue;
          const gb_pack mass = factor * l->M[a][b] * M[k][m];
          for (int i = 0; i < 3; i++)
            y[3 * (GB_BEAM_VECTORS * a + k) + i] += mass * x[3 * (GB_BEAM_VECTORS * b + m) + i];
        }
}
