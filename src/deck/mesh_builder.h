/// Collects the nodes, elements and groups that a reader finds, in the file's own numbers and in
/// any order, and makes a mesh.
#ifndef GB_DECK_MESH_BUILDER_H
#define GB_DECK_MESH_BUILDER_H

#include "mesh/mesh.h"
#include <stdbool.h>

typedef struct gb_mesh_builder gb_mesh_builder;

/// Where a position of the file is, for messages: "plate.msh:12". A position is any number of the
/// reader's.
typedef void gb_position_text(const void *context, int64_t position, size_t size, char *text);

/// @param file path as the user wrote it; borrowed. @param context given to position_text; borrowed
int gb_mesh_builder_create(const char *file, gb_position_text *position_text, const void *context,
                           gb_mesh_builder **out, gb_error *error);
void gb_mesh_builder_destroy(gb_mesh_builder **builder); ///< accepts NULL

/// Nodes so far: the index of the next one.
int64_t gb_mesh_builder_nodes(const gb_mesh_builder *builder);
int gb_mesh_builder_node(gb_mesh_builder *builder, int64_t id, const double position[3], int64_t at,
                         gb_error *error);
/// Give a node added before its position. @param index order of adding, from 0
void gb_mesh_builder_move(gb_mesh_builder *builder, int64_t index, const double position[3]);

/// In place of the last of the nine nodes of an element: a node where the eight shape functions put
/// the middle, numbered after all others. Copies of an element share it.
#define GB_MIDDLE_NODE INT64_MIN

/// @param nodes the file's numbers, gb_shape_nodes(shape) of them; they may be defined later
int gb_mesh_builder_element(gb_mesh_builder *builder, int64_t id, gb_shape shape, int32_t property,
                            const int64_t *nodes, int64_t at, gb_error *error);
/// The file's numbers of the nodes of all elements so far, one element after the other; borrowed
/// until the next is added.
const int64_t *gb_mesh_builder_element_nodes(const gb_mesh_builder *builder, int64_t *count);
/// Put the last element into the group of this number; the dimension is the element's.
int gb_mesh_builder_join(gb_mesh_builder *builder, int64_t number, gb_error *error);
/// Name a group (without a name it is called by its number). The first name given stays.
int gb_mesh_builder_name(gb_mesh_builder *builder, int dimension, int64_t number, const char *name,
                         size_t length, gb_error *error);

/// Accept nodes without elements.
void gb_mesh_builder_allow_bare(gb_mesh_builder *builder);
/// The mesh: nodes and elements ascending by the file's numbers, groups by falling dimension, then
/// by number. When no element joined a group, surfaces form groups by their property.
/// @param merge_copies make one element of copies (same shape, same nodes in the same order) that
///   joined different groups; it keeps the smallest number
/// errors: GB_MODEL for no nodes or elements, a number given twice, a node that is not defined, a
/// name that two groups of one dimension share.
int gb_mesh_builder_finish(gb_mesh_builder *builder, bool merge_copies, gb_mesh **out,
                           gb_error *error);

/// Whether a node is not there because what defines it is refused.
typedef bool gb_refused_node(const void *context, int64_t id);

/// The numbers of all surfaces so far, ascending, of an arena.
int gb_mesh_builder_surfaces(const gb_mesh_builder *builder, gb_arena *arena, int64_t **id,
                             int32_t *count, gb_error *error);
/// Add to a list all numbers of nodes and elements that are given twice, and nodes that elements
/// name and nothing defines. @param refused NULL: none; context is its
/// @param[out] index of the nodes of all elements, in ascending numbers; NULL: not wanted
void gb_mesh_builder_defects(gb_mesh_builder *builder, gb_refused_node *refused,
                             const void *context, int32_t index[], gb_error *list);

/// Members of a group. The builder copies them.
typedef struct gb_group_members {
  const char *name;
  int64_t number; ///< physical tag or PID; -1: none
  int dimension;  ///< 0 points, 1 lines, 2 surfaces
  bool nodes;     ///< whether members are nodes, of dimension 0, or elements
  int32_t count;
  const int32_t *index; ///< of members, ascending without repetition, [count]
} gb_group_members;

/// Append a group to a finished mesh.
int gb_mesh_add_group(gb_mesh *mesh, const gb_group_members *members, gb_error *error);

#endif
