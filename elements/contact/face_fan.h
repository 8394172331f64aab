/// Lines and faces of a mesh as flat parts, and the points of these that are nearest to a place.
#ifndef GB_ELEMENTS_CONTACT_FACE_FAN_H
#define GB_ELEMENTS_CONTACT_FACE_FAN_H

#include "mesh/basis.h"

enum {
  GB_FAN_CORNERS = 3, ///< largest number of corners of a part
  GB_FAN_RING = 8,    ///< largest number of nodes around a face
  GB_FAN_SHARED = 2 * GB_FAN_RING,
  GB_FAN_SIMPLICES = 4 * GB_FAN_RING + 1
};

/// A simplex of a face: a part, or a side or a corner of a part.
typedef struct gb_fan_simplex {
  int part;
  unsigned corners; ///< bits of the part's corners
  /// Number of the simplex among those that other faces may have: a side of the ring has the number
  /// of the node before it, a node of the ring GB_FAN_RING plus its own number; -1: no other face
  /// has it, and it counts by `count`.
  int shared;
  double count;
} gb_fan_simplex;

/// The parts of a line or face: segments between nodes that follow one another, or triangles
/// between two such nodes and the centre, which is a weighted sum of all nodes. A triangle of three
/// nodes is its only part.
typedef struct gb_face_fan {
  int nodes, corners;                                           ///< corners of a part: 2 or 3
  int parts;                                                    ///< number of parts
  double weight[GB_FAN_RING][GB_FAN_CORNERS][GB_SURFACE_NODES]; ///< of nodes in corners of parts
  int ring[GB_FAN_RING]; ///< nodes along the line, or around the face
  int rings;             ///< number of these nodes
  /// Vectors along a face, by whose rates it turns: from the second node to the first one of each,
  /// the diagonals of a quadrilateral, or two sides of a triangle.
  int span[2][2];
  int simplices;
  gb_fan_simplex simplex[GB_FAN_SIMPLICES];
  int number[GB_FAN_RING][1 << GB_FAN_CORNERS]; ///< of the simplex of each set of corners of a part
} gb_face_fan;

/// The parts of a surface from which a place is repelled.
typedef struct gb_fan_nearest {
  double square;                  ///< of the distance from the nearest point of the face
  int simplex;                    ///< in whose inside this point lies
  double count[GB_FAN_SIMPLICES]; ///< of each simplex
} gb_fan_nearest;

/// Find the parts of a line, dimension 1, or a face, 2, with some number of nodes (overwrites).
/// Local.
void gb_face_fan_make(int dimension, int nodes, gb_face_fan *out);
/// Find from which simplices a place p is repelled (overwrites). Each simplex of the face counts
/// for the simplex in whose inside its nearest point to p lies; faces with a common side or node
/// have equal shares in it. Over all faces, the sum of a function of the distances has one term
/// where the surface is flat or convex, the term of the nearest point, and it has continuous
/// derivatives everywhere. Local. Source: docs/theory.md, (5.39).
/// @param X positions of the nodes, [nodes]
/// @param faces numbers of the faces, at least 1, that have each side and node of the ring,
///   [GB_FAN_SHARED]
void gb_face_fan_find(const gb_face_fan *fan, const double (*X)[3], const double faces[],
                      const double p[3], gb_fan_nearest *out);

#endif
