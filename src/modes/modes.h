/// Natural frequencies and mode shapes of a model about a state, K x = omega^2 M x, where K is the
/// tangent stiffness at the state, and their derivatives by the designs. Source: docs/theory.md,
/// the section on modes.
#ifndef GB_MODES_MODES_H
#define GB_MODES_MODES_H

#include "base/arena.h"
#include "base/timer.h"
#include "engine/analysis.h"

typedef struct gb_modes_request {
  const gb_analysis *analysis; ///< model, and march that leads to the state
  const double *design; ///< values of the designs, as for gb_engine.run; NULL: those of the model
  const gb_modes_settings *settings;
  int count; ///< number of modes; 0: ten, or all if there are fewer
  gb_timers *timers;
} gb_modes_request;

/// Properties of the state and the model.
typedef struct gb_modes_about {
  double *base;   ///< nodal values of the state; NULL: the reference configuration
  double t;       ///< time of the state
  bool damped;    ///< the model has damping, which is ignored
  double mass[3]; ///< mass of the model along x, y, z, including fixed nodes
  bool turns;     ///< rotating frame: there are no effective masses, and modes are not counted
  /// Largest change of a director, or displacement relative to the size of the model, of the linear
  /// path at the lowest load factor of buckling.
  double change;
  /// Bound of the relative change of load factors by the antisymmetric part of K', which the search
  /// neglects; 0: K' is symmetric.
  double neglected;
} gb_modes_about;

/// Modes of vibration or of buckling; free them with gb_modes_free. Numbers of nodal values and
/// designs are those of the model.
typedef struct gb_modes {
  int count;
  double *value;     ///< omega^2, or load factors of buckling, ascending, [count]
  double *frequency; ///< in Hz; 0 for rigid modes, negative if omega^2 is, [count]; NULL: load
                     ///< factors of buckling
  double *error;     ///< bound of the relative error of the values, [count]
  double (*mass)[3]; ///< effective modal masses along x, y, z, [count]; NULL: load factors
  bool *repeated;    ///< whether another mode has the same frequency or load factor, [count]
  /// d frequency / d design or d load factor / d design, [count][designs]; NULL: see
  /// `no_derivative`. NAN for rigid modes and repeated frequencies; of repeated load factors only
  /// the sums over equal ones have a meaning.
  double *derivative;
  double *shape; ///< nodal values, scaled to the largest displacement 1, [count][nodal values]
  gb_modes_about about;
  const char *no_derivative; ///< reason why there are no derivatives; NULL: they exist, or there
                             ///< are no designs
  int factorisations;
  gb_arena memory; ///< owns the arrays
} gb_modes;

/// Compute modes. Collective. errors: GB_USAGE, GB_MODEL (no mass, or fewer modes than requested),
/// GB_SINGULAR, GB_DIVERGED (no convergence, or a mode is missing), GB_FILE; errors of the march
int gb_modes_find(const gb_modes_request *request, gb_modes *modes, gb_error *error);
/// Free the arrays. Local.
void gb_modes_free(gb_modes *modes);

/// Whether the analysis has functionals of the types `frequency` or `buckling`, whose values a
/// march does not compute. Local.
bool gb_modes_are_requested(const gb_analysis *analysis);
/// Set the values of these functionals in the outcome and, if it has a gradient, their derivatives.
/// Collective. errors: as of gb_modes_find; GB_USAGE if a mode has no derivative
int gb_modes_fill(const gb_modes_request *request, gb_outcome *outcome, gb_error *error);

#endif
