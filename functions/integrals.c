/// Plain sums G = S = sum w f: mass and compliance of the model; integrals over time of expressions
/// of points or controls; values of such expressions at the end or at a given time; frequencies
/// (docs/theory.md, eqs. 6.4, 6.6, 6.7, 6.12, 6.13).
#include "functions/function.h"

static void integrand(double P, double largest, gb_scalar f, gb_scalar phi[], gb_scalar dphi[]) {
  (void)P, (void)largest;
  phi[0] = f;
  dphi[0] = 1;
}

#define INTEGRAL(name, words, field_, counted_)                                                    \
  const gb_function gb_function_##name = {.type = #name,                                           \
                                          .title = words,                                          \
                                          .field = field_,                                         \
                                          .counted = counted_,                                     \
                                          .sums = 1,                                               \
                                          .integrand = integrand,                                  \
                                          .value = gb_plain_sum};

INTEGRAL(mass, "mass", GB_FIELD_MASS, GB_COUNT_FIRST)
// The compliance is twice the strain energy.
INTEGRAL(compliance, "compliance", GB_FIELD_ENERGY, GB_COUNT_ALL)
INTEGRAL(control, "integral over time of an expression of controls", GB_FIELD_CONTROLS,
         GB_COUNT_FIRST)
INTEGRAL(frequency, "natural frequency in Hz of a mode about the state given by `modes`",
         GB_FIELD_MODES, GB_COUNT_FIRST)
INTEGRAL(buckling, "load factor of buckling of a mode about the state given by `modes`",
         GB_FIELD_MODES, GB_COUNT_FIRST)
INTEGRAL(integral, "integral over time of an expression of points", GB_FIELD_POINTS, GB_COUNT_ALL)
INTEGRAL(end, "value at the last step of an expression of points", GB_FIELD_POINTS, GB_COUNT_LAST)

const gb_function gb_function_value = {
    .type = "value",
    .title = "value at a time of an expression of points, forces, sections",
    .field = GB_FIELD_POINTS,
    .counted = GB_COUNT_AT,
    .sums = 1,
    .integrand = integrand,
    .value = gb_plain_sum,
};
