/// Mass, centre of mass and inertia of the parts of a model, computed from its mass matrix.
#ifndef GB_SYSTEM_DIAGNOSTICS_INERTIA_H
#define GB_SYSTEM_DIAGNOSTICS_INERTIA_H

#include "model/model.h"

/// Mass properties of a part of the model in its reference configuration.
typedef struct gb_inertia {
  double mass, center[3];
  /// Inertia about the centre, global axes: xx yy zz xy xz yz, with xy = -sum m x y.
  double tensor[6];
} gb_inertia;

/// Resultant force, and moment about the origin.
typedef struct gb_resultant {
  double force[3], moment[3];
} gb_resultant;

/// Mean position of the nodes. Sums over the mass about this point lose the fewest digits.
/// Collective.
void gb_inertia_middle(const gb_model *model, double middle[3]);
/// See gb_engine.resultants. Collective.
int gb_resultants_find(const gb_model *model, int times, const double t[], gb_resultant loads[],
                       gb_resultant weight[], gb_error *error);
/// See gb_engine.inertia. Collective.
int gb_inertia_find(const gb_model *model, gb_inertia part[], gb_error *error);

#endif
