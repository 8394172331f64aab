/// Names and numbers of entries that nothing in the model has.
#ifndef GB_MODEL_REFERENCES_H
#define GB_MODEL_REFERENCES_H

#include "model/lookup.h"

/// Look up all that entries name: groups, nodes, bodies, points of masses, joints, controls, and
/// what designs vary. Groups of the case that could not be made count as known. Local. errors: a
/// list of all names that nothing has, of the status of the first
int gb_references_check(const gb_definition *from, gb_error *error);

#endif
