/// Derivatives of elements with a memory: of the residual R by the memory, which is of the
/// beginning of the step, and of the values Z kept at its end by all on which they depend. They are
/// found by complex step inside the element. Source: docs/theory.md, the section on elements with a
/// memory.
#ifndef GB_ELEMENTS_DERIVED_MEMORY_H
#define GB_ELEMENTS_DERIVED_MEMORY_H

#include "elements/kinds.h"

/// Vectors of an element with a memory in one lane: weights of a product by the transposed
/// derivatives, and its results, or a direction and the change along it.
typedef struct gb_memory_vectors {
  double r[GB_ELEMENT_UNKNOWNS];                         ///< of R, [values]
  double end[GB_ELEMENT_KEPT];                           ///< of Z, [keeps]
  double q[GB_ELEMENT_UNKNOWNS], v[GB_ELEMENT_UNKNOWNS]; ///< of the state, by Z alone, [values]
  double memory[GB_ELEMENT_UNKNOWNS + GB_ELEMENT_KEPT];  ///< of the memory, [values + keeps]
} gb_memory_vectors;

/// Compute memory = R_m^T r + Z_m^T end for the memory m, q = Z_q^T end and v = Z_v^T end
/// (overwrites these three). Local.
void gb_memory_product(gb_element_kind kind, const gb_element_input *in,
                       const gb_element_state *state, int lane, gb_memory_vectors *of);
/// Compute r = R_m memory and end = Z_m memory + Z_q q + Z_v v (overwrites these two). Local.
void gb_memory_direction(gb_element_kind kind, const gb_element_input *in,
                         const gb_element_state *state, int lane, gb_memory_vectors *of);
/// Compute end = dZ/d parameter[k] (overwrites). Local.
void gb_memory_parameter(gb_element_kind kind, const gb_element_input *in,
                         const gb_element_state *state, int k, int lane, double end[]);

#endif
