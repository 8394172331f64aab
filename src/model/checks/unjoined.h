/// Parts that end at one point, but that nothing joins.
#ifndef GB_MODEL_CHECKS_UNJOINED_H
#define GB_MODEL_CHECKS_UNJOINED_H

#include "model/constraints/supports.h"

/// Describe the first two nodes at one position whose parts no element, link, joint, spring or
/// equation joins, not even by other parts, "": none. One of them ends a line, or is of a shell, a
/// solid or a point: lines that cross do not count, nor do nodes that supports hold, or cases with
/// contacts. Local. errors: GB_FILE
int gb_unjoined_find(const gb_supports *supports, size_t size, char *text, gb_error *error);

#endif
