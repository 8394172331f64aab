/// Choice of subdomains on rank 0.
#ifndef GB_MODEL_SUBDOMAIN_SUBDOMAIN_CHOICE_H
#define GB_MODEL_SUBDOMAIN_SUBDOMAIN_CHOICE_H

#include "model/designs/designs.h"
#include "model/groups/subdomain.h"
#include "model/topology/partition.h"

/// Lists from which subdomains are chosen.
typedef struct gb_subdomain_chooser gb_subdomain_chooser;

/// Make the lists of a whole topology, in memory of the arena. Local. The function returns the
/// errors of probes and equations; GB_FILE.
int gb_subdomain_chooser_create(const gb_topology *t, const gb_partition *partition,
                                const gb_design_set *designs, gb_arena *arena,
                                gb_subdomain_chooser **out, gb_error *error);

/// Choose the subdomain of a rank other than 0. Its mesh must be destroyed, also after an error;
/// the chooser, the designs and the topology own what `whole`, `selected` and lists of `designs`
/// point to. Local. errors:
/// GB_FILE
int gb_subdomain_choose(gb_subdomain_chooser *chooser, int rank, gb_subdomain *out,
                        gb_error *error);

#endif
