/// Named forces and section values of a model beside the motion of probes: reactions at supports,
/// forces of joints, values of one element's section. Expressions and histories know them.
#ifndef GB_MODEL_QUANTITIES_H
#define GB_MODEL_QUANTITIES_H

#include "model/blocks.h"
#include "model/locals.h"
#include "model/supports.h"

typedef enum gb_quantity_kind {
  /// The force and the moment that supports exert on nodes: fx fy fz mx my mz.
  GB_QUANTITY_REACTION,
  /// Of a joint on its second partner, the moment about its position there: fx fy fz mx my mz in
  /// global axes, f1 f2 f3 m1 m2 m3 in those of the joint on that partner, the third being its
  /// axis.
  GB_QUANTITY_JOINT,
  /// Of one shell or beam the fields of its mean strains one after another, see gb_field.
  GB_QUANTITY_SECTION,
  /// Of one shell or beam the largest failure index of its points, and its strain energy: failure
  /// energy.
  GB_QUANTITY_STATE,
  /// Of a body or a beam's end, how it has turned from the reference about each global axis,
  /// between
  /// -pi and pi, and the angular velocity: rx ry rz wx wy wz.
  GB_QUANTITY_TURN
} gb_quantity_kind;

/// Whether a quantity is of forces: on all of a state, rates and multipliers too.
static inline bool gb_quantity_is_force(gb_quantity_kind kind) {
  return kind == GB_QUANTITY_REACTION || kind == GB_QUANTITY_JOINT;
}

enum { GB_WRENCH = 6, GB_JOINT_VALUES = 12, GB_STATE_VALUES = 2, GB_TURN_VALUES = 6 };

/// Its values are those from `first` on among the values of all.
typedef struct gb_quantity {
  const char *name, *where; ///< name NULL: of a joint without one, which nothing can name
  gb_quantity_kind kind;
  int first, count;
  const char *const *word; ///< names of the values, [count]
  int64_t id;              ///< the file's number of the element; of a joint, its place
  // of a reaction, or a turn, whose node is on one rank:
  int32_t nodes, *node; ///< local nodes that are held, and those tied to them
  int32_t center;       ///< the local node about which moments count, -1: `about`
  double about[3];
  // of a joint or section, on the rank that has its element:
  int block; ///< -1: not here
  int32_t element;
} gb_quantity;

typedef struct gb_quantity_set {
  int count, values;
  int joints; ///< the first ones, one each
  gb_quantity *entry;
} gb_quantity_set;

/// The quantity that a value of all is of.
static inline const gb_quantity *gb_quantity_of(const gb_quantity_set *set, int value) {
  int i = 0;
  while (value >= set->entry[i].first + set->entry[i].count) i++;
  return &set->entry[i];
}

/// Local. errors: GB_USAGE, GB_MODEL naming the entry; GB_FILE
int gb_quantity_set_create(const gb_locals *locals, const gb_supports *supports,
                           const gb_block_set *blocks, gb_quantity_set **out, gb_error *error);

#endif
