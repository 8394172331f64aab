/// Gather the data of a shell element, and transform components of strains to local orthonormal
/// bases. Source: docs/theory.md, section 3.
#include "elements/shell/shell_point.h"
#include "elements/lumping.h"
#include "elements/tangents.h"

#include <string.h>

void gb_shell_split(int nodes, const gb_pack nodal[], gb_pack vector[][3]) {
  for (int a = 0; a < nodes; a++)
    for (int i = 0; i < 3; i++) {
      vector[a][i] = nodal[6 * a + i];
      vector[nodes + a][i] = nodal[6 * a + 3 + i];
    }
}

void gb_shell_merge(int nodes, const gb_pack vector[][3], gb_pack nodal[]) {
  for (int a = 0; a < nodes; a++)
    for (int i = 0; i < 3; i++) {
      nodal[6 * a + i] += vector[a][i];
      nodal[6 * a + 3 + i] += vector[nodes + a][i];
    }
}

void gb_shell_gather(const gb_element_input *in, const gb_element_state *state,
                     gb_shell_vectors *s) {
  gb_shell_split(in->nodes, state->q, s->U);
  for (int a = in->nodes - 1; a >= 0; a--)
    for (int i = 0; i < 3; i++) {
      s->U[a][i] -= s->U[0][i];
      s->V[a][i] = (gb_pack)(in->position[a][i] - in->position[0][i]);
      s->V[in->nodes + a][i] = (gb_pack)in->director[a][i];
    }
  for (int a = 0; a < 2 * in->nodes; a++)
    for (int i = 0; i < 3; i++) s->v[a][i] = s->V[a][i] + s->U[a][i];
  if (state->linear) memcpy(s->v, s->V, 2 * (size_t)in->nodes * sizeof s->v[0]);
}

void gb_shell_gram(const gb_element_input *in, const gb_element_state *state,
                   const gb_shell_geometry *geometry, const gb_shell_vectors *s,
                   gb_pack G[GB_PAIRS]) {
  const gb_form *form = &((const gb_shell_table *)in->table)->form;
  gb_pack U[GB_VECTORS][3], v[GB_VECTORS][3], expanded[GB_PAIRS];
  gb_kernel_gram(form, s->V, s->U, s->v, G);
  if (!in->layup->heated) return;
  for (int a = 0; a < form->vectors; a++)
    for (int i = 0; i < 3; i++) {
      U[a][i] = a < in->nodes ? geometry->expansion[GB_SHEAR] * s->V[a][i] : (gb_pack){0};
      v[a][i] = s->V[a][i] + (state->linear ? (gb_pack){0} : U[a][i]);
    }
  gb_kernel_gram(form, s->V, (const gb_pack(*)[3])U, (const gb_pack(*)[3])v, expanded);
  for (int p = 0; p < form->pairs; p++) G[p] -= expanded[p];
}

/// A point of the reference surface: tangents in a local orthonormal basis, G[alpha][i], and their
/// inverse, A[i][alpha] = e_i . X^alpha.
typedef struct place {
  gb_geometry G[2][2], A[2][2], e1[3], jacobian;
} place;

/// Compute the basis: e1 is along X,1, or along the projection of a given direction.
static void find_place(const gb_element_input *in, const gb_shape_values *shape,
                       const gb_geometry *direction, place *p) {
  gb_geometry G1[3], G2[3], n[3];
  gb_basis_tangents(in->nodes, shape, in->position, G1, G2);
  p->jacobian = gb_geometry_cross(G1, G2, n);
  const gb_geometry *aim = direction ? direction : G1;
  const gb_geometry off =
      direction ? gb_dot(aim, n) / (p->jacobian * p->jacobian) : p->jacobian * 0;
  for (int i = 0; i < 3; i++) p->e1[i] = aim[i] - off * n[i];
  const gb_geometry scale = 1 / gb_pack_sqrt(gb_dot(p->e1, p->e1));
  for (int i = 0; i < 3; i++) p->e1[i] *= scale;
  gb_geometry e2[3];
  gb_geometry_cross(n, p->e1, e2);
  for (int i = 0; i < 3; i++) e2[i] /= p->jacobian;
  p->G[0][0] = gb_dot(G1, p->e1);
  p->G[0][1] = direction ? gb_dot(G1, e2) : p->jacobian * 0;
  p->G[1][0] = gb_dot(G2, p->e1);
  p->G[1][1] = gb_dot(G2, e2);
  p->A[0][0] = p->G[1][1] / p->jacobian;
  p->A[0][1] = -p->G[0][1] / p->jacobian;
  p->A[1][0] = -p->G[1][0] / p->jacobian;
  p->A[1][1] = p->G[0][0] / p->jacobian;
}

