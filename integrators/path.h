/// Records of a walk's stages, of which none depends on those before: the last one is enough for a
/// gradient, and any that is recorded comes back without a march.
#ifndef GB_INTEGRATORS_PATH_H
#define GB_INTEGRATORS_PATH_H

#include "base/list.h"
#include "restart/archive.h"

/// Starts as {.length = n + m}; gb_path_free when done.
typedef struct gb_path {
  size_t length;
  bool whole; ///< all records are stored, not the last one alone
  gb_list
      record; ///< gb_scalar *: q and multipliers of stages from 1 on, [length]; NULL: not stored
} gb_path;

/// Record q and multipliers of stage k >= 1; records from k on are forgotten. Collective.
/// errors: GB_FILE
int gb_path_record(gb_path *path, gb_system *system, int64_t k, const gb_state *state,
                   gb_error *error);
/// q and multipliers of a recorded stage. Local.
const gb_scalar *gb_path_at(const gb_path *path, int64_t k);
/// All records. Collective. errors: GB_FILE
int gb_path_archive(gb_path *path, gb_system *system, gb_archive *archive, gb_error *error);
void gb_path_free(gb_path *path);

#endif
