/// Snapshots of a march within a budget of memory and disk space. If the budget suffices, all
/// states are stored; otherwise the states of the binomial schedule.
#ifndef GB_RESTART_CHECKPOINT_H
#define GB_RESTART_CHECKPOINT_H

#include "restart/archive.h"
#include "restart/schedule.h"
#include "solve/system.h"

typedef struct gb_checkpoint gb_checkpoint;

/// The budget.
typedef struct gb_checkpoint_settings {
  double memory, disk;   ///< bytes, sum over all ranks; defaults 2 GiB and 10 GiB
  const char *directory; ///< directory of the files; NULL: "."
} gb_checkpoint_settings;

/// Create a store for snapshots of blocks of stages. A snapshot contains the last `window` stages
/// of a block, or all its stages if that saves more recomputation than a larger number of
/// snapshots. Collective. errors: GB_USAGE if the budget is too small for one snapshot, naming the
/// smallest sufficient budget; GB_FILE
int gb_checkpoint_create(MPI_Comm comm, const gb_blocks *blocks, const gb_state_size *size,
                         const gb_checkpoint_settings *settings, gb_checkpoint **out,
                         gb_error *error);
/// Free the store; *store may be NULL. Local.
void gb_checkpoint_destroy(gb_checkpoint **store);
/// The blocks of stages. Local.
const gb_blocks *gb_checkpoint_blocks(const gb_checkpoint *store);

/// The first stage in a snapshot of the block; the last one is the last stage of the block. Local.
int64_t gb_checkpoint_first(const gb_checkpoint *store, int64_t block);
/// Whether a snapshot of the block contains all its stages. Local.
bool gb_checkpoint_is_whole(const gb_checkpoint *store, int64_t block);
/// The last block, not after this one, that has a snapshot; -1 if there is none. Local.
int64_t gb_checkpoint_find(const gb_checkpoint *store, int64_t block);
/// The next block to store on the way from block `from`, which has a snapshot (-1: the start of the
/// march), to block `to`; a number > `to` if none is to be stored. Local.
int64_t gb_checkpoint_next(const gb_checkpoint *store, int64_t from, int64_t to);
/// Store the state of stage k in the snapshot of its block. Stages of a snapshot are stored in
/// ascending order. Existing snapshots of this and later blocks are discarded. Collective.
/// errors: GB_FILE
int gb_checkpoint_put(gb_checkpoint *store, int64_t k, const gb_state *state, gb_error *error);
/// Get the components and multipliers of stage k, which must be stored; other members of the state
/// are not set. Collective. errors: GB_FILE
int gb_checkpoint_get(gb_checkpoint *store, int64_t k, gb_state *state, gb_error *error);
/// Write all snapshots to an archive, or read them; the budget must be the same as when they were
/// written. Collective. errors: GB_USAGE: other budget; GB_FILE
int gb_checkpoint_archive(gb_checkpoint *store, gb_archive *archive, gb_error *error);
/// Report the planned and the used space of the store. Local.
void gb_checkpoint_measure(const gb_checkpoint *store, gb_checkpoint_usage *usage);

#endif
