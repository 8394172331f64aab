/// Derivatives of one element along a direction of its parameters and of its reference: Im R(p + i
/// h) / h with the complex kernels, which the real build calls through this table of plain numbers.
#ifndef GB_ELEMENTS_DERIVED_COMPLEX_STEP_H
#define GB_ELEMENTS_DERIVED_COMPLEX_STEP_H

#include "elements/kinds.h"

/// One element with its state, the same structure in both builds; see gb_element_input.
typedef struct gb_single_element {
  const gb_element_unknowns *unknowns;
  int nodes, parameters, values; ///< values: of `parameter`, with the ratios of thicknesses
  double reference[GB_REFERENCE_VECTORS][GB_ELEMENT_NODES][3]; ///< positions, then directors
  double parameter[GB_ELEMENT_PARAMETERS + GB_SECTION_NUMBERS], gravity[3], t;
  double state[3][GB_ELEMENT_UNKNOWNS];                 ///< q, v and a
  double memory[GB_ELEMENT_UNKNOWNS + GB_ELEMENT_KEPT]; ///< if `remembers`
  double axis[3];
  bool has_axis, linear, remembers;
  gb_rate_form rates;
  bool directed; ///< slopes of the residual are those of K direction
  double direction[GB_ELEMENT_UNKNOWNS];
  const gb_layup *layup; ///< NULL: none
  const void *table;
  const gb_enforcement *enforcement;
} gb_single_element;

/// Take the input and the state of one lane as single numbers (overwrites).
void gb_take_lane(gb_element_kind kind, const gb_element_input *in, const gb_element_state *state,
                  int lane, gb_single_element *one);

/// A direction to step along: one parameter, or the reference positions and directors, with which
/// accelerations may change, or the state.
typedef struct gb_single_step {
  int parameter;              ///< -1: none
  const double *acceleration; ///< [unknowns]; NULL: they do not
  const double *reference;    ///< of the vectors that q has, in its order, [unknowns]; NULL: none
  const double *q, *v;        ///< [unknowns]; NULL: they do not change
  const double *memory;       ///< [unknowns + keeps]; NULL: it does not change
} gb_single_step;

typedef struct gb_complex_steps {
  /// slope[unknowns] = dR along the step or, if the element is directed, d(K direction)
  /// (overwrites).
  void (*residual)(gb_element_kind kind, const gb_single_element *one, const gb_single_step *along,
                   double slope[]);
  /// slope[samples] = df along the step of a field, and area[samples] that of the area weights
  /// (overwrites).
  void (*sample)(gb_element_kind kind, const gb_single_element *one, gb_field field,
                 const gb_single_step *along, double slope[], double area[]);
  /// The same for an element with a memory; kept[keeps] = dZ along the step (overwrites).
  void (*memory)(gb_element_kind kind, const gb_single_element *one, const gb_single_step *along,
                 double slope[], double kept[]);
} gb_complex_steps;

/// Defined in the complex build alone.
extern const gb_complex_steps gb_complex_step;

#endif
