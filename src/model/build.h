/// Private to src/model: the arrays over the whole model that building it needs, the same on every
/// rank. Model nodes are the mesh's nodes, then the points of their own.
#ifndef GB_MODEL_BUILD_H
#define GB_MODEL_BUILD_H

#include "constitutive/section.h"
#include "elements/joint.h"
#include "model/model.h"
#include "problem/numbers.h"

enum { GB_HOLD_SYMMETRY = 7 }; ///< bit of `held` for a symmetry plane normal to x; y and z follow

/// What unknowns a model node has before it is held.
typedef enum gb_node_kind {
  GB_NODE_UNUSED, ///< a mesh node that no shell uses: none
  GB_NODE_POINT,  ///< u
  GB_NODE_SHELL,  ///< u and delta
  GB_NODE_FRAME,  ///< half of a frame: u and delta_1, or delta_2 and delta_3; the first half at a
                  ///< kink is GB_NODE_SHELL
  GB_NODE_TIED,   ///< none of its own: fixed combinations of other nodes' vectors
  GB_NODE_MULTIPLIER
} gb_node_kind;

/// A point of its own: an entry of `masses`, or the ground end of a spring.
typedef struct gb_build_point {
  const gb_point_mass *entry; ///< NULL: the ground
  const double *at;
} gb_build_point;

/// A number of the problem that is a design.
typedef struct gb_varying_number {
  const double *number;
  int design;
} gb_varying_number;

/// A node of a body or a joint.
typedef struct gb_build_frame_node {
  double vector[2][3]; ///< reference: place and first axis, or second and third axis
  unsigned rows;       ///< multipliers: a bit for each place
} gb_build_frame_node;

/// What a vector of another model node adds to both vectors of a tied one.
typedef struct gb_build_term {
  int32_t node;
  int vector; ///< 0 or 1
  double weight[2];
} gb_build_term;

/// A tied node as the sum of its terms; none: it does not move. The other nodes may be tied too.
typedef struct gb_build_tie {
  int terms;
  gb_build_term *term;
} gb_build_tie;

/// A node of ours at a kink: the second half of its frame, or a patch's, tied to the frame.
typedef struct gb_build_kink {
  int32_t mesh_node;
  bool tied;
  double vector[2][3]; ///< reference: d2 and d3, zero where there is none, or place and director
  double weight[3];    ///< tied: the director by d1, d2, d3
} gb_build_kink;

/// A reference vector of a model node that moves with a design.
typedef struct gb_build_move {
  int design;
  int32_t node;
  int vector;      ///< 0: the place, or the first axis of a second half; 1: the director
  double value[3]; ///< by the design
} gb_build_move;

/// A place on a body where a probe, a mass, the end of a spring or a force is: a tied node.
typedef struct gb_build_place {
  const double *at; ///< in the problem: the entry that it belongs to
  int body;
} gb_build_place;

typedef struct gb_build {
  MPI_Comm comm;
  int rank, ranks;
  const gb_mesh *mesh; ///< without nodes when the case names none
  const gb_problem *problem;
  gb_model *model;
  int32_t nodes; ///< of the model: the mesh's, then the points
  gb_build_point *point;
  gb_build_place *place;      ///< [model->entries->places]
  gb_build_frame_node *frame; ///< after the points: first halves of bodies, places on them, second
                              ///< halves, four of each joint's ends, nodes of kinks,
                              ///< multipliers of bodies, of joints
  gb_build_tie *tie;          ///< of each model node
  int32_t (*spring)[2];       ///< model nodes of each spring's ends
  int kinks;
  gb_build_kink *kink;        ///< nodes of kinks
  int32_t *second;            ///< node (d2, d3) of each mesh node at a kink, -1: none
  int32_t *corner;            ///< model node at each corner of the mesh's elements
  double (*mesh_director)[3]; ///< of each mesh node; zero without shell
  int32_t *section;           ///< shell entry of each mesh element, -1: no shell
  int32_t *design;            ///< design that is the thickness of each mesh element, -1: none
  int numbers;
  gb_varying_number *number;
  int moves;
  gb_build_move *move;
  int32_t *part;         ///< rank of each shell element
  unsigned char *kind;   ///< gb_node_kind of each model node
  int32_t *owner;        ///< rank of each model node, -1: unused
  double (*director)[3]; ///< of each model node; zero where it has none
  unsigned short *held;  ///< support bits of each model node
  int64_t *first; ///< global number of each model node's first unknown, in the order of the nodes
                  ///< of its rank
  unsigned char *count; ///< unknowns of each model node, 0 to 6
  int32_t *local;       ///< local number of each model node on this rank, -1: not here
} gb_build;

