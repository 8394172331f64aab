/// Parameters of forces and moments at nodes: three components, an amplitude that multiplies them,
/// and a factor of each component, the node's own.
#ifndef GB_ELEMENTS_LOAD_NODAL_LOAD_H
#define GB_ELEMENTS_LOAD_NODAL_LOAD_H

#include "elements/element.h"

enum { GB_LOAD_AMPLITUDE = 3, GB_LOAD_OWN };

#define GB_LOAD_PARAMETERS                                                                         \
  { "x", "y", "z", "amplitude", "own_x", "own_y", "own_z" }

/// Compute the force or the moment in global axes.
static inline void gb_load_vector(const gb_element_input *in, gb_pack out[3]) {
  const gb_pack *p = in->parameter;
  for (int i = 0; i < 3; i++) out[i] = p[GB_LOAD_AMPLITUDE] * p[i] * p[GB_LOAD_OWN + i];
}

#endif
