/// The induced power aggregates of the failure index, means of f and of f^2 weighted by
/// e = |f/f_max|^P. Source: Kennedy & Hicken 2015; docs/theory.md, eq. 6.10.
#include "functions/formulas.h"

/// A failure index is never negative; where it is zero the point has no weight, and the 0/0 of a
/// field that is zero everywhere is taken as 0.
static void integrand_of(bool square, double P, double largest, gb_scalar f, gb_scalar phi[],
                         gb_scalar dphi[]) {
  gb_scalar e = 0, de = 0;
  if (gb_real(f) != 0) {
    e = gb_pow(gb_magnitude(f) / fabs(largest), P);
    de = P * e / f;
  }
  gb_mean_integrand(square, f, e, de, phi, dphi);
}

static void integrand(double P, double largest, gb_scalar f, gb_scalar phi[], gb_scalar dphi[]) {
  integrand_of(false, P, largest, f, phi, dphi);
}

static void integrand2(double P, double largest, gb_scalar f, gb_scalar phi[], gb_scalar dphi[]) {
  integrand_of(true, P, largest, f, phi, dphi);
}

/// |before / now|^P: as long as the largest f is 0 so are the sums.
static double rescale(double P, double before, double now, int m) {
  (void)m;
  return before == 0 ? 0 : pow(fabs(before / now), P);
}

const gb_function gb_function_induced_power = {
    .type = "induced",
    .form = "power",
    .title = "induced power of the failure index",
    .field = GB_FIELD_FAILURE,
    .sampled = true,
    .scaled = true,
    .sums = 2,
    .integrand = integrand,
    .rescale = rescale,
    .value = gb_mean_value,
};

const gb_function gb_function_induced_power2 = {
    .type = "induced",
    .form = "power2",
    .title = "induced power of the squared failure index",
    .field = GB_FIELD_FAILURE,
    .sampled = true,
    .scaled = true,
    .sums = 2,
    .integrand = integrand2,
    .rescale = rescale,
    .value = gb_mean_value,
};
