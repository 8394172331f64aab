/// A static system linearised at its reference configuration: R(0, t) + K(0) (q, lambda) = 0. The
/// functionals are not linearised. Source: docs/theory.md, the section on static walks.
#ifndef GB_INTEGRATORS_LINEARISED_H
#define GB_INTEGRATORS_LINEARISED_H

#include "solve/system.h"

/// Central difference of fourth order: the derivative at 0 of a function of e is the sum of weight
/// x value at these e. It is exact for polynomials up to degree four.
enum { GB_DIFFERENCES = 4 };
static const double gb_difference_at[GB_DIFFERENCES] = {1, -1, 2, -2};
static const double gb_difference_weight[GB_DIFFERENCES] = {2. / 3, -2. / 3, -1. / 12, 1. / 12};

typedef struct gb_linearised gb_linearised;

/// Linearise a system, which is borrowed. Collective. errors: GB_FILE (memory)
int gb_linearised_create(gb_system *system, gb_linearised **out, gb_error *error);
/// Free a linearised system; *linearised may be NULL. Local.
void gb_linearised_destroy(gb_linearised **linearised);
/// The system for the drivers, valid until gb_linearised_destroy. Local.
gb_system *gb_linearised_system(gb_linearised *linearised);

#endif
