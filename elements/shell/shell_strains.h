/// Strains of the director shell as coefficients of dot products, for one kernel of all shapes.
#ifndef GB_ELEMENTS_SHELL_SHELL_STRAINS_H
#define GB_ELEMENTS_SHELL_SHELL_STRAINS_H

#include "constitutive/section.h"
#include "elements/kernel.h"
#include "elements/tangents.h"

#include <stdbool.h>

enum { GB_SHELL_TIES = 16 };

/// Constants of a reference element: strain components at its quadrature points, and tied
/// components in the basis of the element's centre at the tying points.
typedef struct gb_shell_table {
  const gb_basis *basis;
  int points, ties;
  bool edges;             ///< tied components are along the three edges, not 11, 22, 12
  bool inplane;           ///< membrane strains follow shell_inplane.h
  gb_form form;           ///< products at the points, with vectors x_1 .. x_n, d_1 .. d_n
  gb_form tied;           ///< products of the ties
  gb_shape_values middle; ///< shape functions at the element's centre
  gb_shape_values node[GB_SURFACE_NODES];
  struct {
    gb_shape_values shape;
    double weight, at[2];
    unsigned char distinct[GB_STRAINS]; ///< index of each strain among the distinct ones
    double share[GB_SHELL_TIES];        ///< weight of each tie's component
    double own[GB_SURFACE_NODES];       ///< share of each node in the area
  } point[GB_SURFACE_POINTS];
  /// Distinct strains of the points, many of which are equal at several points. The rows of
  /// in-plane bending come first.
  gb_form distinct;
  double C[GB_ROWS][GB_PAIRS]; ///< coefficients of the distinct strains
  struct {
    gb_shape_values shape;
    int component;                ///< tied component: 0: 11, 1: 22, 2: 12 or the third edge
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
