/// Kinetic energy, strain energy and their sum: S = sum w f / 2, because the sampled fields are
/// twice an energy (docs/theory.md, the section on functionals of energy and mass).
#include "functions/function.h"

static void integrand(double P, double largest, gb_scalar f, gb_scalar phi[], gb_scalar dphi[]) {
  (void)P, (void)largest;
  phi[0] = 0.5 * f;
  dphi[0] = 0.5;
}

#define ENERGY(name, words, field_, kinetic_)                                                      \
  const gb_function gb_function_energy_##name = {.type = "energy",                                 \
                                                 .form = #name,                                    \
                                                 .title = words,                                   \
                                                 .field = field_,                                  \
                                                 .kinetic = kinetic_,                              \
                                                 .counted = GB_COUNT_ALL,                          \
                                                 .sums = 1,                                        \
                                                 .integrand = integrand,                           \
                                                 .value = gb_plain_sum};

ENERGY(kinetic, "kinetic energy", GB_FIELD_KINETIC, true)
ENERGY(strain, "strain energy", GB_FIELD_ENERGY, false)
ENERGY(total, "kinetic and strain energy", GB_FIELD_ENERGY, true)