/// Compute the transformation of (e11, e22, 2 e12) by e_ij = A_ia A_jb e_ab.
static void find_change(const gb_geometry A[2][2], gb_geometry change[3][3]) {
  for (int i = 0; i < 2; i++) {
    change[i][0] = A[i][0] * A[i][0];
    change[i][1] = A[i][1] * A[i][1];
    change[i][2] = A[i][0] * A[i][1];
    change[2][i] = 2 * A[0][i] * A[1][i];
  }
  change[2][2] = A[0][0] * A[1][1] + A[0][1] * A[1][0];
}

/// Replace (e11, e22, 2 e12) by the components along the edges of a triangle, where the third is
/// (e11 + e22) / 2 - e12: in a matrix that acts on components, or in rows that give components.
static void take_edges(gb_geometry change[3][3]) {
  for (int i = 0; i < 3; i++) {
    change[i][0] += change[i][2];
    change[i][1] += change[i][2];
    change[i][2] *= -2;
  }
}

static void give_edges(gb_geometry change[3][3]) {
  for (int j = 0; j < 3; j++) change[2][j] = (change[0][j] + change[1][j] - change[2][j]) / 2;
}

/// Ties use components in the basis of tangents at the element's centre, (3.14).
static void find_rows(const gb_element_input *in, const place *middle, gb_geometry row[][3]) {
  const gb_shell_table *table = in->table;
  for (int t = 0; t < table->ties; t++) {
    gb_geometry A[2][2], change[3][3];
    place p;
    find_place(in, &table->tie[t].shape, in->axis ? in->axis : middle->e1, &p);
    for (int a = 0; a < 2; a++)
      for (int b = 0; b < 2; b++)
        A[a][b] = middle->G[a][0] * p.A[0][b] + middle->G[a][1] * p.A[1][b];
    find_change((const gb_geometry(*)[2])A, change);
    if (table->edges) give_edges(change);
    memcpy(row[t], change[table->tie[t].component], sizeof change[0]);
  }
}

/// Write X_d = sum of xi_a eta_a X_a / 4 as a combination of the tangents at the centre and a part
/// along the normal.
static void find_skew(const gb_element_input *in, const place *middle, gb_geometry skew[2]) {
  const gb_shell_table *table = in->table;
  gb_geometry tangent[2][3], D[3], along[2];
  gb_basis_tangents(in->nodes, &table->middle, in->position, tangent[0], tangent[1]);
  for (int i = 0; i < 3; i++) {
    D[i] = (gb_geometry){0};
    for (int a = 0; a < in->nodes; a++)
      D[i] += table->basis->position[a][0] * table->basis->position[a][1] / 4 * in->position[a][i];
  }
  for (int k = 0; k < 2; k++) along[k] = gb_dot(tangent[k], D);
  for (int k = 0; k < 2; k++) {
    skew[k] = (gb_geometry){0};
    for (int i = 0; i < 2; i++)
      skew[k] += middle->A[i][k] * (middle->A[i][0] * along[0] + middle->A[i][1] * along[1]);
  }
}

/// Set all members of `p` from the geometry of the centre and the areas of the points.
static void find_inplane(const gb_element_input *in, const place *middle, const gb_geometry area[],
                         gb_inplane *p) {
  const gb_shell_table *table = in->table;
  gb_geometry square[2];
  double at[GB_INPLANE_POINTS][2];
  find_change(middle->A, p->change);
  find_skew(in, middle, p->skew);
  for (int k = 0; k < 2; k++) {
    const gb_geometry *G = middle->G[k];
    p->stress[k][0] = G[0] * G[0];
    p->stress[k][1] = G[1] * G[1];
    p->stress[k][2] = G[0] * G[1];
    square[k] = p->stress[k][0] + p->stress[k][1];
  }
  for (int k = 0; k < 2; k++) {
    const gb_geometry slender = square[k] / square[1 - k];
    const gb_geometry own = p->skew[k] * p->skew[k] * slender;
    const gb_geometry other = p->skew[1 - k] * p->skew[1 - k] / (slender * slender);
    p->size[k] = 1 / ((1 + own) * gb_pack_sqrt(1 + 3 * other));
  }
  for (int g = 0; g < table->points; g++) memcpy(at[g], table->point[g].at, sizeof at[g]);
  gb_inplane_moments(area, (const double(*)[2])at, p);
}

