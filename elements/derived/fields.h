/// Fields that elements sample, with their derivatives. The fields of an element with a section
/// follow from its strains: mass, strain energy, failure, and resultants, strains and stresses of
/// its mean strains. Other elements have functions of their own. Source: docs/theory.md, section 6.
#ifndef GB_ELEMENTS_DERIVED_FIELDS_H
#define GB_ELEMENTS_DERIVED_FIELDS_H

#include "elements/element.h"

// All are local. The element is the one that `in` is of.

/// f[samples] and area weights [samples] of a field (overwrites).
void gb_fields_sample(const gb_element *element, const gb_element_input *in,
                      const gb_element_state *state, gb_field field, gb_pack f[],
                      gb_geometry area[]);
/// bar[count][unknowns] += g[count][samples] df/dq.
void gb_fields_product(const gb_element *element, const gb_element_input *in,
                       const gb_element_state *state, gb_field field, int count, const gb_pack g[],
                       gb_pack bar[]);
/// Whether gb_fields_parameter applies; else derivatives need a complex step.
bool gb_fields_have_parameter(const gb_element *element);
/// df[samples] = df/d parameter[k] (overwrites).
void gb_fields_parameter(const gb_element *element, const gb_element_input *in,
                         const gb_element_state *state, gb_field field, int k, gb_pack df[]);

#endif
