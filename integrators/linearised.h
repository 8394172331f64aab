/// A static system made linear at its reference: R(0, t) + K(0) (q, lambda) = 0. Functionals see
/// the displacements that come of it. Source: docs/theory.md, the section on static walks.
#ifndef GB_INTEGRATORS_LINEARISED_H
#define GB_INTEGRATORS_LINEARISED_H

#include "solve/system.h"

/// The derivative along a state of what is a polynomial of degree four at most: the sum of weights
/// times its values at these multiples of the state.
enum { GB_DIFFERENCES = 4 };
static const double gb_difference_at[GB_DIFFERENCES] = {1, -1, 2, -2};
static const double gb_difference_weight[GB_DIFFERENCES] = {2. / 3, -2. / 3, -1. / 12, 1. / 12};

typedef struct gb_linearised gb_linearised;

/// Borrows the system. Collective. errors: GB_FILE
int gb_linearised_create(gb_system *system, gb_linearised **out, gb_error *error);
void gb_linearised_destroy(gb_linearised **linearised);
gb_system *gb_linearised_system(gb_linearised *linearised);

#endif
