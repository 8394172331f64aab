/// Snapshots of a march within a budget: some on disk (a file of each rank), the others in memory.
/// All states are stored where the budget suffices, else those of the binomial schedule.
#ifndef GB_RESTART_CHECKPOINT_H
#define GB_RESTART_CHECKPOINT_H

#include "restart/archive.h"
#include "restart/schedule.h"
#include "solve/system.h"

typedef struct gb_checkpoint gb_checkpoint;

typedef struct gb_checkpoint_settings {
  double memory, disk;   ///< bytes over all ranks; default 2 GiB and 10 GiB
  const char *directory; ///< of the file; NULL: "."
} gb_checkpoint_settings;

/// A store for snapshots of the blocks' last stages. A snapshot has all stages of a block where
/// that saves more recomputation than many snapshots of `window` stages. errors: GB_USAGE when the
/// budget is too small for one, naming the least that would do; GB_FILE. Collective.
int gb_checkpoint_create(MPI_Comm comm, const gb_blocks *blocks, const gb_state_size *size,
                         const gb_checkpoint_settings *settings, gb_checkpoint **out,
                         gb_error *error);
void gb_checkpoint_destroy(gb_checkpoint **store);
const gb_blocks *gb_checkpoint_blocks(const gb_checkpoint *store);

/// The first stage that a snapshot of the block has; its last is the block's.
int64_t gb_checkpoint_first(const gb_checkpoint *store, int64_t block);
/// Whether a snapshot of the block has all its stages.
bool gb_checkpoint_is_whole(const gb_checkpoint *store, int64_t block);
/// The last block up to this one that has a snapshot; -1: none.
int64_t gb_checkpoint_find(const gb_checkpoint *store, int64_t block);
/// The next block to store a snapshot of on the way from block `from`, which has one (-1: the
/// start), to block `to`; beyond `to` when none is.
int64_t gb_checkpoint_next(const gb_checkpoint *store, int64_t from, int64_t to);
/// Store the state of stage k, which belongs to the snapshot of its block; stages come in ascending
/// order. Snapshots of the same and of later blocks are given up first. errors: GB_FILE.
/// Collective.
int gb_checkpoint_put(gb_checkpoint *store, int64_t k, const gb_state *state, gb_error *error);
/// Fill components and multiplier (t and initial are the caller's) of a stage that is stored.
/// Collective.
int gb_checkpoint_get(gb_checkpoint *store, int64_t k, gb_state *state, gb_error *error);
/// All snapshots; the plan must be the same as when they were stored.
int gb_checkpoint_archive(gb_checkpoint *store, gb_archive *archive, gb_error *error);
void gb_checkpoint_measure(const gb_checkpoint *store, gb_checkpoint_usage *usage);

#endif
