/// Entries of a problem, one structure for each kind, and the lists of the kinds. A new kind is a
/// structure and a row of one of the lists here, from which its designs follow, and a list of its
/// pointers in problem_broadcast.c.
#ifndef GB_PROBLEM_ENTRIES_H
#define GB_PROBLEM_ENTRIES_H

#include "base/arena.h"
#include "base/expression/expression.h"
#include "base/index.h"
#include "problem/contacts.h"
#include "problem/matrices.h"
#include "problem/sections.h"
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

// clang-format off
/// Kinds of entries whose numbers may be designs: name, structure, key of a design that names an
/// entry, list of the entries, the numbers as the reference describes them, the numbers as rows of
/// src/problem/numbers.c, where the notation of these rows is.
#define GB_FOR_OWNERS(X)                                                                           \
  X(MATERIAL, gb_material, material, materials,                                                    \
    "young, E1, Xt, damping.stiffness ...: any number of a material",                              \
    GB_FOR_MATERIAL_NUMBERS(MATERIAL_NUMBER)                                                       \
    GIVEN(gb_material, damping_mass, "damping.mass", NOT_NEGATIVE),                                \
    GIVEN(gb_material, damping_stiffness, "damping.stiffness", NOT_NEGATIVE))                      \
  X(SECTION, gb_section_entry, section, sections,                                                  \
    "plies[0].thickness, plies[0].angle, plies[1].thickness ... of a section",                     \
    NUMBER(gb_ply, thickness, POSITIVE), NUMBER(gb_ply, angle, ANY))                               \
  X(LOAD, gb_load, load, loads, "amplitude, values (forces or moments of nodes), or at.x ... of a body's force, of a load",\
    NUMBER(gb_load, amplitude, ANY), VECTOR(gb_load, at))                                          \
  X(SUPPORT, gb_support, support, supports,                                                        \
    "displacements, velocities or accelerations (of nodes) of a support", {NULL})                  \
  X(TEMPERATURE, gb_temperature, temperature, temperatures,                                        \
    "amplitude, gradient or reference of a temperature",                                           \
    NUMBER(gb_temperature, amplitude, ANY),                                                        \
    NUMBER(gb_temperature, gradient, ANY),                                                         \
    NUMBER(gb_temperature, reference, ANY))                                                        \
  X(INITIAL, gb_initial_motion, initial, initials,                                                 \
    "velocity.x, velocity.y, velocity.z, angular_velocity.x, ... or velocities (of nodes) of an "  \
    "initial motion",                                                                              \
    VECTOR(gb_initial_motion, velocity), VECTOR(gb_initial_motion, angular_velocity))              \
  X(MASS, gb_point_mass, mass, masses,                                                             \
    "mass, at.x ... of a free node or on a body, velocity.x ... of a free node, of an entry of "   \
    "masses",                                                                                      \
    NUMBER(gb_point_mass, mass, NOT_NEGATIVE), VECTOR(gb_point_mass, velocity),                    \
    VECTOR(gb_point_mass, at))                                                                     \
  X(SPRING, gb_spring, spring, springs,                                                            \
    "stiffness, damping (stiffness.2, ... of higher powers), length, angle, at.1.x ... or at.2.x " \
    "... (positions of its ends), n1, n2 or n3 (of its force) of a spring",                        \
    POLYNOMIAL(gb_spring, stiffness), POLYNOMIAL(gb_spring, damping),                              \
    NUMBER(gb_spring, length, NOT_NEGATIVE), NUMBER(gb_spring, angle, ANY),                        \
    POSITION(gb_spring, at[0], "at.1"), POSITION(gb_spring, at[1], "at.2"),                        \
    THREE(gb_spring, number, "n1", "n2", "n3"))                                                    \
  X(BODY, gb_body, body, bodies,                                                                   \
    "mass, inertia.xx ... inertia.yz, at.x ..., velocity.x ... or angular_velocity.x ... of a body",\
    NUMBER(gb_body, mass, NOT_NEGATIVE), TENSOR(gb_body, inertia), VECTOR(gb_body, at),            \
    VECTOR(gb_body, velocity), VECTOR(gb_body, angular_velocity))                                  \
  X(TYRE, gb_tyre, tyre, tyres,                                                                    \
    "radius, stiffness, damping, friction, side_friction, slip, slip_angle, slip_speed, at.x ... " \
    "or axis.x ... of a tyre",                                                                     \
    NUMBER(gb_tyre, radius, POSITIVE), NUMBER(gb_tyre, stiffness, POSITIVE),                       \
    NUMBER(gb_tyre, damping, NOT_NEGATIVE), NUMBER(gb_tyre, friction, NOT_NEGATIVE),               \
    NUMBER(gb_tyre, side_friction, NOT_NEGATIVE), NUMBER(gb_tyre, slip, POSITIVE),                 \
    NUMBER(gb_tyre, slip_angle, POSITIVE), NUMBER(gb_tyre, slip_speed, POSITIVE),                  \
    VECTOR(gb_tyre, at), VECTOR(gb_tyre, axis))                                                    \
  X(CONTACT, gb_contact, contact, contacts,                                                        \
    "stiffness, exponent, damping, friction, velocity, stick, ball, radius or length of a contact",\
    PART(gb_contact, law[GB_CONTACT_STIFFNESS], "stiffness", POSITIVE),                            \
    PART(gb_contact, law[GB_CONTACT_EXPONENT], "exponent", FROM_ONE),                              \
    PART(gb_contact, law[GB_CONTACT_DAMPING], "damping", NOT_NEGATIVE),                            \
    PART(gb_contact, law[GB_CONTACT_FRICTION], "friction", NOT_NEGATIVE),                          \
    PART(gb_contact, law[GB_CONTACT_VELOCITY], "velocity", POSITIVE),                              \
    PART(gb_contact, law[GB_CONTACT_STICK], "stick", POSITIVE),                                    \
    NUMBER(gb_contact, ball, NOT_NEGATIVE),                                                        \
    GIVEN(gb_contact, line, "line", POSITIVE),                                                     \
    PART(gb_contact, size[0], "radius", POSITIVE), PART(gb_contact, size[1], "length", POSITIVE))  \
  X(BUSHING, gb_bushing, bushing, bushings,                                                        \
    "stiffness.11, stiffness.12 ... damping.66, inertance.11 ..., at.x ..., axes.1.x ... or "      \
    "axes.2.x ... of a bushing",                                                                   \
    SYMMETRIC(gb_bushing, stiffness), SYMMETRIC(gb_bushing, damping),                              \
    SYMMETRIC(gb_bushing, inertance), VECTOR(gb_bushing, at),                                      \
    POSITION(gb_bushing, axes[0], "axes.1"), POSITION(gb_bushing, axes[1], "axes.2"))              \
  X(MATRIX, gb_matrix_entry, matrix, matrices, "stiffness, damping or mass (factors) of matrices", \
    THREE(gb_matrix_entry, factor, "stiffness", "damping", "mass"))                                \
  X(JOINT, gb_joint_entry, joint, joints,                                                          \
    "damping, friction.coefficient, friction.radius, friction.velocity, at.x ..., axis.x ... or "  \
    "second.x ... (of which the direction alone counts) of a joint",                               \
    POSITION(gb_joint_entry, at[0], "at"), VECTOR(gb_joint_entry, axis),                           \
    VECTOR(gb_joint_entry, second), NUMBER(gb_joint_entry, damping, NOT_NEGATIVE),                 \
    NUMBER(gb_joint_entry, friction.coefficient, NOT_NEGATIVE),                                    \
    NUMBER(gb_joint_entry, friction.radius, NOT_NEGATIVE),                                         \
    NUMBER(gb_joint_entry, friction.velocity, NOT_NEGATIVE))                                       \
  X(STATE, gb_state_entry, state, states,                                                          \
    "initial, n1, n2 or n3 (of its rate) of a state", NUMBER(gb_state_entry, initial, ANY),        \
    THREE(gb_state_entry, number, "n1", "n2", "n3"))                                               \
  /* end of the list */

