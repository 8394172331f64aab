/// Beams that stand on a shell and turn about its normal, which the shell does not resist: its
/// director knows no rotation about itself.
#ifndef GB_MODEL_DRILLING_H
#define GB_MODEL_DRILLING_H

#include "model/supports.h"

/// The first of such beams in words; unchanged: there are none. What more than a shell holds or may
/// hold, as by a connection or an equation, is left to the solver. Local, the same on every rank.
/// errors: GB_FILE
int gb_drilling_find(const gb_supports *supports, size_t size, char *text, gb_error *error);

#endif
