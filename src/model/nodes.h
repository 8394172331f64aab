/// The nodes of a model on one rank: owned ones first, then ghosts, the fields that each carries,
/// and where their values lie in a nodal vector. Constant after the model is built.
#ifndef GB_MODEL_NODES_H
#define GB_MODEL_NODES_H

#include "elements/node_fields.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// A node's fields lie one after another, three values each, in the order of their bits.
typedef struct gb_node_set {
  int32_t count, owned;   ///< the owned nodes are the first ones
  int32_t shown;          ///< of the owned ones: the first ones, which the results show
  int64_t total;          ///< nodes of the results on all ranks
  unsigned char *fields;  ///< bits of elements/node_fields.h, [count]
  int32_t *first;         ///< first vector of each node, [count + 1]
  double (*reference)[3]; ///< positions and unit directors, zero for multipliers, [first[count]]
  int64_t *id;            ///< the mesh file's numbers; others follow the largest, [count]
  int64_t *index;         ///< number among the nodes of the results, [count]
  bool *tied;             ///< its position is a combination of others' vectors, [count]
} gb_node_set;

/// Values of a nodal vector: those of all nodes of this rank.
static inline size_t gb_node_values(const gb_node_set *nodes) {
  return 3 * (size_t)nodes->first[nodes->count];
}

/// The vector of a field that a node carries; its values are 3 * vector and the next two.
static inline int32_t gb_node_vector(const gb_node_set *nodes, int32_t node, unsigned field) {
  return nodes->first[node] + gb_field_offset(nodes->fields[node], field);
}

/// Vectors of a node.
static inline int gb_node_vectors(const gb_node_set *nodes, int32_t node) {
  return nodes->first[node + 1] - nodes->first[node];
}

static inline bool gb_node_has(const gb_node_set *nodes, int32_t node, unsigned field) {
  return (nodes->fields[node] & field) == field;
}

/// The reference position or director of a node that carries it.
static inline const double *gb_node_reference(const gb_node_set *nodes, int32_t node,
                                              unsigned field) {
  return nodes->reference[gb_node_vector(nodes, node, field)];
}

/// Where the displacement of a node begins in a nodal vector.
static inline size_t gb_node_displacement(const gb_node_set *nodes, int32_t node) {
  return 3 * (size_t)nodes->first[node];
}

/// What the nodes of case entries are, for messages, the same on every rank: "body 'rod'",
/// "joints[2]", "a place on a body": kind and name, kind and number, kind alone.
typedef struct gb_origin {
  const char *kind, *name; ///< borrowed; name NULL: none
  int number;              ///< 0: none, else 1 more than the entry's among those of its kind
} gb_origin;

typedef struct gb_origin_set {
  int64_t first_id; ///< node id of the first one
  int count;
  gb_origin *origin;
} gb_origin_set;

/// A user's words for a node by its id: "node 17", "point 'm2'". Local.
void gb_origin_words(const gb_origin_set *origins, int64_t node_id, size_t size, char *text);

#endif
