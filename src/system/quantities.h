/// Values of a model's quantities (model/quantities.h) at a state, and their derivatives: forces
/// are sums of nodal residuals, w(q).R(a, v, q, t), of all elements at a support and of the one of
/// a joint; section values are fields of an element. Source: docs/theory.md, the section on
/// functionals of forces. Forces of a linear system are R + R_q (q - origin) about its origin.
#ifndef GB_SYSTEM_QUANTITIES_H
#define GB_SYSTEM_QUANTITIES_H

#include "solve/system.h"
#include "system/assembly.h"

typedef struct gb_quantities gb_quantities;

/// The assembly is borrowed; memory of the arena. Local.
/// @param used        which of the model's quantities, [count of them]; copied
/// @param functionals that are differentiated at once
int gb_quantities_create(gb_assembly *assembly, const bool used[], int functionals, gb_arena *arena,
                         gb_quantities **out, gb_error *error);
/// Whether any that is used depends on all of a state, rates and multipliers too.
bool gb_quantities_of_forces(const gb_quantities *quantities);

/// value[values of all] = this rank's share of those that are used, 0 of the others; the state has
/// all components where there are forces. Collective.
int gb_quantities_find(gb_quantities *quantities, const gb_nodal_state *state, gb_scalar value[],
                       gb_error *error);

/// Weights of the values for what follows: those of functional c begin at g[c * stride]; they last
/// as long as g. Local. errors: GB_FILE (memory)
int gb_quantities_weigh(gb_quantities *quantities, const gb_nodal_state *state, const gb_scalar g[],
                        size_t stride, gb_error *error);
/// bar[i][functionals][nodal values] += the weighted derivatives by a component's nodal values,
/// multipliers counting to GB_Q's, bar[i] as in gb_source.bar. Collective.
int gb_quantities_bar(gb_quantities *quantities, const gb_nodal_state *state, int component,
                      gb_scalar *const bar[2], gb_error *error);
/// gradient[functionals][designs] += the weighted derivatives by designs at fixed nodal values.
/// Local.
void gb_quantities_gradient(gb_quantities *quantities, const gb_nodal_state *state,
                            gb_scalar gradient[]);

#endif
