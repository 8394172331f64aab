/// Functionals of points: the integral over time of an expression of the motion of points, and its
/// value at the end (docs/theory.md, eqs. 6.12 and 6.13).
#include "functions/formulas.h"

const gb_function gb_function_integral = {
    .type = "integral",
    .title = "integral over time of an expression of points",
    .field = GB_FIELD_POINTS,
    .sums = 1,
    .integrand = gb_integral_integrand,
    .value = gb_integral_value,
};

const gb_function gb_function_end = {
    .type = "end",
    .title = "value at the last step of an expression of points",
    .field = GB_FIELD_POINTS,
    .counted = GB_COUNT_LAST,
    .sums = 1,
    .integrand = gb_integral_integrand,
    .value = gb_integral_value,
};