/// Kinds of entries without such numbers.
#define GB_FOR_OTHER_ENTRIES(X)                   \
  X(gb_shell_section, shells)                     \
  X(gb_beam, beams)                               \
  X(gb_solid, solids)                             \
  X(gb_group_entry, groups)                       \
  X(gb_measured, measured)                        \
  X(gb_probe, probes)                             \
  X(gb_design_entry, designs)                     \
  X(gb_link, links)                               \
  X(gb_equation, equations)                       \
  X(gb_control, controls)                         \
  /* end of the list */
// clang-format on

#define GB_DECLARE_OWNER(name, ...) GB_OWNER_##name,
typedef enum gb_owner {
  GB_FOR_OWNERS(GB_DECLARE_OWNER)
      GB_OWNER_ROAD, ///< a case has one road without a name, so designs name its number instead
  GB_OWNERS
} gb_owner;
#undef GB_DECLARE_OWNER

/// The displacements and rotations that a support fixes, as bits.
enum {
  GB_FIX_X = 1,
  GB_FIX_Y = 2,
  GB_FIX_Z = 4,
  GB_FIX_RX = 8,
  GB_FIX_RY = 16,
  GB_FIX_RZ = 32,
  GB_FIX_ROTATION = 64, ///< the whole director
  GB_FIX_ALL = 7 | 64
};

