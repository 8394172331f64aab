/// The lowest eigenpairs of a pencil: choose the shift, check the errors of the pairs, and check
/// that no pair is missing. Source: docs/theory.md, the section on modes.
#ifndef GB_MODES_FINDER_H
#define GB_MODES_FINDER_H

#include "modes/spectrum.h"

/// Eigenpairs. The finder owns the arrays.
typedef struct gb_pairs {
  int count;     ///< number of requested pairs
  int found;     ///< number of pairs found; those after `count` serve to detect missing pairs
  double *value; ///< omega^2, ascending, [found]
  double *zero;  ///< round-off of omega^2; smaller values are zero, [found]
  double
      *error; ///< bound of the error of omega^2, relative to its distance from the shift, [found]
  double *x;  ///< eigenvectors with x . M x = 1, [found][length]
} gb_pairs;

typedef struct gb_finder gb_finder;

/// Create a finder. Collective. errors: GB_FILE (memory)
/// @param spectrum borrowed  @param count number of pairs; 0: ten, or all if there are fewer
int gb_finder_create(const gb_spectrum *spectrum, int count, gb_finder **out, gb_error *error);
/// Free a finder; *finder may be NULL. Local.
void gb_finder_destroy(gb_finder **finder);
/// Find the pairs. Collective. errors: GB_MODEL (no mass, or fewer modes than requested),
/// GB_SINGULAR, GB_DIVERGED, GB_FILE
int gb_finder_run(gb_finder *finder, gb_error *error);
/// The pairs found. Local.
const gb_pairs *gb_finder_pairs(const gb_finder *finder);
/// The distance of the last shift below 0, with which the errors were bounded. Local.
double gb_finder_shift(const gb_finder *finder);
/// The number of factorisations made. Local.
int gb_finder_factorisations(const gb_finder *finder);

#endif
