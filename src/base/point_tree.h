/// A tree of points in space, halved along x, y and z in turn, for searches of points near a place.
#ifndef GB_BASE_POINT_TREE_H
#define GB_BASE_POINT_TREE_H

#include <stdint.h>

/// A point of a tree.
typedef struct gb_tree_point {
  double at[3];
  int32_t number; ///< of the caller
} gb_tree_point;

/// Callback for each point that a search finds. @return a status; GB_OK continues
typedef int gb_tree_visit(void *context, int32_t number);

/// Sort points into a tree, in place: the middle one divides those before and after it. Local.
void gb_point_tree_sort(int32_t count, gb_tree_point point[]);
/// Visit each point of a tree whose distance from a place is below `reach`. Local. @return the
/// first status that is not GB_OK
int gb_point_tree_search(int32_t count, const gb_tree_point point[], const double place[3],
                         double reach, gb_tree_visit *visit, void *context);

#endif
