/// Energies and momenta of a model's motion, for output.
#ifndef GB_SYSTEM_BALANCE_H
#define GB_SYSTEM_BALANCE_H

#include "system/assembly.h"

/// Energies and momenta of a state, in global axes about the origin.
typedef struct gb_balance {
  double kinetic, strain;
  double lost; ///< power that dampers take; in frames the energy that they took up to there
  double momentum[3], angular_momentum[3];
} gb_balance;

/// The strain energy of springs is their potential; of the others it is the work of the
/// elastic forces, exact by a two-point Gauss rule along the path s q, on which they are cubic in
/// s.
/// @param q, v, a  nodal values of the state; v and a are overwritten
/// @param work     [nodal values]
/// Collective.
int gb_balance_find(gb_assembly *assembly, const gb_scalar q[], gb_scalar v[], gb_scalar a[],
                    gb_scalar work[], gb_balance *balance, gb_error *error);

#endif
