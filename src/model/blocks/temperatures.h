/// Entries of temperatures and the elements that they heat.
#ifndef GB_MODEL_BLOCKS_TEMPERATURES_H
#define GB_MODEL_BLOCKS_TEMPERATURES_H

#include "model/sections/sections.h"
#include "model/topology/topology.h"

/// Temperatures of the elements of the mesh.
typedef struct gb_heating {
  int *entry; ///< entry of `temperatures` of each element, [elements], -1: none; NULL: no entries
  double *gradient; ///< along the normal, in place of that of the entry, [elements]
  double *factor;   ///< factor of the entry's value in each element, [elements]
  double *nodal;    ///< the same at each node of each element, as mesh->node; NULL: no solids
} gb_heating;

/// Find the temperatures of a model. The arena of its definition owns the arrays. Local.
/// errors: those of groups; GB_WRONG_GROUP, GB_BAD_EXPRESSION; GB_KEY_CONFLICT if two entries heat
/// the same element; GB_FILE
int gb_heating_find(const gb_topology *t, gb_heating *out, gb_error *error);

/// Whether elements of an entry of `temperatures` have factors of their own; -1: no entry. Local.
bool gb_heating_differs(const gb_definition *from, int entry);

/// Heat a section of shells or beams by an entry of `temperatures`, -1: none. Local.
/// errors: GB_WRONG_SECTION if the free expansion of such a section is not known
/// @param where the entry of `shells` or `beams`, for messages
int gb_heating_apply(const gb_definition *from, int entry, const char *where,
                     gb_section_source *section, gb_error *error);

#endif
