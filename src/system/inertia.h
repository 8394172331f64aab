/// Mass, centre of mass and inertia of the parts of a model, as its mass matrix has them.
#ifndef GB_SYSTEM_INERTIA_H
#define GB_SYSTEM_INERTIA_H

#include "system/engine.h"

/// See gb_engine.inertia.
int gb_inertia_find(const gb_model *model, gb_inertia part[], gb_error *error);

#endif
