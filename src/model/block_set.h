/// The stage that makes this rank's blocks.
#ifndef GB_MODEL_BLOCK_SET_H
#define GB_MODEL_BLOCK_SET_H

#include "model/draft.h"
#include "model/locals.h"

/// The elements of all builders and their nodes. Collective.
/// errors: GB_USAGE, GB_MODEL naming the entry; GB_FILE
int gb_block_set_create(const gb_topology *t, const gb_partition *partition,
                        const gb_design_set *designs, const gb_shape_set *shape,
                        gb_block_set **blocks, gb_locals **locals, gb_error *error);

#endif
