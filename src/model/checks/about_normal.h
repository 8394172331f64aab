/// Bodies on one node of shells, which do not resist their rotation about the normal.
#ifndef GB_MODEL_CHECKS_ABOUT_NORMAL_H
#define GB_MODEL_CHECKS_ABOUT_NORMAL_H

#include "model/constraints/supports.h"

/// Describe the first rigid link without `drilling` whose body has nothing but one node of shells,
/// about whose normal it turns freely, "": none. Bodies that other links, connections, supports or
/// equations have are left to the solver. Local. errors: GB_FILE
int gb_about_normal_find(const gb_supports *supports, size_t size, char *text, gb_error *error);

#endif
