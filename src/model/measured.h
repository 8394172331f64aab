/// Which elements of a model belong to the parts at which functions look alone.
#ifndef GB_MODEL_MEASURED_H
#define GB_MODEL_MEASURED_H

#include "model/blocks.h"
#include "model/lookup.h"

/// section.groups of all blocks. Local. errors: GB_MODEL for a name that nothing has, or several
/// things; GB_FILE
int gb_measured_mark(const gb_definition *from, gb_block_set *set, gb_error *error);
/// A function of a part without any element would be zero for no reason that one sees. Collective.
/// errors: GB_MODEL
int gb_measured_check(const gb_definition *from, const gb_block_set *set, gb_error *error);

#endif
