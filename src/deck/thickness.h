/// Shells of decks that are thicker at one node than at another. An element here has one thickness,
/// the mean of those at its nodes. The error in bending falls with the square of the element's
/// length.
#ifndef GB_DECK_THICKNESS_H
#define GB_DECK_THICKNESS_H

#include "deck/deck.h"

/// Counts of elements whose nodes have different thicknesses, and the element with the largest
/// difference.
typedef struct gb_deck_uneven {
  int count;
  int64_t element; ///< number in the deck of the element with the largest difference
  double most;     ///< largest difference, relative to the smallest thickness of the element
} gb_deck_uneven;

void gb_deck_count_uneven(gb_deck_uneven *uneven, int64_t element, double least, double most);
/// Add a note about these elements. @param subject "T1 to T4 differ"; mean "their"
int gb_deck_tell_uneven(gb_deck *deck, const gb_deck_uneven *uneven, const char *subject,
                        const char *mean, gb_error *error);

#endif
