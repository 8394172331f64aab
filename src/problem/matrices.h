/// An entry of `matrices`.
#ifndef GB_PROBLEM_MATRICES_H
#define GB_PROBLEM_MATRICES_H

#include "elements/spring/matrix.h"

#include "base/symmetric.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

/// Given matrices between two ends: forces and moments by displacements and small rotations from
/// the reference, by their rates and by their accelerations.
typedef struct gb_matrix_entry {
  const char *where, *name; ///< name NULL: not given
  const char *between[2];   ///< as of a bushing
  double at[2][3];          ///< where each end is on a body; NAN: at the body's place
  double axes[2][3]; ///< the first axis, and a vector towards the second; NAN: the global ones
  /// Upper triangles, row by row: the first end's x y z, then about x y z, then the second end's.
  double number[GB_MATRICES][GB_MATRIX_NUMBERS];
  double factor[GB_MATRICES]; ///< of these matrices
} gb_matrix_entry;

/// Whether a matrix of an entry has a number that is not zero.
static inline bool gb_matrix_is_given(const gb_matrix_entry *entry, int which) {
  bool is = false;
  for (int k = 0; k < GB_MATRIX_NUMBERS; k++) is = is || entry->number[which][k] != 0;
  return is;
}

/// Whether the matrix of one of the factors is not given, so that the factor cannot be a design.
static inline bool gb_matrix_lacks(const gb_matrix_entry *entry, const double *factor) {
  return !gb_matrix_is_given(entry, (int)(factor - entry->factor));
}

/// @return the mass along an axis of one end or, where both are end 0 and 1, between both
static inline double gb_matrix_mass(const gb_matrix_entry *entry, int one, int two, int axis) {
  return entry->factor[GB_MATRIX_MASS] *
         entry->number[GB_MATRIX_MASS][gb_symmetric_entry(
             GB_MATRIX_COMPONENTS, GB_MATRIX_END * one + axis, GB_MATRIX_END * two + axis)];
}

/// Whether a matrix gives what an end names a mass along an axis of space.
static inline bool gb_matrix_gives_mass(const gb_matrix_entry *entry, const char *name, int axis) {
  for (int end = 0; end < 2; end++) {
    bool all = true;
    for (int k = 0; k < 3; k++)
      all = all &&
            ((k != axis && isnan(entry->axes[0][0])) || gb_matrix_mass(entry, end, end, k) > 0);
    if (all && strcmp(entry->between[end], name) == 0) return true;
  }
  return false;
}

#endif
