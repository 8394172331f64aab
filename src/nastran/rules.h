/// The rules of cards: what becomes of each, and who reads it.
#ifndef GB_NASTRAN_RULES_H
#define GB_NASTRAN_RULES_H

#include "nastran/nastran.h"

/// Treatment of a card.
typedef enum gb_nastran_fate {
  GB_NASTRAN_READ,
  GB_NASTRAN_LEFT_OUT, ///< no part of a model
  GB_NASTRAN_LISTED,   ///< left out, and the user is told
  GB_NASTRAN_CHOSEN,   ///< the same where there is a case control, which names none; else refused
  GB_NASTRAN_REFUSED,
  GB_NASTRAN_FATES
} gb_nastran_fate;

/// Whether a name that stands before a card is that of its property.
typedef enum gb_nastran_naming {
  GB_NASTRAN_NO_NAME,
  GB_NASTRAN_OF_SECTION,
  GB_NASTRAN_OF_ELEMENT
} gb_nastran_naming;

typedef struct gb_nastran_rule {
  const char *cards; ///< between blanks
  gb_nastran_fate fate;
  gb_nastran_handler *read; ///< of cards that are read, and of those that the case may ask for
  gb_nastran_naming naming;
  const char *text; ///< for the user
} gb_nastran_rule;

/// The rule for a card, or NULL.
const gb_nastran_rule *gb_nastran_find_rule(const char *card);

#endif
