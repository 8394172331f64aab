/// The induced exponential aggregates of the failure index, means of f and of f^2 weighted by
/// e = exp(P (f - f_max)). Source: Kennedy & Hicken 2015; docs/theory.md, eq. 6.9.
#include "functions/formulas.h"

static void integrand(double P, double largest, gb_scalar f, gb_scalar phi[], gb_scalar dphi[]) {
  gb_scalar e = gb_exp(P * (f - largest));
  gb_mean_integrand(false, f, e, P * e, phi, dphi);
}

static void integrand2(double P, double largest, gb_scalar f, gb_scalar phi[], gb_scalar dphi[]) {
  gb_scalar e = gb_exp(P * (f - largest));
  gb_mean_integrand(true, f, e, P * e, phi, dphi);
}

const gb_function gb_function_induced_exponential = {
    .type = "induced",
    .form = "exponential",
    .title = "induced exponential of the failure index",
    .field = GB_FIELD_FAILURE,
    .sampled = true,
    .scaled = true,
    .sums = 2,
    .integrand = integrand,
    .rescale = gb_exponential_rescale,
    .value = gb_mean_value,
};

const gb_function gb_function_induced_exponential2 = {
    .type = "induced",
    .form = "exponential2",
    .title = "induced exponential of the squared failure index",
    .field = GB_FIELD_FAILURE,
    .sampled = true,
    .scaled = true,
    .sums = 2,
    .integrand = integrand2,
    .rescale = gb_exponential_rescale,
    .value = gb_mean_value,
};
