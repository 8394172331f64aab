/// The families of schemes, one exported symbol a file; schemes.c lists them for everybody else.
#ifndef GB_INTEGRATORS_SCHEMES_H
#define GB_INTEGRATORS_SCHEMES_H

#include "integrators/table.h"

extern const gb_scheme gb_static;
extern const gb_scheme gb_bdf[3];
extern const gb_scheme gb_newmark;
extern const gb_scheme gb_adams_moulton[6];
extern const gb_scheme gb_runge_kutta[5];
/// dirk2, dirk3, dirk4 with solved step ends: they make the first steps of multi-step schemes.
extern const gb_scheme gb_starters[3];
extern const gb_scheme gb_generalised_alpha[3];
extern const gb_scheme gb_euler[2];

#endif
