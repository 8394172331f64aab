/// This rank's nodes among those of the whole model: owned nodes, and ghosts that its elements and
/// ties need.
#ifndef GB_MODEL_BLOCKS_LOCALS_H
#define GB_MODEL_BLOCKS_LOCALS_H

#include "model/blocks/blocks.h"
#include "model/topology/nodes.h"
#include "model/topology/partition.h"

/// Local numbers of nodes on this rank.
typedef struct gb_locals {
  const gb_topology *t;
  const gb_partition *partition;
  int32_t *local; ///< local number of each model node, -1: not on this rank
  int32_t *model; ///< model node of each local node, [nodes->count]
  gb_node_set *nodes;
} gb_locals;

/// Number the nodes of blocks, which still contain model nodes. The lists other than `nodes` exist
/// only while the model is built. Local. errors: GB_FILE
int gb_locals_create(const gb_partition *partition, const gb_topology *t,
                     const gb_block_set *blocks, gb_locals **out, gb_error *error);

#endif
