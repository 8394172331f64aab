/// Factors over all ranks at once, in single precision.
#include "solve/mumps_half.h"

#define BACKEND gb_linear_mumps_single

#include "solve/mumps.inc.h"
