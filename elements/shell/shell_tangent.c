/// Products with the shell's sigma-combined Jacobian, B^T C B x + W x + M x. Data that do not
/// depend on x are computed once for each state. Source: docs/theory.md, section 3.
#include "elements/shell/shell_tangent.h"

#include <string.h>

/// The parts of a tangent, stored in one list of packs. Inertia is multiplied by sigma2; all other
/// parts except the vectors by sigma0.
typedef struct parts {
  gb_pack (*v)[3];    ///< vectors, [2 nodes]
  gb_pack *W;         ///< weights of pairs: stresses, and inertia between displacements
  gb_pack *directors; ///< inertia between directors and the penalty's force, [nodes][nodes]
  gb_pack *penalty;   ///< E t A_n, [nodes]
  gb_pack *inplane;   ///< the section of in-plane bending, [GB_INPLANE_ENTRIES]
  bool coupled;
  int entries; ///< number of entries of the section at a point
  gb_pack *C;  ///< [points][entries]
} parts;

static int nodes_of(const gb_shell_table *table) {
  return table->form.vectors / 2;
}

static int point_entries(const gb_shell_table *table, bool coupled) {
  if (table->inplane) return coupled ? GB_POINT_ENTRIES : GB_MEMBRANE_ENTRY;
  return coupled ? GB_COUPLING_ENTRY + 6 : GB_COUPLING_ENTRY;
}

int gb_shell_tangent_size(const void *of, const gb_layup *layup) {
  const gb_shell_table *table = of;
  const int nodes = nodes_of(table);
  return 3 * table->form.vectors + table->form.pairs + nodes * nodes + nodes +
         (table->inplane ? GB_INPLANE_ENTRIES : 0) +
         point_entries(table, gb_layup_coupled(layup)) * table->points;
}

static parts parts_of(const gb_shell_table *table, const gb_layup *layup, gb_pack memory[]) {
  const int nodes = nodes_of(table);
  parts t;
  t.v = (gb_pack(*)[3])memory;
  t.W = memory + 3 * table->form.vectors;
  t.directors = t.W + table->form.pairs;
  t.penalty = t.directors + nodes * nodes;
  t.inplane = t.penalty + nodes;
  t.coupled = gb_layup_coupled(layup);
  t.entries = point_entries(table, t.coupled);
  t.C = t.inplane + (table->inplane ? GB_INPLANE_ENTRIES : 0);
  return t;
}

/// C = area P^T A P of a symmetric A: 11, 22, 33, 12, 13, 23.
static void turn_section(const gb_pack A[3][3], const gb_geometry P[3][3], gb_pack area,
                         gb_pack C[]) {
  gb_pack AP[3][3];
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++)
      AP[i][j] = area * (A[i][0] * P[0][j] + A[i][1] * P[1][j] + A[i][2] * P[2][j]);
  for (int i = 0, next = 3; i < 3; i++) {
    C[i] = P[0][i] * AP[0][i] + P[1][i] * AP[1][i] + P[2][i] * AP[2][i];
    for (int j = i + 1; j < 3; j++)
      C[next++] = P[0][i] * AP[0][j] + P[1][i] * AP[1][j] + P[2][i] * AP[2][j];
  }
}

/// Bending about the height where a section does not couple, D - B A^-1 B, and the five strains of
/// in-plane bending by the curvatures at a point.
static void raise_section(const gb_section *section, const gb_shell_geometry *geometry, int point,
                          gb_pack C[]) {
  const gb_geometry(*P)[3] = geometry->plane[point];
  const gb_inplane_law *law = &geometry->law;
  gb_pack D[3][3], by[GB_INPLANE_STRAINS][3];
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++) {
      D[i][j] = section->bending[i][j];
      for (int k = 0; k < 3; k++) D[i][j] -= section->coupling[i][k] * law->middle[k][j];
    }
  turn_section((const gb_pack(*)[3])D, P, (gb_pack){0} + geometry->area[point], C);
  gb_inplane_curvature(geometry->inplane, law, point, by);
  for (int s = 0; s < GB_INPLANE_STRAINS; s++)
    for (int j = 0; j < 3; j++)
      C[GB_MEMBRANE_ENTRY + 3 * s + j] =
          by[s][0] * P[0][j] + by[s][1] * P[1][j] + by[s][2] * P[2][j];
}

