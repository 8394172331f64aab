/// The state that modes are about, as a system and its state.
#ifndef GB_MODES_BASE_STATE_H
#define GB_MODES_BASE_STATE_H

#include "modes/modes.h"
#include "solve/system.h"

typedef struct gb_base_state {
  gb_system *system; ///< constraints enforced on positions
  gb_state state;
  gb_arena memory; ///< of the state
} gb_base_state;

/// March to the state where there is one to march to. Collective. errors: GB_USAGE; those of the
/// march
int gb_base_state_create(const gb_modes_request *request, gb_base_state *out, gb_error *error);
/// gradient[count][designs] += those of functionals of the state through the march to it, from
/// their derivatives bar[count][n + m] by the state's q and multipliers. Collective. errors: those
/// of the march
int gb_base_state_gradient(const gb_modes_request *request, int count, const double bar[],
                           double gradient[], gb_error *error);
void gb_base_state_destroy(gb_base_state *base);

#endif
