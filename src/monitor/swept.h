/// Solids of beams for display: hexahedra between the outlines of the section at successive nodes
/// of each element.
#ifndef GB_MONITOR_SWEPT_H
#define GB_MONITOR_SWEPT_H

#include "model/model.h"

/// The outline of a section.
typedef struct gb_swept_outline {
  int points, cells;
  double (*point)[2];       ///< (y, z) relative to the line of the elements, [points]
  unsigned char (*cell)[4]; ///< points of each quadrangle, [cells]
} gb_swept_outline;

/// An element of this rank.
typedef struct gb_swept {
  const gb_swept_outline *outline;
  const int32_t *node;
  int nodes;           ///< number of nodes: 2, or 3 (both ends, then the middle)
  bool rod;            ///< nodes have no axes
  int32_t source;      ///< cell of the element among the cells of this rank's blocks
  int64_t point, cell; ///< its first point and first cell among those of all ranks
} gb_swept;

typedef struct gb_swept_set {
  int32_t count;
  gb_swept *one;
  int32_t points, cells;         ///< numbers of points and cells on this rank
  int64_t all_points, all_cells; ///< numbers of points and cells on all ranks
} gb_swept_set;

/// The node of an element with this number along the element, from 0 at its first end.
static inline int32_t gb_swept_node(const gb_swept *swept, int number) {
  static const int order[2][3] = {{0, 1}, {0, 2, 1}};
  return swept->node[order[swept->nodes - 2][number]];
}
/// Number of points of the solid of an element.
static inline int32_t gb_swept_points(const gb_swept *swept) {
  return swept->nodes * swept->outline->points;
}
/// Number of cells of the solid of an element.
static inline int32_t gb_swept_cells(const gb_swept *swept) {
  return (swept->nodes - 1) * swept->outline->cells;
}

/// Find the beam elements of this rank whose sections have outlines. Local. errors: GB_FILE
/// (memory)
int gb_swept_find(const gb_model *model, gb_arena *arena, gb_swept_set *out, gb_error *error);

/// Compute the position of a node of an element (numbered as in gb_swept_node) and the axes x, y, z
/// of the section there, in the reference configuration. Local.
void gb_swept_frame(const gb_model *model, const gb_swept *swept, int number, double frame[4][3]);
/// Compute the change of gb_swept_frame for displacements, velocities or accelerations of nodes.
/// With `finite` displacements, sections of rods rotate with the line of the rod, without torsion;
/// otherwise they do not rotate. Local. @param nodal [nodal values]
void gb_swept_change(const gb_model *model, const gb_swept *swept, int number, const double nodal[],
                     bool finite, double change[4][3]);

/// List the sections of beams without an outline, for a message; empty if there are none. Local.
/// @param[out] text [size]
void gb_swept_missing(const gb_problem *problem, size_t size, char *text);

#endif