/// One vector for each node of a group.
typedef struct gb_own_vectors {
  double (*entry)[3];
  int count; ///< number of the group's nodes; 0: none
} gb_own_vectors;

/// Orders of a polynomial of t: displacement, velocity and acceleration at t = 0.
enum { GB_MOTION_ORDERS = 3 };

/// A motion as a function of time t, of a node at X with directors D: the displacement
/// u(t) + (R(t) - I) (X - about) and the increments (R(t) - I) D, R a rotation about an axis. Nodes
/// with motions of their own have the displacement own[0] + own[1] t + own[2] t^2 / 2 instead.
typedef struct gb_motion {
  gb_own_vectors own[GB_MOTION_ORDERS];
  gb_expression *displacement[3]; ///< u; NULL: free along this axis, unless there is an angle
  gb_expression *angle;           ///< of R, radians; NULL: directors have no given motion
  double axis[3], about[3];       ///< of the rotation
} gb_motion;

/// Whether nodes have motions of their own.
static inline bool gb_motion_is_own(const gb_motion *motion) {
  return motion->own[0].count + motion->own[1].count + motion->own[2].count > 0;
}

static inline bool gb_motion_is_given(const gb_motion *motion) {
  return gb_motion_is_own(motion) || motion->displacement[0] || motion->displacement[1] ||
         motion->displacement[2] || motion->angle;
}

typedef struct gb_support {
  const char *where, *group, *body; ///< the nodes of a group, or a body: one of the two is NULL
  const char *name;                 ///< for designs; NULL: none
  unsigned fix;                     ///< displacements and rotations that are fixed, bits GB_FIX_*
  /// -1: none; 0, 1, 2: symmetry about a plane with this normal, along which u and the director are
  /// fixed
  int symmetry;
  gb_motion motion;
  /// The support fixes a free model in statics only, and its reactions vanish because the inertia
  /// of a rigid acceleration balances the loads, see model/mechanisms/relief.h.
  bool relieved;
} gb_support;

typedef enum gb_place_kind {
  GB_PLACE_NODES,
  GB_PLACE_ELEMENTS,
  GB_PLACE_AT,
  GB_PLACE_BOX,
  GB_PLACE_CYLINDER,
  GB_PLACE_SIDE
} gb_place_kind;

/// A group of nodes and elements of the mesh, selected by number or by position.
typedef struct gb_group_entry {
  const char *where, *name;
  const char *of; ///< the group from which members are selected; NULL: the whole mesh
  gb_place_kind kind;
  GB_LIST_OF(double) nodes, elements; ///< numbers in the mesh file
  double at[3];                       ///< position of the only node, for GB_PLACE_AT
  double box[2][3];                   ///< two opposite corners, for GB_PLACE_BOX
  /// both ends of the axis and the radius, for GB_PLACE_CYLINDER
  double axis[2][3], radius;
  /// for GB_PLACE_SIDE: 2 i + 1 selects the nodes with the largest coordinate i, 2 i those with the
  /// smallest
  int side;
} gb_group_entry;

/// Part of the model to which a function is limited: the shells and beams of a group; these, or a
/// body or masses, by name; the nodes of a group; a contact.
typedef enum gb_measured_kind {
  GB_MEASURED_NONE,
  GB_MEASURED_ELEMENTS,
  GB_MEASURED_PARTS,
  GB_MEASURED_NODES,
  GB_MEASURED_CONTACTS
} gb_measured_kind;

