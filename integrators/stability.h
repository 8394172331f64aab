/// Stability of static states: an equilibrium is stable where its stiffness is positive on the
/// directions that constraints leave free.
/// Source: docs/theory.md, the section on the stability of static states.
#ifndef GB_INTEGRATORS_STABILITY_H
#define GB_INTEGRATORS_STABILITY_H

#include "integrators/drivers.h"

/// Count the negative eigenvalues of the stiffness at a state, by a new factor that the next solve
/// may begin with. One that is zero to round-off, as of a bent column that may turn about its axis,
/// is not negative. Collective. errors: GB_SINGULAR, GB_FILE
/// @param scale of the least eigenvalue, by which one is zero
/// @param[in,out] negative  at the state before; at this one
int gb_stability_count(gb_system *system, const gb_state *state, double scale,
                       gb_march_report *report, int64_t *negative, gb_error *error);

/// Take in the count at a state whose load parameter is t, after one at `before`.
/// @return whether more eigenvalues are negative than at the state before
bool gb_stability_learn(gb_stability_report *report, int64_t negative, double before, double t);

/// Note a loss between two load parameters that the march does not pass. Local.
void gb_stability_pass(gb_stability_report *report, double before, double t);

/// The eigenvector of the stiffness nearest to zero, by inverse iteration with the last factor,
/// from the same numbers on any number of ranks.
/// @param[out] x     unit vector, multipliers last and zero, [n + m]
/// @param[out] value x . K x
/// Collective. errors: as of precondition and product
int gb_stability_vector(gb_system *system, const gb_state *state, gb_scalar x[], double *value,
                        gb_error *error);

/// Refuse a linear system whose stiffness is not positive, after its solve. Collective.
/// errors: GB_SINGULAR naming where the structure gives way
int gb_stability_refuse(gb_system *system, const gb_state *state, gb_error *error);

#endif
