/// Wall-clock time of each phase of a run.
#ifndef GB_BASE_TIMER_H
#define GB_BASE_TIMER_H

typedef enum gb_phase {
  GB_PHASE_MESH,          ///< reading, checking, partitioning
  GB_PHASE_ASSEMBLY,      ///< residuals, products, matrices
  GB_PHASE_ANALYSIS,      ///< symbolic factorisation
  GB_PHASE_FACTORISATION, ///< numeric factorisation
  GB_PHASE_SOLVE,         ///< forward and backward substitution
  GB_PHASE_FUNCTIONALS,   ///< sampling of fields and its derivatives
  GB_PHASE_OUTPUT,
  GB_PHASES
} gb_phase;

/// Wall-clock times of this rank. Part 0 is the march and everything before it, part 1 the
/// gradient.
typedef struct gb_timers {
  double started;               ///< value of gb_timer_now at the start
  int part;                     ///< current part: 0 or 1
  double seconds[2][GB_PHASES]; ///< times of the phases of each part, s
  double total[2];              ///< total time of each part, s
  long solutions;               ///< calls of an iterative linear solver
  long iterations;              ///< sum of their numbers of iterations
} gb_timers;

/// Name of a phase for reports. Local.
const char *gb_phase_name(gb_phase phase);
/// Seconds since a fixed time in the past. Local.
double gb_timer_now(void);
/// Add the time since `start` (from gb_timer_now) to a phase of the current part; nothing if
/// `timers` is NULL. Local.
void gb_timer_add(gb_timers *timers, gb_phase phase, double start);
/// Count a call of an iterative linear solver, which took so many iterations; nothing if `timers`
/// is NULL. Local.
void gb_timer_iterate(gb_timers *timers, int iterations);

#endif
