/// Numbers that carry their derivatives by the unknowns of an element: kernels of long formulas are
/// written once, and their Jacobian is exact. Source: Griewank & Walther, "Evaluating Derivatives",
/// ch. 3, the forward mode.
#ifndef GB_ELEMENTS_JET_H
#define GB_ELEMENTS_JET_H

#include "elements/element.h"

#ifndef GB_JET_SLOPES
#error "define GB_JET_SLOPES first: how many unknowns a value depends on at most"
#endif

typedef struct gb_jet {
  int count; ///< number of derivatives that are set; the others are 0
  gb_scalar value, slope[GB_JET_SLOPES];
} gb_jet;

/// @return a constant
static inline gb_jet gb_jet_number(gb_scalar value) {
  gb_jet out;
  out.count = 0;
  out.value = value;
  return out;
}

/// @return the unknown with this index out of `count`
static inline gb_jet gb_jet_unknown(gb_scalar value, int index, int count) {
  gb_jet out;
  out.count = count;
  out.value = value;
  for (int i = 0; i < count; i++) out.slope[i] = i == index;
  return out;
}

static inline gb_scalar gb_jet_slope(const gb_jet *a, int i) {
  return i < a->count ? a->slope[i] : 0;
}

/// @return a function of two numbers, from its value and its derivatives by both
__attribute__((noinline, unused)) static gb_jet
gb_jet_join(const gb_jet *a, const gb_jet *b, gb_scalar value, gb_scalar by_a, gb_scalar by_b) {
  gb_jet out;
  out.count = a->count > b->count ? a->count : b->count;
  out.value = value;
  for (int i = 0; i < a->count; i++) out.slope[i] = by_a * a->slope[i];
  for (int i = a->count; i < out.count; i++) out.slope[i] = 0;
  for (int i = 0; i < b->count; i++) out.slope[i] += by_b * b->slope[i];
  return out;
}

/// @return a function of one number, from its value and derivative
__attribute__((noinline, unused)) static gb_jet gb_jet_chain(gb_jet a, gb_scalar value,
                                                             gb_scalar slope) {
  a.value = value;
  for (int i = 0; i < a.count; i++) a.slope[i] *= slope;
  return a;
}

static inline gb_jet gb_jet_add(gb_jet a, gb_jet b) {
  return gb_jet_join(&a, &b, a.value + b.value, 1, 1);
}
static inline gb_jet gb_jet_subtract(gb_jet a, gb_jet b) {
  return gb_jet_join(&a, &b, a.value - b.value, 1, -1);
}
static inline gb_jet gb_jet_scale(gb_jet a, gb_scalar factor) {
  return gb_jet_chain(a, factor * a.value, factor);
}
static inline gb_jet gb_jet_multiply(gb_jet a, gb_jet b) {
  return gb_jet_join(&a, &b, a.value * b.value, b.value, a.value);
}
static inline gb_jet gb_jet_divide(gb_jet a, gb_jet b) {
  const gb_scalar value = a.value / b.value;
  return gb_jet_join(&a, &b, value, 1 / b.value, -value / b.value);
}
/// @return the square root of a number whose real part is positive
static inline gb_jet gb_jet_sqrt(gb_jet a) {
  const gb_scalar root = gb_sqrt(a.value);
  return gb_jet_chain(a, root, 0.5 / root);
}
static inline gb_jet gb_jet_atan(gb_jet a) {
  return gb_jet_chain(a, gb_atan(a.value), 1 / (1 + a.value * a.value));
}
/// @return |a|, by the sign of its real part
static inline gb_jet gb_jet_magnitude(gb_jet a) {
  const double sign = gb_real(a.value) < 0 ? -1 : 1;
  return gb_jet_scale(a, sign);
}

/// Whether the element in a lane equals the element in the lane before, as in lanes beyond the last
/// element.
static inline bool gb_lane_repeats(const gb_element_input *in, const gb_element_state *state,
                                   int unknowns, int lane) {
  bool same = lane > 0;
  for (int i = 0; same && i < unknowns; i++) {
    const gb_scalar *q = gb_lanes((gb_pack *)&state->q[i]), *v = gb_lanes((gb_pack *)&state->v[i]);
    same = q[lane] == q[lane - 1] && v[lane] == v[lane - 1];
  }
  if (state->memory) same = false; // elements with a memory may differ in it
  for (int k = 0; same && k < in->parameters; k++) {
    const gb_scalar *p = gb_lanes((gb_pack *)&in->parameter[k]);
    same = p[lane] == p[lane - 1];
  }
  for (int a = 0; same && a < in->nodes; a++)
    for (int i = 0; i < 3; i++) {
      const gb_scalar *X = gb_lanes((gb_pack *)&in->position[a][i]);
      same = same && X[lane] == X[lane - 1];
    }
  return same;
}

/// @return a product. Arguments by address are not copied, which took most of the time.
static inline gb_jet gb_jet_product(const gb_jet *a, const gb_jet *b) {
  return gb_jet_join(a, b, a->value * b->value, b->value, a->value);
}

static inline gb_jet gb_jet_dot(const gb_jet a[3], const gb_jet b[3]) {
  const gb_jet x = gb_jet_product(&a[0], &b[0]), y = gb_jet_product(&a[1], &b[1]),
               z = gb_jet_product(&a[2], &b[2]), sum = gb_jet_join(&x, &y, x.value + y.value, 1, 1);
  return gb_jet_join(&sum, &z, sum.value + z.value, 1, 1);
}

static inline void gb_jet_cross(const gb_jet a[3], const gb_jet b[3], gb_jet out[3]) {
  for (int i = 0; i < 3; i++) {
    const int j = (i + 1) % 3, k = (i + 2) % 3;
    const gb_jet x = gb_jet_product(&a[j], &b[k]), y = gb_jet_product(&a[k], &b[j]);
    out[i] = gb_jet_join(&x, &y, x.value - y.value, 1, -1);
  }
}

/// Add factor times `from` to `to`.
static inline void gb_jet_add_scaled(gb_jet factor, const gb_jet from[3], gb_jet to[3]) {
  for (int i = 0; i < 3; i++) {
    const gb_jet part = gb_jet_product(&factor, &from[i]);
    to[i] = gb_jet_join(&to[i], &part, to[i].value + part.value, 1, 1);
  }
}

#endif
