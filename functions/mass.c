/// Structural mass: the integral of the mass per area over the model (docs/theory.md, eq. 6.6).
#include "functions/formulas.h"

const gb_function gb_function_mass = {
    .type = "mass",
    .title = "mass",
    .field = GB_FIELD_MASS,
    .counted = GB_COUNT_FIRST,
    .sums = 1,
    .integrand = gb_integral_integrand,
    .value = gb_integral_value,
};
