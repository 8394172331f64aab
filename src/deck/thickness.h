/// Shells of decks that are thicker at one node than at another.
#ifndef GB_DECK_THICKNESS_H
#define GB_DECK_THICKNESS_H

#include "deck/deck.h"
#include "problem/problem.h"

/// Set the thickness of an element, the mean over its area, and, if its nodes have different ones,
/// their ratios to the mean, in memory of the problem.
/// @param line       of the deck, for the error
/// @param e          index of the element in the mesh; number: its number, for the error
/// @param thickness  at each node, in the order of the mesh, [nodes of the element]
/// errors: GB_WRONG_REFERENCE if the interpolated thickness is not positive everywhere
int gb_deck_take_thicknesses(gb_deck *deck, int32_t line, int32_t e, int64_t number,
                             const double thickness[], gb_own_shell *own, gb_error *error);

#endif