void gb_shell_component_section(const gb_shell_table *table, const gb_section *section,
                                const gb_shell_geometry *geometry, int point,
                                gb_pack C[GB_POINT_ENTRIES]) {
  const gb_geometry(*Q)[2] = geometry->shear[point], (*P)[3] = geometry->plane[point];
  const gb_pack area = (gb_pack){0} + geometry->area[point];
  gb_pack SQ[2][2];
  turn_section(section->bending, P, area, C);
  for (int i = 0; i < 2; i++)
    for (int j = 0; j < 2; j++)
      SQ[i][j] = area * (section->shear[i][0] * Q[0][j] + section->shear[i][1] * Q[1][j]);
  for (int j = 0; j < 2; j++) C[GB_SHEAR_ENTRY + j] = Q[0][j] * SQ[0][j] + Q[1][j] * SQ[1][j];
  C[GB_SHEAR_ENTRY + 2] = Q[0][0] * SQ[0][1] + Q[1][0] * SQ[1][1];
  if (table->inplane) {
    if (section->coupled) raise_section(section, geometry, point, C);
    return;
  }
  turn_section(section->membrane, P, area, C + GB_MEMBRANE_ENTRY);
  if (section->coupled) turn_section(section->coupling, P, area, C + GB_COUPLING_ENTRY);
}

/// S += C E for the coupling of membrane and bending, by components.
static void add_coupling(const gb_pack C[], const gb_pack E[], gb_pack S[]) {
  S[0] += C[0] * E[0] + C[3] * E[1] + C[4] * E[2];
  S[1] += C[3] * E[0] + C[1] * E[1] + C[5] * E[2];
  S[2] += C[4] * E[0] + C[5] * E[1] + C[2] * E[2];
}

/// S = C E for membrane or bending, by components.
static void multiply_plane(const gb_pack C[], const gb_pack E[], gb_pack S[]) {
  S[0] = C[0] * E[0] + C[3] * E[1] + C[4] * E[2];
  S[1] = C[3] * E[0] + C[1] * E[1] + C[5] * E[2];
  S[2] = C[4] * E[0] + C[5] * E[1] + C[2] * E[2];
}

/// Compute all parts except inertia at the state.
static void find_stiffness(const gb_element_input *in, const gb_element_state *state, double factor,
                           const gb_shell_geometry *geometry, const gb_section *section,
                           const gb_pack penalty[], const parts *t) {
  const gb_shell_table *table = in->table;
  const int nodes = in->nodes;
  gb_shell_vectors s;
  gb_pack G[GB_PAIRS];
  gb_shell_gather(in, state, &s);
  memcpy(t->v, s.v, (size_t)table->form.vectors * sizeof s.v[0]);
  gb_shell_gram(in, state, geometry, &s, G);
  gb_shell_stress_weights(in, geometry, section, section, G, t->W);
  for (int p = 0; p < table->form.pairs; p++) t->W[p] *= factor;
  for (int a = 0; a < nodes; a++) {
    t->penalty[a] = penalty[a];
    t->directors[nodes * a + a] = t->penalty[a] * gb_shell_stretch(&s, nodes + a);
  }
  if (in->layup->tapered) return; // products use the sections at the points
  if (table->inplane) {
    gb_inplane_section(geometry->inplane, &geometry->law, section, t->inplane);
    for (int i = 0; i < GB_INPLANE_ENTRIES; i++) t->inplane[i] *= factor;
  }
  for (int g = 0; g < table->points; g++) {
    gb_pack *C = t->C + t->entries * g;
    gb_shell_component_section(table, section, geometry, g, C);
    const int scaled = table->inplane ? GB_MEMBRANE_ENTRY : t->entries;
    for (int i = 0; i < scaled; i++) C[i] *= factor;
  }
}

