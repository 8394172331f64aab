/// What acts on the reference of a static model at the load parameter 0, brought on in parts.
#ifndef GB_INTEGRATORS_EASE_H
#define GB_INTEGRATORS_EASE_H

#include "integrators/drivers.h"

/// Find the state under all that acts at the load parameter 0 by way of states under parts of it.
/// @param system of the walk; where nothing acts, or there is no such way, w stays as it is
/// @param bisections of the whole at most
/// @param w [n + m], multipliers last; in: zeros, out: the unknowns of that state
/// @param part out: what was brought on, of 1
/// @param report its corrections and factors are added to
/// Collective. errors: those of the system but GB_DIVERGED and GB_SINGULAR
int gb_ease_in(gb_system *system, const gb_newton_options *options, int bisections, gb_scalar w[],
               double *part, gb_march_report *report, gb_error *error);

#endif
