/// The strains of the director shell, as coefficients of the one kernel at the quadrature points.
#ifndef GB_ELEMENTS_SHELL_STRAINS_H
#define GB_ELEMENTS_SHELL_STRAINS_H

#include "constitutive/section.h"
#include "elements/kernel.h"
#include "elements/tangents.h"

#include <stdbool.h>

enum { GB_SHELL_TIES = 16 };

/// Constants of a reference element: components of the strains at its quadrature points, and of
/// those that are tied in a basis of the element's middle, at the points where they are taken.
typedef struct gb_shell_table {
  const gb_basis *basis;
  int points, ties;
  bool edges;             ///< tied components are those along the three edges, not 11, 22, 12
  bool inplane;           ///< the membrane strains are those of shell_inplane.h
  gb_form form;           ///< of the points; vectors x_1 .. x_n, d_1 .. d_n
  gb_form tied;           ///< of the ties
  gb_shape_values middle; ///< of the element
  gb_shape_values node[GB_BASIS_NODES];
  struct {
    gb_shape_values shape;
    double weight, at[2];
    unsigned char distinct[GB_STRAINS]; ///< where each is among the distinct ones
    double share[GB_SHELL_TIES];        ///< of each tie's component
    double own[GB_BASIS_NODES];         ///< of the area, each node's
  } point[GB_BASIS_POINTS];
  /// The points' strains, each once: many are the same at several; before them the rows of
  /// in-plane bending.
  gb_form distinct;
  double C[GB_ROWS][GB_PAIRS]; ///< of the distinct ones
  struct {
    gb_shape_values shape;
    int component;                ///< that is taken here: 0: 11, 1: 22, 2: 12 or the third edge
    double C[GB_SHEAR][GB_PAIRS]; ///< covariant strains
  } tie[GB_SHELL_TIES];
} gb_shell_table;

/// Fill the table of the shell with 3 (MITC3), 6 (MITC6), 4 (MITC4) or 9 nodes (MITC9), as
/// gb_element.tables. Sources: Dvorkin & Bathe 1984 (MITC4), Lee & Bathe 2004 (MITC3, MITC6),
/// Bucalem & Bathe 1993 (MITC9); docs/theory.md, section 3.
void gb_shell_triangle_tables(void *table);
void gb_shell_quadratic_triangle_tables(void *table);
void gb_shell_quadrilateral_tables(void *table);
void gb_shell_quadratic_tables(void *table);

#endif
