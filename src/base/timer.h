/// Wall-clock seconds by phase of a run.
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

/// Seconds of each phase; stage 0 is the march (and what precedes it), 1 the gradient.
typedef struct gb_timers {
  double started; ///< by gb_timer_now
  int stage;
  double seconds[2][GB_PHASES];
  double total[2]; ///< of the march and of the gradient
} gb_timers;

const char *gb_phase_name(gb_phase phase);
double gb_timer_now(void); ///< seconds since some past moment
/// Add the time since `start` (from gb_timer_now) to a phase of the present stage.
void gb_timer_add(gb_timers *timers, gb_phase phase, double start);

#endif
