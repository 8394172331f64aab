/// A static system made linear at its reference: R(0, t) + K(0) (q, lambda) = 0. Functionals see
/// the displacements that come of it. Source: docs/theory.md, the section on static walks.
#ifndef GB_INTEGRATORS_LINEARISED_H
#define GB_INTEGRATORS_LINEARISED_H

#include "solve/system.h"

typedef struct gb_linearised gb_linearised;

/// Borrows the system. Collective. errors: GB_FILE
int gb_linearised_create(gb_system *system, gb_linearised **out, gb_error *error);
void gb_linearised_destroy(gb_linearised **linearised);
gb_system *gb_linearised_system(gb_linearised *linearised);

#endif
