/// Check of the names and numbers in entries.
#ifndef GB_MODEL_CHECKS_REFERENCES_H
#define GB_MODEL_CHECKS_REFERENCES_H

#include "model/groups/lookup.h"

/// Look up all names in entries: groups, nodes, bodies, points of masses, joints, controls, and
/// numbers that designs vary. Groups of the case that could not be created count as known. Local.
/// errors: a list of all unknown names, with the status of the first
int gb_references_check(const gb_definition *from, gb_error *error);

#endif
