/// Solids of a mesh: their elements and entries, and the solid behind a face.
#ifndef GB_MODEL_SECTIONS_SOLIDS_H
#define GB_MODEL_SECTIONS_SOLIDS_H

#include "mesh/around.h"
#include "model/groups/lookup.h"

/// Solids of the whole mesh or of a subdomain. In a subdomain number, mass and `fails` are of the
/// whole mesh.
typedef struct gb_solids {
  int32_t count;             ///< number of solid elements
  int32_t *entry;            ///< entry of `solids` of each mesh element, -1: not a solid
  gb_elements_around around; ///< solids around each node of the mesh
  double volume, mass;
  bool fails; ///< there are solids, and each has a failure index
} gb_solids;

/// Find the solids of a model; *out is NULL if the case has none. Local.
/// The function returns the errors of groups and materials; GB_SECOND_SECTION; GB_NO_SECTION for
/// elements without an entry; GB_EMPTY_GROUP; GB_FILE.
int gb_solids_create(const gb_definition *from, const gb_solids **out, gb_error *error);

/// @return the entry of a mesh element, -1: not a solid. solids NULL: there are none
static inline int gb_solids_entry(const gb_solids *solids, int32_t element) {
  return solids ? solids->entry[element] : -1;
}
/// @return the number of solids; their mass. solids NULL: 0
static inline int32_t gb_solids_count(const gb_solids *solids) {
  return solids ? solids->count : 0;
}
static inline double gb_solids_mass(const gb_solids *solids) {
  return solids ? solids->mass : 0;
}

/// Find the solids of which a surface element of the mesh is a face.
/// @param[out] side  1: the normal of the surface points into the solid; -1: it points out of it
/// @return the number of such solids; 0: the element is no face; 2: it is between two solids
int gb_solids_behind(const gb_mesh *mesh, const gb_solids *solids, int32_t element, int *side);

#endif
