/// A static system whose load parameter t is one more unknown, with one more equation: the step's
/// length along the path (Crisfield's cylinder), or a displacement that is given. Newton's method
/// and its factors are those of the system alone; the border is eliminated.
/// Source: docs/theory.md, the section on static walks.
#ifndef GB_INTEGRATORS_BORDERED_H
#define GB_INTEGRATORS_BORDERED_H

#include "integrators/drivers.h"

typedef struct gb_bordered gb_bordered;

/// The equation of a step from the unknowns `from`: |q - from| = length, or row . (q - from) =
/// length.
typedef struct gb_border {
  const gb_scalar *from; ///< [n]
  const gb_scalar *row;  ///< [n]; NULL: the step's length
  double length;
  double end; ///< of the load parameter, by which differences are taken
} gb_border;

/// @param owns whether this rank has the load parameter, behind its multipliers: one does
/// Borrows all. Collective. errors: GB_FILE
int gb_bordered_create(gb_system *system, const gb_newton_options *options, bool owns,
                       gb_bordered **out, gb_error *error);
void gb_bordered_destroy(gb_bordered **bordered);
/// The unknowns, [n + m]: a guess before a solve, the solution after it.
gb_scalar *gb_bordered_unknowns(gb_bordered *bordered);
const gb_state *gb_bordered_state(const gb_bordered *bordered);
/// Find unknowns and load parameter of a step; its factors are new ones. Collective.
/// @param t in: guess, out: the load parameter
/// errors: as of gb_newton_solve
int gb_bordered_solve(gb_bordered *bordered, const gb_border *border, double *t,
                      gb_march_report *report, gb_error *error);
/// |dq/dt| at a state, by the last factor of the system's stiffness. Collective.
/// @param end of the load parameter, by which differences are taken
int gb_bordered_rate(gb_bordered *bordered, const gb_state *state, double end, double *rate,
                     gb_error *error);

#endif
