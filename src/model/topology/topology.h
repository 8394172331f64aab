/// Nodes of a model, of the whole mesh or of a subdomain, with their fields, ties and connections.
/// Builders of case entries add to it (model/builders/); it is constant afterwards. The mesh's
/// nodes come first, then those of entries.
#ifndef GB_MODEL_TOPOLOGY_TOPOLOGY_H
#define GB_MODEL_TOPOLOGY_TOPOLOGY_H

#include "elements/node_fields.h"
#include "model/groups/lookup.h"
#include "model/sections/beams.h"
#include "model/sections/shells.h"
#include "model/sections/solids.h"
#include "model/topology/nodes.h"

/// Contribution of a vector of another node to a tied vector.
typedef struct gb_tie_term {
  int32_t node;
  unsigned field;
  double weight;
} gb_tie_term;

/// Terms of a tied vector, which is their sum: term[first] .. term[first + terms - 1]. The other
/// nodes may be tied too; a vector without terms does not move.
typedef struct gb_tie {
  int first, terms; ///< first -1: the vector is not tied
  bool of_equation; ///< the node belongs to an equation: its vector is a weighted sum of other
                    ///< vectors; no rigid connection
} gb_tie;

/// Terms of all ties.
typedef struct gb_tie_terms {
  int count;
  gb_tie_term *term; ///< [count]
} gb_tie_terms;

/// A motion of two nodes that a connection resists: the sum over both nodes of force . velocity and
/// moment . angular velocity.
typedef struct gb_resistance {
  double force[2][3], moment[2][3];
} gb_resistance;

enum { GB_RESISTANCES = 12 }; ///< largest number of resistances of a connection

/// A connection of two nodes by an entry of the problem.
typedef struct gb_connection {
  const struct gb_connection_kind *kind;
  int entry;
  int32_t node[2];
} gb_connection;

struct gb_topology;

/// Properties of all connections of a builder.
typedef struct gb_connection_kind {
  bool elastic;  ///< messages count the connection as a spring, otherwise as a joint
  bool attracts; ///< a free node at one end belongs to the rank of the other end
  bool together; ///< both ends are at the same position and on the same rank
  /// Find the motions that the connection resists in the reference configuration (overwrites).
  /// @return number of motions
  int (*resist)(const struct gb_topology *t, const gb_connection *connection,
                gb_resistance out[GB_RESISTANCES]);
} gb_connection_kind;

/// All connections.
typedef struct gb_connection_set {
  int count;
  gb_connection *pair;
} gb_connection_set;

/// Node of an entry of the problem, found by an address in the entry.
typedef struct gb_node_mark {
  const void *key; ///< NULL: unused
  int32_t node;
  bool position; ///< the key is the address of the node's position
} gb_node_mark;

/// Nodes of entries in a hash table with the entry's addresses as keys.
typedef struct gb_node_marks {
  int count, capacity;
  gb_node_mark *mark; ///< hash table, [capacity]
} gb_node_marks;

/// Nodes, ties and connections of a model.
typedef struct gb_topology {
  const gb_definition *from;
  const gb_shells *shells;
  gb_beams *beams; ///< set by the builder of beams; NULL before
  int32_t nodes;
  unsigned char *fields;  ///< fields of each node; 0: unused
  bool *at_element;       ///< for each mesh node: an element of the model uses it
  unsigned char *rows;    ///< rows of each node with multipliers, as bits from the first
  int32_t *first;         ///< first of the fields of each node, [nodes + 1]
  double (*reference)[3]; ///< reference of each field, see gb_node_set
  int64_t *id;            ///< numbers of the nodes for the user
  int32_t *result_node; ///< node of the results that represents each node: itself, or a mesh node;
                        ///< -1: none
  gb_tie *tie;          ///< tie of each vector
  gb_tie_terms terms;
  gb_connection_set connections;
  gb_node_marks marks;
  gb_origin_set *origins; ///< names of entries' nodes
} gb_topology;

