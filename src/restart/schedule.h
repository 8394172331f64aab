/// The binomial schedule of snapshots and recomputations, and the blocks of stages that are its
/// unit. Source: Griewank & Walther, "Algorithm 799: revolve", ACM Trans. Math. Softw. 26 (2000);
/// docs/theory.md, equation (8.7).
#ifndef GB_RESTART_SCHEDULE_H
#define GB_RESTART_SCHEDULE_H

#include <stdint.h>

/// The stages of a march as blocks of whole steps. Later stages depend only on the last `window`
/// stages of a block, so that a march can continue from these.
typedef struct gb_blocks {
  int64_t stages;  ///< number of stages of the march
  int first;       ///< number of stages of block 0: stages before the first regular step
  int size;        ///< number of stages of each further block; the last one may have fewer
  int window;      ///< number of stages that determine later ones; at most `first` and `size`
  int steps;       ///< number of steps of each further block
  int first_steps; ///< number of steps of block 0
} gb_blocks;

/// Number of blocks. Local.
int64_t gb_blocks_count(const gb_blocks *blocks);
/// The block that contains stage k. Local.
int64_t gb_blocks_of(const gb_blocks *blocks, int64_t k);
/// The last stage of a block. Local.
int64_t gb_blocks_last(const gb_blocks *blocks, int64_t block);
/// The number of stages of a block. Local.
int gb_blocks_length(const gb_blocks *blocks, int64_t block);

/// The smallest number of advances by one state that visits the states n - 1, n - 2, ..., 0 in this
/// order if s states, including state 0, can be stored at a time: t(n, s) = r n - beta(s + 1, r -
/// 1) with beta(s, r) = (s + r)! / (s! r!) and the r for which beta(s, r - 1) < n <= beta(s, r).
/// Local.
/// @param n, s both >= 1
int64_t gb_schedule_advances(int64_t n, int64_t s);
/// The number of advances from the first of n states, which is stored, to the next state to store;
/// n - 1 if s = 1, because no other state can be stored. Local. @param n >= 2
int64_t gb_schedule_stride(int64_t n, int64_t s);

/// Planned and used space of a store, over all ranks.
typedef struct gb_checkpoint_usage {
  double planned_memory, planned_disk, memory, disk; ///< bytes
  int64_t snapshots;                                 ///< largest number of snapshots
  int64_t planned_steps;                             ///< steps that an adjoint pass recomputes
  int stages;                                        ///< stages of one snapshot
} gb_checkpoint_usage;

#endif
