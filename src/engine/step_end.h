/// Accelerations and multipliers at the end of a step that is only combined from its stages.
#ifndef GB_ENGINE_STEP_END_H
#define GB_ENGINE_STEP_END_H

#include "integrators/schemes/table.h"
#include "restart/archive.h"

typedef struct gb_step_end gb_step_end;

/// NULL in `out` where the table's step ends have multipliers of their own, or of a last stage that
/// lies there; with `accelerations`, where they have accelerations of their own. Collective.
int gb_step_end_create(gb_system *system, const gb_table *table, bool accelerations,
                       gb_step_end **out, gb_error *error);
void gb_step_end_destroy(gb_step_end **step_end);
/// The state with the q, v and t of `end`, and the accelerations and multipliers that constraints
/// at acceleration level ask for; borrowed until the next call. Collective. errors: GB_SINGULAR,
/// GB_DIVERGED
int gb_step_end_solve(gb_step_end *step_end, const gb_state *end, const gb_state **solved,
                      gb_error *error);
/// Read or write the data from which the next solve begins. Collective. errors: GB_FILE
int gb_step_end_archive(gb_step_end *step_end, gb_archive *archive, gb_error *error);

#endif
