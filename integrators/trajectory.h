/// The states of a march, as drivers ask for them: found one after the other, and later brought
/// back from those still alive, from snapshots, or by marching again from a snapshot.
#ifndef GB_INTEGRATORS_TRAJECTORY_H
#define GB_INTEGRATORS_TRAJECTORY_H

#include "base/list.h"
#include "integrators/drivers.h"
#include "integrators/predictor.h"
#include "integrators/step_error.h"
#include "solve/newton.h"

struct gb_trajectory {
  gb_system *system;
  const gb_table *table;
  const gb_newton_options *options;
  gb_checkpoint *store;    ///< NULL: none
  gb_march_report *report; ///< of the driver at work
  gb_anderson *anderson;
  gb_predictor *predictor;
  gb_factor_record contraction; ///< of the march's last stages
  gb_step_error *step_error;    ///< NULL: a static march
  double stride;       ///< the longest that a stage lay from the end of the step before it, squared
  bool again;          ///< the stages that are found have been found before
  int places;          ///< stages that may be alive
  gb_state *ring;      ///< [places]: stage k lies at k % places
  gb_scalar *memory;   ///< base, w and work
  gb_scalar *base;     ///< [GB_COMPONENTS][n]
  gb_scalar *w, *work; ///< [n + m], [GB_NEWTON_WORK][n + m]; w is the last solved stage's
  gb_scalar *other;    ///< another first guess of w, [n + m]
  int64_t k, oldest;   ///< stages oldest .. k are alive; k = -1: none
  gb_stage stage;      ///< k's, when it was found last
  int64_t goal;        ///< block that the march is on its way to, and that it keeps snapshots for
  int64_t kept_next;   ///< last stage of the next block to keep; -1: none
  bool keeps_path;     ///< of a walk: all stages are kept, not the last one alone
  gb_list path;        ///< gb_scalar *: q and multipliers of a walk's stages from 1 on;
                       ///< NULL: not kept
};

/// The stage's state while it is alive.
gb_state *gb_trajectory_state(const gb_trajectory *trajectory, int64_t k);
/// The place of stage k, which is the trajectory's own, with what the table says of it.
gb_state *gb_trajectory_new_state(gb_trajectory *trajectory);
/// Go back before stage 0. `keeps`: snapshots are kept on the way to the last stage.
void gb_trajectory_begin(gb_trajectory *trajectory, bool keeps);
/// Find the next stage. Collective. errors: GB_DIVERGED naming time, step, the worst residual's
/// place and what to try; those of the system
int gb_trajectory_advance(gb_trajectory *trajectory, gb_error *error);
/// Take back the stage found last, or the attempt that failed: it was at k; nothing is known of the
/// stages before it but `w`, [n + m], their last unknowns. Local.
void gb_trajectory_retreat(gb_trajectory *trajectory, const gb_scalar *w);
/// Newton's method may converge to what the system cannot take: a step from `before` (NULL: none)
/// to `state`. Collective. errors: GB_DIVERGED naming the cause
int gb_trajectory_admit(gb_trajectory *trajectory, const gb_state *state, const gb_state *before,
                        gb_error *error);
/// Make stage k alive with all stages of its block. `keeps`: snapshots may be given up for others
/// that a sweep in reverse order will want. Collective. errors: as of advance; GB_FILE
int gb_trajectory_restore(gb_trajectory *trajectory, int64_t k, bool keeps, gb_error *error);

/// All that the march needs to go on: position, living stages, snapshots and Newton's prediction.
int gb_trajectory_archive(gb_trajectory *trajectory, gb_archive *archive, gb_error *error);
/// The same of a sweep over the march that stands at stage k, with its report.
int gb_trajectory_archive_pass(gb_trajectory *trajectory, int64_t *k, gb_archive *archive,
                               gb_error *error);

#endif
