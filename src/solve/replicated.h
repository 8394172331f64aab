/// Right-hand sides of a factor of which every rank has a whole copy.
#ifndef GB_SOLVE_REPLICATED_H
#define GB_SOLVE_REPLICATED_H

#include "solve/linear.h"

typedef struct gb_replicated {
  int *owned, *first, *count, *start; ///< of each rank; start and count of what it sends, [ranks]
  gb_scalar *whole;                   ///< [capacity][size]
  gb_scalar *gathered;                ///< [rank][capacity][its owned]
} gb_replicated;

/// The parts of the right-hand sides that each rank owns. Collective.
int gb_replicated_create(gb_linear *linear, gb_replicated *out, gb_error *error);
/// Buffers of `count` right-hand sides. Local.
int gb_replicated_reserve(gb_linear *linear, gb_replicated *replicated, int count, gb_error *error);
/// whole[count][size] from every rank's x[count][owned]. Collective.
void gb_replicated_gather(const gb_linear *linear, gb_replicated *replicated, int count,
                          const gb_scalar x[]);

#endif
