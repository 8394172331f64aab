/// An analysis: what is asked of a built model, who observes it, what comes out.
#ifndef GB_ENGINE_ANALYSIS_H
#define GB_ENGINE_ANALYSIS_H

#include "integrators/drivers.h"
#include "model/model.h"
#include "problem/settings.h"
#include "restart/schedule.h"
#include "solve/system.h"
#include "system/diagnostics/admissible.h"
#include "system/kinks.h"
#include "system/model_functionals.h"
#include "system/model_reports.h"
#include "system/model_system.h"
#include "system/start/start.h"

/// How a gradient is found. GB_AUTOMATIC leaves the choice to the command. Two methods measure
/// round-off for `verify`. GB_CANCELLATION replaces the gradient by the size that it would have if
/// the terms of the adjoint's sums did not cancel, and replaces the values of point functionals by
/// those of motions as large as the largest one in the model. GB_ROUND_OFF gives the gradient by
/// equations at states that differ by round-off.
typedef enum gb_gradient_method {
  GB_NO_GRADIENT,
  GB_ADJOINT,
  GB_TANGENT,
  GB_AUTOMATIC,
  GB_CANCELLATION,
  GB_ROUND_OFF
} gb_gradient_method;

/// Energies and momenta of a frame, see gb_model_system_balance.
enum { GB_BALANCES = 9 };

/// State at a step end for an observer: nodal values [nodal values] of this rank.
typedef struct gb_frame {
  int step;
  bool last; ///< step of the march
  double t;
  const double *q, *v, *a;
  const double *failure; ///< [gb_model_failures][cells] (0: no shell, or fewer plies); NULL unless
                         ///< the step is a frame
  const double
      *section; ///< forces, moments, strains and stresses of sections, see
                ///< gb_assembly_sections; NULL unless the step is a frame and they are requested
  const double *touch; ///< values at nodes of contacts, see gb_assembly_touch; NULL unless the step
                       ///< is a frame and the model has contacts
  const double *balance; ///< kinetic, strain, lost, momentum xyz, angular momentum xyz; NULL unless
                         ///< the step is a frame
  const double *quantity; ///< this rank's share of the values of the model's quantities
  long newton_iterations, krylov_iterations, factorisations; ///< of the march so far
} gb_frame;

typedef struct gb_archive gb_archive; ///< solve/archive.h

/// Request of an observer at a step: nothing, a restart file, or one and an end (GB_PAUSED).
typedef enum gb_rest { GB_REST_NONE, GB_REST_WRITE, GB_REST_PAUSE } gb_rest;

/// Called collectively; a return other than GB_OK ends the analysis.
typedef struct gb_frame_observer {
  void *context;
  int every;     ///< steps between frames (0: none); the last step is a frame too
  bool sections; ///< frames have the values of sections
  /// NULL: an observer that has `rest` alone.
  int (*step)(void *context, const gb_frame *frame, gb_error *error);
  int (*adjoint_step)(void *context, int step, gb_error *error);
  /// After each step of a march and of a reverse sweep; the ranks need not agree. NULL: nothing.
  /// Without analysis->restart.path the run stops, and no file is written.
  gb_rest (*rest)(void *context, int step);
  /// Write or read what the observer has gathered.
  int (*archive)(void *context, gb_archive *archive, gb_error *error);
  /// With GB_TANGENT, after the march: at each step end and for each design the derivatives of q, v
  /// and a by it; the frame has these, the step and t alone. May be NULL.
  int (*tangent_step)(void *context, int design, const gb_frame *derivative, gb_error *error);
  /// With each step: the state itself, whose multipliers times `scale` are those of the constraint
  /// equations. May be NULL.
  int (*state)(void *context, const gb_state *state, double scale, gb_error *error);
  /// At the end of the march, also without `step`: the frame of the last step, with `failure` and,
  /// if they are requested, `section`; without `balance` and `quantity`. May be NULL.
  int (*end)(void *context, const gb_frame *frame, gb_error *error);
} gb_frame_observer;

/// How the steps of a run were halved, so that another one goes by the same steps; or where a
/// static one ended, so that another one goes there.
typedef struct gb_bisections {
  bool known;     ///< false: the next run finds and records them
  int64_t *point; ///< in the order of gb_table_bisections, [count]; owned
  int64_t count;
  double *unknown; ///< of a static march: this rank's at the last step, [n + m]; owned
  double level;    ///< its load parameter there
} gb_bisections;

