/// Search for the pairs of surfaces and points of bodies that are near each other: the elements of
/// contacts with several surfaces. Such elements belong to an assembly and not to its model,
/// because they change with the state.
#ifndef GB_SYSTEM_CONTACT_CONTACT_SEARCH_H
#define GB_SYSTEM_CONTACT_CONTACT_SEARCH_H

#include "system/nodal_values/batch.h"

/// Set assembly->blocks to the blocks of the model or, if the model has contacts with several
/// surfaces, to a copy in which their elements may change. Local. errors: GB_FILE
int gb_contact_search_create(gb_assembly *assembly, gb_error *error);
/// Free the searches of an assembly. Local.
void gb_contact_search_destroy(gb_assembly *assembly);

/// This tells a search which pairs to find.
typedef struct gb_contact_range {
  int search;         ///< number of the search
  const gb_scalar *q; ///< nodal displacements
  double gap;
} gb_contact_range;

/// Lower *share to the largest part of a change of the nodal displacements by which no point of a
/// contact comes nearer to the middle of a surface of elements than half the layer of its law (for
/// other surfaces of balls, or else of a twentieth of the model's size), or moves beyond the pairs
/// that are known. Collective.
/// @param state has the displacements; the change is dq[nodal values]
void gb_assembly_approach(gb_assembly *assembly, const gb_nodal_state *state, const gb_scalar dq[],
                          double size, double *share);

/// @return the number of searches, each of one block. Local.
int gb_contact_search_count(const gb_assembly *assembly);
/// @return the block of a search. Local.
int gb_contact_search_block(const gb_assembly *assembly, int search);
/// @return a length that no distance of two nodes of a search exceeds. Local.
double gb_contact_search_size(const gb_assembly *assembly, const gb_contact_range *range);
/// Make all pairs of a search whose gap is below range->gap the elements of its block, and some
/// others. Collective. errors: GB_OUT_OF_MEMORY
/// @param pairs out: their number on all ranks
int gb_contact_search_within(gb_assembly *assembly, const gb_contact_range *range, int *pairs,
                             gb_error *error);

#endif
