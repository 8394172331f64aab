/// Initial velocities of a model as unknowns: linear in the designs. Initial displacements are
/// none. All are local.
#ifndef GB_SYSTEM_INITIAL_H
#define GB_SYSTEM_INITIAL_H

#include "base/scalar.h"
#include "model/model.h"

/// v[n] += the model's initial velocities, n unknowns that are no multipliers.
void gb_initial_velocities(const gb_model *model, gb_scalar v[]);
/// v[n] += dv/dx dx for dx[designs]: their change, or their derivative along dx.
void gb_initial_change(const gb_model *model, const gb_scalar dx[], gb_scalar v[]);
/// gradient[count][designs] += bar . dv/dx, bar[count][n].
void gb_initial_product(const gb_model *model, int count, const gb_scalar bar[],
                        gb_scalar gradient[]);

#endif
