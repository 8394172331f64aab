/// Quantities of nodes: reactions of supports and rotations of frames. All functions are local.
#ifndef GB_SYSTEM_RECOVERY_NODE_QUANTITIES_H
#define GB_SYSTEM_RECOVERY_NODE_QUANTITIES_H

#include "solve/system.h"
#include "system/nodal_values/nodal.h"

/// value[GB_WRENCH] += force and moment of a residual at the nodes of a reaction. Source:
/// docs/theory.md, the section on functionals of forces.
/// @param nodal    increments of positions and directors, [nodal values]
/// @param residual R, [nodal values]
void gb_reaction_find(const gb_node_set *nodes, const gb_quantity *of, const gb_scalar nodal[],
                      const gb_scalar residual[], gb_scalar value[]);
/// psi[nodal values] += weights of R in g . wrench: g_F + g_M x arm.
void gb_reaction_weigh(const gb_node_set *nodes, const gb_quantity *of, const gb_scalar nodal[],
                       const gb_scalar g[], gb_scalar psi[]);
/// bar[nodal values] += derivatives of g . wrench by the lever arms at fixed R: r x g_M, with
/// opposite sign at the point of moments.
void gb_reaction_add_arms(const gb_node_set *nodes, const gb_quantity *of, const gb_scalar nodal[],
                          const gb_scalar residual[], const gb_scalar g[], gb_scalar bar[]);

/// Compute value[GB_TURN_VALUES] of a frame: angles and angular velocity. With R = sum_k d_k D_k^T,
/// the angle about z is the direction of the vector (R_xx + R_yy, R_yx - R_xy), and the angles
/// about x and y are defined similarly; the angular velocity is sum_k d_k x d_k' / 2.
void gb_turn_find(const gb_node_set *nodes, const gb_quantity *of, const gb_nodal_state *state,
                  gb_scalar value[]);
/// bar[nodal values] += derivatives of g . value by a component.
void gb_turn_add_bar(const gb_node_set *nodes, const gb_quantity *of, const gb_nodal_state *state,
                     const gb_scalar g[], int component, gb_scalar bar[]);

#endif
