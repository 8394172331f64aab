/// Times of runs on several numbers of ranks.
#ifndef GB_VERBS_SCALING_H
#define GB_VERBS_SCALING_H

#include "base/arena.h"
#include "base/error.h"
#include "base/timer.h"

/// Seconds of a march or a gradient by phase, then of what no phase has, then all of it.
enum { GB_SCALING_OTHER = GB_PHASES, GB_SCALING_ALL, GB_SCALING_TIMES };

typedef struct gb_scaling_run {
  const char *file; ///< of its JSON
  double ranks, unknowns, steps, functionals, designs;
  double factorisations[2];            ///< of the march and of the gradient
  double elements, least, most;        ///< least, most: of a rank; NAN: not known
  double seconds[2][GB_SCALING_TIMES]; ///< of the march and of the gradient, which may be zero
  double memory;                       ///< megabytes of all ranks
} gb_scaling_run;

/// Sorted by what is solved, then by ranks.
typedef struct gb_scaling {
  int count;
  gb_scaling_run *run;
} gb_scaling;

/// Names of the two stages: march, gradient.
extern const char *const gb_scaling_stages[2];

/// Read the file of --json of a run or a gradient. Local, without MPI. errors: GB_USAGE, GB_FILE
int gb_scaling_read(const char *file, gb_arena *arena, gb_scaling_run *out, gb_error *error);
/// Fit a cost model to runs, print its largest errors, and fill `out` with what it predicts for
/// this many unknowns on 1, 4, 16, ... 1,024 ranks. Runs are sorted. Local, without MPI.
/// errors: GB_OPTION_VALUE: the runs have one number of ranks alone
int gb_scaling_predict(const gb_scaling *all, double unknowns, gb_arena *arena, gb_scaling *out,
                       gb_error *error);
/// Tables on standard output. Local, without MPI.
void gb_scaling_print(const gb_scaling *all);
/// STEM.scaling.csv and STEM.scaling.svg. Local, without MPI. errors: GB_FILE
int gb_scaling_write(const gb_scaling *all, const char *stem, gb_error *error);

#endif
