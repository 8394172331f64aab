/// Quantities of one element: forces of joints, section values, failure and energy. Each kind is a
/// table of functions in a file of its own. Local.
#ifndef GB_SYSTEM_ELEMENT_QUANTITIES_H
#define GB_SYSTEM_ELEMENT_QUANTITIES_H

#include "solve/system.h"
#include "system/assembly.h"
#include "system/batch.h"

/// The batch of the element, and the lane that it is in.
typedef struct gb_quantity_element {
  gb_batch batch;
  int lane;
  bool measures; ///< see gb_batch_measures
} gb_quantity_element;

/// Values and the derivatives of g . values, of the element of a quantity at a state.
typedef struct gb_element_quantity {
  /// value[values of the quantity], zero before.
  /// @param change of q from the origin of a linear system, [nodal values]; NULL: it is none
  void (*find)(gb_quantity_element *s, const gb_scalar change[], gb_scalar value[]);
  /// bar[whether the element measures its reference][nodal values] += derivatives by a component.
  void (*add_bar)(gb_quantity_element *s, const gb_scalar g[], int component,
                  gb_scalar *const bar[2]);
  /// gradient[designs] += derivatives by the element's parameters.
  void (*add_gradient)(gb_quantity_element *s, const gb_scalar g[], gb_scalar gradient[]);
  /// gradient[designs] += derivatives as designs move the element's reference; NULL: its parameters
  /// say that.
  void (*add_moves)(const gb_quantity_element *s, const gb_scalar g[], gb_scalar gradient[]);
} gb_element_quantity;

extern const gb_element_quantity gb_quantity_joint, gb_quantity_section, gb_quantity_state;

/// The element of a quantity, of this rank, at a state.
void gb_quantity_open(gb_assembly *assembly, const gb_quantity *of, const gb_nodal_state *state,
                      gb_quantity_element *s);
/// bar[whether the element measures its reference][nodal values] += local of the lane.
void gb_quantity_put(gb_quantity_element *s, gb_pack local[], gb_scalar *const bar[2]);

#endif
