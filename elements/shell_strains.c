/// Membrane, bending and tied shear strains of the director shell:
///   e_ab = (x,a.x,b - X,a.X,b)/2, k_ab = (x,a.d,b + x,b.d,a - ...)/2, g_a = x,a.d - X,a.D
/// in the convective basis, the shear interpolated from the MITC sampling points.
#include "elements/shell_strains.h"

#include <string.h>

/// Coefficients of x,1.d (row 0) and x,2.d (row 1) at any point, on the pairs (x_a, d_b).
static void add_shear(int nodes, double xi, double eta, int row, double factor, double C[]) {
  gb_shape_values s;
  gb_basis_shape(nodes, xi, eta, &s);
  const double *slope = row ? s.N2 : s.N1;
  for (int a = 0; a < nodes; a++)
    for (int b = 0; b < nodes; b++) C[a * nodes + b] += factor * slope[a] * s.N[b];
}

/// MITC4: g1 from the mid-points of the edges eta = -1, 1, g2 from those of xi = -1, 1.
static void tie_quadrilateral(double xi, double eta, double g1[], double g2[]) {
  add_shear(4, 0, -1, 0, (1 - eta) / 2, g1);
  add_shear(4, 0, 1, 0, (1 + eta) / 2, g1);
  add_shear(4, -1, 0, 1, (1 - xi) / 2, g2);
  add_shear(4, 1, 0, 1, (1 + xi) / 2, g2);
}

/// MITC3: g1 = g1(A) + c eta, g2 = g2(B) - c xi, c = g2(B) - g1(A) - g2(C) + g1(C) with the
/// mid-points A, B of the edges eta = 0, xi = 0 and C of the third: the shear along each edge is
/// constant.
static void tie_triangle(double xi, double eta, double g1[], double g2[]) {
  add_shear(3, 0.5, 0, 0, 1 - eta, g1);
  add_shear(3, 0, 0.5, 1, eta, g1);
  add_shear(3, 0.5, 0.5, 1, -eta, g1);
  add_shear(3, 0.5, 0.5, 0, eta, g1);
  add_shear(3, 0, 0.5, 1, 1 - xi, g2);
  add_shear(3, 0.5, 0, 0, xi, g2);
  add_shear(3, 0.5, 0.5, 1, xi, g2);
  add_shear(3, 0.5, 0.5, 0, -xi, g2);
}

/// Pairs (x_a, x_b) with a <= b first, then all (x_a, d_b).
static void make_form(int nodes, gb_form *form) {
  *form = (gb_form){.strains = GB_STRAINS};
  for (int a = 0; a < nodes; a++)
    for (int b = a; b < nodes; b++) {
      form->pair[form->pairs][0] = (unsigned char)a;
      form->pair[form->pairs++][1] = (unsigned char)b;
    }
  int membrane = form->pairs;
  for (int a = 0; a < nodes; a++)
    for (int b = 0; b < nodes; b++) {
      form->pair[form->pairs][0] = (unsigned char)a;
      form->pair[form->pairs++][1] = (unsigned char)(nodes + b);
    }
  for (int c = 0; c < GB_STRAINS; c++) {
    form->begin[c] = (unsigned char)(c < GB_BENDING ? 0 : membrane);
    form->end[c] = (unsigned char)(c < GB_BENDING ? membrane : form->pairs);
  }
}

static void membrane_and_bending(int nodes, const gb_shape_values *s, const gb_form *form,
                                 double C[][GB_PAIRS]) {
  for (int p = 0; p < form->pairs; p++) {
    int a = form->pair[p][0], b = form->pair[p][1] % nodes;
    int first = form->pair[p][1] < nodes ? GB_MEMBRANE : GB_BENDING;
    double half = first == GB_MEMBRANE && a == b ? 0.5 : 1;
    C[first][p] = half * s->N1[a] * s->N1[b];
    C[first + 1][p] = half * s->N2[a] * s->N2[b];
    C[first + 2][p] = half * (s->N1[a] * s->N2[b] + s->N2[a] * s->N1[b]);
  }
}

void gb_shell_strains(int nodes, gb_shell_table *table) {
  memset(table, 0, sizeof *table);
  make_form(nodes, &table->form);
  gb_quadrature_point rule[GB_BASIS_POINTS];
  table->points = gb_basis_quadrature(nodes, rule);
  int shear = table->form.begin[GB_SHEAR];
  for (int g = 0; g < table->points; g++) {
    double xi = rule[g].xi, eta = rule[g].eta, (*C)[GB_PAIRS] = table->point[g].C;
    table->point[g].weight = rule[g].weight;
    gb_basis_shape(nodes, xi, eta, &table->point[g].shape);
    membrane_and_bending(nodes, &table->point[g].shape, &table->form, C);
    (nodes == 4 ? tie_quadrilateral : tie_triangle)(xi, eta, &C[GB_SHEAR][shear],
                                                    &C[GB_SHEAR + 1][shear]);
  }
}
