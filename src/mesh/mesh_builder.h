/// Collects the nodes, elements and groups that a reader finds, in the file's own numbers and in
/// any order, and makes a mesh.
#ifndef GB_MESH_MESH_BUILDER_H
#define GB_MESH_MESH_BUILDER_H

#include "mesh/mesh.h"
#include <stdbool.h>

typedef struct gb_mesh_builder gb_mesh_builder;

/// Write where a position of the file is, for messages: "plate.msh:12". The reader chooses what
/// number a position is.
typedef void gb_position_text(const void *context, int64_t position, size_t size, char *text);

/// @param file path as the user wrote it; borrowed. @param context given to position_text; borrowed
int gb_mesh_builder_create(const char *file, gb_position_text *position_text, const void *context,
                           gb_mesh_builder **out, gb_error *error);
void gb_mesh_builder_destroy(gb_mesh_builder **builder); ///< accepts NULL

/// Return the number of nodes so far, which is the index of the next one.
int64_t gb_mesh_builder_nodes(const gb_mesh_builder *builder);
int gb_mesh_builder_node(gb_mesh_builder *builder, int64_t id, const double position[3], int64_t at,
                         gb_error *error);
/// Change the position of a node. @param index the order in which it was added, from 0
void gb_mesh_builder_move(gb_mesh_builder *builder, int64_t index, const double position[3]);

/// This number in place of the ninth node of an element asks for a new node in its middle, at the
/// position that the shape functions of the eight others give. It is numbered after all other
/// nodes. Copies of an element share it. An element that is a face of a solid without such a node
/// becomes a quadrilateral with eight nodes instead.
#define GB_MIDDLE_NODE INT64_MIN

/// @param nodes the file's numbers, gb_shape_nodes(shape) of them; they may be defined later
int gb_mesh_builder_element(gb_mesh_builder *builder, int64_t id, gb_shape shape, int32_t property,
                            const int64_t *nodes, int64_t at, gb_error *error);
/// Return the file's numbers of the nodes of all elements so far, one element after the other. The
/// array is valid until the next element is added.
const int64_t *gb_mesh_builder_element_nodes(const gb_mesh_builder *builder, int64_t *count);
/// Put the last element into the group of this number and of the dimension of the element.
int gb_mesh_builder_join(gb_mesh_builder *builder, int64_t number, gb_error *error);
/// Name a group; without a name its number is its name. The first name that is given stays.
int gb_mesh_builder_name(gb_mesh_builder *builder, int dimension, int64_t number, const char *name,
                         size_t length, gb_error *error);

/// Accept nodes without elements.
void gb_mesh_builder_allow_bare(gb_mesh_builder *builder);
/// Make the mesh: nodes and elements ascend by the file's numbers, groups by falling dimension,
/// then by number. When no element joined a group, surfaces and volumes form groups by their
/// property.
/// @param merge_copies make one element of copies (same shape, same nodes in the same order) that
/// joined different groups; it keeps the smallest number errors: GB_MODEL for no nodes or elements,
/// a number given twice, a node that is not defined, a name that two groups of one dimension share.
int gb_mesh_builder_finish(gb_mesh_builder *builder, bool merge_copies, gb_mesh **out,
                           gb_error *error);

/// Whether a node is missing because the card that defines it is refused.
typedef bool gb_refused_node(const void *context, int64_t id);

/// List the numbers of all elements of a dimension so far, ascending, in memory of an arena.
int gb_mesh_builder_numbers(const gb_mesh_builder *builder, int dimension, gb_arena *arena,
                            int64_t **id, int32_t *count, gb_error *error);
/// Add errors to a list for all numbers of nodes and elements that are given twice, and for nodes
/// that elements name and nothing defines. @param refused NULL: no node is refused; context is an
/// argument of it
/// @param[out] index for each node of the elements in the order of adding, its index among the
/// nodes by ascending numbers; NULL: not wanted
void gb_mesh_builder_defects(gb_mesh_builder *builder, gb_refused_node *refused,
                             const void *context, int32_t index[], gb_error *list);

/// The members of a group, which gb_mesh_add_group copies.
typedef struct gb_group_members {
  const char *name;
  int64_t number; ///< physical tag or PID; -1: none
  int dimension;  ///< 0 points, 1 lines, 2 surfaces, 3 volumes
  bool nodes;     ///< whether members are nodes, of dimension 0, or elements
  int32_t count;
  const int32_t *index; ///< of members, ascending without repetition, [count]
} gb_group_members;

/// Find two groups of one dimension and name. *equal is NULL if there are none.
int gb_mesh_find_equal_names(const gb_mesh *mesh, const gb_group *equal[2], gb_error *error);
/// Append a group to a finished mesh.
int gb_mesh_add_group(gb_mesh *mesh, const gb_group_members *members, gb_error *error);

#endif
