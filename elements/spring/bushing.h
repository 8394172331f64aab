/// Parameters of a bushing: the upper triangles of its stiffness and of its damping, row by row.
#ifndef GB_ELEMENTS_SPRING_BUSHING_H
#define GB_ELEMENTS_SPRING_BUSHING_H

enum {
  GB_BUSHING_STRAINS = 6,
  GB_BUSHING_NUMBERS = 21, ///< of a symmetric matrix
  GB_BUSHING_STIFFNESS = 0,
  GB_BUSHING_DAMPING = GB_BUSHING_NUMBERS
};

/// Where entry (row, column) of a symmetric matrix is among its numbers.
static inline int gb_bushing_entry(int row, int column) {
  const int low = row < column ? row : column, high = row < column ? column : row;
  return low * GB_BUSHING_STRAINS - low * (low - 1) / 2 + high - low;
}

#endif
