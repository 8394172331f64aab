/// The shell's Jacobian sigma0 (B^T D B + W) + sigma2 M as a matrix, by blocks of two vectors. B
/// has a row for each distinct strain of all quadrature points and for each tie; D are the points'
/// sections between rows. Source: docs/theory.md, section 3.
#include "elements/shell/shell_matrix.h"

#include "elements/shell/shell_tangent.h"

#include <string.h>

/// Parts of the strains: membrane, bending, shear. A section couples membrane and bending, or no
/// parts.
enum { PARTS = 3, ROWS = 2 * GB_SHELL_TIES + 2 * GB_SURFACE_POINTS };

static const int first_strain[PARTS + 1] = {GB_MEMBRANE, GB_BENDING, GB_SHEAR, GB_STRAINS};
/// Entries of a part in gb_shell_component_section: index of the first entry, and entry of two
/// components.
static const int first_entry[PARTS] = {GB_MEMBRANE_ENTRY, 0, GB_SHEAR_ENTRY};
static const int entry[PARTS][3][3] = {
    {{0, 3, 4}, {3, 1, 5}, {4, 5, 2}}, {{0, 3, 4}, {3, 1, 5}, {4, 5, 2}}, {{0, 2}, {2, 1}}};

/// A strain that several points use, each with a weight.
typedef struct strain_row {
  int component; ///< index of the component within its part
  double share[GB_SURFACE_POINTS];
} strain_row;

/// B and D B of all rows, [row][vector][3], ordered by parts.
typedef struct strain_rows {
  bool coupled, inplane;
  int vectors, begin[PARTS + 1];
  strain_row row[ROWS];
  gb_pack B[ROWS * GB_VECTORS][3], DB[ROWS * GB_VECTORS][3];
} strain_rows;

/// Collect the distinct strains of a part, each with the points that use it.
static void add_distinct_rows(const gb_shell_table *table, int part, const gb_pack v[][3],
                              strain_rows *r, int *count) {
  gb_geometry C[GB_PAIRS];
  for (int strain = first_strain[part]; strain < first_strain[part + 1]; strain++) {
    const int begin = table->form.begin[strain], end = table->form.end[strain];
    for (int d = 0; begin < end && d < table->distinct.strains; d++) {
      bool taken = false;
      for (int g = 0; g < table->points; g++)
        taken = taken || table->point[g].distinct[strain] == d;
      if (!taken) continue;
      for (int g = 0; g < table->points; g++)
        r->row[*count].share[g] = table->point[g].distinct[strain] == d;
      r->row[*count].component = strain - first_strain[part];
      for (int p = begin; p < end; p++) C[p] = (gb_geometry){0} + table->C[d][p];
      gb_kernel_gradient(&table->form, begin, end, C, v, r->B + *count * r->vectors);
      ++*count;
    }
  }
}

/// Add the ties of membrane or bending strains, which all points share.
static void add_tie_rows(const gb_shell_table *table, int part, const gb_geometry metric[][3],
                         const gb_pack v[][3], strain_rows *r, int *count) {
  const int strain = first_strain[part];
  const int begin = table->tied.begin[strain], end = table->tied.end[strain];
  gb_geometry C[GB_PAIRS];
  for (int t = 0; t < table->ties && strain < GB_SHEAR; t++, ++*count) {
    strain_row *mine = &r->row[*count];
    mine->component = table->tie[t].component;
    for (int g = 0; g < table->points; g++) mine->share[g] = table->point[g].share[t];
    for (int p = begin; p < end; p++) {
      C[p] = (gb_geometry){0};
      for (int i = 0; i < 3; i++) C[p] += metric[t][i] * table->tie[t].C[strain + i][p];
    }
    gb_kernel_gradient(&table->form, begin, end, C, v, r->B + *count * r->vectors);
  }
}