int gb_shell_metric_size(const void *of) {
  const gb_shell_table *table = of;
  return table->points * (1 + 9 + 4) + 3 * table->ties +
         (table->inplane ? (int)(sizeof(gb_inplane) / sizeof(gb_geometry)) : 0);
}

static inline gb_shell_geometry geometry_in(const gb_shell_table *table, gb_geometry metric[]) {
  gb_shell_geometry geometry = {.area = metric};
  geometry.plane = (gb_geometry(*)[3][3])(metric + table->points);
  geometry.shear = (gb_geometry(*)[2][2])(geometry.plane + table->points);
  geometry.row = (gb_geometry(*)[3])(geometry.shear + table->points);
  geometry.inplane = (gb_inplane *)(geometry.row + table->ties);
  return geometry;
}

void gb_shell_metric(const gb_element_input *in, gb_geometry metric[]) {
  const gb_shell_table *table = in->table;
  const gb_shell_geometry geometry = geometry_in(table, metric);
  // the axes at the centre are used at all points
  const bool common = table->ties || table->inplane;
  place middle;
  if (common) find_place(in, &table->middle, in->axis, &middle);
  for (int g = 0; g < table->points; g++) {
    place p;
    find_place(in, &table->point[g].shape, in->axis || !common ? in->axis : middle.e1, &p);
    find_change((const gb_geometry(*)[2])(table->ties ? middle.A : p.A), geometry.plane[g]);
    if (table->edges) take_edges(geometry.plane[g]);
    memcpy(geometry.shear[g], p.A, sizeof p.A);
    geometry.area[g] = table->point[g].weight * p.jacobian;
  }
  if (table->ties) find_rows(in, &middle, geometry.row);
  if (table->inplane) find_inplane(in, &middle, geometry.area, geometry.inplane);
}

/// Split the free expansion e of a section into (1 + m) in all directions and the strains of the
/// rest. The tensor e stretches the surface by 1 + e = 1 + m + d, whose strains are e + e.e / 2, or
/// e where strains are linear; d.d is a multiple of the unit tensor.
static void find_expansion(const gb_element_input *in, const gb_element_state *state,
                           const gb_section *section, gb_pack e[GB_SHEAR + 1]) {
  gb_pack heat[2];
  memset(e, 0, (GB_SHEAR + 1) * sizeof *e);
  if (!section || !state || !in->layup->heated) return;
  gb_layup_heat(in->layup, in->parameter, heat);
  for (int i = 0; i < GB_SHEAR; i++)
    e[i] = heat[0] * section->expansion[0][i] + heat[1] * section->expansion[1][i];
  const gb_pack half = (e[0] - e[1]) / 2, stretch = (e[0] + e[1]) / 2;
  const gb_pack ratio = state->linear ? (gb_pack){0} + 1 : 1 + stretch;
  const gb_pack square = state->linear ? (gb_pack){0} : half * half + e[2] * e[2] / 4;
  e[0] = ratio * half + square / 2;
  e[1] = square / 2 - ratio * half;
  e[2] *= ratio;
  e[GB_SHEAR] = stretch;
}

/// Find the difference between the free expansion of the section at each point and the expansion of
/// the element's section. If the mean expansion of the element's section is m, and m + d at a
/// point, the strains at the point differ by d (1 + m) + d^2 / 2.
static void find_apart(const gb_element_input *in, const gb_element_state *state,
                       const gb_section section[], const gb_pack mean[GB_SHEAR + 1],
                       gb_pack apart[][GB_SHEAR]) {
  for (int g = 0; g < ((const gb_shell_table *)in->table)->points; g++) {
    gb_pack e[GB_SHEAR + 1];
    find_expansion(in, state, gb_shell_section_at(in, section, g), e);
    const gb_pack d = e[GB_SHEAR] - mean[GB_SHEAR];
    const gb_pack more = state->linear ? d : d * (1 + mean[GB_SHEAR] + d / 2);
    for (int i = 0; i < GB_SHEAR; i++) apart[g][i] = e[i] - mean[i] + (i < 2 ? more : 0 * d);
  }
}

