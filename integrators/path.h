/// What a walk keeps of its stages: a static state depends on none before it, so the last one is
/// enough for a gradient, and any that is kept comes back without a march.
#ifndef GB_INTEGRATORS_PATH_H
#define GB_INTEGRATORS_PATH_H

#include "integrators/trajectory.h"

/// Keep the stage found last. Collective. errors: GB_FILE
int gb_path_record(gb_trajectory *trajectory, gb_error *error);
/// Give a state, found elsewhere, as the next stage of a walk. Collective. errors: GB_FILE
int gb_path_append(gb_trajectory *trajectory, const gb_state *state, gb_error *error);
/// Make a kept stage, or stage 0, alive. Collective.
int gb_path_restore(gb_trajectory *trajectory, int64_t k, gb_error *error);
/// All that is kept. Collective. errors: GB_FILE
int gb_path_archive(gb_trajectory *trajectory, gb_archive *archive, gb_error *error);
void gb_path_free(gb_trajectory *trajectory);

#endif
