/// List of all builders.
#include "model/builders/builder.h"

#define GB_BUILDER(name) &gb_builder_##name,
const gb_builder *const gb_builders[] = {GB_FOR_BUILDERS(GB_BUILDER) NULL};
