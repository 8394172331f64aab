/// Values of a model's quantities (model/probes/quantities.h) at a state, and their derivatives.
/// Reactions are sums w(q) . R(a, v, q, t) of the nodal residuals of all elements at a support,
/// joint forces those of the joint's element; section values are fields of an element. In a linear
/// system, forces are R + R_q (q - origin) about its origin. Source: docs/theory.md, the section on
/// functionals of forces.
#ifndef GB_SYSTEM_RECOVERY_QUANTITIES_H
#define GB_SYSTEM_RECOVERY_QUANTITIES_H

#include "solve/system.h"
#include "system/assembly/assembly.h"

typedef struct gb_quantities gb_quantities;

/// The assembly is borrowed; the arena owns the memory. Local. errors: GB_FILE
/// @param used        flag of each of the model's quantities, [count]; copied
/// @param functionals number of functionals that are differentiated at once
int gb_quantities_create(gb_assembly *assembly, const bool used[], int functionals, gb_arena *arena,
                         gb_quantities **out, gb_error *error);
/// Whether a used quantity is a force, which depends on all components and multipliers of a state.
bool gb_quantities_of_forces(const gb_quantities *quantities);

/// value[values of all quantities] = this rank's share of the used quantities, 0 for others. If
/// forces are used, the state must have all components. Collective.
int gb_quantities_find(gb_quantities *quantities, const gb_nodal_state *state, gb_scalar value[],
                       gb_error *error);

/// Set the weights of the values for the following functions; those of functional c begin at g[c *
/// stride]. g is borrowed. Collective. errors: GB_FILE
int gb_quantities_weigh(gb_quantities *quantities, const gb_nodal_state *state, const gb_scalar g[],
                        size_t stride, gb_error *error);
/// bar[i][functionals][nodal values] += weighted derivatives by a component's nodal values, with
/// bar[i] as in gb_source.bar; multipliers belong to GB_Q. Collective.
int gb_quantities_bar(gb_quantities *quantities, const gb_nodal_state *state, int component,
                      gb_scalar *const bar[2], gb_error *error);
/// bar[functionals][memory] += weighted derivatives by what elements remember of the beginning of
/// the step (this rank's share). Local.
void gb_quantities_memory(gb_quantities *quantities, const gb_nodal_state *state, gb_scalar bar[]);
/// gradient[functionals][designs] += weighted derivatives by designs at fixed nodal values. Local.
void gb_quantities_gradient(gb_quantities *quantities, const gb_nodal_state *state,
                            gb_scalar gradient[]);

#endif
