/// Right-hand sides that a factor replicates on all ranks.
#ifndef GB_SOLVE_FACTOR_REPLICATED_H
#define GB_SOLVE_FACTOR_REPLICATED_H

#include "solve/factor/linear.h"

/// Right-hand sides on all ranks, and the distribution of their owned parts.
typedef struct gb_replicated {
  /// Owned unknowns of each rank; offset and number of the values it sends, [ranks].
  int *owned, *first, *count, *start;
  gb_scalar *whole;    ///< all right-hand sides, [capacity][size]
  gb_scalar *gathered; ///< values in the order of ranks, [rank][capacity][owned by the rank]
} gb_replicated;

/// Find which part of a right-hand side each rank owns; the memory of the factor owns the result.
/// Collective. errors: GB_FILE
int gb_replicated_create(gb_linear *linear, gb_replicated **out, gb_error *error);
/// Allocate buffers for `count` right-hand sides. Local. errors: GB_FILE
int gb_replicated_reserve(gb_linear *linear, gb_replicated *replicated, int count, gb_error *error);
/// Gather whole[count][size] from every rank's x[count][owned]. Collective.
void gb_replicated_gather(const gb_linear *linear, gb_replicated *replicated, int count,
                          const gb_scalar x[]);

#endif
