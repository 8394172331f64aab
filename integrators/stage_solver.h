/// Finds the unknown of one stage after the other: first guesses from the stages before, then
/// Newton's method, and where that fails another guess.
#ifndef GB_INTEGRATORS_STAGE_SOLVER_H
#define GB_INTEGRATORS_STAGE_SOLVER_H

#include "integrators/pass.h"
#include "integrators/predictor.h"

typedef struct gb_stage_solver {
  gb_system *system;
  const gb_newton_options *options;
  gb_anderson *anderson;
  gb_predictor *predictor;
  gb_factor_record record[GB_SOLVES]; ///< of the factor in use for each kind of solve
  double stride;    ///< the longest that a stage lay from the end of the step before it, squared
  gb_arena memory;  ///< of its arrays and pairs
  gb_scalar *base;  ///< [GB_COMPONENTS][n]: combined from earlier stages
  gb_scalar *w;     ///< [n + m]: the last solved stage's, and a first guess
  gb_scalar *other; ///< [n + m]: another first guess
  gb_scalar *work;  ///< [GB_NEWTON_WORK][n + m]
  const gb_stage *stage;   ///< to be solved
  const gb_state *before;  ///< at the end of the step before; NULL: none
  gb_march_report *report; ///< of the driver at work
  int shakes; ///< sample of random numbers that first guesses are multiplied by; 0: none
} gb_stage_solver;

/// @param width stages of a step. Local; gb_stage_solver_free also after a failure.
int gb_stage_solver_create(gb_system *system, const gb_newton_options *options, int width,
                           gb_stage_solver *solver, gb_error *error);
void gb_stage_solver_free(gb_stage_solver *solver);
/// Nothing is known of the stages before the next one but the last one's w. Local.
void gb_stage_solver_forget(gb_stage_solver *solver);
/// Solve the stage from its base. Collective.
/// @param before the state at the end of the step before; NULL: none
/// errors: as of gb_newton_solve and gb_admit
int gb_stage_solver_solve(gb_stage_solver *solver, const gb_stage *stage, const gb_state *before,
                          gb_state *state, gb_march_report *report, gb_error *error);

/// Numbers between 1/2 and 3/2 with either sign, which depend on place, stage and sample alone.
/// Source: the mixing of splitmix64 (Steele, Lea & Flood 2014).
double gb_random_factor(uint64_t place, uint64_t stage, uint64_t sample);

/// Newton's method may converge to a state that the system refuses: a step from `before` (NULL:
/// none) to `state`. Collective. errors: GB_DIVERGED naming the cause
int gb_admit(gb_system *system, const gb_state *state, const gb_state *before, gb_error *error);

#endif
