/// Planes of symmetry defined by supports. A shell that meets such a plane at a right angle is
/// smooth together with its mirror image, so its normal lies in the plane. Source: docs/theory.md,
/// section 2.
#ifndef GB_MODEL_SECTIONS_MIRRORS_H
#define GB_MODEL_SECTIONS_MIRRORS_H

#include "model/groups/lookup.h"

/// Motions that supports fix at a mesh node: orthonormal directions of displacement, and axes of
/// rotation.
typedef struct gb_fixed_motions {
  int moves, turns;
  double move[3][3], turn[3][3];
} gb_fixed_motions;

/// Fixed motions of all mesh nodes.
typedef struct gb_mirrors {
  int count;
  gb_fixed_motions *fixed;
  /// Index in `fixed` of each mesh node, -1: no support; NULL: there are no supports.
  int32_t *fixed_at;
} gb_mirrors;

/// Collect the fixed motions. Local. errors: GB_UNKNOWN_GROUP, GB_UNKNOWN_NODE, GB_NO_MESH, GB_FILE
int gb_mirrors_create(const gb_definition *from, gb_mirrors *out, gb_error *error);
/// Find the orthonormal unit normals of the planes of symmetry that contain a node. In a plane with
/// normal e, the displacement along e and the rotations about axes normal to e are fixed; the
/// rotation about the shell's normal N has no stiffness and need not be fixed. Where two planes
/// meet, two displacements and all rotations are fixed. Local. @return number of planes
int gb_mirrors_at(const gb_mirrors *mirrors, int32_t node, const double N[3], double normal[3][3]);

/// Compute the component of a vector normal to orthonormal axes. @return its length
double gb_remainder_of(const double v[3], int axes, const double axis[3][3], double left[3]);

#endif
