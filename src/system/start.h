/// Initial velocities that constraints allow: those nearest to what the case gives, in the measure
/// of the kinetic energy, with their exact derivatives.
#ifndef GB_SYSTEM_START_H
#define GB_SYSTEM_START_H

#include "model/model.h"
#include "solve/system.h"
#include "system/equilibrium.h"

/// How a march began: how initial velocities were made consistent with constraints, and the
/// equilibrium.
typedef struct gb_start_report {
  double change;    ///< the largest of a node's velocity
  char node[120];   ///< its words
  char joints[500]; ///< the joints that the velocities broke, with the rates; "": none
  gb_equilibrium_report equilibrium;
} gb_start_report;

typedef struct gb_start gb_start;

/// @param at_start set while the system's operations are those of impulses: of inertia alone, the
/// constraints' rows of velocities. Both are borrowed. @param arena of its memory. Local.
int gb_start_create(gb_system *system, gb_arena *arena, bool *at_start, gb_start **out,
                    gb_error *error);

/// v[n] becomes what the constraints allow at q[n]. Collective. errors: GB_SINGULAR, GB_DIVERGED
int gb_start_solve(gb_start *start, const gb_scalar q[], gb_scalar v[], gb_error *error);
/// After solve, else zeros: t = 0 with the allowed velocities in GB_V and what was added to them in
/// GB_A.
const gb_state *gb_start_state(const gb_start *start);
/// bar_v[count][n], derivatives by the allowed velocities, become those by the given ones;
/// bar_q[count][n] += those by q, and gradient[count][designs] += what depends on the designs
/// otherwise. Collective.
int gb_start_product(gb_start *start, int count, gb_scalar bar_q[], gb_scalar bar_v[],
                     gb_scalar gradient[], gb_error *error);
/// dv[n], the derivative of the given velocities along dx, becomes that of the allowed ones; dq[n]
/// is that of q. Collective.
int gb_start_direction(gb_start *start, const gb_scalar dx[], const gb_scalar dq[], gb_scalar dv[],
                       gb_error *error);

// Initial velocities that the case gives, as unknowns: linear in the designs. Local.

/// v[n] += the model's initial velocities, n unknowns that are no multipliers.
void gb_initial_velocities(const gb_model *model, gb_scalar v[]);
/// v[n] += dv/dx dx for dx[designs]: their change, or their derivative along dx.
void gb_initial_change(const gb_model *model, const gb_scalar dx[], gb_scalar v[]);
/// gradient[count][designs] += bar . dv/dx, bar[count][n].
void gb_initial_product(const gb_model *model, int count, const gb_scalar bar[],
                        gb_scalar gradient[]);

#endif
