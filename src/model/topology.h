/// The nodes of a whole model, the fields that each carries, what ties them and what connects them;
/// the same on every rank. Builders of case entries add to it (model/builders/); it is constant
/// afterwards. Model nodes are the mesh's, then those of entries.
#ifndef GB_MODEL_TOPOLOGY_H
#define GB_MODEL_TOPOLOGY_H

#include "elements/node_fields.h"
#include "model/beams.h"
#include "model/lookup.h"
#include "model/nodes.h"
#include "model/shells.h"

/// What a vector of another node adds to a tied one.
typedef struct gb_tie_term {
  int32_t node;
  unsigned field;
  double weight;
} gb_tie_term;

/// The terms of a tied vector, which is their sum: term[first] and the next ones. The other nodes
/// may be tied too; without terms the vector does not move.
typedef struct gb_tie {
  int first, terms; ///< first -1: the vector is not tied
  bool looks; ///< of an equation's vector: by constant weights, which nothing rigid stands for
} gb_tie;

typedef struct gb_tie_terms {
  int count;
  gb_tie_term *term; ///< [count]
} gb_tie_terms;

/// A motion of two nodes that a connection resists: the sum over both of force . velocity and
/// moment . angular velocity.
typedef struct gb_resistance {
  double force[2][3], moment[2][3];
} gb_resistance;

enum { GB_RESISTANCES = 6 }; ///< most of a connection

/// What connects two nodes, by an entry of the kind's list in the problem.
typedef struct gb_connection {
  const struct gb_connection_kind *kind;
  int entry;
  int32_t node[2];
} gb_connection;

struct gb_topology;

/// What a builder says of all its connections.
typedef struct gb_connection_kind {
  bool elastic;  ///< messages count it among the springs, others among the joints
  bool attracts; ///< a free node at one end goes to the rank of the other end
  bool together; ///< both ends are at one place and on one rank
  /// The motions that it resists in the reference configuration (overwrites). @return how many
  int (*resist)(const struct gb_topology *t, const gb_connection *connection,
                gb_resistance out[GB_RESISTANCES]);
} gb_connection_kind;

typedef struct gb_connection_set {
  int count;
  gb_connection *pair;
} gb_connection_set;

/// Which node an entry of the problem has, by an address in the entry.
typedef struct gb_node_mark {
  const void *key; ///< NULL: free
  int32_t node;
  bool position; ///< the key is the address of the node's position
} gb_node_mark;

typedef struct gb_node_marks {
  int count, room;
  gb_node_mark *mark; ///< [room]
} gb_node_marks;

typedef struct gb_topology {
  const gb_definition *from;
  const gb_shells *shells;
  gb_beams *beams; ///< made by their builder; NULL before
  int32_t nodes;
  unsigned char *fields;  ///< of each node; 0: nothing uses it
  bool *at_element;       ///< of each mesh node: an element of the model has it
  unsigned char *rows;    ///< of each node with multipliers those that there are, as bits
  int32_t *first;         ///< first vector of each node, [nodes + 1]
  double (*reference)[3]; ///< of each vector, see gb_node_set
  int64_t *id;            ///< numbers of the nodes for the user
  int32_t *shown;         ///< node of the results that a node is: itself, or one of the mesh; -1
  gb_tie *tie;            ///< of each vector
  gb_tie_terms terms;
  gb_connection_set connections;
  gb_node_marks marks;
  gb_origin_set *origins; ///< of the nodes of entries
} gb_topology;

/// A node of an entry.
typedef struct gb_new_node {
  unsigned fields, rows;
  const double *position, (*axis)[3]; ///< of a frame its three directors; NULL: none
  gb_origin origin;
  bool hidden; ///< the results do not show it
} gb_new_node;

/// The nodes of the mesh with these fields, [mesh nodes]. Local.
int gb_topology_create(const gb_definition *from, const gb_shells *shells,
                       const unsigned char fields[], gb_topology **out, gb_error *error);

// For builders. All are local and fail on memory alone: GB_FILE.

int gb_topology_add(gb_topology *t, const gb_new_node *node, int32_t *out, gb_error *error);
/// The node of a further patch at a fold, tied to the mesh's: shown as that.
int gb_topology_add_patch(gb_topology *t, const gb_fold_patch *patch, int32_t *out,
                          gb_error *error);
/// Tie a field of a node to others' vectors.
int gb_topology_tie(gb_topology *t, int32_t node, unsigned field, int terms,
                    const gb_tie_term term[], gb_error *error);
/// The same of an equation's node, which looks at other nodes and moves with none.
int gb_topology_look(gb_topology *t, int32_t node, unsigned field, int terms,
                     const gb_tie_term term[], gb_error *error);