/// Add the five strains of in-plane bending, each as a row that all points share.
static void add_inplane_rows(const gb_shell_table *table, const gb_inplane *p, const gb_pack v[][3],
                             strain_rows *r, int *count) {
  gb_geometry C[GB_PAIRS];
  for (int k = 0; table->inplane && k < GB_INPLANE_STRAINS; k++, ++*count) {
    gb_pack unit[GB_INPLANE_STRAINS], row[GB_INPLANE_ROWS];
    memset(row, 0, sizeof row);
    for (int i = 0; i < GB_INPLANE_STRAINS; i++) unit[i] = (gb_pack){0} + (double)(i == k);
    gb_inplane_rows(p, unit, row);
    for (int pair = 0; pair < table->distinct.end[0]; pair++) {
      C[pair] = (gb_geometry){0};
      for (int i = 0; i < GB_INPLANE_ROWS; i++) C[pair] += row[i] * table->C[i][pair];
    }
    r->row[*count].component = k;
    for (int g = 0; g < table->points; g++) r->row[*count].share[g] = 1;
    gb_kernel_gradient(&table->form, 0, table->distinct.end[0], C, v, r->B + *count * r->vectors);
  }
}

/// Add the contribution of the curvatures to the rows of the five strains, for a section that
/// couples them.
static void raise_rows(int points, const gb_pack C[][GB_POINT_ENTRIES], strain_rows *r) {
  for (int s = r->begin[0]; s < r->begin[1]; s++)
    for (int j = r->begin[1]; j < r->begin[2]; j++) {
      gb_pack by = {0};
      for (int g = 0; g < points; g++)
        by += r->row[j].share[g] * C[g][GB_MEMBRANE_ENTRY + 3 * s + r->row[j].component];
      for (int a = 0; a < r->vectors; a++)
        for (int k = 0; k < 3; k++) r->B[s * r->vectors + a][k] += by * r->B[j * r->vectors + a][k];
    }
}

/// Entries of a section between the rows of two parts.
typedef struct block {
  int part, other, points;
  /// entries at the points, [points], or the only entries of in-plane bending
  const gb_pack (*C)[GB_POINT_ENTRIES];
} block;

/// @return the entry of two components in a block; -1: none
static int entry_of(const block *s, bool inplane, int one, int other) {
  if (s->part != s->other) return GB_COUPLING_ENTRY + entry[0][one][other];
  if (s->part > 0 || !inplane) return first_entry[s->part] + entry[s->part][one][other];
  if (one < 3 && other < 3) return entry[0][one][other];
  return one < 3 || other < 3 ? -1 : GB_MEAN_ENTRIES + entry[2][one - 3][other - 3];
}

/// Compute D between two rows. @return whether any point uses both
static bool find_section(const strain_row *a, const strain_row *b, const block *s, bool inplane,
                         gb_pack *D) {
  const int which = entry_of(s, inplane, a->component, b->component);
  bool coupled = false;
  *D = (gb_pack){0};
  for (int g = 0; which >= 0 && g < s->points; g++) {
    const double share = a->share[g] * b->share[g];
    if (share == 0) continue;
    *D += share * s->C[g][which];
    coupled = true;
  }
  return coupled;
}

/// Add D B of the rows of a block to row i.
static void add_block(const block *s, int i, int width, strain_rows *r) {
  gb_pack(*DB)[3] = r->DB + i * r->vectors;
  for (int j = r->begin[s->other]; j < r->begin[s->other + 1]; j++) {
    gb_pack D;
    if (!find_section(&r->row[i], &r->row[j], s, r->inplane, &D)) continue;
    const gb_pack(*B)[3] = (const gb_pack(*)[3])r->B + j * r->vectors;
    for (int a = 0; a < width; a++)
      for (int k = 0; k < 3; k++) DB[a][k] += D * B[a][k];
  }
}

