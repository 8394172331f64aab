/// Which enforcement of constraints serves a scheme, read off its table.
#ifndef GB_SYSTEM_ENFORCEMENT_H
#define GB_SYSTEM_ENFORCEMENT_H

#include "integrators/table.h"

/// All functions are local.

/// A regular step's first solve point.
void gb_enforcement_point(const gb_table *table, gb_stage *point);
/// Whether the errors that held positions leave to velocities and accelerations die out.
bool gb_enforcement_damps(const gb_table *table);
/// Whether its steps are those of the mid-point or the trapezoidal rule, sigma = (h^2 / 4, h / 2,
/// 1), which keep quadratic invariants.
bool gb_enforcement_keeps_invariants(const gb_table *table);

#endif
