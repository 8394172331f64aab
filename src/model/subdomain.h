/// Subdomains: the parts of a mesh from which ranks other than 0 build a model, so that rank 0
/// alone holds the whole mesh. A subdomain has the elements of its rank, all other elements at
/// their nodes, and the elements at the nodes that entries of the case name. Rank 0 builds shells,
/// topology, supports and numbering of the whole mesh; each other rank builds them of its subdomain
/// by the same functions, and asks rank 0 for the numbers of its nodes
/// (model/subdomain_transfer.h). Nodes and elements are in the same order in both.
#ifndef GB_MODEL_SUBDOMAIN_H
#define GB_MODEL_SUBDOMAIN_H

#include "mesh/mesh.h"
#include "problem/problem.h"

/// A design of the thickness of shells or of the relative density of solids.
typedef struct gb_group_design {
  int entry;     ///< of `designs`
  int64_t label; ///< property of the elements of a patch, number of a single element, or 0
  double built;  ///< value of its elements
} gb_group_design;

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
  int designs;         ///< number of designs of groups
} gb_whole_mesh;

/// The subdomain of a rank other than 0. The arena of the mesh owns the arrays.
typedef struct gb_subdomain {
  gb_whole_mesh *whole;
  gb_mesh *mesh;
  int32_t *node;           ///< index of each node in the whole mesh, [nodes]
  bool *complete;          ///< whether all elements at a node belong to the subdomain, [nodes]
  int32_t *rank;           ///< rank of each element, [elements]
  int32_t *order;          ///< as in gb_selections, [elements]
  gb_group_design *design; ///< of all groups, [whole->designs]
  int64_t *selected;       ///< number of elements of each selection, `count` of gb_selections
} gb_subdomain;

/// Whether ranks can build the model of a problem from subdomains. The problem must have shells,
/// beams or solids, and none of the entries that need the whole mesh: surfaces of bodies, and
/// designs of shapes, fields or filters. Local.
bool gb_subdomain_suits(const gb_problem *problem);

/// Free a subdomain; *subdomain may be NULL. Local.
void gb_subdomain_destroy(gb_subdomain **subdomain);

#endif
