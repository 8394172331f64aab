/// Functionals of controls: integrals over the time of the march of expressions of t, controls and
/// their rates. Gauss quadrature between neighbouring knots of all controls (docs/theory.md, the
/// section on controls). These functionals do not depend on the state: all their samples belong to
/// the first time point.
#ifndef GB_SYSTEM_CONTROL_FUNCTIONALS_H
#define GB_SYSTEM_CONTROL_FUNCTIONALS_H

#include "solve/system.h"
#include "system/assembly.h"

typedef struct gb_control_functionals gb_control_functionals;

/// Prepare the functionals of controls. Assembly, functionals (those of the aggregate) and
/// aggregate are borrowed; the arena owns the memory. Variable 0 of the expressions is t, 1 + 2 k
/// the value of control k and 2 + 2 k its rate. Local. errors: GB_FILE
int gb_control_functionals_create(gb_assembly *assembly, const gb_functional functional[],
                                  double duration, gb_aggregate *aggregate, gb_arena *arena,
                                  gb_control_functionals **out, gb_error *error);
/// Add the samples to the aggregate's sums, at the first time point. Local.
/// errors, the same on all ranks: GB_NOT_FINITE if an expression has no finite value
int gb_control_functionals_sample(gb_control_functionals *f, gb_instant instant, gb_error *error);
/// gradient[functionals][width] += this rank's share of the derivatives, at the first time point.
/// Local. errors: GB_NOT_FINITE
int gb_control_functionals_gradient(gb_control_functionals *f, gb_instant instant,
                                    gb_scalar gradient[], gb_error *error);

#endif
