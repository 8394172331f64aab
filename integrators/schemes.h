/// The families of schemes, one file each: a file NAME.c defines the array gb_family_NAME of its
/// schemes, which an entry without a name ends, and has its line in this list.
#ifndef GB_INTEGRATORS_SCHEMES_H
#define GB_INTEGRATORS_SCHEMES_H

#include "integrators/table.h"

// clang-format off
#define GB_FOR_FAMILIES(X)                        \
  X(static)                                       \
  X(bdf)                                          \
  X(newmark)                                      \
  X(adams)                                        \
  X(runge_kutta)                                  \
  X(alpha)                                        \
  X(euler)                                        \
  /* end of the list */
// clang-format on

#define GB_DECLARE_FAMILY(name) extern const gb_scheme gb_family_##name[];
GB_FOR_FAMILIES(GB_DECLARE_FAMILY)
#undef GB_DECLARE_FAMILY

/// The index3_loss of schemes whose errors stay in the multipliers, and grow.
#define GB_UNDAMPED                                                                                \
  "nothing damps errors of velocities and multipliers, which grow from step to step"

/// Runge-Kutta methods of order 2, 3, 4 with solved step ends: they make the first steps of
/// multi-step schemes. An entry without a name ends them.
extern const gb_scheme gb_starters[];

#endif
