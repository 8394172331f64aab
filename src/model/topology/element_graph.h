/// Graph of the elements of a whole model, by which METIS distributes them over ranks.
#ifndef GB_MODEL_TOPOLOGY_ELEMENT_GRAPH_H
#define GB_MODEL_TOPOLOGY_ELEMENT_GRAPH_H

#include "model/topology/topology.h"

#include <metis.h>

/// Shells, beams and solids of a mesh, in its order. Neighbours have an edge or, in a model of
/// solids alone, a face in common; where ties, links, joints, springs or contacts connect parts of
/// the mesh that have no element in common, an element of each of the two parts is the other's
/// neighbour.
typedef struct gb_element_graph {
  idx_t elements;
  idx_t *start;     ///< first neighbour of each element, [elements + 1]
  idx_t *neighbour; ///< [start[elements]]
} gb_element_graph;

/// Create the graph in the arena of the topology's definition. Local. errors: GB_OUT_OF_MEMORY,
/// GB_TOO_LARGE from METIS; GB_FILE
int gb_element_graph_create(const gb_topology *t, gb_element_graph *out, gb_error *error);

/// Report the outcome of a function of METIS. errors: GB_OUT_OF_MEMORY, GB_TOO_LARGE
int gb_metis_check(const gb_topology *t, int outcome, gb_error *error);

#endif
