/// Messages by which ranks other than 0 get their subdomains and the numbers of their nodes.
#ifndef GB_MODEL_SUBDOMAIN_SUBDOMAIN_TRANSFER_H
#define GB_MODEL_SUBDOMAIN_SUBDOMAIN_TRANSFER_H

#include "model/designs/designs.h"
#include "model/dofs/numbering.h"
#include "model/groups/subdomain.h"

/// Send each rank its subdomain from rank 0. Collective.
/// @param t, partition, designs of the whole mesh, on rank 0; NULL elsewhere
/// @param[out] out  NULL on rank 0
/// The function returns the errors of probes and equations; GB_FILE (memory).
int gb_subdomain_send(MPI_Comm comm, const gb_problem *problem, const gb_topology *t,
                      const gb_partition *partition, const gb_design_set *designs,
                      gb_subdomain **out, gb_error *error);

/// Free a subdomain; *subdomain may be NULL. Local.
void gb_subdomain_destroy(gb_subdomain **subdomain);

/// Get partition, redundant rows and numbers of the subdomain's nodes from rank 0. Collective.
/// @param supports          of the subdomain; of the whole mesh on rank 0
/// @param[in,out] numbering on rank 0 that of the whole mesh; elsewhere that of the subdomain is
///                          returned, with its partition and redundant rows
/// errors: GB_MODEL if the subdomain differs from the whole mesh, GB_FILE (memory)
int gb_subdomain_number(MPI_Comm comm, const gb_supports *supports, gb_numbering **numbering,
                        gb_error *error);

#endif
