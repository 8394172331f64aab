/// Tables in decks as expressions. A table is divided into halves until two points are left, which
/// make a line.
#include "deck/table.h"

int gb_deck_write_table(const gb_deck_point all[], int count, const char *s, gb_arena *arena,
                        char **text, gb_error *error) {
  char *left, *right;
  if (count == 2)
    return gb_arena_text(arena, text, error, "%.17g + %.17g*(%s - %.17g)", all[0].y,
                         (all[1].y - all[0].y) / (all[1].x - all[0].x), s, all[0].x);
  const int middle = count / 2;
  int first = middle, last = middle; // points at one x are a jump, not a line
  while (first > 0 && all[first - 1].x == all[middle].x) --first;
  while (last < count - 1 && all[last + 1].x == all[middle].x) ++last;
  if (first == 0) return gb_deck_write_table(&all[last], count - last, s, arena, text, error);
  if (last == count - 1) return gb_deck_write_table(all, first + 1, s, arena, text, error);
  GB_TRY(gb_deck_write_table(all, first + 1, s, arena, &left, error));
  GB_TRY(gb_deck_write_table(&all[last], count - last, s, arena, &right, error));
  return gb_arena_text(arena, text, error, "if(%s < %.17g, %s, %s)", s, all[middle].x, left, right);
}
