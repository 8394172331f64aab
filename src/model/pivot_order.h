/// The order of elimination by nested dissection of the nodal graph of shells and connections.
#ifndef GB_MODEL_PIVOT_ORDER_H
#define GB_MODEL_PIVOT_ORDER_H

#include "model/numbering.h"

/// Position of each global unknown in the elimination, [total], for the caller to free. Local: for
/// rank 0. errors: GB_MODEL where METIS fails; GB_FILE
int gb_pivot_order_create(const gb_numbering *numbering, int32_t **out, gb_error *error);

#endif
