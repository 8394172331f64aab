/// The strains of the director shell, as coefficients of the one kernel at the quadrature points.
#ifndef GB_ELEMENTS_SHELL_STRAINS_H
#define GB_ELEMENTS_SHELL_STRAINS_H

#include "elements/basis.h"
#include "elements/kernel.h"

/// Order of the strains: e11 e22 2e12, k11 k22 2k12, g1 g2.
enum { GB_MEMBRANE = 0, GB_BENDING = 3, GB_SHEAR = 6 };

/// Constants of a reference element.
typedef struct gb_shell_table {
  int points;
  gb_form form; ///< vectors x_1 .. x_n, d_1 .. d_n
  struct {
    gb_shape_values shape;
    double weight;
    double C[GB_STRAINS][GB_PAIRS]; ///< covariant strains
  } point[GB_BASIS_POINTS];
} gb_shell_table;

/// Fill the table of the 3-node (MITC3) or 4-node (MITC4) shell.
/// Sources: Dvorkin & Bathe 1984 (MITC4), Lee & Bathe 2004 (MITC3); docs/theory.md, section 3.
void gb_shell_strains(int nodes, gb_shell_table *table);

#endif
