/// The drivers that execute the table of a scheme: march, static walk, tangent pass, adjoint pass.
#ifndef GB_INTEGRATORS_DRIVERS_H
#define GB_INTEGRATORS_DRIVERS_H

#include "integrators/schemes/table.h"
#include "restart/checkpoint.h"
#include "solve/newton.h"

/// Write or read the data from which a driver resumes. Collective.
typedef int gb_archive_part(void *driver, gb_archive *, gb_error *);

/// Functions that a driver calls; each of them, and the observer itself, may be NULL. All ranks
/// call them. If one returns another status than GB_OK, the driver stops and returns that status.
typedef struct gb_observer {
  void *context;
  /// Called at each step end of a march, also at the initial state (step 0), with the state.
  int (*step)(void *context, int step, const gb_state *state, gb_error *);
  /// Called after each step of an adjoint pass.
  int (*adjoint_step)(void *context, int step, gb_error *);
  /// Called at each step end of a tangent pass for each direction, with the state and the
  /// derivatives of its components (not of multipliers) along the direction.
  int (*tangent_step)(void *context, int step, int direction, const gb_state *state,
                      const gb_state *derivative, gb_error *);
  /// Called at each step end of a march and after each step of a tangent or adjoint pass. It may
  /// write a restart file, by calling `part` with `driver`.
  int (*checkpoint)(void *context, int step, gb_archive_part *part, void *driver, gb_error *);
  gb_archive
      *resume; ///< restart file from which the driver resumes; NULL: start from the beginning
} gb_observer;

/// Counts of the work of a driver, which sets them to zero at its start.
typedef struct gb_march_report {
  int64_t newton_iterations, krylov_iterations, factorisations;
  int64_t recomputed_steps; ///< steps marched again because their states were not stored
  int64_t failures;         ///< load steps that failed and were cut
} gb_march_report;

/// Places in gb_stability_report.first.
enum { GB_LOSS, GB_SNAP };

/// Stability of the states of a static march. All members have eight bytes, because the struct is
/// written to restart files.
typedef struct gb_stability_report {
  int64_t negative; ///< negative eigenvalues of the stiffness at the last state
  int64_t losses;   ///< states with more negative eigenvalues than the state before
  int64_t unstable; ///< states with negative eigenvalues
  int64_t states;   ///< states at which negative eigenvalues were counted
  /// load parameters before and after the first loss of stability, and before and after the first
  /// load step that ended far away with no unstable state between; 0: none
  double first[2][2];
  double scale;  ///< |smallest eigenvalue| at the beginning of the march; 0: unknown
  int64_t falls; ///< load steps that ended in another stable state, see statics/fall.h
  double fallen; ///< energy lost in them
} gb_stability_report;

/// Reaction of a static march to unstable states: fall to a stable state at the same load parameter
/// and continue if there is none; continue; end with an error; follow the stable branch; or fall,
/// also where no load step converges.
typedef enum gb_unstable {
  GB_UNSTABLE_AUTO,
  GB_UNSTABLE_WARN,
  GB_UNSTABLE_STOP,
  GB_UNSTABLE_BRANCH,
  GB_UNSTABLE_FALL
} gb_unstable;

/// Write a report to an archive, or read it. Collective.
static inline int gb_march_report_archive(gb_archive *file, gb_march_report *report,
                                          gb_error *error) {
  return gb_archive_bytes(file, sizeof *report, report, error);
}

/// March without storing states, and bisect the steps that do not converge, as often as `retry` of
/// the table allows. The table contains the bisections afterwards. Collective. errors: as of
/// gb_march, for a step that may not be bisected again
int gb_find_substeps(gb_system *system, gb_table *table, const gb_newton_options *options,
                     gb_march_report *report, gb_error *error);

/// The states of a march of a system with a table; see trajectory.h.
typedef struct gb_trajectory gb_trajectory;

/// Create a trajectory. All arguments are borrowed. Collective. errors: GB_FILE (memory)
/// @param store storage of the states for tangent and adjoint passes; NULL: no such pass will
/// follow
int gb_trajectory_create(gb_system *system, const gb_table *table, const gb_newton_options *options,
                         gb_checkpoint *store, gb_trajectory **out, gb_error *error);
/// Free a trajectory; *trajectory may be NULL. Local.
void gb_trajectory_destroy(gb_trajectory **trajectory);

/// March through all stages of the table. Collective.
/// @param[out] values values of the functionals, [GB_VALUES(system)]
/// errors: GB_DIVERGED naming time, step, the position of the largest residual, and a remedy;
/// errors of the system
int gb_march(gb_trajectory *trajectory, const gb_observer *observer, gb_scalar values[],
             gb_march_report *report, gb_error *error);

