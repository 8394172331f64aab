/// An analysis at work, from inside: what engine.c and restart.c share.
#ifndef GB_ENGINE_RUN_H
#define GB_ENGINE_RUN_H

#include "base/arena.h"
#include "engine/analysis.h"
#include "engine/step_end.h"
#include "integrators/drivers.h"
#include "integrators/linearised.h"
#include "system/kinks.h"
#include "system/model_system.h"

typedef struct gb_run gb_run;

/// Whose a restart file is, and the order of the unknowns in it.
typedef struct gb_restart gb_restart;
void gb_restart_destroy(gb_restart **restart);

/// Numbers of designs and functionals.
typedef struct gb_run_values {
  gb_scalar *design;   ///< [designs]
  gb_scalar *unit;     ///< how all that varies changes with each design, [designs][width]; NULL
                       ///< before the tangent
  gb_scalar *value;    ///< [functionals]
  gb_scalar *gradient; ///< [functionals][designs]
} gb_run_values;

/// Energy that dampers took, by the trapezoidal rule over the step ends that were shown.
typedef struct gb_run_loss {
  double energy, power, t; ///< up to the last of them, and at it
} gb_run_loss;

/// The frame of a step end, and what is measured at all of them.
typedef struct gb_run_frame {
  gb_scalar *nodal;        ///< [size]
  double *motion[3];       ///< real parts of nodal values of q, v and a, [size]
  double drift[GB_DRIFTS]; ///< of constraints so far
  bool opens;              ///< joints may come apart: their positions are not enforced
  double *quantity;        ///< [values of the model's quantities]
  gb_step_end *step_end;   ///< NULL: ends of steps have multipliers
  double *section;         ///< [GB_SECTION_VALUES][cells of this rank]; NULL: not wanted
  double *touch;           ///< values at the nodes of contacts; NULL: there are none
  gb_run_loss loss;
  gb_sights *sights; ///< so far
  gb_kinks *kinks;   ///< NULL: no law has one, or nobody looks
  double *failure;   ///< [gb_model_failures][cells of this rank], 0 of those that are no shells
} gb_run_frame;

/// How far a run is, and what it took: members of eight bytes, written to restart files as they
/// are.
typedef struct gb_run_progress {
  int64_t phase; ///< 0: the march, 1: the gradient
  int64_t march_factorisations;
  gb_march_report settling, report; ///< of the search for substeps; of the march
  gb_stability_report stability;    ///< of a static march
} gb_run_progress;

/// A march by steps, see coupling.h.
typedef struct gb_run_coupling {
  gb_step_inputs *inputs;
  int nodes;
  int64_t *id;            ///< numbers of the nodes in the mesh, [nodes]
  int32_t *node;          ///< nodes that this rank owns, -1: it does not own it, [nodes]
  double *motion[5];      ///< vectors of the nodes after the last step, see gb_coupled_vector
  bool pending;           ///< the last step is not accepted
  bool failed;            ///< the next step was computed in vain
  gb_scalar *start;       ///< of gb_march_step
  gb_adjoint_pass *pass;  ///< NULL: before the adjoint
  gb_march_report report; ///< of the adjoint
  int step;               ///< passed last by the adjoint
} gb_run_coupling;

/// Data of one run.
struct gb_run {
  const gb_analysis *analysis;
  gb_system *system;
  gb_linearised *linear; ///< the system that is marched, NULL: `system` itself
  gb_table *table;
  gb_functional *functional;
  gb_checkpoint *store;       ///< NULL: no gradient
  gb_newton_options *options; ///< borrowed by the trajectory
  gb_trajectory *trajectory;
  double scale;        ///< of multipliers, gb_enforcement.column
  gb_restart *restart; ///< NULL: neither written nor read
  gb_archive *from;    ///< what the driver at work goes on from; NULL: nothing
  gb_timers *timers;
  gb_arena memory; ///< owns the options, the progress, the frame and the arrays of values
  gb_run_progress *progress;
  gb_run_values values;
  gb_run_frame *frame;
  gb_run_coupling *coupling; ///< NULL: the engine marches alone
};

/// Create the frame of a run, whose arrays its memory owns. Local. errors: GB_FILE (memory)
int gb_run_frame_create(gb_run *r, gb_error *error);
/// Whether an observer looks at states; one that does not may want to stop.
bool gb_run_is_watched(const gb_analysis *analysis);
/// @return an observer that passes the states of a march and their derivatives to the observer of
/// the analysis
gb_observer gb_run_observer(gb_run *r);
/// Ask the observer of each rank; the most that one wants is done. Collective. errors: GB_PAUSED
int gb_run_rest(void *context, int step, gb_archive_part *part, void *driver, gb_error *error);

/// Ask the same within a step, in which no restart file can be written. Collective.
/// errors: GB_PAUSED
int gb_run_pause(void *context, gb_error *error);

/// Build system, table, store and trajectory. Collective. @param lender run whose factors this one
/// takes; NULL: none
int gb_run_build(gb_run *r, const double given[], gb_run *lender, gb_error *error);
/// After the march: refuse steps that are too long, and fill in what the march found. Collective.
int gb_run_judge(gb_run *r, gb_outcome *outcome, gb_error *error);
int gb_run_copy_values(const gb_run *r, gb_outcome *outcome, gb_error *error);
/// Collective.
int gb_run_copy_gradient(const gb_run *r, gb_outcome *outcome, gb_error *error);

/// The order of a restart file; from one that is read, the halvings of the steps. Collective.
int gb_run_open_restart(gb_run *r, gb_error *error);
/// Read or write the run's part of a restart file, between the identity of the case and the data of
/// the driver. Collective.
int gb_run_archive(gb_run *r, gb_archive *file, gb_error *error);

#endif
