/// Beams on a shell that can rotate about its normal. The shell does not resist this because a
/// director has no rotation about itself.
#ifndef GB_MODEL_MECHANISMS_DRILLING_H
#define GB_MODEL_MECHANISMS_DRILLING_H

#include "model/constraints/supports.h"

/// Describe the first of such beams; `text` is unchanged if there are none. Motions that other
/// entries resist or may resist, such as connections or equations, are left to the solver. Local,
/// the same on every rank. errors: GB_FILE
int gb_drilling_find(const gb_supports *supports, size_t size, char *text, gb_error *error);

#endif