/// Tie the position and directors of a node to a body's frame as they are in the reference; body
/// -1: to the ground.
int gb_topology_tie_to_body(gb_topology *t, int32_t node, int body, gb_error *error);
/// Give a node that carries them the directors of a frame and the multipliers that hold it.
void gb_topology_set_frame(gb_topology *t, int32_t node, const double axis[3][3]);
/// Tie the position and directors of a node to the frame of another as they are in the reference.
int gb_topology_tie_to_frame(gb_topology *t, int32_t node, int32_t frame, gb_error *error);
/// Tie the position of a node to that of another.
int gb_topology_tie_to_node(gb_topology *t, int32_t node, int32_t master, gb_error *error);
int gb_topology_connect(gb_topology *t, const gb_connection_kind *kind, int entry, int32_t first,
                        int32_t second, gb_error *error);
/// An entry of the problem has this node: the key is an address in the entry.
int gb_topology_mark(gb_topology *t, const void *key, int32_t node, gb_error *error);
/// The same, the key being where the problem has the node's position, which may be a design.
int gb_topology_mark_position(gb_topology *t, const double at[3], int32_t node, gb_error *error);
/// Add the shown node at a place of a body where an entry acts; its key is the place's address.
int gb_topology_attach(gb_topology *t, int body, const double at[3], gb_error *error);

/// Whether a place that the problem gives is that of a node, but for round-off of the node's
/// coordinates and of `size`.
bool gb_topology_is_at(const gb_topology *t, int32_t node, const double at[3], double size);
/// Refuse an entry's end on a node that nothing moves. errors: GB_MODEL
int gb_topology_check_end(const gb_topology *t, const char *where, const char *end, int32_t node,
                          gb_error *error);
/// The node of an entry, or -1.
int32_t gb_topology_find(const gb_topology *t, const void *key);
/// The node whose position the problem has at this address, or -1.
int32_t gb_topology_find_position(const gb_topology *t, const double at[3]);
/// The node of a body, or of a beam's end.
int32_t gb_topology_body(const gb_topology *t, int body);
/// The body whose node this is, or -1.
int gb_topology_body_of(const gb_topology *t, int32_t node);

/// Find the nodes of the mesh that elements of the model have, when shells and beams are known.
/// Local.
void gb_topology_find_elements(gb_topology *t);
/// Refuse a group none of whose nodes has an element; warn of single ones.
int gb_topology_check_group(const gb_topology *t, const char *where, const gb_group *group,
                            gb_error *error);

/// Whether an element of the mesh is one of the model's.
static inline bool gb_topology_uses(const gb_topology *t, int32_t element) {
  return t->shells->section[element] >= 0 || gb_beams_entry(t->beams, element) >= 0;
}
/// Whether a node of the mesh is at a beam's end: it has a frame that multipliers hold.
static inline bool gb_topology_is_beam(const gb_topology *t, int32_t node) {
  return node < t->from->mesh->nodes && t->fields[node] & GB_MULTIPLIERS;
}
/// Whether a node has a frame that multipliers hold: one at a beam's end, or a body's.
static inline bool gb_topology_is_frame(const gb_topology *t, int32_t node) {
  return node < t->from->mesh->nodes ? gb_topology_is_beam(t, node)
                                     : gb_topology_body_of(t, node) >= 0;
}
/// Whether an element of the model has a node of the mesh.
static inline bool gb_topology_has_element(const gb_topology *t, int32_t node) {
  return node < t->from->mesh->nodes && t->at_element[node];
}
/// The vector of a field that a node carries.
static inline int32_t gb_topology_vector(const gb_topology *t, int32_t node, unsigned field) {
  return t->first[node] + gb_field_offset(t->fields[node], field);
}
static inline const double *gb_topology_reference(const gb_topology *t, int32_t node,
                                                  unsigned field) {
  return t->reference[gb_topology_vector(t, node, field)];
}
/// The position of a node, whether it is used or not.
static inline const double *gb_topology_position(const gb_topology *t, int32_t node) {
  return node < t->from->mesh->nodes ? t->from->mesh->position[node] : t->reference[t->first[node]];
}
/// The tie of a field.
static inline gb_tie gb_topology_tie_of(const gb_topology *t, int32_t node, unsigned field) {
  return t->tie[gb_topology_vector(t, node, field)];
}
/// Whether the position of a node is tied; then its directors are too.
static inline bool gb_topology_is_tied(const gb_topology *t, int32_t node) {
  return t->fields[node] && t->tie[t->first[node]].first >= 0;
}
/// Whether a node is tied to the ground: it does not move.
static inline bool gb_topology_is_fixed(const gb_topology *t, int32_t node) {
  return gb_topology_is_tied(t, node) && t->tie[t->first[node]].terms == 0;
}
/// Whether a node is an equation's: its vectors look at those of other nodes.
static inline bool gb_topology_is_equation(const gb_topology *t, int32_t node) {
  return t->fields[node] && t->tie[t->first[node]].looks;
}
/// The node with unknowns behind the first term of a tied one; itself, or -1: the ground.
int32_t gb_topology_master(const gb_topology *t, int32_t node);

#endif
