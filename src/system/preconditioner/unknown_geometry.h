/// Geometry of the unknowns, which preconditioners by subdomains or by levels use: rigid motions,
/// positions, and unknowns in which subdomains are to be equal.
#ifndef GB_SYSTEM_PRECONDITIONER_UNKNOWN_GEOMETRY_H
#define GB_SYSTEM_PRECONDITIONER_UNKNOWN_GEOMETRY_H

#include "base/scalar.h"
#include "model/model.h"
#include "solve/factor/linear.h"
#include "system/nodal_values/nodal.h"

enum { GB_RIGID_MOTIONS = 6 };

/// Compute rigid motion k about the origin at nodal displacements q: the translation along axis k,
/// or from 3 on the rotation about axis k - 3 with unit angular velocity. Multipliers have 0.
/// Unknowns that are no value of an owned node, or that supports hold, keep their number in
/// x[owned unknowns]. Local.
void gb_rigid_motion(const gb_model *model, const gb_scalar q[], int k, gb_scalar x[]);
/// Find the positions of the nodes of unknowns at nodal displacements q: that of unknown i is
/// place[index[i] - 1], if index[i] is positive. Local.
void gb_unknown_places(const gb_model *model, const gb_scalar q[], const int index[],
                       double place[][3]);
/// Find the unknowns in which subdomains are to be equal: those of nodes with several directors or
/// multipliers, and those that only springs, links or loads connect with the other unknowns of some
/// rank, which do not hold them there. That of unknown i is corner[index[i] - 1], if index[i] is
/// positive. Collective. errors: GB_FILE (memory)
int gb_unknown_corners(const gb_model *model, gb_nodal *nodal, const int index[],
                       gb_corner corner[], gb_error *error);

#endif
