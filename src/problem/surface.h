/// Rigid bodies whose shape is a closed surface of the mesh.
#ifndef GB_PROBLEM_SURFACE_H
#define GB_PROBLEM_SURFACE_H

#include "mesh/mesh.h"
#include "problem/problem.h"

#include <mpi.h>

/// Set the position, mass and inertia of each body that a surface encloses from its density.
/// Collective; rank 0 measures, and the other ranks get its results. errors: GB_MODEL for groups
/// that the mesh has not, surfaces that are open or whose elements face different ways, naming
/// their nodes; GB_USAGE without a mesh
/// @param mesh  of rank 0, NULL: there is none; the other ranks may pass NULL
int gb_surface_measure(MPI_Comm comm, const gb_mesh *mesh, gb_problem *problem, gb_error *error);

#endif
