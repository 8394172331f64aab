/// Load factors of linearised buckling: K x + factor K' x = 0, where K is the tangent stiffness of
/// a state and K' its derivative along the path of increasing loads, and their derivatives by the
/// designs. Source: docs/theory.md, the section on buckling.
#ifndef GB_MODES_BUCKLING_H
#define GB_MODES_BUCKLING_H

#include "modes/loading.h"

/// Compute the lowest positive load factors. modes->value has the factors, ascending; `derivative`
/// their derivatives, `error` bounds of their relative errors, and `frequency` and `mass` are NULL.
/// There are fewer than requested if the model has fewer. Collective. errors: GB_USAGE (the scheme,
/// or no loads), GB_DIVERGED (the state is not stable, no load factor exists, or one is missing),
/// GB_SINGULAR, GB_FILE; errors of the march
int gb_buckling_find(const gb_modes_request *request, gb_modes *modes, gb_error *error);

/// A simple load factor and its shape. Borrowed.
typedef struct gb_buckling_pair {
  gb_workshop *workshop;
  const gb_loading *loading;
  double factor;
  const double *x; ///< eigenvector with x . K x = 1, [n + m]
} gb_buckling_pair;

/// Compute the derivative of a load factor by the designs with dependent parameters at a fixed base
/// state, [width], the same on all ranks, and by the base state, [n + m] (0 about the reference).
/// The pencil must have a factor of K. Collective. errors: GB_FILE (memory)
int gb_buckling_derivative(const gb_buckling_pair *pair, double gradient[], double bar[],
                           gb_error *error);

#endif
