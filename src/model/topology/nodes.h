/// Nodes of a model on one rank, owned ones first, then ghosts: their fields and the indices of
/// their values in a nodal vector. Constant after the model is built.
#ifndef GB_MODEL_TOPOLOGY_NODES_H
#define GB_MODEL_TOPOLOGY_NODES_H

#include "elements/node_fields.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Nodes of one rank. The values of a node are contiguous, field by field in the order of the
/// table.
typedef struct gb_node_set {
  int32_t count, owned; ///< number of nodes; of owned nodes, which are the first ones
  int32_t in_results;   ///< number of owned nodes that the results contain; they are the first ones
  int64_t total;        ///< number of nodes of the results on all ranks
  unsigned char *fields; ///< bits of elements/node_fields.h, [count]
  int32_t *first;        ///< first value of each node, [count + 1]
  double *reference;     ///< positions and unit directors, zero for other fields, [first[count]]
  int64_t *id; ///< the mesh file's numbers; other nodes have numbers after the largest one, [count]
  int64_t *index; ///< number among the nodes of the results, [count]
  bool *tied;     ///< the position is a combination of vectors of other nodes, [count]
} gb_node_set;

/// @return the number of values of a nodal vector
static inline size_t gb_node_values(const gb_node_set *nodes) {
  return (size_t)nodes->first[nodes->count];
}

/// @return the index of the first value of a field that a node carries
static inline int32_t gb_node_value(const gb_node_set *nodes, int32_t node, unsigned field) {
  return nodes->first[node] + gb_field_offset(nodes->fields[node], field);
}

/// @return the number of values of a node
static inline int gb_node_width(const gb_node_set *nodes, int32_t node) {
  return nodes->first[node + 1] - nodes->first[node];
}

/// @return the number of values of a field that a node carries; multipliers are its last values
static inline int gb_node_field_width(const gb_node_set *nodes, int32_t node, unsigned field) {
  return field == GB_MULTIPLIERS ? nodes->first[node + 1] - gb_node_value(nodes, node, field)
                                 : gb_node_field_of(field)->width;
}

/// Whether a node carries all fields of a set.
static inline bool gb_node_has(const gb_node_set *nodes, int32_t node, unsigned field) {
  return (nodes->fields[node] & field) == field;
}

/// @return the reference position or director of a node that carries it
static inline const double *gb_node_reference(const gb_node_set *nodes, int32_t node,
                                              unsigned field) {
  return &nodes->reference[gb_node_value(nodes, node, field)];
}

/// @return the index in a nodal vector of the first displacement of a node
static inline size_t gb_node_displacement(const gb_node_set *nodes, int32_t node) {
  return (size_t)nodes->first[node];
}

/// Name of an entry's node for messages, the same on every rank: kind and name ("body 'rod'"), kind
/// and number ("joints[2]") or kind only ("a place on a body").
typedef struct gb_origin {
  const char *kind, *name; ///< borrowed; name NULL: none
  int number;              ///< 0: none, else 1 + index among the entries of this kind
} gb_origin;

/// Names of the nodes of entries, by consecutive node ids.
typedef struct gb_origin_set {
  int64_t first_id; ///< node id of the first name
  int count;
  gb_origin *origin;
} gb_origin_set;

/// Describe a node by its id: "node 17", "point 'm2'". Local.
void gb_origin_words(const gb_origin_set *origins, int64_t node_id, size_t size, char *text);

#endif