/// A node of an entry.
typedef struct gb_new_node {
  unsigned fields, rows;
  const double *position, (*axis)[3]; ///< position; three directors of a frame, NULL: none
  gb_origin origin;
  bool hidden; ///< the results do not contain it
} gb_new_node;

/// Create a topology with the nodes of the mesh and their fields, [mesh nodes]. Local. errors:
/// GB_FILE
int gb_topology_create(const gb_definition *from, const gb_shells *shells,
                       const unsigned char fields[], gb_topology **out, gb_error *error);

// For builders. The following functions are local and fail only for lack of memory: GB_FILE.

/// Add the node of an entry; its number follows the last one.
int gb_topology_add(gb_topology *t, const gb_new_node *node, int32_t *out, gb_error *error);
/// Add the node of a further patch at a fold, tied to the mesh node, which represents it in the
/// results.
int gb_topology_add_patch(gb_topology *t, const gb_fold_patch *patch, int32_t *out,
                          gb_error *error);
/// Add the node of a further frame beside a mesh node, tied to the node's own frame; the mesh node
/// represents it in the results.
int gb_topology_add_frame(gb_topology *t, int32_t beside, const double at[3],
                          const double axis[3][3], int32_t *out, gb_error *error);
/// Tie a field of a node to vectors of other nodes.
int gb_topology_tie(gb_topology *t, int32_t node, unsigned field, int terms,
                    const gb_tie_term term[], gb_error *error);
/// Define a vector of an equation's node as a sum of vectors of other nodes, without connecting the
/// nodes rigidly.
int gb_topology_tie_equation(gb_topology *t, int32_t node, unsigned field, int terms,
                             const gb_tie_term term[], gb_error *error);
/// Tie the position and directors of a node to a body's frame in the reference configuration; body
/// -1: to the ground.
int gb_topology_tie_to_body(gb_topology *t, int32_t node, int body, gb_error *error);
/// Set the directors of a node's frame and the multipliers that keep it orthonormal; the node
/// carries these fields.
void gb_topology_set_frame(gb_topology *t, int32_t node, const double axis[3][3]);
/// Tie the position and directors of a node to the frame of another node in the reference
/// configuration.
int gb_topology_tie_to_frame(gb_topology *t, int32_t node, int32_t frame, gb_error *error);
/// Tie the position of a node to the position of another.
int gb_topology_tie_to_node(gb_topology *t, int32_t node, int32_t master, gb_error *error);
/// Connect two nodes by an entry of a builder's kind.
int gb_topology_connect(gb_topology *t, const gb_connection_kind *kind, int entry, int32_t first,
                        int32_t second, gb_error *error);
/// Store the node of an entry of the problem; the key is an address in the entry.
int gb_topology_mark(gb_topology *t, const void *key, int32_t node, gb_error *error);
/// Store the node whose position is at an address in the problem. The position may be a design.
int gb_topology_mark_position(gb_topology *t, const double at[3], int32_t node, gb_error *error);
/// Add a node of the results at a point of a body where an entry acts; its key is the address of
/// the point.
int gb_topology_attach(gb_topology *t, int body, const double at[3], gb_error *error);

/// Whether a position of the problem is that of a node, up to round-off of the node's coordinates
/// and of `size`.
bool gb_topology_is_at(const gb_topology *t, int32_t node, const double at[3], double size);
/// Refuse an entry's end on a node without fields. errors: GB_LOOSE_NODE
int gb_topology_check_end(const gb_topology *t, const char *where, const char *end, int32_t node,
                          gb_error *error);
/// @return the node of an entry, or -1
int32_t gb_topology_find(const gb_topology *t, const void *key);
/// @return the node whose position is at this address in the problem, or -1
int32_t gb_topology_find_position(const gb_topology *t, const double at[3]);
/// @return the node of a body or of a beam's end
int32_t gb_topology_body(const gb_topology *t, int body);
/// @return the index in gb_shells.patch of the further patch at a fold whose node this is, or -1
int gb_topology_patch_of(const gb_topology *t, int32_t node);
/// @return the body to which a node belongs, or -1
int gb_topology_body_of(const gb_topology *t, int32_t node);

