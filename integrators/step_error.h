/// Estimate of the local error of time steps, relative to the largest displacement: a constant of
/// the scheme times a backward difference of the displacements at the ends of steps. Source:
/// docs/theory.md, the section on the error of a time step.
#ifndef GB_INTEGRATORS_STEP_ERROR_H
#define GB_INTEGRATORS_STEP_ERROR_H

#include "integrators/schemes/table.h"
#include "restart/archive.h"

typedef struct gb_step_error gb_step_error;

/// Whether a march does not damp oscillations much faster than its steps, for example by the
/// trapezoidal rule; backward differentiation damps them. Local.
bool gb_step_error_rings(const gb_table *table);
/// Create an estimator; *out is NULL for a static march. Local. errors: GB_FILE (memory)
int gb_step_error_create(gb_system *system, const gb_table *table, gb_step_error **out,
                         gb_error *error);
/// Free an estimator; *error may be NULL. Local.
void gb_step_error_destroy(gb_step_error **error);
/// Forget all steps, before a new march. Local.
void gb_step_error_forget(gb_step_error *error);
/// Add the state at the end of a step, in order from the initial state (step 0). Collective.
/// @param before the state at the end of the step before; NULL at stage 0
int gb_step_error_add(gb_step_error *estimate, const gb_stage *stage, const gb_state *state,
                      const gb_state *before, gb_error *error);
/// Return the largest error of a step divided by the largest displacement so far, both as Euclidean
/// norms over all unknowns; NAN if unknown; 0 if no displacement was larger than `round_off`.
/// Local.
/// @param[out] t time at the end of that step
double gb_step_error_largest(const gb_step_error *error, double round_off, double *t);
/// Whether the march rings, see gb_step_error_rings. Local.
bool gb_step_error_undamped(const gb_step_error *error);
/// Write the estimator to an archive, or read it. Collective. errors: GB_FILE
int gb_step_error_archive(gb_step_error *estimate, gb_archive *archive, gb_error *error);

#endif
