/// Named forces and section values of a model, in addition to the motion of probes: reactions at
/// supports, forces of joints, values of one element's section, rotations. Expressions and
/// histories use them.
#ifndef GB_MODEL_PROBES_QUANTITIES_H
#define GB_MODEL_PROBES_QUANTITIES_H

#include "model/blocks/blocks.h"
#include "model/blocks/locals.h"
#include "model/constraints/supports.h"

/// Kinds of quantities with the names of their values.
typedef enum gb_quantity_kind {
  /// Force and moment that supports exert on nodes, or a contact's surface on what touches it: fx
  /// fy fz mx my mz.
  GB_QUANTITY_REACTION,
  /// Force and moment of a joint on its second partner, with the moment about the joint's position
  /// there: fx fy fz mx my mz in global axes, f1 f2 f3 m1 m2 m3 in the joint's axes on that
  /// partner, of which the third is the joint's axis.
  GB_QUANTITY_JOINT,
  /// Fields of the mean strains of one shell or beam, one after another, see gb_field.
  GB_QUANTITY_SECTION,
  /// Largest failure index and strain energy of one shell or beam: failure energy.
  GB_QUANTITY_STATE,
  /// Rotation of a body or a beam's end about each global axis, between -pi and pi, and angular
  /// velocity: rx ry rz wx wy wz.
  GB_QUANTITY_TURN,
  /// Area of a contact's points that touch, and its smallest gap, for histories: area gap.
  GB_QUANTITY_CONTACT,
  /// An unknown of first order: value.
  GB_QUANTITY_UNKNOWN
} gb_quantity_kind;

/// Whether a quantity is a force, which depends on all components and multipliers of a state.
static inline bool gb_quantity_is_force(gb_quantity_kind kind) {
  return kind == GB_QUANTITY_REACTION || kind == GB_QUANTITY_JOINT;
}

enum {
  GB_WRENCH = 6,
  GB_JOINT_VALUES = 12,
  GB_STATE_VALUES = 2,
  GB_TURN_VALUES = 6,
  GB_CONTACT_VALUES = 2
};

/// A quantity. Its values begin at index `first` among the values of all quantities.
typedef struct gb_quantity {
  const char *name, *where; ///< name NULL: a joint without name, which expressions cannot use
  gb_quantity_kind kind;
  int first, count;
  const char *const *word; ///< names of the values, [count]
  int64_t id; ///< number of the element in the mesh file; index of the joint or contact
  // For reactions and rotations (whose node is on one rank):
  int32_t nodes, *node; ///< local nodes that are fixed, and those tied to them
  int32_t center;       ///< local node about which moments are computed, -1: the point `about`
  int64_t contact;      ///< of reactions: 1 + index of the entry of `contacts` whose elements alone
                        ///< act; 0: all elements
  double about[3];
  // For joints and sections, on the rank with the element:
  int block; ///< -1: not on this rank
  int32_t element;
} gb_quantity;

/// All quantities of a model, joints first.
typedef struct gb_quantity_set {
  int count, values;
  int joints; ///< number of joints, which are the first quantities, one each
  gb_quantity *entry;
} gb_quantity_set;

/// @return the quantity to which a value belongs
static inline const gb_quantity *gb_quantity_of(const gb_quantity_set *set, int value) {
  int i = 0;
  while (value >= set->entry[i].first + set->entry[i].count) i++;
  return &set->entry[i];
}

/// Find the quantities of a model. Local. errors: those of the entries; GB_FILE
int gb_quantity_set_create(const gb_locals *locals, const gb_supports *supports,
                           const gb_block_set *blocks, gb_quantity_set **out, gb_error *error);

/// Find the element of a probe: by its number, or the nearest one. Local. errors: GB_UNKNOWN_NODE
int gb_probe_find_element(const gb_topology *t, const gb_probe *probe, int32_t *element,
                          gb_error *error);

#endif