/// The group of an entry, or an error that lists what the mesh has. dimension -1: any.
int gb_build_group(const gb_build *b, const char *where, const char *name, int dimension,
                   const gb_group **out, gb_error *error);
/// The node of a group that must have one alone; `what` says why: "a probe watches one".
int gb_build_group_node(const gb_build *b, const char *where, const char *name, const char *what,
                        int32_t *node, gb_error *error);
/// The model node of a named point, or -1.
int32_t gb_build_point_of(const gb_build *b, const char *name);
/// The model node of a named point. errors: GB_USAGE with the names that there are
int gb_build_named_point(const gb_build *b, const char *where, const char *name, int32_t *node,
                         gb_error *error);

/// Refuse a group none of whose nodes has a shell; warn of single ones (the directors are known).
int gb_build_check_group(gb_build *b, const char *where, const gb_group *group, gb_error *error);

int gb_build_places(gb_build *b, gb_error *error); ///< place
int gb_build_points(gb_build *b, gb_error *error); ///< nodes, point, spring
int gb_build_frames(gb_build *b, gb_error *error); ///< nodes, frame, tie of joints and places
int gb_build_links(gb_build *b, gb_error *error);  ///< kind and tie of linked mesh nodes
int gb_build_place_averages(gb_build *b, gb_error *error); ///< frame, tie of averages
void gb_build_frame_kinds(gb_build *b);                    ///< kind, director of these
void gb_build_deal_frames(gb_build *b);                    ///< owner of these
int gb_build_shells(gb_build *b, gb_error *error); ///< section; shapes that have a shell element
int gb_build_kinks(gb_build *b, gb_error *error);  ///< kink, second, corner, mesh_director
int gb_build_kinds(gb_build *b, gb_error *error); ///< kind, links; ends of springs, massless points
int gb_build_partition(gb_build *b, gb_error *error); ///< part, owner (METIS)
int gb_build_supports(gb_build *b, gb_error *error);  ///< held
int gb_build_designs(gb_build *b, gb_error *error);   ///< design, number, model->designs->design
int gb_build_moves(gb_build *b, gb_error *error);     ///< move, model->dofs->T.varies
int gb_build_constraints(gb_build *b,
                         gb_error *error); ///< frame: rows of joints without redundant ones
int gb_build_unknowns(gb_build *b, gb_error *error);    ///< first, count
int gb_build_blocks(gb_build *b, gb_error *error);      ///< local, model's blocks and nodes
int gb_build_place_kinks(gb_build *b, gb_error *error); ///< frame and tie of nodes of kinks
int gb_build_kink_block(gb_build *b, gb_error *error);  ///< the penalties on frames at kinks
int gb_build_local_nodes(gb_build *b, gb_error *error); ///< local, model's nodes (by the blocks)
int gb_build_ties(gb_build *b, gb_error *error);        ///< model's ties, ghosts and neighbours
int gb_build_motion(gb_build *b, gb_error *error);      ///< initial velocities, motions and probes
int gb_build_mechanism(gb_build *b, gb_error *error);   ///< model->checks->mechanism
int gb_build_order(gb_build *b, gb_error *error);       ///< pivot_order (METIS on the nodal graph)

