/// Values of contacts for results: forces, pressures and depths at nodes; areas and gaps.
#ifndef GB_SYSTEM_DIAGNOSTICS_CONTACT_REPORTS_H
#define GB_SYSTEM_DIAGNOSTICS_CONTACT_REPORTS_H

#include "system/assembly/assembly.h"

/// value[count of model->contact_nodes][GB_TOUCH_VALUES] at a state with rates, the same on all
/// ranks. Collective. errors: GB_FILE
int gb_assembly_touch(gb_assembly *assembly, const gb_nodal_state *state, double value[],
                      gb_error *error);

/// Compute the area in contact of entry `contact` of the case, of the points that touch (their
/// length of lines, their number of points), and its smallest gap, negative: penetration; NAN: a
/// search finds no point near. value[0] is this rank's share of the area; value[1] is the gap on
/// rank 0, and 0 on others. Collective.
void gb_assembly_gap(gb_assembly *assembly, const gb_nodal_state *state, int64_t contact,
                     gb_scalar value[2]);

#endif
