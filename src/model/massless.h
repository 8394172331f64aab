/// Bodies without inertia of their own: what is linked to them and their joints must determine how
/// they move. Source: docs/theory.md, the section on rigid bodies.
#ifndef GB_MODEL_MASSLESS_H
#define GB_MODEL_MASSLESS_H

#include "model/supports.h"

/// Local, the same on every rank. errors: GB_MODEL naming a body and the motion that nothing
/// determines; GB_FILE
int gb_massless_check(const gb_supports *supports, gb_error *error);

#endif