/// @return the node of the mesh beside which a further patch or frame has this node, or -1
int32_t gb_topology_beside(const gb_topology *t, int32_t node);

/// Find the mesh nodes that elements of the model use, after shells and beams are known. Local.
void gb_topology_find_elements(gb_topology *t);
/// Refuse a group if none of its nodes has an element; warn if some have none. errors:
/// GB_LOOSE_NODE
int gb_topology_check_group(const gb_topology *t, const char *where, const gb_group *group,
                            gb_error *error);

/// Whether an element of the mesh is a shell, beam or solid of the model.
static inline bool gb_topology_uses(const gb_topology *t, int32_t element) {
  return t->shells->section[element] >= 0 || gb_beams_entry(t->beams, element) >= 0 ||
         gb_solids_entry(t->from->solids, element) >= 0;
}
/// @return the number of shells, beams and solids of the model
static inline int64_t gb_topology_elements(const gb_topology *t) {
  return t->shells->count + gb_beams_count(t->beams) + gb_solids_count(t->from->solids);
}
/// Whether a node of the mesh has a frame with multipliers, as at a beam's end.
static inline bool gb_topology_is_beam(const gb_topology *t, int32_t node) {
  return node < t->from->mesh->nodes && t->fields[node] & GB_MULTIPLIERS;
}
/// Whether a node has a frame with multipliers: a body's node, or a mesh node at a beam's end.
static inline bool gb_topology_is_frame(const gb_topology *t, int32_t node) {
  return node < t->from->mesh->nodes ? gb_topology_is_beam(t, node)
                                     : gb_topology_body_of(t, node) >= 0;
}
/// Whether an element of the model uses a node of the mesh.
static inline bool gb_topology_has_element(const gb_topology *t, int32_t node) {
  return node < t->from->mesh->nodes && t->at_element[node];
}
/// @return the number of a node's field among the fields of all nodes
static inline int32_t gb_topology_vector(const gb_topology *t, int32_t node, unsigned field) {
  return t->first[node] + gb_field_place(t->fields[node], field);
}
/// @return the number of values of a node
static inline int gb_topology_width(const gb_topology *t, int32_t node) {
  const unsigned fields = t->fields[node];
  return gb_field_values(fields) + (fields & GB_MULTIPLIERS ? gb_field_count(t->rows[node]) : 0);
}
/// @return the reference position or director of a node that carries the field
static inline const double *gb_topology_reference(const gb_topology *t, int32_t node,
                                                  unsigned field) {
  return t->reference[gb_topology_vector(t, node, field)];
}
/// @return the position of a node, whether it is used or not
static inline const double *gb_topology_position(const gb_topology *t, int32_t node) {
  return node < t->from->mesh->nodes ? t->from->mesh->position[node] : t->reference[t->first[node]];
}
/// @return the tie of a field
static inline gb_tie gb_topology_tie_of(const gb_topology *t, int32_t node, unsigned field) {
  return t->tie[gb_topology_vector(t, node, field)];
}
/// Whether the position of a node is tied; its directors are then tied too.
static inline bool gb_topology_is_tied(const gb_topology *t, int32_t node) {
  return t->fields[node] && t->tie[t->first[node]].first >= 0;
}
/// Whether a node is tied to the ground and does not move.
static inline bool gb_topology_is_fixed(const gb_topology *t, int32_t node) {
  return gb_topology_is_tied(t, node) && t->tie[t->first[node]].terms == 0;
}
/// Whether a node belongs to an equation: its vectors are sums of vectors of other nodes.
static inline bool gb_topology_is_equation(const gb_topology *t, int32_t node) {
  return t->fields[node] && t->tie[t->first[node]].of_equation;
}
/// @return the node with unknowns to which the first term of a tied node leads; the node itself if
///   it is not tied; -1: the ground
int32_t gb_topology_master(const gb_topology *t, int32_t node);

#endif
