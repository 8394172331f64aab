/// The lowest eigenpairs of a pencil: where to shift, whether they are good, and whether all are
/// there. Source: docs/theory.md, the section on modes.
#ifndef GB_MODES_FINDER_H
#define GB_MODES_FINDER_H

#include "modes/spectrum.h"

/// Pairs that were found; those behind `count` tell what comes next. Arrays are the finder's.
typedef struct gb_pairs {
  int count, found;
  double *value; ///< omega^2, ascending, [found]
  double *zero;  ///< round-off of each, below which it is zero, [found]
  double *error; ///< bound of the relative error of omega^2 above the shift, [found]
  double *x;     ///< x . M x = 1, [found][length]
} gb_pairs;

typedef struct gb_finder gb_finder;

/// @param spectrum copied  @param count 0: ten, or as many as there are
/// Collective. errors: GB_FILE
int gb_finder_create(const gb_spectrum *spectrum, int count, gb_finder **out, gb_error *error);
void gb_finder_destroy(gb_finder **finder);
/// Collective. errors: GB_MODEL (no mass, fewer modes than asked for), GB_SINGULAR, GB_DIVERGED,
/// GB_FILE
int gb_finder_run(gb_finder *finder, gb_error *error);
const gb_pairs *gb_finder_pairs(const gb_finder *finder);
int gb_finder_factorisations(const gb_finder *finder);

#endif
