/// Arc-length and displacement control: a static system whose load parameter t is an additional
/// unknown. The additional equation prescribes the length of the step along the path (Crisfield's
/// cylinder), or the change of a displacement. Newton's method factors the system without the
/// border, and eliminates the border. Source: docs/theory.md, the section on static walks.
#ifndef GB_INTEGRATORS_STATICS_BORDERED_H
#define GB_INTEGRATORS_STATICS_BORDERED_H

#include "integrators/drivers.h"

typedef struct gb_bordered gb_bordered;

/// The additional equation of a step: |q - from| = length, or row . (q - from) = length.
typedef struct gb_border {
  const gb_scalar *from; ///< displacements at the beginning of the step, [n]
  const gb_scalar *row;  ///< [n]; NULL: the first form of the equation
  double length;
  double end; ///< final load parameter, which scales the increments of finite differences
} gb_border;

/// Create a bordered system. All arguments are borrowed. Collective. errors: GB_FILE (memory)
/// @param owns whether the load parameter is an unknown of this rank, after its multipliers;
/// exactly one rank owns it
int gb_bordered_create(gb_system *system, const gb_newton_options *options, bool owns,
                       gb_bordered **out, gb_error *error);
/// Free a bordered system; *bordered may be NULL. Local.
void gb_bordered_destroy(gb_bordered **bordered);
/// The unknowns, [n + m]: the first guess before gb_bordered_solve, the solution after it. Local.
gb_scalar *gb_bordered_unknowns(gb_bordered *bordered);
/// The state found by the last gb_bordered_solve. Local.
const gb_state *gb_bordered_state(const gb_bordered *bordered);
/// Solve for the unknowns and the load parameter at the end of a step, with new factors.
/// Collective.
/// @param[in,out] t first guess, then solution, of the load parameter
/// errors: as of gb_newton_solve
int gb_bordered_solve(gb_bordered *bordered, const gb_border *border, double *t,
                      gb_march_report *report, gb_error *error);

#endif
