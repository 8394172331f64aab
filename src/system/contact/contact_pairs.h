/// Pairs of surfaces and points of a contact's block that are near each other.
#ifndef GB_SYSTEM_CONTACT_CONTACT_PAIRS_H
#define GB_SYSTEM_CONTACT_CONTACT_PAIRS_H

#include "base/point_tree.h"
#include "elements/contact/face_fan.h"
#include "model/model.h"

/// A list of pairs.
typedef struct gb_contact_list {
  int count, capacity;
  int32_t (*pair)[2]; ///< surface and point; in the order of the surfaces and, for each, of the
                      ///< points
} gb_contact_list;

/// The geometry of a pool.
typedef struct gb_contact_places {
  const gb_contact_pool *pool;
  double middle[GB_SURFACE_NODES]; ///< weights of the nodes of a surface in a point of it
  double weight[GB_SURFACE_POINTS][GB_SURFACE_NODES]; ///< of nodes in the points of elements that
                                                      ///< touch
  double spread;       ///< most by which a point moves if no node moves by more than 1
  double (*X)[3];      ///< present positions of the nodes, [pool->nodes]
  gb_tree_point *tree; ///< [points]
} gb_contact_places;

/// Find what does not depend on the state. Local; the arena owns the arrays. errors: GB_FILE
int gb_contact_places_make(const gb_contact_pool *pool, const gb_contact_form *form,
                           gb_arena *arena, gb_contact_places *out, gb_error *error);
/// Find all pairs of a surface and a point whose distance may be below `reach`, and that may touch.
/// Local. errors: GB_OUT_OF_MEMORY
/// @param out lists the pairs (overwrites)
int gb_contact_places_search(gb_contact_places *places, double reach, gb_contact_list *out,
                             gb_error *error);
/// @return a length by which nodes may move before the pairs are found again: a share of `reach`
/// and of the size of the surfaces. Local.
double gb_contact_places_margin(const gb_contact_places *places, double reach);
#endif
