/// The geometrically exact director beam with 2 or 3 nodes and one or two integration points:
/// strains
///   e = sqrt(r'.r' - Gamma_2^2 - Gamma_3^2) - |R'|,  Gamma_i = d_i.r' - D_i.R' of d2 and d3,
///   kappa_i = e_ijk (d_k.d_j' - D_k.D_j') / 2
/// in the axes d1 (along the beam), d2 and d3 of the section. No director has a part in the axial
/// strain, since interpolated directors are shorter than 1: tension would do work on that and bend
/// the element. A constant mass matrix on r, d2, d3. Nodes: u, d1, d2, d3 each. Source:
/// docs/theory.md, the section on beams; Betsch & Steinmann 2002.
#include "elements/beam/beam_point.h"

#include <string.h>

enum {
  NODES = GB_BEAM_NODES,
  POINTS = GB_BEAM_PLACES,
  VECTORS = GB_BEAM_VECTORS,
  STRAINS = GB_BEAM_STRAINS
};

/// Compute the products G of the pairs. The products of the free expansion of a heated section are
/// subtracted; this expansion changes distances along the line and leaves directors as they are.
static void find_products(const gb_element_input *in, const gb_beam_vectors *s,
                          gb_pack G[GB_PAIRS]) {
  const gb_form *form = &((const gb_beam_table *)in->table)->form;
  gb_pack U[GB_VECTORS][3], expanded[GB_PAIRS];
  gb_kernel_gram(form, s->V, s->U, s->v, G);
  if (!in->layup->heated) return;
  const gb_pack stretch = gb_layup_stretch(in->layup, in->parameter);
  for (int a = 0; a < form->vectors; a++)
    for (int i = 0; i < 3; i++) U[a][i] = a % VECTORS ? (gb_pack){0} : stretch * s->V[a][i];
  // pairs of other strains have a director, so their products are linear in these increments
  gb_kernel_gram(form, s->V, (const gb_pack(*)[3])U, s->V, expanded);
  for (int p = form->end[GB_BEAM_AXIAL]; p < form->pairs; p++) G[p] -= expanded[p];
}

/// @return the section for the strains of the line
static const gb_beam_section *section_of(const gb_element_input *in, const gb_beam_line *l,
                                         gb_section *own) {
  return &gb_beam_soft_section(in, l, gb_input_section(in, own), own)->beam;
}

static void strains_at(const gb_element_input *in, const gb_beam_line *l, const gb_beam_vectors *s,
                       gb_pack E[][STRAINS], gb_beam_axial *axial) {
  const gb_beam_table *t = in->table;
  gb_pack G[GB_PAIRS];
  find_products(in, s, G);
  gb_section own;
  gb_beam_strains(t, l, G, E);
  gb_beam_stretch(t, l, gb_beam_section_of(in, &own), s->linear, E, axial);
  for (int g = 0; in->layup->heated && g < t->points; g++)
    E[g][GB_BEAM_AXIAL] -= gb_layup_stretch(in->layup, in->parameter);
}

/// Compute the weights of pairs for the stresses at a state (overwrites).
static void stress_weights(const gb_element_input *in, const gb_beam_line *l,
                           const gb_beam_section *section, const gb_beam_vectors *s,
                           gb_beam_axial *axial, gb_pack force[], gb_pack W[]) {
  const gb_beam_table *t = in->table;
  gb_pack E[POINTS][STRAINS], S[POINTS][STRAINS];
  strains_at(in, l, s, E, axial);
  for (int g = 0; g < t->points; g++) {
    gb_beam_stress(section, E[g], S[g]);
    force[g] = S[g][GB_BEAM_AXIAL];
    gb_beam_conjugate(axial, g, S[g], S[g]);
  }
  gb_beam_weights(t, l, (const gb_pack(*)[STRAINS])S, W);
}

