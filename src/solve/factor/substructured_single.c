/// Factors of interiors and interface, in single precision.
#define SINGLE
#define BACKEND   gb_linear_substructured_single
#define WHOLE     gb_linear_mumps_single
#define PRECISION GB_PRECISION_SINGLE

#include "solve/factor/substructured.inc.h"
