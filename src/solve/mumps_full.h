/// MUMPS in the precision of the build: dmumps or zmumps.
#ifndef GB_SOLVE_MUMPS_FULL_H
#define GB_SOLVE_MUMPS_FULL_H

#include "base/scalar.h"

#ifdef GB_COMPLEX
#include <zmumps_c.h>
#define MUMPS_DATA ZMUMPS_STRUC_C
#define call_mumps zmumps_c
#else
#include <dmumps_c.h>
#define MUMPS_DATA DMUMPS_STRUC_C
#define call_mumps dmumps_c
#endif
#define MUMPS_NUMBER gb_scalar
#define LEAST_PIVOTS 5

#endif
