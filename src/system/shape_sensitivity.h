/// Designs that move reference places and axes: they enter through the map z = T(x) y + X(x) - X,
/// for most elements know places and axes as X + z. Those that measure their reference (shells,
/// loads by area) have it moved, and increments from there: their own derivatives are the
/// assembly's. Derivatives of residuals and functionals by such designs (docs/theory.md,
/// (2.10)-(2.15)).
#ifndef GB_SYSTEM_SHAPE_SENSITIVITY_H
#define GB_SYSTEM_SHAPE_SENSITIVITY_H

#include "solve/system.h"
#include "system/assembly.h"
#include "system/nodal.h"

typedef struct gb_shape_sensitivity gb_shape_sensitivity;

/// All are borrowed. @param change of the designs from the model's values, [designs]. Local.
int gb_shape_sensitivity_create(const gb_model *model, gb_nodal *nodal, gb_assembly *assembly,
                                const gb_scalar change[], gb_shape_sensitivity **out,
                                gb_error *error);
void gb_shape_sensitivity_destroy(gb_shape_sensitivity **shape);
/// X(x) - X of the nodal values, [nodal values]; NULL: nothing moves.
const gb_scalar *gb_shape_sensitivity_shift(const gb_shape_sensitivity *shape);

// All are collective, add into their outputs and do nothing in a model without such designs.

/// z[count][nodal values] += the derivatives of a component's nodal values at fixed unknowns
/// along dx[count][designs]: of displacements, which are measured from the present reference.
int gb_shape_sensitivity_gather(gb_shape_sensitivity *shape, const gb_state *state, int component,
                                int count, const gb_scalar dx[], gb_scalar z[], gb_error *error);
/// z[count][nodal values] += how the reference itself changes. Local.
void gb_shape_sensitivity_move(const gb_shape_sensitivity *shape, int count, const gb_scalar dx[],
                               gb_scalar z[]);
/// gradient[count][designs] += bar[count][nodal values] by a component's nodal values, times
/// the derivatives of gb_shape_sensitivity_gather; bars by positions where elements know them as
/// X + z, times those of gb_shape_sensitivity_move.
int gb_shape_sensitivity_gradient(gb_shape_sensitivity *shape, const gb_state *state, int component,
                                  int count, const gb_scalar bar[], gb_scalar gradient[],
                                  gb_error *error);
void gb_shape_sensitivity_moved(const gb_shape_sensitivity *shape, int count, const gb_scalar bar[],
                                gb_scalar gradient[]);
/// r[count][owned unknowns] += dT^T R along dx, R at the nodal values of the state.
int gb_shape_sensitivity_scatter(gb_shape_sensitivity *shape, const gb_nodal_state *nodal,
                                 int count, const gb_scalar dx[], gb_scalar r[], gb_error *error);
/// gradient[count][designs] += psi[count][owned unknowns] . d(T^T R)/dx at fixed unknowns.
int gb_shape_sensitivity_product(gb_shape_sensitivity *shape, const gb_state *state,
                                 const gb_nodal_state *nodal, int count, const gb_scalar psi[],
                                 gb_scalar gradient[], gb_error *error);

#endif
