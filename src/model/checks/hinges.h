/// Shells and beams that meet solids at one edge or point: they share displacements alone there, so
/// that they turn freely about it.
#ifndef GB_MODEL_CHECKS_HINGES_H
#define GB_MODEL_CHECKS_HINGES_H

#include "model/constraints/supports.h"

/// Describe the first edge or point between solids and shells, beams or bodies about which one side
/// turns freely while all else stays, "": none. Sides at which connections or equations act are
/// left to the solver. Local, the same on every rank. errors: GB_FILE
int gb_hinges_find(const gb_supports *supports, size_t size, char *text, gb_error *error);

#endif
