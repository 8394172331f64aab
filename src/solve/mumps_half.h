/// MUMPS in single precision: half the memory and traffic. Of complex numbers none is made: an
/// imaginary part of 1e-30 would vanish, so the complex build keeps zmumps under this name.
#ifndef GB_SOLVE_MUMPS_HALF_H
#define GB_SOLVE_MUMPS_HALF_H

#include "base/scalar.h"

#ifdef GB_COMPLEX
#include <zmumps_c.h>
#define MUMPS_DATA   ZMUMPS_STRUC_C
#define MUMPS_NUMBER gb_scalar
#define call_mumps   zmumps_c
#else
#include <smumps_c.h>
#define MUMPS_DATA   SMUMPS_STRUC_C
#define MUMPS_NUMBER float
#define call_mumps   smumps_c
#endif
// Substitutions are many: in place of thousands of tiny fronts they visit fewer, larger ones.
// Measured by bench/large-plate.sh.
#define LEAST_PIVOTS 12

#endif
