/// Beams along points, which need no mesh file: their lines become line elements of the mesh, in a
/// group with the beam's name, and groups NAME.start and NAME.end of one node each.
#ifndef GB_MODEL_GROUPS_BEAM_MESH_H
#define GB_MODEL_GROUPS_BEAM_MESH_H

#include "model/groups/lookup.h"

/// Create a mesh with the lines of all such beams after its own nodes and elements; *out is the
/// definition's mesh if there are none. The definition owns the memory. Local. errors:
/// GB_DUPLICATE_NAME for a group that the mesh already has; GB_TOO_LARGE; GB_FILE
int gb_beam_mesh_create(const gb_definition *from, const gb_mesh **out, gb_error *error);

#endif
