/// Global numbers of unknowns: ranks one after another; within a rank displacements and first
/// directors in the order of the nodes, then further directors, then multipliers.
#ifndef GB_MODEL_NUMBERING_H
#define GB_MODEL_NUMBERING_H

#include "model/partition.h"
#include "model/redundancy.h"

/// The same on every rank but for the last line.
typedef struct gb_numbering {
  const gb_supports *supports;
  const gb_partition *partition;
  const gb_redundancy *redundancy; ///< rows without a multiplier
  unsigned char *count;            ///< unknowns of each vector of the topology, 0 to 3
  int64_t *first;                  ///< global number of the first one of each vector
  int64_t *order;                  ///< the same on one rank
  int64_t total, total_multipliers;
  int64_t begin;                    ///< the first number of this rank
  int32_t owned, owned_multipliers; ///< unknowns of this rank
} gb_numbering;

/// Local. errors: GB_MODEL where nothing is left to move, or too much; GB_FILE
int gb_numbering_create(const gb_supports *supports, const gb_partition *partition,
                        const gb_redundancy *redundancy, gb_numbering **out, gb_error *error);

/// Orthonormal directions of a vector that are unknowns of their own; of multipliers those that
/// there are. Local. @return how many
int gb_numbering_directions(const gb_numbering *numbering, int32_t node, unsigned field,
                            double direction[3][3]);

/// The order of elimination by nested dissection of the nodal graph of shells and connections: the
/// position of each global unknown, [total]. Local: for rank 0.
/// errors: GB_MODEL where METIS fails; GB_FILE
int gb_pivot_order_create(const gb_numbering *numbering, int32_t **out, gb_error *error);

#endif