static void add_gravity(const gb_element_input *in, const gb_beam_line *l,
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
                       const gb_beam_line *l, const gb_beam_section *section, gb_pack r[]) {
  const gb_beam_table *t = in->table;
  gb_pack W[GB_PAIRS], M[VECTORS][VECTORS];
  gb_beam_vectors s;
  gb_beam_axial axial;
  gb_pack force[POINTS];
  gb_beam_gather(in, state, &s);
  stress_weights(in, l, section, &s, &axial, force, W);
  gb_kernel_forces(&t->form, W, s.v, (gb_pack(*)[3])r);
  gb_beam_masses(section, M);
  add_gravity(in, l, (const gb_pack(*)[VECTORS])M, r);
  gb_beam_add_inertia(l, in->nodes, (const gb_pack(*)[VECTORS])M, 1, state->a, r);
}

static void residual(const gb_element_input *in, const gb_element_state *state, gb_pack r[]) {
  gb_section own;
  gb_beam_line own_line;
  const gb_beam_line *l = gb_beam_line_of(in, &own_line);
  add_forces(in, state, l, section_of(in, l, &own), r);
}

/// The strains of an element with three nodes do not depend on its section.
static void parameter_residual(const gb_element_input *in, const gb_element_state *state, int k,
                               gb_pack r[]) {
  gb_section own;
  gb_beam_line own_line;
  add_forces(in, state, gb_beam_line_of(in, &own_line), gb_beam_section_by(in, k, &own), r);
}

/// J += B^T C B of one point, B being the derivatives of the strains by xi.
static void add_material(const gb_element_input *in, const gb_beam_section *section, double factor,
                         const gb_beam_line *l, int g, const gb_beam_vectors *s,
                         const gb_beam_axial *axial, const gb_pack force[], gb_pack J[]) {
  const gb_beam_table *t = in->table;
  const int size = 3 * t->form.vectors;
  gb_pack B[STRAINS][3 * VECTORS * NODES];
  for (int i = 0; i < STRAINS; i++) {
    const int c = t->points * i + g;
    gb_geometry C[GB_PAIRS];
    const gb_geometry scale = l->stretch[g] / gb_beam_scale(l, i, g);
    for (int p = t->form.begin[c]; p < t->form.end[c]; p++) C[p] = scale * t->C[c][p];
    gb_kernel_gradient(&t->form, t->form.begin[c], t->form.end[c], C, s->v, (gb_pack(*)[3])B[i]);
  }
  for (int n = 0; n < size; n++) {
    gb_pack column[STRAINS], change[STRAINS], CB[STRAINS];
    for (int i = 0; i < STRAINS; i++) change[i] = B[i][n] * (factor * t->weight[g] / l->stretch[g]);
    memcpy(column, change, sizeof column);
    column[GB_BEAM_AXIAL] = (gb_pack){0};
    for (int i = 0; i < STRAINS; i++) column[GB_BEAM_AXIAL] += axial->slope[g][i] * change[i];
    gb_beam_stress(section, column, CB);
    gb_beam_conjugate(axial, g, CB, CB);
    for (int i = 0; i < STRAINS; i++)
      for (int j = 0; j < STRAINS; j++) CB[i] += force[g] * axial->second[g][i][j] * change[j];
    for (int m = 0; m < size; m++) {
      gb_pack sum = J[size * m + n];
      for (int i = 0; i < STRAINS; i++) sum += B[i][m] * CB[i];
      J[size * m + n] = sum;
    }
  }
}

typedef gb_geometry turn_vector[3];

/// Compute the sines of the rotation from frame a to frame b about the axes of the section, and its
/// cosine. The vectors of a node are its position, then d1, d2, d3.
static gb_geometry turn_between(const gb_pack a[VECTORS][3], const gb_pack b[VECTORS][3],
                                turn_vector sine) {
  gb_geometry dot[3][3];
  memset(dot, 0, sizeof dot);
  for (int k = 0; k < 3; k++)
    for (int m = 0; m < 3; m++)
      for (int i = 0; i < 3; i++) dot[k][m] += gb_real(a[k + 1][i]) * gb_real(b[m + 1][i]);
  for (int i = 0; i < 3; i++) {
    const int j = (i + 1) % 3, k = (i + 2) % 3;
    sine[i] = (dot[k][j] - dot[j][k]) / 2;
  }
  return (dot[0][0] + dot[1][1] + dot[2][2] - 1) / 2;
}

