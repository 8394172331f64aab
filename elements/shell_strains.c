/// Membrane, bending and shear strains of the director shell:
///   e_ab = (x,a.x,b - X,a.X,b)/2, k_ab = (x,a.d,b + x,b.d,a - ...)/2, g_a = x,a.d - X,a.D
/// in the convective basis, those that would lock interpolated from the MITC sampling points.
/// Source: docs/theory.md, section 3.
#include "elements/shell_strains.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

/// A strain taken at one place, with its weight c0 + c1 xi + c2 eta.
typedef struct sample {
  unsigned char strain;
  double xi, eta, weight[3];
} sample;

/// How a strain is tied: taken on a grid of places along xi and eta and interpolated by Lagrange's
/// polynomials, or a sum of samples. Neither: the strain itself.
typedef struct tying {
  int along[2];
  const double *place[2];
  int samples;
  sample sample[4];
} tying;

/// Of membrane and bending strains alike, by components, and of the shear strains.
typedef struct scheme {
  tying plane[3], shear[2];
} scheme;

enum { G1 = GB_SHEAR, G2 };

/// MITC3, (3.10): g1 = g1(A) + c eta, g2 = g2(B) - c xi, c = g2(B) - g1(A) - g2(C) + g1(C) with the
/// mid-points A, B of the edges eta = 0, xi = 0 and C of the third: the shear along each edge is
/// constant.
static const scheme mitc3 = {.shear = {{.samples = 4,
                                        .sample = {{G1, 0.5, 0, {1, 0, -1}},
                                                   {G2, 0, 0.5, {0, 0, 1}},
                                                   {G2, 0.5, 0.5, {0, 0, -1}},
                                                   {G1, 0.5, 0.5, {0, 0, 1}}}},
                                       {.samples = 4,
                                        .sample = {{G2, 0, 0.5, {1, -1, 0}},
                                                   {G1, 0.5, 0, {0, 1, 0}},
                                                   {G2, 0.5, 0.5, {0, 1, 0}},
                                                   {G1, 0.5, 0.5, {0, -1, 0}}}}}};

/// Places along an axis: the middle, the edges, Gauss points.
static const double middle[] = {0}, edges[] = {-1, 1},
                    two[] = {-0.57735026918962576451, 0.57735026918962576451},
                    three[] = {-0.77459666924148337704, 0, 0.77459666924148337704};

/// MITC4, (3.9): g1 from the mid-points of the edges eta = -1, 1, g2 from those of xi = -1, 1.
static const scheme mitc4 = {.shear = {{{1, 2}, {middle, edges}}, {{2, 1}, {edges, middle}}}};

/// MITC9, (3.13): two places along an axis by which a strain differentiates, three along the other.
static const scheme mitc9 = {
    .plane = {{{2, 3}, {two, three}}, {{3, 2}, {three, two}}, {{2, 2}, {two, two}}},
    .shear = {{{2, 3}, {two, three}}, {{3, 2}, {three, two}}}};

/// Pairs (x_a, x_b) with a <= b first, then all (x_a, d_b).
static void make_pairs(int nodes, gb_form *form) {
  *form = (gb_form){.vectors = 2 * nodes};
  for (int a = 0; a < nodes; a++)
    for (int b = a; b < nodes; b++) {
      form->pair[form->pairs][0] = (unsigned char)a;
      form->pair[form->pairs++][1] = (unsigned char)b;
    }
  for (int a = 0; a < nodes; a++)
    for (int b = 0; b < nodes; b++) {
      form->pair[form->pairs][0] = (unsigned char)a;
      form->pair[form->pairs++][1] = (unsigned char)(nodes + b);
    }
  gb_kernel_connect(form);
}

/// Give the form strains first .. last - 1, each with the pairs that it uses; those before are
/// zero.
static void make_rows(int nodes, int first, int last, gb_form *form) {
  const int membrane = nodes * (nodes + 1) / 2;
  form->strains = last;
  for (int c = first; c < last; c++) {
    form->begin[c] = (unsigned char)(c < GB_BENDING ? 0 : membrane);
    form->end[c] = (unsigned char)(c < GB_BENDING ? membrane : form->pairs);
  }
}

/// What a strain at a point has of the pair (x_a, x_b) or (x_a, d_b).
static double coefficient(int strain, const gb_shape_values *s, int a, int b) {
  const double *slope[] = {s->N1, s->N2};
  if (strain >= GB_SHEAR) return slope[strain - GB_SHEAR][a] * s->N[b];
  const int part = strain % 3, i = part == 1, j = part > 0;
  const double product = slope[i][a] * slope[j][b];
  if (strain < GB_BENDING && a == b) return part == 2 ? product : 0.5 * product;
  return part == 2 ? product + slope[j][a] * slope[i][b] : product;
}

/// Lagrange's polynomials of some places at x.
static void lagrange(int count, const double place[], double x, double value[]) {
  for (int i = 0; i < count; i++) {
    value[i] = 1;
    for (int k = 0; k < count; k++)
      if (k != i) value[i] *= (x - place[k]) / (place[i] - place[k]);
  }
}

