/// One analysis from a built model: march, and gradient by adjoint or tangent. The same source
/// gives a real engine and a complex one, whose march with perturbed designs is what the gradient
/// is verified against.
#ifndef GB_ENGINE_ENGINE_H
#define GB_ENGINE_ENGINE_H

#include "base/timer.h"
#include "engine/analysis.h"
#include "system/inertia.h"

typedef struct gb_engine {
  /// Check the words of a request without marching. Local. errors: GB_USAGE
  int (*check)(const gb_analysis *analysis, gb_error *error);
  /// What a pairing of scheme and enforcement of constraints loses, as a warning, of a request that
  /// was checked; "": nothing. Local.
  void (*pairing)(const gb_analysis *analysis, size_t size, char *text);
  /// March, and differentiate if asked. Collective.
  /// @param perturbation  imaginary parts of the designs (complex engine) or NULL
  int (*run)(const gb_analysis *analysis, const double perturbation[], gb_timers *timers,
             gb_outcome *outcome, gb_error *error);
  /// The schemes' names, titles and numbers, and the functionals' types, one a line, for help
  /// texts.
  void (*list_schemes)(size_t size, char *text);
  /// The scheme at place 0, 1, ... of the list; false past its end.
  bool (*scheme)(int place, gb_scheme_traits *traits);
  void (*list_functionals)(size_t size, char *text);
  /// Mass properties of the entries of `shells`, of `bodies`, of all masses together, then of the
  /// whole: part[sections + bodies + 2], on every rank. Collective.
  int (*inertia)(const gb_model *model, gb_inertia part[], gb_error *error);
  /// How many of the functionals depend on the motion: solves of an adjoint at each point. Of a
  /// request that was checked.
  int (*adjoint_solves)(const gb_analysis *analysis);
} gb_engine;

extern const gb_engine gb_engine_real, gb_engine_complex;

#endif
