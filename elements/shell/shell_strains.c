/// Membrane, bending and shear strains of the director shell:   e_ab = (x,a.x,b - X,a.X,b)/2, k_ab
/// = (x,a.d,b + x,b.d,a - ...)/2, g_a = x,a.d - X,a.D in the convective basis, where strains that
/// would lock are interpolated from the MITC sampling points. Source: docs/theory.md, section 3.
#include "elements/shell/shell_strains.h"

#include "elements/shell/shell_inplane.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

/// A strain at one point with its weight, a polynomial of 1, xi, eta, xi eta, xi^2, eta^2.
typedef struct sample {
  unsigned char strain;
  double xi, eta, weight[6];
} sample;

/// How a strain is tied: it is sampled on a grid of points along xi and eta and interpolated by
/// Lagrange polynomials, or it is a sum of samples. Neither: the strain is not tied.
typedef struct tying {
  int along[2];
  const double *place[2];
  int samples;
  sample sample[10];
} tying;

/// Tying of membrane and bending strains, which have the same sampling points, and of shear
/// strains.
typedef struct scheme {
  tying plane[3], shear[2];
  bool edges;   ///< in-plane components are those along the edges of a triangle
  bool inplane; ///< membrane strains are assumed, see shell_inplane.h
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

/// MITC6, (3.15): membrane and bending along each edge are linear, from the edge's two Gauss points
/// and the middle of a line parallel to it, at H from it; the edges are eta = 0, xi = 0 and the
/// third one.
#define R3 1.73205080756887729353
#define H  (1 / R3)
#define P  (0.5 - 0.5 / R3)
#define Q  (0.5 + 0.5 / R3)
#define HIGH                                                                                       \
  { (1 + R3) / 2, -R3, -R3 }
#define LOW (1 - R3) / 2

/// Shear, (3.16): the eight terms of 1, xi, eta and (-eta, xi) (xi, eta) that have the shear along
/// the edges at their Gauss points and both components in the middle. The second component is the
/// first of the triangle with xi and eta exchanged.
#define T (1.0 / 3)
static const scheme mitc6 = {
    .edges = true,
    .plane = {{.samples = 3,
               .sample = {{0, P, 0, HIGH}, {0, Q, 0, {LOW, R3, 0}}, {0, P, H, {0, 0, R3}}}},
              {.samples = 3,
               .sample = {{0, 0, P, HIGH}, {0, 0, Q, {LOW, 0, R3}}, {0, H, P, {0, R3, 0}}}},
              {.samples = 3,
               .sample = {{0, P, Q, {LOW, 0, R3}},
                          {0, Q, P, {LOW, R3, 0}},
                          {0, P, P, {R3, -R3, -R3}}}}},
    .shear = {{.samples = 10,
               .sample = {{G1, P, 0, {(1 + R3) / 2, -R3, -2 - R3, R3, 0, (3 + R3) / 2}},
                          {G1, Q, 0, {(1 - R3) / 2, R3, -2 + R3, -R3, 0, (3 - R3) / 2}},
                          {G2, 0, P, {0, 0, (1 + R3) / 2, -(3 + R3) / 2, 0, -R3}},
                          {G2, 0, Q, {0, 0, (1 - R3) / 2, -(3 - R3) / 2, 0, R3}},
                          {G2, P, Q, {0, 0, 1, -(3 - R3) / 2, 0, -(3 + R3) / 2}},
                          {G1, P, Q, {0, 0, -1, (3 - R3) / 2, 0, (3 + R3) / 2}},
                          {G2, Q, P, {0, 0, 1, -(3 + R3) / 2, 0, -(3 - R3) / 2}},
                          {G1, Q, P, {0, 0, -1, (3 + R3) / 2, 0, (3 - R3) / 2}},
                          {G1, T, T, {0, 0, 6, -3, 0, -6}},
                          {G2, T, T, {0, 0, -3, 6, 0, 3}}}},
              {.samples = 10,
               .sample = {{G2, 0, P, {(1 + R3) / 2, -2 - R3, -R3, R3, (3 + R3) / 2, 0}},
                          {G2, 0, Q, {(1 - R3) / 2, -2 + R3, R3, -R3, (3 - R3) / 2, 0}},
                          {G1, P, 0, {0, (1 + R3) / 2, 0, -(3 + R3) / 2, -R3, 0}},
                          {G1, Q, 0, {0, (1 - R3) / 2, 0, -(3 - R3) / 2, R3, 0}},
                          {G1, Q, P, {0, 1, 0, -(3 - R3) / 2, -(3 + R3) / 2, 0}},
                          {G2, Q, P, {0, -1, 0, (3 - R3) / 2, (3 + R3) / 2, 0}},
                          {G1, P, Q, {0, 1, 0, -(3 + R3) / 2, -(3 - R3) / 2, 0}},
                          {G2, P, Q, {0, -1, 0, (3 + R3) / 2, (3 - R3) / 2, 0}},
                          {G2, T, T, {0, 6, 0, -3, -6, 0}},
                          {G1, T, T, {0, -3, 0, 6, 3, 0}}}}}};
#undef R3
#undef H
#undef P
#undef Q
#undef HIGH
#undef LOW
#undef T

/// Points along an axis: the centre, the edges, Gauss points.
static const double middle[] = {0}, edges[] = {-1, 1},
                    two[] = {-0.57735026918962576451, 0.57735026918962576451},
                    three[] = {-0.77459666924148337704, 0, 0.77459666924148337704};

/// MITC4, (3.9): g1 from the mid-points of the edges eta = -1, 1, g2 from those of xi = -1, 1; the
/// membrane by (3.22).
static const scheme mitc4 = {.shear = {{{1, 2}, {middle, edges}}, {{2, 1}, {edges, middle}}},
                             .inplane = true};

/// MITC9, (3.13): two sampling points along the axis of differentiation of a strain, three along
/// the other axis.
static const scheme mitc9 = {
    .plane = {{{2, 3}, {two, three}}, {{3, 2}, {three, two}}, {{2, 2}, {two, two}}},
    .shear = {{{2, 3}, {two, three}}, {{3, 2}, {three, two}}}};

/// Order of pairs: first (x_a, x_b) with a <= b, then all (x_a, d_b).
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

/// Set strains first to last - 1 of the form, each with the pairs that it uses. Strains before
/// `first` are zero.
static void make_rows(int nodes, int first, int last, gb_form *form) {
  const int membrane = nodes * (nodes + 1) / 2;
  form->strains = last;
  for (int c = first; c < last; c++) {
    form->begin[c] = (unsigned char)(c < GB_BENDING ? 0 : membrane);
    form->end[c] = (unsigned char)(c < GB_BENDING ? membrane : form->pairs);
  }
}

/// @return the coefficient of the pair (x_a, x_b) or (x_a, d_b) in a strain at a point
static double coefficient(int strain, const gb_shape_values *s, int a, int b) {
  const double *slope[] = {s->N1, s->N2};
  if (strain >= GB_SHEAR) return slope[strain - GB_SHEAR][a] * s->N[b];
  const int part = strain % 3, i = part == 1, j = part > 0;
  const double product = slope[i][a] * slope[j][b];
  if (strain < GB_BENDING && a == b) return part == 2 ? product : 0.5 * product;
  return part == 2 ? product + slope[j][a] * slope[i][b] : product;
}

/// Compute the Lagrange polynomials of these nodes at x.
static void lagrange(int count, const double place[], double x, double value[]) {
  for (int i = 0; i < count; i++) {
    value[i] = 1;
    for (int k = 0; k < count; k++)
      if (k != i) value[i] *= (x - place[k]) / (place[i] - place[k]);
  }
}

/// Add a strain of the surface at a point, without ties.
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

static double weight_of(const sample *s, double xi, double eta) {
  const double *c = s->weight;
  return c[0] + c[1] * xi + c[2] * eta + c[3] * xi * eta + c[4] * xi * xi + c[5] * eta * eta;
}

/// Add a strain at a quadrature point that constants tie.
static void tie_strain(const gb_shell_table *table, const tying *t, int strain, double xi,
                       double eta, double C[]) {
  double L[2][3];
  for (int k = 0; k < t->samples; k++) {
    const sample *s = &t->sample[k];
    add_strain(table, s->strain, s->xi, s->eta, weight_of(s, xi, eta), C);
  }
  lagrange(t->along[0], t->place[0], xi, L[0]);
  lagrange(t->along[1], t->place[1], eta, L[1]);
  for (int i = 0; i < t->along[0]; i++)
    for (int j = 0; j < t->along[1]; j++)
      add_strain(table, strain, t->place[0][i], t->place[1][j], L[0][i] * L[1][j], C);
  if (t->samples + t->along[0] == 0) add_strain(table, strain, xi, eta, 1, C);
}

/// Sample a component of membrane and bending strains at one more point. @return the index of the
/// tie
static int add_tie(int component, double xi, double eta, gb_shell_table *table) {
  const int tie = table->ties++;
  table->tie[tie].component = component;
  gb_basis_shape(table->basis, xi, eta, &table->tie[tie].shape);
  for (int c = 0; c < GB_SHEAR; c++) add_strain(table, c, xi, eta, 1, table->tie[tie].C[c]);
  return tie;
}

/// Sample a component of membrane and bending strains at its samples or the points of its grid.
static void add_ties(const tying *t, int component, const gb_quadrature_point rule[],
                     gb_shell_table *table) {
  for (int k = 0; k < t->samples; k++) {
    const int tie = add_tie(component, t->sample[k].xi, t->sample[k].eta, table);
    for (int g = 0; g < table->points; g++)
      table->point[g].share[tie] = weight_of(&t->sample[k], rule[g].xi, rule[g].eta);
  }
  for (int i = 0; i < t->along[0]; i++)
    for (int j = 0; j < t->along[1]; j++) {
      const int tie = add_tie(component, t->place[0][i], t->place[1][j], table);
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

/// List the distinct strains of all points, ordered by component, so that strains with the same
/// pairs are adjacent.
static void list_distinct(const double C[][GB_STRAINS][GB_PAIRS], gb_shell_table *table) {
  gb_form *form = &table->distinct;
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

/// Set the rows of in-plane bending: products of x_r = sum of xi_a x_a / 4, x_s = sum of eta_a x_a
/// / 4 and x_d = sum of xi_a eta_a x_a / 4.
static void list_inplane(gb_shell_table *table) {
  static const unsigned char side[GB_INPLANE_ROWS][2] = {{0, 0}, {1, 1}, {0, 1},
                                                         {0, 2}, {1, 2}, {2, 2}};
  const gb_basis *basis = table->basis;
  gb_form *form = &table->distinct;
  double factor[3][GB_SURFACE_NODES];
  for (int a = 0; a < basis->nodes; a++) {
    factor[0][a] = basis->position[a][0] / 4;
    factor[1][a] = basis->position[a][1] / 4;
    factor[2][a] = 4 * factor[0][a] * factor[1][a];
  }
  for (int row = 0; row < GB_INPLANE_ROWS; row++) {
    const double *f = factor[side[row][0]], *g = factor[side[row][1]];
    form->begin[row] = 0;
    form->end[row] = (unsigned char)(basis->nodes * (basis->nodes + 1) / 2);
    for (int p = 0; p < form->end[row]; p++) {
      const int a = form->pair[p][0], b = form->pair[p][1];
      table->C[row][p] = (f[a] * g[b] + (a != b) * f[b] * g[a]) / (f == g ? 2 : 1);
    }
  }
  form->strains = GB_INPLANE_ROWS;
}

/// Compute the fraction of the area at a point that belongs to each node: its shape function; for
/// the six-node triangle, whose corner functions have no area, a third of each of the four
/// triangles between the nodes.
static void share_area(const gb_basis *basis, const gb_shape_values *shape, double own[]) {
  for (int a = 0; a < basis->nodes; a++)
    own[a] = basis->nodes != 6 ? shape->N[a] : a < 3 ? 1.0 / 12 : 3.0 / 12;
}

/// Fill the table of the shell with this number of nodes.
static void fill_table(int nodes, gb_shell_table *table) {
  static const scheme *const schemes[] = {[3] = &mitc3, [4] = &mitc4, [6] = &mitc6, [9] = &mitc9};
  const scheme *ties = schemes[nodes];
  gb_quadrature_point rule[GB_SURFACE_POINTS];
  // coefficients of covariant strains, without tied strains
  double C[GB_SURFACE_POINTS][GB_STRAINS][GB_PAIRS];
  memset(C, 0, sizeof C);
  memset(table, 0, sizeof *table);
  table->basis = gb_basis_of(2, nodes);
  table->points = gb_basis_quadrature(table->basis, rule);
  table->edges = ties->edges;
  table->inplane = ties->inplane;
  gb_basis_shape(table->basis, table->basis->middle, table->basis->middle, &table->middle);
  for (int a = 0; a < nodes; a++)
    gb_basis_shape(table->basis, table->basis->position[a][0], table->basis->position[a][1],
                   &table->node[a]);
  make_pairs(nodes, &table->form);
  table->tied = table->form;
  for (int k = 0; k < 3; k++) add_ties(&ties->plane[k], k, rule, table);
  const int first = table->ties ? GB_SHEAR : table->inplane ? GB_BENDING : GB_MEMBRANE;
  make_rows(nodes, first, GB_STRAINS, &table->form);
  make_rows(nodes, 0, GB_SHEAR, &table->tied);
  for (int g = 0; g < table->points; g++) {
    const double xi = rule[g].xi, eta = rule[g].eta;
    table->point[g].weight = rule[g].weight;
    table->point[g].at[0] = xi;
    table->point[g].at[1] = eta;
    gb_basis_shape(table->basis, xi, eta, &table->point[g].shape);
    share_area(table->basis, &table->point[g].shape, table->point[g].own);
    for (int c = first; c < GB_SHEAR; c++) add_strain(table, c, xi, eta, 1, C[g][c]);
    for (int k = 0; k < 2; k++)
      tie_strain(table, &ties->shear[k], GB_SHEAR + k, xi, eta, C[g][G1 + k]);
  }
  table->distinct = table->form;
  table->distinct.strains = 0;
  if (table->inplane) list_inplane(table);
  list_distinct((const double(*)[GB_STRAINS][GB_PAIRS])C, table);
}

void gb_shell_triangle_tables(void *table) {
  fill_table(3, table);
}

void gb_shell_quadratic_triangle_tables(void *table) {
  fill_table(6, table);
}

void gb_shell_quadrilateral_tables(void *table) {
  fill_table(4, table);
}

void gb_shell_quadratic_tables(void *table) {
  fill_table(9, table);
}
