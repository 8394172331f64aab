/// An estimate of the error that the length of a time step makes: the scheme's local error, a
/// constant times a difference of the displacements at the ends of steps, as a part of the largest
/// displacement. Source: docs/theory.md, the section on the error of a time step.
#ifndef GB_INTEGRATORS_STEP_ERROR_H
#define GB_INTEGRATORS_STEP_ERROR_H

#include "integrators/table.h"
#include "restart/archive.h"

typedef struct gb_step_error gb_step_error;

/// NULL for a static march. Local.
int gb_step_error_create(gb_system *system, const gb_table *table, gb_step_error **out,
                         gb_error *error);
void gb_step_error_destroy(gb_step_error **error);
/// Begin a march anew. Local.
void gb_step_error_forget(gb_step_error *error);
/// Learn the state at the end of step 0, 1, ...; `before` is that at the end of the step before,
/// NULL at stage 0. Collective.
int gb_step_error_learn(gb_step_error *estimate, const gb_stage *stage, const gb_state *state,
                        const gb_state *before, gb_error *error);
/// The largest error of a step by the largest displacement so far, Euclidean norms over all
/// unknowns; NAN: not known; 0 where no displacement was larger than `round_off`.
/// @param t  out: the end of that step
double gb_step_error_worst(const gb_step_error *error, double round_off, double *t);
/// Whether motions that are far too fast for the step go on oscillating, as by the trapezoidal
/// rule; backward differentiation suppresses them. Local.
bool gb_step_error_rings(const gb_step_error *error);
int gb_step_error_archive(gb_step_error *estimate, gb_archive *archive, gb_error *error);

#endif