typedef struct gb_measured {
  const char *where, *name;
  gb_measured_kind kind;
} gb_measured;

/// Largest number of such parts.
enum { GB_MEASURED = 64 };

typedef enum gb_load_type {
  GB_LOAD_PRESSURE,
  GB_LOAD_TRACTION,
  GB_LOAD_FORCE,
  GB_LOAD_MOMENT
} gb_load_type;

typedef struct gb_load {
  const char *where;
  /// group of the mesh, or free node, on which the load acts; NULL: not these. Only forces act on
  /// free nodes.
  const char *group, *mass;
  const char *body; ///< body on which a force or a moment acts; NULL: none
  double at[3];     ///< position of a force on a body in the reference configuration
  gb_load_type type;
  const char *name; ///< name for designs; NULL: none
  /// functions of t; a pressure uses only value[0], a force per area along the normal; own forces
  /// and moments of nodes are multiplied by value[0], NULL: 1
  gb_expression *value[3];
  gb_own_vectors own; ///< force or moment of each node of the group; none: the same of all nodes
  double amplitude;   ///< factor of the value
  bool follow;        ///< the load turns with the surface or the body on which it acts
} gb_load;

/// Values of nodes: one number for all, a number for each, or a file of numbers.
typedef struct gb_series {
  const char *file; ///< file with the numbers; NULL: the case gives them
  int count;        ///< number of values; 1 if `whole`
  bool whole;       ///< one number is the value at all nodes
  double *entry;    ///< [count]
  /// times of the values from a file with two columns, ascending, [count]; NULL: no times
  double *time;
} gb_series;

/// Values of nodes by their numbers in the mesh file, and of elements that have their own.
typedef struct gb_node_table {
  int elements;
  int64_t *element;  ///< ascending, [elements]
  double (*heat)[2]; ///< of these: at the middle of the thickness, and by length along the normal
  int count;
  int64_t *node;       ///< ascending, [count]
  double *value, rest; ///< [count]; of all other nodes, NAN: they have none
} gb_node_table;

/// Temperature of the shells and beams of a group: amplitude times value on the surface in the
/// middle of the thickness, and along the normal gradient times value by length. An element has the
/// mean of its nodes.
typedef struct gb_temperature {
  const char *where, *name, *group; ///< name NULL: none
  gb_expression *value;             ///< function of t
  gb_expression *field;             ///< factor of the value by x, y and z; NULL: 1
  gb_series values;           ///< factor of the value at each node of the group; count 0: none
  const gb_node_table *table; ///< of decks: the factors are its values minus `datum`; NULL: none
  double datum; ///< temperature without expansion (TREF) of the material, if there is a table
  double amplitude, gradient, reference; ///< reference: the temperature without expansion
} gb_temperature;

typedef struct gb_initial_motion {
  const char *where, *name, *group; ///< name NULL: none
  double velocity[3], angular_velocity[3], about[3];
  gb_own_vectors own; ///< velocity of each node of the group, in addition
} gb_initial_motion;

typedef enum gb_when_kind {
  GB_WHEN_NONE, ///< the case does not say
  GB_WHEN_END,
  GB_WHEN_TIME, ///< the end of a step
  GB_WHEN_MESH, ///< times equally spaced over the march, including its start and end
  GB_WHEN_EACH  ///< the start and the end of each step
} gb_when_kind;

/// Times at which a function is evaluated.
typedef struct gb_when {
  int kind; ///< gb_when_kind
  double time;
  int points; ///< number of times, for GB_WHEN_MESH
} gb_when;

typedef enum gb_probe_place {
  GB_PROBE_AT,
  GB_PROBE_NODE,
  GB_PROBE_GROUP,
  GB_PROBE_MASS,
  GB_PROBE_BODY,
  GB_PROBE_REACTION, ///< this and the following places are no points with a motion
  GB_PROBE_ELEMENT,
  GB_PROBE_ELEMENT_AT
} gb_probe_place;

