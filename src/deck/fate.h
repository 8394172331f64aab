/// How readers treat a card or a keyword of a deck.
#ifndef GB_DECK_FATE_H
#define GB_DECK_FATE_H

#include "deck/record.h"

typedef enum gb_deck_fate {
  GB_DECK_READ,
  GB_DECK_LEFT_OUT, ///< ignored: it is no part of a model
  GB_DECK_LISTED,   ///< ignored, with a note
  GB_DECK_CHOSEN,   ///< ignored with a note if there is a case control, because that refuses to
                    ///< choose its set; else refused
  GB_DECK_REFUSED,
  GB_DECK_FATES
} gb_deck_fate;

/// Count a card or keyword that is not read, and refuse the first one of a name unless it is
/// ignored. @param what "card" or "keyword"; fate GB_DECK_READ: it is not known; reason to refuse
/// it
int gb_deck_pass_over(const gb_record *record, const char *what, gb_deck_fate fate,
                      const char *reason, bool control, gb_error *error);

#endif
