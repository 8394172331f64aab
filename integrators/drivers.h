/// The three drivers that interpret every table: march, tangent, adjoint.
#ifndef GB_INTEGRATORS_DRIVERS_H
#define GB_INTEGRATORS_DRIVERS_H

#include "integrators/table.h"
#include "restart/checkpoint.h"
#include "solve/newton.h"

/// Write or read the part of an archive from which a driver goes on.
typedef int gb_archive_part(void *driver, gb_archive *, gb_error *);

/// Called at each step end (stage 0 included) with the state there; may be NULL. Collective.
/// A return other than GB_OK stops the march.
typedef struct gb_observer {
  void *context;
  int (*step)(void *context, int step, const gb_state *state, gb_error *);
  int (*adjoint_step)(void *context, int step,
                      gb_error *); ///< after each step of the adjoint pass; may be NULL
  /// At each step end of a tangent pass, for each direction: the state, and its components'
  /// derivatives along the direction (no multiplier); may be NULL.
  int (*tangent_step)(void *context, int step, int direction, const gb_state *state,
                      const gb_state *derivative, gb_error *);
  /// At each step end of a march and after each step of an adjoint pass: may write an archive to
  /// go on from here (the driver's part by calling `part`), and stop; may be NULL.
  int (*checkpoint)(void *context, int step, gb_archive_part *part, void *driver, gb_error *);
  gb_archive *resume; ///< a march or adjoint pass goes on from here; NULL: it begins
} gb_observer;

/// Work so far: a driver sets it to zero, then counts while it goes.
typedef struct gb_march_report {
  int64_t newton_iterations, krylov_iterations, factorisations;
  int64_t recomputed_steps; ///< of the march, for states that were not stored
  int64_t failures;         ///< of load steps, which were cut
} gb_march_report;

/// Stability of the states of a static march. Members of eight bytes, written to restart files.
typedef struct gb_stability_report {
  int64_t negative; ///< eigenvalues of the stiffness at the last state that are negative
  int64_t losses;   ///< states at which there were more than at the one before
  int64_t unstable; ///< states with negative eigenvalues
  int64_t states;   ///< at which they were counted
  double from, to;  ///< load parameters between which the first loss lies
  double scale;     ///< size of the least eigenvalue where the march begins; 0: unknown
} gb_stability_report;

/// What a static march does where its states become unstable: go on, end with an error, or follow
/// the stable branch.
typedef enum gb_unstable { GB_UNSTABLE_WARN, GB_UNSTABLE_STOP, GB_UNSTABLE_BRANCH } gb_unstable;

/// Write or read a report, which is integers alone.
static inline int gb_march_report_archive(gb_archive *file, gb_march_report *report,
                                          gb_error *error) {
  return gb_archive_bytes(file, sizeof *report, report, error);
}

/// March without storing states, and bisect the steps of the table that do not converge, as far as
/// its `retry` allows. The table has the bisections afterwards. Collective. errors: as of gb_march
/// for a step that may not be bisected again
int gb_find_substeps(gb_system *system, gb_table *table, const gb_newton_options *options,
                     gb_march_report *report, gb_error *error);

/// The states of a march of this system by this table: see trajectory.h.
typedef struct gb_trajectory gb_trajectory;

/// @param store for the states of a march, which the passes need; NULL: none. All arguments
/// are borrowed. Collective.
int gb_trajectory_create(gb_system *system, const gb_table *table, const gb_newton_options *options,
                         gb_checkpoint *store, gb_trajectory **out, gb_error *error);
void gb_trajectory_destroy(gb_trajectory **trajectory);

/// March all stages of the table.
/// @param[out] values of the functionals, [GB_VALUES(system)]
/// errors: GB_DIVERGED naming time, step, where the largest residual is, and what to try; those of
/// the system
int gb_march(gb_trajectory *trajectory, const gb_observer *observer, gb_scalar values[],
             gb_march_report *report, gb_error *error);

/// How a static march walks.
typedef struct gb_walk_settings {
  double step;  ///< of the load parameter, the user's
  int steps;    ///< from 0 to steps * step
  bool adapt;   ///< load steps are cut and joined
  int retry;    ///< bisections of a load step at most; 0: GB_RETRIES with `adapt`, else none
  bool follows; ///< steps are taken along the path, through limit points, until it first reaches
                ///< the end; the first one is a load step
  bool eases;   ///< what acts at the load parameter 0 is brought on in parts, before the first step
  const gb_scalar *row; ///< [n]: the displacement by which such steps are measured is row . q;
                        ///< NULL: by the length of their change of q
  double to;            ///< with row: the displacement that ends the walk; NAN: the load does
  gb_unstable unstable;
  gb_stability_report *stability; ///< counts so far; zero at the beginning
  bool owns;                      ///< this rank has the load parameter as an unknown; one does
  /// A state that another run has found: the walk is one step to there. NULL: none.
  const gb_scalar *known; ///< [n + m]
  double known_level;     ///< its load parameter
} gb_walk_settings;

/// March a static table from 0 to the end of the load parameter, in steps that are found on the way
/// and that the table has afterwards. Arguments and errors as of gb_march, and report.failures.
/// Collective.
int gb_walk(gb_trajectory *trajectory, gb_table *table, const gb_walk_settings *settings,
            const gb_observer *observer, gb_scalar values[], gb_march_report *report,
            gb_error *error);

/// Reverse pass after gb_march, with a store: gradient [values][designs], summed over ranks. Where
/// the trajectory `scatters`, adjoints are multiplied by random numbers, entry by entry, before
/// their products with R_x: these sums are as large as what cancels in the gradient's. Where its
/// solver `shakes`, the derivatives of R are those at states that differ by random round-off of
/// displacements as large as the model: the gradient varies as much as round-off lets it.
int gb_adjoint(gb_trajectory *trajectory, const gb_observer *observer, gb_scalar gradient[],
               gb_march_report *report, gb_error *error);

/// Direct differentiation after gb_march, with a store: df/dx . dx for `directions` directions dx
/// [directions][designs] at once; result [values][directions].
int gb_tangent(gb_trajectory *trajectory, const gb_observer *observer, int directions,
               const gb_scalar dx[], gb_scalar result[], gb_march_report *report, gb_error *error);

#endif