typedef struct gb_probe {
  const char *where, *name, *group;
  const char *mass; ///< GB_PROBE_MASS: name of a free node
  /// GB_PROBE_BODY: name of a body; the point is at `at` in the reference configuration
  const char *body;
  gb_probe_place place;
  double at[3];    ///< GB_PROBE_AT: the probe is the node nearest to this position
  int64_t node_id; ///< GB_PROBE_NODE: number of the node in the mesh file
  // GB_PROBE_REACTION:
  const char *reaction; ///< group of supported nodes, or free node, whose reaction is recorded
  double about[3];      ///< point about which the moment is taken
  int each;             ///< 1: one reaction for each node, about the node itself
  // GB_PROBE_ELEMENT and GB_PROBE_ELEMENT_AT record forces and strains of a shell or beam:
  int64_t element;      ///< number in the mesh file
  double element_at[3]; ///< position; the element is the one whose centre is nearest
} gb_probe;

/// Whether a probe records the motion of a point.
static inline bool gb_probe_is_point(const gb_probe *probe) {
  return probe->place < GB_PROBE_REACTION;
}

typedef enum gb_design_per { GB_PER_GROUP, GB_PER_PATCH, GB_PER_ELEMENT } gb_design_per;

/// Interpolation of a number of shells between its values at control points.
typedef enum gb_interpolation {
  GB_INTERPOLATE_INVERSE, ///< weights are inverse powers of the distance
  GB_INTERPOLATE_LINEAR,  ///< linear along an axis
  GB_INTERPOLATE_RADIAL   ///< weights are Gaussians of the distance
} gb_interpolation;

typedef enum gb_control_kind {
  GB_CONTROL_CUBIC,
  GB_CONTROL_LINEAR,
  GB_CONTROL_STEP ///< constant on each of [nodes] equal intervals
} gb_control_kind;

typedef enum gb_control_ends {
  GB_ENDS_NATURAL,    ///< the second derivative is zero at the end
  GB_ENDS_NOT_A_KNOT, ///< the third derivative does not jump at the second node and the last but
                      ///< one
  GB_ENDS_CLAMPED     ///< the first derivative is zero at the end
} gb_control_ends;

/// A function of t through values at nodes. Expressions use it by its name; see controls.h.
typedef struct gb_control {
  const char *where, *name;
  int nodes;       ///< 0: not given
  double from, to; ///< t of the first and the last node; NAN: not given
  int kind, ends;  ///< gb_control_kind, gb_control_ends
  gb_series values;
  int pieces;
  /// values of t at which pieces begin, and the end of the last piece, [pieces + 1]
  double *knot;
  double *node;   ///< values at the nodes, [nodes]
  double *moment; ///< second derivatives at the nodes of cubics, [nodes]; else NULL
} gb_control;

enum { GB_MOST_CONTROLS = 64 };

/// A vector at a node, by its number in the mesh file, from a line of a table.
typedef struct gb_node_vector_entry {
  int64_t node;
  double value[3];
  int line;
} gb_node_vector_entry;

/// Vectors along which a design moves the nodes of a mesh: expressions of x, y and z at the nodes
/// of a group, or a table.
typedef struct gb_shape_entry {
  const char *group;        ///< NULL: none
  gb_expression *vector[3]; ///< NULL: the coordinates of the group's nodes are designs
  const char *file;         ///< file of the table; NULL: none
  GB_LIST_OF(gb_node_vector_entry) table;
  double drawn;  ///< value of the design for which the mesh file was made
  double amount; ///< value of the design: nodes move by (amount - drawn) times the vectors
} gb_shape_entry;

/// A design: the thickness of a group's shells, the relative density of its solids, a number of an
/// entry, the values of a control, the coordinates of a group's nodes, or the amount of a shape.
typedef struct gb_design_entry {
  const char *where, *name;
  /// group of the shells whose thickness, or solids whose relative density varies; NULL: none
  const char *group;
  /// for a group: one value for each group, patch or element
  gb_design_per per;
  const char *control; ///< control whose values vary; NULL: none
  /// name of the entry at the index of its kind, others NULL; name of its number that varies, or
  /// for a group of solids "relative_density"
  const char *owner[GB_OWNERS], *parameter;
  /// further entries of the same kind; the same number of each has the design's value too
  GB_LIST_OF(const char *) links;
  double lower, upper; ///< bounds for optimisation; NAN: the bounds of the number
  double scale;        ///< scale of the value for optimisation; NAN: not given
  struct {
    struct {
      double (*entry)[3];
      int count; ///< number of control points; 0: the value is the same everywhere
    } points;    ///< control points between which a thickness or a number of a ply is interpolated
    gb_interpolation interpolation;
    double axis[3], power; ///< parameters of the interpolation
    double radius[2];      ///< of Gaussians; of a filter, 0: none
  } field;
  GB_LIST_OF(double) values; ///< initial values; empty: the entry that varies gives them
  gb_shape_entry shape;
} gb_design_entry;

