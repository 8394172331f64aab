/// Faces that touch with spheres behind them, and that are deeper in a surface than these.
#ifndef GB_MODEL_CHECKS_PRESSED_THROUGH_H
#define GB_MODEL_CHECKS_PRESSED_THROUGH_H

#include "model/constraints/supports.h"

/// Refuse contacts of faces with `inside` of which a point is pressed through the surface in the
/// reference configuration: the centre of its sphere is beyond the surface, which would pull it
/// further in. Up to half a face is seen; a surface of the same part does not count, because it may
/// be the other side of a thin solid. Local. errors: GB_WRONG_GROUP, GB_FILE
int gb_pressed_through_check(const gb_supports *supports, gb_error *error);

#endif
