/// A march sees what may not have been meant: contacts pressed in at its start, displacements of
/// linear statics as large as the model.
#ifndef GB_ENGINE_SIGHTS_H
#define GB_ENGINE_SIGHTS_H

#include "engine/run.h"

/// Look at the end of a step. Collective.
int gb_run_look(gb_run *r, int step, const gb_state *state, gb_error *error);
/// Fill outcome->sights at the end of the march. Collective.
int gb_run_sum_up(gb_run *r, gb_outcome *outcome, gb_error *error);

#endif
