/// The rules of cards: what becomes of each, and who reads it.
#ifndef GB_NASTRAN_RULES_H
#define GB_NASTRAN_RULES_H

#include "deck/fate.h"
#include "nastran/nastran.h"

/// Whether a name that stands before a card is that of its property.
typedef enum gb_nastran_naming {
  GB_NASTRAN_NO_NAME,
  GB_NASTRAN_OF_SECTION,
  GB_NASTRAN_OF_ELEMENT
} gb_nastran_naming;

typedef struct gb_nastran_rule {
  const char *cards; ///< between blanks
  gb_deck_fate fate;
  gb_nastran_handler *read; ///< of cards that are read, and of those that the case may ask for
  gb_nastran_naming naming;
  const char *text;   ///< for the user
  const char *fields; ///< names of the fields of a rigid link, from the second on
} gb_nastran_rule;

/// The rule for a card, or NULL.
const gb_nastran_rule *gb_nastran_find_rule(const char *card);

#endif
