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

/// Functions that find the values of a quantity of one element at a state, and the derivatives of
/// g . values. The forces of joints may come from the solution of a linear system and have
/// functions of their own below.
typedef struct gb_element_quantity {
  /// value[values of the quantity], zero before.
  void (*find)(gb_quantity_element *s, gb_scalar value[]);
  /// bar[whether the element measures its reference][nodal values] += derivatives by a component.
  void (*add_bar)(gb_quantity_element *s, const gb_scalar g[], int component,
                  gb_scalar *const bar[2]);
  /// gradient[designs] += derivatives by the element's parameters.
  void (*add_gradient)(gb_quantity_element *s, const gb_scalar g[], gb_scalar gradient[]);
  /// gradient[designs] += derivatives as designs move the element's reference.
  void (*add_moves)(const gb_quantity_element *s, const gb_scalar g[], gb_scalar gradient[]);
} gb_element_quantity;

extern const gb_element_quantity gb_quantity_section, gb_quantity_state;

/// Values of all present joints for which there is room: value[lane][GB_JOINT_VALUES] or NULL.
/// @param change of q from the origin of a linear system, [nodal values]; NULL: it is none
void gb_joint_find(gb_quantity_element *s, const gb_scalar change[],
                   gb_scalar *const value[GB_LANES]);

/// Weights of a joint's residual on its second frame, and what its forces times weights change by
/// as the axes there turn.
typedef struct gb_joint_weights {
  gb_scalar residual[12], axes[12];
} gb_joint_weights;

/// Weights for those of a joint's values g[GB_JOINT_VALUES], linear in these (overwrites).
void gb_joint_weigh(gb_quantity_element *s, const gb_scalar change[], const gb_scalar g[],
                    gb_joint_weights *w);
/// bar, as in add_bar, += the derivatives by a component of the residual, and by the axes; and
/// gradient[designs] += those by parameters.
void gb_joint_put(gb_quantity_element *s, const gb_joint_weights *w, int component,
                  gb_scalar *const bar[2]);
void gb_joint_put_axes(gb_quantity_element *s, const gb_joint_weights *w, gb_scalar *const bar[2]);
void gb_joint_gradient(gb_quantity_element *s, const gb_joint_weights *w, gb_scalar gradient[]);

/// The element of a quantity, of this rank, at a state.
void gb_quantity_open(gb_assembly *assembly, const gb_quantity *of, const gb_nodal_state *state,
                      gb_quantity_element *s);
/// bar[whether the element measures its reference][nodal values] += local of the lane.
void gb_quantity_put(gb_quantity_element *s, gb_pack local[], gb_scalar *const bar[2]);

#endif
