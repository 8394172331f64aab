/// The Kreisselmeier-Steinhauser (KS) aggregate, a smooth bound of the largest value of a field:
/// f_max + (1/P) ln S with S = sum w exp(P (f - f_max)). Source: Kreisselmeier & Steinhauser 1979;
/// docs/theory.md, eq. 6.8.
#include "functions/function.h"

static void integrand(double P, double largest, gb_scalar f, gb_scalar phi[], gb_scalar dphi[]) {
  phi[0] = gb_exp(P * (f - largest));
  dphi[0] = P * phi[0];
}

/// The KS value; 0 if there are no points. The result is NAN if negative time weights make the sum
/// negative.
static gb_scalar value(double P, double largest, const gb_scalar S[], gb_scalar dS[]) {
  dS[0] = 0;
  if (gb_real(S[0]) <= 0) return gb_real(S[0]) < 0 ? NAN : 0;
  dS[0] = 1 / (P * S[0]);
  return largest + gb_log(S[0]) / P;
}

/// KS of the values of an expression at ends of steps.
const gb_function gb_function_value_ks = {
    .type = "value",
    .form = "ks",
    .title = "KS of an expression of points, forces, sections at ends of steps",
    .field = GB_FIELD_POINTS,
    .counted = GB_COUNT_AT,
    .scaled = true,
    .sums = 1,
    .integrand = integrand,
    .rescale = gb_exponential_rescale,
    .value = value,
};

/// KS of the values of an expression at the nodes of a group.
const gb_function gb_function_nodes_ks = {
    .type = "nodes",
    .form = "ks",
    .title = "KS of an expression of the motion of each node of a group",
    .field = GB_FIELD_NODES,
    .scaled = true,
    .sums = 1,
    .integrand = integrand,
    .rescale = gb_exponential_rescale,
    .value = value,
};

/// KS of the lowest load factors of buckling with the opposite sign. The caller of the march sets
/// its value.
const gb_function gb_function_buckling_ks = {
    .type = "buckling",
    .form = "ks",
    .title = "-KS of the negative lowest `mode` load factors of buckling, below the least of them",
    .field = GB_FIELD_MODES,
    .counted = GB_COUNT_FIRST,
    .scaled = true,
    .sums = 1,
    .integrand = integrand,
    .rescale = gb_exponential_rescale,
    .value = value,
};

/// The KS value with the opposite sign.
static gb_scalar negative(double P, double largest, const gb_scalar S[], gb_scalar dS[]) {
  const gb_scalar bound = value(P, largest, S, dS);
  dS[0] = -dS[0];
  return -bound;
}

const gb_function gb_function_gap = {
    .type = "gap",
    .title = "-KS of the depths of contacts, below their smallest gap; negative: penetration",
    .field = GB_FIELD_DEPTH,
    .sampled = true,
    .scaled = true,
    .sums = 1,
    .integrand = integrand,
    .rescale = gb_exponential_rescale,
    .value = negative,
};

const gb_function gb_function_ks = {
    .type = "ks",
    .title = "KS of the failure index",
    .field = GB_FIELD_FAILURE,
    .sampled = true,
    .scaled = true,
    .sums = 1,
    .integrand = integrand,
    .rescale = gb_exponential_rescale,
    .value = value,
};
