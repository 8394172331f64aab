/// Springs and dampers of a Nastran deck as its cards give them.
#ifndef GB_NASTRAN_ENTRIES_SPRING_H
#define GB_NASTRAN_ENTRIES_SPRING_H

#include "elements/spring/matrix.h"
#include "nastran/entries/nastran.h"

/// CELAS, CDAMP, CVISC, CBUSH, CMASS between two grids, and parts of matrices of GENEL and DMIG.
typedef struct gb_nastran_spring {
  const char *card;
  const char *name; ///< of a matrix; NULL: by card and number
  gb_matrices *own; ///< matrices of both grids along CD, later along basic axes; NULL: no matrix
  int64_t id, property;
  int64_t grid[2];         ///< 0: the ground
  int component;           ///< of CELAS and CDAMP, from 1 to 6; else 0
  unsigned scalar;         ///< bit of each end with component 0: a scalar point
  double k[6], b[6], m[6]; ///< a CVISC has b[0], along its line; a CMASS m
  int64_t toward, system;  ///< of CBUSH: G0, 0: none; CID, -1: none
  double up[3], share;     ///< of CBUSH: X1, X2, X3; S
  int64_t place;           ///< of CBUSH: OCID, the system of `at` (S1, S2, S3); -1: `share` counts
  double at[3], axes[2][3];
  bool weighs; ///< whether m is what a grid has along components beyond its mass
  int32_t line;
} gb_nastran_spring;

/// PELAS, PDAMP, PVISC, PBUSH.
typedef struct gb_nastran_stiffness {
  const char *card;
  int64_t id;
  int32_t line;
  double k[6], b[6];
} gb_nastran_stiffness;

enum { GB_NASTRAN_NAME = 9 }; ///< size of the name of a matrix

typedef struct gb_nastran_coordinate {
  int64_t grid, component;
} gb_nastran_coordinate;

/// The header of a DMIG.
typedef struct gb_nastran_matrix {
  char name[GB_NASTRAN_NAME];
  int64_t form, type; ///< IFO, TIN
  int32_t line;
} gb_nastran_matrix;

/// An entry of a DMIG, of the column at[0] and the row at[1].
typedef struct gb_nastran_term {
  char name[GB_NASTRAN_NAME];
  gb_nastran_coordinate at[2];
  double value;
  int32_t line;
} gb_nastran_term;

/// K2GG, B2GG or M2GG of the case control.
typedef struct gb_nastran_matrix_use {
  char name[GB_NASTRAN_NAME];
  int which; ///< GB_MATRIX_STIFFNESS ...
  double factor;
  int32_t line;
} gb_nastran_matrix_use;

/// Springs, their properties, and matrices.
struct gb_nastran_springs {
  GB_LIST_OF(gb_nastran_matrix) matrices;
  GB_LIST_OF(gb_nastran_term) terms;
  GB_LIST_OF(gb_nastran_matrix_use) uses;
  GB_LIST_OF(gb_nastran_spring) all;
  GB_LIST_OF(gb_nastran_stiffness) properties;
};

#endif
