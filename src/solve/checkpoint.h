/// States of the points of a march, kept under a budget: in memory first, then in one HDF5 file.
#ifndef GB_SOLVE_CHECKPOINT_H
#define GB_SOLVE_CHECKPOINT_H

#include "integrators/system.h"

typedef struct gb_checkpoint gb_checkpoint;

typedef struct gb_checkpoint_settings {
  double memory, disk;   ///< bytes over all ranks; default 2 GiB and 10 GiB
  const char *directory; ///< of the file; NULL: "."
} gb_checkpoint_settings;

/// A store for `points` states of n + m owned unknowns each with the slots q, v, a and s (s only if
/// `slots` is 4). Points that fit go to memory, the rest to one HDF5 file (parallel, temporary
/// name, removed by destroy). errors: GB_USAGE when neither budget holds all, naming the least that
/// would do; GB_FILE. Collective.
int gb_checkpoint_create(MPI_Comm comm, int64_t points, int32_t n, int32_t m, int slots,
                         const gb_checkpoint_settings *settings, gb_checkpoint **out,
                         gb_error *error);
void gb_checkpoint_destroy(gb_checkpoint **store);
int gb_checkpoint_put(gb_checkpoint *store, int64_t k, const gb_state *state, gb_error *error);
/// Fills state's slots and multiplier (t and initial are the caller's).
int gb_checkpoint_get(gb_checkpoint *store, int64_t k, gb_state *state, gb_error *error);
/// Bytes held in memory and on disk over all ranks.
void gb_checkpoint_bytes(const gb_checkpoint *store, double *memory, double *disk);

#endif
