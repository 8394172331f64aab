/// The states of a march, as drivers ask for them: found one after the other, and later restored
/// from those still alive, from snapshots, or by marching again from a snapshot.
#ifndef GB_INTEGRATORS_TRAJECTORY_H
#define GB_INTEGRATORS_TRAJECTORY_H

#include "base/arena.h"
#include "base/list.h"
#include "integrators/stage_solver.h"
#include "integrators/step_error.h"

/// The last states: stage k lies at k % capacity.
typedef struct gb_state_ring {
  int capacity;
  gb_state *state;
  int64_t oldest; ///< stages from here to the last one are alive
} gb_state_ring;

/// The snapshots that a march puts into a store on its way to a block.
typedef struct gb_snapshots {
  gb_checkpoint *store; ///< NULL: none
  int64_t goal;         ///< the block
  int64_t next;         ///< last stage of the next block to put into the store; -1: none
} gb_snapshots;

/// Records of a walk's stages, of which none depends on those before: the last one is enough for a
/// gradient, and any that is recorded comes back without a march.
typedef struct gb_path {
  size_t length;
  bool whole; ///< all records are stored, not the last one alone
  gb_list
      record; ///< gb_scalar *: q and multipliers of stages from 1 on, [length]; NULL: not stored
} gb_path;

struct gb_trajectory {
  gb_system *system;
  const gb_table *table;
  const gb_newton_options *options;
  gb_march_report *report; ///< of the driver at work
  gb_stage_solver solver;
  gb_step_error *step_error; ///< NULL: a static march
  bool again;                ///< the stages that are found have been found before
  int64_t k;                 ///< the last stage that was found or restored; -1: none
  gb_stage stage;            ///< k's, when it was found last
  gb_arena memory;           ///< of the ring
  gb_state_ring ring;
  gb_snapshots snapshots;
  gb_path path; ///< of a walk
  int scatters; ///< sample of random numbers, see gb_adjoint; 0: none
};

/// The stage's state while it is alive.
gb_state *gb_trajectory_state(const gb_trajectory *trajectory, int64_t k);
/// The state of the present stage k, to be filled: time, sigma and flags are set by the table.
gb_state *gb_trajectory_new_state(gb_trajectory *trajectory);
/// Go back before stage 0. `stores`: snapshots are put into the store on the way to the last stage.
void gb_trajectory_begin(gb_trajectory *trajectory, bool stores);
/// Find the next stage. Collective. errors: GB_DIVERGED naming time, step, where the largest
/// residual is, and what to try; those of the system
int gb_trajectory_advance(gb_trajectory *trajectory, gb_error *error);
/// Take back the stage found last, or the attempt that failed: it was at k; nothing is known of the
/// stages before it but `w`, [n + m], their last unknowns. Local.
void gb_trajectory_retreat(gb_trajectory *trajectory, const gb_scalar *w);
/// Of a walk: take a state, found elsewhere, as the next stage. Collective. errors: GB_FILE
int gb_trajectory_append(gb_trajectory *trajectory, const gb_state *state, gb_error *error);
/// Make stage k alive with all stages of its block. `stores`: snapshots may be given up for others
/// that the adjoint pass will need. Collective. errors: as of advance; GB_FILE
int gb_trajectory_restore(gb_trajectory *trajectory, int64_t k, bool stores, gb_error *error);

/// All that the march needs to go on: position, living stages, snapshots and Newton's prediction.
int gb_trajectory_archive(gb_trajectory *trajectory, gb_archive *archive, gb_error *error);
/// The same of a pass over the march that stands at stage k, with its report.
int gb_trajectory_archive_pass(gb_trajectory *trajectory, int64_t *k, gb_archive *archive,
                               gb_error *error);

#endif
