/// Search for the pairs of surfaces and points of bodies that are near each other: the elements of
/// contacts with several surfaces. Such elements belong to an assembly and not to its model,
/// because they change with the state.
#ifndef GB_SYSTEM_CONTACT_SEARCH_H
#define GB_SYSTEM_CONTACT_SEARCH_H

#include "system/batch.h"

/// Set assembly->blocks to the blocks of the model or, if the model has contacts with several
/// surfaces, to a copy in which their elements may change. Local. errors: GB_FILE
int gb_contact_search_create(gb_assembly *assembly, gb_error *error);
/// Free the searches of an assembly. Local.
void gb_contact_search_destroy(gb_assembly *assembly);

#endif
