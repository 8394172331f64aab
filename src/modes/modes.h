/// Natural frequencies and mode shapes of a model about a state: K x = omega^2 M x with K the
/// tangent there, and their derivatives by the designs. Source: docs/theory.md, the section on
/// modes.
#ifndef GB_MODES_MODES_H
#define GB_MODES_MODES_H

#include "base/arena.h"
#include "base/timer.h"
#include "engine/analysis.h"

typedef struct gb_modes_request {
  const gb_analysis *analysis; ///< the model; its march is the way to the state
  const double *design; ///< values of the designs as gb_engine.run takes them; NULL: the model's
  const gb_modes_settings *settings;
  int count; ///< 0: ten, or as many as there are
  gb_timers *timers;
} gb_modes_request;

/// What modes are about.
typedef struct gb_modes_about {
  double *base;   ///< nodal values of the state; NULL: the reference
  double t;       ///< of the state
  bool damped;    ///< the model has damping, which is left out
  double mass[3]; ///< of the model along x, y, z, that of fixed nodes too
  bool turns;     ///< in a turning frame: there are no effective masses, and modes are not counted
} gb_modes_about;

/// Arrays are freed by gb_modes_free. Nodal values and designs are the model's.
typedef struct gb_modes {
  int count;
  double *value;      ///< omega^2, ascending, [count]
  double *frequency;  ///< in Hz: 0 of rigid modes, below 0 where omega^2 is, [count]
  double *error;      ///< bound of the relative error of omega^2, [count]
  double (*mass)[3];  ///< effective modal masses along x, y, z, [count]
  bool *repeated;     ///< another mode has the same frequency, [count]
  double *derivative; ///< d frequency / d design; NAN of rigid and repeated modes,
                      ///< [count][designs]; NULL: none, `no_derivative` says why
  double *shape;      ///< nodal values, the largest displacement 1, [count][nodal values]
  gb_modes_about about;
  const char *no_derivative; ///< NULL: there is one, or there are no designs
  int rigid;                 ///< modes whose omega^2 is zero to round-off
  int unstable;              ///< modes whose omega^2 is negative
  int factorisations;
  gb_arena memory; ///< of the arrays
} gb_modes;

/// Collective. errors: GB_USAGE, GB_MODEL (no mass, or fewer modes), GB_SINGULAR, GB_DIVERGED (not
/// converged, or a mode is missing), GB_FILE; those of the march
int gb_modes_find(const gb_modes_request *request, gb_modes *modes, gb_error *error);
void gb_modes_free(gb_modes *modes);

/// Whether the analysis has functionals of the type `frequency`, which a march leaves at zero.
bool gb_modes_are_asked(const gb_analysis *analysis);
/// Fill in the outcome the values of these functionals and, where it has a gradient, their
/// derivatives. Collective. errors: those of gb_modes_find; GB_USAGE where a mode has no derivative
int gb_modes_fill(const gb_modes_request *request, gb_outcome *outcome, gb_error *error);

#endif