/// Something that a run must have in common with the one whose restart file it reads.
typedef struct gb_identity {
  const char *name; ///< for the message: "time.step"
  double value;
} gb_identity;

enum { GB_IDENTITIES = 16 };

/// Request of an analysis. It borrows the settings, in general those of the case. The constraints
/// are those of the model's problem.
typedef struct gb_analysis {
  const gb_model *model;
  const gb_march_settings *time;
  int functionals;
  const gb_functional_settings *functional;
  const gb_state_bars *given;            ///< functionals in their place; NULL: none
  const gb_storage_settings *checkpoint; ///< `memory` limits the factors as well
  gb_gradient_method method;
  int sample; ///< of random numbers, for GB_CANCELLATION, GB_ROUND_OFF and, unless it is 0, for a
              ///< march without a gradient: it begins each solve elsewhere, as for GB_ROUND_OFF
  const gb_frame_observer *observer; ///< NULL: nobody
  gb_bisections *bisections;         ///< NULL: found by each run and not recorded
  struct {
    const char *path; ///< of restart files that are written
    const char *from; ///< file to go on from; NULL: none
  } restart;
  int identities;
  gb_identity identity[GB_IDENTITIES];
} gb_analysis;

/// Values of all functionals.
static inline int gb_analysis_values(const gb_analysis *analysis) {
  if (analysis->given) return analysis->given->count;
  if (analysis->functionals == 0) return 0;
  const gb_functional_settings *last = analysis->functional + analysis->functionals - 1;
  return last->first + last->values;
}

/// This is what a march saw that may not have been meant, see session/plausibility.h.
typedef struct gb_sights {
  gb_excess excess[GB_BOUNDS]; ///< largest of elements at watched step ends
  gb_peak *peak;               ///< largest sample of each functional, [values]
  double extent;               ///< the model's largest along an axis
  double moved; ///< of linear statics: largest displacement at the end, of `node`; else 0
  char node[120];
  /// Contacts at the start of a motion: largest force on a node and depth, 0: they do not press, or
  /// what moves presses them; depth that was left within the first steps; sum of loads and weight
  double force, depth, kept, acting;
} gb_sights;

/// Results. The engine allocates the arrays and, where a march has ended, the reports on it;
/// gb_outcome_free frees them.
typedef struct gb_outcome {
  double *value, *imaginary; ///< of all functionals, [values]
  double *gradient;          ///< [values][designs]; NULL without a method
  int steps, factorisations, adjoint_factorisations;
  int64_t bisections; ///< of steps that did not converge, and load steps that were cut
  struct {
    long newton, krylov;
    int64_t recomputed_steps; ///< of the march, in the gradient
  } iterations;
  double factor_bytes;
  gb_arena memory;        ///< owns the reports
  gb_start_report *moved; ///< how the march began
  gb_sights *sights;      ///< NULL: the march has not begun
  /// Largest |Phi|, |Phi'|, |Phi''| of constraints at watched step ends, and |Phi| by the model's
  /// size, see gb_drift_opening; NAN: no constraints, or ends of steps without an acceleration of
  /// their own.
  double drift[4];
  gb_kink_report *kinks;
  gb_checkpoint_usage *checkpoint; ///< all zero without a method
  gb_stability_report *stability;  ///< of a static march; no states: it was not looked at
  struct {
    double size; ///< by the largest displacement; NAN: not known
    double time;
  } step_error; ///< largest that the length of a step makes in it
} gb_outcome;

/// A scheme for those who choose among all.
typedef struct gb_scheme_traits {
  const char *name;
  bool is_static, linear; ///< linear: linear statics
  bool needs_start;       ///< a multi-step scheme, which `start: dirk` serves
} gb_scheme_traits;

/// Ask the observer of each rank whether the analysis shall stop. A search for modes calls this
/// between its steps, as a march does. An analysis that writes restart files does not stop here.
/// Collective. errors: GB_PAUSED
int gb_analysis_rest(const gb_analysis *analysis, gb_error *error);

/// Free the arrays and the reports of an outcome.
void gb_outcome_free(gb_outcome *outcome);

#endif
