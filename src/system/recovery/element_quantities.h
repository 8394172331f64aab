/// Quantities of one element: joint forces, section values, failure index and energy. Each kind is
/// a table of functions in its own file. All functions are local.
#ifndef GB_SYSTEM_RECOVERY_ELEMENT_QUANTITIES_H
#define GB_SYSTEM_RECOVERY_ELEMENT_QUANTITIES_H

#include "solve/system.h"
#include "system/assembly/assembly.h"
#include "system/nodal_values/batch.h"

/// The batch that contains the quantity's element, and the element's lane.
typedef struct gb_quantity_element {
  gb_batch *batch; ///< the caller owns it
  int lane;
  bool uses_reference; ///< result of gb_batch_uses_reference for the element
} gb_quantity_element;

/// Functions that compute the values of an element's quantity at a state, and the derivatives of g
/// . values. Forces of joints have the separate functions below because a linear system may compute
/// them from its solution.
typedef struct gb_element_quantity {
  /// Compute value[values of the quantity]; zero before the call.
  void (*find)(gb_quantity_element *s, gb_scalar value[]);
  /// bar[gb_batch_uses_reference][nodal values] += derivatives by a component of the state.
  void (*add_bar)(gb_quantity_element *s, const gb_scalar g[], int component,
                  gb_scalar *const bar[2]);
  /// @return the derivative by a parameter of the element, whose input is `in`
  gb_scalar (*slope)(gb_quantity_element *s, const gb_element_input *in, int parameter,
                     const gb_scalar g[]);
  /// gradient[designs] += derivatives by designs that change the element's reference.
  void (*add_reference)(const gb_quantity_element *s, const gb_scalar g[], gb_scalar gradient[]);
} gb_element_quantity;

extern const gb_element_quantity gb_quantity_section, gb_quantity_state;

/// Compute the values of the batch's joints, value[lane][GB_JOINT_VALUES]; NULL: skip this lane.
/// @param change q minus the origin of a linear system, [nodal values]; NULL: the system is not
///   linear
void gb_joint_find(gb_quantity_element *s, const gb_scalar change[],
                   gb_scalar *const value[GB_LANES]);

/// Weights of a joint's residual at its second frame, and derivatives of the weighted forces by the
/// rotating axes of this frame.
typedef struct gb_joint_weights {
  gb_scalar residual[12], axes[12];
} gb_joint_weights;

/// Find the weights for g[GB_JOINT_VALUES], the weights of the joint's values. Linear in g
/// (overwrites).
void gb_joint_weigh(gb_quantity_element *s, const gb_scalar change[], const gb_scalar g[],
                    gb_joint_weights *w);
/// gb_joint_put and gb_joint_put_axes: bar[2][nodal values], as in add_bar, += derivatives through
/// the residual by a component, and through the axes. gb_joint_gradient: gradient[designs] +=
/// derivatives by parameters.
void gb_joint_put(gb_quantity_element *s, const gb_joint_weights *w, int component,
                  gb_scalar *const bar[2]);
void gb_joint_put_axes(gb_quantity_element *s, const gb_joint_weights *w, gb_scalar *const bar[2]);
void gb_joint_gradient(gb_quantity_element *s, const gb_joint_weights *w, gb_scalar gradient[]);

/// Prepare the batch that contains the quantity's element at a state. The element is on this rank.
void gb_quantity_open(gb_assembly *assembly, const gb_quantity *of, const gb_nodal_state *state,
                      gb_quantity_element *s);
/// bar[gb_batch_uses_reference][nodal values] += `local` of the quantity's lane.
void gb_quantity_put(gb_quantity_element *s, gb_pack local[], gb_scalar *const bar[2]);

/// gradient[designs] += derivatives by the designs and controls of the element's parameters.
void gb_quantity_gradient(const gb_element_quantity *kind, gb_quantity_element *s,
                          const gb_scalar g[], gb_scalar gradient[]);

#endif