void gb_shell_geometry_of(const gb_element_input *in, const gb_element_state *state,
                          const gb_section *section, gb_geometry own[GB_SHELL_MEMORY],
                          gb_shell_geometry *geometry) {
  const gb_shell_table *table = in->table;
  gb_pack(*apart)[GB_SHEAR] = (gb_pack(*)[GB_SHEAR])(own + GB_ELEMENT_METRIC);
  if (!in->metric) gb_shell_metric(in, own);
  *geometry = geometry_in(table, in->metric ? (gb_geometry *)in->metric : own);
  find_expansion(in, state, section, geometry->expansion);
  if (table->inplane && section) gb_inplane_find_law(geometry->inplane, section, &geometry->law);
  if (!in->layup->tapered || !section || !state || !in->layup->heated) return;
  find_apart(in, state, section, geometry->expansion, apart);
  geometry->apart = (const gb_pack(*)[GB_SHEAR])apart;
}

static gb_pack take_row(const gb_geometry row[3], const gb_pack covariant[3]) {
  return row[0] * covariant[0] + row[1] * covariant[1] + row[2] * covariant[2];
}

/// Transform the components of strains at a point to the local basis and subtract the rest of the
/// free expansion. Membrane strains are transformed only if `membrane` is set.
static inline void to_local(const gb_shell_geometry *geometry, int point, bool membrane,
                            const gb_pack component[], gb_pack local[]) {
  const gb_geometry(*plane)[3] = geometry->plane[point], (*shear)[2] = geometry->shear[point];
  for (int i = membrane ? GB_MEMBRANE : GB_BENDING; i < GB_SHEAR; i++)
    local[i] = take_row(plane[i % 3], &component[i - i % 3]) - geometry->expansion[i];
  for (int i = 0; i < 2; i++)
    local[GB_SHEAR + i] = shear[i][0] * component[6] + shear[i][1] * component[7];
}

static gb_pack take_column(const gb_geometry plane[3][3], int column, const gb_pack local[3]) {
  return plane[0][column] * local[0] + plane[1][column] * local[1] + plane[2][column] * local[2];
}

static inline void to_components(const gb_shell_geometry *geometry, int point, bool membrane,
                                 const gb_pack local[], gb_pack component[]) {
  const gb_geometry(*plane)[3] = geometry->plane[point], (*shear)[2] = geometry->shear[point];
  for (int i = 0; membrane && i < 3; i++) component[i] = take_column(plane, i, local);
  for (int i = 0; i < 3; i++) component[GB_BENDING + i] = take_column(plane, i, &local[GB_BENDING]);
  for (int i = 0; i < 2; i++)
    component[GB_SHEAR + i] = shear[0][i] * local[6] + shear[1][i] * local[7];
}

/// Whether a strain is evaluated at the points; otherwise at the ties.
static bool takes(const gb_shell_table *table, int strain) {
  return table->form.begin[strain] < table->form.end[strain];
}

void gb_shell_components(const gb_shell_table *table, const gb_shell_geometry *geometry,
                         const gb_pack G[], gb_pack E[][GB_STRAINS], gb_pack inplane[]) {
  gb_pack covariant[GB_SHEAR], distinct[GB_ROWS];
  gb_kernel_strains(&table->distinct, table->C, G, distinct);
  for (int g = 0; g < table->points; g++)
    for (int c = 0; c < GB_STRAINS; c++)
      E[g][c] = takes(table, c) ? distinct[table->point[g].distinct[c]] : (gb_pack){0};
  if (table->inplane) gb_inplane_strains(geometry->inplane, distinct, inplane);
  for (int t = 0; t < table->ties; t++) {
    const int k = table->tie[t].component;
    gb_kernel_strains(&table->tied, table->tie[t].C, G, covariant);
    const gb_pack membrane = take_row(geometry->row[t], &covariant[GB_MEMBRANE]);
    const gb_pack bending = take_row(geometry->row[t], &covariant[GB_BENDING]);
    for (int g = 0; g < table->points; g++) {
      E[g][GB_MEMBRANE + k] += table->point[g].share[t] * membrane;
      E[g][GB_BENDING + k] += table->point[g].share[t] * bending;
    }
  }
}