/// Add the inertia of displacements to the weights of their pairs. The pair of a node with itself
/// counts twice.
static void add_inertia(int nodes, double factor, const gb_section *section, const gb_geometry M[],
                        const parts *t) {
  for (int a = 0, pair = 0; a < nodes; a++) {
    for (int b = 0; b < nodes; b++)
      t->directors[nodes * a + b] += factor * section->inertia * M[nodes * a + b];
    for (int b = a; b < nodes; b++)
      t->W[pair++] += (a == b ? 0.5 : 1) * factor * section->mass * M[nodes * a + b];
  }
  if (!section->coupled) return;
  gb_pack *mixed = t->W + nodes * (nodes + 1) / 2; // pairs of a position and a director
  for (int k = 0; k < nodes * nodes; k++) mixed[k] += factor * section->moment * M[k];
}

void gb_shell_tangent(const gb_element_input *in, const gb_element_state *state,
                      const double sigma[3], gb_pack tangent[]) {
  const gb_shell_table *table = in->table;
  const parts t = parts_of(table, in->layup, tangent);
  gb_section own[GB_SHELL_SECTIONS], own_part;
  gb_geometry M[GB_SURFACE_NODES * GB_SURFACE_NODES], A[GB_SURFACE_NODES];
  gb_pack penalty[GB_SURFACE_NODES];
  gb_geometry memory[GB_SHELL_MEMORY];
  gb_shell_geometry geometry;
  const gb_section *section = gb_shell_sections(in, own);
  gb_shell_geometry_of(in, state, section, memory, &geometry);
  memset(tangent, 0, (size_t)gb_shell_tangent_size(table, in->layup) * sizeof *tangent);
  for (int part = 0; part < gb_shell_parts(in); part++) {
    const gb_section *of = gb_shell_areas(in, &geometry, section, part, &own_part, M, A);
    for (int a = 0; part == 0 && a < in->nodes; a++) penalty[a] = sigma[0] * of->penalty * A[a];
    if (part == 0 && sigma[0] != 0)
      find_stiffness(in, state, sigma[0], &geometry, section, penalty, &t);
    add_inertia(in->nodes, sigma[2], of, M, &t);
  }
}

/// strain[5] += the contribution of the curvatures at the points in a coupling section.
static void add_raised(const gb_shell_table *table, const parts *t, const gb_pack E[][GB_STRAINS],
                       gb_pack strain[]) {
  for (int g = 0; g < table->points; g++) {
    const gb_pack *by = t->C + t->entries * g + GB_MEMBRANE_ENTRY;
    for (int s = 0; s < GB_INPLANE_STRAINS; s++)
      strain[s] += gb_pack_dot3(by + 3 * s, &E[g][GB_BENDING]);
  }
}

/// Add the transpose of the contribution of the curvatures, times stress[5], to the moments in S.
static void add_lowered(const gb_shell_table *table, const parts *t, const gb_pack stress[],
                        gb_pack S[][GB_STRAINS]) {
  for (int g = 0; g < table->points; g++) {
    const gb_pack *by = t->C + t->entries * g + GB_MEMBRANE_ENTRY;
    for (int s = 0; s < GB_INPLANE_STRAINS; s++)
      for (int j = 0; j < 3; j++) S[g][GB_BENDING + j] += by[3 * s + j] * stress[s];
  }
}

