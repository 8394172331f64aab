/// Tables over time in decks, as expressions.
#ifndef GB_DECK_TABLE_H
#define GB_DECK_TABLE_H

#include "base/arena.h"

typedef struct gb_deck_point {
  double x, y;
} gb_deck_point;

/// Write the lines between points of ascending x as an expression of `s`, in memory of the arena.
/// The first and the last line go on beyond the ends. Two points at one x are a jump.
/// @param count  2 or more, and not all at one x
int gb_deck_write_table(const gb_deck_point all[], int count, const char *s, gb_arena *arena,
                        char **text, gb_error *error);

#endif
