/// Induced aggregates of the failure index: means of f or f^2 with the exponential weights
/// e = exp(P (f - f_max)) or the power weights e = |f / f_max|^P. Source: Kennedy & Hicken 2015;
/// docs/theory.md, eqs. 6.9 and 6.10.
#include "functions/function.h"

/// Compute the integrands g e and e of a weighted mean and their derivatives from e and de/df, with
/// g = f, or g = f^2 if `square` is set.
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

/// Power weights. A failure index is never negative. Points where it is zero have weight 0; if it
/// is zero everywhere, the mean 0/0 is defined as 0.
static void power(bool square, double P, double largest, gb_scalar f, gb_scalar phi[],
                  gb_scalar dphi[]) {
  gb_scalar e = 0, de = 0;
  if (gb_real(f) != 0) {
    e = gb_pow(gb_magnitude(f) / fabs(largest), P);
    de = P * e / f;
  }
  set_mean(square, f, e, de, phi, dphi);
}

/// |before / now|^P; 0 if `before` is 0, because the sums are then 0 as well.
static double rescale_power(double P, double before, double now, int m) {
  (void)m;
  return before == 0 ? 0 : pow(fabs(before / now), P);
}

/// S_0 / S_1; 0 with zero derivatives if S_1 = 0 (no points, or all weights are zero).
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

/// Define the mean of f, or of f^2 if `square` is set, with a function `weight`.
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
