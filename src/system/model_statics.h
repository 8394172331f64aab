/// The statics of a model also ask for its reactions, for steps that no contact misses and for a
/// stiffer operator, see solve/approach.h.
#ifndef GB_SYSTEM_MODEL_STATICS_H
#define GB_SYSTEM_MODEL_STATICS_H

#include "system/model_data.h"

/// @return this rank's squared norm of the reactions of supports, which are the forces of the last
/// residual at nodal values that no unknown moves. Local.
double gb_model_reactions(const gb_model_data *s);
/// Operations of a system, see solve/system.h.
int gb_model_approach(gb_system *system, const gb_state *from, const gb_scalar *dw, double *share,
                      gb_error *error);
void gb_model_stiffen(gb_system *system, double share);

#endif
