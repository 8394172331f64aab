/// Planes of symmetry that supports describe: a shell that meets one at a right angle is smooth
/// with its mirror image, so its normal there lies in the plane. Source: docs/theory.md, section 2.
#ifndef GB_MODEL_MIRRORS_H
#define GB_MODEL_MIRRORS_H

#include "model/lookup.h"

/// What supports hold at a node of the mesh: orthonormal directions of its displacement, and axes
/// of its rotation.
typedef struct gb_held {
  int moves, turns;
  double move[3][3], turn[3][3];
} gb_held;

/// The same on every rank.
typedef struct gb_mirrors {
  int count;
  gb_held *held;
  int32_t *held_at; ///< of each mesh node, -1: no support holds it; NULL: there are no supports
} gb_mirrors;

/// Local, the same on every rank. errors: GB_MODEL naming the entry; GB_FILE
int gb_mirrors_create(const gb_definition *from, gb_mirrors *out, gb_error *error);
/// The unit normals of the planes of symmetry in which a node lies, orthonormal. With the normal e
/// the displacement along e is held, and so are the rotations about the axes square to e, but for
/// the one about the shell's own normal N, which has no stiffness and need not be; where two planes
/// meet, two displacements and all rotations. Local. @return how many
int gb_mirrors_at(const gb_mirrors *mirrors, int32_t node, const double N[3], double normal[3][3]);

/// The part of a vector normal to some axes. @return its size
double gb_remainder_of(const double v[3], int axes, const double axis[3][3], double left[3]);

#endif
