/// Recorded stages of a static walk. Its stages do not depend on each other: the last one suffices
/// for a gradient, and a recorded stage can be restored without a march.
#ifndef GB_INTEGRATORS_PATH_H
#define GB_INTEGRATORS_PATH_H

#include "restart/archive.h"
#include "solve/system.h"

/// Records of q, multipliers and memory, [n + m + memory], of stages from 1.
typedef struct gb_path gb_path;

/// Create a path without records. Local. errors: GB_FILE (memory)
int gb_path_create(gb_system *system, gb_path **out, gb_error *error);
/// Free a path; *path may be NULL. Local.
void gb_path_destroy(gb_path **path);
/// Record stage k >= 1, replacing earlier records from k on. Collective. errors: GB_FILE (memory)
/// @param whole keep the record of the stage before, otherwise only the last one
int gb_path_record(gb_path *path, bool whole, int64_t k, const gb_state *state, gb_error *error);
/// q, multipliers and memory of the recorded stage k. Local.
const gb_scalar *gb_path_at(const gb_path *path, int64_t k);
/// Write the records to an archive, or read them. Collective. errors: GB_FILE
int gb_path_archive(gb_path *path, gb_archive *archive, gb_error *error);

#endif
