/// A mesh as read from a file: the same whole copy on every rank, dropped after the model is built.
#ifndef GB_MESH_MESH_H
#define GB_MESH_MESH_H

#include "base/index.h"
#include "mesh/shapes.h"
#include <stdbool.h>
#include <stdint.h>

/// A named set: a gmsh physical group, a Nastran property, or the nodes or elements of a card.
typedef struct gb_group {
  char *name;       ///< physical name, or the number as text where the file gives no name
  int64_t number;   ///< physical tag or PID; -1 for sets that have none
  int dimension;    ///< 0 points, 1 lines, 2 surfaces
  bool sideless;    ///< of surfaces that are alike from both sides, for gb_mesh_check
  int32_t elements; ///< may be 0 for a set of nodes
  int32_t *element; ///< indices into the mesh's elements, ascending, [elements]
  int32_t nodes;
  int32_t *node; ///< indices of all nodes of the set, ascending, [nodes]
} gb_group;

/// Groups by their names and numbers, as far as gb_mesh_group has read them.
typedef struct gb_group_index {
  gb_arena *arena;       ///< borrowed
  const gb_group *group; ///< the mesh's
  int known;             ///< of these
  gb_index name, number;
} gb_group_index;

typedef struct gb_mesh {
  gb_arena *arena; ///< of the mesh and all below
  char *file;      ///< path as the user wrote it, for messages
  int32_t nodes;
  int64_t *node_id;      ///< the file's numbers, [nodes]
  double (*position)[3]; ///< the user's units, [nodes]
  int32_t elements;
  int64_t *element_id;  ///< the file's numbers, [elements]
  unsigned char *shape; ///< gb_shape, [elements]
  int32_t *property;    ///< gmsh elementary entity or Nastran PID: the patch, [elements]
  int32_t *start;       ///< first place of each element in node, [elements + 1]
  int32_t *node;        ///< indices of nodes (not the file's numbers)
  int groups;
  gb_group *group;
  gb_group_index *index; ///< of these; NULL: gb_mesh_group compares all
  char *notes;           ///< what the reader wants the user to know, one a line; NULL: nothing
} gb_mesh;

/// An empty mesh. Local.
int gb_mesh_create(gb_mesh **out, gb_error *error);
/// A new index for the groups of a mesh, in this arena's memory: for a copy with other groups.
/// Local.
int gb_mesh_index_groups(gb_mesh *mesh, gb_arena *arena, gb_error *error);
void gb_mesh_destroy(gb_mesh **mesh);

/// Give every rank the root's mesh (NULL elsewhere before the call). Collective.
int gb_mesh_broadcast(MPI_Comm comm, int root, gb_mesh **mesh, gb_error *error);

/// First index whose number is not below id, in ascending numbers.
int32_t gb_lower_index(const int64_t *ids, int32_t count, int64_t id);

/// The group with this name or, failing that, this number; of that dimension, or of any if -1 (then
/// the highest dimension wins). @return NULL when there is none.
const gb_group *gb_mesh_group(const gb_mesh *mesh, const char *name, int dimension);

/// The names of all groups as one line for messages: "plate (surface), edge (line), 7 (point)".
void gb_mesh_group_names(const gb_mesh *mesh, size_t size, char *text);

/// Normal of a surface element at its node a, as long as the area that the element would have with
/// the tangents there.
void gb_mesh_normal_at_node(const gb_mesh *mesh, int32_t element, int a, double area[3]);
/// Normal for the director of its node a, as long as the element's area: that at the node of a
/// 6- or 9-node element, else the one in the middle.
void gb_mesh_area_vector(const gb_mesh *mesh, int32_t element, int a, double area[3]);
/// The change of that, as nodes move along vector[mesh nodes].
void gb_mesh_area_vector_slope(const gb_mesh *mesh, int32_t element, int a,
                               const double vector[][3], double slope[3]);
/// A node's share of its element's area: equal parts, Simpson's rule on 9 nodes, or on 6 nodes a
/// third of each of the four triangles between them that have it.
double gb_mesh_area_share(const gb_mesh *mesh, int32_t element, int a);

/// Which way surfaces are to face: as the file says, as most of their neighbours do, or away from
/// the inside of what they close, of open ones away from their middle.
typedef enum gb_orient { GB_ORIENT_FILE, GB_ORIENT_CONSISTENT, GB_ORIENT_OUTWARDS } gb_orient;

/// Turn surfaces over, so that those with a common edge agree: an edge of two surfaces, or of two
/// of one group. Local. @param[out] turned  surfaces errors: GB_MODEL for surfaces that have one
/// side alone, as a Moebius strip; GB_FILE
int gb_mesh_orient(gb_mesh *mesh, gb_orient orient, int64_t *turned, gb_error *error);

/// Refuse what no model can use, by the file's ids: duplicate node or element ids are found by the
/// readers; here degenerate elements (repeated nodes, zero area), inverted ones (a surface whose
/// normals at its nodes disagree), neighbours of one group whose normals are opposed
/// (non-orientable or flipped), an edge with more than two surfaces in one group (non-manifold),
/// duplicate elements (same nodes). Warnings (returned as text, one a line, at most size-1
/// characters): the reader's notes, and nodes that no surface or line uses. errors: GB_MODEL,
/// naming the file, what is wrong, and up to five ids. Local.
int gb_mesh_check(const gb_mesh *mesh, size_t size, char *warnings, gb_error *error);

#endif
