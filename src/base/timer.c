/// Measure the wall-clock time of each phase by MPI_Wtime.
#include "base/timer.h"

#include <mpi.h>

const char *gb_phase_name(gb_phase phase) {
  static const char *const names[GB_PHASES] = {"mesh",  "assembly",    "analysis", "factorisation",
                                               "solve", "functionals", "output"};
  return names[phase];
}

double gb_timer_now(void) {
  return MPI_Wtime();
}

void gb_timer_add(gb_timers *timers, gb_phase phase, double start) {
  if (timers) timers->seconds[timers->part][phase] += MPI_Wtime() - start;
}

void gb_timer_iterate(gb_timers *timers, int iterations) {
  if (!timers) return;
  timers->solutions++;
  timers->iterations += iterations;
}
