/// Functionals of the motion of nodes: an expression at each node of a group, sampled into the
/// aggregate's sums (docs/theory.md, eq. 6.8), with derivatives by nodal values.
#ifndef GB_SYSTEM_NODE_FUNCTIONALS_H
#define GB_SYSTEM_NODE_FUNCTIONALS_H

#include "system/point_functionals.h"

/// Number of an expression's variables: t, then position, displacement and velocity.
enum { GB_NODE_VARIABLES = 10 };

typedef struct gb_node_functionals gb_node_functionals;

/// Assembly, functionals (those of the aggregate) and aggregate are borrowed; the arena owns the
/// memory. Local. errors: GB_FILE
int gb_node_functionals_create(gb_assembly *assembly, const gb_functional functional[],
                               gb_aggregate *aggregate, gb_arena *arena, gb_node_functionals **out,
                               gb_error *error);
/// Whether a functional that counts this time point depends on a component GB_Q, GB_V or GB_A.
bool gb_node_functionals_use(const gb_node_functionals *functionals, gb_instant instant,
                             int component);
/// Add the samples of this time point to the sums. Collective.
/// errors, the same on all ranks: GB_NOT_FINITE if an expression has no finite value
int gb_node_functionals_sample(gb_node_functionals *functionals, const gb_nodal_state *state,
                               gb_instant instant, gb_error *error);
/// Call after the sums are closed: bar[functionals][nodal values] += derivatives by a component's
/// nodal values. For GB_Q also gradient[functionals][designs] += derivatives of displacements by
/// designs that change the reference positions. Collective. errors: GB_NOT_FINITE
int gb_node_functionals_bar(gb_node_functionals *functionals, const gb_nodal_state *state,
                            gb_instant instant, int component, gb_scalar bar[],
                            gb_scalar gradient[], gb_error *error);

#endif
