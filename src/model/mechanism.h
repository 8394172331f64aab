/// Whether supports, joints and springs leave a part of the model free to move as a rigid body,
/// which no static march can solve, and which parts nothing attaches to the ground.
#ifndef GB_MODEL_MECHANISM_H
#define GB_MODEL_MECHANISM_H

#include "model/supports.h"

/// In words, "": none. The same on every rank.
typedef struct gb_mechanism {
  char mechanism[400]; ///< a rigid motion that nothing holds
  char loose[600];     ///< parts that nothing attaches to the ground
} gb_mechanism;

/// Local. errors: GB_FILE
int gb_mechanism_find(const gb_supports *supports, gb_mechanism *found, gb_error *error);

#endif
