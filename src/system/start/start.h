/// Initial velocities that satisfy the constraints: the nearest ones to those of the case, in the
/// norm of the kinetic energy, with their exact derivatives.
#ifndef GB_SYSTEM_START_START_H
#define GB_SYSTEM_START_START_H

#include "model/model.h"
#include "solve/system.h"
#include "system/start/equilibrium.h"
#include "system/start/relief.h"

/// Report on the start of a march: correction of the initial velocities, and the equilibrium.
typedef struct gb_start_report {
  double change;    ///< largest correction of a node's velocity
  char node[120];   ///< description of this node
  char joints[500]; ///< joints that the given velocities violate, with the rates; "": none
  gb_equilibrium_report equilibrium;
  double preload;          ///< of linear statics, see gb_model_system_preload; else 0
  gb_relief_report relief; ///< at the end of the march
} gb_start_report;

typedef struct gb_start gb_start;

/// @param at_start set to true while the system shall use the equations of an impulse: inertia, and
///   constraints in velocity form
/// System and at_start are borrowed; the arena owns the memory. Local. errors: GB_FILE
int gb_start_create(gb_system *system, gb_arena *arena, bool *at_start, gb_start **out,
                    gb_error *error);

/// Project v[n] onto the velocities that satisfy the constraints at q[n]. Collective. errors:
/// GB_SINGULAR, GB_DIVERGED
int gb_start_solve(gb_start *start, const gb_scalar q[], gb_scalar v[], gb_error *error);
/// @return after gb_start_solve, the state at t = 0 with the projected velocities in GB_V and their
///   correction in GB_A; zeros before
const gb_state *gb_start_state(const gb_start *start);
/// In: bar_v[count][n], derivatives by the projected velocities; out: derivatives by the given
/// velocities. bar_q[count][n] += derivatives by q and gradient[count][designs] += direct
/// derivatives by the designs. Collective.
int gb_start_product(gb_start *start, int count, gb_scalar bar_q[], gb_scalar bar_v[],
                     gb_scalar gradient[], gb_error *error);
/// In: dv[n], derivative of the given velocities along dx, and dq[n], derivative of q; out: dv,
/// derivative of the projected velocities. Collective.
int gb_start_direction(gb_start *start, const gb_scalar dx[], const gb_scalar dq[], gb_scalar dv[],
                       gb_error *error);

// Initial velocities of the case in terms of unknowns; they are linear in the designs. Local.

/// v[n] += the model's initial velocities; n unknowns without multipliers.
void gb_initial_velocities(const gb_model *model, gb_scalar v[]);
/// v[n] += dv/dx dx for dx[designs], a change of the designs or a direction.
void gb_initial_change(const gb_model *model, const gb_scalar dx[], gb_scalar v[]);
/// gradient[count][designs] += bar . dv/dx for bar[count][n].
void gb_initial_product(const gb_model *model, int count, const gb_scalar bar[],
                        gb_scalar gradient[]);

#endif
