/// Reference elements, points and integrals of solids.
#include "elements/solid/solid_point.h"

#include "elements/lumping.h"

#include <string.h>

/// Functions of the stresses of the hexahedron with 8 nodes: the stress along an axis is bilinear
/// in the coordinates along the two other axes; the shear stress of two axes is linear along the
/// third. Source: T. H. H. Pian and P. Tong 1986, "Relations between incompatible displacement
/// model and hybrid stress model".
static int find_stress_modes(const double x[3], unsigned char of[], double mode[]) {
  static const int other[GB_SOLID_STRAINS][2] = {{1, 2}, {0, 2}, {0, 1}, {2}, {0}, {1}};
  int count = 0;
  for (int i = 0; i < GB_SOLID_STRAINS; i++) {
    const double first = x[other[i][0]], second = x[other[i][1]];
    const double value[] = {1, first, second, first * second};
    for (int k = 0; k < (i < 3 ? 4 : 2); k++) {
      of[count] = (unsigned char)i;
      mode[count++] = value[k];
    }
  }
  return count;
}

/// Functions of the dilatation: a constant, and in elements of second order the coordinates.
static int find_dilatation_modes(const gb_basis *basis, const double x[3], double mode[]) {
  mode[0] = 1;
  for (int i = 0; i < 3; i++) mode[1 + i] = x[i];
  return basis->nodes < 10 ? 1 : 4;
}

static void copy_slopes(const gb_shape_values *shape, double slope[][3]) {
  for (int a = 0; a < GB_SOLID_NODES; a++) {
    slope[a][0] = shape->N1[a];
    slope[a][1] = shape->N2[a];
    slope[a][2] = shape->N3[a];
  }
}

static void make_table(int nodes, gb_solid_assumption assumption, gb_solid_table *t) {
  const gb_basis *basis = gb_basis_of(3, nodes);
  gb_quadrature_point rule[GB_SOLID_POINTS];
  gb_shape_values shape;
  double middle[3] = {0};
  memset(t, 0, sizeof *t);
  memset(&shape, 0, sizeof shape);
  t->nodes = nodes;
  t->assumption = assumption;
  t->points = gb_basis_quadrature(basis, rule);
  for (int g = 0; g < t->points; g++) {
    const double x[3] = {rule[g].xi, rule[g].eta, rule[g].zeta};
    gb_basis_shape_at(basis, x, &shape);
    t->weight[g] = rule[g].weight;
    memcpy(t->N[g], shape.N, sizeof t->N[g]);
    copy_slopes(&shape, t->slope[g]);
    if (assumption == GB_SOLID_STRESSES) t->modes = find_stress_modes(x, t->of, t->mode[g]);
    if (assumption == GB_SOLID_DILATATION) t->modes = find_dilatation_modes(basis, x, t->mode[g]);
  }
  gb_basis_shape_at(basis, middle, &shape);
  copy_slopes(&shape, t->center);
}

void gb_solid_tables4(void *table) {
  make_table(4, GB_SOLID_NOTHING, table);
}
void gb_solid_tables5(void *table) {
  make_table(5, GB_SOLID_DILATATION, table);
}
void gb_solid_tables6(void *table) {
  make_table(6, GB_SOLID_DILATATION, table);
}
void gb_solid_tables8(void *table) {
  make_table(8, GB_SOLID_STRESSES, table);
}
void gb_solid_tables10(void *table) {
  make_table(10, GB_SOLID_DILATATION, table);
}
void gb_solid_tables15(void *table) {
  make_table(15, GB_SOLID_DILATATION, table);
}
void gb_solid_tables20(void *table) {
  make_table(20, GB_SOLID_DILATATION, table);
}
void gb_solid_tables27(void *table) {
  make_table(27, GB_SOLID_DILATATION, table);
}

int gb_solid_metric_size(const void *table) {
  return GB_SOLID_METRIC * ((const gb_solid_table *)table)->points;
}

/// Set the inverse of a matrix, row by row. @return its determinant
static gb_geometry invert(const gb_geometry A[3][3], gb_geometry inverse[]) {
  gb_geometry det = {0};
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++) {
      const int k = (j + 1) % 3, l = (j + 2) % 3, m = (i + 1) % 3, n = (i + 2) % 3;
      inverse[3 * i + j] = A[k][m] * A[l][n] - A[k][n] * A[l][m];
    }
  for (int k = 0; k < 3; k++) det += A[0][k] * inverse[3 * k];
  for (int i = 0; i < 9; i++) inverse[i] /= det;
  return det;
}

void gb_solid_metric(const gb_element_input *in, gb_geometry metric[]) {
  const gb_solid_table *t = in->table;
  for (int g = 0; g < t->points; g++) {
    gb_geometry A[3][3];
    memset(A, 0, sizeof A);
    for (int a = 1; a < t->nodes; a++)
      for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++)
          A[i][k] += t->slope[g][a][k] * (in->position[a][i] - in->position[0][i]);
    gb_geometry *out = metric + GB_SOLID_METRIC * g;
    out[9] = t->weight[g] * invert((const gb_geometry(*)[3])A, out);
  }
}

