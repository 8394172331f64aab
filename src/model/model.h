/// A model as one rank holds it: its elements, owned and ghost nodes, the map from unknowns to
/// nodal values, designs, and the numbers that output needs. Built once from a mesh and a problem,
/// constant afterwards.
#ifndef GB_MODEL_MODEL_H
#define GB_MODEL_MODEL_H

#include "elements/joint.h"
#include "elements/kinds.h"
#include "mesh/mesh.h"
#include "problem/problem.h"

enum { GB_NODE_VALUES = 6 };
/// Models of fewer unknowns are computed to round-off: there that is a small part of a step.
enum { GB_ROUND_OFF_UNKNOWNS = 20000 };

/// A parameter of a block's elements that moves with a design, from the value that it has without.
typedef struct gb_varying {
  int parameter;
  int design;       ///< of all elements, where `element` is NULL
  int32_t *element; ///< the design of each element, or -1, [elements]; NULL: `design`
  double *slope;    ///< d parameter / d design of each element, [elements]; NULL: 1
} gb_varying;

/// Elements of one kind that share their constants.
typedef struct gb_block {
  gb_element_kind kind;
  int nodes;        ///< of each element
  int32_t elements; ///< on this rank; may be 0
  int corners;      ///< first nodes of an element, which its cell in the results has
  int32_t *node;    ///< local nodes, [elements][nodes]
  int64_t *cell;    ///< place of each element among the cells of the results; NULL: is none
  double parameter[GB_ELEMENT_PARAMETERS];
  double (*own)[GB_ELEMENT_PARAMETERS]; ///< of each element in place of `parameter`; NULL: shared
  int varyings;
  gb_varying *varying; ///< parameters that move with designs
  const gb_expression
      *value[3];  ///< of t, in place of the first parameters of a load; borrowed, or NULL
  gb_joint joint; ///< of a block of joints: one of them
  int place;      ///< of a block of joints or shells: its number among the case's joints or shells
  const gb_expression *drive[2]; ///< of t: a joint's prescribed angle and distance; or NULL
} gb_block;

/// How initial velocities depend on a design.
typedef struct gb_initial_slope {
  int design;
  double *value; ///< d initial / d design, [nodes][GB_NODE_VALUES]
} gb_initial_slope;

/// How the map z = T y + X from unknowns to places and directions depends on a design: an entry of
/// dT/dx, or, without unknown, of dX/dx.
typedef struct gb_map_slope {
  int design;
  int32_t row;     ///< nodal value: GB_NODE_VALUES * node + i
  int32_t unknown; ///< local; -1: none
  double factor;
} gb_map_slope;

/// A design as the user names it.
typedef struct gb_design {
  char *name;
  int entry; ///< the problem's design entry that it belongs to
  double value, lower, upper;
} gb_design;

typedef struct gb_model_probe {
  char *name;
  int32_t node;       ///< local node on the owning rank, -1 elsewhere
  double position[3]; ///< of the node, on every rank
  int64_t node_id;
} gb_model_probe;

/// A node whose displacement is given: z = T y + g(t), where T has no row for it.
typedef struct gb_given_motion {
  int32_t node;                  ///< local
  const gb_expression *value[3]; ///< of t; borrowed
} gb_given_motion;

/// Messages between ranks: what to send to and receive from each neighbour, as indices of local
/// unknowns.
typedef struct gb_neighbours {
  int count;
  int *rank; ///< [count]
  int32_t *send,
      *send_start;        ///< owned unknowns that the neighbour has as ghosts, [send_start[count]]
  int32_t *receive_start; ///< ghosts from each neighbour are consecutive, [count + 1]
} gb_neighbours;

