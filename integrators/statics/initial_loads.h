/// Incremental application of the loads that act on a static model at load parameter 0.
#ifndef GB_INTEGRATORS_STATICS_INITIAL_LOADS_H
#define GB_INTEGRATORS_STATICS_INITIAL_LOADS_H

#include "integrators/drivers.h"

/// Find the equilibrium under the loads at load parameter 0, by applying these loads in increments.
/// Collective.
/// @param bisections the smallest increment is the fraction 2^-bisections
/// @param[in,out] w [n + m], multipliers last; zeros, then the unknowns of the equilibrium; zeros
/// if there are no loads, or if not all of them could be applied
/// @param[out] part fraction of the loads that was applied, at most 1
/// @param report counts of iterations and factorisations, which are increased
/// errors: the errors of the system, but not GB_DIVERGED and GB_SINGULAR
int gb_ramp_start(gb_system *system, const gb_newton_options *options, int bisections,
                  gb_scalar w[], double *part, gb_march_report *report, gb_error *error);

#endif
