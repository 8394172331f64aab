/// Which force law jumps from one value to another.
#ifndef GB_SYSTEM_JUMPS_H
#define GB_SYSTEM_JUMPS_H

#include "system/assembly.h"

/// The first of the case's springs whose law jumps at a rate or an elongation up to a thousand
/// times that of a state: a step across may have no solution. -1: none does. Collective.
int gb_jump_find(const gb_assembly *assembly, const gb_nodal_state *state);

#endif
