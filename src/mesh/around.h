/// Elements around the nodes of a mesh.
#ifndef GB_MESH_AROUND_H
#define GB_MESH_AROUND_H

#include "mesh/mesh.h"

/// Lists of elements, one for each node of a mesh. The arena that the caller passed owns them.
typedef struct gb_elements_around {
  int32_t *start, *element; ///< node n has element[start[n]] to element[start[n + 1] - 1]
  int most;                 ///< largest number of elements around one node
} gb_elements_around;

/// Callback that selects elements.
typedef bool gb_takes_element(const void *context, int32_t element);

/// List the selected elements around each node in ascending order, in memory of the arena. Local.
/// errors: GB_FILE (memory)
/// @param takes NULL: all elements are listed
int gb_elements_around_find(const gb_mesh *mesh, gb_takes_element *takes, const void *context,
                            gb_arena *arena, gb_elements_around *out, gb_error *error);

#endif