/// Compute the derivative of the moment by the rotation between neighbouring nodes. An element with
/// one point has the energy |K - K0|^2/2 of the sines K of the rotation; its second derivative by
/// the angle is cos^2 - (K - K0).K. If it is negative, the moment decreases as the rotation grows:
/// the element folds and its neighbours straighten. From a straight
/// reference this occurs beyond 45 degrees. In an element with two points the rotations between its
/// three nodes are stable up to 38.3 degrees each. An element that is crushed has negative numbers
/// too. Source: docs/theory.md, the section on beams.
static int sides(const gb_element_input *in, const gb_element_state *state, gb_geometry side[]) {
  static const int between[2][2] = {{0, 2}, {2, 1}}; // three nodes are ordered with both ends first
  const int count = in->nodes - 1;
  const double share = in->nodes == 2 ? 1 : 1.6;
  gb_beam_vectors s;
  gb_beam_axial axial;
  gb_beam_line own;
  gb_pack E[POINTS][STRAINS];
  gb_beam_gather(in, state, &s);
  strains_at(in, gb_beam_line_of(in, &own), &s, E, &axial);
  for (int p = 0; p < count; p++) {
    const int a = VECTORS * (count == 1 ? 0 : between[p][0]);
    const int b = VECTORS * (count == 1 ? 1 : between[p][1]);
    turn_vector now, reference;
    const gb_geometry meant = turn_between(&s.V[a], &s.V[b], reference);
    const gb_geometry cosine = turn_between(&s.v[a], &s.v[b], now);
    gb_geometry same = cosine * meant, whole = gb_beam_crushed(&axial, p);
    side[p] = cosine * cosine;
    for (int i = 0; i < 3; i++) side[p] -= share * (now[i] - reference[i]) * now[i];
    // beyond a quarter turn the sines decrease again
    for (int lane = 0; lane < GB_LANES; lane++)
      if (!(gb_real(gb_lanes(&same)[lane]) > 0) || !(gb_real(gb_lanes(&whole)[lane]) > 0))
        gb_lanes(&side[p])[lane] = -1;
  }
  return count;
}

static void jacobian(const gb_element_input *in, const gb_element_state *state,
                     const double sigma[3], gb_pack J[]) {
  const gb_beam_table *t = in->table;
  const int size = 3 * t->form.vectors;
  gb_pack W[GB_PAIRS], M[VECTORS][VECTORS];
  gb_section own_section;
  gb_beam_vectors s;
  gb_beam_axial axial;
  gb_pack force[POINTS];
  gb_beam_line own;
  const gb_beam_line *l = gb_beam_line_of(in, &own);
  const gb_beam_section *section = section_of(in, l, &own_section);
  gb_beam_gather(in, state, &s);
  stress_weights(in, l, section, &s, &axial, force, W);
  for (int p = 0; p < t->form.pairs; p++) {
    const int a = 3 * t->form.pair[p][0], b = 3 * t->form.pair[p][1];
    for (int i = 0; i < 3; i++) {
      J[size * (a + i) + b + i] += sigma[0] * W[p];
      J[size * (b + i) + a + i] += sigma[0] * W[p];
    }
  }
  for (int g = 0; g < t->points; g++)
    add_material(in, section, sigma[0], l, g, &s, &axial, force, J);
  gb_beam_masses(section, M);
  for (int a = 0; a < t->form.vectors; a++)
    for (int b = 0; b < t->form.vectors; b++)
      for (int i = 0; i < 3; i++)
        J[size * (3 * a + i) + 3 * b + i] +=
            sigma[2] * l->M[a / VECTORS][b / VECTORS] * M[a % VECTORS][b % VECTORS];
}

