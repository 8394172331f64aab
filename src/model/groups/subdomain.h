/// Subdomains: the parts of a mesh from which ranks other than 0 build a model, so that rank 0
/// alone holds the whole mesh. A subdomain has the elements of its rank, all other elements at
/// their nodes, and the elements at the nodes that entries of the case name. Rank 0 builds shells,
/// topology, supports and numbering of the whole mesh; each other rank builds them of its subdomain
/// by the same functions, and asks rank 0 for the numbers of its nodes
/// (model/subdomain/subdomain_transfer.h). Nodes and elements are in the same order in both.
#ifndef GB_MODEL_GROUPS_SUBDOMAIN_H
#define GB_MODEL_GROUPS_SUBDOMAIN_H

#include "mesh/mesh.h"
#include "problem/problem.h"

struct gb_mesh_designs;

/// Facts about the whole mesh that the stages of a subdomain need.
typedef struct gb_whole_mesh {
  int64_t largest_node, largest_element; ///< largest numbers in the mesh file
  double size;                           ///< largest coordinate
  int64_t shells;                        ///< number of shell elements
  double area, mass;                     ///< of shells
  int plies;                             ///< as in gb_shells
  int indexed;                           ///< as in gb_shells
  bool fails;                            ///< as in gb_shells
  struct {
    int32_t count;
    double mass;
    bool fails;
  } beams, solids;     ///< as in gb_beams and gb_solids
  int32_t entry_nodes; ///< number of nodes of entries that are not beside mesh nodes
  int64_t in_results;  ///< number of nodes of the results
} gb_whole_mesh;

/// The subdomain of a rank other than 0. The arena of the mesh owns the arrays.
typedef struct gb_subdomain {
  gb_whole_mesh *whole;
  gb_mesh *mesh;
  int32_t *node;     ///< index of each node in the whole mesh, [nodes]
  bool *complete;    ///< whether all elements at a node belong to the subdomain, [nodes]
  int32_t *rank;     ///< rank of each element, [elements]
  int32_t *order;    ///< as in gb_selections, [elements]
  int64_t *selected; ///< number of elements of each selection, `count` of gb_selections
  struct gb_mesh_designs *designs; ///< model/designs/designs.h
} gb_subdomain;

#endif
