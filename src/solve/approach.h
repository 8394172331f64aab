/// Statics with contacts: steps from a state towards equilibrium that no contact is missed or
/// pressed through by, and that do not leave the valley of the energy that the state is in.
/// Newton's method follows from near the equilibrium.
#ifndef GB_SOLVE_APPROACH_H
#define GB_SOLVE_APPROACH_H

#include "solve/newton.h"

/// Share of its diagonal that makes an operator of statics regular where motions are free.
static const double GB_FREE_SHARE = 1e-8;

/// As gb_newton_solve, which does all for systems other than statics with contacts. errors: those
/// of gb_newton_solve. Collective.
int gb_approach_solve(const gb_newton_equation *equation, gb_scalar *w, gb_state *state,
                      gb_newton_report *report, gb_error *error);

#endif
