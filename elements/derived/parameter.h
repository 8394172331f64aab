/// Derivatives of elements by their parameters: an element's own formula where it gives one, else
/// by complex step inside the element; and by their reference, by complex step. Source:
/// docs/theory.md, section 8.
#ifndef GB_ELEMENTS_DERIVED_PARAMETER_H
#define GB_ELEMENTS_DERIVED_PARAMETER_H

#include "elements/kinds.h"

/// r[unknowns] += dR/d parameter[k] in the first `lanes` lanes (others may change). Local.
void gb_parameter_residual(gb_element_kind kind, const gb_element_input *in,
                           const gb_element_state *state, int k, int lanes, gb_pack r[]);
/// r[unknowns] += d(K direction)/d parameter[k], with K = R_q and direction[unknowns], by complex
/// step. Local.
void gb_parameter_stiffness(gb_element_kind kind, const gb_element_input *in,
                            const gb_element_state *state, const gb_pack direction[], int k,
                            int lanes, gb_pack r[]);
/// df[samples] = df/d parameter[k] of a field in the first `lanes` lanes. Local.
void gb_parameter_sample(gb_element_kind kind, const gb_element_input *in,
                         const gb_element_state *state, gb_field field, int k, int lanes,
                         gb_pack df[]);

/// Derivatives of a field's values and area weights at the sampling points of one element.
typedef struct gb_sample_slopes {
  double f[GB_ELEMENT_SAMPLES], area[GB_ELEMENT_SAMPLES];
} gb_sample_slopes;

/// How the reference of an element changes.
typedef struct gb_reference_change {
  const double *along;        ///< of those vectors that q has, in its order, [unknowns]
  const double *acceleration; ///< which changes with it, [unknowns]; NULL: it does not
  const gb_pack *direction;   ///< K direction changes in place of R, [unknowns]; NULL: R
} gb_reference_change;

/// r[unknowns] = dR of the element in one lane as its reference positions and directors change
/// (overwrites). Local.
void gb_reference_residual(gb_element_kind kind, const gb_element_input *in,
                           const gb_element_state *state, int lane,
                           const gb_reference_change *change, double r[]);
/// The same of a field. Local.
void gb_reference_sample(gb_element_kind kind, const gb_element_input *in,
                         const gb_element_state *state, gb_field field, int lane,
                         const double along[], gb_sample_slopes *out);

#endif
