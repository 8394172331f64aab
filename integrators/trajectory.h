/// The states of a march. The march computes them one after the other. Tangent and adjoint passes
/// later get a state from the ring of the last states, from a snapshot, or by marching again from a
/// snapshot.
#ifndef GB_INTEGRATORS_TRAJECTORY_H
#define GB_INTEGRATORS_TRAJECTORY_H

#include "base/arena.h"
#include "integrators/path.h"
#include "integrators/stage_solver.h"
#include "integrators/step_error.h"

/// Ring buffer of the last stages: stage k has the index k % capacity.
typedef struct gb_state_ring {
  int capacity;
  gb_state **state;
  gb_stage *stage;   ///< coefficients
  gb_scalar *memory; ///< what elements remember, [capacity][system->memory]
  int64_t oldest;    ///< first stage in the ring
} gb_state_ring;

/// The snapshots that a march stores on its way to a block of stages.
typedef struct gb_snapshot_plan {
  gb_checkpoint *store; ///< NULL: no snapshots
  int64_t goal;         ///< block to which the march goes
  int64_t next;         ///< last stage of the next block to store; -1: none
} gb_snapshot_plan;

struct gb_trajectory {
  gb_system *system;
  const gb_table *table;
  const gb_newton_options *options;
  gb_march_report *report; ///< report of the running driver
  gb_stage_solver *solver;
  gb_step_error *step_error; ///< NULL: static march
  bool again;                ///< the stages have already been computed once
  int64_t k;                 ///< stage computed or restored last; -1: none
  gb_arena memory;           ///< owns the ring
  gb_state_ring ring;
  gb_snapshot_plan snapshots;
  gb_path *path;      ///< recorded stages of a walk; NULL: dynamic march
  bool whole;         ///< `path` records all stages, otherwise only the last one
  int scatter_sample; ///< number of the random sample that multiplies adjoints, see gb_adjoint; 0:
                      ///< none
};

/// Give a system the numbers that differ from stage to stage, before a stage is solved, counted or
/// differentiated. Local.
static inline void gb_stage_set(gb_system *system, const gb_stage *stage) {
  if (system->op->set_stage) system->op->set_stage(system, stage->step, stage->instant, stage->t);
}

/// The state of stage k, which must be in the ring. Local.
gb_state *gb_trajectory_state(const gb_trajectory *trajectory, int64_t k);
/// The coefficients of the stage computed or restored last. Local.
const gb_stage *gb_trajectory_stage(const gb_trajectory *trajectory);
/// The stage on which the derivatives of stage k depend last; in a walk without memory stage 0.
/// Local. @return -1: none
int64_t gb_trajectory_before(const gb_trajectory *trajectory, int64_t k);
/// Go back to before stage 0. Local. @param stores whether the march to the last stage shall store
/// snapshots
void gb_trajectory_begin(gb_trajectory *trajectory, bool stores);
/// Compute the next stage and keep it. Collective. errors: GB_DIVERGED naming time, step, the
/// position of the largest residual, and a remedy; errors of the system
int gb_trajectory_advance(gb_trajectory *trajectory, gb_error *error);
/// The two parts of gb_trajectory_advance: a step that may be repeated is kept when it is accepted.
int gb_trajectory_compute(gb_trajectory *trajectory, gb_error *error);
int gb_trajectory_keep(gb_trajectory *trajectory, gb_error *error);
/// Go back to the end of the step before, to compute the last step again; its stages were not kept.
/// If the step has only one stage, the unknowns of that stage are the first guess. Local.
void gb_trajectory_repeat(gb_trajectory *trajectory);
/// Remove the step of stage k, which was computed last or failed. The predictor and the
/// preconditioners are forgotten; `w`, [n + m], the unknowns of the stage before this step, is the
/// next first guess. Local.
void gb_trajectory_retreat(gb_trajectory *trajectory, const gb_scalar *w);
/// In a walk, append a state that was computed elsewhere as the next stage. Collective.
/// errors: GB_FILE (memory)
int gb_trajectory_append(gb_trajectory *trajectory, const gb_state *state, gb_error *error);
/// Bring stage k and all stages of its block into the ring. Collective.
/// @param stores whether snapshots may be replaced by others that the adjoint pass will need
/// errors: as of gb_trajectory_advance; GB_FILE
int gb_trajectory_restore(gb_trajectory *trajectory, int64_t k, bool stores, gb_error *error);

/// Write to an archive, or read, everything that the march needs to resume: stage, ring, snapshots,
/// predictor. Collective. errors: GB_FILE
int gb_trajectory_archive(gb_trajectory *trajectory, gb_archive *archive, gb_error *error);
/// Write or read the same for a tangent or adjoint pass at stage k, with its report. Collective.
int gb_trajectory_archive_pass(gb_trajectory *trajectory, int64_t *k, gb_archive *archive,
                               gb_error *error);

#endif
