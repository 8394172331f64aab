/// Parameters of a bushing: the upper triangles of its stiffness and of its damping, row by row.
#ifndef GB_ELEMENTS_SPRING_BUSHING_H
#define GB_ELEMENTS_SPRING_BUSHING_H

#include "base/symmetric.h"

enum {
  GB_BUSHING_STRAINS = 6,
  GB_BUSHING_NUMBERS = 21, ///< of a symmetric matrix
  GB_BUSHING_STIFFNESS = 0,
  GB_BUSHING_DAMPING = GB_BUSHING_NUMBERS
};

/// Where entry (row, column) of a symmetric matrix is among its numbers.
static inline int gb_bushing_entry(int row, int column) {
  return gb_symmetric_entry(GB_BUSHING_STRAINS, row, column);
}

#endif
