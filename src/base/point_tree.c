/// A balanced tree in an array, as by Bentley (1975), Communications of the ACM 18.
#include "base/point_tree.h"

#include "base/error.h"

#include <stdlib.h>

/// Compare two points along one axis; equal ones by their numbers.
static int compare(const gb_tree_point *a, const gb_tree_point *b, int axis) {
  if (a->at[axis] != b->at[axis]) return a->at[axis] < b->at[axis] ? -1 : 1;
  return (a->number > b->number) - (a->number < b->number);
}

static int along_x(const void *a, const void *b) {
  return compare(a, b, 0);
}

static int along_y(const void *a, const void *b) {
  return compare(a, b, 1);
}

static int along_z(const void *a, const void *b) {
  return compare(a, b, 2);
}

/// Sort the points of a subtree that begins with a division along an axis.
static void sort_from(int axis, int32_t count, gb_tree_point point[]) {
  static int (*const along[3])(const void *, const void *) = {along_x, along_y, along_z};
  const int32_t middle = count / 2;
  if (count < 2) return;
  qsort(point, (size_t)count, sizeof *point, along[axis]);
  sort_from((axis + 1) % 3, middle, point);
  sort_from((axis + 1) % 3, count - middle - 1, point + middle + 1);
}

void gb_point_tree_sort(int32_t count, gb_tree_point point[]) {
  sort_from(0, count, point);
}

/// A search of a tree.
typedef struct search {
  const double *place;
  double reach;
  gb_tree_visit *visit;
  void *context;
} search;

static int search_from(const search *s, int axis, int32_t count, const gb_tree_point point[]) {
  if (count == 0) return GB_OK;
  const gb_tree_point *middle = &point[count / 2];
  const double off = middle->at[axis] - s->place[axis];
  double square = 0;
  if (off > -s->reach) GB_TRY(search_from(s, (axis + 1) % 3, count / 2, point));
  for (int i = 0; i < 3; i++)
    square += (middle->at[i] - s->place[i]) * (middle->at[i] - s->place[i]);
  if (square < s->reach * s->reach) GB_TRY(s->visit(s->context, middle->number));
  if (off < s->reach) GB_TRY(search_from(s, (axis + 1) % 3, count - count / 2 - 1, middle + 1));
  return GB_OK;
}

int gb_point_tree_search(int32_t count, const gb_tree_point point[], const double place[3],
                         double reach, gb_tree_visit *visit, void *context) {
  const search s = {place, reach, visit, context};
  return search_from(&s, 0, count, point);
}
