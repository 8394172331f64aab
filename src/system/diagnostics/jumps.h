/// Search for discontinuous force laws.
#ifndef GB_SYSTEM_DIAGNOSTICS_JUMPS_H
#define GB_SYSTEM_DIAGNOSTICS_JUMPS_H

#include "system/assembly/assembly.h"

/// Find the first of the case's springs whose force law has a jump at a rate or an elongation
/// between -1000 and 1000 times that of a state. A step across a jump may have no solution. @return
/// its index, -1: there is none. Collective.
int gb_jump_find(const gb_assembly *assembly, const gb_nodal_state *state);

#endif
