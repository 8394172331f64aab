/// Groups that a case defines from the mesh's nodes and elements, by number or by position.
#ifndef GB_MODEL_GROUPS_CASE_GROUPS_H
#define GB_MODEL_GROUPS_CASE_GROUPS_H

#include "model/groups/lookup.h"

/// Create a mesh that has these groups after its own, and a group `all` unless one exists. The
/// definition owns the memory. Local. errors: GB_DUPLICATE_NAME for a name that the mesh already
/// has; GB_UNKNOWN_NODE for an unknown number or a region without nodes; GB_NO_MESH; GB_FILE
int gb_case_groups_create(const gb_definition *from, const gb_mesh **out, gb_error *error);

#endif
