/// The substeps of a march's steps: one a step, or two for each that was bisected.
#ifndef GB_INTEGRATORS_SUBSTEPS_H
#define GB_INTEGRATORS_SUBSTEPS_H

#include "base/list.h"
#include <stdbool.h>

/// A step, or a part of one that bisections made: the part from `start` over 2^-level of the step.
typedef struct gb_substep {
  int64_t first; ///< stage
  int step;      ///< 1, 2, ...
  int level;
  double start; ///< exact
  bool fresh;   ///< it is the first half of a substep that failed
} gb_substep;

/// Starts as {.width = stages of a substep}; gb_substeps_free when done.
typedef struct gb_substeps {
  int width;
  gb_list split;    ///< gb_substep in the order of their stages: those of steps that were bisected
  gb_list bisected; ///< int64_t: first stages of the substeps that were bisected, in the order of
                    ///< events
} gb_substeps;

/// The substep in which stage k >= 1 lies. Local.
gb_substep gb_substeps_at(const gb_substeps *substeps, int64_t k);
/// Replace the substep in which stage k >= 1 lies by its two halves; all later stages get other
/// numbers.
/// Local. errors: GB_FILE (memory)
int gb_substeps_bisect(gb_substeps *substeps, int64_t k, gb_error *error);
void gb_substeps_free(gb_substeps *substeps);

#endif