/// @param inplane the section of in-plane bending, of tables that have it
static void multiply_sections(int points, const gb_pack C[][GB_POINT_ENTRIES],
                              const gb_pack inplane[][GB_POINT_ENTRIES], strain_rows *r) {
  for (int part = 0; part < PARTS; part++) {
    const bool middle = part == 0 && r->inplane;
    const block own = {part, part, middle ? 1 : points, middle ? inplane : C};
    const block coupling = {part, 1 - part, points, C};
    // membrane strains depend on positions only
    const int width = part == 0 && !r->coupled ? r->vectors / 2 : r->vectors;
    for (int i = r->begin[part]; i < r->begin[part + 1]; i++) {
      memset(r->DB + i * r->vectors, 0, (size_t)width * sizeof *r->DB);
      add_block(&own, i, width, r);
      if (r->coupled && !r->inplane && part < 2) add_block(&coupling, i, width, r);
    }
  }
}

/// K = sum of B_a (x) D B_b over the rows that begin with `first`.
static void sum_rows(const strain_rows *r, int first, int a, int b, gb_pack K[3][3]) {
  gb_pack sum[3][3];
  memset(sum, 0, sizeof sum);
  for (int k = first; k < r->begin[PARTS]; k++) {
    const gb_pack *B = r->B[k * r->vectors + a], *DB = r->DB[k * r->vectors + b];
    for (int i = 0; i < 3; i++)
      for (int j = 0; j < 3; j++) sum[i][j] += B[i] * DB[j];
  }
  memcpy(K, sum, sizeof sum);
}

/// Compute the penalty on a node's director: k (d (x) d + (d.d - 1)/2 I).
static void add_penalty(const gb_shell_vectors *s, int d, gb_pack k, gb_pack K[3][3]) {
  const gb_pack along = k * gb_shell_stretch(s, d);
  for (int i = 0; i < 3; i++) {
    for (int j = 0; j < 3; j++) K[i][j] += k * s->v[d][i] * s->v[d][j];
    K[i][i] += along;
  }
}

/// @return the index of a vector's first entry among the unknowns of the element
static int place_of(int nodes, int vector) {
  return 6 * (vector % nodes) + 3 * (vector / nodes);
}

/// J += factor K between vectors a <= b, and its mirror image.
static void put(int nodes, int a, int b, double factor, const gb_pack K[3][3], gb_pack J[]) {
  const int size = 6 * nodes, row = place_of(nodes, a), column = place_of(nodes, b);
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++) {
      const gb_pack value = factor * K[i][j];
      J[size * (row + i) + column + j] += value;
      if (a != b) J[size * (column + j) + row + i] += value;
    }
}

/// J += w I in the blocks (a, b) and (b, a) of a pair with the weight w.
static void put_diagonal(int nodes, int a, int b, gb_pack w, gb_pack J[]) {
  const int size = 6 * nodes, row = place_of(nodes, a), column = place_of(nodes, b);
  for (int i = 0; i < 3; i++) {
    J[size * (row + i) + column + i] += w;
    J[size * (column + i) + row + i] += w;
  }
}

static void fill_rows(const gb_shell_table *table, const gb_shell_geometry *geometry,
                      const gb_section *section, const gb_pack v[][3], strain_rows *r) {
  gb_pack C[GB_SURFACE_POINTS][GB_POINT_ENTRIES], inplane[1][GB_POINT_ENTRIES];
  int count = 0;
  r->coupled = section->coupled;
  r->inplane = table->inplane;
  r->vectors = table->form.vectors;
  for (int part = 0; part < PARTS; part++) {
    r->begin[part] = count;
    if (part == 0) add_inplane_rows(table, geometry->inplane, v, r, &count);
    add_distinct_rows(table, part, v, r, &count);
    add_tie_rows(table, part, (const gb_geometry(*)[3])geometry->row, v, r, &count);
  }
  r->begin[PARTS] = count;
  for (int g = 0; g < table->points; g++)
    gb_shell_component_section(table, section, geometry, g, C[g]);
  if (table->inplane) gb_inplane_section(geometry->inplane, &geometry->law, section, inplane[0]);
  if (table->inplane && r->coupled)
    raise_rows(table->points, (const gb_pack(*)[GB_POINT_ENTRIES])C, r);
  multiply_sections(table->points, (const gb_pack(*)[GB_POINT_ENTRIES])C,
                    (const gb_pack(*)[GB_POINT_ENTRIES])inplane, r);
}

