/// The structure gb_mesh holds a mesh as read from a file, or a subdomain of one. Its owner frees
/// it after the model is built.
#ifndef GB_MESH_MESH_H
#define GB_MESH_MESH_H

#include "base/index.h"
#include "mesh/shapes.h"
#include <stdbool.h>
#include <stdint.h>

/// A named set of elements or nodes: a gmsh physical group, a Nastran property, or a set of a deck.
typedef struct gb_group {
  char *name;       ///< physical name, or the number as text if the file gives no name
  int64_t number;   ///< physical tag or PID; -1 if the set has none
  int dimension;    ///< 0 points, 1 lines, 2 surfaces, 3 volumes
  bool sideless;    ///< the orientation of its surfaces has no meaning; gb_mesh_check ignores it
  int32_t elements; ///< number of elements; may be 0 for a set of nodes
  int32_t *element; ///< indices of elements, ascending, [elements]
  int32_t nodes;    ///< number of nodes
  int32_t *node;    ///< indices of all nodes of the set, ascending, [nodes]
} gb_group;

/// Hash tables of the names and numbers of groups, which gb_mesh_group fills.
typedef struct gb_group_index {
  gb_arena *arena;       ///< borrowed
  const gb_group *group; ///< the groups of the mesh
  int known;             ///< number of groups in the tables
  gb_index name, number;
} gb_group_index;

/// Property of a face of a solid that a reader of decks adds for loads.
#define GB_ADDED_FACE (-1)

typedef struct gb_mesh {
  gb_arena *arena; ///< owns the mesh and all its arrays
  char *file;      ///< path as the user wrote it, for messages
  int32_t nodes;
  int64_t *node_id;      ///< node numbers of the file, [nodes]
  double (*position)[3]; ///< in the length unit of the file, [nodes]
  int32_t elements;
  int64_t *element_id;  ///< element numbers of the file, [elements]
  unsigned char *shape; ///< gb_shape of each element, [elements]
  int32_t *property;    ///< gmsh elementary entity or Nastran PID of each element, [elements]
  int32_t *start;       ///< first entry of each element in `node`, [elements + 1]
  int32_t *node;        ///< node indices (not numbers) of all elements, [start[elements]]
  int groups;
  gb_group *group;
  gb_group_index *index; ///< index of the groups; NULL: gb_mesh_group compares all groups
  char *notes;           ///< remarks of the reader for the user, one per line; NULL: none
  bool doubled;   ///< whether lines, and surfaces of two properties, may have the same nodes, as in
                  ///< decks
  bool beside;    ///< whether ends of lines may be beside their nodes, as of Nastran's bars
  bool *reversed; ///< whether the reader has reversed an element, so that loads and offsets of the
                  ///< deck have the other sign, [elements]; neighbours may then have opposed
                  ///< normals. NULL: not looked for
} gb_mesh;

/// Create an empty mesh. Local. errors: GB_FILE (memory)
int gb_mesh_create(gb_mesh **out, gb_error *error);
/// Give a mesh a new index of its groups, owned by the arena; needed after copying a mesh and
/// changing its groups. Local. errors: GB_FILE (memory)
int gb_mesh_index_groups(gb_mesh *mesh, gb_arena *arena, gb_error *error);
/// Free a mesh; *mesh may be NULL. Local.
void gb_mesh_destroy(gb_mesh **mesh);

/// Copy the mesh of rank `root` to all ranks. On other ranks *mesh is NULL before the call.
/// Collective. errors: GB_FILE (memory)
int gb_mesh_broadcast(MPI_Comm comm, int root, gb_mesh **mesh, gb_error *error);

/// The first index i with ids[i] >= id; ids ascend, [count]. Local.
int32_t gb_lower_index(const int64_t *ids, int32_t count, int64_t id);

/// Find the group with this name or, if there is none, with this number. Local.
/// @param dimension dimension of the group; -1: any, and the highest one is preferred
/// @return NULL if there is none
const gb_group *gb_mesh_group(const gb_mesh *mesh, const char *name, int dimension);

