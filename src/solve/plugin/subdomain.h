/// Unknowns of the subdomains of balancing domain decomposition: each rank's own entries form one.
#ifndef GB_SOLVE_PLUGIN_SUBDOMAIN_H
#define GB_SOLVE_PLUGIN_SUBDOMAIN_H

#include "solve/factor/linear.h"

#include <petscksp.h>

/// Find the unknowns of this rank's subdomain, sorted by their global numbers from 0. The subdomain
/// has the unknowns of the rank's entries. BDDC lets only unknowns be primal that several
/// subdomains have. A multiplier of one subdomain alone whose frames are primal would have a row of
/// zeros among the other unknowns; therefore a second subdomain gets it too, without entries, and
/// it becomes primal. Collective.
/// @param number allocated by PetscMalloc, [count]
PetscErrorCode gb_subdomain_find(MPI_Comm comm, const gb_linear_pattern *pattern, PetscInt **number,
                                 PetscInt *count);

#endif