/// A march by steps, whose inputs the caller chooses: begin, then for each step from 0 (the initial
/// state) gb_march_step, with `again` as often as inputs change, and gb_march_accept, which adds
/// the step to the functionals, stores it and shows it to the observer. functionals_end of the
/// system follows the last step. After GB_DIVERGED and GB_SINGULAR gb_march_step is at the end of
/// the step before, as if the step had not been computed. Collective. errors: as of gb_march
/// @param start workspace, kept from call to call: unknowns before the step, [n + m]
int gb_march_begin(gb_trajectory *trajectory, gb_march_report *report, gb_error *error);
int gb_march_step(gb_trajectory *trajectory, bool again, gb_scalar start[], gb_error *error);
int gb_march_accept(gb_trajectory *trajectory, const gb_observer *observer, gb_error *error);

/// Settings of a static walk. A "load step" prescribes the load parameter, a "path step" its length
/// along the path of displacements and load parameter.
typedef struct gb_walk_settings {
  double step;      ///< load step as given in the case
  int steps;        ///< the walk goes from 0 to steps * step
  bool adapt;       ///< load steps may be shortened and joined
  int retry;        ///< largest number of bisections of a load step; 0: GB_RETRIES if `adapt` is
                    ///< set, otherwise none
  bool arc_length;  ///< after a first load step, take path steps through limit points until the
                    ///< path first reaches the final load parameter
  bool ramps_start; ///< apply the loads at load parameter 0 in increments, before the first step
  const gb_scalar *row; ///< displacement control, [n]: path steps prescribe the change of row . q;
                        ///< NULL: they prescribe the length of the change of q
  double to;            ///< displacement control: value of row . q that ends the walk; NAN: the
                        ///< final load parameter ends the walk
  gb_unstable unstable;
  gb_stability_report *stability; ///< counts so far; zero at the beginning
  bool owns;                      ///< the load parameter is an unknown of this rank; one rank only
  const gb_scalar *known; ///< [n + m]: state found by another run; the walk is a single step to it.
                          ///< NULL: none
  double known_level;     ///< load parameter of `known`
} gb_walk_settings;

/// March a static table from load parameter 0 to its final value. The walk chooses the steps, and
/// the table contains them afterwards. Collective. Arguments and errors: as of gb_march; also
/// counts report->failures.
int gb_walk(gb_trajectory *trajectory, gb_table *table, const gb_walk_settings *settings,
            const gb_observer *observer, gb_scalar values[], gb_march_report *report,
            gb_error *error);

/// Adjoint pass after a gb_march that stored its states. Collective.
/// @param[out] gradient derivatives of the functionals, [values][designs], summed over ranks
/// Two random modes estimate round-off in the gradient. With trajectory->scatter_sample != 0, each
/// adjoint is multiplied by a random factor before the product with R_x: the sums then have the
/// size of the terms that cancel in the gradient. With solver.perturbation_sample != 0, derivatives
/// of R are taken at states perturbed by random round-off, relative to the size of the model: the
/// gradient then varies as much as round-off permits.
int gb_adjoint(gb_trajectory *trajectory, const gb_observer *observer, gb_scalar gradient[],
               gb_march_report *report, gb_error *error);

/// An adjoint pass by steps after a march by steps, for a system whose functionals have one value
/// each.
typedef struct gb_adjoint_pass gb_adjoint_pass;
/// Begin before the last step; gradient [values][designs] is set to zero. Collective.
/// errors: GB_FILE (memory)
int gb_adjoint_open(gb_trajectory *trajectory, gb_scalar gradient[], gb_march_report *report,
                    gb_adjoint_pass **out, gb_error *error);
/// @return the last stage of the step before the one passed last, or of that one again. Local.
int64_t gb_adjoint_next(gb_adjoint_pass *pass, bool again);
/// Pass stage k, from the last stage of a step to its first one, or again with further bars alone.
/// Adds this rank's part to the gradient. Collective. errors: as of gb_adjoint
/// @param bars derivatives of the functionals by q and v at the stage, in addition to those that
/// the system knows, [values][n] each; NULL: none
int gb_adjoint_stage(gb_adjoint_pass *pass, int64_t k, bool again, const gb_scalar *const bars[2],
                     gb_error *error);
/// Free a pass; *pass may be NULL. Local.
void gb_adjoint_close(gb_adjoint_pass **pass);

/// Tangent pass (direct differentiation) after a gb_march that stored its states: compute df/dx .
/// dx for several directions at once. Collective.
/// @param dx [directions][designs]  @param[out] result [values][directions], summed over ranks
int gb_tangent(gb_trajectory *trajectory, const gb_observer *observer, int directions,
               const gb_scalar dx[], gb_scalar result[], gb_march_report *report, gb_error *error);

#endif