typedef struct gb_model {
  MPI_Comm comm; ///< borrowed
  // Nodes: owned first, then ghosts.
  int32_t nodes, owned_nodes;
  int32_t shown_nodes;   ///< the first of the owned ones: what the results show
  int64_t total_nodes;   ///< of the mesh that are used, then the points
  double (*position)[3]; ///< [nodes]
  double (*director)[3]; ///< reference unit directors, [nodes]
  int64_t *node_id;      ///< the file's numbers, the points' after the largest, [nodes]
  int64_t *node_index;   ///< place among the used nodes: the mesh file's order, then the points'
  bool *tied;            ///< without unknowns of its own, [nodes]
  unsigned char *framed; ///< whether the director is one of a frame at a kink, [nodes]
  double *initial;       ///< initial velocity and director rate, [nodes][GB_NODE_VALUES]
  // Points of their own, on every rank: those of masses, then the ground ends of springs.
  int points, named_points;
  int64_t first_point_id;  ///< node_id of point 0
  const char **point_name; ///< borrowed from the problem, NULL: the ground; [points]
  int bodies, joints;      ///< of all ranks
  int sections;            ///< entries of `shells`
  int averages, kinks;     ///< average links, nodes at kinks; of all ranks
  int places;              ///< on bodies, of probes, masses, springs and forces; of all ranks
  const char *
      *frame_name; ///< of bodies, then joints; borrowed, NULL: a joint without; [bodies + joints]
  int motions;
  gb_given_motion *motion; ///< of this rank's nodes
  bool damped;             ///< R may depend on v, on some rank
  int initial_slopes;      ///< designs that initial velocities of this rank's nodes depend on
  gb_initial_slope *initial_slope; ///< the dependence is linear
  // Unknowns: owned first, then ghosts. Nodal values z = T y, row i of T from tie_start[i].
  int32_t unknowns, owned_unknowns;
  int32_t owned_multipliers; ///< the last of the owned unknowns
  int64_t total_multipliers;
  int redundant_rows;                    ///< of joints, left out: they have no multiplier
  int64_t first_unknown, total_unknowns; ///< global number of the first owned one
  int64_t *unknown_place; ///< of the owned unknowns, in the order of the nodes: no matter the ranks
  int64_t *ghost;         ///< global numbers of the ghosts, [unknowns - owned_unknowns]
  int32_t *tie_start;     ///< [nodes * GB_NODE_VALUES + 1]
  int32_t *tie_unknown;   ///< local unknowns
  double *tie_factor;
  bool moving; ///< whether the map depends on designs, on some rank
  int map_slopes;
  gb_map_slope *map_slope;
  gb_neighbours neighbours;
  int32_t *
      pivot_order; ///< rank 0: position of each global unknown in the elimination, [total_unknowns]
  // Elements.
  int blocks;
  gb_block *block;
  int64_t total_shells;   ///< of all ranks
  int64_t total_cells;    ///< of the results, all ranks: shells, springs, then named points
  int32_t *cell_property; ///< of this rank's shells, 0 for others, in the order of the blocks
  int64_t *cell_id;       ///< the file's numbers, the others' after the largest; same order
  int designs;
  gb_design *design;
  int probes;
  gb_model_probe *probe;
  const gb_expression *gravity[3]; ///< borrowed; NULL: none
  bool yield;                      ///< there are shells, and each has a yield stress
  double area, mass;               ///< of the reference configuration, all ranks
  char warnings[12000];            ///< one a line
  char mechanism[400];             ///< a rigid motion that no support holds, in words; "": none
  char loose[600];                 ///< parts that nothing attaches to the ground; "": none
  char inconsistent[600];          ///< initial velocities that a joint does not allow; "": none
  char massless[400];              ///< a point that moves freely without mass, in words; "": none
} gb_model;

/// Build the model. The problem must outlive it (expressions are borrowed); the mesh may be
/// dropped, and NULL where the problem names none of its groups. Collective over comm; every rank
/// passes the same mesh and problem. errors: GB_MODEL or GB_USAGE naming the entry, what was found
/// and what the mesh has.
int gb_model_create(MPI_Comm comm, const gb_mesh *mesh, const gb_problem *problem, gb_model **out,
                    gb_error *error);
void gb_model_destroy(gb_model **model);

/// Whether both values of a local node are directors: the second half of a body's frame.
bool gb_model_is_director(const gb_model *model, int32_t node);

/// Whether the values of a local node are multipliers.
bool gb_model_is_multiplier(const gb_model *model, int32_t node);

/// A joint's name, or its place among the case's joints: "joints[2]". Local.
void gb_model_joint_name(const gb_model *model, int joint, size_t size, char *text);

/// A user's words for a node by its node_id: "node 17", "point 'm2'". Local.
void gb_model_node_words(const gb_model *model, int64_t node_id, size_t size, char *text);

#endif
