/// What beams look like: the outlines of their sections, swept from node to node of each element in
/// the axes of the sections there, as hexahedra.
#ifndef GB_MONITOR_SWEPT_H
#define GB_MONITOR_SWEPT_H

#include "model/model.h"

/// A section's outline, in numbers.
typedef struct gb_swept_outline {
  int points, cells;
  double (*point)[2];       ///< (y, z) from the line of the elements, [points]
  unsigned char (*cell)[4]; ///< points of each quadrangle, [cells]
} gb_swept_outline;

/// An element of this rank.
typedef struct gb_swept {
  const gb_swept_outline *outline;
  const int32_t *node;
  int nodes;           ///< 2 or 3: both ends, then the middle
  bool rod;            ///< its nodes have no axes
  int32_t source;      ///< the element's own cell among those of the rank's blocks
  int64_t point, cell; ///< its first ones among those of all ranks
} gb_swept;

typedef struct gb_swept_set {
  int32_t count;
  gb_swept *one;
  int32_t points, cells; ///< of this rank
  int64_t all_points, all_cells;
} gb_swept_set;

/// The node of an element at a place along it, and how many nodes and cells it has there.
static inline int32_t gb_swept_node(const gb_swept *swept, int place) {
  static const int order[2][3] = {{0, 1}, {0, 2, 1}};
  return swept->node[order[swept->nodes - 2][place]];
}
static inline int32_t gb_swept_points(const gb_swept *swept) {
  return swept->nodes * swept->outline->points;
}
static inline int32_t gb_swept_cells(const gb_swept *swept) {
  return (swept->nodes - 1) * swept->outline->cells;
}

/// The swept beams of a model whose sections have outlines. Local.
int gb_swept_find(const gb_model *model, gb_arena *arena, gb_swept_set *out, gb_error *error);

/// Where the outline is at a place along an element: the position of the node, then the axes x, y
/// and z of the section. Local.
void gb_swept_frame(const gb_model *model, const gb_swept *swept, int place, double frame[4][3]);
/// How that changes by displacements, velocities or accelerations of nodes. Where these are
/// `finite` displacements, ends of rods turn as their line does, without a spin, else not. Local.
/// @param nodal  [nodal values]
void gb_swept_change(const gb_model *model, const gb_swept *swept, int place, const double nodal[],
                     bool finite, double change[4][3]);

/// The sections of the problem's beams that have no outline, for a message; empty: none.
void gb_swept_missing(const gb_problem *problem, size_t size, char *text);

#endif