void gb_solid_points_find(const gb_element_input *in, gb_solid_points *at) {
  const gb_solid_table *t = in->table;
  gb_geometry own[GB_SOLID_METRIC * GB_SOLID_POINTS];
  const gb_geometry *metric = in->metric ? in->metric : own;
  if (!in->metric) gb_solid_metric(in, own);
  for (int g = 0; g < t->points; g++, metric += GB_SOLID_METRIC) {
    at->volume[g] = metric[9];
    for (int a = 0; a < t->nodes; a++)
      for (int i = 0; i < 3; i++) {
        const double *slope = t->slope[g][a];
        at->slope[g][a][i] =
            slope[0] * metric[i] + slope[1] * metric[3 + i] + slope[2] * metric[6 + i];
      }
  }
}

void gb_solid_gradients(const gb_element_input *in, const gb_solid_points *at, const gb_pack x[],
                        gb_pack H[][3][3]) {
  const gb_solid_table *t = in->table;
  for (int g = 0; g < t->points; g++)
    for (int i = 0; i < 3; i++)
      for (int j = 0; j < 3; j++) {
        gb_pack sum = {0};
        for (int a = 0; a < t->nodes; a++) sum += x[3 * a + i] * at->slope[g][a][j];
        H[g][i][j] = sum;
      }
}

/// Integrals of N_a N_b over the element, [nodes][nodes], lumped where the layup says so.
static void find_masses(const gb_element_input *in, const gb_solid_points *at, gb_geometry M[]) {
  const gb_solid_table *t = in->table;
  const int nodes = t->nodes;
  for (int a = 0; a < nodes; a++)
    for (int b = 0; b <= a; b++) {
      gb_geometry sum = {0};
      for (int g = 0; g < t->points; g++) sum += at->volume[g] * (t->N[g][a] * t->N[g][b]);
      M[nodes * a + b] = M[nodes * b + a] = sum;
    }
  if (in->layup->lumped) gb_lump_diagonal(nodes, M);
}

void gb_solid_symmetric(const gb_pack G[3][3], const gb_pack H[3][3], gb_pack E[GB_SOLID_STRAINS]) {
  for (int i = 0; i < 3; i++) {
    gb_pack own = {0};
    for (int m = 0; m < 3; m++) own += G[m][i] * H[m][i];
    E[i] = own;
    for (int j = 0; j < i; j++) {
      gb_pack sum = {0};
      for (int m = 0; m < 3; m++) sum += G[m][i] * H[m][j] + G[m][j] * H[m][i];
      E[gb_solid_entry(i, j)] = sum;
    }
  }
}

void gb_solid_heat(const gb_element_input *in, gb_pack heat[]) {
  const gb_solid_table *t = in->table;
  const bool mean = gb_section_laws[in->layup->kind]->finite;
  const gb_pack *ratio = in->parameter + in->parameters;
  for (int g = 0; g < t->points; g++) {
    gb_pack scale = {0};
    if (!in->layup->tapered) scale += 1;
    for (int a = 0; in->layup->tapered && a < t->nodes; a++)
      scale += (mean ? 1.0 / t->nodes : t->N[g][a]) * ratio[a];
    heat[g] = in->layup->heated ? gb_layup_heat_at(in->layup, in->parameter, scale) : (gb_pack){0};
  }
}

void gb_solid_free_strains(const gb_solid_section *section, gb_pack heat, bool linear,
                           gb_pack E[GB_SOLID_STRAINS]) {
  gb_pack A[3][3], square[GB_SOLID_STRAINS];
  for (int i = 0; i < GB_SOLID_STRAINS; i++) E[i] = heat * section->expansion[i];
  if (linear) return;
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++) A[i][j] = E[gb_solid_entry(i, j)] / (i == j ? 1 : 2);
  gb_solid_symmetric((const gb_pack(*)[3])A, (const gb_pack(*)[3])A, square);
  for (int i = 0; i < GB_SOLID_STRAINS; i++) E[i] += square[i] / 2;
}

void gb_solid_deform(const gb_element_input *in, const gb_element_state *state,
                     const gb_solid_section *section, const gb_solid_points *at, gb_pack F[][3][3],
                     gb_pack E[][GB_SOLID_STRAINS]) {
  const gb_solid_table *t = in->table;
  gb_pack M[3][3], H[GB_SOLID_POINTS][3][3], free[GB_SOLID_STRAINS], heat[GB_SOLID_POINTS];
  const bool heated = section && in->layup->heated;
  if (heated) gb_solid_heat(in, heat);
  gb_solid_gradients(in, at, state->q, H);
  for (int g = 0; g < t->points; g++) {
    for (int i = 0; i < 3; i++)
      for (int j = 0; j < 3; j++) {
        const double one = i == j;
        F[g][i][j] = (state->linear ? (gb_pack){0} : H[g][i][j]) + one;
        M[i][j] = (state->linear ? (gb_pack){0} : H[g][i][j] / 2) + one; // E = sym(M^T H)
      }
    gb_solid_symmetric((const gb_pack(*)[3])M, (const gb_pack(*)[3])H[g], E[g]);
    if (!heated) continue;
    gb_solid_free_strains(section, heat[g], state->linear, free);
    for (int i = 0; i < GB_SOLID_STRAINS; i++) E[g][i] -= free[i];
  }
}

