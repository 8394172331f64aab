/// The nodes of a model on one rank: owned ones first, then ghosts, and where their values lie in a
/// nodal vector. Constant after the model is built.
#ifndef GB_MODEL_NODES_H
#define GB_MODEL_NODES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { GB_NODE_VALUES = 6 };

typedef struct gb_node_set {
  int32_t count, owned;  ///< the owned nodes are the first ones
  int32_t shown;         ///< of the owned ones: the first ones, which the results show
  int64_t total;         ///< nodes of the results on all ranks
  double (*position)[3]; ///< reference, in the user's units, [count]
  double (*director)[3]; ///< reference unit directors, zero where a node has none, [count]
  int64_t *id;    ///< the mesh file's numbers; others are numbered after the largest, [count]
  int64_t *index; ///< number among the nodes of the results, [count]
  bool *tied;     ///< a combination of other nodes, without unknowns of its own, [count]
  unsigned char *framed; ///< whether the director is one of a frame at a fold, [count]
} gb_node_set;

/// Where the values of a node begin in a nodal vector.
static inline size_t gb_node_start(const gb_node_set *nodes, int32_t node) {
  (void)nodes;
  return GB_NODE_VALUES * (size_t)node;
}

/// Values of a nodal vector: those of all nodes of this rank.
static inline size_t gb_node_values(const gb_node_set *nodes) {
  return GB_NODE_VALUES * (size_t)nodes->count;
}

void gb_node_set_destroy(gb_node_set **nodes);

#endif
