/// Formulas that several functionals share (docs/theory.md, section 6).
#include "functions/formulas.h"

void gb_integral_integrand(double P, double largest, gb_scalar f, gb_scalar phi[],
                           gb_scalar dphi[]) {
  (void)P, (void)largest;
  phi[0] = f;
  dphi[0] = 1;
}

gb_scalar gb_integral_value(double P, double largest, const gb_scalar S[], gb_scalar dS[]) {
  (void)P, (void)largest;
  dS[0] = 1;
  return S[0];
}

void gb_mean_integrand(bool square, gb_scalar f, gb_scalar e, gb_scalar de, gb_scalar phi[],
                       gb_scalar dphi[]) {
  gb_scalar g = square ? f * f : f, dg = square ? 2 * f : 1;
  phi[0] = g * e;
  dphi[0] = dg * e + g * de;
  phi[1] = e;
  dphi[1] = de;
}

gb_scalar gb_mean_value(double P, double largest, const gb_scalar S[], gb_scalar dS[]) {
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

double gb_exponential_rescale(double P, double before, double now, int m) {
  (void)m;
  return exp(P * (before - now));
}
