/// The induced aggregates of the failure index, means of f and of f^2 weighted by the exponential
/// e = exp(P (f - f_max)) or the power e = |f / f_max|^P. Source: Kennedy & Hicken 2015;
/// docs/theory.md, eqs. 6.9 and 6.10.
#include "functions/function.h"

/// The two integrands g e and e of a weighted mean, with their derivatives, from e and de/df: g =
/// f, or f^2 when `square`.
static void set_mean(bool square, gb_scalar f, gb_scalar e, gb_scalar de, gb_scalar phi[],
                     gb_scalar dphi[]) {
  gb_scalar g = square ? f * f : f, dg = square ? 2 * f : 1;
  phi[0] = g * e;
  dphi[0] = dg * e + g * de;
  phi[1] = e;
  dphi[1] = de;
}

static void exponential(bool square, double P, double largest, gb_scalar f, gb_scalar phi[],
                        gb_scalar dphi[]) {
  gb_scalar e = gb_exp(P * (f - largest));
  set_mean(square, f, e, P * e, phi, dphi);
}

/// A failure index is never negative; where it is zero the point has no weight, and the 0/0 of a
/// field that is zero everywhere is taken as 0.
static void power(bool square, double P, double largest, gb_scalar f, gb_scalar phi[],
                  gb_scalar dphi[]) {
  gb_scalar e = 0, de = 0;
  if (gb_real(f) != 0) {
    e = gb_pow(gb_magnitude(f) / fabs(largest), P);
    de = P * e / f;
  }
  set_mean(square, f, e, de, phi, dphi);
}

/// |before / now|^P: as long as the largest f is 0 so are the sums.
static double rescale_power(double P, double before, double now, int m) {
  (void)m;
  return before == 0 ? 0 : pow(fabs(before / now), P);
}

/// S_0 / S_1; 0 with zero derivatives where S_1 = 0 (no point, or all weights zero).
static gb_scalar value(double P, double largest, const gb_scalar S[], gb_scalar dS[]) {
  (void)P, (void)largest;
  if (gb_real(S[1]) == 0) {
    dS[0] = dS[1] = 0;
    return 0;
  }
  gb_scalar mean = S[0] / S[1];
  dS[0] = 1 / S[1];
  dS[1] = -mean / S[1];
  return mean;
}

/// A mean by a weight of f, or (`square`) of f^2.
#define INDUCED(name, weight, square, words, rescaling)                                            \
  static void integrand_##name(double P, double largest, gb_scalar f, gb_scalar phi[],             \
                               gb_scalar dphi[]) {                                                 \
    weight(square, P, largest, f, phi, dphi);                                                      \
  }                                                                                                \
  const gb_function gb_function_induced_##name = {.type = "induced",                               \
                                                  .form = #name,                                   \
                                                  .title = "induced " #weight " of the " words,    \
                                                  .field = GB_FIELD_FAILURE,                       \
                                                  .sampled = true,                                 \
                                                  .scaled = true,                                  \
                                                  .sums = 2,                                       \
                                                  .integrand = integrand_##name,                   \
                                                  .rescale = rescaling,                            \
                                                  .value = value};

INDUCED(exponential, exponential, false, "failure index", gb_exponential_rescale)
INDUCED(exponential2, exponential, true, "squared failure index", gb_exponential_rescale)
INDUCED(power, power, false, "failure index", rescale_power)
INDUCED(power2, power, true, "squared failure index", rescale_power)
