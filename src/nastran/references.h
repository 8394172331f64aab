/// Numbers that cards of a Nastran deck define and name.
#ifndef GB_NASTRAN_REFERENCES_H
#define GB_NASTRAN_REFERENCES_H

#include "deck/reader.h"
#include "nastran/nastran.h"

/// All numbers that are defined twice or named and not defined, after one of them, or another error
/// of GB_MODEL, has ended the reading of what the cards say. Local. errors: the list, with that
/// error
int gb_nastran_list_references(gb_nastran *nastran, const gb_deck_choice *deck, gb_error *first,
                               gb_error *error);
/// Note the number of a card that is refused, so that those that name it are not refused for that.
int gb_nastran_note_refused(gb_nastran *nastran, const gb_record *card, gb_error *error);

#endif
