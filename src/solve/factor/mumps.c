/// MUMPS factors over all ranks together, in the precision of the build.
#define BACKEND gb_linear_mumps

#include "solve/factor/mumps.inc.h"
