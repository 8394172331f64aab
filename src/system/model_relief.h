/// Inertia relief of a model's system, see relief.h, in the terms of its states. In a linear system
/// the loads and the inertia balance at the origin. All functions are collective.
#ifndef GB_SYSTEM_MODEL_RELIEF_H
#define GB_SYSTEM_MODEL_RELIEF_H

#include "system/model_data.h"

/// Replace the weights of R + M a in work.x[count] by those of R, and add the derivatives by
/// designs that change the reference: gradient[count][designs] += ... Overwrites work.y. Does
/// nothing without inertia relief. errors: GB_FILE
int gb_model_relief_product(gb_model_data *s, const gb_state *state, int count,
                            gb_scalar gradient[], gb_error *error);
/// Replace the derivative of R along dx[count][designs] and d in work.y[count] by that of R + M a.
/// Overwrites work.x. Does nothing without inertia relief. errors: GB_FILE
/// @param d  derivative of the unknowns, [count][n]; NULL: zero
int gb_model_relief_direction(gb_model_data *s, const gb_state *state, int count,
                              const gb_scalar dx[], const gb_scalar d[], gb_error *error);

/// Add the derivatives of functions of the acceleration: by the unknowns, bar[count][n] += ..., and
/// by designs, gradient[count][designs] += ... In: derivatives by a in work.y[count], this rank's
/// share. Overwrites work.x and work.y. Does nothing without inertia relief. errors: GB_FILE
int gb_model_relief_bars(gb_model_data *s, const gb_state *state, const gb_nodal_state *nodal,
                         int count, gb_scalar bar[], gb_scalar gradient[], gb_error *error);

#endif
