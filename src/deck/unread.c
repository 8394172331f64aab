/// Counts of the cards or keywords that the program does not read, and their list.
#include "deck/unread.h"

#include <stdio.h>
#include <string.h>

enum { LONGEST = 80 }; ///< name with its mark and count

int gb_deck_count(gb_deck_unread *unread, const char *name, gb_arena *arena, bool *first,
                  gb_error *error) {
  gb_deck_name new = {.count = 1};
  *first = false;
  GB_EACH(one, unread->names)
    if (!strcmp(name, one->name)) {
      ++one->count;
      return GB_OK;
    }
  *first = true;
  GB_TRY(gb_arena_text(arena, &new.name, error, "%s", name));
  return GB_ARENA_ADD(arena, unread->names, new, error);
}

void gb_deck_list(const gb_deck_unread *unread, const char *mark, size_t size, char text[]) {
  size_t length = 0;
  text[0] = 0;
  for (int i = 0; i < unread->names.count && length + LONGEST < size; ++i) {
    const gb_deck_name *one = &unread->names.entry[i];
    length +=
        (size_t)snprintf(text + length, size - length, "%s%s%s", i ? ", " : "", mark, one->name);
    if (one->count > 1)
      length += (size_t)snprintf(text + length, size - length, " (%d)", one->count);
  }
}
