/// Distribution over ranks. METIS partitions the graph of elements; nodes follow the elements,
/// bodies follow the nodes of the mesh that are tied to them, other bodies are distributed equally,
/// and tied nodes follow the nodes to which they are tied.
#ifndef GB_MODEL_TOPOLOGY_PARTITION_H
#define GB_MODEL_TOPOLOGY_PARTITION_H

#include "model/topology/topology.h"

/// Owners of elements and nodes; unless ranks have subdomains the same on every rank.
typedef struct gb_partition {
  int rank;       ///< this rank
  int32_t *part;  ///< rank of each mesh element that is a shell or beam
  int32_t *owner; ///< rank of each model node, -1: unused
  int64_t *shown; ///< number among the nodes of the results of each model node that they contain
  int64_t in_results; ///< number of nodes of the results on all ranks
} gb_partition;

/// Partition a model. Collective. errors: GB_TOO_LARGE, GB_OUT_OF_MEMORY from METIS; GB_FILE
int gb_partition_create(const gb_topology *t, gb_partition **out, gb_error *error);

/// Whether this rank has an element with this first node; elements without shells belong to the
/// owner of their first node.
static inline bool gb_partition_has(const gb_partition *partition, int32_t node) {
  return partition->owner[node] == partition->rank;
}

#endif
