/// Rigid motions of a model in its unknowns, and positions of these, which preconditioners by
/// subdomains or by levels need to represent.
#ifndef GB_SYSTEM_RIGID_MOTIONS_H
#define GB_SYSTEM_RIGID_MOTIONS_H

#include "base/scalar.h"
#include "model/model.h"
#include "solve/linear.h"

enum { GB_RIGID_MOTIONS = 6 };

/// Compute rigid motion k about the origin at nodal displacements q: the translation along axis k,
/// or from 3 on the rotation about axis k - 3 with unit angular velocity. Multipliers have 0.
/// Unknowns that are no value of an owned node, or that supports hold, keep their number in
/// x[owned unknowns]. Local.
void gb_rigid_motion(const gb_model *model, const gb_scalar q[], int k, gb_scalar x[]);
/// Find the positions of the nodes of unknowns at nodal displacements q, and whether a node has a
/// frame of directors or multipliers: those of unknown i are in place[index[i] - 1] and
/// corner[index[i] - 1], if index[i] is positive. Local.
void gb_unknown_places(const gb_model *model, const gb_scalar q[], const int index[],
                       double place[][3], gb_corner corner[]);

#endif
