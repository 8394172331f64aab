/// Compliance: the integral over time and area of twice the strain energy (docs/theory.md,
/// eq. 6.7).
#include "functions/formulas.h"

const gb_function gb_function_compliance = {
    .type = "compliance",
    .title = "compliance",
    .field = GB_FIELD_ENERGY,
    .sums = 1,
    .integrand = gb_integral_integrand,
    .value = gb_integral_value,
};
