/// Designs of elements, which rank 0 finds in the whole mesh for the ranks with subdomains.
#ifndef GB_MODEL_SUBDOMAIN_SUBDOMAIN_DESIGNS_H
#define GB_MODEL_SUBDOMAIN_SUBDOMAIN_DESIGNS_H

#include "model/designs/designs.h"

/// Copy the designs of the whole mesh for a subdomain. Rank 0 alone calls this function. errors:
/// GB_FILE (memory)
/// @param element  elements of the subdomain by their indices in the whole mesh, [elements]
/// @param arena    owner of the copy
int gb_mesh_designs_choose(const gb_design_set *designs, int32_t elements, const int32_t element[],
                           gb_arena *arena, gb_mesh_designs **out, gb_error *error);

/// Copy the designs from the first to the second rank of a pair. Collective. errors: GB_FILE
/// (memory)
/// @param elements  number of elements of the subdomain
/// @param arena     owner of the copy
int gb_mesh_designs_transfer(MPI_Comm pair, int32_t elements, gb_arena *arena,
                             gb_mesh_designs **designs, gb_error *error);

#endif
