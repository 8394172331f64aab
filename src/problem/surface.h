/// Rigid bodies whose shape is a closed surface of the mesh.
#ifndef GB_PROBLEM_SURFACE_H
#define GB_PROBLEM_SURFACE_H

#include "mesh/mesh.h"
#include "problem/problem.h"

/// Set the position, mass and inertia of each body that a surface encloses from its density. Local,
/// the same on every rank that has the same mesh (NULL: none). errors: GB_MODEL for groups that the
/// mesh has not, surfaces that are open or whose elements face different ways, naming their nodes;
/// GB_USAGE without a mesh
int gb_surface_measure(const gb_mesh *mesh, gb_problem *problem, gb_error *error);

#endif
