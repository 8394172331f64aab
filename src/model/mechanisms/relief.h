/// Inertia relief: the rigid motions of the whole model that supports leave free, apart from those
/// supports that hold it for inertia relief. The inertia of an acceleration in these motions
/// balances the loads. Source: docs/theory.md, the section on inertia relief.
#ifndef GB_MODEL_MECHANISMS_RELIEF_H
#define GB_MODEL_MECHANISMS_RELIEF_H

#include "model/constraints/supports.h"

enum { GB_RELIEF_MOTIONS = 6 };

/// Free rigid motions, the same on every rank. Motion k moves the point X by v + w x (X - center);
/// motion[k] is v, then w.
typedef struct gb_relief_motions {
  const char *where; ///< the first support of inertia relief, for messages
  int count;
  double center[3], motion[GB_RELIEF_MOTIONS][6];
} gb_relief_motions;

/// Find the free motions; NULL: no support is of inertia relief. Local. errors: GB_KEY_CONFLICT (no
/// motion is free, supports of inertia relief fix more components than motions are free, or an
/// entry acts between the model and the ground), GB_LOOSE_NODE (parts that nothing joins),
/// GB_TOO_LARGE (too many parts), GB_MOTION_CONFLICT (given motions), GB_FILE
int gb_relief_motions_find(const gb_supports *supports, const gb_relief_motions **out,
                           gb_error *error);

/// Give the motions of rank 0 to the other ranks, in memory of the definition's arena `kept`.
/// Collective. errors: GB_FILE
int gb_relief_motions_share(const gb_definition *from, const gb_relief_motions **motions,
                            gb_error *error);

#endif
