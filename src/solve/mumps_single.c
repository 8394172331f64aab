/// Factors over all ranks at once, in single precision.
#define SINGLE
#define BACKEND gb_linear_mumps_single

#include "solve/mumps.inc.h"