void gb_shell_local_strains(const gb_shell_table *table, const gb_shell_geometry *geometry,
                            const gb_pack G[], gb_pack E[][GB_STRAINS]) {
  gb_pack component[GB_SURFACE_POINTS][GB_STRAINS], inplane[GB_INPLANE_STRAINS];
  gb_shell_components(table, geometry, G, component, inplane);
  for (int g = 0; g < table->points; g++)
    to_local(geometry, g, !table->inplane, component[g], E[g]);
  if (table->inplane) {
    for (int i = 0; i < 3; i++) inplane[i] -= geometry->expansion[i];
    gb_inplane_add_curvatures(geometry->inplane, &geometry->law, (const gb_pack(*)[GB_STRAINS])E,
                              inplane);
    for (int g = 0; g < table->points; g++) memset(&E[g][GB_MEMBRANE], 0, 3 * sizeof E[g][0]);
    gb_inplane_spread(geometry->inplane, &geometry->law, inplane, E);
  }
  for (int g = 0; geometry->apart && g < table->points; g++)
    for (int i = 0; i < GB_SHEAR; i++) E[g][i] -= geometry->apart[g][i];
}

void gb_shell_add_component_weights(const gb_shell_table *table, const gb_shell_geometry *geometry,
                                    const gb_pack S[][GB_STRAINS], const gb_pack inplane[],
                                    gb_pack W[]) {
  gb_pack covariant[GB_SHEAR], distinct[GB_ROWS];
  memset(distinct, 0, (size_t)table->distinct.strains * sizeof distinct[0]);
  for (int g = 0; g < table->points; g++)
    for (int c = 0; c < GB_STRAINS; c++)
      if (takes(table, c)) distinct[table->point[g].distinct[c]] += S[g][c];
  if (table->inplane) gb_inplane_rows(geometry->inplane, inplane, distinct);
  gb_kernel_weights(&table->distinct, table->C, distinct, W);
  for (int t = 0; t < table->ties; t++) {
    const int k = table->tie[t].component;
    gb_pack membrane = {0}, bending = {0};
    for (int g = 0; g < table->points; g++) {
      membrane += table->point[g].share[t] * S[g][GB_MEMBRANE + k];
      bending += table->point[g].share[t] * S[g][GB_BENDING + k];
    }
    for (int i = 0; i < 3; i++) {
      covariant[GB_MEMBRANE + i] = geometry->row[t][i] * membrane;
      covariant[GB_BENDING + i] = geometry->row[t][i] * bending;
    }
    gb_kernel_weights(&table->tied, table->tie[t].C, covariant, W);
  }
}

void gb_shell_add_weights(const gb_shell_table *table, const gb_shell_geometry *geometry,
                          const gb_pack S[][GB_STRAINS], gb_pack W[]) {
  gb_pack component[GB_SURFACE_POINTS][GB_STRAINS], inplane[GB_INPLANE_STRAINS];
  // strains that the moments of in-plane bending change
  gb_pack changed[GB_SURFACE_POINTS][GB_STRAINS];
  const gb_pack(*local)[GB_STRAINS] = S;
  if (table->inplane) {
    memcpy(changed, S, (size_t)table->points * sizeof changed[0]);
    memset(inplane, 0, sizeof inplane);
    gb_inplane_gather(geometry->inplane, &geometry->law, changed, inplane);
    gb_inplane_add_moments(geometry->inplane, &geometry->law, inplane, changed);
    local = (const gb_pack(*)[GB_STRAINS])changed;
  }
  for (int g = 0; g < table->points; g++)
    to_components(geometry, g, !table->inplane, local[g], component[g]);
  gb_shell_add_component_weights(table, geometry, (const gb_pack(*)[GB_STRAINS])component, inplane,
                                 W);
}