/// Whether designs are relative densities of solids; whether elements are their means by a filter.
static inline bool gb_design_is_density(const gb_design_entry *design) {
  return design->group && design->parameter && !strcmp(design->parameter, "relative_density");
}
static inline bool gb_design_is_filtered(const gb_design_entry *design) {
  return design->field.radius[1] > 0;
}

/// Whether a design is the amount of a shape of the mesh.
static inline bool gb_design_is_shape(const gb_design_entry *design) {
  return (design->shape.group && design->shape.vector[0]) || design->shape.file;
}
/// Whether the coordinates of a group's nodes are designs.
static inline bool gb_design_is_coordinates(const gb_design_entry *design) {
  return design->shape.group && !gb_design_is_shape(design);
}

/// A mass on each node of a group, at a position on a body, or a free node, which has a name.
typedef struct gb_point_mass {
  const char *where, *group, *body, *name; ///< group and body NULL: a free node; name NULL: none
  double mass;                             ///< mass; 0 is allowed for a free node
  /// position of a free node, or of the mass on a body, in the reference configuration
  double at[3];
  /// initial velocity of a free node; the following members are for free nodes too
  double velocity[3];
  unsigned fix;     ///< fixed displacements, bits GB_FIX_X, GB_FIX_Y and GB_FIX_Z
  gb_motion motion; ///< prescribed motion
} gb_point_mass;

static inline bool gb_is_free_node(const gb_point_mass *mass) {
  return !mass->group && !mass->body;
}

/// A force as an expression of elongation, rate and time, or as a table over the elongation.
typedef struct gb_law_entry {
  gb_expression *expression; ///< function of s, v, t and the numbers n1, n2, n3; NULL: none
  int points;
  const double (*point)[2]; ///< rows (s, force) with ascending s, [points]; NULL: none
} gb_law_entry;

enum { GB_SPRING_ORDER = 3 }; ///< number of powers of a spring's elongation and of its rate

/// A scalar unknown x with the equation x' = rate.
typedef struct gb_state_entry {
  const char *where, *name;
  gb_expression *rate;            ///< of t, n1, n2, n3 and the states of the case
  double number[GB_SPRING_ORDER]; ///< values of n1, n2, n3
  double initial;
} gb_state_entry;

/// A spring and damper between two ends, each the name of a point or a body, "group:NAME" (a group
/// of one node) or "ground". It pulls with sum_i stiffness[i] e^(i+1) + damping[i] (e')^(i+1) at
/// the elongation e.
typedef struct gb_spring {
  const char *where, *name; ///< name NULL: not given
  const char *between[2];
  double at[2][3]; ///< position of each end; NAN: not given
  double stiffness[GB_SPRING_ORDER], damping[GB_SPRING_ORDER];
  gb_law_entry law;               ///< a tension that is added to the tension by the powers of e
  double number[GB_SPRING_ORDER]; ///< values of n1, n2, n3 in the law
  /// length at which the force is zero; NAN: the distance in the reference configuration
  double length;
  /// joint about whose axis the spring acts; its elongation is an angle; NULL: the spring has ends
  const char *joint;
  double angle; ///< angle at which the moment about the joint is zero
} gb_spring;

/// A force and a moment between two frames at one position that depend on their relative
/// displacement and rotation.
typedef struct gb_bushing {
  const char *where, *name; ///< name NULL: not given
  const char *between[2];   ///< each a body, a free node, "group:NAME" (of one node) or "ground"
  double at[3];
  double axes[2][3]; ///< the first axis, and a vector towards the second; NAN: the global ones
  double stiffness[21], damping[21]; ///< upper triangles, row by row: x y z, then about x y z
  /// the same by relative accelerations; of displacements of a bushing with `apart` only
  double inertance[21];
  /// the ends may be at different positions; the force depends on their displacements along fixed
  /// axes
  bool apart;
  /// supports that the problem does not have keep free nodes from turning, so that they may lie off
  /// the bushing
  bool held;
  /// the inertance stands for masses that differ along axes, whose weight the program does not have
  bool weighs;
} gb_bushing;

