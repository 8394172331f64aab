/// One analysis from a built model: march, and gradient by adjoint or tangent. The same source
/// gives a real engine and a complex one, whose march with perturbed designs is what the gradient
/// is verified against.
#ifndef GB_ENGINE_ENGINE_H
#define GB_ENGINE_ENGINE_H

#include "base/timer.h"
#include "engine/analysis.h"
#include "engine/coupling.h"
#include "system/diagnostics/inertia.h"

typedef struct gb_engine {
  /// Check the words of a request without marching. Local. errors: GB_USAGE
  int (*check)(const gb_analysis *analysis, gb_error *error);
  /// Write a warning of the accuracy that a pairing of scheme and enforcement of constraints loses,
  /// for a request that was checked; "": nothing. Local.
  void (*pairing)(const gb_analysis *analysis, size_t size, char *text);
  /// March, and differentiate if asked. Collective.
  /// @param design  values of the designs, or in the complex engine imaginary parts beside the
  /// model's values; NULL: the model's. Other values than the model's are exact for designs that do
  /// not move the reference, see gb_model_is_fixed.
  int (*run)(const gb_analysis *analysis, const double design[], gb_timers *timers,
             gb_outcome *outcome, gb_error *error);
  /// The same in two parts: the march, whose states stay where analysis->method is not
  /// GB_NO_GRADIENT, then once its gradient, added to the outcome of the march. The analysis and
  /// the timers must outlive the run. Where a call fails there is no run any more, or it is the
  /// caller's to close. Collective.
  /// @param[in,out] run  NULL, or an earlier run of this model with the same operators, whose
  /// factors the new one takes; it is closed
  int (*open)(const gb_analysis *analysis, const double design[], gb_timers *timers, gb_run **run,
              gb_outcome *outcome, gb_error *error);
  int (*differentiate)(gb_run *run, gb_outcome *outcome, gb_error *error);
  void (*close)(gb_run **run);
  const gb_coupling_operations *coupling; ///< march and adjoint by steps
  /// Predict the memory for the states of a gradient, without a march; zeros for a static march.
  /// errors: GB_USAGE when the budget is too small, naming the least that would do. Collective.
  int (*predict)(const gb_analysis *analysis, gb_checkpoint_usage *usage, gb_error *error);
  /// The schemes' names, titles and numbers, and the functionals' types, one a line, for help
  /// texts.
  void (*list_schemes)(size_t size, char *text);
  /// @return what a march that was checked reads of a case: bits of gb_march_use. Local.
  unsigned (*uses)(const gb_analysis *analysis);
  /// The scheme at place 0, 1, ... of the list; false past its end.
  bool (*scheme)(int place, gb_scheme_traits *traits);
  void (*list_functionals)(size_t size, char *text);
  /// Mass properties of the entries of `shells`, of `bodies`, of `beams`, of all masses together,
  /// then of the whole: part[shells + bodies + beams + 2], on every rank. Collective.
  int (*inertia)(const gb_model *model, gb_inertia part[], gb_error *error);
  /// Sums of the loads and of the weight at each of some times, in the reference configuration, on
  /// every rank. Collective.
  int (*resultants)(const gb_model *model, int times, const double t[], gb_resultant loads[],
                    gb_resultant weight[], gb_error *error);
  /// The places of the values of functionals in words among those of all, and how many each has.
  void (*count_values)(gb_functional_settings *request, int functionals, int steps);
  /// Right-hand sides of an adjoint in the mean over the march: values that depend on the motion,
  /// each from the start to its time. Of a request that was checked.
  double (*adjoint_columns)(const gb_analysis *analysis);
  /// Kind of quantity that `of` names for functionals of this type and form.
  gb_measured_kind (*measures)(const char *type, const char *form);
} gb_engine;

extern const gb_engine gb_engine_real, gb_engine_complex;

#endif
