/// Nodes, elements, sets and surfaces of an .inp deck.
#ifndef GB_ABAQUS_ENTRIES_ELEMENT_H
#define GB_ABAQUS_ENTRIES_ELEMENT_H

#include "abaqus/entries/keyword.h"
#include "base/index.h"

/// A set of nodes or elements. Elements of the mesh are followed by point elements.
typedef struct gb_inp_set {
  const char *name; ///< "SKIN", or "PART-1-1.SKIN" of an instance
  bool elements;
  bool unsorted;                ///< whether its order, which is not kept, counts
  GB_LIST_OF(int32_t) members;  ///< ascending, each once, before *TIE replaces nodes
  GB_LIST_OF(int32_t) repeated; ///< members that *NSET or *ELSET list again, once for each time
} gb_inp_set;

/// One node or element, or those of a set.
typedef struct gb_inp_members {
  const int32_t *entry;
  int32_t count, one;
  const gb_inp_set *set; ///< NULL: it is one node or element
} gb_inp_members;

typedef enum gb_inp_shape {
  GB_INP_ELEMENT, ///< of the mesh
  GB_INP_MASS,
  GB_INP_ROTARY,
  GB_INP_SPRING_LINE, ///< along the line of two nodes
  GB_INP_SPRING_GROUND,
  GB_INP_SPRING_NODES, ///< of one component of two nodes
  GB_INP_DASHPOT_LINE,
  GB_INP_CONNECTOR ///< of two nodes, of which one may be the ground, 0
} gb_inp_shape;

/// The family of an element of the mesh, stored as its property.
typedef enum gb_inp_family {
  GB_INP_SHELLS,
  GB_INP_BEAMS,
  GB_INP_TRUSSES,
  GB_INP_SOLIDS
} gb_inp_family;

/// TYPE of *ELEMENT.
typedef struct gb_inp_type {
  const char *names; ///< separated by blanks
  gb_inp_shape kind;
  gb_shape shape; ///< of an element of the mesh
  int nodes;      ///< number of nodes that the deck gives
  gb_inp_family family;
  bool plane;        ///< whether it moves in the plane z = 0 alone
  const char *order; ///< position in the mesh of each node that the deck gives, as a list of
                     ///< nodes of gb_shape_type; NULL: the same
} gb_inp_type;

/// A point element: a mass, spring, dashpot or connector, which is no part of the mesh.
typedef struct gb_inp_point {
  int64_t id, node[2]; ///< with their instance's offset
  const gb_inp_type *type;
  int32_t line;
  bool used; ///< whether a property keyword has read it
} gb_inp_point;

/// Largest numbers of nodes of elements and their faces, including that in the middle.
enum { GB_INP_ELEMENT_NODES = 20, GB_INP_FACE_NODES = 9 };

/// A truss of three nodes: its ends, then its middle node.
typedef struct gb_inp_middle {
  int64_t node[3]; ///< with their instance's offset
  int32_t line;
} gb_inp_middle;

/// A node read so far; kept in decks with *NGEN or *ELGEN.
typedef struct gb_inp_known_node {
  int64_t id; ///< with its instance's offset
  double position[3];
} gb_inp_known_node;

typedef struct gb_inp_known_element {
  int64_t id, node[GB_INP_ELEMENT_NODES];
  const gb_inp_type *type;
} gb_inp_known_element;

/// A surface of nodes, or of elements with a side each: of a shell 1 in the direction of the
/// normal, -1 the opposite side, 0 not said; of a solid the number of the face, from 1.
typedef struct gb_inp_surface {
  const char *name;
  bool nodes;
  GB_LIST_OF(int32_t) members;
  GB_LIST_OF(int) sides;
} gb_inp_surface;

/// A surface element of its own: a shell, or a face of a solid; or a node.
typedef struct gb_inp_facet {
  int nodes;
  int32_t node[GB_INP_FACE_NODES];
  unsigned char shape;
} gb_inp_facet;

/// Elements that are not of the mesh, sets and surfaces.
struct gb_inp_elements {
  GB_LIST_OF(gb_inp_point) points; ///< ascending from the phase of sets on
  GB_LIST_OF(gb_inp_known_node) known;
  GB_LIST_OF(gb_inp_known_element) master;
  GB_LIST_OF(gb_inp_set) sets;
  gb_index set_names; ///< of their names in small letters
  GB_LIST_OF(gb_inp_surface) surfaces;
  GB_LIST_OF(gb_inp_middle) middles;
  GB_LIST_OF(int64_t) plane; ///< numbers of elements that move in the plane z = 0 alone
  int32_t plane_line;        ///< of the last of them
  double generated;          ///< how many nodes and elements keywords have made from others
  int64_t last;              ///< largest number of a node or element so far
  int64_t last_node;         ///< largest number of a node that the deck gives
  bool *taken;               ///< whether an element or a link uses a node of the mesh
  bool *held;    ///< whether a spring acts on a rotation, held by *BOUNDARY, of each node
  int32_t *tied; ///< node that stands for each node of the mesh by *TIE; NULL: there is none
};

