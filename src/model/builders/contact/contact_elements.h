/// Contacts whose surface is lines or faces of the mesh.
#ifndef GB_MODEL_BUILDERS_CONTACT_CONTACT_ELEMENTS_H
#define GB_MODEL_BUILDERS_CONTACT_CONTACT_ELEMENTS_H

#include "model/builders/draft.h"
#include "model/contact/contact_bodies.h"

/// Add the blocks of a contact of elements: one for each shape of the surface and each shape of
/// what touches. Searches find their elements. Local. errors: the errors of gb_find_group;
/// GB_WRONG_GROUP, GB_LOOSE_NODE, GB_FILE
int gb_contact_elements_add(gb_draft *draft, const gb_contact *contact,
                            const gb_contact_frames *frames, gb_error *error);

#endif