void gb_shell_strains_change(const gb_shell_table *table, const gb_shell_geometry *geometry,
                             const gb_section *section, const gb_section *by, const gb_pack G[],
                             gb_pack dE[][GB_STRAINS]) {
  const gb_inplane *p = geometry->inplane;
  gb_pack component[GB_SURFACE_POINTS][GB_STRAINS], E[GB_SURFACE_POINTS][GB_STRAINS];
  gb_pack strain[GB_INPLANE_STRAINS], moved[GB_INPLANE_STRAINS];
  gb_inplane_law change[3];
  memset(dE, 0, (size_t)table->points * sizeof dE[0]);
  if (!table->inplane) return;
  gb_inplane_find_law_by(p, section, by, &geometry->law, change);
  gb_shell_components(table, geometry, G, component, strain);
  for (int g = 0; g < table->points; g++) {
    to_local(geometry, g, false, component[g], E[g]);
    memset(&E[g][GB_MEMBRANE], 0, 3 * sizeof E[g][0]);
  }
  memset(moved, 0, sizeof moved);
  gb_inplane_add_curvatures(p, &geometry->law, (const gb_pack(*)[GB_STRAINS])E, strain);
  gb_inplane_add_curvatures(p, &change[2], (const gb_pack(*)[GB_STRAINS])E, moved);
  memset(strain, 0, 3 * sizeof strain[0]); // the mean strains do not depend on the modes
  for (int k = 0; k < 2; k++) gb_inplane_spread(p, &change[k], strain, E);
  if (change[2].coupled) gb_inplane_spread(p, &change[2], moved, E);
  for (int g = 0; g < table->points; g++)
    memcpy(&dE[g][GB_MEMBRANE], &E[g][GB_MEMBRANE], 3 * sizeof E[g][0]);
}

void gb_shell_stress(const gb_section *section, const gb_pack E[], gb_pack S[]) {
  for (int i = 0; i < 3; i++) {
    S[i] = S[3 + i] = (gb_pack){0};
    for (int j = 0; j < 3; j++) {
      S[i] += section->membrane[i][j] * E[j];
      S[3 + i] += section->bending[i][j] * E[3 + j];
    }
  }
  for (int i = 0; section->coupled && i < 3; i++)
    for (int j = 0; j < 3; j++) {
      S[i] += section->coupling[i][j] * E[3 + j];
      S[3 + i] += section->coupling[i][j] * E[j];
    }
  for (int i = 0; i < 2; i++) S[6 + i] = section->shear[i][0] * E[6] + section->shear[i][1] * E[7];
}

static void multiply(const gb_element_input *in, const gb_shell_geometry *geometry,
                     const gb_section *section, const gb_pack E[][GB_STRAINS],
                     gb_pack S[][GB_STRAINS]) {
  for (int g = 0; g < ((const gb_shell_table *)in->table)->points; g++) {
    gb_shell_stress(gb_shell_section_at(in, section, g), E[g], S[g]);
    for (int c = 0; c < GB_STRAINS; c++) S[g][c] *= geometry->area[g];
  }
}

/// Add to W the contribution of the change of the strains of in-plane bending with the section. It
/// is zero where these strains make the energy stationary: unless the section couples them with
/// curvatures or the thickness varies.
static void add_weights_change(const gb_element_input *in, const gb_shell_geometry *geometry,
                               const gb_section *section, const gb_section *by, const gb_pack G[],
                               const gb_pack E[][GB_STRAINS], gb_pack W[]) {
  const gb_shell_table *table = in->table;
  const gb_inplane *p = geometry->inplane;
  gb_pack dE[GB_SURFACE_POINTS][GB_STRAINS], S[GB_SURFACE_POINTS][GB_STRAINS];
  gb_pack inplane[GB_INPLANE_STRAINS], moved[GB_INPLANE_STRAINS];
  gb_inplane_law change[3];
  gb_shell_strains_change(table, geometry, section, by, G, dE);
  multiply(in, geometry, section, (const gb_pack(*)[GB_STRAINS])dE, S);
  gb_shell_add_weights(table, geometry, (const gb_pack(*)[GB_STRAINS])S, W);
  multiply(in, geometry, section, E, S);
  for (int g = 0; g < table->points; g++) memset(&S[g][GB_BENDING], 0, 5 * sizeof S[g][0]);
  memset(inplane, 0, sizeof inplane);
  memset(moved, 0, sizeof moved);
  gb_inplane_find_law_by(p, section, by, &geometry->law, change);
  for (int k = 0; k < 2; k++) gb_inplane_gather(p, &change[k], S, inplane);
  memset(inplane, 0, 3 * sizeof inplane[0]); // the mean strains do not depend on the modes
  gb_inplane_gather(p, &change[2], S, moved);
  gb_inplane_add_moments(p, &change[2], moved, S);
  gb_inplane_add_moments(p, &geometry->law, inplane, S);
  for (int g = 0; g < table->points; g++) {
    gb_pack local[GB_STRAINS];
    memcpy(local, S[g], sizeof local);
    to_components(geometry, g, false, local, S[g]);
  }
  gb_shell_add_component_weights(table, geometry, (const gb_pack(*)[GB_STRAINS])S, inplane, W);
}

