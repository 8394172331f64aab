/// Cards or keywords of a deck that the program does not read, with the number of each.
#ifndef GB_DECK_UNREAD_H
#define GB_DECK_UNREAD_H

#include "base/arena.h"
#include "base/list.h"

typedef struct gb_deck_name {
  const char *name;
  int count;
} gb_deck_name;

/// Cards of one name with fields behind their end, and the first of these fields.
typedef struct gb_deck_excess {
  const char *card;
  int32_t line;
  int field, count;
  const char *text; ///< number of the card, and content of the field
} gb_deck_excess;

enum { GB_DECK_ALIKE = 5 };

/// Notes of one kind, of which the first are told and the others counted.
typedef struct gb_deck_alike {
  const char *format;
  int32_t line[GB_DECK_ALIKE]; ///< of the first ones
  int count;
} gb_deck_alike;

typedef struct gb_deck_notes {
  GB_LIST_OF(char) text;
  GB_LIST_OF(gb_deck_alike) alike;
} gb_deck_notes;

typedef struct gb_deck_unread {
  GB_LIST_OF(gb_deck_name) names;
  GB_LIST_OF(gb_deck_excess) excess;
} gb_deck_unread;

/// Count a name. The arena gets a copy of a name that is new. @param[out] first whether it is new
int gb_deck_count(gb_deck_unread *unread, const char *name, gb_arena *arena, bool *first,
                  gb_error *error);
/// List the names, each behind a mark, as "AERO, CAERO1 (12)", as far as there is room.
void gb_deck_list(const gb_deck_unread *unread, const char *mark, size_t size, char text[]);

#endif