/// Write the names of all groups as a line: "plate (surface), edge (line), 7 (point)". Local.
/// @param[out] text [size]
void gb_mesh_group_names(const gb_mesh *mesh, size_t size, char *text);

/// Compute the normal of a surface element at its node a. Its length is the area that the element
/// would have if the tangents at the node were constant. Local.
void gb_mesh_normal_at_node(const gb_mesh *mesh, int32_t element, int a, double area[3]);
/// Compute the normal of a surface element for the director of its node a: at the node for elements
/// with 6 or 9 nodes, otherwise at the centroid. Its length is as above. Local.
void gb_mesh_area_vector(const gb_mesh *mesh, int32_t element, int a, double area[3]);
/// Compute the derivative of gb_mesh_area_vector when nodes move along vector [mesh nodes]. Local.
void gb_mesh_area_vector_slope(const gb_mesh *mesh, int32_t element, int a,
                               const double vector[][3], double slope[3]);
/// The area of a surface element that is attributed to its node a: equal parts; by Simpson's rule
/// with 9 nodes; with 6 nodes a third of each of the four subtriangles that contain the node; with
/// 8 nodes as the diagonal of their consistent mass. Source: Hinton, Rock, Zienkiewicz, A note on
/// mass lumping, Earthquake Engng. Struct. Dyn. 4, 1976. Local.
double gb_mesh_area_share(const gb_mesh *mesh, int32_t element, int a);

/// The mean position of the nodes of an element. Local.
void gb_mesh_middle(const gb_mesh *mesh, int32_t element, double middle[3]);

/// The volume of a volume element by its quadrature, and the least ratios of the volume of a point
/// to its share: of the points of the quadrature, and of the nodes too. The first is <= 0 if the
/// element is folded or its nodes turn it inside out. Local.
/// @param least NULL: not wanted
double gb_mesh_volume_and_least(const gb_mesh *mesh, int32_t element, double least[2]);
static inline double gb_mesh_volume(const gb_mesh *mesh, int32_t element) {
  return gb_mesh_volume_and_least(mesh, element, NULL);
}

/// The integrals of the shape functions over a volume element, [nodes] (overwrites). Local.
void gb_mesh_volume_shares(const gb_mesh *mesh, int32_t element, double share[]);

/// Orientation of surfaces: as in the file; as most of the connected surfaces; or outwards from the
/// enclosed volume (for open surfaces away from their centre).
typedef enum gb_orient { GB_ORIENT_FILE, GB_ORIENT_CONSISTENT, GB_ORIENT_OUTWARDS } gb_orient;

/// Reverse surface elements such that neighbours face the same way. Neighbours are the two surfaces
/// at an edge; at an edge with more surfaces, the two surfaces of one group. Local.
/// @param[out] turned number of reversed elements
/// errors: GB_MODEL for surfaces that cannot be oriented, such as a Moebius strip; GB_FILE
int gb_mesh_orient(gb_mesh *mesh, gb_orient orient, int64_t *turned, gb_error *error);
/// Reverse surface elements such that the two of one group at an edge face the same way, as most of
/// their connected surfaces; surfaces of one side only keep neighbours with opposed normals. Local.
/// @param kept            elements that are not reversed, [elements]
/// @param[in,out] turned  set to true for each reversed element, [elements]
/// @param[out] count      number of reversed elements
int gb_mesh_orient_groups(gb_mesh *mesh, const bool kept[], bool turned[], int64_t *count,
                          gb_error *error);

/// Check the mesh. Errors are degenerate elements (repeated nodes, no length or area), inverted
/// surfaces (normals at their nodes disagree), duplicate elements (the same nodes, but for lines
/// and shells of different properties of decks), and two neighbouring surfaces of one group that
/// face opposite ways. Readers find duplicate numbers. Local.
/// @param[out] warnings [size], one per line: notes of the reader, and nodes that no line or
///   surface uses
/// errors: GB_MODEL naming the file, the defect and up to five numbers of elements
int gb_mesh_check(const gb_mesh *mesh, size_t size, char *warnings, gb_error *error);

#endif
