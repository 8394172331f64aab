/// Rotations of nodes of the mesh about the global axes, as other programs receive them: the angle
/// about z is that of the vector (R_xx + R_yy, R_yx - R_xy), and similarly about x and y; in linear
/// statics it is (R_yx - R_xy) / 2. R = d D^-1 with the matrices of the directors; of a single
/// director R is the smallest rotation that takes D to d. The angular velocity is the axial vector
/// of R' R^-1; of a single director it is d x d' / (d . d), which has no part along d. A node
/// without directors has neither. All functions are local.
#ifndef GB_SYSTEM_NODAL_VALUES_NODE_ROTATION_H
#define GB_SYSTEM_NODAL_VALUES_NODE_ROTATION_H

#include "base/scalar.h"
#include "model/topology/nodes.h"

/// Compute the rotation of a node, radians. @param q increments, [nodal values]
void gb_node_rotation_find(const gb_node_set *nodes, int32_t node, const gb_scalar q[], bool linear,
                           double value[3]);
/// bar[0] and bar[1], [nodal values] each, += derivatives of g . value: by present directors, and
/// by increments at fixed present directors, see gb_source.bar.
void gb_node_rotation_add_bar(const gb_node_set *nodes, int32_t node, const gb_scalar q[],
                              bool linear, const double g[3], gb_scalar *const bar[2]);
/// Compute the angular velocity of a node, radians per time. @param q, v increments and velocities,
/// [nodal values]
void gb_node_spin_find(const gb_node_set *nodes, int32_t node, const gb_scalar q[],
                       const gb_scalar v[], double value[3]);
/// The same derivatives of g . value by q or, with `by_rate`, by v.
void gb_node_spin_add_bar(const gb_node_set *nodes, int32_t node, const gb_scalar q[],
                          const gb_scalar v[], bool by_rate, const double g[3],
                          gb_scalar *const bar[2]);

#endif
