/// The rules of cards: how each is treated, and its handler.
#ifndef GB_NASTRAN_ENTRIES_RULE_H
#define GB_NASTRAN_ENTRIES_RULE_H

#include "deck/fate.h"
#include "nastran/entries/nastran.h"

/// Whether a name in a comment before a card belongs to the property of this card.
typedef enum gb_nastran_naming {
  GB_NASTRAN_NO_NAME,
  GB_NASTRAN_OF_SECTION,
  GB_NASTRAN_OF_ELEMENT
} gb_nastran_naming;

typedef struct gb_nastran_rule {
  const char *cards; ///< names, separated by blanks
  gb_deck_fate fate;
  gb_nastran_handler *read; ///< handler; cards of designs are read if the case wants them
  gb_nastran_naming naming;
  const char *text;   ///< for the user
  bool nonlinear;     ///< it acts in nonlinear solutions alone, and is left out of linear ones
  const char *fields; ///< names of the fields of a rigid link, from the second on
} gb_nastran_rule;

/// Find the rule of a card. @return NULL: the card is not known
const gb_nastran_rule *gb_nastran_find_rule(const char *card);

#endif
