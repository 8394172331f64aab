/// Derivatives of one element by a parameter p: Im R(p + i h) / h with the complex kernels, which
/// the real build calls through this table of plain numbers.
#ifndef GB_ELEMENTS_COMPLEX_STEP_H
#define GB_ELEMENTS_COMPLEX_STEP_H

#include "elements/element.h"

/// An element without a section, with its state, the same structure in both builds; see
/// gb_element_input.
typedef struct gb_lone_element {
  int nodes, parameters;
  double position[GB_ELEMENT_NODES][3], director[GB_ELEMENT_NODES][3];
  double second[GB_ELEMENT_NODES][3], third[GB_ELEMENT_NODES][3];
  double parameter[GB_ELEMENT_PARAMETERS], gravity[3], t;
  double q[GB_ELEMENT_UNKNOWNS], v[GB_ELEMENT_UNKNOWNS], a[GB_ELEMENT_UNKNOWNS];
  const void *table;
  const gb_enforcement *enforcement;
} gb_lone_element;

typedef struct gb_complex_steps {
  /// slope[unknowns] = dR/d parameter[k] (overwrites).
  void (*residual)(gb_element_kind kind, const gb_lone_element *one, int k, double slope[]);
  /// slope[samples] = df/d parameter[k] of a field (overwrites).
  void (*sample)(gb_element_kind kind, const gb_lone_element *one, gb_field field, int k,
                 double slope[]);
} gb_complex_steps;

/// Defined in the complex build alone.
extern const gb_complex_steps gb_complex_step;

#endif
