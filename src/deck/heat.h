/// Temperatures of the nodes of decks, which let the shells, beams and solids of the problem
/// expand.
#ifndef GB_DECK_HEAT_H
#define GB_DECK_HEAT_H

#include "deck/deck.h"

/// Add an entry of `temperatures` for each entry of shells, beams and solids whose material
/// expands, by the temperatures of a table less the `reference` of the material; call it when the
/// problem has these and its materials. The problem borrows the table. errors: GB_FILE
/// @param history of the temperatures; -1: they are constant
int gb_deck_heat(gb_deck *deck, const gb_node_table *table, int history, gb_error *error);

#endif