static void add_stiffness(const gb_element_input *in, const gb_element_state *state,
                          const gb_shell_geometry *geometry, const gb_section *section,
                          const gb_geometry A[], double factor, gb_pack J[]) {
  const gb_shell_table *table = in->table;
  const int nodes = in->nodes;
  gb_pack G[GB_PAIRS], W[GB_PAIRS];
  gb_shell_vectors s;
  strain_rows r;
  gb_shell_gather(in, state, &s);
  gb_shell_gram(in, state, geometry, &s, G);
  gb_shell_stress_weights(in, geometry, section, section, G, W);
  fill_rows(table, geometry, section, (const gb_pack(*)[3])s.v, &r);
  for (int a = 0; a < 2 * nodes; a++)
    for (int b = a; b < 2 * nodes; b++) {
      gb_pack K[3][3];
      sum_rows(&r, b < nodes || r.coupled ? 0 : r.begin[1], a, b, K);
      if (a >= nodes && a == b) add_penalty(&s, a, section->penalty * A[a - nodes], K);
      put(nodes, a, b, factor, (const gb_pack(*)[3])K, J);
    }
  for (int p = 0; p < table->form.pairs; p++)
    put_diagonal(nodes, table->form.pair[p][0], table->form.pair[p][1], factor * W[p], J);
}

/// Add the Jacobian of an element whose thickness varies, by products with unit vectors.
static void add_products(const gb_element_input *in, const gb_element_state *state,
                         const double sigma[3], gb_pack J[]) {
  const int size = 6 * in->nodes;
  gb_pack tangent[GB_ELEMENT_TANGENT], unit[GB_ELEMENT_UNKNOWNS];
  gb_shell_tangent(in, state, sigma, tangent);
  memset(unit, 0, sizeof unit);
  for (int i = 0; i < size; i++) { // J is symmetric
    unit[i] = (gb_pack){0} + 1;
    gb_shell_tangent_product(in, sigma, tangent, 1, unit, J + size * i);
    unit[i] = (gb_pack){0};
  }
}

void gb_shell_jacobian(const gb_element_input *in, const gb_element_state *state,
                       const double sigma[3], gb_pack J[]) {
  const int size = 6 * in->nodes;
  gb_section own;
  gb_geometry M[GB_SURFACE_NODES * GB_SURFACE_NODES], A[GB_SURFACE_NODES];
  gb_geometry memory[GB_SHELL_MEMORY];
  gb_shell_geometry geometry;
  if (in->layup->tapered) {
    add_products(in, state, sigma, J);
    return;
  }
  const gb_section *section = gb_input_section(in, &own);
  gb_shell_geometry_of(in, state, section, memory, &geometry);
  gb_shell_areas(in, &geometry, section, 0, NULL, M, A);
  if (sigma[0] != 0) add_stiffness(in, state, &geometry, section, A, sigma[0], J);
  for (int a = 0; a < in->nodes; a++)
    for (int b = 0; b < in->nodes; b++)
      for (int i = 0; i < 6; i++)
        J[size * (6 * a + i) + 6 * b + i] +=
            sigma[2] * M[in->nodes * a + b] * (i < 3 ? section->mass : section->inertia);
  for (int k = 0; section->coupled && k < in->nodes * in->nodes; k++)
    for (int i = 0; i < 3; i++) {
      const int a = 6 * (k / in->nodes) + i, b = 6 * (k % in->nodes) + 3 + i;
      const gb_pack value = sigma[2] * M[k] * section->moment;
      J[size * a + b] += value;
      J[size * b + a] += value;
    }
}