/// Find a set by its name. @return NULL: there is none
const gb_inp_set *gb_inp_set_of(const gb_inp *inp, int scope, bool elements, gb_deck_text name);
/// Find the set that a parameter names. errors: GB_MODEL if there is none
int gb_inp_need_set(const gb_inp *inp, const gb_inp_call *call, const char *key, bool elements,
                    const gb_inp_set **out, gb_error *error);
/// Find the members that a field names: a node or element by its number, or those of a set by its
/// name.
int gb_inp_find_members(const gb_inp_data *data, int entry, bool elements, gb_inp_members *out,
                        gb_error *error);
/// Find the node that a parameter names by its number, or by a set of one node.
int gb_inp_need_node(const gb_inp *inp, const gb_inp_call *call, const char *key, int32_t *node,
                     gb_error *error);
const gb_inp_surface *gb_inp_surface_of(const gb_inp *inp, int scope, gb_deck_text name);
/// Find the surface element or, of a surface of nodes, the point that is a member of a surface.
void gb_inp_find_facet(const gb_inp *inp, const gb_inp_surface *surface, int member,
                       gb_inp_facet *out);
/// Add the faces of solids of a surface to the end of the mesh as surface elements.
int gb_inp_lay_faces(gb_inp *inp, const gb_inp_surface *surface, gb_error *error);
/// Compute the area that is attributed to a node of a facet.
double gb_inp_facet_share(const gb_inp *inp, const gb_inp_facet *facet, int a);
/// Whether an element, or a point element, is a solid.
bool gb_inp_is_solid(const gb_inp *inp, int32_t element);
/// Whether members of sets or surfaces begin with a solid.
bool gb_inp_has_solids(const gb_inp *inp, const int32_t members[], int count);
/// Read a face of solids, as "P3" with the letter P. errors: GB_MODEL if an element is no solid, or
/// has no such face
int gb_inp_read_face(const gb_inp_data *data, char letter, const gb_inp_members *elements,
                     int *face, gb_error *error);
/// Return the number of a node or element of the mesh as the deck gives it, without the offset of
/// its instance.
long long gb_inp_number(const gb_inp *inp, int64_t id);
/// Put the nodes or elements that the lines of a keyword define into the set that a parameter
/// names.
/// @param fields  number of fields of an element, in one or several lines; 0: the lines define
/// nodes
int gb_inp_name_lines(gb_inp *inp, const gb_inp_call *call, const char *key, int fields,
                      gb_error *error);
/// Add equations by which middle nodes of trusses follow their ends, when supports are read.
int gb_inp_follow_middles(gb_inp *inp, gb_error *error);
/// Replace nodes of elements, sets and surfaces by those that stand for them by *TIE.
int gb_inp_settle_ties(gb_inp *inp, gb_error *error);
/// Sort numbers and keep each once. @return how many are left
int gb_inp_each_once(int32_t all[], int count);
/// Make groups of the mesh from all sets.
int gb_inp_add_groups(gb_inp *inp, gb_error *error);

/// Add a node to the mesh; `id` includes the offset of its instance.
int gb_inp_add_node(gb_inp *inp, int64_t id, const double position[3], int32_t line,
                    gb_error *error);
/// Add an element to the mesh, or a point element. @param given  its nodes, in the deck's order
int gb_inp_add_element(gb_inp *inp, const gb_inp_type *type, int64_t id, const int64_t given[],
                       int32_t line, gb_error *error);
/// Read a number of a node or element, and add its instance's offset.
int gb_inp_read_number(gb_inp *inp, const gb_inp_data *data, int entry, const char *name,
                       int64_t *id, gb_error *error);
/// Begin the set that a parameter names, which may exist already. The next function adds a member,
/// and the one after it ends the set.
int gb_inp_begin_named(gb_inp *inp, const gb_inp_call *call, const char *key, bool elements,
                       int *set, gb_error *error);
/// @param id  with its instance's offset
int gb_inp_put(gb_inp *inp, bool elements, int64_t id, int set, gb_error *error);
int gb_inp_end_named(gb_inp *inp, int set);
/// Make the mesh, when all nodes and elements are read.
int gb_inp_make_mesh(gb_inp *inp, gb_error *error);
/// Take the point element that is member *from of a set, to give it a property, and advance *from.
/// *out is NULL behind the last member.
/// @param kinds  a bit for each kind of point element that is accepted
/// errors: GB_MODEL: the element is of another kind, or has a property already
int gb_inp_next_point(gb_inp *inp, const gb_inp_call *call, const gb_inp_set *set, unsigned kinds,
                      int *from, gb_inp_point **out, gb_error *error);
/// Refuse point elements without a property.
int gb_inp_check_points(const gb_inp *inp, gb_error *error);

gb_inp_handler gb_inp_ngen, gb_inp_elgen, gb_inp_name_ngen, gb_inp_name_elgen, gb_inp_node,
    gb_inp_element, gb_inp_name_nodes, gb_inp_name_elements, gb_inp_nset, gb_inp_elset,
    gb_inp_surface_keyword, gb_inp_tie, gb_inp_mpc_tie;

#endif
