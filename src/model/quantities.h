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
  GB_QUANTITY_SECTION
} gb_quantity_kind;

enum { GB_WRENCH = 6, GB_JOINT_VALUES = 12 };

/// Its values are those from `first` on among the values of all.
typedef struct gb_quantity {
  const char *name, *where; ///< name NULL: of a joint without one, which nothing can name
  gb_quantity_kind kind;
  int first, count;
  const char *const *word; ///< names of the values, [count]
  int64_t id;              ///< the file's number of the element; of a joint, its place
  // of a reaction:
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

/// Local. errors: GB_USAGE, GB_MODEL naming the entry; GB_FILE
int gb_quantity_set_create(const gb_locals *locals, const gb_supports *supports,
                           const gb_block_set *blocks, gb_quantity_set **out, gb_error *error);

#endif