/// Y += B^T C B X.
static void add_material(const gb_shell_table *table, const parts *t,
                         const gb_shell_geometry *geometry, const gb_pack X[][3], gb_pack Y[][3]) {
  gb_pack G[GB_PAIRS], W[GB_PAIRS], E[GB_SURFACE_POINTS][GB_STRAINS],
      S[GB_SURFACE_POINTS][GB_STRAINS];
  gb_pack strain[GB_INPLANE_STRAINS], stress[GB_INPLANE_STRAINS];
  memset(W, 0, (size_t)table->form.pairs * sizeof W[0]);
  gb_kernel_gram_product(&table->form, (const gb_pack(*)[3])t->v, X, G);
  gb_shell_components(table, geometry, G, E, strain);
  for (int g = 0; g < table->points; g++) {
    const gb_pack *C = t->C + t->entries * g, *shear = C + GB_SHEAR_ENTRY;
    multiply_plane(C, &E[g][GB_BENDING], &S[g][GB_BENDING]);
    S[g][GB_SHEAR] = shear[0] * E[g][GB_SHEAR] + shear[2] * E[g][GB_SHEAR + 1];
    S[g][GB_SHEAR + 1] = shear[2] * E[g][GB_SHEAR] + shear[1] * E[g][GB_SHEAR + 1];
    if (table->inplane) continue;
    multiply_plane(C + GB_MEMBRANE_ENTRY, &E[g][GB_MEMBRANE], &S[g][GB_MEMBRANE]);
    if (!t->coupled) continue;
    add_coupling(C + GB_COUPLING_ENTRY, &E[g][GB_BENDING], &S[g][GB_MEMBRANE]);
    add_coupling(C + GB_COUPLING_ENTRY, &E[g][GB_MEMBRANE], &S[g][GB_BENDING]);
  }
  if (table->inplane) {
    if (t->coupled) add_raised(table, t, (const gb_pack(*)[GB_STRAINS])E, strain);
    gb_inplane_multiply(t->inplane, strain, stress);
    if (t->coupled) add_lowered(table, t, stress, S);
  }
  gb_shell_add_component_weights(table, geometry, (const gb_pack(*)[GB_STRAINS])S, stress, W);
  gb_kernel_forces(&table->form, W, (const gb_pack(*)[3])t->v, Y);
}

/// Y += factor B^T C B X of an element whose thickness varies.
static void add_material_at_points(const gb_element_input *in, double factor, const parts *t,
                                   const gb_shell_geometry *geometry, const gb_section *section,
                                   const gb_pack X[][3], gb_pack Y[][3]) {
  const gb_shell_table *table = in->table;
  gb_pack G[GB_PAIRS], W[GB_PAIRS];
  gb_kernel_gram_product(&table->form, (const gb_pack(*)[3])t->v, X, G);
  gb_shell_stress_weights(in, geometry, section, section, G, W);
  for (int p = 0; p < table->form.pairs; p++) W[p] *= factor;
  gb_kernel_forces(&table->form, W, (const gb_pack(*)[3])t->v, Y);
}

/// Y += the contributions that act only between directors.
static void add_directors(int nodes, const parts *t, const gb_pack X[][3], gb_pack Y[][3]) {
  for (int a = 0; a < nodes; a++) {
    const gb_pack *d = t->v[nodes + a], along = t->penalty[a] * gb_pack_dot3(d, X[nodes + a]);
    for (int i = 0; i < 3; i++) {
      gb_pack sum = along * d[i];
      for (int b = 0; b < nodes; b++) sum += t->directors[nodes * a + b] * X[nodes + b][i];
      Y[nodes + a][i] += sum;
    }
  }
}

void gb_shell_tangent_product(const gb_element_input *in, const double sigma[3],
                              const gb_pack tangent[], int count, const gb_pack x[], gb_pack y[]) {
  const gb_shell_table *table = in->table;
  const parts t = parts_of(table, in->layup, (gb_pack *)tangent); // the data are only read here
  const int size = 6 * in->nodes;
  gb_section own[GB_SHELL_SECTIONS];
  const gb_section *section = in->layup->tapered ? gb_shell_sections(in, own) : NULL;
  gb_geometry memory[GB_SHELL_MEMORY];
  gb_shell_geometry geometry;
  gb_shell_geometry_of(in, NULL, section, memory, &geometry);
  for (int c = 0; c < count; c++) {
    gb_pack X[GB_VECTORS][3], Y[GB_VECTORS][3];
    gb_shell_split(in->nodes, &x[size * c], X);
    memset(Y, 0, (size_t)table->form.vectors * sizeof Y[0]);
    if (sigma[0] != 0 && section)
      add_material_at_points(in, sigma[0], &t, &geometry, section, (const gb_pack(*)[3])X, Y);
    else if (sigma[0] != 0)
      add_material(table, &t, &geometry, (const gb_pack(*)[3])X, Y);
    gb_kernel_forces(&table->form, t.W, (const gb_pack(*)[3])X, Y);
    add_directors(in->nodes, &t, (const gb_pack(*)[3])X, Y);
    gb_shell_merge(in->nodes, (const gb_pack(*)[3])Y, &y[size * c]);
  }
}