/// Data that all products at one state use, stored as a list of packs.
typedef struct tangent {
  gb_pack v[VECTORS * NODES][3], W[GB_PAIRS]; ///< W times sigma0
  gb_beam_section section;
  gb_beam_axial axial;
  gb_pack force[POINTS];
} tangent;

static int tangent_size(const void *t, const gb_layup *layup) {
  (void)t, (void)layup;
  return (int)(sizeof(tangent) / sizeof(gb_pack));
}

static void find_tangent(const gb_element_input *in, const gb_element_state *state,
                         const double sigma[3], gb_pack memory[]) {
  const gb_beam_table *t = in->table;
  tangent *out = (tangent *)(void *)memory;
  gb_section own_section;
  gb_beam_vectors s;
  gb_beam_line own;
  const gb_beam_line *l = gb_beam_line_of(in, &own);
  const gb_beam_section *section = section_of(in, l, &own_section);
  gb_beam_gather(in, state, &s);
  stress_weights(in, l, section, &s, &out->axial, out->force, out->W);
  memcpy(out->v, s.v, sizeof out->v);
  for (int p = 0; p < t->form.pairs; p++) out->W[p] *= sigma[0];
  out->section = *section;
}

static void tangent_product(const gb_element_input *in, const double sigma[3],
                            const gb_pack memory[], int count, const gb_pack x[], gb_pack y[]) {
  const gb_beam_table *t = in->table;
  const tangent *at = (const tangent *)(const void *)memory;
  const int size = 3 * t->form.vectors;
  gb_pack M[VECTORS][VECTORS];
  gb_beam_line own;
  const gb_beam_line *l = gb_beam_line_of(in, &own);
  gb_beam_masses(&at->section, M);
  for (int c = 0; c < count; c++, x += size, y += size) {
    gb_pack X[VECTORS * NODES][3], G[GB_PAIRS], W[GB_PAIRS];
    gb_beam_relative(t->nodes, x, X);
    gb_kernel_gram_product(&t->form, at->v, (const gb_pack(*)[3])X, G);
    gb_beam_stress_weights(t, l, &at->section, &at->axial, at->force, G, W);
    for (int p = 0; p < t->form.pairs; p++) W[p] *= sigma[0];
    gb_kernel_forces(&t->form, W, at->v, (gb_pack(*)[3])y);
    gb_kernel_forces(&t->form, at->W, (const gb_pack(*)[3])X, (gb_pack(*)[3])y);
    gb_beam_add_inertia(l, t->nodes, (const gb_pack(*)[VECTORS])M, sigma[2], x, y);
  }
}

/// @return the section of an element with two nodes, whose bending between them is found
static const gb_beam_section *find_bending(const gb_element_input *in, gb_section *own,
                                           gb_beam_bending *bending) {
  gb_beam_line own_line;
  const gb_beam_section *section = gb_beam_section_of(in, own);
  gb_beam_bending_find(section, gb_beam_length(in->table, gb_beam_line_of(in, &own_line)), bending);
  return section;
}

static void strains(const gb_element_input *in, const gb_element_state *state, gb_pack strain[]) {
  gb_beam_vectors s;
  gb_beam_axial axial;
  gb_beam_line own;
  const gb_beam_line *l = gb_beam_line_of(in, &own);
  gb_beam_gather(in, state, &s);
  strains_at(in, l, &s, (gb_pack(*)[STRAINS])strain, &axial);
}

/// Compute the strains of the section at the two points of an element with two nodes. The
/// curvatures are linear between these points.
static void end_strains(const gb_element_input *in, const gb_element_state *state,
                        gb_pack strain[]) {
  gb_section own;
  gb_beam_bending bending;
  gb_pack line[STRAINS];
  const gb_beam_section *section = find_bending(in, &own, &bending);
  strains(in, state, line);
  gb_beam_bending_strains(&bending, section, line, (gb_pack(*)[STRAINS])strain);
}

