/// When states that were not stored are computed again: the binomial schedule, and the blocks of
/// stages that it counts in. Source: Griewank & Walther, "Algorithm 799: revolve", ACM Trans. Math.
/// Softw. 26 (2000); docs/theory.md, equation (8.7).
#ifndef GB_RESTART_SCHEDULE_H
#define GB_RESTART_SCHEDULE_H

#include <stdint.h>

/// The stages of a march in blocks of whole steps. Later stages depend on the last `window` stages
/// of a block alone, so a march can go on from there.
typedef struct gb_blocks {
  int64_t stages;         ///< of the march
  int first;              ///< stages of block 0: those before the first regular step
  int size;               ///< stages of each further block; the last may have fewer
  int window;             ///< at most `first` and `size`
  int steps, first_steps; ///< of each further block, and of block 0
} gb_blocks;

int64_t gb_blocks_count(const gb_blocks *blocks);
int64_t gb_blocks_of(const gb_blocks *blocks, int64_t k);       ///< the block of stage k
int64_t gb_blocks_last(const gb_blocks *blocks, int64_t block); ///< its last stage
int gb_blocks_length(const gb_blocks *blocks, int64_t block);   ///< its stages

/// The fewest advances by one state that give states n - 1, n - 2, ..., 0 in this order when s of
/// them, the first among them, can be stored at a time: t(n, s) = r n - beta(s + 1, r - 1) with
/// beta(s, r) = (s + r)! / (s! r!) and the r for which beta(s, r - 1) < n <= beta(s, r). n, s >= 1.
int64_t gb_schedule_advances(int64_t n, int64_t s);
/// The state to store next: from the first of n states, which is stored already, advance by so
/// many. n - 1 when s = 1 (no other one can be stored). n >= 2.
int64_t gb_schedule_stride(int64_t n, int64_t s);

/// The plan of a store and its use, over all ranks.
typedef struct gb_checkpoint_usage {
  double planned_memory, planned_disk, memory, disk; ///< bytes
  int64_t snapshots, planned_steps; ///< at most; steps to be computed again by a adjoint pass
  int stages;                       ///< of one snapshot
} gb_checkpoint_usage;

#endif
