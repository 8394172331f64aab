/// The reader of Abaqus and CalculiX decks: keywords with their data, sets, and the entries that
/// keywords make. Keywords are read in phases, because a set may be defined after the lines that
/// name it. Source: Abaqus Keywords Reference Guide; CalculiX CrunchiX User's Manual.
#ifndef GB_INP_INP_H
#define GB_INP_INP_H

#include "deck/ends.h"
#include "deck/fate.h"
#include "deck/hits.h"
#include "deck/order.h"
#include "deck/record.h"
#include "deck/table.h"
#include "deck/thickness.h"

/// KEY=VALUE behind a keyword.
typedef struct gb_inp_parameter {
  gb_deck_text key, value;
  bool valued;
} gb_inp_parameter;

typedef struct gb_inp gb_inp;
typedef struct gb_inp_call gb_inp_call;

enum { GB_INP_FIELDS = 64 }; ///< maximum of a line
/// Read a keyword and its data.
typedef int gb_inp_handler(gb_inp *inp, const gb_inp_call *call, gb_error *error);

/// A phase is completed for all keywords before the next one begins.
typedef enum gb_inp_phase {
  GB_INP_MESH, ///< nodes and elements, of which the mesh is made then
  GB_INP_SETS,
  GB_INP_MATERIALS,
  GB_INP_SECTIONS,
  GB_INP_LINKS, ///< bodies and their ties
  GB_INP_CONNECTORS,
  GB_INP_MASSES,  ///< of bodies and nodes
  GB_INP_SPRINGS, ///< the last phase that makes bodies and free nodes
  GB_INP_ACTIONS, ///< supports, loads, initial motions
  GB_INP_PHASES
} gb_inp_phase;

typedef struct gb_inp_rule {
  const char *keywords; ///< separated by ", "
  gb_deck_fate fate;
  const char *parameters; ///< parameters that act, separated by blanks
  const char *harmless;   ///< parameters that change nothing
  const char *text;       ///< for the user
  gb_inp_handler *read[GB_INP_PHASES];
} gb_inp_rule;

/// A keyword with its parameters and lines of data.
typedef struct gb_inp_block {
  const gb_inp_rule *rule;
  const char *word, *name; ///< "*SHELL SECTION", and without its star
  int32_t line;            ///< of the keyword
  int32_t first, count;
  int parameters, known; ///< first one, and how many
  int step;              ///< its step, from 1; 0: model data
} gb_inp_block;

/// An instance of a part, whose numbers are shifted. The first scope is the assembly, or a deck
/// without instances.
typedef struct gb_inp_scope {
  gb_deck_text name; ///< empty: none
  double shift[3];   ///< translation, after the rotation
  bool turned;
  double turn[3][3]; ///< the rotation matrix, where turned
  int64_t offset;    ///< added to its numbers; -1: not chosen yet
} gb_inp_scope;

/// A keyword as it is read for one instance of its part.
struct gb_inp_call {
  gb_record is; ///< without fields
  const gb_inp_block *block;
  int scope;
};

/// A line of data in fields.
typedef struct gb_inp_data {
  gb_record is;
  const gb_inp *inp;
  const gb_inp_call *call;
  int32_t next; ///< the line after it
  gb_deck_text own[GB_INP_FIELDS];
} gb_inp_data;

/// A set of nodes or elements, ascending. Elements of the mesh are followed by point elements.
typedef struct gb_inp_set {
  const char *name; ///< of an instance "PART-1-1.SKIN"
  bool elements;
  GB_LIST_OF(int32_t) members;
  GB_LIST_OF(int32_t) repeated; ///< members that *NSET or *ELSET list again, once for each time
} gb_inp_set;