/// Add a strain of the surface at any point, untied.
static void add_strain(const gb_shell_table *table, int strain, double xi, double eta,
                       double factor, double C[]) {
  const gb_form *form = &table->form;
  const int nodes = table->basis->nodes, membrane = nodes * (nodes + 1) / 2;
  gb_shape_values s;
  gb_basis_shape(table->basis, xi, eta, &s);
  for (int p = strain < GB_BENDING ? 0 : membrane;
       p < (strain < GB_BENDING ? membrane : form->pairs); p++)
    C[p] += factor * coefficient(strain, &s, form->pair[p][0], form->pair[p][1] % nodes);
}

/// A strain at a quadrature point as it is tied by constants.
static void tie_strain(const gb_shell_table *table, const tying *t, int strain, double xi,
                       double eta, double C[]) {
  double L[2][3];
  for (int k = 0; k < t->samples; k++) {
    const sample *s = &t->sample[k];
    add_strain(table, s->strain, s->xi, s->eta,
               s->weight[0] + s->weight[1] * xi + s->weight[2] * eta, C);
  }
  lagrange(t->along[0], t->place[0], xi, L[0]);
  lagrange(t->along[1], t->place[1], eta, L[1]);
  for (int i = 0; i < t->along[0]; i++)
    for (int j = 0; j < t->along[1]; j++)
      add_strain(table, strain, t->place[0][i], t->place[1][j], L[0][i] * L[1][j], C);
  if (t->samples + t->along[0] == 0) add_strain(table, strain, xi, eta, 1, C);
}

/// Take a component of membrane and bending at the points of its grid.
static void add_ties(const tying *t, int component, const gb_quadrature_point rule[],
                     gb_shell_table *table) {
  for (int i = 0; i < t->along[0]; i++)
    for (int j = 0; j < t->along[1]; j++) {
      const double xi = t->place[0][i], eta = t->place[1][j];
      const int tie = table->ties++;
      table->tie[tie].component = component;
      gb_basis_shape(table->basis, xi, eta, &table->tie[tie].shape);
      for (int c = 0; c < GB_SHEAR; c++) add_strain(table, c, xi, eta, 1, table->tie[tie].C[c]);
      for (int g = 0; g < table->points; g++) {
        double L[2][3];
        lagrange(t->along[0], t->place[0], rule[g].xi, L[0]);
        lagrange(t->along[1], t->place[1], rule[g].eta, L[1]);
        table->point[g].share[tie] = L[0][i] * L[1][j];
      }
    }
}

static bool are_equal(const double a[], const double b[]) {
  for (int p = 0; p < GB_PAIRS; p++)
    if (fabs(a[p] - b[p]) > 1e-14) return false;
  return true;
}

/// List the strains of all points, those that are equal once: strain by strain, so that those with
/// the same pairs follow each other.
static void list_distinct(const double C[][GB_STRAINS][GB_PAIRS], gb_shell_table *table) {
  gb_form *form = &table->distinct;
  *form = table->form;
  form->strains = 0;
  for (int c = 0; c < table->form.strains; c++) {
    const int first = form->strains;
    for (int g = 0; g < table->points && table->form.begin[c] < table->form.end[c]; g++) {
      int row = first;
      while (row < form->strains && !are_equal(table->C[row], C[g][c])) row++;
      table->point[g].distinct[c] = (unsigned char)row;
      if (row < form->strains) continue;
      memcpy(table->C[row], C[g][c], sizeof table->C[row]);
      form->begin[row] = table->form.begin[c];
      form->end[row] = table->form.end[c];
      form->strains++;
    }
  }
}

void gb_shell_strains(int nodes, gb_shell_table *table) {
  const scheme *ties = nodes == 3 ? &mitc3 : nodes == 4 ? &mitc4 : &mitc9;
  gb_quadrature_point rule[GB_BASIS_POINTS];
  double C[GB_BASIS_POINTS][GB_STRAINS][GB_PAIRS]; // covariant strains, without those of the ties
  memset(C, 0, sizeof C);
  memset(table, 0, sizeof *table);
  table->basis = gb_basis_of(2, nodes);
  table->points = gb_basis_quadrature(table->basis, rule);
  gb_basis_shape(table->basis, 0, 0, &table->middle);
  for (int a = 0; a < nodes; a++)
    gb_basis_shape(table->basis, table->basis->place[a][0], table->basis->place[a][1],
                   &table->node[a]);
  make_pairs(nodes, &table->form);
  table->tied = table->form;
  for (int k = 0; k < 3; k++) add_ties(&ties->plane[k], k, rule, table);
  make_rows(nodes, table->ties ? GB_SHEAR : 0, GB_STRAINS, &table->form);
  make_rows(nodes, 0, GB_SHEAR, &table->tied);
  for (int g = 0; g < table->points; g++) {
    const double xi = rule[g].xi, eta = rule[g].eta;
    table->point[g].weight = rule[g].weight;
    gb_basis_shape(table->basis, xi, eta, &table->point[g].shape);
    for (int c = 0; c < GB_SHEAR; c++)
      if (!table->ties) add_strain(table, c, xi, eta, 1, C[g][c]);
    for (int k = 0; k < 2; k++)
      tie_strain(table, &ties->shear[k], GB_SHEAR + k, xi, eta, C[g][G1 + k]);
  }
  list_distinct((const double(*)[GB_STRAINS][GB_PAIRS])C, table);
}

void gb_shell_triangle_tables(void *table) {
  gb_shell_strains(3, table);
}

void gb_shell_quadrilateral_tables(void *table) {
  gb_shell_strains(4, table);
}

void gb_shell_quadratic_tables(void *table) {
  gb_shell_strains(9, table);
}
