/// The equilibrium that a march begins from, R(0, 0, q, lambda, 0) = 0, with its exact derivatives.
/// Source: docs/theory.md, the section on the start from equilibrium.
#ifndef GB_SYSTEM_EQUILIBRIUM_H
#define GB_SYSTEM_EQUILIBRIUM_H

#include "base/arena.h"
#include "solve/system.h"

/// How an equilibrium was found.
typedef struct gb_equilibrium_report {
  int stages;      ///< 0: none was asked for
  int corrections; ///< of Newton's method, of all stages
} gb_equilibrium_report;

typedef struct gb_equilibrium gb_equilibrium;

/// What an equilibrium needs of its system, which is borrowed.
typedef struct gb_equilibrium_request {
  gb_system *system;
  bool *at_rest; ///< set while the system's operations are those of rest: constraints on positions,
                 ///< given motions without rates
  double step;   ///< a time that resolves the model's motions, or a part of it
} gb_equilibrium_request;

/// @param arena of its memory. Local.
int gb_equilibrium_create(const gb_equilibrium_request *request, gb_arena *arena,
                          gb_equilibrium **out, gb_error *error);

/// q[n] <- the displacements at rest. Collective. errors: GB_DIVERGED (the model does not come to
/// rest), GB_SINGULAR, GB_FILE
int gb_equilibrium_solve(gb_equilibrium *equilibrium, gb_scalar q[], gb_error *error);
/// gradient[count][designs] += bar_q[count][n] . dq/dx (this rank's share); bar_q is used up.
/// Collective.
int gb_equilibrium_product(gb_equilibrium *equilibrium, int count, gb_scalar bar_q[],
                           gb_scalar gradient[], gb_error *error);
/// dq[n] <- dq/dx dx. Collective.
int gb_equilibrium_direction(gb_equilibrium *equilibrium, const gb_scalar dx[], gb_scalar dq[],
                             gb_error *error);
gb_equilibrium_report gb_equilibrium_report_of(const gb_equilibrium *equilibrium);

#endif
