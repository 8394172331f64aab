/// Global numbers of unknowns, one rank after another; within a rank displacements and first
/// directors in the order of nodes, then further directors, then multipliers.
#ifndef GB_MODEL_DOFS_NUMBERING_H
#define GB_MODEL_DOFS_NUMBERING_H

#include "model/constraints/redundancy.h"
#include "model/topology/partition.h"

/// Numbers of all unknowns of a topology. In a subdomain the unknowns of nodes whose elements are
/// not all there have no numbers.
typedef struct gb_numbering {
  const gb_supports *supports;
  const gb_partition *partition;
  const gb_redundancy *redundancy; ///< rows without a multiplier
  unsigned char *count;            ///< number of unknowns of each field of the topology's nodes
  int64_t *first;                  ///< global number of each field's first unknown
  int64_t *order;                  ///< number of this unknown on one rank
  int64_t total, total_multipliers;
  int64_t begin;                    ///< first number of this rank
  int32_t owned, owned_multipliers; ///< numbers of unknowns and multipliers of this rank
} gb_numbering;

/// Number the unknowns. Local. errors: GB_ALL_HELD if nothing can move, GB_TOO_LARGE; GB_FILE
int gb_numbering_create(const gb_supports *supports, const gb_partition *partition,
                        const gb_redundancy *redundancy, gb_numbering **out, gb_error *error);

/// @return which of the unknowns of a node's field, other than a position or director, value i is;
///   -1: none, for multipliers without a row. Local.
int gb_numbering_place(const gb_numbering *numbering, int32_t node, unsigned field, int i);

/// Find the elimination order by nested dissection of the nodal graph of shells and connections:
/// position of each global unknown, [total]. Local, for rank 0. errors: GB_TOO_LARGE,
/// GB_OUT_OF_MEMORY from METIS; GB_FILE
int gb_pivot_order_create(const gb_numbering *numbering, int32_t **out, gb_error *error);

#endif