/// One node or element, or those of a set.
typedef struct gb_inp_members {
  const int32_t *entry;
  int32_t count, one;
  const gb_inp_set *set; ///< NULL: one
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
typedef enum gb_inp_family { GB_INP_SHELLS, GB_INP_BEAMS, GB_INP_TRUSSES } gb_inp_family;

/// TYPE of *ELEMENT.
typedef struct gb_inp_type {
  const char *names; ///< between blanks
  gb_inp_shape kind;
  gb_shape shape; ///< of an element of the mesh
  int nodes;      ///< number of nodes that the deck gives
  gb_inp_family family;
} gb_inp_type;

/// A point element: a mass, spring, dashpot or connector, which is no part of the mesh.
typedef struct gb_inp_point {
  int64_t id, node[2]; ///< with their instance's offset
  const gb_inp_type *type;
  int32_t line;
  bool used; ///< whether a property keyword has read it
} gb_inp_point;

enum { GB_INP_ELEMENT_NODES = 9 }; ///< maximum, with that in the middle

/// A node read so far; kept in decks with *NGEN or *ELGEN.
typedef struct gb_inp_known_node {
  int64_t id; ///< with its instance's offset
  double position[3];
} gb_inp_known_node;

typedef struct gb_inp_known_element {
  int64_t id, node[GB_INP_ELEMENT_NODES];
  const gb_inp_type *type;
} gb_inp_known_element;

/// A surface of nodes, or of elements with a side each: 1 in the direction of the normal, -1 the
/// opposite side.
typedef struct gb_inp_surface {
  const char *name;
  bool nodes;
  GB_LIST_OF(int32_t) members;
  GB_LIST_OF(int) sides;
} gb_inp_surface;

typedef struct gb_inp_orientation {
  const char *name;
  double axis[3];   ///< first axis
  double second[3]; ///< a vector towards the second axis
  int normal;       ///< the axis, 1 to 3, that is along the normal of shells
  double angle;     ///< rotation about that axis [degrees]
  /// the axis that follows that one cyclically, after the rotation; its projection on shells is
  /// their first axis
  double on_shells[3];
} gb_inp_orientation;

/// *CONNECTOR BEHAVIOR: numbers of each component; 0: none.
typedef struct gb_inp_connector_behavior {
  const char *name;
  double stiffness[6], damping[6];
  const char *law[6]; ///< force as an expression of the displacement s; NULL: linear
} gb_inp_connector_behavior;

/// A connector that is a joint.
typedef struct gb_inp_connector {
  int32_t point;
  int joint; ///< of the problem
  int moved; ///< component that *CONNECTOR MOTION may drive; 0: none
} gb_inp_connector;

/// *TRANSFORM: axes of nodes for their supports and loads.
typedef struct gb_inp_transformed {
  bool cylindrical;
  double a[3],
      b[3]; ///< along the first axis and in its plane; or a point of the axis, and along it
} gb_inp_transformed;

typedef struct gb_inp_step {
  gb_deck_text name;
  const char *procedure; ///< "STATIC"; NULL: none
  bool large, perturbation;
  int32_t line;
} gb_inp_step;

/// ROT NODE of CalculiX: a node whose displacements are the rotations of a body.
typedef struct gb_inp_rotation {
  int32_t node, body_node;
} gb_inp_rotation;

/// An action on one component of a node or an element, or gravity on the whole model.
typedef struct gb_inp_action {
  gb_act kind; ///< GB_ACT_SUPPORT for given displacements too, GB_ACT_FORCE for moments
  int32_t target, line;
  int component; ///< from 0
  int amplitude; ///< -1: none
  int step;
  double value;
} gb_inp_action;

/// A refused keyword and a name that it defines: references to that name are not refused again.
typedef struct gb_inp_refused {
  const gb_inp_call *call;
  gb_deck_text name; ///< empty: none
} gb_inp_refused;

struct gb_inp {
  gb_deck *deck;
  gb_arena *arena;     ///< the deck's
  gb_mesh *mesh;       ///< the deck's, from the phase of sets on
  gb_problem *problem; ///< the deck's, from the phase of sets on
  struct {
    GB_LIST_OF(gb_inp_block) blocks;
    GB_LIST_OF(gb_inp_parameter) parameters;
    GB_LIST_OF(gb_inp_call) calls;
    GB_LIST_OF(gb_inp_scope) scopes;
    GB_LIST_OF(gb_inp_step) steps;
    int chosen; ///< step, from 1; 0: none
    gb_dialect dialect;
    bool generates; ///< whether *NGEN or *ELGEN is there
  } keywords;
  struct {
    GB_LIST_OF(gb_inp_point) points; ///< ascending from the phase of sets on
    GB_LIST_OF(gb_inp_known_node) known;
    GB_LIST_OF(gb_inp_known_element) master;
    double generated; ///< how many nodes and elements keywords have made from others
    int64_t last;     ///< number of a node or element
    int64_t last_node;
  } elements;
  struct {
    GB_LIST_OF(gb_inp_set) sets;
    GB_LIST_OF(gb_inp_surface) surfaces;
    GB_LIST_OF(gb_inp_orientation) orientations;
    GB_LIST_OF(gb_inp_transformed) transforms;
    GB_LIST_OF(gb_inp_connector_behavior) behaviors;
  } named;
  struct {
    GB_LIST_OF(gb_inp_connector) connectors;
    GB_LIST_OF(gb_inp_rotation) rotations;
    bool *taken;        ///< whether an element or a link uses a node of the mesh
    int32_t *transform; ///< of each node, from 1; 0: none. NULL: of none
    double *thickness;  ///< of each node; 0: none. NULL: of none
    gb_deck_uneven uneven;
    const gb_inp_call *coupling; ///< the last *COUPLING; the next keyword gives its kind
    int material;                ///< of the last *MATERIAL; -1: none
    int behavior;                ///< of the last *CONNECTOR BEHAVIOR; -1: none
    int spin_step;               ///< step of the CENTRIF load that acts
  } made;
  GB_LIST_OF(gb_inp_action) actions;
  GB_LIST_OF(gb_inp_refused) refused;
};

/// Lines of the file and of those it includes. errors: GB_FILE, GB_MODEL
int gb_inp_read_lines(gb_inp *inp, gb_error *error);
/// Keywords, their parameters, steps and instances.
int gb_inp_find_keywords(gb_inp *inp, const gb_deck_choice *deck, gb_error *error);
/// Refuse parameters that the rule of the keyword does not name.
int gb_inp_check_parameters(const gb_inp *inp, const gb_inp_call *call, gb_error *error);
/// The rule for a keyword in capitals without blanks, or NULL.
const gb_inp_rule *gb_inp_find_rule(const char *keyword);

/// Add an error of a keyword to the list; the search for others goes on.
int gb_inp_refuse(gb_inp *inp, const gb_inp_call *call, gb_error *error);
/// Whether a name is defined by another keyword that is refused.
bool gb_inp_is_lost(const gb_inp *inp, const gb_inp_call *call, gb_deck_text text);
/// Whether a keyword is refused, or about a material that is.
bool gb_inp_is_passed_over(const gb_inp *inp, const gb_inp_call *call);
/// Whether the mesh cannot be made because a keyword of nodes or elements is refused.
bool gb_inp_lacks_mesh(const gb_inp *inp);

/// The program whose meaning the deck has, where the line means `abaqus` in one and `calculix` in
/// the other.
int gb_inp_need_dialect(const gb_inp_data *data, const char *abaqus, const char *calculix,
                        gb_dialect *dialect, gb_error *error);
/// The value of a parameter, without quotes; empty where there is none.
gb_deck_text gb_inp_value(const gb_inp *inp, const gb_inp_call *call, const char *key);
bool gb_inp_has(const gb_inp *inp, const gb_inp_call *call, const char *key);
/// The value of a parameter that must be given.
int gb_inp_need(const gb_inp *inp, const gb_inp_call *call, const char *key, gb_deck_text *value,
                gb_error *error);
/// One of these words, up to a NULL; the first where it is not given.
int gb_inp_choose(const gb_inp *inp, const gb_inp_call *call, const char *key,
                  const char *const words[], int *choice, gb_error *error);

gb_inp_data gb_inp_begin(const gb_inp *inp, const gb_inp_call *call);
/// The next line that has a field. @return whether there is one
bool gb_inp_next(gb_inp_data *data);
/// The next line, which must exist; `what` names its content in the message.
int gb_inp_need_line(gb_inp_data *data, const char *what, gb_error *error);
/// Read a range of components: entry `entry` is the first of them, the next entry is the last,
/// which is the first where it is blank. *components gets a bit for each, 1 to 6.
int gb_inp_read_range(const gb_record *is, int entry, unsigned *components, gb_error *error);
/// Refuse further lines that have a field.
int gb_inp_end(gb_inp_data *data, gb_error *error);

bool gb_inp_same(gb_deck_text a, const char *name); ///< regardless of case, without quotes of a
gb_deck_text gb_inp_unquoted(gb_deck_text text);
/// The name as those of the call's instance are: "PART-1-1.SKIN"; of the reader's arena.
int gb_inp_full_name(gb_inp *inp, int scope, gb_deck_text name, const char **out, gb_error *error);
/// Whether the name of a set, surface or orientation is the one that a call means.
bool gb_inp_means(const gb_inp *inp, int scope, gb_deck_text text, const char *name);
/// The instance of this name, regardless of case; -1: none.
int gb_inp_find_scope(const gb_inp *inp, gb_deck_text name);
/// Turn a vector of a part as the call's instance is turned.
void gb_inp_turn(const gb_inp *inp, const gb_inp_call *call, double v[3]);
bool gb_inp_is_turned(const gb_inp *inp, const gb_inp_call *call);
/// A set by its name, or NULL.
const gb_inp_set *gb_inp_set_of(const gb_inp *inp, int scope, bool elements, gb_deck_text name);
/// The set that a parameter names.
int gb_inp_need_set(const gb_inp *inp, const gb_inp_call *call, const char *key, bool elements,
                    const gb_inp_set **out, gb_error *error);
/// A node or element by its number, or those of a set by its name.
int gb_inp_find_members(const gb_inp_data *data, int entry, bool elements, gb_inp_members *out,
                        gb_error *error);
/// The node that a parameter names by its number, or by a set of one.
int gb_inp_need_node(const gb_inp *inp, const gb_inp_call *call, const char *key, int32_t *node,
                     gb_error *error);
const gb_inp_surface *gb_inp_surface_of(const gb_inp *inp, int scope, gb_deck_text name);
/// The number of a node or element of the mesh as the deck has it.
long long gb_inp_number(const gb_inp *inp, int64_t id);
/// Put what the lines of a keyword define into the set that a parameter names.
/// @param fields  of an element, over one or several lines; 0: they are nodes
int gb_inp_name_lines(gb_inp *inp, const gb_inp_call *call, const char *key, int fields,
                      gb_error *error);
/// Groups of the mesh from all sets.
int gb_inp_add_groups(gb_inp *inp, gb_error *error);

/// Add a node to the mesh; `id` includes the offset of its instance.
int gb_inp_add_node(gb_inp *inp, int64_t id, const double position[3], int32_t line,
                    gb_error *error);
/// An element of the mesh, or a point. @param node  may be changed
int gb_inp_add_element(gb_inp *inp, const gb_inp_type *type, int64_t id, int64_t node[],
                       int32_t line, gb_error *error);
/// A number of the deck, with its instance's offset.
int gb_inp_read_number(gb_inp *inp, const gb_inp_data *data, int entry, const char *name,
                       int64_t *id, gb_error *error);
/// The set that a parameter names, which may be there already; then its members, and its end.
int gb_inp_begin_named(gb_inp *inp, const gb_inp_call *call, const char *key, bool elements,
                       int *set, gb_error *error);
/// @param id  with its instance's offset
int gb_inp_put(gb_inp *inp, bool elements, int64_t id, int set, gb_error *error);
int gb_inp_end_named(gb_inp *inp, int set);
/// The mesh, when all nodes and elements are read.
int gb_inp_make_mesh(gb_inp *inp, gb_error *error);
/// Take the point element that is member *from of a set, for its property, and advance *from. *out
/// is NULL behind the last member. @param kinds  a bit for each kind of point that is accepted
/// errors: GB_MODEL: the element is of another kind, or has a property already
int gb_inp_next_point(gb_inp *inp, const gb_inp_call *call, const gb_inp_set *set, unsigned kinds,
                      int *from, gb_inp_point **out, gb_error *error);
/// Refuse points without a property.
int gb_inp_check_points(const gb_inp *inp, gb_error *error);

/// The free node `NODE 12`, made where it is not there yet.
int gb_inp_need_free(gb_inp *inp, int32_t node, gb_point_mass **out, gb_error *error);
/// Lines of forces and the displacements, ascending, at which they act, as an expression of s:
/// lines between, constant beyond; of the reader's arena.
int gb_inp_read_law(gb_inp *inp, gb_inp_data *data, const char **law, gb_error *error);
/// The node of the body whose rotations the displacements of a node are; -1: none
int32_t gb_inp_rotated_by(const gb_inp *inp, int32_t node);
/// The name of an end: a body, a free node, or the group of the node.
int gb_inp_name_end(gb_inp *inp, int32_t node, const char **end, gb_error *error);
/// The body that a connector finds at a node: one that stands for it, one to which the node is
/// rigidly tied, or a new one that takes the elements at the node along.
/// @param point  instead of a new one, the node itself
int gb_inp_end_of(gb_inp *inp, const gb_inp_call *call, int32_t node, bool point, const char **name,
                  gb_error *error);
/// Refuse a node that stands for a body and is tied to another.
int gb_inp_check_chains(const gb_inp *inp, gb_error *error);
/// Lines between points, and constant beyond them, as an expression of `s`; of the reader's arena.
int gb_inp_write_table(gb_inp *inp, const gb_deck_point all[], int count, const char *s,
                       char **text, gb_error *error);
/// Whether what a step says is in force in the chosen one.
bool gb_inp_goes_on(const gb_inp *inp, const gb_inp_call *call);
/// An amplitude by its name. errors: GB_MODEL where there is none
int gb_inp_find_amplitude(const gb_inp *inp, const gb_inp_call *call, int *out, gb_error *error);
/// Return the material of a section, by its name in the problem, which must be there.
static inline gb_material *gb_inp_material_of(const gb_inp *inp, const char *name) {
  return &inp->problem->materials.entry[GB_PROBLEM_FIND(inp->problem, materials, name, name)];
}
/// Find an orientation of shells by its name. errors: GB_MODEL if there is none, or if its third
/// axis is not along the normal in a deck that is not one of Abaqus
int gb_inp_find_orientation(const gb_inp *inp, const gb_record *is, int scope, gb_deck_text name,
                            const gb_inp_orientation **out, gb_error *error);
/// Find the first axis of the orientation of the first ply of a COMPOSITE. *found tells whether all
/// plies name an orientation; without it `axis` does not change. errors: GB_MODEL if there is none
int gb_inp_axis_of_plies(const gb_inp *inp, const gb_inp_call *call, double axis[3], bool *found,
                         gb_error *error);
/// Compute the angle from the axis of a section to the first axis of a ply that names an
/// orientation [degrees]. errors: GB_MODEL if the angle differs in the elements of the set
int gb_inp_angle_of_ply(const gb_inp *inp, const gb_inp_data *data, const gb_inp_set *set,
                        const double axis[3], double *angle, gb_error *error);
/// Thicknesses of the shells of a set from those of their nodes.
int gb_inp_take_thicknesses(gb_inp *inp, const gb_inp_call *call, const gb_inp_set *set,
                            gb_shell_section *shell, gb_error *error);
/// Orthonormal axes: the first along `first`, the third square to both. @return false: parallel
bool gb_inp_make_axes(const double first[3], const double second[3], double axis[3][3]);
/// Axes of a node's components: those of its *TRANSFORM, or the global ones.
int gb_inp_axes_of(const gb_inp *inp, int32_t line, int32_t node, double axis[3][3],
                   gb_error *error);
bool gb_inp_is_transformed(const gb_inp *inp, int32_t node);
/// Equations from supports along axes of nodes; the others stay.
int gb_inp_support_axes(gb_inp *inp, gb_error *error);
/// Entries of the problem from all actions.
int gb_inp_apply_actions(gb_inp *inp, gb_error *error);

gb_inp_handler gb_inp_ngen, gb_inp_elgen, gb_inp_name_ngen, gb_inp_name_elgen;
gb_inp_handler gb_inp_node, gb_inp_element, gb_inp_name_nodes, gb_inp_name_elements, gb_inp_nset,
    gb_inp_elset, gb_inp_surface_keyword;
gb_inp_handler gb_inp_material, gb_inp_elastic, gb_inp_density, gb_inp_damping,
    gb_inp_orientation_keyword, gb_inp_amplitude_keyword;
gb_inp_handler gb_inp_nodal_thickness, gb_inp_shell_section, gb_inp_beam_section,
    gb_inp_general_section, gb_inp_solid_section;
gb_inp_handler gb_inp_rigid_body, gb_inp_coupling, gb_inp_coupling_kind, gb_inp_mpc, gb_inp_mass,
    gb_inp_rotary_inertia, gb_inp_spring;
gb_inp_handler gb_inp_behavior, gb_inp_behavior_number, gb_inp_connector_section,
    gb_inp_connector_motion, gb_inp_kinematic;
gb_inp_handler gb_inp_transform, gb_inp_equation, gb_inp_boundary, gb_inp_cload, gb_inp_dload,
    gb_inp_dsload, gb_inp_initial;

#endif
