/// Functionals of the motion of nodes: an expression at each node of a group, as samples of the
/// aggregate's sums (docs/theory.md, eq. 6.8), and its derivatives as bars of nodal values.
#ifndef GB_SYSTEM_NODE_FUNCTIONALS_H
#define GB_SYSTEM_NODE_FUNCTIONALS_H

#include "system/point_functionals.h"

/// What such an expression knows: t, then place, displacement and velocity.
enum { GB_NODE_VARIABLES = 10 };

typedef struct gb_node_functionals gb_node_functionals;

/// Assembly, functionals, which are the aggregate's, and aggregate are borrowed; memory of the
/// arena. Local. errors: GB_FILE
int gb_node_functionals_create(gb_assembly *assembly, const gb_functional functional[],
                               gb_aggregate *aggregate, gb_arena *arena, gb_node_functionals **out,
                               gb_error *error);
/// Whether a functional that counts this time point depends on GB_Q, GB_V or GB_A.
bool gb_node_functionals_use(const gb_node_functionals *functionals, gb_instant instant,
                             int component);
/// Add this time point to the sums. Collective. errors: GB_MODEL, on all ranks, where an expression
/// has no finite value
int gb_node_functionals_sample(gb_node_functionals *functionals, const gb_nodal_state *state,
                               gb_instant instant, gb_error *error);
/// After the sums are closed: bar[functionals][nodal values] += the derivatives by a component's
/// nodal values; with GB_Q gradient[functionals][designs] += what displacements lose where designs
/// move the places that they count from. Collective. errors: GB_MODEL likewise
int gb_node_functionals_bar(gb_node_functionals *functionals, const gb_nodal_state *state,
                            gb_instant instant, int component, gb_scalar bar[],
                            gb_scalar gradient[], gb_error *error);

#endif
