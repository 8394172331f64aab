/// The pieces of a march's steps: one a step, or two in place of each that was halved.
#ifndef GB_INTEGRATORS_PIECES_H
#define GB_INTEGRATORS_PIECES_H

#include "base/list.h"
#include <stdbool.h>

/// A step, or what halvings made of it: it lies in its step from `start` over 2^-level of it.
typedef struct gb_piece {
  int64_t first; ///< point
  int step;      ///< 1, 2, ...
  int level;
  double start; ///< exact
  bool fresh;   ///< it is the first half of a piece that failed
} gb_piece;

/// Starts as {.width = points of a piece}; gb_pieces_free when done.
typedef struct gb_pieces {
  int width;
  gb_list split;  ///< gb_piece in the order of their points: those of steps that were halved
  gb_list halved; ///< int64_t: first points of the pieces that were halved, in the order of events
} gb_pieces;

/// The piece in which point k >= 1 lies. Local.
gb_piece gb_pieces_at(const gb_pieces *pieces, int64_t k);
/// Put two halves in the place of the piece in which point k >= 1 lies; all points after it move.
/// Local. errors: GB_FILE (memory)
int gb_pieces_halve(gb_pieces *pieces, int64_t k, gb_error *error);
void gb_pieces_free(gb_pieces *pieces);

#endif
