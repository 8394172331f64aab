/// Factors of interiors and interface, in the precision of the build.
#define BACKEND   gb_linear_substructured
#define WHOLE     gb_linear_mumps
#define PRECISION GB_PRECISION_FULL

#include "solve/factor/substructured.inc.h"