/// Whether relative accelerations of the ends cause forces.
static inline bool gb_bushing_is_inerter(const gb_bushing *bushing) {
  bool is = false;
  for (int k = 0; k < 21; k++) is = is || bushing->inertance[k] != 0;
  return is;
}

/// A steady rotation of the whole model, whose centrifugal forces act in statics.
typedef struct gb_spin_entry {
  const char *where;
  double about[3], axis[3]; ///< a point of the axis; its direction, of length 1
  /// angular speed as a function of t, radians per time; NULL: no rotation
  gb_expression *speed;
} gb_spin_entry;

/// A rigid body: its frame is at the centre of mass, with axes that turn with the body.
typedef struct gb_body {
  const char *where, *name;
  double mass, inertia[6]; ///< about the centre of mass in the body's axes: xx yy zz xy xz yz
  double box[3], cylinder[2], sphere; ///< edges; radius and length along z; radius; 0: not given
  const char *surface;   ///< group whose elements enclose the body, see surface.h; NULL: none
  double density;        ///< density of the enclosed body
  double at[3];          ///< centre of mass
  double axis[3], angle; ///< the body's axes are the global ones turned by this [radians]
  double velocity[3], angular_velocity[3]; ///< initial velocities, of the centre of mass
} gb_body;

/// A joint between two ends, each the name of a body or "ground".
typedef struct gb_joint_entry {
  const char *where, *name, *between[2];
  int type;        ///< index into gb_joint_types
  double at[2][3]; ///< positions of the ends; they differ for distance joints only
  /// axis, and the second axis of a universal joint; zero: not given
  double axis[3], second[3];
  gb_expression *angle, *distance; ///< prescribed functions of t; NULL: free
  /// moment per rate of the angle, or force per rate of the distance
  double damping;
  struct {
    /// coefficient of friction; radius of the pin, for joints that turn
    double coefficient, radius;
    /// sliding velocity at which friction has 1/sqrt(2) of its full size; 0: no friction
    double velocity;
  } friction; ///< friction in the joint
} gb_joint_entry;

static inline bool gb_joint_has_friction(const gb_joint_entry *joint) {
  return joint->friction.velocity > 0;
}

typedef enum gb_link_type { GB_LINK_RIGID, GB_LINK_AVERAGE } gb_link_type;

/// A group whose nodes are tied to a body, or whose mean motion a body follows.
typedef struct gb_link {
  const char *where, *body, *group;
  gb_link_type type;
  /// of rigid links: stiffness with which the body follows the rotation of shells about their
  /// normals at the nodes, as part of their shear stiffness G t times area; 0: none
  double drilling;
  /// weights of the group's nodes in the mean, in the order of the group, with sum 1, [weights];
  /// NULL: equal weights
  const double *weight;
  int weights;
} gb_link;

/// Coefficients of the displacements along x, y, z and of the rotations about them at one node.
typedef struct gb_equation_term {
  /// node: of a group, a body or a free node; all NULL: node_id
  const char *where, *group, *body, *mass;
  int64_t node_id; ///< number of the node in the mesh file; 0: not given
  double at[3];    ///< position on the body; NAN: the body's position
  double coefficient[6];
} gb_equation_term;

/// A linear equation: sum of coefficient * component = value(t), for small rotations.
typedef struct gb_equation {
  const char *where, *name; ///< name NULL: none
  GB_LIST_OF(gb_equation_term) terms;
  gb_expression *value; ///< function of t; NULL: 0
  /// the equation stands for a support of a deck; supports of the case replace it too
  bool support;
} gb_equation;

/// How constraints are enforced.
typedef enum gb_enforce {
  GB_ENFORCE_AUTO,
  GB_ENFORCE_INDEX3,
  GB_ENFORCE_INDEX1,
  GB_ENFORCE_PENALTY,
  GB_ENFORCE_PROJECTED
} gb_enforce;

typedef struct gb_constraints {
  const char *where;
  gb_enforce enforce;
  double alpha, beta; ///< Baumgarte's parameters, for GB_ENFORCE_INDEX1 [1 / time]
  /// for GB_ENFORCE_PENALTY: penalty factor alpha [mass], damping ratio, frequency
  double factor, xi, omega;
} gb_constraints;

#endif
