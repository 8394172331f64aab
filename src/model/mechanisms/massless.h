/// Bodies without inertia. Nodes linked to them and their joints must determine their motion.
/// Source: docs/theory.md, the section on rigid bodies.
#ifndef GB_MODEL_MECHANISMS_MASSLESS_H
#define GB_MODEL_MECHANISMS_MASSLESS_H

#include "model/constraints/supports.h"

/// Describe a body whose acceleration nothing determines; "": there is none. Local, the same on
/// every rank. errors: GB_FILE
int gb_massless_find(const gb_supports *supports, size_t size, char *text, gb_error *error);

#endif
