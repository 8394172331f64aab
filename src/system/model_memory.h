/// The memory of a model's elements, from step to step: operations of its system, see
/// gb_system_operations.
#ifndef GB_SYSTEM_MODEL_MEMORY_H
#define GB_SYSTEM_MODEL_MEMORY_H

#include "solve/system.h"

int gb_model_remember(gb_system *system, const gb_state *state, gb_scalar *memory, gb_error *error);
int gb_model_memory_product(gb_system *system, const gb_state *state, const gb_memory_bars *bars,
                            gb_error *error);
int gb_model_memory_direction(gb_system *system, const gb_state *state,
                              const gb_memory_slopes *along, gb_error *error);

#endif
