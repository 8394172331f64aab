/// The state about which modes are computed.
#ifndef GB_MODES_BASE_STATE_H
#define GB_MODES_BASE_STATE_H

#include "modes/modes.h"
#include "solve/system.h"

typedef struct gb_base_state {
  gb_system *system; ///< system of the model, with constraints enforced on positions
  gb_state *state;
  gb_arena memory; ///< owns the state
} gb_base_state;

/// Create the system and its state; march to the state unless it is the reference configuration.
/// Collective. errors: GB_USAGE; errors of the march
int gb_base_state_create(const gb_modes_request *request, gb_base_state *out, gb_error *error);
/// Add to the gradient [count][designs] of `count` functions of the state their derivatives through
/// the march to the state. Collective. errors: errors of the march
/// @param bar derivatives of the functions by q and multipliers of the state, [count][n + m]
int gb_base_state_gradient(const gb_modes_request *request, int count, const double bar[],
                           double gradient[], gb_error *error);
/// Free the system and the state. Local.
void gb_base_state_destroy(gb_base_state *base);

#endif