static void strain_product(const gb_element_input *in, const gb_element_state *state, int count,
                           const gb_pack S[][GB_ELEMENT_STRAINS], gb_pack bar[]) {
  const gb_beam_table *t = in->table;
  gb_pack W[GB_PAIRS], E[POINTS][STRAINS], own_S[POINTS][STRAINS];
  gb_geometry one[POINTS];
  gb_beam_axial axial;
  gb_beam_vectors s;
  gb_beam_line own;
  const gb_beam_line *l = gb_beam_line_of(in, &own);
  gb_beam_gather(in, state, &s);
  strains_at(in, l, &s, E, &axial);
  for (int k = 0; k < t->points; k++) one[k] = (gb_geometry){0} + 1.0;
  for (int c = 0; c < count; c++) {
    memset(W, 0, (size_t)t->form.pairs * sizeof *W);
    memcpy(own_S, S[c], (size_t)t->points * sizeof *own_S);
    for (int g = 0; g < t->points; g++) gb_beam_conjugate(&axial, g, own_S[g], own_S[g]);
    gb_beam_add_weights(t, l, (const gb_pack(*)[STRAINS])own_S, one, W);
    gb_kernel_forces(&t->form, W, s.v, (gb_pack(*)[3])(bar + 3 * t->form.vectors * c));
  }
}

static void end_strain_product(const gb_element_input *in, const gb_element_state *state, int count,
                               const gb_pack S[][GB_ELEMENT_STRAINS], gb_pack bar[]) {
  gb_section own;
  gb_beam_bending bending;
  gb_pack line[1][GB_ELEMENT_STRAINS];
  const gb_beam_section *section = find_bending(in, &own, &bending);
  for (int c = 0; c < count; c++) {
    gb_beam_bending_product(&bending, section, (const gb_pack(*)[STRAINS])S[c], line[0]);
    strain_product(in, state, 1, (const gb_pack(*)[GB_ELEMENT_STRAINS])line,
                   bar + 3 * VECTORS * in->nodes * c);
  }
}

/// Compute the area weights. The mass is sampled at the quadrature points of inertia, every other
/// field at the points of the strains.
static void areas(const gb_element_input *in, gb_field field, gb_geometry area[]) {
  const gb_beam_table *t = in->table;
  gb_beam_line own;
  const gb_beam_line *l = gb_beam_line_of(in, &own);
  for (int g = 0; field == GB_FIELD_MASS && g < t->rule; g++) area[g] = l->length[g];
  for (int g = 0; field != GB_FIELD_MASS && g < POINTS; g++)
    area[g] = in->nodes == 2 ? gb_beam_length(t, l) / 2 : t->weight[g] * l->stretch[g];
}

#define BEAM                                                                                       \
  .fields = {GB_FRAME}, .symmetric = true, .massive = true, .table_size = sizeof(gb_beam_table),   \
  .metric_size = gb_beam_metric_size, .metric = gb_beam_metric, .residual = residual,              \
  .jacobian = jacobian, .tangent_size = tangent_size, .tangent = find_tangent,                     \
  .tangent_product = tangent_product, .sides = sides, .areas = areas, .damping = &gb_beam_damping

const gb_element gb_element_beam2 = {.name = "2-node beams",
                                     .tables = gb_beam_tables2,
                                     .samples = {2, 2, 2, STRAINS, STRAINS},
                                     .strains = end_strains,
                                     .strain_product = end_strain_product,
                                     .strains_vary = true, // with the split of shears by bending
                                     BEAM};
const gb_element gb_element_beam3 = {.name = "3-node beams",
                                     .tables = gb_beam_tables3,
                                     .samples = {3, 2, 2, STRAINS, STRAINS},
                                     .strains = strains,
                                     .strain_product = strain_product,
                                     .parameter_residual = parameter_residual,
                                     BEAM};
