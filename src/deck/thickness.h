/// Shells of decks that are thicker at one node than at another. An element here has one thickness,
/// the mean of those at its nodes. The error in bending falls with the square of the element's
/// length. An element whose thickness varies linearly from a to b along its length bends, in the
/// mean over its length, (a + b)^4 / (16 a^2 b^2) times as much as one of the mean thickness: 1.27
/// times where b is 2 a, and 1.78 times where b is 3 a.
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

/// Count an element by its least and largest thickness, which are positive.
/// @param line of the deck, for the error if the largest is more than twice the least
/// @return 0, or GB_WRONG_REFERENCE
int gb_deck_count_uneven(const gb_deck *deck, int32_t line, int64_t element, const double range[2],
                         gb_deck_uneven *uneven, gb_error *error);
/// Add a note about these elements. @param subject "T1 to T4 differ"; mean "their"
int gb_deck_tell_uneven(gb_deck *deck, const gb_deck_uneven *uneven, const char *subject,
                        const char *mean, gb_error *error);

#endif
