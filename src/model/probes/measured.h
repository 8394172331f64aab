/// Elements of the groups, bodies and masses that functions measure.
#ifndef GB_MODEL_PROBES_MEASURED_H
#define GB_MODEL_PROBES_MEASURED_H

#include "model/blocks/blocks.h"
#include "model/groups/lookup.h"

/// Set section.groups of all blocks. Local. errors: GB_UNKNOWN_GROUP, GB_WRONG_GROUP for an
/// ambiguous name, GB_EMPTY_GROUP; GB_FILE
int gb_measured_mark(const gb_definition *from, gb_block_set *set, gb_error *error);
/// Refuse functions of groups without elements, which would be zero. Collective. errors:
/// GB_EMPTY_GROUP
int gb_measured_check(const gb_definition *from, const gb_block_set *set, gb_error *error);

#endif
