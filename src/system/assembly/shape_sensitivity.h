/// Designs that change reference positions and axes. They enter through the map z = T(x) y + X(x) -
/// X because most elements use positions and axes only as X + z. Elements that measure their
/// reference (shells, loads by area) get a changed reference and increments relative to it; the
/// assembly provides their derivatives by such designs. Source: docs/theory.md, (2.10)-(2.15).
#ifndef GB_SYSTEM_ASSEMBLY_SHAPE_SENSITIVITY_H
#define GB_SYSTEM_ASSEMBLY_SHAPE_SENSITIVITY_H

#include "solve/system.h"
#include "system/assembly/assembly.h"
#include "system/nodal_values/nodal.h"

typedef struct gb_shape_sensitivity gb_shape_sensitivity;

/// Model, nodal map, assembly and change are borrowed. @param change of the designs from the values
/// that the model was built with, [designs]. Local. errors: GB_FILE
int gb_shape_sensitivity_create(const gb_model *model, gb_nodal *nodal, gb_assembly *assembly,
                                const gb_scalar change[], gb_shape_sensitivity **out,
                                gb_error *error);
void gb_shape_sensitivity_destroy(gb_shape_sensitivity **shape);
/// @return X(x) - X, [nodal values]; NULL: no design changes the reference
const gb_scalar *gb_shape_sensitivity_shift(const gb_shape_sensitivity *shape);

// The following functions are collective unless stated otherwise, add into their outputs and do
// nothing in a model without such designs.

/// z[count][nodal values] += derivatives of a component's nodal values along dx[count][designs] at
/// fixed unknowns, through T.
int gb_shape_sensitivity_gather(gb_shape_sensitivity *shape, const gb_state *state, int component,
                                int count, const gb_scalar dx[], gb_scalar z[], gb_error *error);
/// z[count][nodal values] += derivatives of the reference X along dx. Local.
void gb_shape_sensitivity_reference_direction(const gb_shape_sensitivity *shape, int count,
                                              const gb_scalar dx[], gb_scalar z[]);
/// gradient[count][designs] += bar[count][nodal values] times the derivatives of
/// the nodal values T y of unknowns y [n] at fixed y, for bar by these.
/// gb_shape_sensitivity_reference_gradient (local) does the same with the derivatives of
/// gb_shape_sensitivity_reference_direction, for bar by positions of elements that use them as X +
/// z.
int gb_shape_sensitivity_gradient(gb_shape_sensitivity *shape, const gb_scalar y[], int count,
                                  const gb_scalar bar[], gb_scalar gradient[], gb_error *error);
void gb_shape_sensitivity_reference_gradient(const gb_shape_sensitivity *shape, int count,
                                             const gb_scalar bar[], gb_scalar gradient[]);
/// r[count][owned unknowns] += dT^T R along dx, with R at the nodal values of the state.
int gb_shape_sensitivity_scatter(gb_shape_sensitivity *shape, const gb_nodal_state *nodal,
                                 int count, const gb_scalar dx[], gb_scalar r[], gb_error *error);
/// gradient[count][designs] += psi . d(T^T R)/dx at fixed unknowns.
/// @param psi  weights of T^T R, [count][owned unknowns] (NULL: none), and of R, [count][nodal
///   values]
int gb_shape_sensitivity_product(gb_shape_sensitivity *shape, const gb_state *state,
                                 const gb_nodal_state *nodal, int count,
                                 const gb_scalar *const psi[2], gb_scalar gradient[],
                                 gb_error *error);

#endif
