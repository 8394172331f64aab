/// Keys of a case that not all marches read.
#ifndef GB_CASE_GIVEN_H
#define GB_CASE_GIVEN_H

#include "case/case.h"

/// A key of the case: "plate.yaml:12", "materials.steel.damping"; `use` is the bit of gb_march_use
/// by which marches read it.
typedef void gb_given_visit(void *context, const char *where, const char *path, unsigned use);

/// Visit the keys that the case gives and that not all marches read, without those whose value is
/// nothing, as 0. Local.
void gb_case_visit_given(const gb_case *c, gb_given_visit *visit, void *context);

#endif
