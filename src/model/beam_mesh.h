/// Beams along points, which need no mesh: their lines become elements of it, with a group of the
/// beam's name, and groups NAME.start and NAME.end of one node each.
#ifndef GB_MODEL_BEAM_MESH_H
#define GB_MODEL_BEAM_MESH_H

#include "model/lookup.h"

/// The mesh with the lines of all such beams after its own nodes and elements; the definition's own
/// where there are none. Of the definition's memory. Local. errors: GB_USAGE for a group that the
/// mesh has already; GB_FILE
int gb_beam_mesh_create(const gb_definition *from, const gb_mesh **out, gb_error *error);

#endif
