/// The functionals of a model's system: those that sample the fields of elements, the motion of
/// points and nodes and the controls, or others that are given by their derivatives.
#ifndef GB_SYSTEM_MODEL_FUNCTIONALS_H
#define GB_SYSTEM_MODEL_FUNCTIONALS_H

#include "functions/aggregate.h"
#include "restart/archive.h"
#include "solve/system.h"

/// Functionals that depend on one state of a march alone, found elsewhere from it, by their
/// derivatives there.
typedef struct gb_state_bars {
  int count;
  bool first;        ///< the state is the start of the march, else its end
  const double *bar; ///< by q and by the multipliers of the constraint equations, [count][n + m]
} gb_state_bars;
/// From now on the system's functionals are these, whose values count as 0. Borrowed.
/// @param scale of the march's multipliers, gb_enforcement.column
void gb_model_system_give(gb_system *system, const gb_state_bars *bars, double scale);

/// Begin the functionals of a system, as gb_system.functionals says. Borrowed. Collective.
/// @param duration of the march
int gb_model_functionals_create(gb_system *system, const gb_functional functional[],
                                double duration, gb_error *error);

/// Start the sources of samples. Collective.
void gb_model_functionals_start(gb_system *system);

/// The operations of gb_system_operations on functionals.
int gb_model_functionals_begin(gb_system *system, gb_error *error);
int gb_model_functionals_add(gb_system *system, const gb_state *state, double weight,
                             gb_error *error);
int gb_model_functionals_end(gb_system *system, gb_scalar *values, gb_error *error);
int gb_model_functionals_derivative(gb_system *system, const gb_state *state, double weight,
                                    gb_scalar *bar[GB_BARS], gb_scalar *gradient, gb_error *error);
int gb_model_functionals_value_of(gb_system *system, int f, const gb_state *state, double weight);

/// Find the sizes of functionals with their derivatives, see gb_source.measure. Collective.
int gb_model_functionals_measure(gb_system *system, double **size, gb_error *error);

/// The sums so far, written or read. Collective.
int gb_model_functionals_archive(gb_system *system, gb_archive *archive, gb_error *error);

#endif