/// Give the points their ranks, once the mesh nodes have theirs: those that springs tie to the mesh
/// go with it, the others are dealt out.
int gb_build_deal_points(gb_build *b, gb_error *error);

/// Model nodes: a half of a body's frame; a half of the first or second end of a joint; all those
/// of an element.
int32_t gb_build_body_node(const gb_build *b, int body, int half);
int32_t gb_build_end_node(const gb_build *b, int joint, int end, int half);
void gb_build_body_nodes(const gb_build *b, int body, int32_t node[3]);
void gb_build_joint_nodes(const gb_build *b, int joint, int32_t node[5]);
gb_joint gb_build_joint(const gb_build *b, int joint);
const gb_build_frame_node *gb_build_frame(const gb_build *b, int32_t node);
/// A row of a joint: a product of two of its vectors that vanishes, or a prescribed motion.
typedef struct gb_build_row {
  int joint, place;
  int drive;                 ///< number of its prescribed motion in the model, -1: none
  unsigned char left, right; ///< gb_joint_vector
  const gb_expression *motion;
} gb_build_row;

/// The rows of a joint: those of its type, or those of its prescribed motions, which are counted.
/// @return how many
int gb_build_joint_rows(const gb_build *b, int joint, bool driven, int *drives,
                        gb_build_row out[GB_JOINT_ROWS]);
/// The gradient of a row in the reference by a motion of one end: velocity v at `about`, angular
/// velocity w / size.
void gb_build_row_gradient(const gb_build *b, const gb_build_row *row, int end,
                           const double about[3], double size, double gradient[6]);
/// "moving along (1, 0, 0)" or "turning about (0, 0, 1)": what a row keeps the joint from.
void gb_build_row_words(const gb_build *b, const gb_build_row *row, size_t size, char *text);

/// Average links. Their nodes follow those of joints, as if they were further ones.
int gb_build_averages(const gb_build *b);
/// Reference place and axes of a frame of two nodes.
void gb_build_place_frame(const gb_build *b, int32_t first, int32_t second, const double at[3],
                          const double axis[3][3]);
/// An orthonormal triad whose axis `third` is along v and whose axis `first` is along w, or, w
/// being zero, somewhere square to it.
void gb_build_triad(const double v[3], const double w[3], double axis[3][3]);
/// The same, and its derivative along changes of v and w.
void gb_build_triad_slope(const double v[3], const double w[3], const double dv[3],
                          const double dw[3], double axis[3][3], double slope[3][3]);
/// The model node of the place on a body that the problem's entry has at this address, or -1.
int32_t gb_build_place_node(const gb_build *b, const double *at);
/// Tie a node to a body, place and directions being those of the reference. place: its first vector
/// is a place, not a direction.
int gb_build_tie_to_body(gb_build *b, int32_t node, int body, bool place, const double vector[2][3],
                         gb_error *error);
/// Add a term to a node's tie.
int gb_build_tie_to_node(gb_build *b, int32_t node, const gb_build_term *term, gb_error *error);
/// The node with unknowns behind the first term of a tied one, or -1: it is on the ground.
int32_t gb_build_master(const gb_build *b, int32_t node);
/// The body of a frame's half, or -1.
int gb_build_body_of(const gb_build *b, int32_t node);
/// The body of this name. errors: GB_USAGE with the names that there are
int gb_build_named_body(const gb_build *b, const char *where, const char *name, int *body,
                        gb_error *error);

/// The model node of an entry of `kink`.
int32_t gb_build_kink_node(const gb_build *b, int kink);
/// The reference director that a value of a node is (vector 0 or 1), or NULL: a displacement.
const double *gb_build_axis(const gb_build *b, int32_t node, int vector);

/// Normal of a surface element for the director of its node a, as long as the element's area: that
/// at the node of a 9-node element, else the one in the middle.
void gb_build_area_vector(const gb_mesh *mesh, int32_t element, int a, double area[3]);
/// Its node's share of the element's area: equal parts, or Simpson's rule on 9 nodes.
double gb_build_area_share(const gb_mesh *mesh, int32_t element, int a);