void gb_shell_stress_weights(const gb_element_input *in, const gb_shell_geometry *geometry,
                             const gb_section *strained, const gb_section *section,
                             const gb_pack G[], gb_pack W[]) {
  const gb_shell_table *table = in->table;
  gb_pack E[GB_SURFACE_POINTS][GB_STRAINS], S[GB_SURFACE_POINTS][GB_STRAINS];
  memset(W, 0, (size_t)table->form.pairs * sizeof W[0]);
  gb_shell_local_strains(table, geometry, G, E);
  multiply(in, geometry, section, (const gb_pack(*)[GB_STRAINS])E, S);
  gb_shell_add_weights(table, geometry, (const gb_pack(*)[GB_STRAINS])S, W);
  if (strained != section && table->inplane && (strained->coupled || in->layup->tapered))
    add_weights_change(in, geometry, strained, section, G, (const gb_pack(*)[GB_STRAINS])E, W);
}

/// @return the number of a section for a part
static gb_pack number_of(const gb_section *section, int part) {
  return part == 0 ? section->mass : part == 1 ? section->moment : section->inertia;
}

const gb_section *gb_shell_areas(const gb_element_input *in, const gb_shell_geometry *geometry,
                                 const gb_section *section, int part, gb_section *own,
                                 gb_geometry M[], gb_geometry A[]) {
  const gb_shell_table *table = in->table;
  const int nodes = table->form.vectors / 2;
  // All parts of a lumped element with six nodes have the shares of its area, with which mass,
  // moment and inertia stay positive definite, and a part that is zero stays zero.
  const bool shared = in->layup->tapered && in->layup->lumped && nodes == 6;
  gb_geometry whole = {0}, weighted = {0};
  memset(M, 0, (size_t)(nodes * nodes) * sizeof M[0]);
  memset(A, 0, (size_t)nodes * sizeof A[0]);
  for (int g = 0; g < table->points; g++) {
    const double *N = table->point[g].shape.N;
    gb_geometry area = geometry->area[g], around = area;
    if (in->layup->tapered) {
      area *= number_of(&section[1 + g], part);
      around *= section[1 + g].penalty;
    }
    whole += geometry->area[g];
    weighted += area;
    if (shared) area = geometry->area[g];
    for (int a = 0; a < nodes; a++) {
      A[a] += around * table->point[g].own[a];
      for (int b = 0; b < nodes; b++) M[nodes * a + b] += area * N[a] * N[b];
    }
  }
  if (in->layup->lumped) (nodes == 6 ? gb_lump_diagonal : gb_lump_rows)(nodes, M);
  for (int i = 0; shared && i < nodes * nodes; i++) M[i] *= weighted / whole;
  if (!in->layup->tapered) return section;
  memset(own, 0, sizeof *own);
  own->mass += part == 0;
  own->penalty += part == 0;
  own->moment += part == 1;
  own->inertia += part == 2;
  own->coupled = section->coupled;
  return own;
}

gb_pack gb_shell_stretch(const gb_shell_vectors *s, int d) {
  return (gb_pack_dot3(s->V[d], s->U[d]) + gb_pack_dot3(s->U[d], s->v[d])) / 2;
}

void gb_shell_add_inertia(int nodes, const gb_section *section, const gb_geometry M[],
                          const gb_pack x[], gb_pack y[]) {
  for (int a = 0; a < nodes; a++)
    for (int b = 0; b < nodes; b++) {
      gb_pack mass = M[nodes * a + b] * section->mass,
              inertia = M[nodes * a + b] * section->inertia;
      for (int i = 0; i < 3; i++) {
        y[6 * a + i] += mass * x[6 * b + i];
        y[6 * a + 3 + i] += inertia * x[6 * b + 3 + i];
      }
      if (!section->coupled) continue;
      const gb_pack moment = M[nodes * a + b] * section->moment;
      for (int i = 0; i < 3; i++) {
        y[6 * a + i] += moment * x[6 * b + 3 + i];
        y[6 * a + 3 + i] += moment * x[6 * b + i];
      }
    }
}
