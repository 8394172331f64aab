/// Functionals of a model's system: they sample fields of elements, motions of points and nodes,
/// and controls, or are given by their derivatives.
#ifndef GB_SYSTEM_MODEL_FUNCTIONALS_H
#define GB_SYSTEM_MODEL_FUNCTIONALS_H

#include "functions/aggregate.h"
#include "restart/archive.h"
#include "solve/system.h"

/// Functionals of a single state of a march that are computed elsewhere, represented by their
/// derivatives.
typedef struct gb_state_bars {
  int count;
  bool first;        ///< the state is the first of the march, else its last
  const double *bar; ///< derivatives by q and by the multipliers, [count][n + m]
} gb_state_bars;
/// Replace the system's functionals by given derivatives. Their values are zero. Borrowed. Local.
/// @param scale scale of the march's multipliers, gb_enforcement.column
void gb_model_system_set_functionals(gb_system *system, const gb_state_bars *bars, double scale);

/// Create the functionals of a system, [gb_system.functionals]; borrowed. Collective. errors:
/// GB_FILE
/// @param duration duration of the march
int gb_model_functionals_create(gb_system *system, const gb_functional functional[],
                                double duration, gb_error *error);

/// Free the functionals of a system. Local.
void gb_model_functionals_destroy(gb_system *system);

/// Start the sources of samples. Collective.
void gb_model_functionals_start(gb_system *system);

/// Operations of gb_system_operations on functionals.
int gb_model_functionals_begin(gb_system *system, gb_error *error);
int gb_model_functionals_add(gb_system *system, const gb_state *state, double weight,
                             gb_error *error);
int gb_model_functionals_end(gb_system *system, gb_scalar *values, gb_error *error);
int gb_model_functionals_derivative(gb_system *system, const gb_state *state, double weight,
                                    gb_scalar *bar[GB_BARS], gb_scalar *gradient, gb_error *error);
int gb_model_functionals_value_of(gb_system *system, int f, const gb_state *state, double weight);

/// The largest sample of a value, after gb_model_functionals_end. Local.
gb_peak gb_model_functionals_peak(const gb_system *system, int value);
/// Add derivatives of the functionals by a component of nodal values to those by unknowns and, as
/// this rank's share, by designs: bar[functionals][n], gradient[functionals][designs]. Collective.
/// @param nodal derivatives by present positions and directors, and by increments from the
/// reference configuration, which designs may change, as the arrays of gb_source.bar
int gb_model_functionals_spread(gb_system *system, const gb_state *state, int component,
                                gb_scalar *const nodal[2], gb_scalar bar[], gb_scalar gradient[],
                                gb_error *error);

/// Compute sizes of point functionals and their derivatives, see gb_source.measure.
/// Collective.
int gb_model_functionals_measure(gb_system *system, double **size, gb_error *error);

/// Write or read the sums of the functionals. Collective.
int gb_model_functionals_archive(gb_system *system, gb_archive *archive, gb_error *error);

#endif