/// Blocks of the loads and of the masses on groups and bodies.
int gb_build_loads(gb_build *b, gb_error *error);
/// An element without shells of its own belongs to the rank that owns its first node.
static inline bool gb_build_is_here(const gb_build *b, const int32_t *node) {
  return b->owner[node[0]] == b->rank;
}
/// A new block with room for this many elements.
int gb_build_block(gb_build *b, gb_element_kind kind, int nodes, int32_t room, gb_block **out,
                   gb_error *error);

/// Room for numbers of each of so many elements of its own.
int gb_build_own(gb_block *block, int32_t room, gb_error *error);

/// The joint of this name, which has an angle. errors: GB_USAGE
int gb_build_named_joint(const gb_build *b, const char *where, const char *name, int *joint,
                         gb_error *error);

/// parameter[k] of a block is this number of the problem: its value, and its design where it is
/// one.
int gb_build_parameter(const gb_build *b, gb_block *block, int k, const double *number,
                       gb_error *error);
/// The same for one element of a block with numbers of its own.
/// @param room  most elements of the block
int gb_build_own_parameter(const gb_build *b, gb_block *block, int32_t element, int32_t room, int k,
                           const double *number, gb_error *error);
/// A number of one element moves with this design, besides others.
/// @param slope  d number / d design
int gb_build_vary(gb_block *block, int32_t element, int32_t room, int k, int design, double slope,
                  gb_error *error);
/// The slopes of the map from unknowns to nodal values on this rank: model->dofs->T.slope.
/// @param model_node  of each local node
/// @param first  local number of each local node's first unknown
int gb_build_map_slopes(const gb_build *b, const int32_t *model_node, const int32_t *first,
                        gb_error *error);
/// The same for a local node's initial velocity: value i of node += factor x number.
int gb_build_initial(gb_build *b, int32_t node, int i, double factor, const double *number,
                     gb_error *error);

/// The material of this name, or NULL.
const gb_material *gb_build_material(const gb_build *b, const char *name);

/// The section of a shell entry: its layup, and where the problem has what it is made of.
typedef struct gb_build_section {
  gb_layup layup;
  const gb_material *material[GB_PLIES]; ///< [layup.materials]
  const double *thickness[GB_PLIES];     ///< of each ply
  const double *angle[GB_PLIES];         ///< likewise
  bool fails;                            ///< it has a failure index
} gb_build_section;

/// errors: GB_USAGE for a material that is unknown or lacks what the law needs
int gb_build_find_section(const gb_build *b, int entry, gb_build_section *out, gb_error *error);
/// The axis of the material at a shell element. errors: GB_USAGE where none is given, GB_MODEL
/// where it is normal to the surface
int gb_build_material_axis(const gb_build *b, int entry, int32_t e, double axis[3],
                           gb_error *error);
/// Of this area of it.
double gb_build_section_mass(const gb_build_section *section, double area);
/// Give a block a layup, and room for parameters: `leading` ones and the layup's numbers.
int gb_build_lay(const gb_build_section *section, int leading, gb_block *block, gb_error *error);
/// The problem's numbers that are the layup's, and what each counts as where it is 0.
/// @return how many, at most GB_SECTION_NUMBERS
int gb_build_section_numbers(const gb_build_section *section, const double *number[],
                             double absent[]);

/// Place and number of a model node.
const double *gb_build_position(const gb_build *b, int32_t node);
int64_t gb_build_node_id(const gb_build *b, int32_t node);

/// Orthonormal free directions of a node's displacement (vector 0) or director (vector 1).
/// @return how many, 0 to 3
int gb_build_free_directions(const gb_build *b, int32_t node, int vector, double direction[3][3]);

/// Add a line to the model's warnings.
void gb_build_warn(gb_build *b, const char *format, ...) __attribute__((format(printf, 2, 3)));

#endif
