/// Shells of decks that are thicker at one node than at another. An element here has one thickness,
/// the mean of those at its nodes. The error in bending falls with the square of the element's
/// length.
#ifndef GB_DECK_THICKNESS_H
#define GB_DECK_THICKNESS_H

#include <stdint.h>

/// If the thickness of an element varies by more than this part of its least value, a note calls
/// the element long. An element whose thickness grows by this part bends up to 9 % more than an
/// element of the mean thickness.
#define GB_DECK_COARSE_TAPER 0.5

/// Elements whose nodes have different thicknesses.
typedef struct gb_deck_uneven {
  int count;
  int64_t element; ///< that differs most
  double most;     ///< by this part of its least
} gb_deck_uneven;

static inline void gb_deck_count_uneven(gb_deck_uneven *uneven, int64_t element, double least,
                                        double most) {
  if (!(most > least)) return;
  ++uneven->count;
  if (most / least - 1 <= uneven->most) return;
  uneven->most = most / least - 1;
  uneven->element = element;
}

/// Return the end of a note about uneven elements, which advises shorter elements where the taper
/// of one exceeds GB_DECK_COARSE_TAPER.
static inline const char *gb_deck_coarse_taper(const gb_deck_uneven *uneven) {
  if (uneven->most <= GB_DECK_COARSE_TAPER * (1 + 1e-9)) return "";
  return ", for which it is long: shorter elements bend more exactly";
}

#endif
