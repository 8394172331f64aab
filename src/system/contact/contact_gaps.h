/// The elements of searched contacts for functions of their gaps: all pairs of a surface and a
/// point that count beside the pair with the smallest gap, however far from each other they are.
#ifndef GB_SYSTEM_CONTACT_CONTACT_GAPS_H
#define GB_SYSTEM_CONTACT_CONTACT_GAPS_H

#include "system/nodal_values/batch.h"

typedef struct gb_contact_gaps gb_contact_gaps;

/// The assembly, of a model with searched contacts, is borrowed. Local. errors: GB_FILE
/// @param weight least weight of the functions
int gb_contact_gaps_create(const gb_assembly *assembly, double weight, gb_contact_gaps **out,
                           gb_error *error);
void gb_contact_gaps_destroy(gb_contact_gaps **gaps);
/// Find the elements at a state. They depend on the state alone. Collective. errors:
/// GB_WRONG_FUNCTION: a contact has no pair; GB_OUT_OF_MEMORY
/// @param view out: a copy of the assembly with these elements, valid until the next call or a
///   change of the assembly's memory for vectors
int gb_contact_gaps_find(gb_contact_gaps *gaps, const gb_nodal_state *state, gb_assembly **view,
                         gb_error *error);

#endif
