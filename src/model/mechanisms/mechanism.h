/// Rigid motions of parts of the model that supports, joints and springs leave free (no static
/// march can solve these), and parts without connection to the ground.
#ifndef GB_MODEL_MECHANISMS_MECHANISM_H
#define GB_MODEL_MECHANISMS_MECHANISM_H

#include "model/constraints/supports.h"

/// Descriptions, "": none. The same on every rank.
typedef struct gb_mechanism {
  char mechanism[400]; ///< a rigid motion without resistance
  char loose[600];     ///< parts that are not connected to the ground
} gb_mechanism;

/// Resistance against the six rigid motions of a whole model: the velocity of a point, `center`,
/// and the angular velocity times a length, `size`. The quadratic form is zero for motions that
/// supports, connections with the ground and equations leave free.
typedef struct gb_whole {
  int groups; ///< number of groups of joined parts; unless it is 1, the other members are zero
  double center[3], size;
  double form[6][6];
} gb_whole;

/// Find the resistance against motions of the whole model. Local. errors: GB_FILE, GB_TOO_LARGE
/// (too many parts)
int gb_mechanism_of_whole(const gb_supports *supports, gb_whole *whole, gb_error *error);

/// Search for mechanisms. Local. errors: GB_FILE
int gb_mechanism_find(const gb_supports *supports, gb_mechanism *found, gb_error *error);

#endif
