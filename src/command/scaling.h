/// Times of runs on several numbers of ranks.
#ifndef GB_COMMAND_SCALING_H
#define GB_COMMAND_SCALING_H

#include "base/arena.h"
#include "base/error.h"
#include "base/timer.h"

/// Seconds of a march or a gradient by phase, then of what no phase has, then all of it.
enum { GB_SCALING_OTHER = GB_PHASES, GB_SCALING_ALL, GB_SCALING_TIMES };

typedef struct gb_scaling_run {
  const char *file; ///< of its JSON
  double ranks, unknowns, steps, functionals, designs;
  double elements, least, most;        ///< least, most: of a rank; NAN: not known
  double seconds[2][GB_SCALING_TIMES]; ///< of the march and of the gradient, which may be zero
  double memory;                       ///< megabytes of all ranks
} gb_scaling_run;

/// Sorted by what is solved, then by ranks.
typedef struct gb_scaling {
  int count;
  gb_scaling_run *run;
} gb_scaling;

/// Read the file of --json of a run or a gradient. Local, without MPI. errors: GB_USAGE, GB_FILE
int gb_scaling_read(const char *file, gb_arena *arena, gb_scaling_run *out, gb_error *error);
/// Tables on standard output. Local, without MPI.
void gb_scaling_print(const gb_scaling *all);
/// STEM.scaling.csv and STEM.scaling.svg. Local, without MPI. errors: GB_FILE
int gb_scaling_write(const gb_scaling *all, const char *stem, gb_error *error);

#endif
