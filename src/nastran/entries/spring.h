/// Springs and dampers of a Nastran deck as its cards give them.
#ifndef GB_NASTRAN_ENTRIES_SPRING_H
#define GB_NASTRAN_ENTRIES_SPRING_H

#include "nastran/entries/nastran.h"

/// CELAS, CDAMP, CVISC, CBUSH, and CMASS between two grids.
typedef struct gb_nastran_spring {
  const char *card;
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

/// Springs and their properties.
struct gb_nastran_springs {
  GB_LIST_OF(gb_nastran_spring) all;
  GB_LIST_OF(gb_nastran_stiffness) properties;
};

#endif
