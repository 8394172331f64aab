/// Which rank has what: shell elements are spread by METIS on their dual graph, nodes go with the
/// elements, bodies in equal shares, tied nodes with those that they are tied to.
#ifndef GB_MODEL_PARTITION_H
#define GB_MODEL_PARTITION_H

#include "model/topology.h"

/// The same on every rank.
typedef struct gb_partition {
  int rank;       ///< this one
  int32_t *part;  ///< rank of each mesh element that is a shell
  int32_t *owner; ///< rank of each model node, -1: nothing uses it
} gb_partition;

/// Collective. errors: GB_MODEL where METIS fails; GB_FILE
int gb_partition_create(const gb_topology *t, gb_partition **out, gb_error *error);

/// An element without shells of its own belongs to the rank that owns its first node.
static inline bool gb_partition_has(const gb_partition *partition, int32_t node) {
  return partition->owner[node] == partition->rank;
}

#endif
