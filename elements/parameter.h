/// Derivatives of elements by their parameters: an element's own formula where it gives one, else
/// by complex step inside the element. Source: docs/theory.md, section 8.
#ifndef GB_ELEMENTS_PARAMETER_H
#define GB_ELEMENTS_PARAMETER_H

#include "elements/element.h"

/// r[unknowns] += dR/d parameter[k] in the first `lanes` lanes (others may change). Local.
void gb_parameter_residual(gb_element_kind kind, const gb_element_input *in,
                           const gb_element_state *state, int k, int lanes, gb_pack r[]);
/// df[samples] = df/d parameter[k] of a field in the first `lanes` lanes. Local.
void gb_parameter_sample(gb_element_kind kind, const gb_element_input *in,
                         const gb_element_state *state, gb_field field, int k, int lanes,
                         gb_pack df[]);

#endif
