/// Groups that a case makes of the mesh's nodes and elements, by number or by place.
#ifndef GB_MODEL_CASE_GROUPS_H
#define GB_MODEL_CASE_GROUPS_H

#include "model/lookup.h"

/// The mesh with these groups after its own, and with `all` where it has none of that name. Of the
/// definition's memory. Local. errors: GB_USAGE for a name that the mesh has already; GB_MODEL for
/// a number that it has not, a place without a node; GB_FILE
int gb_case_groups_create(const gb_definition *from, const gb_mesh **out, gb_error *error);

#endif