void gb_solid_add_forces(const gb_element_input *in, const gb_solid_points *at,
                         const gb_pack F[][3][3], const gb_pack S[][GB_SOLID_STRAINS],
                         gb_pack r[]) {
  const gb_solid_table *t = in->table;
  for (int g = 0; g < t->points; g++) {
    gb_pack P[3][3];
    for (int i = 0; i < 3; i++)
      for (int j = 0; j < 3; j++) {
        gb_pack sum = {0};
        for (int k = 0; k < 3; k++) sum += F[g][i][k] * S[g][gb_solid_entry(k, j)];
        P[i][j] = at->volume[g] * sum;
      }
    for (int a = 0; a < t->nodes; a++)
      for (int i = 0; i < 3; i++) r[3 * a + i] += gb_pack_dot3(P[i], at->slope[g][a]);
  }
}

/// Strains at the points by the unknown i of node b.
static void find_changes(const gb_solid_table *t, const gb_solid_points *at,
                         const gb_pack G[][3][3], int b, int i, gb_pack E[][GB_SOLID_STRAINS]) {
  for (int g = 0; g < t->points; g++) {
    const gb_pack *row = G[g][i];
    const gb_geometry *slope = at->slope[g][b];
    for (int k = 0; k < 3; k++) {
      E[g][k] = row[k] * slope[k];
      for (int l = 0; l < k; l++)
        E[g][gb_solid_entry(k, l)] = row[k] * slope[l] + row[l] * slope[k];
    }
  }
}

void gb_solid_add_matrix(const gb_element_input *in, const gb_solid_stress *law,
                         const gb_pack F[][3][3], const gb_pack G[][3][3],
                         const gb_pack S[][GB_SOLID_STRAINS], double factor, gb_pack J[]) {
  const gb_solid_table *t = in->table;
  const gb_solid_points *at = law->at;
  const int size = 3 * t->nodes;
  gb_pack dE[GB_SOLID_POINTS][GB_SOLID_STRAINS], dS[GB_SOLID_POINTS][GB_SOLID_STRAINS];
  gb_pack column[3 * GB_SOLID_NODES];
  for (int b = 0; b < t->nodes; b++)
    for (int j = 0; j < 3; j++) {
      find_changes(t, at, G, b, j, dE);
      law->form->changes(law, (const gb_pack(*)[GB_SOLID_STRAINS])dE, dS);
      memset(column, 0, (size_t)size * sizeof *column);
      gb_solid_add_forces(in, at, F, (const gb_pack(*)[GB_SOLID_STRAINS])dS, column);
      for (int m = 0; m < size; m++) J[size * m + 3 * b + j] += column[m];
    }
  for (int g = 0; factor != 0 && g < t->points; g++)
    for (int b = 0; b < t->nodes; b++) {
      gb_pack pull[3];
      for (int k = 0; k < 3; k++) {
        pull[k] = (gb_pack){0};
        for (int l = 0; l < 3; l++) pull[k] += S[g][gb_solid_entry(k, l)] * at->slope[g][b][l];
        pull[k] *= factor * at->volume[g];
      }
      for (int a = 0; a < t->nodes; a++) {
        const gb_pack entry = gb_pack_dot3(pull, at->slope[g][a]);
        for (int i = 0; i < 3; i++) J[size * (3 * a + i) + 3 * b + i] += entry;
      }
    }
}

void gb_solid_add_mass(const gb_element_input *in, const gb_solid_points *at, gb_pack factor,
                       gb_pack J[]) {
  const int nodes = in->nodes, size = 3 * nodes;
  gb_geometry M[GB_SOLID_NODES * GB_SOLID_NODES];
  find_masses(in, at, M);
  for (int a = 0; a < nodes; a++)
    for (int b = 0; b < nodes; b++)
      for (int i = 0; i < 3; i++) J[size * (3 * a + i) + 3 * b + i] += factor * M[nodes * a + b];
}

void gb_solid_add_inertia(const gb_element_input *in, const gb_solid_points *at, gb_pack density,
                          const double gravity[3], const gb_pack x[], gb_pack r[]) {
  const int nodes = in->nodes;
  gb_geometry M[GB_SOLID_NODES * GB_SOLID_NODES];
  find_masses(in, at, M);
  for (int a = 0; a < nodes; a++)
    for (int b = 0; b < nodes; b++)
      for (int i = 0; i < 3; i++)
        r[3 * a + i] += density * M[nodes * a + b] * (x[3 * b + i] - gravity[i]);
}
