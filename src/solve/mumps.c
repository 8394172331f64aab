/// Factors over all ranks at once, in the precision of the build.
#include "solve/mumps_full.h"

#define BACKEND gb_linear_mumps

#include "solve/mumps.inc.h"
