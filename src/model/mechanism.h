/// Rigid motions of parts of the model that supports, joints and springs leave free (no static
/// march can solve these), and parts without connection to the ground.
#ifndef GB_MODEL_MECHANISM_H
#define GB_MODEL_MECHANISM_H

#include "model/supports.h"

/// Descriptions, "": none. The same on every rank.
typedef struct gb_mechanism {
  char mechanism[400]; ///< a rigid motion without resistance
  char loose[600];     ///< parts that are not connected to the ground
} gb_mechanism;

/// Search for mechanisms. Local. errors: GB_FILE
int gb_mechanism_find(const gb_supports *supports, gb_mechanism *found, gb_error *error);

#endif
