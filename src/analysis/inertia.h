/// Mass, centre of mass and inertia of the parts of a model, as its mass matrix has them.
#ifndef GB_ANALYSIS_INERTIA_H
#define GB_ANALYSIS_INERTIA_H

#include "analysis/engine.h"

/// See gb_engine.inertia.
int gb_inertia_find(const gb_model *model, gb_inertia part[], gb_error *error);

#endif
