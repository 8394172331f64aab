/// Solver of stages: a first guess from earlier stages, then Newton's method; if that fails,
/// Newton's method from a second guess.
#ifndef GB_INTEGRATORS_STAGE_SOLVER_H
#define GB_INTEGRATORS_STAGE_SOLVER_H

#include "integrators/pass.h"
#include "integrators/predictor.h"

/// A walk from a first guess w, [n + m], towards the solution. Collective.
typedef struct gb_approach_walk {
  int (*go)(void *context, const gb_newton_equation *, gb_scalar w[], gb_state *,
            gb_newton_report *, gb_error *);
  void *context;
} gb_approach_walk;

typedef struct gb_stage_solver {
  gb_system *system;
  const gb_newton_options *options;
  gb_anderson *anderson;
  gb_predictor *predictor;
  gb_factor_record record[GB_SOLVES]; ///< use of the current factor of each kind of solve
  double stride;    ///< largest squared distance so far of a stage from the end of the step before
  gb_arena memory;  ///< owns the arrays
  gb_scalar *base;  ///< combination of earlier stages, [GB_COMPONENTS][n]
  gb_scalar *w;     ///< unknowns of the last solved stage, and first guess, [n + m]
  gb_scalar *other; ///< second guess, [n + m]
  gb_scalar *work;  ///< [GB_NEWTON_WORK][n + m]
  const gb_stage *stage;        ///< stage to be solved
  const gb_state *before;       ///< state at the end of the step before; NULL: none
  gb_march_report *report;      ///< report of the running driver
  const gb_approach_walk *walk; ///< precedes Newton's method; NULL: none
  int perturbation_sample; ///< number of the random sample that perturbs first guesses; 0: none
} gb_stage_solver;

/// Create a solver. Local. Call gb_stage_solver_destroy also after an error. errors: GB_FILE
/// (memory)
/// @param width number of stages of a step
int gb_stage_solver_create(gb_system *system, const gb_newton_options *options, int width,
                           gb_stage_solver **out, gb_error *error);
/// Free a solver; *solver may be NULL. Local.
void gb_stage_solver_destroy(gb_stage_solver **solver);
/// Forget all earlier stages except the unknowns w of the last one. Local.
void gb_stage_solver_forget(gb_stage_solver *solver);
/// Remove the stage that was solved last, which will be solved again. Local. @param guess its
/// unknowns w are the first guess
void gb_stage_solver_remove(gb_stage_solver *solver, const gb_stage *stage, bool guess);
/// Solve a stage; `base` is set by the caller. Collective.
/// @param before the state at the end of the step before; NULL: none
/// errors: as of gb_newton_solve and gb_check_admissible
int gb_stage_solver_solve(gb_stage_solver *solver, const gb_stage *stage, const gb_state *before,
                          gb_state *state, gb_march_report *report, gb_error *error);

/// A random number with magnitude between 1/2 and 3/2 and random sign, as a function of the three
/// arguments. Local. Source: the mixing function of splitmix64 (Steele, Lea & Flood 2014).
double gb_random_factor(uint64_t index, uint64_t stage, uint64_t sample);

/// Check that the system accepts a state to which Newton's method has converged, after a step from
/// `before` (NULL: none). Collective. errors: GB_DIVERGED naming the cause
int gb_check_admissible(gb_system *system, const gb_state *state, const gb_state *before,
                        gb_error *error);

#endif
