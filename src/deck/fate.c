/// Cards and keywords that are not read.
#include "deck/fate.h"

int gb_deck_pass_over(const gb_record *record, const char *what, gb_deck_fate fate,
                      const char *reason, bool control, gb_error *error) {
  gb_deck *deck = record->deck;
  const char *name = record->word + record->keyword; // without the star of a keyword
  bool first;
  if (fate == GB_DECK_LEFT_OUT) return GB_OK;
  GB_TRY(gb_deck_count(&deck->told.unread, name, deck->arena, &first, error));
  if (!first || fate == GB_DECK_LISTED || (fate == GB_DECK_CHOSEN && control)) return GB_OK;
  GB_DECK_FAIL_IF(fate != GB_DECK_READ, GB_UNREAD_CARD, deck, record->line, error,
                  "the %s %s is not read: %s", what, record->word, reason);
  return gb_deck_fail_as(
      GB_UNREAD_CARD, deck, record->line, error,
      "the %s %s is not known, and leaving it out could change the model: delete it, or say it in "
      "the case file (`gimbal help %ss` lists those that are read)",
      what, record->word, what);
}
