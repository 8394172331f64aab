/// Formulas that several functionals share: the plain integral, the weighted mean of the induced
/// aggregates and the exponential's change of scale. Local, no allocation.
#ifndef GB_FUNCTIONS_FORMULAS_H
#define GB_FUNCTIONS_FORMULAS_H

#include "functions/function.h"

/// G = S = sum w f (docs/theory.md, eq. 6.4).
void gb_integral_integrand(double P, double largest, gb_scalar f, gb_scalar phi[],
                           gb_scalar dphi[]);
gb_scalar gb_integral_value(double P, double largest, const gb_scalar S[], gb_scalar dS[]);

/// The two integrands g e and e of a weighted mean, with their derivatives, from e and de/df:
/// g = f, or f^2 when `square` (eq. 6.9).
void gb_mean_integrand(bool square, gb_scalar f, gb_scalar e, gb_scalar de, gb_scalar phi[],
                       gb_scalar dphi[]);
/// G = S_0 / S_1; 0 with zero derivatives where S_1 = 0 (no point, or all weights zero).
gb_scalar gb_mean_value(double P, double largest, const gb_scalar S[], gb_scalar dS[]);

/// exp(P (before - now)), for every sum over exp(P (f - largest)) (eq. 6.11).
double gb_exponential_rescale(double P, double before, double now, int m);

#endif
