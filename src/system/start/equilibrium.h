/// Equilibrium from which a march starts, R(0, 0, q, lambda, 0) = 0, with its exact derivatives.
/// Source: docs/theory.md, the section on the start from equilibrium.
#ifndef GB_SYSTEM_START_EQUILIBRIUM_H
#define GB_SYSTEM_START_EQUILIBRIUM_H

#include "base/arena.h"
#include "solve/system.h"

/// Work spent on an equilibrium.
typedef struct gb_equilibrium_report {
  int stages;      ///< number of stages; 0: no equilibrium was requested
  int corrections; ///< Newton corrections of all stages
} gb_equilibrium_report;

typedef struct gb_equilibrium gb_equilibrium;

/// Input of gb_equilibrium_create. The system is borrowed.
typedef struct gb_equilibrium_request {
  gb_system *system;
  bool *at_rest; ///< set to true while the system shall use the equations at rest: constraints on
                 ///< positions, prescribed motions without rates
  double step;   ///< a time step that resolves the model's motions, or part of it
} gb_equilibrium_request;

/// The arena owns the memory. Local. errors: GB_FILE
int gb_equilibrium_create(const gb_equilibrium_request *request, gb_arena *arena,
                          gb_equilibrium **out, gb_error *error);

/// Compute the displacements q[n] at rest. Collective. errors: GB_NO_EQUILIBRIUM (the model does
/// not come to rest), GB_SINGULAR, GB_FILE
int gb_equilibrium_solve(gb_equilibrium *equilibrium, gb_scalar q[], gb_error *error);
/// gradient[count][designs] += bar_q[count][n] . dq/dx, this rank's share. Destroys bar_q.
/// Collective.
int gb_equilibrium_product(gb_equilibrium *equilibrium, int count, gb_scalar bar_q[],
                           gb_scalar gradient[], gb_error *error);
/// dq[n] = dq/dx dx for dx[designs]. Collective.
int gb_equilibrium_direction(gb_equilibrium *equilibrium, const gb_scalar dx[], gb_scalar dq[],
                             gb_error *error);
/// @return the work spent so far. Local.
gb_equilibrium_report gb_equilibrium_report_of(const gb_equilibrium *equilibrium);

#endif
