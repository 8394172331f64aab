/// Factors over all ranks at once, in the precision of the build.
#define BACKEND gb_linear_mumps

#include "solve/mumps.inc.h"
