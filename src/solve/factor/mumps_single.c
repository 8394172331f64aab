/// MUMPS factors over all ranks together, in single precision.
#define SINGLE
#define BACKEND gb_linear_mumps_single

#include "solve/factor/mumps.inc.h"
