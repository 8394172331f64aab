/// Given motions of a model's nodes as functions of time.
#ifndef GB_SYSTEM_MOTIONS_H
#define GB_SYSTEM_MOTIONS_H

#include "base/scalar.h"
#include "model/model.h"

typedef struct gb_motions gb_motions;

/// The model is borrowed. Local.
int gb_motions_create(const gb_model *model, gb_motions **out, gb_error *error);
void gb_motions_destroy(gb_motions **motions);
/// z += g(t), g'(t) or g''(t), by the component, at the nodes of given motion. Local.
void gb_motions_add(gb_motions *motions, double t, int component, gb_scalar z[]);

#endif
